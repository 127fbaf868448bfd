"""Everything in one picture for large screens: city, score board and estates in rows, each in its full size."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import PAPER, SEPIA, mix
from renderer.canvas.layout import WIDEST, Area
from renderer.canvas.text import write
from renderer.messina.city.board import paint_city
from renderer.messina.city.plan import plan
from renderer.messina.estate.board import paint_estate
from renderer.messina.estate.layout import HEIGHT, WIDTH
from renderer.messina.icons import icon
from renderer.messina.score.board import paint_score
from renderer.messina.score.layout import height
from renderer.messina.solo import in_turn
from renderer.scene import Scene
from rules.messina.view_types import View

COLUMNS = {1: 2, 2: 2, 3: 3, 4: 3}  # by players
TITLE = 400  # px, the most that the title is high
LEAST = 200  # px, free room that is worth a title


class Grid(NamedTuple):
    """Where the parts stand, in their order; what room is free in the last column; the size of the whole."""

    parts: tuple[Area, ...]
    free: Area
    size: tuple[int, int]


@lru_cache(maxsize=16)
def grid(seats: int, categories: int) -> Grid:
    """Row by row for so many players, and so many categories of points when the game is over, else 0."""
    columns = COLUMNS[seats]
    heights = [plan(seats).height, height(categories), *[HEIGHT] * seats]
    second = max(heights[:columns])  # where the second row begins
    tops = [second if number >= columns else 0 for number in range(seats + 2)]
    tops[0] = (second - heights[0]) // 2
    areas = [
        Area(number % columns * WIDTH, top, WIDTH, high)
        for number, (top, high) in enumerate(zip(tops, heights, strict=True))
    ]
    wide = columns * WIDTH
    high = max(*(area.y + area.h for area in areas), round(wide / WIDEST + 0.5))
    below = heights[columns - 1]
    free = Area(wide - WIDTH, below, WIDTH, (second if seats + 2 == 2 * columns else high) - below)
    return Grid(tuple(areas), free, (wide, high))


def paint_grid(scene: Scene[View]) -> Image.Image:
    """City, score board and the estates in turn order.

    Choices are marked on the viewer's estate; changes where they are said to be, else on the estate of whose turn it
    is. Each part is laid down before the next is drawn: they are large, and memory that was just used is the fastest.
    """
    view, changed = scene.view, scene.changed
    if not isinstance(changed, Mapping):
        changed = dict.fromkeys(("city", "score", f"estate-{view.active}"), changed)
    places = grid(view.seats, len(view.score.breakdown) if view.score else 0)
    board = Image.new("RGB", places.size, PAPER)
    scene = replace(scene, changed=changed)
    board.paste(paint_city(replace(scene, part="city")), places.parts[0][:2])
    board.paste(paint_score(replace(scene, part="score")), places.parts[1][:2])
    for seat, area in zip(in_turn(view), places.parts[2:], strict=True):
        own = replace(scene, part=f"estate-{seat}", marks=scene.marks if seat == view.seat else ())
        board.paste(paint_estate(own, seat), area[:2])
    if places.free.h > LEAST:
        put_title(board, places.free)
    return board


def put_title(board: Image.Image, room: Area) -> None:
    """The name of the game under a ship, where there is room to spare."""
    x, y = room.middle
    size = min(room.h * 0.8, TITLE)
    ship = icon("ship", round(size * 0.62))
    pale = Image.blend(ship.rgb, Image.new("RGB", ship.size, PAPER), 0.5)
    Sprite(pale, ship.mask).put(board, x, y - size * 0.17)
    write(board, x, y + size * 0.34, "Messina 1347", round(size * 0.26), colour=mix(SEPIA, PAPER, 0.35))
