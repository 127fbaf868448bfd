"""The round table on the score board, with what the population wheel brings in each round."""

from math import cos, pi, sin

from PIL import Image

from renderer.areas import plate
from renderer.messina.hatching import hatching
from renderer.messina.icons import amount, icon, lay, row, written
from renderer.messina.pieces import citizen
from renderer.messina.score_layout import NUMERALS, round_areas
from renderer.messina.theme import HEXES
from renderer.sprite import Point, Sketch, Sprite, kept
from renderer.theme import FADED, INK, PAPER, PAPER_LIGHT, SEPIA
from rules.messina.components import CLASSES, ROUNDS, WHEEL
from rules.messina.view_types import View

ICON = 40
HEX = 54
HATCH = 8  # px between its lines
LINE = 45  # px, from line to line


def wheel_at(view: View, number: int) -> list[int]:
    """The positions of the wheel, counted from 0, that it has been or will be turned to in a round."""
    at = view.wheel - 1
    turned = view.round - (view.phase == "priority")
    at += sum(ROUNDS[one].plague_turns for one in range(turned + 1, number + 1))
    at -= sum(ROUNDS[one].plague_turns for one in range(number + 1, turned + 1))
    turns = ROUNDS[number].plague_turns
    return [(at - turns + 1 + i) % len(WHEEL) for i in range(turns)]


def put_rounds(board: Image.Image, view: View) -> None:
    """All rounds; this one in a strong frame, those before it faded."""
    for number, area in enumerate(round_areas(), start=1):
        age = (number > view.round) - (number < view.round)
        round_column(number, age, view.seats, tuple(wheel_at(view, number)), area.w, area.h).put(board, *area.middle)


@kept
def round_column(number: int, age: int, seats: int, wheel: tuple[int, ...], wide: int, high: int) -> Sprite:
    """A round: who begins, what arrives, plague and citizens, the price of a cube; before, in or after it."""
    one = ROUNDS[number]
    column = plate(wide, high, PAPER_LIGHT, SEPIA if age else INK, 2 if age else 6)
    column = Sprite(column.rgb.copy(), column.mask)
    left, middle, right = wide * 0.27, wide / 2, wide * 0.73
    y = 4 + LINE / 2
    write_at(column, written(NUMERALS[number], 42, ICON), left, y)
    if one.priority != "none":
        write_at(column, icon("points" if one.priority == "score" else one.priority, ICON), right, y)
    y += LINE
    write_at(column, amount(f"ship:{one.ships[seats]}", ICON), left, y)
    if one.new_hex:
        write_at(column, row((written("+", 34, ICON), blank_hex("", ICON)), 2), right, y)
    y += LINE
    if not wheel:
        write_at(column, written("–", 40, ICON), middle, y)
    for i, at in enumerate(wheel):
        write_at(column, icon(f"rat:{WHEEL[at].rat}", ICON), middle + (i - (len(wheel) - 1) / 2) * 66, y)
    y += LINE + 2
    if not one.citizens:
        write_at(column, written("–", 40, ICON), middle, y)
    else:
        for i, class_ in enumerate(CLASSES):
            write_at(column, settled(class_, getattr(WHEEL[wheel[-1]], class_)), middle + (i - 1) * 50, y)
    y += LINE + 2
    price = [amount(f"fire:{one.fire_cost}", ICON)]
    if one.points_per_cube:
        price.append(amount(f"points:{one.points_per_cube}", ICON))
    write_at(column, row((*price[:1], icon("plague", 34), *price[1:]), 8), middle, y)
    if age < 0:
        column.rgb.paste(Image.blend(column.rgb, Image.new("RGB", column.size, PAPER), 0.6))
    return column


def write_at(board: Sprite, thing: Sprite, x: float, y: float) -> None:
    """Lay a sprite on another, its middle at x, y."""
    lay(board, thing, round(x - thing.size[0] / 2), round(y - thing.size[1] / 2))


@kept
def blank_hex(colour: str, size: int) -> Sprite:
    """A hex of a colour and its hatching, or of none, ``size`` pixels high."""
    sheet = Sketch(size, size)
    r = size / 2
    corners: list[Point] = [(r + 0.96 * r * sin(pi * i / 3), r - 0.96 * r * cos(pi * i / 3)) for i in range(6)]
    fill, dark = (HEXES[colour].fill, HEXES[colour].dark) if colour else (PAPER, FADED)
    sheet.polygon(corners, fill)
    mask = sheet.done().mask
    rgb = Image.new("RGB", (size, size), fill)
    if colour:
        rgb.paste(dark, (0, 0), hatching(colour, size, size, HATCH))
    edge = Sketch(size, size)
    edge.polygon(corners, None, INK, max(2.0, size * 0.05))
    sprite = Sprite(rgb, mask)
    lay(sprite, edge.done(), 0, 0)
    return sprite


@kept
def settled(class_: str, colour: str) -> Sprite:
    """A citizen on a hex of the colour where its class appears."""
    ground = blank_hex(colour, HEX)
    sprite = Sprite(ground.rgb.copy(), ground.mask.copy())
    write_at(sprite, citizen(class_, "normal", 34), HEX / 2, HEX / 2)
    return sprite
