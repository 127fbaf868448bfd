"""Matches between players on fixed seeds, with confidence intervals."""

import math
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

import msgspec

import computer_players
from computer_players.player import Player, observe
from computer_players.program import Forfeit, Program
from computer_players.search import LEVELS
from rules import GAMES
from rules.game import Game, Score, State, apply_move, blocking_seats, start_game
from rules.validate import check_options

ANSWER_LIMIT = 60.0  # seconds that a program may take for an answer
MIN_THOUGHT_SECONDS = 0.01  # CPU seconds; shorter decisions don't count as thought
SEARCH_FILES = ("evaluation.py", "player.py", "search.py")
Z_95 = 1.96  # standard deviations of a 95 % interval
BEGIN, END = "<!-- results -->", "<!-- end of results -->"


@dataclass(frozen=True)
class Match:
    """A match of a player against the same opponent in all other seats (no opponent in solo games)."""

    game: str
    seats: int
    player: str  # a level, or a command
    opponent: str
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return a name for the match that can be used in a file name."""
        return "-".join(re.findall(r"\w+", self.title))

    @property
    def title(self) -> str:
        """Return a description of the match that identifies it in `MATCHES` and on the page of results."""
        more = "".join(f", {name} {value}" for name, value in self.options.items())
        if self.seats == 1:
            return f"{self.game}{more}: {self.player} alone"
        number = f"{self.seats - 1} " if self.seats > 2 else ""
        return f"{self.game}{more}: {self.player} against {number}{self.opponent}"


# The matches of `make duel` and their goals: share of games won, or points.
PIPER = {"cards": "random"}  # random cards from both boxes
ADVANCED = {"variant": "advanced"}
MATCHES: Mapping[str, tuple[Match, str]] = {
    one.title: (one, goal)
    for one, goal in (
        (Match("messina", 1, "strong", ""), "110 points"),
        (Match("messina", 1, "strong", "", ADVANCED), "105 points"),
        (Match("messina", 2, "strong", "greedy"), "97 %"),
        (Match("messina", 4, "strong", "greedy"), "85 %"),
        (Match("rattus", 2, "strong", "greedy"), "80 %"),
        (Match("rattus", 2, "strong", "greedy", PIPER), "80 %"),
        (Match("rattus", 4, "strong", "greedy"), "60 %"),
        (Match("messina", 2, "strong", "steady"), "clearly"),
        (Match("messina", 2, "steady", "casual"), "clearly"),
        (Match("rattus", 2, "strong", "steady"), "clearly"),
        (Match("rattus", 2, "steady", "casual"), "clearly"),
        (Match("messina", 1, "steady", ""), ""),
        (Match("messina", 1, "casual", ""), ""),
        (Match("messina", 1, "greedy", ""), ""),
    )
}


class Played(msgspec.Struct, frozen=True):
    """A game of a match, finished or forfeited: its number, counted from 0, and its result for the player."""

    game: int
    won: float  # 1, 0, or a fraction if tied with others
    points: int
    others: list[int]
    thought: list[float]  # seconds of CPU for each decision that took thought
    lost: str = ""  # why a player forfeited, which ends the game


@dataclass
class Standing:
    """The standing of a match: all games played so far."""

    played: list[Played] = field(default_factory=list)

    @property
    def won(self) -> float:
        """Return the number of games won, where a shared win counts as a fraction."""
        return sum(one.won for one in self.played)

    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the share of games won (Wilson)."""
        n = len(self.played)
        part = self.won / n
        middle = part + Z_95**2 / (2 * n)
        off = Z_95 * math.sqrt(part * (1 - part) / n + Z_95**2 / (4 * n * n))
        return max(0.0, (middle - off) / (1 + Z_95**2 / n)), min(1.0, (middle + off) / (1 + Z_95**2 / n))

    def mean(self) -> tuple[float, float]:
        """Return the average of the player's points, and the half-width of its 95 % confidence interval."""
        points = [one.points for one in self.played]
        spread = stdev(points) if len(points) > 1 else 0.0
        return fmean(points), Z_95 * spread / math.sqrt(len(points))


def play(match: Match, number: int, limit: float) -> Played:
    """Play one game, which ends early if a program forfeits. ``limit``: seconds per answer of a program.

    The player changes seats from game to game, so that it plays each shuffle once from every seat.
    """
    game: Game[Any] = GAMES[match.game]
    mine, seed = number % match.seats, f"duel {number // match.seats}"
    state, _ = start_game(game, match.seats, seed, check_options(game, match.seats, seed, dict(match.options)))
    thought: list[float] = []
    sitting: list[Player] = []
    lost = ""
    with ExitStack() as stack:
        for seat in range(match.seats):
            name = match.player if seat == mine else match.opponent
            if name in computer_players.NAMES:
                sitting.append(computer_players.seat(name, match.game, f"{seed} {seat}"))
            else:  # a command
                program = Program(name, f"{seed} {seat}", limit)
                stack.callback(program.close)
                sitting.append(program)
        try:
            while not state.over:
                seat = blocking_seats(state)[0]
                observed, began = observe(game, state, seat), time.process_time()
                move = sitting[seat].choose(observed)
                if seat == mine and (took := time.process_time() - began) > MIN_THOUGHT_SECONDS:
                    thought.append(round(took, 2))
                apply_move(game, state, seat, move)
        except Forfeit as why:
            lost = f"game {number}: {why}"
    score = game.score(state)
    return Played(
        number,
        won(state, score, mine),
        score.points[mine],
        [points for seat, points in enumerate(score.points) if seat != mine],
        thought,
        lost,
    )


def won(state: State, score: Score, seat: int) -> float:
    """Return the seat's share of the win, from 0 to 1, or 0 if the game has not ended."""
    return (seat in score.winners) / len(score.winners) if state.over else 0.0


def play_match(match: Match, games: int, limit: float = ANSWER_LIMIT, book: Path | None = None) -> Iterator[Standing]:
    """Play a match. Yield the standing (always the same object) after the stored games, if any, and after each new one.

    ``book`` is the match log, which stores the games so that the match can be resumed. The log starts over if the
    players' code, weights or levels have changed.
    """
    standing = Standing()
    if book:
        head, lines = fingerprint(match).encode(), book.read_bytes().splitlines() if book.exists() else []
        if lines[:1] == [head]:
            standing.played = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
        else:
            book.parent.mkdir(parents=True, exist_ok=True)
            book.write_bytes(head + b"\n")
    if standing.played:
        yield standing
    for number in range(len(standing.played), games):
        standing.played.append(play(match, number, limit))
        if book:
            with book.open("ab") as file:
                file.write(msgspec.json.encode(standing.played[-1]) + b"\n")
        yield standing


def fingerprint(match: Match) -> str:
    """Return hex digits that identify the search, the game's evaluation and weights, and the players' levels.

    The code of the rules is left out, because rewriting it doesn't change the games.
    """
    room = Path(computer_players.__file__).parent
    own = room / match.game
    files = [room / name for name in SEARCH_FILES] + sorted(own.glob("*.py")) + [own / "weights.json"]
    levels = repr([LEVELS.get(name) for name in (match.player, match.opponent)])
    return blake2b(b"".join(file.read_bytes() for file in files) + levels.encode(), digest_size=8).hexdigest()


def table_row(match: Match, standing: Standing) -> str:
    """Return the standing of a match as a row of a Markdown table."""
    low, high = standing.interval()
    average, off = standing.mean()
    others = [points for one in standing.played for points in one.others]
    number = len(standing.played)
    thought = [took for one in standing.played for took in one.thought] or [0.0]
    cells = [
        match.title,
        str(number),
        f"{100 * standing.won / number:.0f} % ({100 * low:.0f} to {100 * high:.0f})" if match.seats > 1 else "",
        f"{average:.1f} ± {off:.1f}",
        f"{sum(others) / len(others):.1f}" if others else "",
        f"{median(thought):.1f} s, at most {max(thought):.1f} s",
        MATCHES[match.title][1] if match.title in MATCHES else "",
    ]
    return f"| {' | '.join(cells)} |"


def write_row(page: Path, match: Match, row: str) -> None:
    """Write the match's row into the table of a page, replacing an older row."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = [line for line in table.strip().splitlines() if not line.startswith(f"| {match.title} |")]
    page.write_text(f"{before}{BEGIN}\n" + "\n".join([*rows, row]) + f"\n{END}{after}", "utf-8")
