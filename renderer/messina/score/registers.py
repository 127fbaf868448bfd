"""The three registers on the score board: points and actions of their spaces, bars, discs, the order of the seats."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer import art
from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import INK, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area, blank, lay
from renderer.canvas.text import Text
from renderer.messina.icons import FAINT, amount, effects, icon
from renderer.messina.pieces import disc
from renderer.messina.score.layout import BADGE, COLUMN, HEAD, MIN_FONT, REGISTER_AREAS
from renderer.messina.words import word
from renderer.seats import MAX_LETTER, SeatLook, fresh
from renderer.words import Words
from rules.messina.components import BARS, REGISTER, Option
from rules.messina.view_types import RegisterView

ICON = 46  # px, or the height of a space
SPACE = 30  # px, font size of the number of a space
NUMBER, POINTS, ACTION = 20, 59, 106  # their middles from the left edge of a space
SEAL = 42  # px, points
BAR = 6  # px, the height of a bar
DISC = 50  # px, at most; less to fit a space, or to show the letters of all discs on it
SEEN = (1 + MAX_LETTER) / 2  # the visible fraction of a disc under another one, which includes its letter
PILE = 133  # from the left edge of a space to its discs
ROOM = PILE - POINTS - SEAL // 2  # px, between points and discs


def space_areas(register: str) -> list[Area]:
    """Return the spaces of a register from the first one, at the bottom, to the last."""
    whole = REGISTER_AREAS[register]
    room = whole.h - HEAD
    count = len(REGISTER[register])
    edges = [whole.y + whole.h - room * i // count for i in range(count + 1)]
    return [Area(whole.x, upper, whole.w, lower - upper) for lower, upper in pairwise(edges)]


def heading(register: str, words: Words) -> Text:
    """Return the name of a register, and the size at which it fits beside a badge."""
    return Text(word(f"register_{register}", words), 36).fit(COLUMN - 58 - BADGE, least=MIN_FONT)


def put_register(board: Image.Image, register: str, words: Words) -> None:
    """Draw what is printed of a register: its name, and points and actions of its spaces."""
    whole = REGISTER_AREAS[register]
    plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2).put(board, *whole.middle)
    icon(register, 38).put(board, whole.x + 25, whole.y + 26)
    heading(register, words).put(board, whole.x + 48, whole.y + 26, align="left")
    areas = space_areas(register)
    pen = ImageDraw.Draw(board)
    for number, area in enumerate(areas):
        tone = mix(PAPER_LIGHT, PAPER_DARK, 0.75 if number % 2 else 0.25)
        pen.rectangle((area.x + 3, area.y, area.x + area.w - 4, area.y + area.h - (1 if number else 8)), tone)
    left, right = whole.x + 3, whole.x + whole.w - 4
    pen.line((left, areas[-1].y, right, areas[-1].y), SEPIA, 2)
    for bars, before in enumerate(BARS[register], start=1):
        for i in range(bars):
            across(right - left).put(board, (left + right) / 2, areas[before - 2].y + (2 * i - bars + 1) * 4)
    for space, area in zip(REGISTER[register], areas, strict=True):
        x, y = area.x, area.middle[1]
        Text(str(space.space), SPACE).put(board, x + NUMBER, y, colour=SEPIA)
        size = min(ICON, area.h - 2)
        if space.points:
            amount(f"points:{space.points}", min(SEAL, size)).put(board, x + POINTS, y)
        if space.action.gains or space.action.steps or space.action.effects:
            printed_action(space.action, size).put(board, x + ACTION, y)


def printed_action(action: Option, high: int) -> Sprite:
    """Draw what a space gives, at most this high, small enough to fit between points and discs."""
    while (plan := effects(action, high)).size[0] > ROOM:
        high -= 1
    return plan.draw()


@cached_sprite
def across(wide: int) -> Sprite:
    """Draw a bar over the whole width of a register from the ends and the middle of its drawing."""
    _, (x, y, w, h) = art.source("messina/bar")
    end = round(BAR * w / h / 2)
    whole = blank(wide, BAR)
    for left, room, part in (
        (0, end, (x, y, w / 2, h)),
        (wide - end, end, (x + w / 2, y, w / 2, h)),
    ):
        lay(whole, art.sprite("messina/bar", room, part=part), left, 0)
    middle = art.sprite("messina/bar", BAR, part=(x + w / 2, y, h, h))
    for left in range(end, wide - end, BAR):
        lay(whole, middle, min(left, wide - end - BAR), 0)
    return whole


def disc_places(area: Area, count: int) -> list[tuple[float, float, int]]:
    """Return the middles of the discs on a space, from the lowest to the top one, and their size; many overlap."""
    room = area.w - PILE - 2
    size = min(DISC, area.h, int((room + 2) / (1 + (count - 1) * SEEN)))
    step = min(size * 0.88, (room - size) / max(1, count - 1))
    return [(area.x + PILE + size / 2 + i * step, area.middle[1], size) for i in range(count)]


def put_discs(board: Board, view: RegisterView, looks: Sequence[SeatLook], raised: Mapping[int, int]) -> None:
    """Draw the discs on the spaces, and in the head the order they make.

    ``raised`` says where discs have come from: they are faint there, and have a line of bone round their new place.
    """
    whole = REGISTER_AREAS[view.id]
    put_order(board, Area(whole.x + 10, whole.y + 46, whole.w - 20, 40), view.order, looks, 38)
    for space, (area, discs) in enumerate(zip(space_areas(view.id), view.discs, strict=True), 1):
        left = [seat for seat, former in raised.items() if former == space and seat not in discs]
        places = disc_places(area, len(discs) + len(left))
        for seat, (x, y, size) in zip([*discs, *left], places, strict=True):
            if seat in left:
                disc(looks[seat], size).faint(FAINT).put(board, x, y)
                continue
            if seat in raised:
                fresh(looks[seat], size).put(board, x, y)
            disc(looks[seat], size).put(board, x, y)


def put_order(
    board: Board, area: Area, order: list[int], looks: Sequence[SeatLook], size: int, now: int | None = None
) -> None:
    """Draw seats from first to last with arrows between, with a frame round the one whose turn it is."""
    step = area.w / len(order)
    size = min(size, round(step * 0.66))  # keeps the arrows off the frame
    y = area.middle[1]
    for i, seat in enumerate(order):
        x = area.x + step * (i + 0.5)
        if seat == now:
            plate(size + 8, size + 8, PAPER_LIGHT, INK, 4, 12).put(board, x, y)
        disc(looks[seat], size).put(board, x, y)
        if i:
            Text("›", 38).put(board, x - step / 2, y - 2, colour=SEPIA)
