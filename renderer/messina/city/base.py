"""The water round Messina, the streets between the hexes, the docks: drawn once per number of players."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from PIL import Image

from renderer.canvas.canvas import COARSE, Canvas, Point
from renderer.canvas.colours import INK, PAPER_DARK, PAPER_LIGHT, SEA, SEA_LINE, mix
from renderer.canvas.frame import Cell, put_scale
from renderer.messina.city.plan import FRAME, WIDTH, Dock, Plan, corners_of, moved, plan
from renderer.messina.theme import WOOD, WOOD_LIGHT
from renderer.signs import compass
from rules.messina.components import LAYOUTS

POSTS = 2  # px, the outline of planks and posts
RIPPLES = ((24.0, 0.35), (16.0, 0.55), (9.0, 0.8))  # how far from the coast, in px, and how strong
WAVES = 150
COMPASS = 88  # px


def _land(city: Plan, seats: int) -> Iterator[list[Point]]:
    layout = LAYOUTS[seats]
    for place in (*layout.places[: layout.first], *layout.harbours.values()):
        yield moved(corners_of(city.wide, 0.5), *city.at(place))


def _waves(sheet: Canvas, city: Plan) -> None:
    """Small strokes of the engraver's on open water."""
    chance = Random(1347)
    for _ in range(WAVES):
        x, y = chance.randrange(20, WIDTH - 60), chance.randrange(20, city.height - 20)
        curve = [(x + t * 2.4, y - 3.2 * (1 - ((t % 8) / 4 - 1) ** 2)) for t in range(chance.choice((9, 17)))]
        sheet.line(curve, mix(SEA, SEA_LINE, 0.75), 1.6)


def _quay(sheet: Canvas, dock: Dock, harbour: Point, wide: int, corner: str) -> None:
    """Planks on posts with a gangway to the harbour, and bollards towards the water."""
    x, y, w, h = dock.quay
    north = corner[0] == "n"
    way = harbour[0] + wide * (-0.25 if corner[1] == "w" else 0.25)
    sheet.box(way - 22, y + h / 2 if north else y - 34, 44, h / 2 + 34, 3, WOOD_LIGHT, INK, POSTS)
    for k in range(4):
        step = y + h + 2 + 10 * k if north else y - 2 - 10 * k
        sheet.line([(way - 20, step), (way + 20, step)], WOOD, 1.4)
    posts = range(x + 14, x + w - 8, 46)
    for left in posts:
        sheet.box(left, y - 7 if north else y + h - 9, 14, 16, 4, WOOD, INK, POSTS)
    sheet.box(x, y + 2, w, h - 4, 5, mix(WOOD_LIGHT, PAPER_LIGHT, 0.35), INK, POSTS)
    for k in range(1, 4):
        level = y + 2 + k * (h - 4) / 4
        sheet.line([(x + 3, level), (x + w - 3, level)], mix(WOOD_LIGHT, WOOD, 0.35), 1.4)
        for seam in range(x + 40 + 53 * k % 90, x + w - 20, 112):
            sheet.line([(seam, level - (h - 4) / 4), (seam, level)], mix(WOOD_LIGHT, WOOD, 0.35), 1.4)


def _put_frame(board: Image.Image) -> None:
    """The scale round an old map."""
    sides: list[list[Cell]] = []
    for side in board.size:
        steps = round(side / 40) | 1
        sides.append([(k * side // steps, (k + 1) * side // steps) for k in range(1, steps, 2)])
    put_scale(board, FRAME - 2, *sides)


@lru_cache(maxsize=4)
def empty_city(seats: int) -> Image.Image:
    """The picture without hexes and pieces. Do not draw on it: copy it."""
    city = plan(seats)
    sheet = Canvas(WIDTH, city.height, SEA, fine=COARSE)
    _waves(sheet, city)
    coast = list(_land(city, seats))
    for reach, strength in RIPPLES:
        for width, colour in ((2 * reach + 1.6, mix(SEA, SEA_LINE, strength)), (2 * reach - 1.6, SEA)):
            for ring in coast:
                sheet.line([*ring, ring[0], ring[1]], colour, width)
                sheet.polygon(ring, colour)
    for ring in coast:
        sheet.polygon(ring, PAPER_DARK)
    for name, dock in city.docks.items():
        corner = name.removeprefix("dock-")
        _quay(sheet, dock, city.at(LAYOUTS[seats].harbours[corner]), city.wide, corner)
    board = sheet.picture()
    compass(COMPASS).put(board, *city.home.middle)
    _put_frame(board)
    return board
