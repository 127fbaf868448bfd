"""Draw the pieces on an estate: citizens on squares and in huts, overseers, workshops, and the scroll board."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image, ImageChops, ImageDraw

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area, Planned, empty_sprite, planned_column, planned_row
from renderer.canvas.text import Text
from renderer.messina import icons
from renderer.messina.estate import layout
from renderer.messina.estate.printed import (
    ACTION_ICON_SIZE,
    CARD_SHADOW,
    ONCE_MARK_SIZE,
    card,
    ghost,
    lightning,
    put_card,
)
from renderer.messina.theme import GOLD, GOLD_DARK
from renderer.messina.theme import SECTORS as TINTS
from renderer.seats import SeatLook
from rules.messina.components import HUT_TILES, REGISTER_BARS, REPOPULATION_TILES, SCROLL_TRACKS, SHIPS, Option
from rules.messina.components import WORKSHOPS as PRINTED
from rules.messina.ending import REGISTER_TRACK
from rules.messina.view import CitizenView, HutView, PlayerView, View

OVERSEER, SHARED = 56, 48  # px, alone on a space and beside others
# How far overseers on one space are right of and below its middle, in px, by their number.
BESIDE = {1: ((0, 0),), 2: ((-24, 0), (24, 0)), 3: ((-26, 14), (26, 14), (0, -28))}


def put_citizen(board: Board, area: Area, one: CitizenView) -> None:
    """Draw a citizen in its place."""
    icons.citizen(one.citizen, one.side, min(area.w, area.h) + 4).put(board, *area.middle)


def put_people(board: Board, player: PlayerView, given: Mapping[str, str]) -> None:
    """Draw the citizens on squares and in huts, the overseers, the hut upgrades and the used-up squares.

    ``given`` has the citizens that were given up, by spot. Those that left a square are drawn faintly there.
    """
    plan = layout.ESTATE_PLANS[player.hut_edge]
    for square in player.spent:
        box = plan.squares[square]
        used_up_paper(box.w - 8).put(board, box.middle[0], box.y + 29)
        spent_lightning(ONCE_MARK_SIZE).put(board, *lightning(plan, square))
    for spot, who in given.items():
        if spot in plan.squares and spot not in player.squares:
            icons.citizen(who, "normal", layout.CITIZEN + 4).faint(icons.FAINT_OPACITY).put(
                board, *plan.slot(spot).middle
            )
    for square, one in player.squares.items():
        put_citizen(board, plan.slot(square), one)
    for hut in player.huts:
        _put_hut(board, hut, plan.huts[hut.id])
    for name, (x, y, size) in overseer_places(player).items():
        icons.overseer(name, player.overseers[name].upgraded, size).put(board, x, y)


@cached_sprite
def used_up_paper(wide: int) -> Sprite:
    """Draw the translucent paper over the action of a square that has been used up."""
    sheet = Canvas(wide, ACTION_ICON_SIZE)
    for a, b in ((4, wide - 4), (wide - 4, 4)):
        sheet.stroke([(a, 5), (b, ACTION_ICON_SIZE - 5)], INK, 5)
    cross = sheet.sprite()
    veil = Image.new("L", cross.size, 110)
    rgb = Image.new("RGB", cross.size, PAPER_DARK)
    rgb.paste(cross.rgb, (0, 0), cross.mask)
    return Sprite(rgb, ImageChops.lighter(veil, cross.mask))


@cached_sprite
def spent_lightning(size: int) -> Sprite:
    """Draw the burnt-out lightning of a square that has been used up."""
    one = icons.icon("late", size)
    return Sprite(Image.new("RGB", one.size, FADED), one.mask)


def _put_hut(board: Board, hut: HutView, box: Area) -> None:
    if hut.citizen:
        put_citizen(board, layout.hut_slots(box)[hut.space - 1], hut.citizen)
    if hut.upgrade:
        area = layout.hut_yield(box)
        plate(area.w, area.h, PAPER_LIGHT, SEPIA, 2, 6).put(board, *area.middle)
        hut_gain(hut.upgrade, area.h - 4).put(board, *area.middle)


@cached_sprite
def hut_gain(tile: str, size: int) -> Sprite:
    """Draw the yield of an upgraded hut."""
    return icons.amounts(icons.effect_words(HUT_TILES[tile].gain), size).draw()


def overseer_places(player: PlayerView) -> dict[str, tuple[float, float, int]]:
    """Return the place and size of each overseer. Overseers on the same space are side by side."""
    plan = layout.ESTATE_PLANS[player.hut_edge]
    spaces = {name: plan.spaces[name, one.branch or "left"][one.step] for name, one in player.overseers.items()}
    places = {}
    for name, (x, y) in spaces.items():
        here = [other for other, at in spaces.items() if at == (x, y)]
        right, down = BESIDE[len(here)][here.index(name)]
        places[name] = (x + right, y + down, SHARED if len(here) > 1 else OVERSEER)
    return places


def spaces_ahead(player: PlayerView, name: str, way: str = "") -> list[Point]:
    """Return the spaces that an overseer can reach with a move such as "left" or "skip", by default a step ahead.

    If the move names no branch, a fork leads into both.
    """
    one = player.overseers[name]
    named = way.removeprefix("skip").removeprefix("-")
    branches = (named,) if named else (one.branch,) if one.branch else ("left", "right")
    spaces = [layout.ESTATE_PLANS[player.hut_edge].spaces[name, branch] for branch in branches]
    step = one.step + (2 if way.startswith("skip") else 1)
    return sorted({along[step] for along in spaces if step < len(along)})


LINEN = 0.6  # units of the linen on the back of a tile per pixel
GAIN = 58  # px, the largest size of a gain


def put_workshops(board: Board, player: PlayerView, fixed: bool) -> dict[str, Area]:
    """Draw all workshops with their citizens. Return the area of each workshop.

    Empty places are drawn if ``fixed`` or if there is no workshop.
    """
    room = layout.workshop_area(player.scroll_board)
    if fixed:
        for area in layout.workshop_boxes(room, layout.workshop_places(room), fixed):
            _put_place(board, area)
    elif not player.workshops:
        _put_place(board, room)
    areas = layout.workshop_boxes(room, len(player.workshops), fixed)
    for one, area in zip(player.workshops, areas, strict=True):
        workshop(one.tile, one.paid, area.w, area.h).put(board, *area.middle)
        if one.citizen:
            put_citizen(board, workplace(area), one.citizen)
        if not one.paid:
            when = icons.icon("late" if PRINTED[one.tile].late else "early", max(28, area.h // 4))
            when.put(board, area.x + when.size[0] / 2 + 1, area.y + when.size[1] / 2)
    return {one.tile: area for one, area in zip(player.workshops, areas, strict=True)}


def _put_place(board: Board, area: Area) -> None:
    """Draw an empty place for a workshop."""
    plate(area.w, area.h, mix(PAPER, PAPER_LIGHT, 0.4), mix(FADED, PAPER, 0.5), 2, 8).put(board, *area.middle)
    ghost("workshop", min(area.h, 72) - 16, 0.25).put(board, *area.middle)


def workplace(area: Area) -> Area:
    """Return the place of the citizen on a workshop."""
    size = min(area.h - 12, round(area.w * 0.38))
    return Area(area.x + 7, area.y + (area.h - size) // 2, size, size)


@cached_sprite
def workshop(tile: str, paid: bool, wide: int, high: int) -> Sprite:
    """Draw a workshop: the citizen it needs and its yield, or its back after a one-time yield."""
    printed = PRINTED[tile]
    tint = TINTS[printed.citizen]
    place = workplace(Area(0, 0, wide, high))
    sprite = card(wide - CARD_SHADOW, high - CARD_SHADOW, mix(PAPER_LIGHT, tint, 0.3), INK, 2).copy()
    if paid:
        linen = (wide - 6 - CARD_SHADOW, high - 6 - CARD_SHADOW)
        ground = f".ground{{fill:#{bytes(mix(PAPER_DARK, tint, 0.6)).hex()} !important}}"
        back = art.sprite("messina/paid", linen[0], part=(0, 0, linen[0] * LINEN, linen[1] * LINEN), css=ground)
        back.put(sprite.rgb, (wide - CARD_SHADOW) / 2, (high - CARD_SHADOW) / 2)
    gold = printed.need == "gold" and not paid
    paper, edge = (mix(PAPER_LIGHT, GOLD, 0.35), GOLD_DARK) if gold else (PAPER_LIGHT, SEPIA)
    plate(place.w, place.h, paper, edge, 2, 6).put(sprite.rgb, *place.middle)
    ghost(f"{printed.citizen}:gold" if gold else printed.citizen, place.w - 8, 0.4).put(sprite.rgb, *place.middle)
    if not paid:
        room = wide - place.w - 18
        gain, _ = workshop_gain(tile, room, high - 10)
        gain.put(sprite.rgb, wide - 5 - room / 2, high / 2)
    return sprite


def workshop_gain(tile: str, wide: int, high: int) -> tuple[Sprite, int]:
    """Return a workshop's yield, drawn as large as possible, and its icon size.

    A star marks the yield for gold citizens.
    """
    printed = PRINTED[tile]
    size = min(GAIN, high)
    while True:
        sheets = [_line(printed.gain, size, wide)]
        if printed.need == "tiered":
            star = round(size * 0.5)
            mark = Planned((star, star), partial(art.sprite, "messina/star", star))
            room = Planned((star, star), partial(empty_sprite, star, star))
            gain, gold = (
                [icons.planned_amount(one, size) for one in icons.effect_words(it)]
                for it in (printed.gain, printed.gold_gain)
            )
            better = planned_row([mark, *gold], 1)
            sheets = [planned_column([planned_row([room, *gain], 1), better], 4), planned_row([*gain, better], 6)]
        for whole in sheets:
            if whole.size[0] <= wide and whole.size[1] <= high:
                return whole.draw(), size
        size -= 1


def _line(option: Option, size: int, wide: int) -> Planned:
    """Plan the gains of an option side by side, or below each other if they are too wide."""
    parts = [icons.planned_amount(one, size) for one in icons.effect_words(option)]
    whole = planned_row(parts, size * 0.08)
    return planned_column(parts, 2) if whole.size[0] > wide else whole


LEVEL = 36  # px, the numbers of levels
AMOUNT = 34  # px, on a level with several amounts
COUNT = 34  # px
LETTER = 46  # px, kept free on the left for the letter of a choice
HAVE = 52  # px, the room for the number that the player has
CELLS = (30, 40, 50)  # px, the width of a level with one, two, three amounts

Worth = float | tuple[float, ...]


def scroll_box(scroll_board: str, track: int) -> Area:
    """Return the box of a track of a scroll board."""
    whole = layout.scroll_area(scroll_board)
    high = whole.h // len(SCROLL_TRACKS[scroll_board])
    return Area(whole.x, whole.y + track * high, whole.w, high)


def scroll_cells(scroll_board: str, track: int) -> list[Area]:
    """Return the boxes of the start and the levels of a track."""
    box = scroll_box(scroll_board, track)
    levels: tuple[Worth, ...] = (0, *SCROLL_TRACKS[scroll_board][track].levels)
    wide = [CELLS[len(one) - 1 if isinstance(one, tuple) else 0] for one in levels]
    left = box.x + box.w - 6 - sum(wide)
    return [Area(left + sum(wide[:i]), box.y + 4, one, box.h - 8) for i, one in enumerate(wide)]


@cached_sprite
def cell(worth: Worth, wide: int, high: int, fill: Rgb, line: Rgb, thick: float, colour: Rgb) -> Sprite:
    """Draw a level with its points. If there are several amounts, the largest is at the top."""
    sprite = plate(wide, high, fill, line, thick, 5).copy()
    if not isinstance(worth, tuple):
        half = worth == 0.5
        Text("½" if half else str(worth), AMOUNT if half else LEVEL).put(sprite.rgb, wide / 2, high / 2, colour=colour)
        return sprite
    *lower, upper = worth
    Text(str(upper), AMOUNT).put(sprite.rgb, wide / 2, high * 0.26, colour=colour)
    for i, one in enumerate(lower):
        Text(str(one), AMOUNT).put(sprite.rgb, wide * (i + 0.5) / len(lower), high * 0.72, colour=colour)
    return sprite


def scroll_level(worth: Worth, who: SeatLook | None = None, wide: int = CELLS[0], high: int = CELLS[1]) -> Sprite:
    """Draw a level, with the cube of a seat if there is one."""
    if who:
        return cell(worth, wide, high, who.rgb, INK, 3, who.on)
    return cell(worth, wide, high, mix(PAPER_LIGHT, PAPER_DARK, 0.5), FADED, 1.5, SEPIA)


@cached_sprite
def printed_scrolls(scroll_board: str) -> Sprite:
    """Draw a scroll board without cubes."""
    whole = layout.scroll_area(scroll_board)
    sprite = plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2, 9).copy()
    for number, track in enumerate(SCROLL_TRACKS[scroll_board]):
        box, cells = scroll_box(scroll_board, number), scroll_cells(scroll_board, number)
        y = box.y - whole.y
        if number:
            ImageDraw.Draw(sprite.rgb).line((8, y, whole.w - 8, y), PAPER_DARK, 2)
        middle = (LETTER + cells[0].x - whole.x - HAVE) / 2
        icons.track_icons(track.scores, box.h - 8).put(sprite.rgb, middle, y + box.h / 2)
        for worth, area in zip((0, *track.levels), cells, strict=True):
            one = scroll_level(worth, None, area.w, area.h)
            one.put(sprite.rgb, area.middle[0] - whole.x, area.middle[1] - whole.y)
    return sprite


def _huts(player: PlayerView) -> int:
    return sum(bool(hut.upgrade) for hut in player.huts)


COUNTS: dict[str, Callable[[PlayerView], int]] = {
    "buildings": lambda player: len(player.workshops) + _huts(player),
    "ships": lambda player: len(player.ships),
    "repopulated": lambda player: REPOPULATION_TILES - player.tiles,
    "goods_one_type": lambda player: max(Counter(SHIPS[ship].goods for ship in player.ships).values(), default=0),
    "workshops": lambda player: len(player.workshops),
    "huts": _huts,
    "timber": lambda player: player.tokens["timber"],
    "coins": lambda player: player.tokens["coin"],
    "overseers": lambda player: sum(one.step in icons.SCORING_STEPS for one in player.overseers.values()),
}


def have(view: View, seat: int, track: int) -> str:
    """Return a track's count and any limit, such as "3/5".

    For a register, count the bars that the seat's disc passed.
    """
    player = view.players[seat]
    printed = SCROLL_TRACKS[player.scroll_board][track]
    if not printed.scores.startswith(REGISTER_TRACK):
        count, most = COUNTS[printed.scores](player), printed.max_items
        return f"{min(count, most)}/{most}" if most else str(count)
    register = printed.scores.removeprefix(REGISTER_TRACK)
    discs = next(one.discs for one in view.registers if one.id == register)
    space = next(number for number, there in enumerate(discs, start=1) if seat in there)
    return f"{sum(space >= one for one in REGISTER_BARS[register])}/{len(REGISTER_BARS[register])}"


def put_scrolls(board: Board, view: View, seat: int, who: SeatLook) -> None:
    """Draw the scroll board, and for each track the count, and the cube on the level reached."""
    player = view.players[seat]
    put_card(board, layout.scroll_area(player.scroll_board), PAPER_LIGHT, SEPIA)
    printed_scrolls(player.scroll_board).put(board, *layout.scroll_area(player.scroll_board).middle)
    for number, (track, level) in enumerate(zip(SCROLL_TRACKS[player.scroll_board], player.scrolls, strict=True)):
        cells = scroll_cells(player.scroll_board, number)
        area = cells[level]
        Text(have(view, seat, number), COUNT).put(board, cells[0].x - HAVE / 2, area.middle[1])
        worth = (0, *track.levels)[level]
        scroll_level(worth, who, area.w, area.h).put(board, *area.middle)
