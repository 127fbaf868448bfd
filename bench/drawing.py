"""How long a board takes to draw, against Pillow's own PNG of the same pixels in RGB at compress_level=1."""

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from statistics import median

from bench.games import random_game
from renderer import Layout, paint, png
from rules import GAMES
from rules.table import Log, Table

ROUNDS = 15
COMPOSE, WHOLE = 0.15, 0.5  # the goals


def half_played() -> Table:
    """A game of four in its middle."""
    log, decisions = random_game("rattus", "drawing")
    half = Log(log.game, log.seats, log.seed, log.options, log.entries[: decisions // 2])
    return Table.load(GAMES["rattus"], half, trusted=True)


def seconds(work: Callable[[], object]) -> float:
    """The median time of the work."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def drawing() -> list[tuple[str, float, float]]:
    """What was measured, the ratio, and the goal it should not pass."""
    view = half_played().view(None)
    names = ["Ada", "Béla", "Cécile", "Dörte"]
    rows = []
    layouts: tuple[Layout, ...] = ("wide", "tall")
    for layout in layouts:
        board = paint(view, names=names, layout=layout)  # from here on the empty board and all sprites are kept

        draw = partial(paint, view, names=names, layout=layout)
        unit = seconds(partial(board.save, BytesIO(), "PNG", compress_level=1))
        rows.append((f"composing a board, {layout}", seconds(draw) / unit, COMPOSE))
        rows.append(
            (
                f"a board as PNG, {layout} ({len(png(board)) / 1024:.0f} KiB)",
                seconds(lambda draw=draw: png(draw())) / unit,
                WHOLE,
            )
        )
    return rows
