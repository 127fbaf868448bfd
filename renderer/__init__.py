"""Pictures of the games: a pure function from a view to an image.

`paint` draws what a view holds and nothing else, so a picture can only show what its viewer may know.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from PIL import Image

from renderer.marks import Mark
from renderer.palette import png
from renderer.rattus import paint_faces, paint_rattus
from rules.game import Target

__all__ = ["Layout", "Mark", "paint", "paint_faces", "png"]

Layout = Literal["wide", "tall", "part"]  # the last one: no more of the board than the choices are on

_PAINTERS: dict[str, Callable[..., Image.Image]] = {"rattus": paint_rattus}


def paint(
    view: Any,
    *,
    names: Sequence[str],
    layout: Layout = "wide",
    marks: Sequence[Mark] = (),
    changed: Sequence[Target] = (),
    lang: str = "en",
) -> Image.Image:
    """Draw the board that the view describes, as an RGB image of its own.

    ``names`` are the players' names by seat, any text. ``marks`` are the choices of a private panel, ``changed`` is
    what the last turn changed; both may name things that are not on the board, which are left out. Safe to call
    from threads.

    Raises:
        KeyError: no board is known for the game, or no words for the language.
    """
    return _PAINTERS[view.game](view, names, layout, marks, changed, lang)
