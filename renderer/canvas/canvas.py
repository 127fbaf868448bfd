"""Small pictures drawn once, three times as large, then kept as colour and mask and pasted."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from PIL import Image, ImageDraw

from renderer.canvas.colours import Rgb

FINE = 3  # how much larger things are drawn before they are reduced
Point = tuple[float, float]
Colour = Rgb | tuple[int, int, int, int]
CLEAR = (0, 0, 0, 0)  # draws a hole
F = TypeVar("F", bound=Callable[..., "Sprite"])


@dataclass(frozen=True)
class Sprite:
    """A picture with soft edges: paste ``rgb`` through ``mask``."""

    rgb: Image.Image
    mask: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.rgb.size

    def put(self, board: Image.Image, x: float, y: float) -> None:
        """Paste with the middle at x, y."""
        w, h = self.rgb.size
        board.paste(self.rgb, (round(x - w / 2), round(y - h / 2)), self.mask)


class Sketch:
    """A transparent sheet, drawn on in pixels of the finished sprite."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = round(width), round(height)
        self.image = Image.new("RGBA", (self.width * FINE, self.height * FINE), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def polygon(
        self, points: Iterable[Point], fill: Colour | None = None, line: Colour | None = None, width: float = 0
    ) -> None:
        """A closed shape; the line lies on its edge, with round corners."""
        fine = [(x * FINE, y * FINE) for x, y in points]
        if fill is not None:
            self.draw.polygon(fine, fill=fill)
        if line is not None:
            self.stroke([(x / FINE, y / FINE) for x, y in [*fine, fine[0]]], line, width)

    def stroke(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """A line with round corners and ends."""
        fine = [(x * FINE, y * FINE) for x, y in points]
        w = width * FINE
        self.draw.line(fine, fill=colour, width=max(1, round(w)))
        for x, y in fine:
            self.draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=colour)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0,
    ) -> None:
        """A circle round x, y; the line lies inside the radius."""
        box = tuple(c * FINE for c in (x - radius, y - radius, x + radius, y + radius))
        self.draw.ellipse(box, fill=fill, outline=line, width=round(width * FINE))

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0,
    ) -> None:
        """A rectangle with round corners, from its upper left corner."""
        box = tuple(c * FINE for c in (x, y, x + w, y + h))
        self.draw.rounded_rectangle(box, radius * FINE, fill=fill, outline=line, width=round(width * FINE))

    def add(self, other: "Sketch", x: float, y: float) -> None:
        """Lay another sketch on this one, its upper left corner at x, y."""
        self.image.alpha_composite(other.image, (round(x * FINE), round(y * FINE)))

    def done(self) -> Sprite:
        """The finished sprite."""
        small = self.image.reduce(FINE)
        return Sprite(small.convert("RGB"), small.getchannel("A"))


def kept(function: F) -> F:
    """Keep what the function has drawn: few different sprites exist, the bound only guards against surprises."""
    cached: Any = lru_cache(maxsize=1024)(function)
    return cached  # type: ignore[no-any-return]
