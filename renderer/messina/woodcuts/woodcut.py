"""Drawing in the manner of a woodcut: thick ink outlines on a square of 100 by 100, hatched when there is room."""

from collections.abc import Iterable, Sequence
from copy import copy
from math import cos, pi, sin

from renderer.canvas.canvas import Colour, Point, Sketch, Sprite
from renderer.canvas.colours import INK

ROOM = 30  # px; smaller pictures have no hatching


def smooth(points: Sequence[Point], closed: bool = True) -> list[Point]:
    """A soft line through all the points (Catmull and Rom's)."""
    n = len(points)
    curve: list[Point] = []
    for i in range(n if closed else n - 1):
        if closed:
            a, b, c, d = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            a, b, c, d = points[max(0, i - 1)], points[i], points[i + 1], points[min(n - 1, i + 2)]
        curve += [(_between(a[0], b[0], c[0], d[0], k / 8), _between(a[1], b[1], c[1], d[1], k / 8)) for k in range(8)]
    return curve if closed else [*curve, points[-1]]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Points on an ellipse, angles in degrees clockwise from three o'clock."""
    angles = [(start + (end - start) * i / 24) * pi / 180 for i in range(25)]
    return [(x + rx * cos(a), y + ry * sin(a)) for a in angles]


def mirrored(points: Sequence[Point], axis: float = 50) -> list[Point]:
    """The points and their mirror images: a closed shape from its right half, top to bottom."""
    return [*points, *((2 * axis - x, y) for x, y in reversed(points))]


class Cut:
    """A sheet ``size`` pixels high, drawn on in hundredths of its height."""

    def __init__(self, size: int, width: float = 100) -> None:
        self.unit = size / 100
        self.corner: Point = (0, 0)
        self.sketch = Sketch(width * self.unit, size)
        self.line = max(4.4, 118 / size)  # an outline: never thinner than a pixel and a bit
        self.roomy = size >= ROOM

    def part(self, x: float, y: float, scale: float) -> "Cut":
        """The same sheet, for drawing something smaller with its middle at x, y."""
        inner = copy(self)
        inner.unit = self.unit * scale
        inner.corner = self._fine([(x - 50 * scale, y - 50 * scale)])[0]
        inner.line = self.line / scale**0.5
        return inner

    def _fine(self, points: Iterable[Point]) -> list[Point]:
        left, top = self.corner
        return [(left + x * self.unit, top + y * self.unit) for x, y in points]

    def shape(
        self, points: Iterable[Point], fill: Colour | None = None, line: Colour | None = INK, width: float = 1
    ) -> None:
        """A closed shape with an outline so many times the usual width."""
        self.sketch.polygon(self._fine(points), fill, line, self.line * width * self.unit)

    def stroke(self, points: Iterable[Point], colour: Colour = INK, width: float = 1) -> None:
        """A line so many times the usual width."""
        self.sketch.stroke(self._fine(points), colour, self.line * width * self.unit)

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None = None, line: Colour | None = INK, width: float = 1
    ) -> None:
        """A circle; its line lies on its edge."""
        half = self.line * width / 2 if line is not None else 0
        at = self._fine([(x, y)])[0]
        self.sketch.disc(*at, (r + half) * self.unit, fill, line, self.line * width * self.unit)

    def hatch(self, lines: Iterable[Sequence[Point]], colour: Colour = INK, width: float = 0.55) -> None:
        """Thin lines of shade, left out where the picture is small."""
        if self.roomy:
            for line in lines:
                self.stroke(line, colour, width)

    def done(self) -> Sprite:
        """The finished sprite."""
        return self.sketch.done()
