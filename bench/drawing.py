"""The time to draw pictures, relative to Pillow's time for a PNG of the same pixels in RGB at compress_level=1."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any

from PIL import Image

from bench import MEASURED_GAMES, Row, measured_seconds
from bench.games import half_played, table_game
from games import GAMES
from renderer import Pictures, Scene
from renderer.canvas.memory import BAND_CACHE, TILE_CACHE
from renderer.replay import MAX_BYTES, REPLAY_WIDTHS, replay_gif
from rules_service.history import moves_of, turns_of

ROUNDS = 15
COMPOSE, WHOLE = 0.15, 0.5  # goals
# The goals for a frame of a replay, whose shared work from log to bytes is spread over all frames. In the replay of a
# whole game, nearly every frame is a whole board.
FRAME, BOARD = 1.0, 2.0
NAMES = ["Ada", "Béla", "Cécile", "Dörte"]
PIECES = {"cards": "baker+emperor+bishop+nun+wizard+piper"}  # the cards of Pied Piper with pieces
BOARDS: dict[str, tuple[str, dict[str, str]]] = {
    "rattus": ("rattus", {}),
    "rattus with Pied Piper": ("rattus", PIECES),
    "messina": ("messina", {}),
}


def cpu(work: Callable[[], object]) -> float:
    """Return the median CPU time of the work, so that other processes don't affect the result."""
    return median(measured_seconds(work, ROUNDS, time.process_time))


def drawing() -> list[Row]:
    """Measure the drawing of boards and replays. Return a description, the ratio and its upper limit for each."""
    rows = list[Row]()
    for name, (game, options) in BOARDS.items():
        views = [table.view(None) for table in half_played(game, "drawing", options, ROUNDS)]
        parts = GAMES[game].pictures.parts
        for part in (*parts(views[0], "wide"), *parts(views[0], "tall")[:3]):  # only the first estate of the tall ones
            rows += measured(name, GAMES[game].pictures, views, part)
    return [*rows, *(row for game in MEASURED_GAMES for row in replays(game))]


def replays(game: str) -> list[Row]:
    """Measure the replay of a turn and of a game: the time per frame, and the bytes as a share of the limit."""
    table, rows = table_game(game, "drawing"), list[Row]()
    turns = turns_of(table, None)
    middle = len(turns) // 2
    for what, some, goal in (("a turn", turns[middle : middle + 1], FRAME), ("a game", turns, BOARD)):
        before, moves = moves_of(table, None, some)
        first = Scene(before, NAMES, GAMES[game].pictures.replay_part)
        draw = partial(replay_gif, GAMES[game].pictures, first, moves, moving=True)
        made = draw()  # draws the sprites, which are cached from then on
        [took] = measured_seconds(draw, 1)
        with Image.open(BytesIO(made)) as gif:
            frames, plain = (
                getattr(gif, "n_frames", 1),
                gif.convert("RGB").resize((REPLAY_WIDTHS[0], gif.height * REPLAY_WIDTHS[0] // gif.width)),
            )
        unit = cpu(partial(plain.save, BytesIO(), "PNG", compress_level=1))
        rows.append((f"{game}, replay of {what}, a frame (of {frames}, {took:.1f} s)", took / frames / unit, goal))
        rows.append((f"{game}, replay of {what}, bytes ({len(made) / 1024:.0f} KiB)", len(made) / MAX_BYTES, 1.0))
    return rows


def measured(name: str, pictures: Pictures[Any], views: Sequence[Any], part: str) -> list[Row]:
    """Measure composing the same position and the next ones, and composing and writing a file without cached tiles."""

    def draw(view: Any = views[0]) -> Image.Image:
        return pictures.image(Scene(view, NAMES, part))

    board = draw()  # from here on the background and nearly all sprites are cached
    later = iter(views[1:])

    def file() -> bytes:
        BAND_CACHE.clear()
        TILE_CACHE.clear()
        return pictures.png(pictures.paint(Scene(views[0], NAMES, part)))

    unit = cpu(partial(board.save, BytesIO(), "PNG", compress_level=1))
    whole = f"{name}, {part}, as PNG ({len(pictures.png(board)) / 1024:.0f} KiB)"
    return [
        (f"{name}, {part}, composing the same position", cpu(draw) / unit, COMPOSE),
        (f"{name}, {part}, composing move by move", cpu(lambda: draw(next(later))) / unit, COMPOSE),
        (whole, cpu(file) / unit, WHOLE),
    ]
