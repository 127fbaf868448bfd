"""Drawing in the manner of a woodcut: thick ink outlines on a square of 100 by 100, hatched when there is room."""

from collections.abc import Iterable, Sequence
from copy import copy

from renderer.canvas.canvas import Canvas, Colour, Point
from renderer.canvas.colours import INK

ROOM = 30  # px; smaller pictures have no hatching


class Woodcut(Canvas):
    """A canvas ``size`` pixels high, drawn on in hundredths of its height. A line is of ink and a pen wide."""

    def __init__(self, size: int, width: float = 100) -> None:
        unit = size / 100
        pen = max(4.4, 118 / size)  # an outline: never thinner than a pixel and a bit
        super().__init__(width * unit, size, unit=unit, pen=pen)
        self.roomy = size >= ROOM

    def part(self, x: float, y: float, scale: float) -> "Woodcut":
        """The same canvas, for drawing something smaller with its middle at x, y."""
        inner = copy(self)
        inner.corner = (
            self.corner[0] + (x - 50 * scale) * self.unit,
            self.corner[1] + (y - 50 * scale) * self.unit,
        )
        inner.unit = self.unit * scale
        inner.pen = self.pen / scale**0.5
        return inner

    def polygon(
        self, points: Iterable[Point], fill: Colour | None = None, line: Colour | None = INK, width: float = 1
    ) -> None:
        """A closed shape with an outline."""
        super().polygon(points, fill, line, width)

    def stroke(self, points: Iterable[Point], colour: Colour = INK, width: float = 1) -> None:
        """A line with round corners and ends."""
        super().stroke(points, colour, width)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = INK,
        width: float = 1,
    ) -> None:
        """A circle round x, y; the line lies on its edge, as on that of a polygon."""
        half = self.pen * width / 2 if line is not None else 0
        super().disc(x, y, radius + half, fill, line, width)

    def hatch(self, lines: Iterable[Sequence[Point]], colour: Colour = INK, width: float = 0.55) -> None:
        """Thin lines of shade, left out where the picture is small."""
        if self.roomy:
            for line in lines:
                self.stroke(line, colour, width)
