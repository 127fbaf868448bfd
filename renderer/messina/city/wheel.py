"""What the population wheel brings next: plague and citizens on the hexes (7.8)."""

from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import BONE, PAPER_LIGHT, SEPIA
from renderer.canvas.frame import plate, ring
from renderer.canvas.layout import Area, row
from renderer.messina.city.plan import WHEEL_PLATE
from renderer.messina.icons import citizen, icon
from renderer.messina.pieces import ground, hex_size
from rules.messina.components import CLASSES, LAST_ROUND, ROUNDS, WHEEL, Wheel
from rules.messina.view_types import View

CELL = 48  # px, the width of the small hexes
ICON = 34
SMALLER = 30  # px, icons if there are two rats beside the wheel
CITIZEN = 34


UNTURNED = ("deal", "priority")  # the phases at the beginning of a round, before the wheel is turned


def coming(view: View) -> list[Wheel]:
    """Return the positions to which the wheel turns when the next round is prepared, or none if it does not turn."""
    upcoming = view.round + (view.phase not in UNTURNED)
    turns = ROUNDS[upcoming].plague_turns if upcoming <= LAST_ROUND else 0
    return [WHEEL[(view.wheel + k) % len(WHEEL)] for k in range(turns)]


@cached_sprite
def _news(rats: tuple[str, ...], colours: tuple[str, ...], style: frozenset[str]) -> Sprite:
    """Draw the plate: the wheel with the rats of hexes that get plague, and each class on its colour below."""
    sprite = plate(*WHEEL_PLATE, PAPER_LIGHT, SEPIA, 2).copy()
    size = ICON if len(rats) < 2 else SMALLER
    head = row([icon(name, size) for name in ("wheel", *(f"rat:{rat}" for rat in rats))], size * 0.05)
    head.put(sprite.rgb, WHEEL_PLATE[0] / 2, 26)
    _, high = hex_size(CELL)
    for i, (one, colour) in enumerate(zip(CLASSES, colours, strict=True)):
        x = WHEEL_PLATE[0] / 2 + (0, -CELL / 2, CELL / 2)[i]
        y = 50 + high / 2 + (0 if i == 0 else high * 0.75)
        ground(CELL, colour, style).put(sprite.rgb, x, y)
        citizen(one, "normal", CITIZEN).put(sprite.rgb, x, y)
    return sprite


def put_wheel(board: Board, view: View, area: Area, style: frozenset[str], turned: bool) -> None:
    """Draw the plate if the wheel turns again, with a line round it if it has just turned."""
    if next_ := coming(view):
        if turned:
            ring(area.w - 8, area.h - 8, 8, BONE, 5).put(board, *area.middle)
        colours = tuple(str(getattr(next_[-1], one)) for one in CLASSES)
        _news(tuple(one.rat for one in next_), colours, style).put(board, *area.middle)
