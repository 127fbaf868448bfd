"""The water round Messina, its coast, streets and docks, drawn once per number of players."""

from random import Random

from PIL import Image

from renderer import art
from renderer.canvas.canvas import COARSE, Canvas, Point, Sprite, Surface, cached_sprite
from renderer.canvas.colours import INK, SEA, SEA_LINE, mix
from renderer.canvas.frame import put_wood
from renderer.canvas.layout import Area, blank, lay, lay_at
from renderer.canvas.memory import packed
from renderer.canvas.texture import textured
from renderer.messina.city.plan import FRAME, GANGWAY, WIDTH, Plan, corners_of, moved, plan
from renderer.messina.crops import holds
from renderer.messina.pieces import hex_size
from renderer.messina.theme import COAST, SAND, SHALLOWS, STREET
from renderer.signs import compass
from rules.messina.components import LAYOUTS, Coordinates

BEACH = 20  # px, the sand round the hexes
WATERS = ((62.0, 0.35), (46.0, 0.7), (32.0, 1.0))  # how far shallow water reaches, in px, and how light it is
STREETS = 3.0  # px, the street round a hex
WAVES = 130
COMPASS = 92  # px
BOLLARD, LANDING = 17, 46  # px, the width of a bollard and of a gangway
ROUND_QUAY = 48  # px, the room for a gangway and bollards
SHADOW = (5, 7)  # px, the land's shadow on the sea


def _land(seats: int) -> list[Coordinates]:
    """Return the places of the hexes of the beginning."""
    layout = LAYOUTS[seats]
    return [*layout.places[: layout.first], *layout.harbours.values()]


def _waves(sheet: Canvas, city: Plan) -> None:
    """Draw small engraved strokes on open water."""
    chance = Random(1347)
    for _ in range(WAVES):
        x, y = chance.randrange(20, WIDTH - 60), chance.randrange(20, city.height - 20)
        curve = [(x + t * 2.2, y - 3.4 * (1 - ((t % 6) / 3 - 1) ** 2)) for t in range(13)]
        sheet.line(curve, SEA_LINE, 1.8)


def _grown(sheet: Canvas, shapes: list[list[Point]], by: float, colour: tuple[int, int, int], at: Point) -> None:
    """Draw all shapes enlarged by this width, with round edges."""
    for ring in shapes:
        ring = [(x + at[0], y + at[1]) for x, y in ring]
        sheet.polygon(ring, colour)
        sheet.stroke([*ring, ring[0]], colour, 2 * by)


def _rough(shapes: list[list[Point]]) -> list[list[Point]]:
    """Return the shapes with slightly irregular edges, as a coast."""
    chance, found = Random(47), []
    for ring in shapes:
        coast = []
        for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
            for k in range(8):
                reach = chance.uniform(-3.5, 3.5)
                coast.append((x + (u - x) * k / 8 + reach, y + (v - y) * k / 8 + chance.uniform(-3.5, 3.5)))
        found.append(coast)
    return found


@cached_sprite
def _street(wide: int) -> Sprite:
    """Draw the street round a hex, which covers the rest."""
    w, h = hex_size(wide)
    sheet = Canvas(w + 4 * STREETS, h + 4 * STREETS)
    ring = moved(corners_of(wide, 0.5), w / 2 + 2 * STREETS, h / 2 + 2 * STREETS)
    sheet.polygon(ring, None, STREET, 2 * STREETS)
    return sheet.sprite()


@cached_sprite
def quay(wide: int, high: int) -> Sprite:
    """Draw the planks of a quay from the two ends of their drawing."""
    _, (x, top, w, h) = art.source("messina/quay")
    half, tall = wide // 2, high / h
    whole = blank(wide, high)
    for left, room, start in ((0, half, x), (half, wide - half, x + w - (wide - half) / tall)):
        lay(whole, art.sprite("messina/quay", room, part=(start, top, room / tall, h)), left, 0)
    return whole


@cached_sprite
def _dock(seats: int, corner: str) -> Sprite:
    """Draw a quay with its shadow on the water, a gangway to the harbour, and bollards towards the water."""
    city = plan(seats)
    x, _, w, h = city.docks[f"dock-{corner}"].quay
    sheet = Canvas(w + 2 * ROUND_QUAY, h + 2 * ROUND_QUAY)
    sheet.box((ROUND_QUAY + 6, ROUND_QUAY + 10, w, h - 2), 5, mix(SEA_LINE, INK, 0.35))
    whole, north = sheet.sprite(), corner[0] == "n"
    way = city.at(LAYOUTS[seats].harbours[corner])[0] + city.wide * (-GANGWAY if corner[1] == "w" else GANGWAY)
    lay_at(whole, art.sprite("messina/gangway", LANDING), way - x + ROUND_QUAY, ROUND_QUAY + (h + 12 if north else -12))
    bollard = art.sprite("messina/bollard", BOLLARD)
    for left in range(20, w - 2, 46):
        lay_at(whole, bollard, ROUND_QUAY + left, ROUND_QUAY + (1 if north else h))
    lay(whole, quay(w, h), ROUND_QUAY, ROUND_QUAY)
    return whole


@packed
def _ground(seats: int) -> Image.Image:
    """Draw water and land, without streets. Do not draw on the result: copy it."""
    city = plan(seats)
    sheet = Canvas(WIDTH, city.height, SEA, fine=COARSE)
    _waves(sheet, city)
    land = [moved(corners_of(city.wide, 0.5), *city.at(place)) for place in _land(seats)]
    coast = _rough(land)
    for reach, strength in WATERS:
        _grown(sheet, land, reach, mix(SEA, SHALLOWS, strength), (0, 0))
    _grown(sheet, coast, BEACH, mix(SEA_LINE, INK, 0.3), SHADOW)
    _grown(sheet, coast, BEACH + 2, COAST, (0, 0))
    _grown(sheet, coast, BEACH, SAND, (0, 0))
    _grown(sheet, coast, BEACH - 9, mix(SAND, COAST, 0.18), (0, 0))
    return textured(sheet.picture(), 3)


def city_within(seats: int, box: Area) -> Image.Image:
    """Draw the part of the empty city within a box, framed if it is the whole city.

    Streets, quays and signs that the box cuts are left out.
    """
    city = plan(seats)
    # Cities that look the same are drawn once.
    seats = min(other for other in LAYOUTS if LAYOUTS[other] == LAYOUTS[seats] and plan(other) == city)
    part = _ground(seats).crop(box.box)
    board = Surface(part, -box.x, -box.y)
    for place in _land(seats):
        if holds(box, city.around(place)):
            _street(city.wide).put(board, *city.at(place))
    for name, dock in city.docks.items():
        if holds(box, dock.whole):
            _dock(seats, name.removeprefix("dock-")).put(board, *dock.quay.middle)
    if holds(box, city.home):
        compass(COMPASS).put(board, *city.home.middle)
    if part.size == (WIDTH, city.height):
        put_wood(part, FRAME)
    return part
