"""The workshops of an estate."""

from functools import partial

from renderer import art
from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area, Planned, blank, planned_column, planned_row
from renderer.messina.estate.layout import workshop_area, workshop_boxes, workshop_places
from renderer.messina.estate.people import put_citizen
from renderer.messina.estate.printed import SHADOW, card, ghost, put_plate
from renderer.messina.icons import effect_words, icon, planned_amount
from renderer.messina.theme import GOLD, GOLD_DARK
from renderer.messina.theme import SECTORS as TINTS
from rules.messina.components import WORKSHOPS as PRINTED
from rules.messina.components import Option
from rules.messina.view_types import PlayerView

LINEN = 0.6  # units of the linen on the back of a tile per pixel
GAIN = 58  # px, at most


def put_workshops(board: Board, player: PlayerView, fixed: bool) -> dict[str, Area]:
    """Draw all workshops with their citizens. Return where each is."""
    room = workshop_area(player.scroll_board)
    if fixed:
        for area in workshop_boxes(room, workshop_places(room), fixed):
            _put_place(board, area)
    elif not player.workshops:
        _put_place(board, room)
    areas = workshop_boxes(room, len(player.workshops), fixed)
    for one, area in zip(player.workshops, areas, strict=True):
        workshop(one.tile, one.paid, area.w, area.h).put(board, *area.middle)
        if one.citizen:
            put_citizen(board, workplace(area), one.citizen)
        if not one.paid:
            when = icon("late" if PRINTED[one.tile].late else "early", max(28, area.h // 4))
            when.put(board, area.x + when.size[0] / 2 + 1, area.y + when.size[1] / 2)
    return {one.tile: area for one, area in zip(player.workshops, areas, strict=True)}


def _put_place(board: Board, area: Area) -> None:
    """Draw an empty place for a workshop."""
    put_plate(board, area, mix(PAPER, PAPER_LIGHT, 0.4), mix(FADED, PAPER, 0.5))
    ghost("workshop", min(area.h, 72) - 16, 0.25).put(board, *area.middle)


def workplace(area: Area) -> Area:
    """Return the place of the citizen on a workshop."""
    size = min(area.h - 12, round(area.w * 0.38))
    return Area(area.x + 7, area.y + (area.h - size) // 2, size, size)


@cached_sprite
def workshop(tile: str, paid: bool, wide: int, high: int) -> Sprite:
    """Draw a workshop with the citizen it needs and its yield; face down when it has paid."""
    printed = PRINTED[tile]
    tint = TINTS[printed.citizen]
    place = workplace(Area(0, 0, wide, high))
    sprite = card(wide - SHADOW, high - SHADOW, mix(PAPER_LIGHT, tint, 0.3), INK, 2).copy()
    if paid:
        linen = (wide - 6 - SHADOW, high - 6 - SHADOW)
        ground = f".ground{{fill:#{bytes(mix(PAPER_DARK, tint, 0.6)).hex()} !important}}"
        back = art.sprite("messina/paid", linen[0], part=(0, 0, linen[0] * LINEN, linen[1] * LINEN), css=ground)
        back.put(sprite.rgb, (wide - SHADOW) / 2, (high - SHADOW) / 2)
    gold = printed.need == "gold" and not paid
    paper, edge = (mix(PAPER_LIGHT, GOLD, 0.35), GOLD_DARK) if gold else (PAPER_LIGHT, SEPIA)
    plate(place.w, place.h, paper, edge, 2, 6).put(sprite.rgb, *place.middle)
    ghost(f"{printed.citizen}:gold" if gold else printed.citizen, place.w - 8, 0.4).put(sprite.rgb, *place.middle)
    if not paid:
        room = yield_room(Area(0, 0, wide, high))
        gain, _ = workshop_gain(tile, *room)
        gain.put(sprite.rgb, wide - 5 - room[0] / 2, high / 2)
    return sprite


def yield_room(area: Area) -> tuple[int, int]:
    """Return the width and height of the room beside the citizen on a workshop."""
    return area.w - workplace(area).w - 18, area.h - 10


def workshop_gain(tile: str, wide: int, high: int) -> tuple[Sprite, int]:
    """Draw what a workshop gives, with its icons as large as possible, and return it with their size.

    Of two levels, the one for an upgraded citizen is below, or beside on a low tile, with a star.
    """
    printed = PRINTED[tile]
    size = min(GAIN, high)
    while True:
        sheets = [_line(printed.gain, size, wide)]
        if printed.need == "tiered":
            star = round(size * 0.5)
            mark, room = (Planned((star, star), it) for it in (partial(gold_star, star), partial(blank, star, star)))
            gain, gold = (
                [planned_amount(one, size) for one in effect_words(it)] for it in (printed.gain, printed.gold_gain)
            )
            better = planned_row([mark, *gold], 1)
            sheets = [planned_column([planned_row([room, *gain], 1), better], 4), planned_row([*gain, better], 6)]
        for whole in sheets:
            if whole.size[0] <= wide and whole.size[1] <= high:
                return whole.draw(), size
        size -= 1


@cached_sprite
def gold_star(size: int) -> Sprite:
    """Draw the star of upgraded citizens, for what only they bring in."""
    return art.sprite("messina/star", size)


def _line(option: Option, size: int, wide: int) -> Planned:
    """Plan the gains side by side, or below each other where there is too little width."""
    parts = [planned_amount(one, size) for one in effect_words(option)]
    whole = planned_row(parts, size * 0.08)
    return planned_column(parts, 2) if whole.size[0] > wide else whole
