"""The speed of the rules: random games against Catanatron's, replaying a finished game, and reviewing one."""

import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from subprocess import PIPE, Popen
from typing import Any

import msgspec
from catanatron import Color, RandomPlayer
from catanatron import Game as Catan

from bench import MEASURED_GAMES, Row, measured_seconds
from computer_players.review import review_trials
from rules import GAMES
from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.log import Entry, Log
from rules.table import Table
from rules.validate import check_options

DECISIONS = {"rattus": 2.0, "messina": 1.5}  # goals: decisions per second, as a ratio to Catanatron's, on any Python
REVIEW_BUDGETS = {"rattus": 60.0, "messina": 120.0}  # seconds of CPU for a game of four


def catan_game(number: int) -> int:
    """Play Catan with four random players. Returns the decisions made."""
    if number == 0:
        random.seed(1347)
    game = Catan([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    return len(game.state.actions)


def random_game(game_id: str, seed: object) -> int:
    """Play a four-player random game that lists every legal move and keeps a log. Returns the decisions made."""
    game, rng, seed = GAMES[game_id], random.Random(str(seed)), str(seed)
    state, _ = start_game(game, 4, seed, check_options(game, 4, seed, {}))
    entries: list[Entry] = []
    while not state.over:
        seat = due_seats(state)[0]
        move = rng.choice(legal_moves(state, seat))
        entries.append(Entry(seat, move.text))
        apply_move(game, state, seat, move)
    return len(entries)


def decisions(play: Callable[[int], int], games: int) -> float:
    """Return the decisions per second of CPU in numbered games: the best of three runs, without disturbance."""
    made: list[int] = []  # in each run the same number
    best = min(measured_seconds(lambda: made.append(sum(map(play, range(games)))), clock=time.process_time))
    return made[0] / best


def table_game(game_id: str, seed: str, options: dict[str, str] | None = None) -> Table:
    """Play a four-player random game at a table that lists every legal move in notation before each move."""
    rng = random.Random(seed)
    table = Table(GAMES[game_id], 4, seed, options)
    while not table.over:
        asked = table.due()[0]
        table.play(asked.seat, rng.choice(asked.moves))
    return table


def half_played(game_id: str, seed: str, options: dict[str, str] | None = None, more: int = 0) -> list[Table]:
    """Return a four-player game at its middle, and after each of the next moves."""
    log = table_game(game_id, seed, options).log()
    parts = [log.entries[: len(log.entries) // 2 + number] for number in range(more + 1)]
    return [
        Table.load(GAMES[game_id], Log(log.game, log.seats, log.seed, log.options, part), trusted=True)
        for part in parts
    ]


def ask(rules: Popen[str], **request: Any) -> dict[str, Any]:
    """Return the answer of the table protocol to a request, as an external program gets it: lines of JSON in a pipe."""
    assert rules.stdin is not None
    assert rules.stdout is not None
    rules.stdin.write(json.dumps(request) + "\n")
    rules.stdin.flush()
    answer: dict[str, Any] = json.loads(rules.stdout.readline())
    assert answer["ok"], answer["message"]
    return answer


def play(rules: Popen[str], game_id: str, games: int) -> None:
    """Play four-player random games; every answer lists all legal moves."""
    for seed in range(games):
        rng = random.Random(seed)
        now = ask(rules, do="new", game=game_id, seats=4, seed=seed)
        while not now["over"]:
            asked = now["due"][0]
            now = ask(rules, do="play", seat=asked["seat"], move=rng.choice(asked["moves"]))


def replay(game_id: str, games: int) -> Row:
    """Measure loading finished games from their logs with full checks, as a share of the time to play them."""
    logs = [table_game(game_id, str(n)).log() for n in range(games)]
    sent = msgspec.to_builtins(logs)
    with Popen([sys.executable, "-m", "rules"], stdin=PIPE, stdout=PIPE, text=True) as program:
        played = min(measured_seconds(lambda: play(program, game_id, games)))
        loaded = min(measured_seconds(lambda: [ask(program, do="load", log=log) for log in sent]))
    trusted = min(measured_seconds(lambda: [Table.load(GAMES[game_id], log, trusted=True) for log in logs]))
    each = 1000 * loaded / games
    # Carrying out the moves is a part of both: a replay cannot take less than that.
    what = (
        f"replaying a finished game / playing it with all legal moves listed ({each:.1f} ms each; carrying out the"
        f" moves alone, unchecked: {trusted / played:.2f})"
    )
    return f"{game_id}: {what}", loaded / played, 0.1


def games() -> list[Row]:
    """Measure decisions per second relative to Catanatron (more is better), and replaying as a share of playing."""
    rows: list[Row] = []
    unit = decisions(catan_game, 8)
    for game_id in MEASURED_GAMES:
        speed = decisions(partial(random_game, game_id), 40)
        what = f"{game_id}: random decisions per second / Catanatron's ({speed:,.0f} / {unit:,.0f})"
        rows += [(what, speed / unit, DECISIONS[game_id]), replay(game_id, 20)]
    return rows


def reviews() -> list[Row]:
    """Measure the CPU time of reviewing a game of four, as a share of its budget."""
    rows: list[Row] = []
    for game, budget in REVIEW_BUDGETS.items():
        [trial] = review_trials(game, 4, [0], blunder=False)
        what = f"{game}, review of a game of four, CPU ({trial.seconds:.1f} of {budget:.0f} s)"
        rows.append((what, trial.seconds / budget, 1.0))
    return rows
