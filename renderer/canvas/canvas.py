"""The canvas that everything is drawn on, larger than it will be, and sprites: small pictures, kept and pasted."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from PIL import Image, ImageDraw

from renderer.canvas.colours import Rgb

FINE = 3  # how much larger things are drawn before they are reduced
COARSE = 2  # the same for whole boards: they are large, and kept
Point = tuple[float, float]
Colour = Rgb | tuple[int, int, int, int] | int
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

    def copy(self) -> "Sprite":
        """The same, to draw on: what is kept is never changed."""
        return Sprite(self.rgb.copy(), self.mask.copy())

    def put(self, board: Image.Image, x: float, y: float) -> None:
        """Paste with the middle at x, y."""
        w, h = self.rgb.size
        board.paste(self.rgb, (round(x - w / 2), round(y - h / 2)), self.mask)


class Canvas:
    """A sheet of so many pixels, drawn on ``fine`` times as large.

    Without a ground it is transparent and becomes a `sprite`; on a colour, or on 0 as a mask, it becomes a `picture`.
    Places are pixels of what it becomes, unless there is a ``unit`` of so many pixels; ``corner`` is where 0, 0 lies,
    in pixels. Widths of lines are in units, or in pens of so many units.
    """

    def __init__(
        self,
        width: float,
        height: float,
        ground: Colour = CLEAR,
        *,
        fine: int = FINE,
        corner: Point = (0, 0),
        unit: float = 1,
        pen: float = 1,
    ) -> None:
        self.width, self.height = round(width), round(height)
        self.fine, self.corner, self.unit, self.pen = fine, corner, unit, pen
        mode = "L" if isinstance(ground, int) else "RGB" if len(ground) == 3 else "RGBA"
        self.image = Image.new(mode, (self.width * fine, self.height * fine), ground)
        self._draw = ImageDraw.Draw(self.image)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        (left, top), unit, fine = self.corner, self.unit, self.fine
        return [((left + x * unit) * fine, (top + y * unit) * fine) for x, y in points]

    def _thick(self, width: float) -> float:
        return self.pen * width * self.unit * self.fine

    def polygon(
        self, points: Iterable[Point], fill: Colour | None = None, line: Colour | None = None, width: float = 0
    ) -> None:
        """A closed shape; the line lies on its edge, with round corners."""
        points = list(points)
        if fill is not None:
            self._draw.polygon(self._at(points), fill=fill)
        if line is not None:
            self.stroke([*points, points[0]], line, width)

    def stroke(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """A line with round corners and ends."""
        at, w = self._at(points), self._thick(width)
        self._draw.line(at, fill=colour, width=max(1, round(w)))
        for x, y in at:
            self._draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=colour)

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """A line with round bends and blunt ends: faster than a stroke where there are many points."""
        self._draw.line(self._at(points), fill=colour, width=round(self._thick(width)), joint="curve")

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
        ((x, y),), r = self._at([(x, y)]), radius * self.unit * self.fine
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=line, width=round(self._thick(width)))

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
        """A rectangle with round corners, from its upper left corner; the line lies inside."""
        corners = self._at([(x, y), (x + w, y + h)])
        reach = radius * self.unit * self.fine
        self._draw.rounded_rectangle(corners, reach, fill=fill, outline=line, width=round(self._thick(width)))

    def tint(self, colour: Colour, mask: Image.Image, x: float = 0, y: float = 0) -> None:
        """Colour through a mask that is as fine as the canvas, its upper left corner at x, y."""
        ((left, top),) = self._at([(x, y)])
        self.image.paste(colour, (round(left), round(top)), mask)

    def add(self, other: "Canvas", x: float, y: float) -> None:
        """Lay another transparent canvas on this one, its upper left corner at x, y."""
        ((left, top),) = self._at([(x, y)])
        self.image.alpha_composite(other.image, (round(left), round(top)))

    def sprite(self) -> Sprite:
        """What has been drawn on a transparent canvas."""
        small = self.image.reduce(self.fine)
        return Sprite(small.convert("RGB"), small.getchannel("A"))

    def picture(self) -> Image.Image:
        """What has been drawn on a ground: a picture, or a mask."""
        return self.image.reduce(self.fine)


def cached_sprite(function: F) -> F:
    """Keep what the function has drawn: few different sprites exist, the bound only guards against surprises."""
    cached: Any = lru_cache(maxsize=1024)(function)
    return cached  # type: ignore[no-any-return]
