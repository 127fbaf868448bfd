"""The board of Rattus, in layers: map, events, pieces, panel, choices."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from PIL import Image

from renderer.canvas import colours
from renderer.canvas.canvas import Board, Point, Sprite, Surface
from renderer.canvas.colours import BONE, CHOICE
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.canvas.memory import remembered
from renderer.canvas.palette import named_in
from renderer.canvas.texture import paper
from renderer.choices import badge, spotlit
from renderer.pictures import Pictures
from renderer.rattus import question_cards, theme
from renderer.rattus.changes import NOTHING, Changes, changes_from
from renderer.rattus.geography import HEIGHT, WIDTH
from renderer.rattus.keyframes import keyframes
from renderer.rattus.layout import SPOTS
from renderer.rattus.legend import paint_legend
from renderer.rattus.map import (
    LARGE_NAME,
    LINE,
    NAME,
    Box,
    bounds,
    empty_map,
    lit,
    name_box,
    name_place,
    name_width,
    put_name,
    put_stricken,
    upper_map,
)
from renderer.rattus.panel import panel, put_panel
from renderer.rattus.pieces import FIGURES, faint
from renderer.rattus.regions import (
    DOCTOR,
    FACE,
    FIGURE,
    RAT,
    SLIM,
    TOKEN,
    cubes_of,
    figure_places,
    new_figures,
    on_connection,
    put_box,
    put_figures,
    put_palace,
    put_plague,
    put_rats,
    put_region,
    put_stand,
    put_walls,
    rat_places,
    row_places,
    row_width,
    wall_place,
)
from renderer.rattus.routes import HEAD, along, curve, path
from renderer.rattus.signs import SIGNS
from renderer.rattus.things import paint_thing
from renderer.scene import Mark, Scene
from renderer.seats import SEATS
from renderer.words import Words
from rules.game import Target
from rules.rattus.components import CONNECTIONS, REGIONS
from rules.rattus.view import View

ROW = 150  # px: regions whose names differ less in height are read from left to right
RIM = 3  # px, how far a badge may overlap a piece beside it
BENDS = (
    0.15,
    -0.15,
    0.3,
    -0.3,
    0.45,
    -0.45,
    0.6,
)  # how far the path of the plague may swing out, in parts of its length
ALONG = (0.5, 0.65)  # and where, in parts of its length
SWING = 80  # the hidden points of a path that weigh as much as swinging out by its whole length
OFF, AT_HEAD = 4, 5  # the weight of leaving the map and of hiding the head, relative to hiding any other point
SHORT = 5  # the weight of each point by which it ends early, in a region that the plague did not go to
AROUND = 3  # px from the path of the plague to what it would cross
FEET = 46  # px from the plague piece at which its path begins and ends
MAP, CARDS = "map", "cards"  # the layouts of a map alone, and of a panel alone


class Badges(NamedTuple):
    """The sizes of badges, in px.

    ``region`` is for regions and cards, ``small`` for figures, walls and connections, ``rat`` and ``face`` for rats
    face down and face up, in place of their letter.
    """

    region: int
    small: int
    rat: int
    face: int
    aside: int  # how far right of and below the middle of a rat


BADGES = {NAME: Badges(46, 40, 36, 30, 15), LARGE_NAME: Badges(54, 42, 50, 46, 7)}  # by the size of the names

Place = tuple[float, float, int]  # the middle and size of a badge


def parts(view: View, layout: str) -> tuple[str, ...]:
    """Return the pictures that make up the board: one, or an enlarged map and panel."""
    return (MAP, CARDS) if layout == "large" else (layout,)


def place(view: View, target: Target) -> str:
    """Return the part of the board that a choice is on, of which there is only one."""
    return ""


def letter(view: View, target: Target) -> str:
    """Return the letter of a thing.

    Regions have letters, cards numbers. A thing in a region or between two has their letters. A rat has its own as
    well: "Da" is rat a in the region D.
    """
    if target.kind == "card":
        return str([card.id for card in view.cards].index(target.id) + 1)
    if target.kind == "rat":
        region, _, one = target.id.rpartition("-")
        return f"{_region_letter(view, region)}{one}"
    letters = "".join(_region_letter(view, region) for region in target.id.split("+"))
    return letters if target.kind in ("region", "wall", "connection") else f"{letters}-{target.kind[0].upper()}"


def _region_letter(view: View, region: str) -> str:
    return _region_letters(tuple(one.id for one in view.regions))[region]


@lru_cache(maxsize=4)
def _region_letters(used: tuple[str, ...]) -> dict[str, str]:
    """Return the letters of the regions in use: row by row, and from left to right."""
    in_order = sorted(used, key=lambda one: (SPOTS[one].name[1] // ROW, SPOTS[one].name[0]))
    return dict(zip(in_order, ascii_uppercase, strict=False))


def paint(scene: Scene[View]) -> Image.Image:
    """Draw the board as the viewer may see it; "part" is the map with the cards beside it, for a question."""
    view, layout = scene.view, scene.part
    if layout == "part":
        return _paint_question(scene)
    changes = NOTHING if scene.marks else changes_from(scene.events, scene.lifted)
    ground = empty_map(view.seats, scene.words)
    light = _light(scene, NAME, on_map=layout in (MAP, "tall", "wide"))
    if layout == MAP:
        board = ground.copy()
        if not light:
            put_map(board, scene, changes)
        return _with_light(board, scene, light, {})
    where = panel(view, layout, len(changes.turned), "fixed" in scene.style)
    board = paper(*where.size)
    cards = put_panel(board, where, scene, changes)
    if layout == "tall":
        board.paste(ground)
        if not light:
            put_map(board, scene, changes)
        return _with_light(board, scene, light, cards)
    if layout == "wide":
        left = ground.copy()
        if not light:
            put_map(left, scene, changes)
        board.paste(left, where.map)
    return _with_light(board, scene, light, cards, where.map)


def _paint_question(scene: Scene[View]) -> Image.Image:
    """Draw map and cards, lower than a screen.

    Names and letters are larger, as the picture is wider than the map.
    """
    board = _question_ground(scene.view.seats).copy()
    light = _light(scene, LARGE_NAME)
    if not light:
        put_map(board, scene, NOTHING, LARGE_NAME, question_cards.HIGH)
    cards = question_cards.put_column(board, scene)
    return _with_light(board, scene, light, cards, high=LARGE_NAME, bottom=question_cards.HIGH)


@remembered
def _question_ground(seats: int) -> Image.Image:
    """Draw the map with paper beside it. Do not draw on the result: copy it."""
    board = paper(*question_cards.SIZE)
    board.paste(upper_map(seats, question_cards.HIGH))
    return board


def put_map(board: Board, scene: Scene[View], changes: Changes, high: int = NAME, bottom: int = HEIGHT) -> None:
    """Draw everything on the map, whose corner is that of the board.

    ``high`` is the size of its names, ``bottom`` its lower end. In shade, regions that can be chosen have neither name
    nor pieces: these are drawn later in their light.
    """
    view, words, looks = scene.view, scene.words, scene.looks
    chosen = any(mark_place(mark.target, view, words, ()) for mark in scene.marks)  # amber lines would run into it
    if not chosen and Target("plague", view.plague) not in changes.lifted:
        put_stricken(board, view.plague)
    _put_plague_paths(board, view, changes, words)
    put_walls(board, view.walls, dict.fromkeys(changes.walls, BONE))
    targets = {mark.target for mark in scene.marks} if isinstance(board, Surface) and board.shaded else set()
    regions = [region for region in view.regions if Target("region", region.id) not in targets]
    for region in regions:
        put_name(board, region.id, words, high)
    for region in regions:
        put_stand(board, region, looks, changes)
    for region in regions:  # what neighbouring regions hold must not cover a figure by a border
        put_figures(board, region, changes, new_figures(region, changes))
    if Target("plague", view.plague) not in changes.lifted:
        put_plague(board, view)
    put_palace(board, view, words, looks, changes, high)
    put_box(board, view, bottom)


def _put_plague_paths(board: Board, view: View, changes: Changes, words: Words) -> None:
    """Draw the plague piece where it was, and its path from there, which avoids other things where possible."""
    boxes = [*_names(view, words), *_pieces(view, changes)] if changes.plague_moves else []
    for move in changes.plague_moves:
        start, end = SPOTS[move.region].plague, SPOTS[move.to].plague
        faint(DOCTOR).put(board, *start)
        if move.via:
            bend = SPOTS[move.via].plague
        else:
            dx, dy = end[0] - start[0], end[1] - start[1]
            bends = {
                (start[0] + dx * at - dy * by, start[1] + dy * at + dx * by): abs(by) for at in ALONG for by in BENDS
            }
            bend = min(bends, key=lambda one: _worth(_between(start, one, end, 40), boxes) + SWING * bends[one])
        far = _ended(_between(start, bend, end, 160), boxes)
        if far and along(far)[-1][0] > 2 * HEAD:
            drawing, at = path(tuple(far))
            _without(drawing, at, boxes).put(board, *at)


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
    while _covered(far[-1:], boxes, HEAD / 2) and along(far)[-1][0] > 3 * HEAD:
        far.pop()
    return far


def _worth(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """Return a penalty for a path: how much of it is hidden, and how early it ends."""
    far = _ended(line, boxes)
    return _hidden(far, boxes) + SHORT * (len(line) - len(far))


def _between(start: Point, bend: Point, end: Point, steps: int) -> list[Point]:
    """Return the path between two places of the plague piece, without its parts under the piece."""
    return [point for point in curve(start, bend, end, steps) if min(_apart(point, start), _apart(point, end)) > FEET]


def _names(view: View, words: Words, high: int = NAME) -> list[Box]:
    """Return the boxes of the regions' names."""
    return [name_box(region.id, words, high) for region in view.regions]


def _pieces(view: View, changes: Changes) -> list[Box]:
    """Return the boxes of rats and cubes."""
    boxes = []
    for region in view.regions:
        boxes += [_round(u, v, RAT, RAT) for u, v in rat_places(region)]
        for left, v, row in row_places(SPOTS[region.id], cubes_of(region, changes)):
            boxes.append((left, v - TOKEN / 2, left + row_width(row), v + TOKEN / 2))
    return boxes


def _round(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box with this middle."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _hidden(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """Return how much of a line is hidden, or beyond the map."""

    off = sum(not (40 < x < WIDTH - 40 and 40 < y < HEIGHT - 40) for x, y in line)
    head = [point for point in line if _apart(point, line[-1]) < HEAD]
    return _covered(line, boxes) + AT_HEAD * _covered(head, boxes) + OFF * off


def _covered(line: Sequence[Point], boxes: Sequence[Box], by: float = 0) -> int:
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


def _badges(scene: Scene[View], high: int) -> list[tuple[Mark, Place]]:
    """Return the choices on the map, with the places of their badges."""
    view, words = scene.view, scene.words
    taken = standing(view, words, high) if scene.marks else []
    found = [(mark, mark_place(mark.target, view, words, taken, high)) for mark in dict.fromkeys(scene.marks)]
    return [(mark, at) for mark, at in found if at]


class Light(NamedTuple):
    """What can be chosen: things on the map, if it is shown, with the places of their badges, and cards."""

    badges: Sequence[tuple[Mark, Place]]
    cards: Sequence[Mark]
    on_map: bool


def _light(scene: Scene[View], high: int, *, on_map: bool = True) -> Light | None:
    """Return what can be chosen on a board, or None if nothing can.

    ``high`` is the size of the names on its map, if it has one.
    """
    ids = {card.id for card in scene.view.cards}
    cards = [mark for mark in scene.marks if mark.target.kind == "card" and mark.target.id in ids]
    badges = _badges(scene, high) if on_map else []
    return Light(badges, cards, on_map) if badges or cards else None


def _with_light(
    board: Image.Image,
    scene: Scene[View],
    light: Light | None,
    cards: dict[str, Area],
    corner: tuple[int, int] = (0, 0),
    *,
    high: int = NAME,
    bottom: int = HEIGHT,
) -> Image.Image:
    """Draw the board in shade, and what can be chosen in its light, edged and lettered.

    Without a choice, the board stays as it is. ``cards`` says where cards are, and ``corner`` where the map begins. A
    map on the board must be empty so far.
    """
    if light is None:
        return board
    chosen = [mark for mark in light.cards if mark.target.id in cards]
    areas = [cards[mark.target.id] for mark in chosen]
    dark = spotlit(board, ((area, 9) for area in areas))
    for area in areas:
        ring(area.w - 2, area.h - 2, 8, CHOICE, 5).put(dark, *area.middle)
    for mark, area in zip(chosen, areas, strict=True):
        # The sign is on its left.
        at = (area.x + 12, area.y + 12) if high == NAME else (area.x + area.w - 20, area.y + 24)
        badge(mark.letter, BADGES[high].region).put(dark, *at)
    if light.on_map:
        _light_map(Surface(dark, *corner), scene, high, bottom)
    for region, (x, y, size) in _regions_of_rats(scene, high):
        badge(_region_letter(scene.view, region), size, BONE).put(dark, x, y)
    for mark, (x, y, size) in light.badges:
        text = mark.letter[-1] if high > NAME and mark.target.kind == "rat" else mark.letter
        badge(text, size).put(dark, corner[0] + x, corner[1] + y)
    return dark


def _regions_of_rats(scene: Scene[View], high: int) -> list[tuple[str, Place]]:
    """Return the regions of rats that can be chosen, and the places of their letters, when two do not fit on a rat.

    The rat then has only the second letter. A region that can be chosen has its own letter anyway.
    """
    if high == NAME:
        return []
    regions = dict.fromkeys(one.target.id.rpartition("-")[0] for one in scene.marks if one.target.kind == "rat")
    targets = [Target("region", region) for region in regions if region]
    chosen = {mark.target for mark in scene.marks}
    taken = standing(scene.view, scene.words, high)
    places = [(one.id, mark_place(one, scene.view, scene.words, taken, high)) for one in targets if one not in chosen]
    return [(region, at) for region, at in places if at]


def _light_map(dark: Surface, scene: Scene[View], high: int, bottom: int) -> None:
    """Draw everything on an empty map in shade, including what cannot be chosen in a region that can.

    Draw what can be chosen in its light, with its edge.
    """
    view, targets = scene.view, dict.fromkeys(mark.target for mark in scene.marks)
    regions = [region for region in view.regions if Target("region", region.id) in targets]
    for region in regions:
        left, top, right, bottom_ = bounds(region.id)
        lit(region.id, view.seats, scene.words).put(dark, (left + right) / 2, (top + bottom_) / 2)
    put_map(replace(dark, shaded=True), scene, NOTHING, high, bottom)
    for region in regions:
        put_region(dark, region, scene.words, scene.looks, high)
    for region in view.regions:
        others = {Target("rat", one.handle) for one in region.rats} - targets.keys()
        if len(others) < len(region.rats):
            put_rats(dark, region, Changes(lifted=frozenset(others)))
    for area in _rat_areas(view, targets):
        ring(area.w - 6, area.h - 6, area.w // 2 - 3, CHOICE, 5).put(dark, *area.middle)
    walls = [target.id for target in targets if target.kind == "wall" and target.id in view.walls]
    put_walls(dark, walls, dict.fromkeys(walls, CHOICE))
    for region in view.regions:
        chosen = frozenset(kind for kind in FIGURES if Target(kind, region.id) in targets)
        if chosen:
            put_figures(dark, region, NOTHING, chosen, CHOICE)


def _rat_areas(view: View, targets: Iterable[Target]) -> list[Area]:
    """Return the areas of the rats that can be chosen."""
    wanted = {target.id for target in targets if target.kind == "rat"}
    areas = []
    for region in view.regions:
        for one, (x, y) in zip(region.rats, rat_places(region), strict=True):
            if one.handle in wanted:
                size = FACE if one.face else RAT
                areas.append(Area(round(x - size / 2) - 1, round(y - size / 2) - 2, size, size))
    return areas


def standing(view: View, words: Words, high: int = NAME) -> list[Box]:
    """Return what a badge should not cover: names, and all but the rims of pieces and figures."""
    figures = [_round(*place, SLIM, FIGURE) for region in view.regions for place in figure_places(region).values()]
    pieces = [*_pieces(view, NOTHING), *figures]
    return [
        *_names(view, words, high),
        *((left + RIM, top + RIM, right - RIM, low - RIM) for left, top, right, low in pieces),
    ]


def mark_place(target: Target, view: View, words: Words, taken: Sequence[Box], high: int = NAME) -> Place | None:
    """Return place and size of a choice's badge on the map, never on a sign or on another's name.

    It is left of a region's name, right of it or above it; on the letter of a rat, at the feet of a figure or beside
    it, or on a wall. On a connection, it is where a wall would be, or as near as possible to that without covering what
    is ``taken``.
    """
    sizes = BADGES[high]
    if target.kind == "region" and target.id in REGIONS:
        x, y = name_place(target.id, words, high)
        half, size = name_width(target.id, words, high) / 2, sizes.region
        aside, above, along = half + size / 2 + 6, y - LINE * high / NAME / 2 - size / 2, half - size / 2
        places = [(x - aside, y), (x + aside, y), (x - along, above)]
        places.append((min(x + along, WIDTH - size / 2 - 12), above))
        on_map = [place for place in places if size / 2 + 12 <= place[0] <= WIDTH - size / 2 - 12]
        others = [name_box(region, words, high) for region in REGIONS if region != target.id]
        return *_free(on_map, size, [*others, *taken], others), size
    if target.kind == "rat":
        for region in view.regions:
            for one, (x, y) in zip(region.rats, rat_places(region), strict=True):
                if one.handle == target.id:
                    return (x + 35, y + 27, sizes.face) if one.face else (x + sizes.aside, y + sizes.aside, sizes.rat)
    if target.kind in FIGURES:
        figures = [figure_places(region) for region in view.regions if region.id == target.id]
        for x, y in (there[target.kind] for there in figures if target.kind in there):
            feet = [(x - 12, y + 30), (x + 12, y + 30), (x + 34, y + 30), (x - 40, y), (x + 40, y)]
            others = [box for box in taken if not _covered([(x, y)], [box])]
            return *_free(feet, sizes.small, others, [name_box(region, words, high) for region in REGIONS]), sizes.small
    if target.kind == "wall" and target.id in view.walls:
        x, y, _ = wall_place(target.id)
        return x, y, sizes.small
    if target.kind == "connection" and target.id in CONNECTIONS[view.seats]:
        return *_free(on_connection(target.id), sizes.small, taken), sizes.small
    return None


def _free(places: Sequence[Point], size: int, *taken: Sequence[Box]) -> Point:
    """Return the first place where a badge covers nothing ``taken``.

    ``taken`` are lists of boxes, the strictest first: if it leaves no place free, the next one counts. If none does,
    return the place where the badge covers least of the first list.
    """
    for boxes in taken:
        for place in places:
            if not _covered([place], boxes, size / 2):
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


PICTURES = Pictures(
    parts,
    paint,
    paint_legend,
    place,
    letter,
    Path(__file__).parent / "palette.txt",
    (*(seat.rgb for seat in SEATS), *named_in(colours, theme), *theme.TINTS.values()),
    paint_thing,
    SIGNS,
    {"": (MAP, (130, 290, 610, 540)), "areas": (CARDS, (0, 60, 1000, 580))},
    MAP,
    keyframes,
)
