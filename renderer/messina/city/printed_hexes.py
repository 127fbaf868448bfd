"""The printed hexes of the city, and the outlines that mark them."""

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, INK, PAPER_LIGHT, SEPIA, WOOD_DARK, Rgb
from renderer.canvas.frame import HAIR
from renderer.canvas.layout import Planned, blank, column, lay, lay_at, planned_row, row, stacked
from renderer.canvas.text import PLAIN, Text
from renderer.messina.city.plan import corners_of, moved
from renderer.messina.icons import action, hanging, icon, planned_amount, price, square
from renderer.messina.pieces import ground, hex_size
from renderer.messina.words import word
from renderer.words import Words
from rules.messina import components
from rules.messina.components import CLASSES, District

# Positions are fractions of the height of a hex, sizes fractions of its width.
TAG_Y, ACTION_Y, ACTION = 0.112, 0.278, 0.218
PIECES = (0.357, 0.612)  # the band with the pieces
# The requirement for repopulating: its paper, and the icons on it.
BAR_Y, BAR, BAR_ROOM, NEEDS = 0.685, 0.195, 0.92, 0.163
SEAL_Y, SEAL = 0.862, 0.25  # the lower end of its ribbon overlaps the bar
OPEN_ACTION_Y, OPEN_ACTION, OPEN = 0.3, 0.28, (0.44, 0.72)  # larger, as a harbour has more room
NAME = 31  # px, the name of a hex
OUTLINE = 6  # px, the line round a hex
TAG = 35  # px, the height of its tag


@cached_sprite
def tag(name: str, rat: str) -> Sprite:
    """Draw the dark tag of a hex: its name, and the rat that the wheel shows for it."""
    creature = art.sprite(f"messina/rat-{rat}", TAG - 3, BONE) if rat else None
    wide = Text(name, NAME, PLAIN).width + 20 + (creature.size[0] + 3 if creature else 0)
    sheet = Canvas(wide, TAG)
    sheet.box((0, 0, wide, TAG), 8, WOOD_DARK, INK, 2)
    sheet.box((2, 2, wide - 4, TAG - 4), 6, None, (*BONE, 70), 1)
    sprite = sheet.sprite()
    Text(name, NAME, PLAIN).put(sprite.rgb, 10, TAG / 2, colour=BONE, align="left")
    if creature:
        creature.put(sprite.rgb, wide - 9 - creature.size[0] / 2, TAG / 2)
    return sprite


def needs(district: District, size: int) -> Planned:
    """Plan the requirement for repopulating: cost, citizens (gold ones with a star), a lieutenant."""
    parts = [planned_amount(word, size) for word in price(district.cost)]
    for wanted, side in ((district.citizens, ""), (district.gold, ":gold")):
        parts += [square(icon, one + side, size) for one in CLASSES for _ in range(wanted.get(one, 0))]
    parts += [square(icon, "lieutenant", size)] * district.lieutenants
    return planned_row(parts, 0.06 * size)


@cached_sprite
def bar(name: str, wide: int) -> Sprite:
    """Draw the paper across a hex with its requirement for repopulating."""
    size = round(wide * NEEDS)
    while (plan := needs(components.DISTRICTS[name], size)).size[0] > wide * BAR_ROOM - 18:
        size -= 1
    asks = plan.draw()
    high = round(wide * BAR)
    long = asks.size[0] + 18
    sheet = Canvas(long + 4, high + 4)
    sheet.box((3, 4, long, high), 7, (*INK, 60))
    sheet.box((0, 0, long, high), 7, PAPER_LIGHT, SEPIA, 2)
    sprite = sheet.sprite()
    asks.put(sprite.rgb, long / 2, high / 2)
    return sprite


def hex_name(name: str, words: Words) -> str:
    """Return what is written on the hex: "7" for ``h7``, "NW" for ``nw``."""
    return word(name, words) if name in components.CORNERS else name.removeprefix("h")


@cached_sprite
def face(name: str, called: str, wide: int, style: frozenset[str], needed: bool) -> Sprite:
    """Draw a hex as printed, with its name. With ``needed``, show its requirement for repopulating."""
    printed = components.HEXES[name]
    sprite = ground(wide, getattr(printed, "colour", ""), style).copy()
    middle, high = wide / 2, sprite.size[1]
    board = sprite.rgb
    if not isinstance(printed, District):
        icon("anchor", round(wide * 0.2)).put(board, middle, high * 0.85)
        action(printed.action, round(wide * OPEN_ACTION)).draw().put(board, middle, high * OPEN_ACTION_Y)
        lay_at(sprite, tag(called, ""), middle, high * TAG_Y)
        return sprite
    lay_at(sprite, tag(called, printed.rat), middle, high * TAG_Y)
    action(printed.action, round(wide * ACTION)).draw().put(board, middle, high * ACTION_Y)
    if needed:
        seal = hanging(printed.points, round(wide * SEAL))
        paper = bar(name, wide)
        lay_at(sprite, paper, middle + 2, high * BAR_Y + 2)
        seal.put(board, middle, high * SEAL_Y - seal.size[1] / 2 + seal.size[0] / 2)
    return sprite


@cached_sprite
def lit(name: str, called: str, wide: int, style: frozenset[str], needed: bool) -> Sprite:
    """Draw a hex that can be chosen, with its edge."""
    printed, room = face(name, called, wide, style, needed), 4 * OUTLINE  # as in an outline
    return stacked(blank(printed.size[0] + room, printed.size[1] + room), printed, outline(wide, CHOICE))


@cached_sprite
def vacant(wide: int, harbours: tuple[str, ...]) -> Sprite:
    """Draw a place for a new hex, with the names of the harbours whose dock tile would bring it here."""
    w, h = hex_size(wide)
    sheet = Canvas(w, h)
    ring = moved(corners_of(wide, -7), w / 2, h / 2)
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        for k in range(0, 9, 2):
            a, b = k / 9, (k + 1) / 9
            sheet.stroke([(x + (u - x) * a, y + (v - y) * a), (x + (u - x) * b, y + (v - y) * b)], BONE, 3.5)
    sprite = sheet.sprite()
    if harbours:
        names = [tag(harbour, "") for harbour in harbours]
        label = column([icon("anchor", 44), *(row(names[i : i + 2], 10) for i in range(0, len(names), 2))], 10)
        lay(sprite, label, (w - label.size[0]) // 2, (h - label.size[1]) // 2)
    return sprite


@cached_sprite
def outline(wide: int, colour: Rgb) -> Sprite:
    """Draw a line round a hex, between hairlines of ink: it has changed, or can be chosen."""
    (w, h), thick = hex_size(wide), OUTLINE
    sheet = Canvas(w + 4 * thick, h + 4 * thick)
    corners = moved(corners_of(wide), w / 2 + 2 * thick, h / 2 + 2 * thick)
    sheet.polygon(corners, None, INK, thick + 2 * HAIR)
    sheet.polygon(corners, None, colour, thick)
    return sheet.sprite()
