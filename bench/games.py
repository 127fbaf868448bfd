"""The speed of the rules: random games compared with Catanatron's, opening a table, and reviewing a finished game."""

import random
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

from catanatron import Color, RandomPlayer
from catanatron import Game as Catan

from bench import MEASURED_GAMES, Row, measured_seconds
from computer_players.review import review_trials
from rules import GAMES
from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.log import Entry, Log
from rules.table import Table
from rules.validate import check_options

YARDSTICK = f"Catanatron {version('catanatron')}, of July 2022, the newest that the package index has"
MOVES, GOAL_SECONDS = 400, 0.05
REVIEW_BUDGETS = {"rattus": 60.0, "messina": 120.0}  # seconds of CPU time for the review of a game of four


def catan_game(number: int) -> int:
    """Play Catan with four random players. Return the number of decisions. Game 0 sets the random seed."""
    if number == 0:
        random.seed(1347)
    game = Catan([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    return len(game.state.actions)


def random_game(game_id: str, seed: object) -> int:
    """Play a four-player random game that lists every legal move and keeps a log. Return the number of decisions."""
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
    """Return the decisions per CPU second in this many games: the best of three runs, to exclude disturbances."""
    made: list[int] = []  # the number of moves, which must be the same in each run
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
    """Return the tables of a four-player game after half of its moves, and after each of the next ``more`` moves."""
    log = table_game(game_id, seed, options).log()
    parts = [log.entries[: len(log.entries) // 2 + number] for number in range(more + 1)]
    return [
        Table.load(GAMES[game_id], Log(log.game, log.seats, log.seed, log.options, part), trusted=True)
        for part in parts
    ]


def opening(game_id: str, games: int) -> Row:
    """Measure loading a table with many moves, relative to the longest delay that nobody notices."""
    logs = [table_game(game_id, str(number)).log() for number in range(games)]
    each = min(
        measured_seconds(
            lambda: [Table.load(GAMES[game_id], log, trusted=True) for log in logs], clock=time.process_time
        )
    )
    took = each / sum(len(log.entries) for log in logs) * MOVES
    what = f"{game_id}: opening a table after {MOVES} moves / 50 ms ({took * 1000:.0f} ms)"
    return what, took / GOAL_SECONDS, 1.0


def games() -> list[Row]:
    """Measure decisions per second relative to Catanatron's, and the time to load a table.

    Catanatron's speed is not a goal: it is another game in another program, which gets faster, too.
    """
    rows: list[Row] = []
    unit = decisions(catan_game, 8)
    for game_id in MEASURED_GAMES:
        speed = decisions(partial(random_game, game_id), 40)
        what = f"{game_id}: random decisions per second / those of {YARDSTICK} ({speed:,.0f} / {unit:,.0f})"
        rows += [(what, speed / unit, None), opening(game_id, 20)]
    return rows


def reviews() -> list[Row]:
    """Measure the CPU time of reviewing a four-player game, as a share of its budget."""
    rows: list[Row] = []
    for game, budget in REVIEW_BUDGETS.items():
        [trial] = review_trials(game, 4, [0], blunder=False)
        what = f"{game}, review of a game of four, CPU ({trial.seconds:.1f} of {budget:.0f} s)"
        rows.append((what, trial.seconds / budget, 1.0))
    return rows
