"""The path of the plague piece on the map, which avoids what it would hide."""

from collections.abc import Sequence
from itertools import product
from math import inf

from renderer.canvas.canvas import Board, Point, Sprite
from renderer.rattus.changes import Changes
from renderer.rattus.geography import HEIGHT, SPOTS, WIDTH
from renderer.rattus.map import NAME, Box, name_box
from renderer.rattus.pieces import faint
from renderer.rattus.regions import DOCTOR, RAT, TOKEN, cubes_of, rat_places, row_places, row_width
from renderer.rattus.routes import HEAD, along, curve, path
from renderer.words import Words
from rules.rattus.view import View

# How far the path may swing out, and where, in parts of its length.
BENDS, ALONG = (0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6), (0.5, 0.65)
SWING = 80  # the hidden points of a path that weigh as much as swinging out by its whole length
OFF, AT_HEAD = 4, 5  # the weight of leaving the map and of hiding the head, relative to hiding any other point
SHORT = 5  # the weight of each point by which it ends early, in a region that the plague did not go to
AROUND = 3  # px from the path of the plague to what it would cross
FEET = 46  # px from the plague piece at which its path begins and ends


def put_plague_paths(board: Board, view: View, changes: Changes, words: Words) -> None:
    """Draw the plague piece where it was, and its path from there, which avoids other things where possible."""
    boxes = [*name_boxes(view, words), *piece_boxes(view, changes)] if changes.plague_moves else []
    for move in changes.plague_moves:
        start, end = SPOTS[move.region].plague, SPOTS[move.to].plague
        faint(DOCTOR).put(board, *start)
        bend = SPOTS[move.via].plague if move.via else _best_bend(start, end, boxes)
        far = _ended(_between(start, bend, end, 160), boxes)
        if far and along(far)[-1][0] > 2 * HEAD:
            drawing, at = path(tuple(far))
            _without(drawing, at, boxes).put(board, *at)


def _best_bend(start: Point, end: Point, boxes: Sequence[Box]) -> Point:
    """Return the point through which a path hides least and swings out least."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    best, least = start, inf
    for at, by in product(ALONG, BENDS):
        swing = SWING * abs(by)
        if swing < least:  # most paths are free at once, and the others need no look
            bend = (start[0] + dx * at - dy * by, start[1] + dy * at + dx * by)
            penalty = swing + _penalty(_between(start, bend, end, 40), boxes)
            if penalty < least:
                best, least = bend, penalty
    return best


def _without(drawing: Sprite, middle: Point, boxes: Sequence[Box]) -> Sprite:
    """Return a drawing with this middle on the map, with gaps where it would cross names, rats, cubes or numbers."""
    left, top = middle[0] - drawing.size[0] / 2 + AROUND, middle[1] - drawing.size[1] / 2 + AROUND
    mask = drawing.mask.copy()
    for west, north, east, south in boxes:
        right, bottom = round(east - left) + 2 * AROUND, round(south - top) + 2 * AROUND
        mask.paste(0, (round(west - left), round(north - top), right, bottom))
    return Sprite(drawing.rgb, mask)


def _ended(line: Sequence[Point], boxes: Sequence[Box]) -> list[Point]:
    """Return a path cut back to where nothing would hide its head."""
    far = list(line)
    while covered(far[-1:], boxes, HEAD / 2) and along(far)[-1][0] > 3 * HEAD:
        far.pop()
    return far


def _penalty(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """Return a penalty for a path: how much of it is hidden, and how early it ends."""
    far = _ended(line, boxes)
    return _hidden(far, boxes) + SHORT * (len(line) - len(far))


def _between(start: Point, bend: Point, end: Point, steps: int) -> list[Point]:
    """Return the path between two places of the plague piece, without its parts under the piece."""
    return [point for point in curve(start, bend, end, steps) if min(_apart(point, start), _apart(point, end)) > FEET]


def name_boxes(view: View, words: Words, high: int = NAME) -> list[Box]:
    """Return the boxes of the regions' names."""
    return [name_box(region.id, words, high) for region in view.regions]


def piece_boxes(view: View, changes: Changes) -> list[Box]:
    """Return the boxes of rats and cubes."""
    boxes = []
    for region in view.regions:
        boxes += [around(u, v, RAT, RAT) for u, v in rat_places(region)]
        for left, v, row in row_places(SPOTS[region.id], cubes_of(region, changes)):
            boxes.append((left, v - TOKEN / 2, left + row_width(row), v + TOKEN / 2))
    return boxes


def around(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box with this middle."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _hidden(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """Return how much of a line is hidden, or beyond the map."""

    off = sum(not (40 < x < WIDTH - 40 and 40 < y < HEIGHT - 40) for x, y in line)
    head = [point for point in line if _apart(point, line[-1]) < HEAD]
    return covered(line, boxes) + AT_HEAD * covered(head, boxes) + OFF * off


def covered(line: Sequence[Point], boxes: Sequence[Box], by: float = 0) -> int:
    """Return how many points of a line are within boxes, or less than ``by`` from one."""
    if not line:
        return 0
    xs, ys = zip(*line, strict=True)
    west, north, east, south = min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by
    near = [box for box in boxes if box[0] < east and west < box[2] and box[1] < south and north < box[3]]
    return sum(
        any(left - by < x < right + by and top - by < y < bottom + by for left, top, right, bottom in near)
        for x, y in line
    )


def _apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
