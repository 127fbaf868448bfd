"""How a game is drawn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from PIL import Image

from renderer.canvas.canvas import Point, Sprite
from renderer.canvas.colours import Rgb
from renderer.canvas.palette import png
from renderer.scene import Scene
from renderer.words import Words
from rules.game import Event, Target

V = TypeVar("V")
Glimpse = tuple[str, tuple[int, int, int, int]]
SIDE = 0.66  # of a picture's width: what is shown of it at a time where it is to be large


class Flight(NamedTuple):
    """A piece on its way over a board: what it looks like, one after the other, and its way in places of the picture.

    What only turns over stays in one place.
    """

    sprites: Sequence[Sprite]
    way: Sequence[Point]


@dataclass(frozen=True)
class Beat(Generic[V]):
    """A moment of an event as it is seen again: first pieces fly, then the board looks as ``view`` says.

    ``under`` is what they fly over, without what is ``lifted``; by default the view itself. ``told``: from here on the
    event counts as having happened, and its traces are drawn.
    """

    view: V
    flights: Sequence[Flight] = ()
    under: V | None = None
    lifted: frozenset[Target] = frozenset()
    told: bool = True


@dataclass(frozen=True)
class Pictures(Generic[V]):
    """All that the rest of the program knows of a game's pictures. The functions may be called from any thread."""

    # The names of the pictures that a board consists of, in the "wide", "tall" or "large" layout, in their order.
    parts: Callable[[V, str], tuple[str, ...]]
    # One of them, or "part": as much of them as the choices are on. Raises KeyError: no such part.
    board: Callable[[Scene[V]], Image.Image]
    # What the icons mean, or the cards in play.
    legend: Callable[[Scene[V]], Image.Image]
    # The part that a choice is on, so that choices on several parts get a picture each; "" for any.
    place: Callable[[V, Target], str]
    # The letter of a thing as long as it is where it is, different for every thing, in the order in which the picture
    # is read; "" for what no picture shows.
    letter: Callable[[V, Target], str]
    palette: Path  # the colours of its files, made by `tools.palette`
    named: tuple[Rgb, ...]  # those of them that must come out exactly
    # One thing by itself that help tells of, by its id; None if there is nothing to draw of it.
    thing: Callable[[str, Words], Image.Image | None] = lambda name, words: None
    # The signs of buttons that are drawings: what each is called, in small letters, and how it is drawn in a size.
    signs: Mapping[str, tuple[str, Callable[[int], Sprite]]] = field(default_factory=dict)
    # What display options are shown on: a part of the board, and the box of it; "" stands for all others. None: it is
    # not seen at the beginning of a game.
    glimpses: Mapping[str, Glimpse | None] = field(default_factory=dict)
    # The part of the board that replays show, and questions without choices; "" for the first.
    stage: str = ""
    # How an event is seen again that happens in this position, in a scene of the game; nothing for what only fades in.
    beats: Callable[[V, Event, Scene[V]], Sequence[Beat[V]]] = lambda view, event, scene: ()

    def paint(self, scene: Scene[V]) -> Image.Image:
        """Draw what the scene describes, as an RGB image of its own. Safe in threads.

        Raises:
            KeyError: the board has no such part.
        """
        return self.legend(scene) if scene.part == "legend" else self.board(scene)

    def glimpse(self, option: str) -> Glimpse | None:
        """What a display option is shown on, if it is."""
        return self.glimpses.get(option, self.glimpses.get(""))

    def side(self, image: Image.Image, which: str) -> Image.Image:
        """The "left" or "right" side of a picture, so that it can be shown larger; "" for all of it.

        They overlap, so that whatever is not too wide is whole on one of them.
        """
        if not which:
            return image
        wide = round(image.width * SIDE)
        return image.crop((0, 0, wide, image.height) if which == "left" else (image.width - wide, 0, *image.size))

    def png(self, image: Image.Image, style: Collection[str] = ()) -> bytes:
        """The picture as a PNG file with the palette of its game, and without any metadata."""
        return png(image, self.palette, contrast="high" in style)
