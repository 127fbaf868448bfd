"""Draw the printed city: water, coast, streets and docks, the hexes, and the outlines that mark them."""

from functools import partial
from random import Random

from PIL import Image

from renderer import art
from renderer.canvas.canvas import BOARD_OVERSAMPLING, Canvas, Point, Sprite, Surface, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, INK, PAPER_LIGHT, SEA, SEA_LINE, SEPIA, WOOD_DARK, Rgb, mix
from renderer.canvas.frame import HAIRLINE, put_wood
from renderer.canvas.layout import Area, Planned, column, empty_sprite, lay_at, overlay, planned_row, row, stacked
from renderer.canvas.memory import cached_compressed
from renderer.canvas.text import PLAIN, Text
from renderer.canvas.texture import textured
from renderer.messina.city.plan import CITY_WIDTH, FRAME_WIDTH, GANGWAY_OFFSET, city_plan, corners_of
from renderer.messina.crops import contains_whole
from renderer.messina.icons import (
    action_icons,
    empty_hex,
    hanging,
    hex_size,
    icon,
    largest_fitting,
    planned_amount,
    price,
    square,
)
from renderer.messina.theme import COAST, SAND, SHALLOWS, STREET
from renderer.messina.words import word
from renderer.scene import Words
from rules.messina import components
from rules.messina.components import CITIZEN_CLASSES, CITY_LAYOUTS, Coordinates, District
from rules.messina.view import HexView

BEACH = 20  # px, the sand round the hexes
WATERS = ((62.0, 0.35), (46.0, 0.7), (32.0, 1.0))  # how far shallow water reaches, in px, and how light it is
STREETS = 3.0  # px, the street round a hex
WAVES = 130
COMPASS = 92  # px
BOLLARD, LANDING = 17, 46  # px, the width of a bollard and of a gangway
ROUND_QUAY = 48  # px, the room for a gangway and bollards
SHADOW = (5, 7)  # px, the land's shadow on the sea


def _land(seats: int) -> list[Coordinates]:
    """Return the coordinates of the hexes at the start of the game."""
    layout = CITY_LAYOUTS[seats]
    return [*layout.places[: layout.first], *layout.harbours.values()]


def _grown(sheet: Canvas, shapes: list[list[Point]], by: float, colour: Rgb, at: Point = (0, 0)) -> None:
    """Draw all shapes enlarged by this width, with round edges."""
    for ring in shapes:
        ring = [(x + at[0], y + at[1]) for x, y in ring]
        sheet.polygon(ring, colour)
        sheet.stroke([*ring, ring[0]], colour, 2 * by)


@cached_sprite
def _street(wide: int) -> Sprite:
    """Draw the outline of a hex as a street. The hex drawn later covers all but its edge."""
    w, h = hex_size(wide)
    sheet = Canvas(w + 4 * STREETS, h + 4 * STREETS)
    ring = corners_of(wide, (w / 2 + 2 * STREETS, h / 2 + 2 * STREETS), 0.5)
    sheet.polygon(ring, None, STREET, 2 * STREETS)
    return sheet.sprite()


@cached_sprite
def quay(wide: int, high: int) -> Sprite:
    """Draw the planks of a quay using the two ends of their drawing."""
    _, (x, top, w, h) = art.source("messina/quay")
    half, tall = wide // 2, high / h
    whole = empty_sprite(wide, high)
    for left, room, start in ((0, half, x), (half, wide - half, x + w - (wide - half) / tall)):
        overlay(whole, art.sprite("messina/quay", room, part=(start, top, room / tall, h)), left, 0)
    return whole


@cached_sprite
def _dock(seats: int, wide: int, corner: str) -> Sprite:
    """Draw a quay with its shadow on the water, a gangway to the harbour, and bollards towards the water."""
    city = city_plan(seats, wide)
    x, y, w, h = city.docks[f"dock-{corner}"].quay
    sheet = Canvas(w + 2 * ROUND_QUAY, h + 2 * ROUND_QUAY)
    sheet.box((ROUND_QUAY + 6, ROUND_QUAY + 10, w, h - 2), 5, mix(SEA_LINE, INK, 0.35))
    whole, north = sheet.sprite(), city.docks[f"dock-{corner}"].water.y < y
    way = city.at(CITY_LAYOUTS[seats].harbours[corner])[0] + city.wide * (
        -GANGWAY_OFFSET if corner[1] == "w" else GANGWAY_OFFSET
    )
    if x < way < x + w:  # a quay beside its harbour needs no gangway
        gangway = art.sprite("messina/gangway", LANDING)
        lay_at(whole, gangway, way - x + ROUND_QUAY, ROUND_QUAY + (h + 12 if north else -12))
    bollard = art.sprite("messina/bollard", BOLLARD)
    for left in range(20, w - 2, 46):
        lay_at(whole, bollard, ROUND_QUAY + left, ROUND_QUAY + (1 if north else h))
    overlay(whole, quay(w, h), ROUND_QUAY, ROUND_QUAY)
    return whole


@cached_compressed
def _ground(seats: int, wide: int) -> Image.Image:
    """Draw water and land, without streets. Copy the result before drawing on it."""
    return textured(_smooth_ground(seats, wide), 3)


def _smooth_ground(seats: int, wide: int) -> Image.Image:
    """Draw water and land without texture. The large canvas is freed before the texture needs memory, too."""
    city = city_plan(seats, wide)
    sheet = Canvas(CITY_WIDTH, city.height, SEA, fine=BOARD_OVERSAMPLING)
    chance = Random(1347)
    for _ in range(WAVES):  # small engraved strokes on open water
        x, y = chance.randrange(20, CITY_WIDTH - 60), chance.randrange(20, city.height - 20)
        sheet.line([(x + t * 2.2, y - 3.4 * (1 - ((t % 6) / 3 - 1) ** 2)) for t in range(13)], SEA_LINE, 1.8)
    land = [corners_of(city.wide, city.at(place), 0.5) for place in _land(seats)]
    rough = Random(47)
    coast = [
        [
            (x + (u - x) * k / 8 + rough.uniform(-3.5, 3.5), y + (v - y) * k / 8 + rough.uniform(-3.5, 3.5))
            for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True)
            for k in range(8)
        ]
        for ring in land
    ]
    for reach, strength in WATERS:
        _grown(sheet, land, reach, mix(SEA, SHALLOWS, strength))
    _grown(sheet, coast, BEACH, mix(SEA_LINE, INK, 0.3), SHADOW)
    _grown(sheet, coast, BEACH + 2, COAST)
    _grown(sheet, coast, BEACH, SAND)
    _grown(sheet, coast, BEACH - 9, mix(SAND, COAST, 0.18))
    return sheet.picture()


def city_within(seats: int, wide: int, box: Area) -> Image.Image:
    """Draw the part of the empty city within a box, without things that the box cuts.

    Only the whole city gets a frame.
    """
    city = city_plan(seats, wide)
    # Cities that look the same are drawn once.
    alike = (other for other in CITY_LAYOUTS if CITY_LAYOUTS[other] == CITY_LAYOUTS[seats])
    seats = min(other for other in alike if city_plan(other, wide)._replace(boxes=city.boxes) == city)
    part = _ground(seats, wide).crop(box.box)
    board = Surface(part, -box.x, -box.y)
    for place in _land(seats):
        if contains_whole(box, city.around(place)):
            _street(city.wide).put(board, *city.at(place))
    for name, dock in city.docks.items():
        if contains_whole(box, dock.whole):
            _dock(seats, wide, name.removeprefix("dock-")).put(board, *dock.quay.middle)
    if contains_whole(box, city.home):
        art.sprite("common/compass", COMPASS).put(board, *city.home.middle)
    if part.size == (CITY_WIDTH, city.height):
        put_wood(part, FRAME_WIDTH)
    return part


# Positions are fractions of the height of a hex, sizes fractions of its width.
TAG_Y, ACTION_Y, ACTION = 0.112, 0.278, 0.218
PIECES_BAND = (0.357, 0.612)  # the band with the pieces
# The requirement for repopulating: its paper, and the icons on it.
BAR_Y, BAR, BAR_ROOM, NEEDS = 0.685, 0.195, 0.91, 0.163
SEAL_Y, SEAL_SIZE = 0.862, 0.25  # the lower end of the seal's ribbon overlaps the bar
OPEN_ACTION_Y, OPEN_ACTION, OPEN_PIECES_BAND = 0.3, 0.28, (0.44, 0.72)  # the same on a harbour, which has more room
COMPACT = 150  # px; a narrower hex has only its name, action and pieces, placed as on a harbour
COMPACT_TAG_Y, COMPACT_ACTION_Y, COMPACT_PIECES_BAND = 0.17, 0.42, (0.55, 0.81)
NAME_ASIDE = 10  # px, how far such a hex's name is beside the middle, off the letter of a choice
OPEN_ROOM = (0.84, 0.34)  # the room for a harbour's action, in parts of its width and height
NAME = 34  # px, the name of a hex
OUTLINE = 6  # px, the line round a hex
RATS = {name: one.rat for name, one in components.DISTRICTS.items()}
TAG = 36  # px, the height of the tag with the name


@cached_sprite
def hex_tag(name: str, rat: str) -> Sprite:
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
    """Plan the icons of a requirement for repopulating: its cost, citizens (with a star if gold), and lieutenants."""
    parts = [planned_amount(word, size) for word in price(district.cost)]
    for wanted, side in ((district.citizens, ""), (district.gold, ":gold")):
        parts += [square(icon, one + side, size) for one in CITIZEN_CLASSES for _ in range(wanted.get(one, 0))]
    parts += [square(icon, "lieutenant", size)] * district.lieutenants
    return planned_row(parts, 0.06 * size)


@cached_sprite
def requirement_bar(name: str, wide: int) -> Sprite:
    """Draw the paper across a hex with its requirement for repopulating."""
    district, high = components.DISTRICTS[name], round(wide * BAR)
    asks = largest_fitting(lambda size: needs(district, size), round(wide * NEEDS), wide * BAR_ROOM - 18).draw()
    long = asks.size[0] + 18
    sheet = Canvas(long + 4, high + 4)
    sheet.box((3, 4, long, high), 7, (*INK, 60))
    sheet.box((0, 0, long, high), 7, PAPER_LIGHT, SEPIA, 2)
    sprite = sheet.sprite()
    asks.put(sprite.rgb, long / 2, high / 2)
    return sprite


def pieces_band(one: HexView, wide: int) -> tuple[float, float]:
    """Return the band of the pieces on a hex of this width: its upper and lower end as fractions of the height."""
    return COMPACT_PIECES_BAND if wide < COMPACT else PIECES_BAND if one.colour else OPEN_PIECES_BAND


def hex_name(name: str, words: Words) -> str:
    """Return the name on a hex: "7" for ``h7``, "NW" for ``nw``."""
    return word(name, words) if name in components.HARBOUR_CORNERS else name.removeprefix("h")


@cached_sprite
def printed_hex(name: str, called: str, wide: int, style: frozenset[str], needed: bool) -> Sprite:
    """Draw a hex as printed, with the name ``called``.

    With ``needed``, show its requirement for repopulating, unless the hex is small.
    """
    printed = components.HEXES[name]
    sprite = empty_hex(wide, getattr(printed, "colour", ""), style).copy()
    middle, high = wide / 2, sprite.size[1]
    board = sprite.rgb
    if wide < COMPACT:
        room, most = wide * OPEN_ROOM[0], high * OPEN_ROOM[1]
        does = partial(action_icons, printed.action, width=round(room))
        largest_fitting(does, round(wide * OPEN_ACTION), room, most).draw().put(board, middle, high * COMPACT_ACTION_Y)
        _lay_tag(sprite, name, called, wide)
        return sprite
    if not isinstance(printed, District):
        icon("anchor", round(wide * 0.2)).put(board, middle, high * 0.85)
        action_icons(printed.action, round(wide * OPEN_ACTION)).draw().put(board, middle, high * OPEN_ACTION_Y)
        _lay_tag(sprite, name, called, wide)
        return sprite
    _lay_tag(sprite, name, called, wide)
    action_icons(printed.action, round(wide * ACTION)).draw().put(board, middle, high * ACTION_Y)
    if needed:
        seal = hanging(printed.points, round(wide * SEAL_SIZE))
        lay_at(sprite, requirement_bar(name, wide), middle + 2, high * BAR_Y + 2)
        seal.put(board, middle, high * SEAL_Y - seal.size[1] / 2 + seal.size[0] / 2)
    return sprite


def _lay_tag(whole: Sprite, name: str, called: str, wide: int) -> None:
    """Draw a hex's name, and its rat unless the hex is small, on a sprite with the hex in the middle."""
    (across, down), high = whole.size, hex_size(wide)[1]
    aside, y, rat = (NAME_ASIDE, COMPACT_TAG_Y, "") if wide < COMPACT else (0, TAG_Y, RATS.get(name, ""))
    lay_at(whole, hex_tag(called, rat), across / 2 + aside, (down - high) / 2 + high * y)


@cached_sprite
def choosable_hex(name: str, called: str, wide: int, style: frozenset[str], needed: bool) -> Sprite:
    """Draw a hex that can be chosen, with its edge, and its name on top of the edge."""
    printed, room = printed_hex(name, called, wide, style, needed), 4 * OUTLINE  # as for an outline
    sprite = stacked(empty_sprite(printed.size[0] + room, printed.size[1] + room), printed, outline(wide, CHOICE))
    _lay_tag(sprite, name, called, wide)
    return sprite


@cached_sprite
def vacant_place(wide: int, harbours: tuple[str, ...]) -> Sprite:
    """Draw a place for a new hex, with the names of the harbours whose dock tile would add the hex here."""
    w, h = hex_size(wide)
    sheet = Canvas(w, h)
    ring = corners_of(wide, (w / 2, h / 2), -7)
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        for k in range(0, 9, 2):
            a, b = k / 9, (k + 1) / 9
            sheet.stroke([(x + (u - x) * a, y + (v - y) * a), (x + (u - x) * b, y + (v - y) * b)], BONE, 3.5)
    sprite = sheet.sprite()
    if harbours:
        names = [hex_tag(harbour, "") for harbour in harbours]
        rows = [row(names[i : i + 2], 10) for i in range(0, len(names), 2)]
        label = column(names, -4) if wide < COMPACT else column([icon("anchor", 44), *rows], 10)
        overlay(sprite, label, (w - label.size[0]) // 2, (h - label.size[1]) // 2)
    return sprite


@cached_sprite
def outline(wide: int, colour: Rgb) -> Sprite:
    """Draw a line between hairlines of ink round a hex that has changed or can be chosen."""
    (w, h), thick = hex_size(wide), OUTLINE
    sheet = Canvas(w + 4 * thick, h + 4 * thick)
    corners = corners_of(wide, (w / 2 + 2 * thick, h / 2 + 2 * thick))
    sheet.polygon(corners, None, INK, thick + 2 * HAIRLINE)
    sheet.polygon(corners, None, colour, thick)
    return sheet.sprite()
