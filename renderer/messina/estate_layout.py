"""Places on the picture of an estate: sectors, squares, the overseers' paths, huts, and the tiles beside them.

The craftsmen's sector lies above, the aristocrats' on the left, the nuns' on the right, as on the player board. Each
of the six areas is a row of three squares, the one joined to the fork space innermost. Paths run outward from the
middle between the two areas of a sector, along the edge of the picture, and back between two sectors.
"""

from renderer.areas import Area
from renderer.sprite import Point
from rules.messina.components import AREAS, HUT_IDS, PATHS, SCROLLS, SQUARES

WIDTH = 1080
EDGE = 10  # px, kept free all round
HEAD = Area(EDGE, 8, WIDTH - 2 * EDGE, 76)
STATUS = Area(EDGE, 90, WIDTH - 2 * EDGE, 80)
MAIN = Area(EDGE, 178, WIDTH - 2 * EDGE, 496)
HOLDINGS = Area(EDGE, 682, WIDTH - 2 * EDGE, 156)
HEIGHT = HOLDINGS.y + HOLDINGS.h + EDGE

HUT_COLUMN = Area(EDGE, MAIN.y, 150, MAIN.h)
SECTORS = Area(HUT_COLUMN.x + HUT_COLUMN.w + 8, MAIN.y, MAIN.w - HUT_COLUMN.w - 8, MAIN.h)
SCROLL_BOARD = Area(HOLDINGS.x + HOLDINGS.w - 314, HOLDINGS.y, 314, HOLDINGS.h)
WORKSHOPS = Area(HOLDINGS.x, HOLDINGS.y, HOLDINGS.w - SCROLL_BOARD.w - 8, HOLDINGS.h)
WORKSHOP_PLACES = 12  # at least as many fit

CITIZEN = 58  # px, a citizen on a square
SPACE = 46  # px, a space of a path
LANE = 52  # between the areas, and outside them
VERGE = 22  # above and below them, where a path passes without a space
SPINE = 94  # the column in the middle
ROW = (SECTORS.h - 2 * VERGE - 2 * LANE) // 3
SQUARE = (SECTORS.w - 2 * LANE - SPINE) // 6

MIDDLE = SECTORS.x + SECTORS.w // 2
_ROWS = tuple(SECTORS.y + VERGE + i * (ROW + LANE) for i in range(3))  # their upper edges
_UPPER, _LOWER = (_ROWS[i] + ROW + LANE // 2 for i in (0, 1))  # the middles of the lanes between them
_TOP, _BOTTOM = SECTORS.y + 10, SECTORS.y + SECTORS.h - 10  # the middles of the roads in the verges
_PLACES = {"cl": (0, -1), "cr": (0, 1), "ar": (1, -1), "nl": (1, 1), "al": (2, -1), "nr": (2, 1)}  # row; left or right
_UPWARD = {"ar", "nl"}  # areas that a path passes from below


def area_box(area: str) -> Area:
    """The three squares of an area."""
    row, side = _PLACES[area]
    left = MIDDLE + SPINE // 2 if side > 0 else MIDDLE - SPINE // 2 - 3 * SQUARE
    return Area(left, _ROWS[row], 3 * SQUARE, ROW)


def _square_box(square: str) -> Area:
    area = SQUARES[square].area
    box, side, place = area_box(area), _PLACES[area][1], AREAS[area].index(square)
    return Area(box.x + SQUARE * (place if side > 0 else 2 - place), box.y, SQUARE, ROW)


SQUARE_BOXES: dict[str, Area] = {square: _square_box(square) for square in SQUARES}


def slot(square: str) -> Area:
    """The place of the citizen on a square."""
    box = SQUARE_BOXES[square]
    return Area(box.x + (box.w - CITIZEN) // 2, box.y + box.h - CITIZEN - 4, CITIZEN, CITIZEN)


CENTRE: Point = (MIDDLE, _UPPER + 16)
_START = {
    "craftsman": (MIDDLE, _ROWS[0] + 86),
    "nun": (MIDDLE + 23, _ROWS[1] + 76),
    "aristocrat": (MIDDLE - 23, _ROWS[1] + 76),
}
_FORK = {
    "craftsman": (MIDDLE, _ROWS[0] + 30),
    "nun": (SQUARE_BOXES["nl1"].middle[0], _LOWER),
    "aristocrat": (SQUARE_BOXES["al1"].middle[0], _LOWER),
}
_BORDERS = {  # steps 4 and 5 between two sectors
    frozenset(("cl", "ar")): tuple((SQUARE_BOXES[square].middle[0], _UPPER) for square in ("cl3", "cl1")),
    frozenset(("cr", "nl")): tuple((SQUARE_BOXES[square].middle[0], _UPPER) for square in ("cr3", "cr1")),
    frozenset(("nr", "al")): ((MIDDLE, _ROWS[2] + ROW - 27), (MIDDLE, _ROWS[2] + 27)),
}


def _lane(area: str) -> float:
    """The middle of the lane outside an area."""
    return SECTORS.x + LANE / 2 if _PLACES[area][1] < 0 else SECTORS.x + SECTORS.w - LANE / 2


def _path(overseer: str, branch: str) -> tuple[Point, ...]:
    """The spaces from the start to the middle."""
    steps = PATHS[overseer, branch]
    own, other = (SQUARES[group[0]].area for group in steps[3].groups)
    y, turn = area_box(own).middle[1], -1 if own in _UPWARD else 1
    along = [(_lane(own), y - 29 * turn), (_lane(own), y + 29 * turn)]
    return (_START[overseer], _FORK[overseer], *along, *_BORDERS[frozenset((own, other))], CENTRE)


SPACES: dict[tuple[str, str], tuple[Point, ...]] = {way: _path(*way) for way in PATHS}


def road(overseer: str, branch: str) -> list[Point]:
    """The line of a path from the start to the middle, through its spaces and round its corners."""
    start, fork, second, third, fourth, fifth, centre = SPACES[overseer, branch]
    side = second[0]
    out = [start, fork, (MIDDLE, _TOP), (side, _TOP)]
    if overseer != "craftsman":
        out = [start, (start[0], fork[1]), fork, (side, fork[1])]
    back = [(side, _BOTTOM), (MIDDLE, _BOTTOM)] if fourth[0] == MIDDLE else [(side, fourth[1])]
    end = [(centre[0], fifth[1])] if fifth[0] != MIDDLE else []
    return [*out, second, third, *back, fourth, fifth, *end, centre]


def _hut_box(number: int) -> Area:
    high = (HUT_COLUMN.h - 3 * 6) // len(HUT_IDS)
    return Area(HUT_COLUMN.x, HUT_COLUMN.y + number * (high + 6), HUT_COLUMN.w, high)


HUT_BOXES: dict[str, Area] = {hut: _hut_box(number) for number, hut in enumerate(HUT_IDS)}


def _lieutenant_areas() -> dict[str, Area]:
    """Where the lieutenants are shown, by where they are."""
    areas, x = {}, STATUS.x
    for place, wide in (("home", 134), ("city", 134), ("supply", 98), ("box", 108)):
        areas[place] = Area(x, STATUS.y, wide, STATUS.h)
        x += wide
    return areas


LIEUTENANTS = _lieutenant_areas()
_RIGHT = STATUS.x + sum(area.w for area in LIEUTENANTS.values()) + 8
REPOPULATION = Area(_RIGHT, STATUS.y, 90, STATUS.h)
PRICE = Area(REPOPULATION.x + REPOPULATION.w + 6, STATUS.y, 122, STATUS.h)
WAGONS = Area(PRICE.x + PRICE.w + 6, STATUS.y, 148, STATUS.h)
SHIPS = Area(WAGONS.x + WAGONS.w + 6, STATUS.y, WIDTH - EDGE - WAGONS.x - WAGONS.w - 6, STATUS.h)


def hut_slots(box: Area) -> tuple[Area, Area]:
    """The two spaces of a hut."""
    return Area(box.x + 15, box.y + 17, 56, 56), Area(box.x + box.w - 71, box.y + 17, 56, 56)


def hut_yield(box: Area) -> Area:
    """Where the upgrade of a hut lies."""
    return Area(box.x + 8, box.y + box.h - 43, box.w - 16, 38)


def scroll_box(track: int) -> Area:
    """A track of the scroll board."""
    high = SCROLL_BOARD.h // len(SCROLLS)
    return Area(SCROLL_BOARD.x, SCROLL_BOARD.y + track * high, SCROLL_BOARD.w, high)


def scroll_cells(track: int) -> list[Area]:
    """The start and the levels of a track."""
    box = scroll_box(track)
    wide = 150 // (len(SCROLLS[track].levels) + 1)
    left = box.x + box.w - 6 - wide * (len(SCROLLS[track].levels) + 1)
    return [Area(left + i * wide, box.y + 4, wide, box.h - 8) for i in range(len(SCROLLS[track].levels) + 1)]


def workshop_boxes(number: int, fixed: bool) -> list[Area]:
    """Where so many workshops lie: as large as possible; or all of one size, so that more need no other places."""
    room = WORKSHOPS
    count = max(number, WORKSHOP_PLACES) if fixed else max(number, 1)
    shapes = []
    for rows in (1, 2, 3):
        columns = max(3, -(-count // rows))
        wide, high = room.w // columns, room.h // rows
        shapes.append((min(high, wide // 2), wide, columns, min(high, wide)))
    _, wide, columns, high = max(shapes)
    return [Area(room.x + i % columns * wide, room.y + i // columns * high, wide - 6, high - 4) for i in range(number)]
