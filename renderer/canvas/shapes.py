"""Lines and outlines as lists of points."""

from collections.abc import Sequence
from math import cos, pi, sin

from renderer.canvas.canvas import Point


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0) -> list[Point]:
    """An ellipse as a polygon, turned clockwise by so many radians."""
    c, s = cos(turn), sin(turn)
    ring = [(rx * cos(2 * pi * i / 40), ry * sin(2 * pi * i / 40)) for i in range(40)]
    return [(x + c * px - s * py, y + s * px + c * py) for px, py in ring]


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
