"""The tables of the score board: the three registers, the rounds, and the tiles on offer."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Sprite, cached_sprite
from renderer.canvas.colours import CREAM, FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area, empty_sprite, lay_at, overlay, row
from renderer.canvas.text import Text
from renderer.messina.city.pieces import wheel_at
from renderer.messina.icons import (
    FAINT_OPACITY,
    amount,
    amounts,
    blank_hex,
    citizen,
    citizen_on_hex,
    effect_words,
    icon,
    largest_fitting,
    price,
    text_sprite,
)
from renderer.messina.score import layout
from renderer.messina.theme import PLANK, SECTORS, STRAW
from renderer.messina.words import word
from renderer.scene import Words
from renderer.seats import MAX_LETTER, SeatLook, new_piece_mark, token
from rules.messina import components as c
from rules.messina.view import RegisterView, StackView, View

GAIN = 46  # px, or the height of a space
SPACE = 34  # px, font size of the number of a space
NUMBER, POINTS, ACTION = 20, 59, 106  # px, the middles of these from the left edge of a space
SEAL = 42  # px, points
BAR = 6  # px, the height of a bar
DISC = 50  # px, at most; less to fit a space, or to show the letters of all discs on it
SEEN = (1 + MAX_LETTER) / 2  # the visible fraction of a disc under another one, which includes its letter
PILE = 133  # px, from the left edge of a space to its discs
ROOM = PILE - POINTS - SEAL // 2  # px, between points and discs


def space_areas(register: str) -> list[Area]:
    """Return the spaces of a register from the first one, at the bottom, to the last."""
    whole = layout.REGISTER_AREAS[register]
    room = whole.h - layout.HEAD
    count = len(c.REGISTER[register])
    edges = [whole.y + whole.h - room * i // count for i in range(count + 1)]
    return [Area(whole.x, upper, whole.w, lower - upper) for lower, upper in pairwise(edges)]


def put_register(board: Image.Image, register: str, words: Words) -> None:
    """Draw the printed parts of a register: its name, and the points and actions of its spaces."""
    whole = layout.REGISTER_AREAS[register]
    plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2).put(board, *whole.middle)
    icon(register, 38).put(board, whole.x + 25, whole.y + 26)
    heading, room = Text(word(f"register_{register}", words), 36), layout.COLUMN - 58
    if register != "popularity":  # the popularity register is never a choice
        room -= layout.BADGE
    heading.fit(room, least=layout.MIN_FONT).put(board, whole.x + 48, whole.y + 26, align="left")
    areas = space_areas(register)
    pen = ImageDraw.Draw(board)
    for number, area in enumerate(areas):
        tone = mix(PAPER_LIGHT, PAPER_DARK, 0.75 if number % 2 else 0.25)
        pen.rectangle((area.x + 3, area.y, area.x + area.w - 4, area.y + area.h - (1 if number else 8)), tone)
    left, right = whole.x + 3, whole.x + whole.w - 4
    pen.line((left, areas[-1].y, right, areas[-1].y), SEPIA, 2)
    for bars, before in enumerate(c.REGISTER_BARS[register], start=1):
        for i in range(bars):
            wide_bar(right - left).put(board, (left + right) / 2, areas[before - 2].y + (2 * i - bars + 1) * 4)
    for space, area in zip(c.REGISTER[register], areas, strict=True):
        x, y = area.x, area.middle[1]
        Text(str(space.space), SPACE).put(board, x + NUMBER, y, colour=SEPIA)
        size = min(GAIN, area.h - 2)
        if space.points:
            amount(f"points:{space.points}", min(SEAL, size)).put(board, x + POINTS, y)
        if words_ := effect_words(space.action):
            largest_fitting(partial(amounts, words_), size, ROOM).draw().put(board, x + ACTION, y)


@cached_sprite
def wide_bar(wide: int) -> Sprite:
    """Draw a bar over the whole width of a register from the ends and the middle of its drawing."""
    _, (x, y, w, h) = art.source("messina/bar")
    end = round(BAR * w / h / 2)
    whole = empty_sprite(wide, BAR)
    for left, start in ((0, x), (wide - end, x + w / 2)):
        overlay(whole, art.sprite("messina/bar", end, part=(start, y, w / 2, h)), left, 0)
    middle = art.sprite("messina/bar", BAR, part=(x + w / 2, y, h, h))
    for left in range(end, wide - end, BAR):
        overlay(whole, middle, min(left, wide - end - BAR), 0)
    return whole


def disc_places(area: Area, count: int) -> list[tuple[float, float, int]]:
    """Return the centre and size of each disc on a space, left to right, each on top of the one before it.

    If there are many, they overlap.
    """
    room = area.w - PILE - 2
    size = min(DISC, area.h, int((room + 2) / (1 + (count - 1) * SEEN)))
    step = min(size * 0.88, (room - size) / max(1, count - 1))
    return [(area.x + PILE + size / 2 + i * step, area.middle[1], size) for i in range(count)]


def put_discs(board: Board, view: RegisterView, looks: Sequence[SeatLook], raised: Mapping[int, int]) -> None:
    """Draw the discs on a register, and the seats in its order.

    ``raised`` has the former space of each seat whose disc has moved. The disc is drawn faintly there, and is marked at
    its new place.
    """
    whole = layout.REGISTER_AREAS[view.id]
    put_order(board, Area(whole.x + 10, whole.y + 46, whole.w - 20, 40), view.order, looks, 38)
    for space, (area, discs) in enumerate(zip(space_areas(view.id), view.discs, strict=True), 1):
        left = [seat for seat, former in raised.items() if former == space and seat not in discs]
        places = disc_places(area, len(discs) + len(left))
        for seat, (x, y, size) in zip([*discs, *left], places, strict=True):
            if seat in left:
                token(looks[seat], size).faint(FAINT_OPACITY).put(board, x, y)
                continue
            if seat in raised:
                new_piece_mark(looks[seat], size).put(board, x, y)
            token(looks[seat], size).put(board, x, y)


def put_order(
    board: Board, area: Area, order: list[int], looks: Sequence[SeatLook], size: int, now: int | None = None
) -> None:
    """Draw seats from first to last with arrows between them, and a frame round the seat whose turn it is."""
    step = area.w / len(order)
    size = min(size, round(step * 0.66))  # keeps the arrows off the frame
    y = area.middle[1]
    for i, seat in enumerate(order):
        x = area.x + step * (i + 0.5)
        if seat == now:
            plate(size + 8, size + 8, PAPER_LIGHT, INK, 4, 12).put(board, x, y)
        token(looks[seat], size).put(board, x, y)
        if i:
            Text("›", 38).put(board, x - step / 2, y - 2, colour=SEPIA)


ROUND_ICON = 40
ROUND_LINE = 45  # px, from line to line


def priority(view: View, number: int) -> str | int:
    """Return what decides a round's turn order: a register, "points", "register" (by choice), a seat (solo) or ""."""
    if view.opponent:
        return c.OPPONENT_SEAT if number in c.SOLO.opponent_starts else 0
    first = view.priorities[number - 1]
    if first == "score":
        return "points" if view.options["round4_order"] == "score_order" else "register"
    return first if first in c.REGISTERS else ""


def put_rounds(board: Board, view: View, looks: Sequence[SeatLook], style: frozenset[str] = frozenset()) -> None:
    """Draw all rounds: the current one in a strong frame, earlier ones faded."""
    for number, area in enumerate(layout.round_areas(), start=1):
        age = (number > view.round) - (number < view.round)
        wheel = tuple(wheel_at(view, number))
        first, laid = priority(view, number), view.options.get("priority_tile") == "on"
        sign = looks[first] if isinstance(first, int) else first
        round_column(number, age, view.seats, sign, laid, wheel, style).put(board, *area.middle)


@cached_sprite
def first_sign(first: str | SeatLook, laid: bool) -> Sprite:
    """Draw the sign of a round's first player, or of what decides its order. ``laid``: draw it on the priority tile."""
    one = icon(first, ROUND_ICON) if isinstance(first, str) else token(first, ROUND_ICON)
    if not laid:
        return one
    tile = plate(ROUND_ICON + 22, ROUND_ICON + 6, CREAM, INK, 3, 6).copy()
    lay_at(tile, one, (ROUND_ICON + 22) / 2, (ROUND_ICON + 6) / 2)
    return tile


@cached_sprite
def round_column(
    number: int, age: int, seats: int, first: str | SeatLook, laid: bool, wheel: tuple[int, ...], style: frozenset[str]
) -> Sprite:
    """Draw the column of a round that is past (``age`` -1), current (0) or to come (1).

    It shows who is first, the arrivals, the plague, the citizens and the costs.
    """
    one, (_, _, wide, high) = c.ROUNDS[number], layout.round_areas()[0]
    column = plate(wide, high, PAPER_LIGHT, SEPIA if age else INK, 2 if age else 6).copy()
    left, middle, right = wide * 0.27, wide / 2, wide * 0.73
    y = 4 + ROUND_LINE / 2
    lay_at(column, text_sprite(layout.NUMERALS[number], 42, ROUND_ICON), left, y)
    if first:
        lay_at(column, first_sign(first, laid), right, y)
    y += ROUND_LINE
    lay_at(column, amount(f"ship:{one.ships[seats]}", ROUND_ICON), left, y)
    if one.new_hex:
        lay_at(column, row((text_sprite("+", 34, ROUND_ICON), blank_hex("", ROUND_ICON)), 2), right, y)
    y += ROUND_LINE
    if not wheel:
        lay_at(column, text_sprite("–", 40, ROUND_ICON), middle, y)
    for i, at in enumerate(wheel):
        lay_at(column, icon(f"rat:{c.WHEEL[at].rat}", ROUND_ICON), middle + (i - (len(wheel) - 1) / 2) * 66, y)
    y += ROUND_LINE + 2
    if not one.citizens:
        lay_at(column, text_sprite("–", 40, ROUND_ICON), middle, y)
    else:
        for i, class_ in enumerate(c.CITIZEN_CLASSES):
            lay_at(column, citizen_on_hex(class_, getattr(c.WHEEL[wheel[-1]], class_), style), middle + (i - 1) * 50, y)
    y += ROUND_LINE + 2
    price = [amount(f"fire:{one.fire_cost}", ROUND_ICON), icon("plague", 34)]
    if one.points_per_cube:
        price.append(amount(f"points:{one.points_per_cube}", ROUND_ICON))
    lay_at(column, row(price, 8), middle, y)
    if age < 0:
        column.rgb.paste(Image.blend(column.rgb, Image.new("RGB", column.size, PAPER), 0.6))
    return column


ICON = 44
PRICE = 50  # px, the band with the price
LINE = 46  # px, from line to line of a tile
FOOT = 46  # px: the number of tiles left, and room for the badge of a choice
KINDS = {"hut_upgrade": "hut", "workshop": "workshop", "wagon": "wagon"}  # with their icons
PAPERS = {"hut_upgrade": STRAW, "wagon": PLANK}  # a workshop has the paper of its class


def stacks(view: View) -> dict[str, list[StackView]]:
    """Return the stacks on offer by the kind of their tiles."""
    return {"hut_upgrade": view.huts, "workshop": view.workshops, "wagon": view.wagons}


def put_offers(board: Board, view: View) -> None:
    """Draw the top tiles with the number of tiles in each stack."""
    areas = layout.offer_areas(len(view.wagons))
    for kind, some in stacks(view).items():
        for stack, area in zip(some, areas[kind], strict=True):
            top = tile(kind, stack.top, *area[2:]) if stack.top else plate(*area[2:], PAPER, FADED, 2)
            top.put(board, *area.middle)
            count = f"×{stack.tiles}"
            Text(count, layout.MIN_FONT).put(
                board, area.x + area.w - 8, area.y + area.h - FOOT / 2, align="right", colour=SEPIA
            )


def contents(kind: str, name: str) -> list[Sprite]:
    """Return the printed contents of a tile, line by line: its price, its gains, and for a workshop also its class."""
    if kind == "hut_upgrade":
        words = price(c.HUT_TILES[name].cost), effect_words(c.HUT_TILES[name].gain)
        return [amounts(some, ICON).draw() for some in words]
    if kind == "wagon":
        return [amounts(price(c.WAGONS[name].cost), ICON).draw(), amount(f"points:{c.WAGONS[name].points}", ICON)]
    one = c.WORKSHOPS[name]
    lines = [amounts(price(one.cost), ICON).draw()]
    if one.need != "tiered":
        side = "gold" if one.need == "gold" else "normal"
        return [*lines, citizen(one.citizen, side, ICON), amounts(effect_words(one.gain), ICON).draw()]
    for side, gain in (("normal", one.gain), ("gold", one.gold_gain)):
        parts = (citizen(one.citizen, side, ICON), text_sprite(":", 36, ICON), amounts(effect_words(gain), ICON).draw())
        lines.append(row(parts, 4))
    return lines


@cached_sprite
def tile(kind: str, name: str, wide: int, high: int) -> Sprite:
    """Draw a tile: its price in a darker band, its contents, and at a workshop's foot whether it yields only once."""
    paper = SECTORS[c.WORKSHOPS[name].citizen] if kind == "workshop" else PAPERS[kind]
    fill, lines = mix(paper, PAPER_LIGHT, 0.67), contents(kind, name)
    whole = plate(wide, high, fill, SEPIA, 2).copy()
    band = Canvas(wide, high)
    band.box((0, 0, wide, high), 10, mix(fill, SEPIA, 0.3), SEPIA, 2)
    whole.rgb.paste(band.sprite().rgb.crop((0, 0, wide, PRICE)))
    ImageDraw.Draw(whole.rgb).line((0, PRICE, wide, PRICE), SEPIA, 2)
    lay_at(whole, lines[0], wide / 2, PRICE / 2 + 1)
    room = high - FOOT - PRICE
    step = min(LINE, room / (len(lines) - 1))
    for i, line in enumerate(lines[1:]):
        lay_at(whole, line, wide / 2, PRICE + 2 + room / 2 + (i - (len(lines) - 2) / 2) * step)
    if kind == "workshop":
        lay_at(whole, icon("late" if c.WORKSHOPS[name].late else "early", 36), wide * 0.53, high - FOOT / 2)
    return whole
