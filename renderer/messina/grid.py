"""One picture of everything for large screens: city, score board and estates in rows, each a plate on dark wood."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from PIL import Image

from renderer.canvas.canvas import Board, Canvas, Surface, reduced, smaller
from renderer.canvas.colours import INK, WOOD, WOOD_DARK, WOOD_EDGE
from renderer.canvas.layout import MAX_RATIO, Area
from renderer.canvas.memory import large
from renderer.canvas.text import Text
from renderer.messina.city.draw_city import ground_of as ground_of_city
from renderer.messina.city.draw_city import printed_city, put_city
from renderer.messina.city.plan import plan
from renderer.messina.estate.draw_estate import put_estate
from renderer.messina.estate.layout import HEIGHT, WIDTH
from renderer.messina.estate.printed import empty_estate
from renderer.messina.icons import icon
from renderer.messina.score.draw_score import empty_score, ground_of, put_score
from renderer.messina.score.layout import height
from renderer.messina.solo import in_turn
from renderer.scene import Scene
from rules.messina.view_types import View

COLUMNS = {1: 2, 2: 2, 3: 3, 4: 3}  # by number of players
SMALLER = (3,)  # columns that are drawn smaller, so that the file stays below half a megabyte
GUTTER = 24  # px, dark wood between the parts and round them
SHADOW = 7  # px, the shadow of a part on the wood
MAX_TITLE = 300  # px, its height
MIN_TITLE_ROOM = 160  # px, free height


class Grid(NamedTuple):
    """The places of the parts in their order, the free room in the last column, and the size of the whole."""

    parts: tuple[Area, ...]
    free: Area
    size: tuple[int, int]


@lru_cache(maxsize=16)
def grid(seats: int, categories: int) -> Grid:
    """Lay out the parts row by row.

    ``categories`` is the number of categories of points when the game is over, or 0.
    """
    columns = COLUMNS[seats]
    sizes = [WIDTH, plan(seats).height, height(categories), *[HEIGHT] * seats]
    wide, *heights = [smaller(one) for one in sizes] if columns in SMALLER else sizes
    first = max(heights[:columns])
    second = first + 2 * GUTTER  # where the second row begins
    tops = [second if number >= columns else GUTTER for number in range(seats + 2)]
    tops[0] += (first - heights[0]) // 2
    areas = [
        Area(GUTTER + number % columns * (wide + GUTTER), top, wide, high)
        for number, (top, high) in enumerate(zip(tops, heights, strict=True))
    ]
    whole = columns * (wide + GUTTER) + GUTTER
    high = max(*(area.y + area.h + GUTTER for area in areas), round(whole / MAX_RATIO + 0.5))
    below = GUTTER + heights[columns - 1] + GUTTER
    free = Area(whole - wide - GUTTER, below, wide, (second if seats + 2 == 2 * columns else high) - GUTTER - below)
    return Grid(tuple(areas), free, (whole, high))


def _table(places: Grid) -> Image.Image:
    """Draw the wood with the edges and shadows of the parts; it is too large to cache, and fast to draw."""
    sheet = Canvas(*places.size, WOOD_DARK, fine=1)
    for x, y, w, h in places.parts:
        sheet.box((x + SHADOW, y + SHADOW, w, h), 4, None, INK, 2 * SHADOW)
        sheet.box((x - 3, y - 3, w + 6, h + 6), 4, None, WOOD, 4)
        sheet.box((x - 3, y - 3, w + 3, h + 3), 3, None, WOOD_EDGE, 4)
    if places.free.h > MIN_TITLE_ROOM:
        put_title(sheet.image, places.free)
    return sheet.image


class Part(NamedTuple):
    """How a part is drawn: its name, its unchanging background, and the function that draws the rest on it."""

    name: str
    ground: Callable[..., Image.Image]
    what: tuple[Any, ...]  # what the background depends on
    put: Callable[[Board, Scene[View]], object]


def _parts(scene: Scene[View]) -> Iterator[Part]:
    """Yield city, score board and the estates in turn order."""
    view = scene.view
    yield Part("city", printed_city, ground_of_city(scene), put_city)
    yield Part("score", empty_score, ground_of(scene), put_score)
    for seat in in_turn(view):
        ground = (view.players[seat].board, scene.words)
        yield Part(f"estate-{seat}", empty_estate, ground, partial(put_estate, seat=seat))


@large
def _reduced(ground: Callable[..., Image.Image], *what: Any) -> Image.Image:
    """Return the background of a part at its smaller size. Do not draw on it: copy it."""
    return reduced(ground(*what))


def paint_grid(scene: Scene[View]) -> Image.Image:
    """Draw city, score board and the estates in turn order.

    Changes are marked on the part they belong to, or on the estate of the player whose turn it is. Choices are not
    marked: a question shows only the part that they are on.
    """
    view, changed = scene.view, scene.changed
    if not isinstance(changed, Mapping):
        changed = dict.fromkeys(("city", "score", f"estate-{view.active}"), changed)
    categories = len(view.score.breakdown) if view.score else 0
    places = grid(view.seats, categories)
    board = _table(places)
    for one, area in zip(_parts(scene), places.parts, strict=True):
        own = replace(scene, part=one.name, changed=changed, marks=())
        if COLUMNS[view.seats] in SMALLER:
            board.paste(_reduced(one.ground, *one.what), area[:2])
            one.put(Surface(board, area.x, area.y, reduced=True), own)
        else:
            part = one.ground(*one.what).copy()
            one.put(part, own)
            board.paste(part, area[:2])
    return board


def put_title(board: Image.Image, room: Area) -> None:
    """Draw the name of the game under a ship, where there is room to spare."""
    x, y = room.middle
    size = min(room.h * 0.8, MAX_TITLE)
    icon("ship", round(size * 0.62)).put(board, x, y - size * 0.17)
    Text("Messina 1347", round(size * 0.24)).put(board, x, y + size * 0.34, colour=WOOD_EDGE)
