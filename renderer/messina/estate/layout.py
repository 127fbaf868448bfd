"""The layout of an estate's picture: sectors, squares, overseers' paths, huts, and the tiles beside them.

As on the player board, the craftsmen's sector is at the top, the aristocrats' on the left and the nuns' on the right.
Each of the six areas is a row of three squares, with the one joined to the fork space innermost. Paths run outward from
the middle between the two areas of a sector, along the edge of the picture, and back between two sectors.
"""

from renderer.canvas.canvas import Point
from renderer.canvas.layout import Area
from rules.messina.components import AREA_SQUARES, HUT_IDS, OVERSEER_PATHS, SQUARES

ESTATE_WIDTH = 1080
EDGE = 10  # px, kept free all round
HEAD = Area(EDGE, 8, ESTATE_WIDTH - 2 * EDGE, 74)
STATUS = Area(EDGE, 90, ESTATE_WIDTH - 2 * EDGE, 80)
MAIN = Area(EDGE, 178, ESTATE_WIDTH - 2 * EDGE, 496)
HOLDINGS = Area(EDGE, 682, ESTATE_WIDTH - 2 * EDGE, 156)
ESTATE_HEIGHT = HOLDINGS.y + HOLDINGS.h + EDGE

HUTS_WIDE = 150
SECTORS_WIDE = MAIN.w - HUTS_WIDE - 8
SCROLLS_A, SCROLLS_B = 314, 456  # px, the width of a scroll board; on side b a level can be worth two or three amounts
WORKSHOP = 118  # px, the smallest legible width of a workshop, in two rows

CITIZEN = 58  # px, a citizen on a square
SPACE = 46  # px, a space of a path
# The moves of an overseer other than one step on a path that does not fork.
OVERSEER_MOVES = (("left", "right"), ("skip-left", "skip-right"), ("skip",))
LANE = 52  # px, between the areas, and outside them
VERGE = 22  # px, above and below them, where a path passes without a space
SPINE = 94  # px, the column in the middle
ROW = (MAIN.h - 2 * VERGE - 2 * LANE) // 3
SQUARE = (SECTORS_WIDE - 2 * LANE - SPINE) // 6

_ROWS = tuple(MAIN.y + VERGE + i * (ROW + LANE) for i in range(3))  # the upper edges of the rows
_UPPER, _LOWER = (_ROWS[i] + ROW + LANE // 2 for i in (0, 1))  # the middles of the lanes between the rows
_TOP, _BOTTOM = MAIN.y + 10, MAIN.y + MAIN.h - 10  # the middles of the roads in the verges
# The row of an area, and its side: -1 for left or 1 for right.
_PLACES = {"cl": (0, -1), "cr": (0, 1), "ar": (1, -1), "nl": (1, 1), "al": (2, -1), "nr": (2, 1)}
_UPWARD = {"ar", "nl"}  # areas that a path passes from below


class Plan:
    """The places of the sectors and huts, which depend on whether the huts are at the "left" or "right" edge."""

    def __init__(self, hut_edge: str) -> None:
        left = hut_edge == "left"
        self.sectors = Area(EDGE + (HUTS_WIDE + 8) * left, MAIN.y, SECTORS_WIDE, MAIN.h)
        self.middle = self.sectors.x + SECTORS_WIDE // 2
        self.hut_column = Area(EDGE if left else ESTATE_WIDTH - EDGE - HUTS_WIDE, MAIN.y, HUTS_WIDE, MAIN.h)
        high = (MAIN.h - 3 * 6) // len(HUT_IDS)
        self.huts = {
            hut: Area(self.hut_column.x, MAIN.y + number * (high + 6), HUTS_WIDE, high)
            for number, hut in enumerate(HUT_IDS)
        }
        self.squares = {square: self._square(square) for square in SQUARES}
        self.centre: Point = (self.middle, _UPPER + 16)
        self._starts = {
            "craftsman": (self.middle, _ROWS[0] + 86),
            "nun": (self.middle + 23, _ROWS[1] + 76),
            "aristocrat": (self.middle - 23, _ROWS[1] + 76),
        }
        self._forks = {
            "craftsman": (self.middle, _ROWS[0] + 30),
            "nun": (self.squares["nl1"].middle[0], _LOWER),
            "aristocrat": (self.squares["al1"].middle[0], _LOWER),
        }
        self._borders: dict[frozenset[str], tuple[Point, ...]] = {  # steps 4 and 5, between two sectors
            frozenset(("cl", "ar")): tuple((self.squares[square].middle[0], _UPPER) for square in ("cl3", "cl1")),
            frozenset(("cr", "nl")): tuple((self.squares[square].middle[0], _UPPER) for square in ("cr3", "cr1")),
            frozenset(("nr", "al")): ((self.middle, _ROWS[2] + ROW - 27), (self.middle, _ROWS[2] + 27)),
        }
        self.spaces = {way: self._path(*way) for way in OVERSEER_PATHS}

    def area(self, area: str) -> Area:
        """Return the rectangle of an area, which has three squares."""
        row, side = _PLACES[area]
        left = self.middle + SPINE // 2 if side > 0 else self.middle - SPINE // 2 - 3 * SQUARE
        return Area(left, _ROWS[row], 3 * SQUARE, ROW)

    def _square(self, square: str) -> Area:
        area = SQUARES[square].area
        box, side, place = self.area(area), _PLACES[area][1], AREA_SQUARES[area].index(square)
        return Area(box.x + SQUARE * (place if side > 0 else 2 - place), box.y, SQUARE, ROW)

    def slot(self, square: str) -> Area:
        """Return the place of the citizen on a square."""
        box = self.squares[square]
        return Area(box.x + (box.w - CITIZEN) // 2, box.y + box.h - CITIZEN - 4, CITIZEN, CITIZEN)

    def _lane(self, area: str) -> float:
        """Return the middle of the lane along the outer side of an area."""
        return self.sectors.x + (LANE / 2 if _PLACES[area][1] < 0 else SECTORS_WIDE - LANE / 2)

    def _path(self, overseer: str, branch: str) -> tuple[Point, ...]:
        """Return the spaces of a path from the start to the middle."""
        steps = OVERSEER_PATHS[overseer, branch]
        own, other = (SQUARES[group[0]].area for group in steps[3].groups)
        y, turn = self.area(own).middle[1], -1 if own in _UPWARD else 1
        along = [(self._lane(own), y - 29 * turn), (self._lane(own), y + 29 * turn)]
        border = self._borders[frozenset((own, other))]
        return (self._starts[overseer], self._forks[overseer], *along, *border, self.centre)

    def road(self, overseer: str, branch: str) -> list[Point]:
        """Return the line of a path from the start to the middle: its spaces, and any corners between them."""
        start, fork, second, third, fourth, fifth, centre = self.spaces[overseer, branch]
        side = second[0]
        out = [start, fork, (self.middle, _TOP), (side, _TOP)]
        if overseer != "craftsman":
            out = [start, (start[0], fork[1]), fork, (side, fork[1])]
        back = [(side, _BOTTOM), (self.middle, _BOTTOM)] if fourth[0] == self.middle else [(side, fourth[1])]
        end = [(centre[0], fifth[1])] if fifth[0] != self.middle else []
        return [*out, second, third, *back, fourth, fifth, *end, centre]


ESTATE_PLANS = {edge: Plan(edge) for edge in ("left", "right")}


# Where the lieutenants are shown on the picture, by where they are in the game.
LIEUTENANTS = {
    place: Area(STATUS.x + left, STATUS.y, wide, STATUS.h)
    for place, left, wide in (("home", 0, 127), ("city", 127, 122), ("supply", 249, 109), ("box", 358, 142))
}
_RIGHT = STATUS.x + sum(area.w for area in LIEUTENANTS.values()) + 8
REPOPULATION = Area(_RIGHT, STATUS.y, 85, STATUS.h)
PRICE = Area(REPOPULATION.x + REPOPULATION.w + 6, STATUS.y, 120, STATUS.h)
WAGONS = Area(PRICE.x + PRICE.w + 6, STATUS.y, 139, STATUS.h)
SHIPS = Area(WAGONS.x + WAGONS.w + 6, STATUS.y, ESTATE_WIDTH - EDGE - WAGONS.x - WAGONS.w - 6, STATUS.h)


def hut_slots(box: Area) -> tuple[Area, Area]:
    """Return the two spaces of a hut."""
    return Area(box.x + 15, box.y + 17, 56, 56), Area(box.x + box.w - 71, box.y + 17, 56, 56)


def hut_yield(box: Area) -> Area:
    """Return the place of a hut's upgrade."""
    return Area(box.x + 8, box.y + box.h - 43, box.w - 16, 38)


def scroll_area(scroll_board: str) -> Area:
    """Return the place of a scroll board."""
    wide = SCROLLS_A if scroll_board == "a" else SCROLLS_B
    return Area(HOLDINGS.x + HOLDINGS.w - wide, HOLDINGS.y, wide, HOLDINGS.h)


def workshop_area(scroll_board: str) -> Area:
    """Return the room for workshops beside a scroll board."""
    return Area(HOLDINGS.x, HOLDINGS.y, scroll_area(scroll_board).x - HOLDINGS.x - 8, HOLDINGS.h)


def workshop_places(room: Area) -> int:
    """Return how many workshops can be drawn legibly in this room, possibly fewer than the player has."""
    return 2 * (room.w // WORKSHOP)


def workshop_boxes(room: Area, number: int, fixed: bool) -> list[Area]:
    """Return the boxes of this many workshops, as large as possible.

    With ``fixed``, their sizes and places are constant, unless there are too many workshops for that.
    """
    count = max(number, workshop_places(room)) if fixed else max(number, 1)
    shapes = []
    for rows in (1, 2, 3):
        columns = max(3, -(-count // rows))
        wide, high = room.w // columns, room.h // rows
        shapes.append((min(high, wide // 2), wide, columns, min(high, wide)))
    _, wide, columns, high = max(shapes)
    return [Area(room.x + i % columns * wide, room.y + i // columns * high, wide - 6, high - 4) for i in range(number)]
