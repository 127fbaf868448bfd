"""The round table on the score board, with what the population wheel brings in each round."""

from PIL import Image

from renderer.areas import plate
from renderer.messina.icons import amount, icon, row, written
from renderer.messina.score_hexes import blank_hex, settled, write_at
from renderer.messina.score_layout import NUMERALS, round_areas
from renderer.sprite import Sprite, kept
from renderer.theme import INK, PAPER, PAPER_LIGHT, SEPIA
from rules.messina.components import CLASSES, ROUNDS, WHEEL
from rules.messina.view_types import View

ICON = 40
LINE = 45  # px, from line to line


def wheel_at(view: View, number: int) -> list[int]:
    """The positions of the wheel, counted from 0, that it has been or will be turned to in a round."""
    at = view.wheel - 1
    turned = view.round - (view.phase == "priority")
    at += sum(ROUNDS[one].plague_turns for one in range(turned + 1, number + 1))
    at -= sum(ROUNDS[one].plague_turns for one in range(number + 1, turned + 1))
    turns = ROUNDS[number].plague_turns
    return [(at - turns + 1 + i) % len(WHEEL) for i in range(turns)]


def priority(view: View, number: int) -> str:
    """The icon of what decides the turn order of a round: a register, the points, or a register somebody chooses."""
    printed = ROUNDS[number].priority
    if printed == "score":
        return "points" if view.options["round4_order"] == "score_order" else "register"
    return "" if printed == "none" else printed


def put_rounds(board: Image.Image, view: View) -> None:
    """All rounds; this one in a strong frame, those before it faded."""
    for number, area in enumerate(round_areas(), start=1):
        age = (number > view.round) - (number < view.round)
        wheel = tuple(wheel_at(view, number))
        round_column(number, age, view.seats, priority(view, number), wheel, area.w, area.h).put(board, *area.middle)


@kept
def round_column(number: int, age: int, seats: int, first: str, wheel: tuple[int, ...], wide: int, high: int) -> Sprite:
    """A round: who is first, what arrives, plague and citizens, the price of a cube; past (-1), present or future."""
    one = ROUNDS[number]
    column = plate(wide, high, PAPER_LIGHT, SEPIA if age else INK, 2 if age else 6)
    column = Sprite(column.rgb.copy(), column.mask.copy())
    left, middle, right = wide * 0.27, wide / 2, wide * 0.73
    y = 4 + LINE / 2
    write_at(column, written(NUMERALS[number], 42, ICON), left, y)
    if first:
        write_at(column, icon(first, ICON), right, y)
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
    price = [amount(f"fire:{one.fire_cost}", ICON), icon("plague", 34)]
    if one.points_per_cube:
        price.append(amount(f"points:{one.points_per_cube}", ICON))
    write_at(column, row(price, 8), middle, y)
    if age < 0:
        column.rgb.paste(Image.blend(column.rgb, Image.new("RGB", column.size, PAPER), 0.6))
    return column
