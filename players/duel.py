"""Players against one another on fixed seeds, with how sure the result is."""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import players
from players.player import Player, ask
from players.program import Lost, Program
from rules import GAMES
from rules.game import Game, Score, State, apply, blocking, start
from rules.options import check_options

LIMIT = 60.0  # seconds that a program may take for an answer
SURE = 1.96  # standard deviations of an interval that holds in 95 of 100 cases
BEGIN, END = "<!-- results -->", "<!-- end of results -->"


@dataclass(frozen=True)
class Match:
    """Who plays against whom: one player, and the same opponent on all other seats; nobody where one plays alone."""

    game: str
    seats: int
    player: str  # a level, or a command
    opponent: str
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The match in words."""
        more = "".join(f", {name} {value}" for name, value in self.options.items())
        if self.seats == 1:
            return f"{self.game}{more}: {self.player} alone"
        number = f"{self.seats - 1} " if self.seats > 2 else ""
        return f"{self.game}{more}: {self.player} against {number}{self.opponent}"


# What `make duel` plays, with the goals: parts of games won, or points.
PIPER = {"cards": "random"}  # the cards of both boxes
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


@dataclass
class Standing:
    """How a match stands."""

    games: int = 0
    won: float = 0.0  # level with others: a part
    points: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # of CPU, for each decision of the player
    lost: list[str] = field(default_factory=list)  # why games were lost before their end

    def interval(self) -> tuple[float, float]:
        """The part of games won that the truth lies in, in 95 of 100 cases (Wilson)."""
        n, part = self.games, self.won / self.games
        middle = part + SURE**2 / (2 * n)
        off = SURE * math.sqrt(part * (1 - part) / n + SURE**2 / (4 * n * n))
        return max(0.0, (middle - off) / (1 + SURE**2 / n)), min(1.0, (middle + off) / (1 + SURE**2 / n))

    def mean(self) -> tuple[float, float]:
        """The average of the player's points, and how far off it may be in 95 of 100 cases."""
        n = len(self.points)
        average = sum(self.points) / n
        spread = math.sqrt(sum((one - average) ** 2 for one in self.points) / max(1, n - 1))
        return average, SURE * spread / math.sqrt(n)


def seated(name: str, game: str, seed: str, limit: float, stack: ExitStack) -> Player:
    """A player of ours by its name, or anybody's by its command."""
    if name in players.NAMES:
        return players.seat(name, game, seed)
    program = Program(name, seed, limit)
    stack.callback(program.close)
    return program


def play(match: Match, number: int, limit: float, standing: Standing) -> None:
    """One game; the player goes from seat to seat, and each shuffle comes once for every seat."""
    game: Game[Any] = GAMES[match.game]
    mine, seed = number % match.seats, f"duel {number // match.seats}"
    state, _ = start(game, match.seats, seed, check_options(game, match.seats, seed, dict(match.options)))
    with ExitStack() as stack:
        sitting = [
            seated(match.player if seat == mine else match.opponent, match.game, f"{seed} {seat}", limit, stack)
            for seat in range(match.seats)
        ]
        try:
            _play(game, state, sitting, lambda seat, took: standing.seconds.append(took) if seat == mine else None)
        except Lost as why:
            standing.lost.append(f"game {number}: {why}")
    standing.games += 1
    score = game.score(state)
    standing.points.append(score.points[mine])
    standing.others += [points for seat, points in enumerate(score.points) if seat != mine]
    standing.won += won(state, score, mine)


def won(state: State, score: Score, seat: int) -> float:
    """What part of a win the seat has: none if the game has not come to its end."""
    return (seat in score.winners) / len(score.winners) if state.over else 0.0


def _play(game: Game[Any], state: Any, sitting: Sequence[Player], clock: Callable[[int, float], object]) -> None:
    while not state.over:
        seat = blocking(state)[0]
        asked = ask(game, state, seat)
        began = time.process_time()
        move = sitting[seat].choose(asked)
        clock(seat, time.process_time() - began)
        apply(game, state, seat, move)


def duel(match: Match, games: int, limit: float = LIMIT) -> Iterator[Standing]:
    """Play a match; the standing after each game, which is the same object."""
    standing = Standing()
    for number in range(games):
        play(match, number, limit, standing)
        yield standing


def told(match: Match, standing: Standing) -> str:
    """A standing as a row of a table."""
    low, high = standing.interval()
    average, off = standing.mean()
    rest = sum(standing.others) / len(standing.others) if standing.others else math.nan
    thought = [took for took in standing.seconds if took > 0.01] or [0.0]
    cells = [
        match.title,
        str(standing.games),
        f"{100 * standing.won / standing.games:.0f} % ({100 * low:.0f} to {100 * high:.0f})" if match.seats > 1 else "",
        f"{average:.1f} ± {off:.1f}",
        f"{rest:.1f}" if standing.others else "",
        f"{median(thought):.1f} s, at most {max(thought):.1f} s",
        MATCHES[match.title][1] if match.title in MATCHES else "",
    ]
    return f"| {' | '.join(cells)} |"


def note(page: Path, match: Match, row: str) -> None:
    """Put the row of a match into the table of a page, in the place of an older one."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = [line for line in table.strip().splitlines() if not line.startswith(f"| {match.title} |")]
    page.write_text(f"{before}{BEGIN}\n" + "\n".join([*rows, row]) + f"\n{END}{after}", "utf-8")
