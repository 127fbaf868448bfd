"""The hexes of the city as they are printed, and the outlines that mark them."""

from math import sqrt

from PIL import ImageChops

from renderer.canvas.canvas import Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import INK, PAPER_LIGHT, SEA, SEA_LINE, SEPIA, Rgb, mix
from renderer.canvas.frame import HAIR
from renderer.canvas.layout import column, lay, row
from renderer.messina.city.plan import corners_of, moved
from renderer.messina.hexes import hatching
from renderer.messina.icons import action, amount, icon, price, written
from renderer.messina.pieces import citizen
from renderer.messina.theme import HARBOUR, HEXES, Colour
from rules.messina import components
from rules.messina.component_types import District
from rules.messina.components import CLASSES

WATER = Colour(HARBOUR, SEPIA, "none")
DIM = 0.56  # how much paper is mixed into the colour of a dimmed hex
EDGE = 5  # px, the coloured edge within the ink outline

# Heights on the hex, in parts of its height, and sizes in parts of its width.
NAME_Y, NAME, RAT = 0.156, 0.185, 0.172
ACTION_Y, ACTION = 0.313, 0.205
NEEDS_Y, NEEDS, NEEDS_ROOM = 0.727, 0.162, 0.84
POINTS_Y, POINTS = 0.872, 0.195
PIECES = (0.415, 0.655)  # the band in which the pieces stand
OPEN_ACTION_Y, OPEN_ACTION, OPEN = 0.345, 0.27, (0.47, 0.75)  # the same on a harbour, where there is more room


def hex_size(wide: int) -> tuple[int, int]:
    """Width and height of a hex's sprite."""
    return wide, round(wide * 2 / sqrt(3))


def _shape(wide: int, grow: float) -> list[Point]:
    """The corners of a hex whose sides are moved outwards, on its sprite."""
    w, h = hex_size(wide)
    return moved(corners_of(wide, grow), w / 2, h / 2)


@cached_sprite
def ground(wide: int, colour: str, full: bool) -> Sprite:
    """A hex of a colour ("" for a harbour) without anything on it: ink outline, coloured edge, hatched field."""
    ink = HEXES.get(colour, WATER)
    sheet = Canvas(*hex_size(wide))
    edge = max(3, round(EDGE * wide / 180))
    field = ink.fill if full else mix(ink.fill, PAPER_LIGHT, DIM if colour else DIM / 2)
    line = mix(ink.fill, ink.dark, 0.55 if full else 0.3)
    for grow, fill in ((-1, INK), (-2.6, line), (-2.6 - edge, field)):
        sheet.polygon(_shape(wide, grow), fill)
    sprite = sheet.sprite()
    if colour:
        lines = hatching(colour, *sprite.size, round(wide / 13))
        inner = Canvas(*sprite.size, 0)
        inner.polygon(_shape(wide, -3 - edge), 255)
        pattern = ImageChops.multiply(lines, inner.picture())
        sprite.rgb.paste(mix(field, ink.dark, 0.42 if full else 0.3), mask=pattern)
    return sprite


def needs(district: District, size: int) -> Sprite:
    """What repopulating asks: cost, citizens (gold ones with a star), a lieutenant."""
    parts = [amount(word, size) for word in price(district.cost)]
    for side, wanted in (("normal", district.citizens), ("gold", district.gold)):
        parts += [citizen(one, side, size) for one in CLASSES for _ in range(wanted.get(one, 0))]
    parts += [icon("lieutenant", size)] * district.lieutenants
    return row(parts, 0.04 * size)


def hex_name(name: str) -> str:
    """What stands on the hex: "7" for ``h7``, "NW" for ``nw``."""
    return name.removeprefix("h").upper()


@cached_sprite
def face(name: str, wide: int, full: bool, needed: bool) -> Sprite:
    """A hex as printed; ``needed``: what repopulating it asks is to be seen too."""
    printed = components.HEXES[name]
    bare = ground(wide, getattr(printed, "colour", ""), full)
    sprite = bare.copy()
    middle, high = wide / 2, bare.size[1]
    board = sprite.rgb
    title = written(hex_name(name), round(wide * NAME), round(wide * RAT))
    if not isinstance(printed, District):
        icon("anchor", round(wide * 0.22)).put(board, middle, high * 0.845)
        title.put(board, middle, high * NAME_Y)
        action(printed.action, round(wide * OPEN_ACTION)).put(board, middle, high * OPEN_ACTION_Y)
        return sprite
    head = row((title, icon(f"rat:{printed.rat}", round(wide * RAT))), wide * 0.02)
    head.put(board, middle, high * NAME_Y)
    does = action(printed.action, round(wide * ACTION))
    does.put(board, middle, high * ACTION_Y)
    if needed:
        size = round(wide * NEEDS)
        while (asks := needs(printed, size)).size[0] > wide * NEEDS_ROOM:
            size -= 1
        asks.put(board, middle, high * NEEDS_Y)
        amount(f"points:{printed.points}", round(wide * POINTS)).put(board, middle, high * POINTS_Y)
    return sprite


@cached_sprite
def vacant(wide: int, corners: tuple[str, ...]) -> Sprite:
    """A place for a new hex, and the harbours whose dock tile would bring it here."""
    w, h = hex_size(wide)
    sheet = Canvas(w, h)
    ring = _shape(wide, -7)
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        for k in range(0, 9, 2):
            a, b = k / 9, (k + 1) / 9
            sheet.stroke([(x + (u - x) * a, y + (v - y) * a), (x + (u - x) * b, y + (v - y) * b)], SEA_LINE, 3)
    sprite = sheet.sprite()
    size = round(wide * NAME)
    names = [written(corner.upper(), size, size, mix(SEPIA, SEA, 0.15)) for corner in corners]
    lines = [icon("anchor", size), *(row(names[i : i + 2], size * 0.5) for i in range(0, len(names), 2))]
    if names:
        label = column(lines, size * 0.3)
        lay(sprite, label, (w - label.size[0]) // 2, (h - label.size[1]) // 2)
    return sprite


@cached_sprite
def outline(wide: int, colour: Rgb, thick: int) -> Sprite:
    """A line round a hex, between hairlines of ink: it has changed, or can be chosen."""
    w, h = hex_size(wide)
    sheet = Canvas(w + 4 * thick, h + 4 * thick)
    corners = moved(corners_of(wide), w / 2 + 2 * thick, h / 2 + 2 * thick)
    sheet.polygon(corners, None, INK, thick + 2 * HAIR)
    sheet.polygon(corners, None, colour, thick)
    return sheet.sprite()
