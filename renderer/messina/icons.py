"""Icons, named as in the rules' tables; the prices, gains and actions composed of them; and pieces on the boards."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import inf, sqrt
from typing import TypeVar

from PIL import Image, ImageChops

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite, with_opacity
from renderer.canvas.colours import BONE, CREAM, INK, PAPER_LIGHT
from renderer.canvas.layout import (
    Planned,
    Size,
    column,
    empty_sprite,
    lay_at,
    planned_column,
    planned_row,
    row,
    stacked,
)
from renderer.canvas.text import TITLE, Halo, Text, capital_height
from renderer.canvas.texture import hatching
from renderer.messina.theme import GOLD, GOODS, RIMS, SECTORS, STONE
from renderer.seats import SeatLook, seat_sign, token
from rules.messina.components import HEXES, PATH_LENGTH, SHIPS, Action, Option
from rules.messina.ending import FIRST_SCORING_STEP, REGISTER_TRACK
from rules.messina.view import View

GAP = 0.14  # between things in a row, in parts of their height
MIN_NUMBER = 34  # px, legible on a phone
NUMBER = 0.86  # the height of a number in a row, in parts of the row's height
STAMPED = {"coin": (0.66, 0.7, 0.48, 0.47), "points": (0.58, 0.66, 0.5, 0.485)}  # a number on it: size, room, middle
PLAIN_FACE = ".cross,.star{display:none}"  # hides the symbol if a number takes its place
RIBBON = ".ribbon{display:inline !important}"
BETTER = f".ground{{fill:#{bytes(GOLD).hex()} !important}}.rim{{stroke-width:5 !important}}"
FACE_ONLY = ".frame{display:none}"
Arrow = tuple[str, float, float, float]  # a drawing, its size, and its middle, in parts of a size
TRACK_THINGS = {  # things that are counted one by one
    "buildings": ("hut", "workshop"),
    "ships": ("ship",),
    "repopulated": ("tile",),
    "workshops": ("workshop",),
    "huts": ("hut",),
    "timber": ("timber",),
    "coins": ("coin",),
}
SCORING_STEPS = range(FIRST_SCORING_STEP, PATH_LENGTH + 1)  # the steps on which overseers score
FAINT_OPACITY = 0.4  # opacity of a piece where it was before
STAR = (0.5, 0.78, 0.76)  # the star of the better side: its size and middle


def _drawing(name: str, size: int, css: str = "") -> Sprite:
    return art.sprite(f"messina/{name}", size, css=css)


@cached_sprite
def citizen(kind: str, side: str, size: int) -> Sprite:
    """Draw a citizen of a class with its "normal" or "gold" side up. The gold side has a second rim and a star."""
    if side == "normal":
        return _drawing(kind, size)
    return _starred(_drawing(kind, size, BETTER), size)


def _starred(bare: Sprite, size: int) -> Sprite:
    sprite = bare.copy()
    lay_at(sprite, _drawing("star", round(size * STAR[0])), size * STAR[1], size * STAR[2])
    return sprite


@cached_sprite
def overseer(kind: str, upgraded: bool, size: int) -> Sprite:
    """Draw an overseer of a class, or a generic one; an upgraded one has a gold rim and a star."""
    css = BETTER if upgraded else ""
    if kind == "any":
        bare = _drawing("overseer-any", size, css)
    else:
        rim = "" if upgraded else f".ground{{fill:#{bytes(RIMS[kind]).hex()} !important}}"
        own = f".face{{fill:#{bytes(SECTORS[kind]).hex()} !important}}"
        bare = _drawing("overseer", size, css + rim + own).copy()
        lay_at(bare, _drawing(kind, round(size * 0.78), FACE_ONLY), size * 0.49, size * 0.48)
    return _starred(bare, size) if upgraded else bare


def _with_arrows(bare: Callable[[int], Sprite], arrows: tuple[Arrow, ...], size: int) -> Sprite:
    """Draw a piece beside arrows that show its change."""
    sprite = bare(size).copy()
    for name, part, x, y in arrows:
        lay_at(sprite, _drawing(name, round(size * part)), size * x, size * y)
    return sprite


ON: Arrow = ("arrow", 0.62, 0.7, 0.74)
COMPOSED: dict[str, Callable[[int], Sprite]] = {
    **{f"{kind}:gold": partial(citizen, kind, "gold") for kind in SECTORS},
    **{f"overseer:{kind}": partial(_with_arrows, partial(overseer, kind, False), (ON,)) for kind in (*SECTORS, "any")},
    "overseer:any_skip": partial(_with_arrows, partial(overseer, "any", False), (("hop", 0.7, 0.6, 0.66),)),
    "upgrade": partial(_with_arrows, partial(_drawing, "upgrade"), (("arrow-up", 0.6, 0.25, 0.68),)),
    "upgrade_overseer": partial(_with_arrows, partial(overseer, "any", True), (("arrow-up", 0.6, 0.26, 0.7),)),
    "upgrade_and_advance_overseer": partial(
        _with_arrows, partial(overseer, "any", True), (("arrow-up", 0.5, 0.22, 0.66), ON)
    ),
    "rat": partial(_drawing, "rat-right"),
    "tile": partial(_drawing, "house"),
}
# Every icon.
NAMES = (
    *COMPOSED,
    "coin",
    "timber",
    "fire",
    "big_fire",
    "points",
    "plague",
    "gems",
    "spices",
    "silk",
    "wagon",
    "workshop",
    "hut",
    *SECTORS,
    "lieutenant",
    "build",
    "scroll",
    "city",
    "church",
    "register",
    "popularity",
    "activate",
    "any_hex_action",
    "rat:right",
    "rat:left",
    "rat:upright",
    "early",
    "late",
    "wheel",
    "anchor",
    "ship",
    "flow",
    "plague_taken",
)
FILES = {"points": "seal"}  # drawings with another name


@cached_sprite
def icon(name: str, size: int) -> Sprite:
    """Draw the icon of an effect or a thing, given its name, in a square of this size.

    Raise KeyError if there is no such icon.
    """
    if name in COMPOSED:
        return COMPOSED[name](size)
    if name not in NAMES:
        raise KeyError(name)
    return _drawing(FILES.get(name, name.replace(":", "-").replace("_", "-")), size)


@cached_sprite
def amount(word: str, size: int) -> Sprite:
    """Draw an effect such as "coin:2" as a number and an icon, ``size`` pixels high.

    The number 1 is written only on points.
    """
    return planned_amount(word, size).draw()


def planned_amount(word: str, size: int) -> Planned:
    """Plan an `amount`: a square, or wider if there is a number beside it."""
    name, _, number = word.rpartition(":")
    if not number.removeprefix("-").isdigit():
        return square(icon, word, size)
    if name == "points" or (name == "coin" and number != "1"):
        file = FILES.get(name, name)
        return Planned((size, size), lambda: _stamped(_drawing(file, size, PLAIN_FACE), name, number, size))
    if number == "1":
        return square(icon, name, size)
    written_ = planned_writing(number, max(MIN_NUMBER, round(size * NUMBER)), size)
    return planned_row((written_, square(icon, name, size)), 0.02 * size)


def square(draw: Callable[[str, int], Sprite], name: str, size: int) -> Planned:
    """Plan a square drawing, such as an icon."""
    return Planned((size, size), partial(draw, name, size))


def _stamped(bare: Sprite, name: str, number: str, size: int) -> Sprite:
    """Draw the number on a coin, or on a seal, whose wax is at the lower end."""
    part, room, x, y = STAMPED[name]
    sprite = bare.copy()
    text = Text(number, max(MIN_NUMBER, round(size * part)))
    if text.width > size * room:
        text = text._replace(size=MIN_NUMBER)
    text.put(sprite.rgb, size * x, size * y + bare.size[1] - size, colour=CREAM if name == "points" else INK)
    return sprite


@cached_sprite
def hanging(points: int, size: int) -> Sprite:
    """Draw a seal that hangs on its ribbon and is stamped with points. The wax is ``size`` pixels wide."""
    above = 16
    seal = art.sprite("messina/seal", size, None, (-4, 2 - above, 108, 108 + above), PLAIN_FACE + RIBBON)
    return _stamped(seal, "points", str(points), size)


def text_sprite(text: str, high: int, room: int) -> Sprite:
    """Draw text of size ``high`` with a light edge, as a sprite at least ``room`` pixels high, for a row with icons."""
    return planned_writing(text, high, room).draw()


def planned_writing(text: str, high: int, room: int) -> Planned:
    """Plan a text as `text_sprite` draws it."""
    edge, whole = max(1, round(high * 0.07)), Text(text, high)
    size = whole.width + 2 * edge, max(room, round(capital_height(TITLE, high)) + 2 * edge)
    return Planned(size, partial(_written, whole, size, edge))


@cached_sprite
def _written(text: Text, size: Size, edge: int) -> Sprite:
    sprite, white = Sprite(Image.new("RGB", size, PAPER_LIGHT), Image.new("L", size)), (255, 255, 255)
    for board, ink, halo in ((sprite.rgb, INK, PAPER_LIGHT), (sprite.mask, white, white)):
        text.put(board, size[0] / 2, size[1] / 2, colour=ink, halo=Halo(halo, edge))
    return sprite


def effect_words(option: Option) -> tuple[str, ...]:
    """Return an option's effects with their amounts as words such as "coin:2"."""
    counted = Counter((*option.steps, *(one for one in option.effects if ":" not in one)))
    return (*price(option.gains), *price(counted), *(one for one in option.effects if ":" in one))


def price(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """Return amounts, given by name, as words such as "coin:2"."""
    return tuple(f"{name}:{number}" for name, number in amounts.items())


def amounts(effects: Iterable[str], size: int) -> Planned:
    """Plan amounts, given as words, in a row, such as a price: ``amounts(price(tile.cost), 40)``."""
    return planned_row([planned_amount(word, size) for word in effects], GAP * size)


Shown = TypeVar("Shown", Sprite, Planned)


def largest_fitting(draw: Callable[[int], Shown], size: int, wide: float, high: float = inf) -> Shown:
    """Return the drawing or plan at the largest size, up to ``size``, at which it fits into this width and height."""
    while (one := draw(size)).size[0] > wide or one.size[1] > high:
        size -= 1
    return one


def action_icons(action: Action, size: int, width: int = 0) -> Planned:
    """Plan an action: its price and an arrow, if it has a price, and its gains, with a slash between options.

    If they are wider than ``width``, use two rows.
    """
    atoms = [planned_amount(word, size) for word in price(action.cost)]
    if atoms:
        wide = round(size * 0.6)
        atoms.append(Planned(art.size(wide, art.source("messina/flow")[1]), partial(_drawing, "flow", wide)))
    for number, option in enumerate(action.options):
        if number:
            atoms.append(planned_writing("/", max(MIN_NUMBER, round(size * 0.9)), size))
        atoms += [planned_amount(word, size) for word in effect_words(option)]
    whole = planned_row(atoms, GAP * size)
    if not width or whole.size[0] <= width or len(atoms) < 2:
        return whole
    lines = [(planned_row(atoms[:i], GAP * size), planned_row(atoms[i:], GAP * size)) for i in range(1, len(atoms))]
    return planned_column(min(lines, key=lambda two: max(one.size[0] for one in two)), GAP * size)


PAIRED, INSET = 0.64, 0.03  # two icons in a square: the size of each, and its distance from the corner


@cached_sprite
def action_in_square(hex_: str, size: int) -> Sprite:
    """Draw the action of a hex in a square: one icon, or two diagonally, with a slash between options."""
    action = HEXES[hex_].action
    words = [word for one in action.options for word in effect_words(one)]
    if len(words) == 1:
        return largest_fitting(partial(planned_amount, words[0]), size, size).draw()
    whole, half = empty_sprite(size, size), round(size * PAIRED)
    for word, at in zip(words, (half / 2 + INSET * size, size - half / 2 - INSET * size), strict=True):
        lay_at(whole, largest_fitting(partial(planned_amount, word), half, half).draw(), at, at)
    if len(action.options) > 1:
        lay_at(whole, text_sprite("/", half, half), size / 2, size / 2)
    return whole


@cached_sprite
def track_icons(scores: str, high: int) -> Sprite:
    """Draw the things that a scroll track counts, ``high`` pixels high."""
    if scores in TRACK_THINGS:
        names = TRACK_THINGS[scores]
        return row([icon(name, round(high * (0.86 if len(names) == 1 else 0.8))) for name in names], -0.23 * high)
    if scores == "goods_one_type":
        first, *others = [icon(name, round(high * 0.7)) for name in GOODS]
        return row(
            [
                first,
                *(part for one in others for part in (text_sprite("/", max(MIN_NUMBER, round(high * 0.7)), high), one)),
            ],
            0,
        )
    if scores == "overseers":
        two = row([overseer("any", False, round(high * 0.84))] * 2, -high * 0.36)
        return row([two, steps(high)], 3)
    both = column([bars(2, high // 2), bars(1, high // 2)], 0)
    return row([icon(scores.removeprefix(REGISTER_TRACK), round(high * 0.86)), both], 5)


def bars(count: int, size: int) -> Sprite:
    """Draw a single or double bar as it crosses a register."""
    whole, one = empty_sprite(size, size), art.sprite("messina/bar", size)
    for i in range(count):
        lay_at(whole, one, size / 2, size * (0.5 + (2 * i - count + 1) * 0.15))
    return whole


def steps(high: int) -> Sprite:
    """Draw a sign for the last three steps of an overseer's path: a stone with the number of the first of them."""
    stone = art.sprite("messina/space", high, css=f".ground{{fill:#{bytes(STONE).hex()} !important}}")
    return stacked(stone, text_sprite(f"{SCORING_STEPS[0]}+", MIN_NUMBER, high))


BREAST = (0.68, 0.62)  # the middle of a lieutenant's sign from its head, in parts of its length, and its size
WREATH = 1.9  # the size of the laurel round a disc, relative to the disc
EDGE = 0.2  # the edge of bone round a sign, relative to the sign
NARROW = 0.74  # the width of a lieutenant, relative to its length
HEX = 58  # px, the height of a small hex
DIM = 0.55  # how much paper is mixed into a dimmed hex
RIM, BAND = 0.02, 0.115  # where the hatching along the sides of a hex begins and ends, relative to its width
HATCHES = {"orange": 0.0, "blue": 90.0, "red": 45.0}  # the direction of the hatching in degrees; white hexes have none
HEX_STYLES = frozenset({"dimmed", "strong"})
FRONT = 0.5  # the size of the sign on a house, relative to the house


@cached_sprite
def lieutenant(who: SeatLook, standing: bool, size: int) -> Sprite:
    """Draw a lieutenant of a seat, ``size`` pixels long: upright, or lying on its side with its sign upright."""
    aside, wide, (along, across) = 120 * (1 - NARROW) / 2 - 15, 120 * NARROW, BREAST
    if standing:
        figure = art.sprite("messina/lieutenant", round(size * NARROW), who.rgb, (aside, 0.0, wide, 120.0)).copy()
        middle = (figure.size[0] / 2, figure.size[1] * along)
    else:
        figure = art.sprite("messina/lieutenant-lying", size, who.rgb, (0.0, aside, 120.0, wide)).copy()
        middle = (size * along, figure.size[1] / 2)
    sign = round(size * NARROW * across)
    edge = seat_sign(who, sign + max(2, round(sign * EDGE)))
    lay_at(figure, Sprite(Image.new("RGB", edge.size, BONE), edge.mask), *middle)
    lay_at(figure, seat_sign(who, sign), *middle)
    return figure


def has_won(view: View, seat: int) -> bool:
    """Return whether the seat has won the finished game. In a solo game that takes a good result (9.3)."""
    if view.score is None or seat not in view.score.winners:
        return False
    return view.opponent is None or view.score.points[seat] >= view.opponent.good_score


@cached_sprite
def winner_disc(who: SeatLook, size: int) -> Sprite:
    """Draw the winner's disc, ``size`` pixels wide, within a laurel."""
    wreath = art.sprite("common/laurel", round(size * WREATH))
    whole = wreath.copy()
    lay_at(whole, token(who, size), wreath.size[0] / 2, wreath.size[1] * 0.47)
    return whole


@cached_sprite
def repopulation_tile(who: SeatLook, size: int) -> Sprite:
    """Draw a repopulation tile: a house with its roof in the seat's colour and the seat's sign on the front."""
    house = art.sprite("messina/house", size, who.rgb, css=".door{display:none}").copy()
    lay_at(house, seat_sign(who, round(size * FRONT)), size * 0.49, size * 0.68)
    return house


@cached_sprite
def ship(goods: str, coins: int, points: int, cube: bool, size: int) -> Sprite:
    """Draw a ship with goods on the sail, coins and points on the hull, and any plague cube at the mast."""
    sprite = art.sprite("messina/ship", size, css=".cross{display:none}").copy()
    lay_at(sprite, icon(goods, round(size * 0.46)), size * 0.5, size * 0.38)
    words = [f"{name}:{number}" for name, number in (("coin", coins), ("points", points)) if number]
    for i, word in enumerate(words):
        gain = amount(word, round(size * 0.42))
        lay_at(sprite, gain, size * (0.5 + (i - (len(words) - 1) / 2) * 0.44), size - gain.size[1] / 2)
    if cube:
        black = icon("plague", round(size * 0.38))
        lay_at(sprite, black, size - black.size[0] / 2, black.size[1] / 2)
    return sprite


def ship_with_cargo(name: str, size: int) -> Sprite:
    """Draw the ship with this name: its goods, coins and points, but no plague cube."""
    printed = SHIPS[name]
    return ship(printed.goods, printed.coins, printed.points, False, size)


def hex_size(wide: int) -> tuple[int, int]:
    """Return the width and the height of the sprite of a hex this wide."""
    return wide, round(wide * 2 / sqrt(3))


@cached_sprite
def empty_hex(wide: int, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw an empty hex of a colour ("" for a harbour): pale if "dimmed", hatched along its sides if "strong"."""
    drawn = art.sprite(f"messina/hex-{colour or 'harbour'}", wide)
    if "dimmed" in style:
        drawn = Sprite(Image.blend(drawn.rgb, Image.new("RGB", drawn.size, PAPER_LIGHT), DIM), drawn.mask)
    if "strong" not in style or colour not in HATCHES:
        return drawn
    drawn = drawn.copy()
    high = drawn.size[1]
    lines = hatching(wide, high, HATCHES[colour], wide / 17, wide / 60)
    within = ImageChops.subtract(_inside(wide, high, RIM), _inside(wide, high, BAND))
    drawn.rgb.paste(INK, mask=with_opacity(ImageChops.multiply(lines, within), 0.6))
    return drawn


def _inside(wide: int, high: int, by: float) -> Image.Image:
    """Return a hex as a mask, with its sides moved inwards by this fraction of its width."""
    half = wide * (0.5 - by)
    reach = half * 2 / sqrt(3)
    sheet, (x, y) = Canvas(wide, high, 0), (wide / 2, high / 2)
    corners = ((0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5))
    sheet.polygon([(x + half * dx, y + reach * dy) for dx, dy in corners], 255)
    return sheet.picture()


def blank_hex(colour: str, size: int) -> Sprite:
    """Draw a hex of a colour, or face down if it is "", ``size`` pixels high."""
    return art.sprite(f"messina/hex-{colour or 'blank'}", round(size * sqrt(3) / 2))


@cached_sprite
def citizen_on_hex(class_: str, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw a citizen on an empty hex of the colour where its class appears, in this style."""
    sprite = empty_hex(round(HEX * sqrt(3) / 2), colour, style).copy()
    lay_at(sprite, citizen(class_, "normal", 40), sprite.size[0] / 2, sprite.size[1] / 2)
    return sprite
