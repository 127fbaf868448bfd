"""The water round Messina, the streets between the hexes, the docks: drawn once per number of players."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw

from renderer.canvas.canvas import Point
from renderer.canvas.colours import INK, PAPER_DARK, PAPER_LIGHT, SEA, SEA_LINE, SEPIA, Rgb
from renderer.messina.city.plan import FRAME, WIDTH, Dock, Plan, corners_of, moved, plan
from renderer.messina.theme import WOOD, WOOD_LIGHT
from renderer.rattus.pieces import compass
from renderer.seats import mix
from rules.messina.components import LAYOUTS

FINE = 2  # how much larger it is drawn before it is reduced
RIPPLES = ((24.0, 0.35), (16.0, 0.55), (9.0, 0.8))  # how far from the coast, in px, and how strong
WAVES = 150
COMPASS = 88  # px


class Sheet:
    """The picture at double size, drawn on in pixels of the picture."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH * FINE, height * FINE), SEA)
        self.draw = ImageDraw.Draw(self.image)

    def line(self, points: list[Point], colour: Rgb, width: float) -> None:
        """A line with round bends."""
        self.draw.line([(x * FINE, y * FINE) for x, y in points], colour, round(width * FINE), "curve")

    def polygon(self, points: list[Point], fill: Rgb) -> None:
        """A closed shape."""
        self.draw.polygon([(x * FINE, y * FINE) for x, y in points], fill)

    def box(self, x: float, y: float, w: float, h: float, radius: float, fill: Rgb, line: Rgb | None = None) -> None:
        """A rectangle with round corners and a thin line."""
        box = (x * FINE, y * FINE, (x + w) * FINE, (y + h) * FINE)
        self.draw.rounded_rectangle(box, radius * FINE, fill, line, 2 * FINE if line else 0)


def _land(city: Plan, seats: int) -> Iterator[list[Point]]:
    layout = LAYOUTS[seats]
    for place in (*layout.places[: layout.first], *layout.harbours.values()):
        yield moved(corners_of(city.wide, 0.5), *city.at(place))


def _waves(sheet: Sheet, city: Plan) -> None:
    """Small strokes of the engraver's on open water."""
    chance = Random(1347)
    for _ in range(WAVES):
        x, y = chance.randrange(20, WIDTH - 60), chance.randrange(20, city.height - 20)
        curve = [(x + t * 2.4, y - 3.2 * (1 - ((t % 8) / 4 - 1) ** 2)) for t in range(chance.choice((9, 17)))]
        sheet.line(curve, mix(SEA, SEA_LINE, 0.75), 1.6)


def _quay(sheet: Sheet, dock: Dock, harbour: Point, wide: int, corner: str) -> None:
    """Planks on posts with a gangway to the harbour, and bollards towards the water."""
    x, y, w, h = dock.quay
    north = corner[0] == "n"
    way = harbour[0] + wide * (-0.25 if corner[1] == "w" else 0.25)
    sheet.box(way - 22, y + h / 2 if north else y - 34, 44, h / 2 + 34, 3, WOOD_LIGHT, INK)
    for k in range(4):
        step = y + h + 2 + 10 * k if north else y - 2 - 10 * k
        sheet.line([(way - 20, step), (way + 20, step)], WOOD, 1.4)
    posts = range(x + 14, x + w - 8, 46)
    for left in posts:
        sheet.box(left, y - 7 if north else y + h - 9, 14, 16, 4, WOOD, INK)
    sheet.box(x, y + 2, w, h - 4, 5, mix(WOOD_LIGHT, PAPER_LIGHT, 0.35), INK)
    for k in range(1, 4):
        level = y + 2 + k * (h - 4) / 4
        sheet.line([(x + 3, level), (x + w - 3, level)], mix(WOOD_LIGHT, WOOD, 0.35), 1.4)
        for seam in range(x + 40 + 53 * k % 90, x + w - 20, 112):
            sheet.line([(seam, level - (h - 4) / 4), (seam, level)], mix(WOOD_LIGHT, WOOD, 0.35), 1.4)


def _frame(board: Image.Image) -> None:
    """The scale round an old map: ink and paper by turns."""
    draw = ImageDraw.Draw(board)
    w, h = board.size
    draw.rectangle((0, 0, w - 1, h - 1), outline=SEPIA, width=FRAME - 2)
    for side, long, lies in ((w, h, True), (h, w, False)):
        steps = round(side / 40) | 1
        for k in range(1, steps, 2):
            a, b = k * side // steps, (k + 1) * side // steps
            for edge in (2, long - FRAME + 4):
                cell = (a, edge, b, edge + FRAME - 7) if lies else (edge, a, edge + FRAME - 7, b)
                draw.rectangle(cell, fill=PAPER_LIGHT)


@lru_cache(maxsize=4)
def empty_city(seats: int) -> Image.Image:
    """The picture without hexes and pieces. Do not draw on it: copy it."""
    city = plan(seats)
    sheet = Sheet(city.height)
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
    board = sheet.image.reduce(FINE)
    compass(COMPASS).put(board, *city.home.middle)
    _frame(board)
    return board
