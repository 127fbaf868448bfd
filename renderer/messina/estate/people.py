"""The people on an estate: citizens on squares and in huts, overseers on their paths."""

from collections.abc import Mapping

from PIL import Image, ImageChops

from renderer.canvas.canvas import Board, Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER_DARK, PAPER_LIGHT, SEPIA
from renderer.canvas.layout import Area
from renderer.messina.estate.layout import CITIZEN, PLANS, Plan, hut_slots, hut_yield
from renderer.messina.estate.printed import ACTION, ONCE, lightning, put_plate
from renderer.messina.icons import FAINT, citizen, effects, icon, overseer
from rules.messina.components import HUT_TILES
from rules.messina.view_types import CitizenView, HutView, OverseerView, PlayerView

OVERSEER, SHARED = 56, 48  # px, alone on a space and beside others


def put_citizen(board: Board, area: Area, one: CitizenView) -> None:
    """Draw a citizen in its place."""
    citizen(one.citizen, one.side, min(area.w, area.h) + 4).put(board, *area.middle)


def put_people(board: Board, player: PlayerView, given: Mapping[str, str]) -> None:
    """Draw everybody in the sectors and huts. ``given``: citizens that left, drawn faintly, by their spots."""
    plan = PLANS[player.hut_edge]
    for square in player.spent:
        box = plan.squares[square]
        spent(box.w - 8).put(board, box.middle[0], box.y + 29)
        spent_lightning(ONCE).put(board, *lightning(plan, square))
    for spot, who in given.items():
        if spot in plan.squares and spot not in player.squares:
            citizen(who, "normal", CITIZEN + 4).faint(FAINT).put(board, *plan.slot(spot).middle)
    for square, one in player.squares.items():
        put_citizen(board, plan.slot(square), one)
    for hut in player.huts:
        _put_hut(board, hut, plan.huts[hut.id])
    for name, (x, y, size) in overseer_places(player).items():
        overseer(name, player.overseers[name].upgraded, size).put(board, x, y)


@cached_sprite
def spent(wide: int) -> Sprite:
    """Draw the translucent paper over the action of a square that has been used up."""
    sheet = Canvas(wide, ACTION)
    for a, b in ((4, wide - 4), (wide - 4, 4)):
        sheet.stroke([(a, 5), (b, ACTION - 5)], INK, 5)
    cross = sheet.sprite()
    veil = Image.new("L", cross.size, 110)
    rgb = Image.new("RGB", cross.size, PAPER_DARK)
    rgb.paste(cross.rgb, (0, 0), cross.mask)
    return Sprite(rgb, ImageChops.lighter(veil, cross.mask))


@cached_sprite
def spent_lightning(size: int) -> Sprite:
    """Draw the lightning of such a square, burnt out."""
    one = icon("late", size)
    return Sprite(Image.new("RGB", one.size, FADED), one.mask)


def _put_hut(board: Board, hut: HutView, box: Area) -> None:
    if hut.citizen:
        put_citizen(board, hut_slots(box)[hut.space - 1], hut.citizen)
    if hut.upgrade:
        put_plate(board, hut_yield(box), PAPER_LIGHT, SEPIA, 2, 6)
        hut_gain(hut.upgrade, hut_yield(box).h - 4).put(board, *hut_yield(box).middle)


@cached_sprite
def hut_gain(tile: str, size: int) -> Sprite:
    """Draw the yield of an upgraded hut."""
    return effects(HUT_TILES[tile].gain, size).draw()


def standing(plan: Plan, name: str, one: OverseerView) -> Point:
    """Return the space an overseer is on."""
    return plan.spaces[name, one.branch or "left"][one.step]


def overseer_places(player: PlayerView) -> dict[str, tuple[float, float, int]]:
    """Return the place and size of each overseer, side by side on one space."""
    plan = PLANS[player.hut_edge]
    spaces = {name: standing(plan, name, one) for name, one in player.overseers.items()}
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


def ahead(player: PlayerView, name: str, way: str = "") -> list[Point]:
    """Return the spaces an overseer reaches this way, by default with one step.

    These are on both branches if it has not chosen one yet.
    """
    one = player.overseers[name]
    named = way.removeprefix("skip").removeprefix("-")
    branches = (named,) if named else (one.branch,) if one.branch else ("left", "right")
    spaces = [PLANS[player.hut_edge].spaces[name, branch] for branch in branches]
    step = one.step + (2 if way.startswith("skip") else 1)
    return sorted({along[step] for along in spaces if step < len(along)})
