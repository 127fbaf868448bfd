"""Pictures of the games: a pure function from a view to an image.

`paint` draws what a view holds and nothing else, so a picture can only show what its viewer may know.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PIL import Image

from renderer.canvas.palette import png
from renderer.messina.parts import messina_parts, messina_place, paint_messina
from renderer.rattus.board import paint_faces, paint_rattus, rattus_parts, rattus_place
from renderer.scene import Changes, Mark
from rules.game import Target

__all__ = ["Changes", "Mark", "paint", "paint_faces", "parts", "place", "png"]


class _Pictures(NamedTuple):
    """How a game is drawn."""

    parts: Callable[[Any, str], tuple[str, ...]]
    paint: Callable[..., Image.Image]
    place: Callable[[Any, Target], str]


_GAMES = {
    "rattus": _Pictures(rattus_parts, paint_rattus, rattus_place),
    "messina": _Pictures(messina_parts, paint_messina, messina_place),
}


def parts(view: Any, layout: str) -> tuple[str, ...]:
    """The names of the pictures that the game's board consists of, in the "wide" or "tall" layout, in their order.

    Raises:
        KeyError: no board is known for the game.
    """
    return _GAMES[view.game].parts(view, layout)


def place(view: Any, target: Target) -> str:
    """The name of the part that a choice is on, so that choices on several parts get a picture each; "" for any.

    Raises:
        KeyError: no board is known for the game.
    """
    return _GAMES[view.game].place(view, target)


def paint(
    view: Any,
    *,
    names: Sequence[str],
    layout: str = "wide",
    marks: Sequence[Mark] = (),
    changed: Changes = (),
    lang: str = "en",
    style: frozenset[str] = frozenset(),
) -> Image.Image:
    """Draw a picture of the board that the view describes, as an RGB image of its own.

    ``layout`` is one of the game's `parts`, or "part": as much of the board as the choices are on, or "legend": the
    icons, or the cards in play, explained. ``names`` are the players' names by seat, any text. ``marks`` are the
    choices of a private panel, ``changed`` is what the last turn changed; both may name things that are not on the
    picture, which are left out. ``style`` holds the reader's wishes: "full" (hexes are not dimmed), "fixed" (areas of
    players keep their size). Safe to call from threads.

    Raises:
        KeyError: no board is known for the game, no such part, or no words for the language.
    """
    return _GAMES[view.game].paint(view, names, layout, marks, changed, lang, style)
