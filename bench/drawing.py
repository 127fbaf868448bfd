"""How long pictures take to draw, against Pillow's own PNG of the same pixels in RGB at compress_level=1."""

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any

from PIL import Image

from bench.games import Row, half_played
from bot.games import GAMES
from renderer import Pictures, Scene

ROUNDS = 15
COMPOSE, WHOLE = 0.15, 0.5  # the goals
NAMES = ["Ada", "Béla", "Cécile", "Dörte"]
PIECES = {"cards": "baker+emperor+bishop+nun+wizard+piper"}  # the cards of Pied Piper that bring pieces
BOARDS: dict[str, tuple[str, dict[str, str]]] = {
    "rattus": ("rattus", {}),
    "rattus with Pied Piper": ("rattus", PIECES),
    "messina": ("messina", {}),
}


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
    rows = []
    for name, (game, options) in BOARDS.items():
        view = half_played(game, "drawing", options).view(None)
        pictures = GAMES[game].pictures
        tall = pictures.parts(view, "tall")[:3]  # of estates one
        for part in (*pictures.parts(view, "wide"), *tall):
            rows += measured(name, pictures, view, part)
    return rows


def measured(name: str, pictures: Pictures[Any], view: Any, part: str) -> list[Row]:
    """Composing alone, and all the way to the bytes of the PNG."""

    def draw() -> Image.Image:
        return pictures.paint(Scene(view, NAMES, part))

    board = draw()  # from here on what never changes and all sprites are kept
    unit = seconds(partial(board.save, BytesIO(), "PNG", compress_level=1))
    whole = f"{name}, {part}, as PNG ({len(pictures.png(board)) / 1024:.0f} KiB)"
    return [
        (f"{name}, {part}, composing", seconds(draw) / unit, COMPOSE),
        (whole, seconds(lambda: pictures.png(draw())) / unit, WHOLE),
    ]
