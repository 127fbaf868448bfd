"""From degrees to the frame of the board: a conic projection, then a gentle lens over the crowded middle of Europe."""

from math import cos, exp, hypot, log, pi, radians, sin, tan

from tools.atlas.topology import Point

PARALLELS = (42.0, 60.0)  # standard parallels of the cone, in degrees
ORIGIN = (16.0, 50.0)  # longitude and latitude of the projection's centre, in degrees
EARTH = 6371.0  # km

# The lens: around LENS (km east and south of ORIGIN) everything grows by 1 + POWER, which decreases over REACH km.
LENS = (230.0, 400.0)
POWER = 0.66
REACH = (1300.0, 900.0)

# The part of the map, in km east and south of ORIGIN after the lens, that fills the frame.
WINDOW = (-2270.0, -1970.0, 2190.0, 2008.0)
WIDTH = 10_000  # units across the frame


def _cone(latitude: float) -> float:
    return tan(pi / 4 + radians(latitude) / 2)


_A, _B = (radians(p) for p in PARALLELS)
_N = log(cos(_A) / cos(_B)) / log(_cone(PARALLELS[1]) / _cone(PARALLELS[0]))
_F = cos(_A) * _cone(PARALLELS[0]) ** _N / _N
SCALE = WIDTH / (WINDOW[2] - WINDOW[0])
HEIGHT = round((WINDOW[3] - WINDOW[1]) * SCALE)


def conic(point: Point) -> Point:
    """Return the Lambert conformal conic projection of a point, in km east and south of the origin."""
    longitude, latitude = point
    rho = EARTH * _F / _cone(min(latitude, 89.9)) ** _N
    angle = _N * radians(longitude - ORIGIN[0])
    return rho * sin(angle), rho * cos(angle) - EARTH * _F / _cone(ORIGIN[1]) ** _N


def lens(point: Point) -> Point:
    """Enlarge points near the middle of the lens; distant ones don't change."""
    dx, dy = point[0] - LENS[0], point[1] - LENS[1]
    grow = 1 + POWER * exp(-(hypot(dx / REACH[0], dy / REACH[1]) ** 2))
    return LENS[0] + dx * grow, LENS[1] + dy * grow


def place(point: Point) -> Point:
    """Convert degrees to units of the frame (0 to WIDTH, 0 to HEIGHT, y downwards), with a margin for far points."""
    x, y = lens(conic(point))
    x, y = (x - WINDOW[0]) * SCALE, (y - WINDOW[1]) * SCALE
    margin = WIDTH * 0.08
    return min(max(x, -margin), WIDTH + margin), min(max(y, -margin), HEIGHT + margin)


def simplify(points: list[Point], smallest: float) -> list[Point]:
    """Drop points whose triangle with their neighbours is below ``smallest`` square units; the ends stay."""
    points = list(points)
    while len(points) > 2:
        areas = [
            abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        least = min(areas)
        if least >= smallest:
            break
        del points[areas.index(least) + 1]
    return points
