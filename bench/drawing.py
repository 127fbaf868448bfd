"""How long a board takes to draw, against Pillow's own PNG of the same pixels in RGB at compress_level=1."""

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from statistics import median

from PIL import Image

from bench.games import Row, half_played
from renderer import Layout, paint, png
from rules.rattus.view import View

ROUNDS = 15
COMPOSE, WHOLE = 0.15, 0.5  # the goals


def seconds(work: Callable[[], object]) -> float:
    """The median time of the work."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def drawing() -> list[Row]:
    """What was measured, the ratio, and the goal it should not pass."""
    view = half_played("rattus", "drawing").view(None)
    layouts: tuple[Layout, ...] = ("wide", "tall")
    return [row for layout in layouts for row in measured(view, layout)]


def measured(view: View, layout: Layout) -> list[Row]:
    """Composing alone, and all the way to the bytes of the PNG."""

    def draw() -> Image.Image:
        return paint(view, names=["Ada", "Béla", "Cécile", "Dörte"], layout=layout)

    board = draw()  # from here on the empty board and all sprites are kept
    unit = seconds(partial(board.save, BytesIO(), "PNG", compress_level=1))
    whole = f"a board as PNG, {layout} ({len(png(board, view.game)) / 1024:.0f} KiB)"
    return [
        (f"composing a board, {layout}", seconds(draw) / unit, COMPOSE),
        (whole, seconds(lambda: png(draw(), view.game)) / unit, WHOLE),
    ]
