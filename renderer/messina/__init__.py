"""The pictures of Messina 1347: city, score board and estates, alone or as one composite."""

from collections.abc import Callable, Sequence

from PIL import Image

from renderer.marks import Mark
from rules.game import Target
from rules.messina.view_types import View

_PARTS: dict[str, Callable[..., Image.Image]] = {}


def messina_parts(view: View, layout: str) -> tuple[str, ...]:
    """The pictures that the board consists of: one composite, or city, score board and each estate in turn order."""
    if layout == "wide":
        return ("grid",)
    return ("city", "score", *(f"estate-{seat}" for seat in view.order))


def paint_messina(
    view: View,
    names: Sequence[str],
    part: str,
    marks: Sequence[Mark],
    changed: Sequence[Target],
    lang: str,
    style: frozenset[str],
) -> Image.Image:
    """A part of the board as the viewer of ``view`` may see it."""
    return _PARTS[part](view, names, marks, changed, lang, style)
