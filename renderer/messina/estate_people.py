"""Who lives on an estate: citizens on squares and in huts, overseers on their paths."""

from PIL import Image

from renderer.areas import Area
from renderer.messina.estate_base import put_plate
from renderer.messina.estate_layout import HUT_BOXES, SPACES, hut_slots, hut_yield, slot
from renderer.messina.icons import effects
from renderer.messina.pieces import citizen, overseer
from renderer.sprite import Point, Sprite, kept
from renderer.theme import PAPER_LIGHT, SEPIA
from rules.messina.components import HUT_TILES
from rules.messina.view_types import CitizenView, HutView, OverseerView, PlayerView

OVERSEER, SHARED = 56, 48  # px, alone on a space and beside others


def put_citizen(board: Image.Image, area: Area, one: CitizenView) -> None:
    """A citizen in its place."""
    citizen(one.citizen, one.side, min(area.w, area.h) + 4).put(board, *area.middle)


def put_people(board: Image.Image, player: PlayerView) -> None:
    """Everybody in the sectors and huts."""
    for square, one in player.squares.items():
        put_citizen(board, slot(square), one)
    for hut in player.huts:
        _put_hut(board, hut)
    for name, (x, y, size) in overseer_places(player).items():
        overseer(name, player.overseers[name].upgraded, size).put(board, x, y)


def _put_hut(board: Image.Image, hut: HutView) -> None:
    box = HUT_BOXES[hut.id]
    if hut.citizen:
        put_citizen(board, hut_slots(box)[hut.space - 1], hut.citizen)
    if hut.upgrade:
        put_plate(board, hut_yield(box), PAPER_LIGHT, SEPIA, 2, 6)
        hut_gain(hut.upgrade, hut_yield(box).h - 4).put(board, *hut_yield(box).middle)


@kept
def hut_gain(tile: str, size: int) -> Sprite:
    """What an upgraded hut yields."""
    return effects(HUT_TILES[tile].gain, size)


def standing(name: str, one: OverseerView) -> Point:
    """The space an overseer is on."""
    return SPACES[name, one.branch or "left"][one.step]


def overseer_places(player: PlayerView) -> dict[str, tuple[float, float, int]]:
    """Where each overseer is drawn and how large: side by side on one space."""
    spaces = {name: standing(name, one) for name, one in player.overseers.items()}
    places = {}
    for name, (x, y) in spaces.items():
        here = [other for other, at in spaces.items() if at == (x, y)]
        number = here.index(name)
        if len(here) == 1:
            places[name] = (x, y, OVERSEER)
        elif len(here) == 2:
            places[name] = (x + (-24, 24)[number], y, SHARED)
        else:
            places[name] = (x + (-26, 26, 0)[number], y + (14, 14, -28)[number], SHARED)
    return places


def ahead(player: PlayerView, name: str, steps: int) -> list[Point]:
    """The spaces an overseer reaches with so many steps, on both branches if it has not chosen yet."""
    one = player.overseers[name]
    branches = (one.branch,) if one.branch else ("left", "right")
    ends = {
        SPACES[name, branch][one.step + steps] for branch in branches if one.step + steps < len(SPACES[name, branch])
    }
    return sorted(ends)
