"""The pictures of Messina 1347: city, score board and estates, each alone or all in one, and the icons explained."""

from collections.abc import Mapping, Sequence

from PIL import Image

from renderer.canvas.layout import tall_enough
from renderer.messina.boards import KINDS as BOARD_KINDS
from renderer.messina.boards import paint_boards
from renderer.messina.city.board import paint_city
from renderer.messina.estate.board import paint_estate
from renderer.messina.grid import paint_grid
from renderer.messina.legend import paint_legend
from renderer.messina.score.board import paint_score
from renderer.messina.score.layout import BELOW, OFFERS_Y, SIDE_X
from renderer.messina.solo import in_turn, with_looks
from renderer.scene import Changes, Mark
from rules.game import Target
from rules.messina.view_types import View

_CITY = ("hex", "dock", "ship", "home")  # kinds of things
_ON_OFFER = ("hut_upgrade", "workshop", "wagon")


def messina_parts(view: View, layout: str) -> tuple[str, ...]:
    """The pictures that the board consists of: one of everything, or city, score board and estates in turn order."""
    if layout == "wide":
        return ("grid",)
    return ("city", "score", *(f"estate-{seat}" for seat in in_turn(view)))


def paint_messina(
    view: View,
    names: Sequence[str],
    part: str,
    marks: Sequence[Mark],
    changed: Changes,
    lang: str,
    style: frozenset[str],
) -> Image.Image:
    """A part of the board as the viewer of ``view`` may see it; "part": as much as shows most of the choices."""
    view = with_looks(view)
    if part == "legend":
        return paint_legend(view, lang)
    if part == "grid":
        return paint_grid(view, names, marks, changed, lang, style)
    here = changed.get(part, ()) if isinstance(changed, Mapping) else changed
    if part == "part":
        return _paint_part(view, names, marks, here, lang, style)
    if part == "boards":
        return paint_boards(view, marks, lang)
    if part.startswith("estate-"):
        return paint_estate(view, int(part.removeprefix("estate-")), names, marks, here, lang, style)
    paint = {"city": paint_city, "score": paint_score}[part]
    return paint(view, names, marks, here, lang, style)


def _paint_part(
    view: View,
    names: Sequence[str],
    marks: Sequence[Mark],
    changed: Sequence[Target],
    lang: str,
    style: frozenset[str],
) -> Image.Image:
    """The part that most of the choices are on, cut to them where it has sections."""
    places = [messina_place(view, mark.target) for mark in marks]
    match max(dict.fromkeys(places), key=places.count, default="city"):
        case "boards":
            return paint_boards(view, marks, lang)
        case "city":
            return paint_city(view, names, marks, changed, lang, style)
        case "score":
            return _section(paint_score(view, names, marks, changed, lang, style), marks)
        case estate:
            seat = int(estate.removeprefix("estate-"))
            return paint_estate(view, seat, names, marks, changed, lang, style, part=True)


def _section(score: Image.Image, marks: Sequence[Mark]) -> Image.Image:
    """The registers or the tiles on offer, if all choices of the score board are among them."""
    kinds = {mark.target.kind for mark in marks}
    if kinds == {"register"}:
        return score.crop(tall_enough((0, 0, SIDE_X, BELOW), score.height))
    if kinds <= {*_ON_OFFER}:
        return score.crop(tall_enough((0, OFFERS_Y, *score.size), score.height))
    return score


def messina_place(view: View, target: Target) -> str:
    """Which part of the board a choice is on; of the estates it is the viewer's."""
    if target.kind in BOARD_KINDS:
        return "boards"
    if target.kind in _CITY:
        return "city"
    offered = {stack.top for stack in (*view.huts, *view.workshops, *view.wagons)}
    if target.kind == "register" or (target.kind in _ON_OFFER and target.id in offered):
        return "score"
    return f"estate-{view.active if view.seat is None else view.seat}"
