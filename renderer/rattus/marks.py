"""Draw marks that avoid names and pieces on the map: the plague's path, and the badges of choices."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import inf

from renderer.canvas.canvas import Board, Point, Sprite
from renderer.canvas.memory import cached_drawing
from renderer.rattus import regions
from renderer.rattus.geography import MAP_HEIGHT, MAP_WIDTH, REGION_SPOTS, curve_through, with_distances
from renderer.rattus.map import (
    ARROWHEAD,
    LARGE_NAME,
    NAME_LINE_HEIGHT,
    NAME_SIZE,
    Box,
    name_box,
    name_place,
    name_run,
    path,
)
from renderer.rattus.pieces import FIGURES, former_plague
from renderer.scene import Scene, Words
from rules.game import Target
from rules.rattus.components import CONNECTIONS, REGIONS, rat_region
from rules.rattus.view import View

# How far the path may swing out, and where, in parts of its length.
BENDS, ALONG = (0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6), (0.5, 0.65)
SWING = 80  # this many hidden points of a path weigh as much as a swing by its whole length
OFF, AT_HEAD = 4, 5  # the weight of leaving the map and of hiding the head, relative to hiding any other point
SHORT = 5  # the weight of each point that the path lacks at its end, as it then seems to end in another region
AROUND = 3  # px from the path of the plague to what it would cross
FEET = 46  # px from the plague piece at which its path begins and ends


def put_plague_paths(board: Board, view: View, changes: regions.Changes, words: Words) -> None:
    """Draw the plague piece at its former places, and its path from each, which avoids other things if possible."""
    boxes = [*name_boxes(view, words), *piece_boxes(view, changes)] if changes.plague_moves else []
    for move in changes.plague_moves:
        start, end = REGION_SPOTS[move.region].plague, REGION_SPOTS[move.to].plague
        former_plague(regions.DOCTOR).put(board, *start)
        bend = REGION_SPOTS[move.via].plague if move.via else _best_bend(start, end, tuple(boxes))
        far = _ended(_between(start, bend, end, 160), boxes)
        if far and with_distances(far)[-1][0] > 2 * ARROWHEAD:
            drawing, at = path(tuple(far))
            _without(drawing, at, tuple(boxes)).put(board, *at)


@lru_cache(maxsize=64)
def _best_bend(start: Point, end: Point, boxes: tuple[Box, ...]) -> Point:
    """Return the point through which the path hides the least and bends the least."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    best, least = start, inf
    for at, by in product(ALONG, BENDS):
        swing = SWING * abs(by)
        if swing < least:  # most paths are free at the first try, and need no other
            bend = (start[0] + dx * at - dy * by, start[1] + dy * at + dx * by)
            penalty = swing + _penalty(_between(start, bend, end, 40), boxes)
            if penalty < least:
                best, least = bend, penalty
    return best


@cached_drawing
def _without(drawing: Sprite, middle: Point, boxes: tuple[Box, ...]) -> Sprite:
    """Return a drawing with gaps where it would cross these boxes. ``middle`` is the place of its middle on the map."""
    left, top = middle[0] - drawing.size[0] / 2 + AROUND, middle[1] - drawing.size[1] / 2 + AROUND
    mask = drawing.mask.copy()
    for west, north, east, south in boxes:
        right, bottom = round(east - left) + 2 * AROUND, round(south - top) + 2 * AROUND
        mask.paste(0, (round(west - left), round(north - top), right, bottom))
    return Sprite(drawing.rgb, mask)


def _ended(line: Sequence[Point], boxes: Sequence[Box]) -> list[Point]:
    """Return the path, shortened until nothing hides its arrowhead, or as far as possible."""
    far = list(line)
    while covered(far[-1:], boxes, ARROWHEAD / 2) and with_distances(far)[-1][0] > 3 * ARROWHEAD:
        far.pop()
    return far


def _penalty(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """Return a penalty for a path, by how much of it is hidden or near the map's edge, and by how early it ends."""
    far = _ended(line, boxes)
    off = sum(not (40 < x < MAP_WIDTH - 40 and 40 < y < MAP_HEIGHT - 40) for x, y in far)
    head = [point for point in far if _apart(point, far[-1]) < ARROWHEAD]
    return covered(far, boxes) + AT_HEAD * covered(head, boxes) + OFF * off + SHORT * (len(line) - len(far))


@lru_cache(maxsize=512)
def _between(start: Point, bend: Point, end: Point, steps: int) -> Sequence[Point]:
    """Return the curved path between two places of the plague piece, without its parts under the piece."""
    return [
        point
        for point in curve_through(start, bend, end, steps)
        if min(_apart(point, start), _apart(point, end)) > FEET
    ]


def name_boxes(view: View, words: Words, high: int = NAME_SIZE) -> list[Box]:
    """Return the boxes of the regions' names."""
    return [name_box(region.id, words, high) for region in view.regions]


@lru_cache(maxsize=16)
def all_name_boxes(words: Words) -> Mapping[str, Box]:
    """Return the boxes of the large names of all regions, by region."""
    return {region: name_box(region, words, LARGE_NAME) for region in REGIONS}


def piece_boxes(view: View, changes: regions.Changes) -> list[Box]:
    """Return the boxes of rats and cubes."""
    boxes = []
    for region in view.regions:
        boxes += [around(u, v, regions.RAT, regions.RAT) for u, v in regions.rat_places(region)]
        for left, v, row in regions.row_places(REGION_SPOTS[region.id], regions.cubes_of(region, changes)):
            boxes.append((left, v - regions.TOKEN / 2, left + regions.row_width(row), v + regions.TOKEN / 2))
    return boxes


def around(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box of this size with its centre at x, y."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def covered(line: Sequence[Point], boxes: Sequence[Box], by: float = 0) -> int:
    """Return how many points of a line are within a box, or nearer than ``by`` to one."""
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


RIM = 3  # px, how far a badge may overlap a piece beside it
# Badges of regions and cards, and badges of figures, walls and connections, in px.
BADGE_SIZE, SMALL_BADGE_SIZE = 54, 42
ON_RAT, ON_FACE = 50, 46  # px, the badges of rats face down and face up, in place of their letter
ASIDE = 7  # px, how far right of and below the middle of a rat its badge is
Place = tuple[float, float, int]  # the middle and size of a badge


def badge_places(scene: Scene[View], targets: Iterable[Target]) -> dict[Target, Place]:
    """Return the places of the badges of things that are on the map, by target."""
    some = list(targets)
    taken = standing(scene.view, scene.words) if some else []
    found = {one: mark_place(one, scene.view, scene.words, taken) for one in some}
    return {one: at for one, at in found.items() if at}


def regions_of_rats(scene: Scene[View]) -> list[Target]:
    """Return the regions of selectable rats, without those that are selectable themselves.

    If a rat has no room for two letters, its region shows the first, and the rat only the second.
    """
    rats = [mark.target.id for mark in scene.marks if mark.letter and mark.target.kind == "rat"]
    found = dict.fromkeys(Target("region", rat_region(rat)) for rat in rats)
    chosen = {mark.target for mark in scene.marks}
    return [one for one in found if one not in chosen]


def standing(view: View, words: Words) -> list[Box]:
    """Return the boxes that a badge should not cover: names, and pieces and figures without their rims."""
    pieces = piece_boxes(view, regions.NOTHING)
    for region in view.regions:
        pieces += [around(x, y, regions.SLIM, regions.FIGURE) for x, y in regions.figure_places(region).values()]
    inner = [(left + RIM, top + RIM, right - RIM, low - RIM) for left, top, right, low in pieces]
    return [*name_boxes(view, words, LARGE_NAME), *inner]


def mark_place(target: Target, view: View, words: Words, taken: Sequence[Box]) -> Place | None:
    """Return the place and size of a choice's badge on the map, or None if the target isn't on the map.

    The badge is left of, right of or above a region's name, on the letter of a rat, at the feet of a figure or beside
    it, or on a wall. On a connection, it is at the place of a wall, or as near as possible without covering anything
    ``taken``. The badges of regions and figures avoid the names of other places.
    """
    if target.kind == "region" and target.id in REGIONS:
        x, y = name_place(target.id, words, LARGE_NAME)
        half, size = name_run(target.id, words, LARGE_NAME).width / 2, BADGE_SIZE
        aside, above, along = (
            half + size / 2 + 6,
            y - NAME_LINE_HEIGHT * LARGE_NAME / NAME_SIZE / 2 - size / 2,
            half - size / 2,
        )
        places = [(x - aside, y), (x + aside, y), (x - along, above)]
        places.append((min(x + along, MAP_WIDTH - size / 2 - 12), above))
        on_map = [place for place in places if size / 2 + 12 <= place[0] <= MAP_WIDTH - size / 2 - 12]
        others = [box for region, box in all_name_boxes(words).items() if region != target.id]
        return *_free(on_map, size, [*others, *taken], others), size
    if target.kind == "rat":
        for region in view.regions:
            for one, (x, y) in zip(region.rats, regions.rat_places(region), strict=True):
                if one.handle == target.id:
                    return (x + 35, y + 27, ON_FACE) if one.face else (x + ASIDE, y + ASIDE, ON_RAT)
    if target.kind in FIGURES:
        figures = [regions.figure_places(region) for region in view.regions if region.id == target.id]
        for x, y in (there[target.kind] for there in figures if target.kind in there):
            feet = [(x - 12, y + 30), (x + 12, y + 30), (x + 34, y + 30), (x - 40, y), (x + 40, y)]
            others = [box for box in taken if not covered([(x, y)], [box])]
            return *_free(feet, SMALL_BADGE_SIZE, others, [*all_name_boxes(words).values()]), SMALL_BADGE_SIZE
    if target.kind == "wall" and target.id in view.walls:
        x, y, _ = regions.wall_place(target.id)
        return x, y, SMALL_BADGE_SIZE
    if target.kind == "connection" and target.id in CONNECTIONS[view.seats]:
        return *_free(regions.on_connection(target.id), SMALL_BADGE_SIZE, taken), SMALL_BADGE_SIZE
    return None


def _free(places: Sequence[Point], size: int, *taken: Sequence[Box]) -> Point:
    """Return the first place where a badge covers nothing ``taken``.

    ``taken`` has lists of boxes, the strictest first. If a list leaves no place free, the next one is used. If all
    do, return the place where the badge covers the least of the first list.
    """
    for boxes in taken:
        for place in places:
            if not covered([place], boxes, size / 2):
                return place
    return min(places, key=lambda place: _overlap(place, size, taken[0]))


def _overlap(middle: Point, size: int, boxes: Sequence[Box]) -> float:
    """Return the area of the boxes that a badge covers, in square pixels."""
    (x, y), half = middle, size / 2
    found = 0.0
    for left, top, right, bottom in boxes:
        wide, high = min(right, x + half) - max(left, x - half), min(bottom, y + half) - max(top, y - half)
        found += max(0.0, wide) * max(0.0, high)
    return found
