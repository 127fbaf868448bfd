"""Connections across water: dashed bows with a head at both ends."""

from functools import cache
from itertools import pairwise
from math import atan2, cos, hypot, sin

from PIL import Image

from renderer.canvas.canvas import Canvas, Point, Sprite
from renderer.canvas.colours import PAPER_LIGHT
from renderer.rattus.layout import ROUTES
from renderer.rattus.theme import ROUTE
from rules.rattus.components import IN_USE

HEAD = 16.0  # px, the length of a head
EDGE = 2.2  # px, the light edge
DASH = (10.0, 6.0)  # px, drawn and left out


def sea_routes(seats: int) -> list[tuple[str, str]]:
    """The connections across water between regions in use."""
    return [pair for pair in ROUTES if all(region in IN_USE[seats] for region in pair)]


def curve(a: Point, b: Point, c: Point, steps: int = 60) -> list[Point]:
    """Points on the bow from a through b to c."""
    pull = (2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2)
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * pull[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * pull[1] + t * t * c[1],
        )
        for t in (i / steps for i in range(steps + 1))
    ]


def head(tip: Point, before: Point) -> list[Point]:
    """The corners of a head that points from ``before`` to ``tip``."""
    turn = atan2(tip[1] - before[1], tip[0] - before[0])
    return [tip, *((tip[0] - HEAD * cos(turn + side), tip[1] - HEAD * sin(turn + side)) for side in (0.5, -0.5))]


@cache
def route(pair: tuple[str, str]) -> tuple[Sprite, Point]:
    """The drawing of a connection and where its middle lies on the map."""
    points = curve(*ROUTES[pair])
    margin = HEAD / 2 + EDGE
    left, top = (min(p[i] for p in points) - margin for i in (0, 1))
    wide, high = (max(p[i] for p in points) - min(p[i] for p in points) + 2 * margin for i in (0, 1))
    sheet = Canvas(wide, high)
    line = [(x - left, y - top) for x, y in points]
    heads = [head(line[0], line[9]), head(line[-1], line[-10])]
    body = line[8:-8]
    sheet.stroke(body, PAPER_LIGHT, 4.4 + 2 * EDGE)
    for corners in heads:
        sheet.polygon(corners, PAPER_LIGHT, PAPER_LIGHT, 2 * EDGE)
    length = sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(body))
    done = -(length / 2) + DASH[0] / 2  # so that a dash lies in the middle
    for p, q in pairwise(body):
        if done % sum(DASH) <= DASH[0]:
            sheet.stroke([p, q], ROUTE, 4.4)
        done += hypot(q[0] - p[0], q[1] - p[1])
    for corners in heads:
        sheet.polygon(corners, ROUTE)
    return sheet.sprite(), (left + sheet.width / 2, top + sheet.height / 2)


def put_routes(board: Image.Image, seats: int) -> None:
    """Draw the connections across water."""
    for pair in sea_routes(seats):
        drawing, at = route(pair)
        drawing.put(board, *at)
