"""Lines over the map: the connections across water, dotted from quay to quay, and the path of the plague."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin

from PIL import Image

from renderer.canvas.canvas import Canvas, Point, Sprite
from renderer.canvas.colours import BONE, PLAGUE
from renderer.canvas.memory import remembered
from renderer.rattus.geography import ROUTES, WAY
from rules.rattus.components import IN_USE

QUAY, DOT = 5.5, 2.6  # px, half the width of an end and of a dot
APART = 9.5  # px, from dot to dot
DASH = (19.0, 12.0)  # px, the dashes of the plague's path, and the gaps between them
THICK, EDGE = 7.0, 2.5  # px, the width of that path and of the bone round it
HEAD = 26.0  # px, the length of its head


def sea_routes(seats: int) -> list[tuple[str, str]]:
    """Return the connections across water between regions in use."""
    return [pair for pair in ROUTES if all(region in IN_USE[seats] for region in pair)]


def curve(a: Point, b: Point, c: Point, steps: int = 60) -> list[Point]:
    """Return points on the curve from a through b to c."""
    pull = (2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2)
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * pull[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * pull[1] + t * t * c[1],
        )
        for t in (i / steps for i in range(steps + 1))
    ]


def along(line: Sequence[Point]) -> list[tuple[float, Point]]:
    """Return the points of a line, each with its distance along the line from the first one."""
    far, found = 0.0, [(0.0, line[0])]
    for (x, y), (u, v) in pairwise(line):
        far += hypot(u - x, v - y)
        found.append((far, (u, v)))
    return found


@remembered
def route(pair: tuple[str, str]) -> tuple[Sprite, Point]:
    """Return the drawing of a connection and its middle on the map."""
    points = curve(*ROUTES[pair], steps=120)
    left, top, sheet = _sheet(points, QUAY + EDGE)
    line = [(x - left, y - top) for x, y in points]
    sheet.stroke(line, BONE, 2 * DOT + EDGE)
    for end in (line[0], line[-1]):
        sheet.disc(*end, QUAY + 1.8, BONE)
    measured = along(line)
    dots = round(measured[-1][0] / APART)
    for number in range(1, dots):
        wanted = measured[-1][0] * number / dots
        sheet.disc(*min(measured, key=lambda point: abs(point[0] - wanted))[1], DOT, WAY)
    for end in (line[0], line[-1]):
        sheet.disc(*end, QUAY, WAY)
    return sheet.sprite(), (left + sheet.width / 2, top + sheet.height / 2)


def put_routes(board: Image.Image, seats: int) -> None:
    """Draw the connections across water."""
    for pair in sea_routes(seats):
        drawing, at = route(pair)
        drawing.put(board, *at)


@remembered
def path(points: tuple[Point, ...]) -> tuple[Sprite, Point]:
    """Return the path of the plague and its middle on the map: black dashes on bone, with a head at the end."""
    left, top, sheet = _sheet(points, HEAD)
    line = [(x - left, y - top) for x, y in points]
    measured = along(line)
    body = [(far, at) for far, at in measured if far <= measured[-1][0] - HEAD * 0.7]
    tip, before = line[-1], body[-1][1]
    turn = atan2(tip[1] - before[1], tip[0] - before[0])
    head = [tip, *((tip[0] - HEAD * cos(turn + side), tip[1] - HEAD * sin(turn + side)) for side in (0.55, -0.55))]
    dashes: list[list[Point]] = [[]]
    for far, at in body:
        if far % sum(DASH) <= DASH[0]:
            dashes[-1].append(at)
        elif dashes[-1]:
            dashes.append([])
    for grow, colour in ((2 * EDGE, BONE), (0.0, PLAGUE)):
        for dash in dashes:
            if len(dash) > 1:
                sheet.stroke(dash, colour, THICK + grow)
        sheet.polygon(head, colour, colour, 2 + grow)
    return sheet.sprite(), (left + sheet.width / 2, top + sheet.height / 2)


def _sheet(points: Sequence[Point], margin: float) -> tuple[float, float, Canvas]:
    """Return the corner of a sheet with these points, and the sheet."""
    left, top = (min(p[i] for p in points) - margin for i in (0, 1))
    wide, high = (max(p[i] for p in points) - min(p[i] for p in points) + 2 * margin for i in (0, 1))
    return left, top, Canvas(wide, high)
