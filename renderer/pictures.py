"""How a game is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from renderer.canvas.colours import Rgb
from renderer.scene import Scene
from rules.game import Target


@dataclass(frozen=True)
class Pictures:
    """All that the rest of the program knows of a game's pictures. The functions may be called from any thread."""

    parts: Callable[[Any, str], tuple[str, ...]]  # of a view in the "wide" or "tall" layout, in their order
    paint: Callable[[Scene[Any]], Image.Image]  # one of them, or "part": as much of them as the choices are on
    legend: Callable[[Scene[Any]], Image.Image]  # what the icons mean, or the cards in play
    place: Callable[[Any, Target], str]  # the part that a choice is on; "" for any
    palette: Path  # the colours of its files, made by `tools.palette`
    named: tuple[Rgb, ...]  # those of them that must come out exactly
