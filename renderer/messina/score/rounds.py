"""The round table on the score board, with what the population wheel brings in each round."""

from collections.abc import Sequence

from PIL import Image

from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, PAPER, PAPER_LIGHT, SEPIA
from renderer.canvas.frame import plate
from renderer.canvas.layout import lay_at, row
from renderer.messina.city.wheel import UNTURNED
from renderer.messina.icons import amount, icon, written
from renderer.messina.pieces import blank_hex, disc, settled
from renderer.messina.score.layout import NUMERALS, round_areas
from renderer.seats import VIRTUAL_LOOK, SeatLook
from rules.messina.components import CLASSES, REGISTERS, ROUNDS, SOLO, WHEEL
from rules.messina.view_types import View

ICON = 40
LINE = 45  # px, from line to line


def wheel_at(view: View, number: int) -> list[int]:
    """Return the positions of the wheel in a round, past or to come, counted from 0."""
    at = view.wheel - 1
    turned = view.round - (view.phase in UNTURNED)
    at += sum(ROUNDS[one].plague_turns for one in range(turned + 1, number + 1))
    at -= sum(ROUNDS[one].plague_turns for one in range(number + 1, turned + 1))
    turns = ROUNDS[number].plague_turns
    return [(at - turns + 1 + i) % len(WHEEL) for i in range(turns)]


def priority(view: View, number: int) -> str | int:
    """Return what decides the turn order of a round: a register, "points", or "register" if a player chooses one.

    It is "" if the round has no such rule. In a solo game, it is the look of the first seat.
    """
    if view.opponent:
        return VIRTUAL_LOOK if number in SOLO.opponent_starts else 0
    first = view.priorities[number - 1]
    if first == "score":
        return "points" if view.options["round4_order"] == "score_order" else "register"
    return first if first in REGISTERS else ""


def put_rounds(board: Board, view: View, looks: Sequence[SeatLook], style: frozenset[str] = frozenset()) -> None:
    """Draw all rounds: the current one in a strong frame, earlier ones faded."""
    for number, area in enumerate(round_areas(), start=1):
        age = (number > view.round) - (number < view.round)
        wheel = tuple(wheel_at(view, number))
        first, laid = priority(view, number), view.options.get("priority_tile") == "on"
        sign = looks[first] if isinstance(first, int) else first
        round_column(number, age, view.seats, sign, laid, wheel, style).put(board, *area.middle)


@cached_sprite
def first_sign(first: str | SeatLook, laid: bool) -> Sprite:
    """Draw what decides who is first; ``laid``: as printed on the priority tile, which covers the table."""
    one = icon(first, ICON) if isinstance(first, str) else disc(first, ICON)
    if not laid:
        return one
    tile = plate(ICON + 22, ICON + 6, CREAM, INK, 3, 6).copy()
    lay_at(tile, one, (ICON + 22) / 2, (ICON + 6) / 2)
    return tile


@cached_sprite
def round_column(
    number: int, age: int, seats: int, first: str | SeatLook, laid: bool, wheel: tuple[int, ...], style: frozenset[str]
) -> Sprite:
    """Draw a round: who is first, what arrives, plague and citizens, the price of a cube.

    ``age``: past (-1), present or future.
    """
    one, (_, _, wide, high) = ROUNDS[number], round_areas()[0]
    column = plate(wide, high, PAPER_LIGHT, SEPIA if age else INK, 2 if age else 6).copy()
    left, middle, right = wide * 0.27, wide / 2, wide * 0.73
    y = 4 + LINE / 2
    lay_at(column, written(NUMERALS[number], 42, ICON), left, y)
    if first:
        lay_at(column, first_sign(first, laid), right, y)
    y += LINE
    lay_at(column, amount(f"ship:{one.ships[seats]}", ICON), left, y)
    if one.new_hex:
        lay_at(column, row((written("+", 34, ICON), blank_hex("", ICON)), 2), right, y)
    y += LINE
    if not wheel:
        lay_at(column, written("–", 40, ICON), middle, y)
    for i, at in enumerate(wheel):
        lay_at(column, icon(f"rat:{WHEEL[at].rat}", ICON), middle + (i - (len(wheel) - 1) / 2) * 66, y)
    y += LINE + 2
    if not one.citizens:
        lay_at(column, written("–", 40, ICON), middle, y)
    else:
        for i, class_ in enumerate(CLASSES):
            lay_at(column, settled(class_, getattr(WHEEL[wheel[-1]], class_), style), middle + (i - 1) * 50, y)
    y += LINE + 2
    price = [amount(f"fire:{one.fire_cost}", ICON), icon("plague", 34)]
    if one.points_per_cube:
        price.append(amount(f"points:{one.points_per_cube}", ICON))
    lay_at(column, row(price, 8), middle, y)
    if age < 0:
        column.rgb.paste(Image.blend(column.rgb, Image.new("RGB", column.size, PAPER), 0.6))
    return column
