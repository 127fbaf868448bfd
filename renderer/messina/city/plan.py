"""The layout of the city for each number of players: the centres of hexes, the docks in the corners, and the wheel."""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from renderer.canvas.canvas import Point
from renderer.canvas.layout import Area
from rules.messina.components import CITY_LAYOUTS, HARBOUR_CORNERS, Coordinates

CITY_WIDTH = 1080
FRAME_WIDTH = 12  # px, the wooden frame of the map
GAP = 6  # px between a dock and its surroundings
QUAY = 60  # px, the depth of a quay
MAX_QUAY = 344  # px, the length of a quay
GANGWAY_OFFSET = 0.25  # from the middle of a harbour to the gangway of its dock, in parts of the hex's width
WHEEL_PLATE = (104, 156)  # px

# By number of players: the width of a hex, and the water above and below the outermost hexes.
SIZES = {1: (209, 40), 2: (209, 40), 3: (175, 0), 4: (209, 2)}
# The other widths of hexes in pictures of questions, where there is no water: the largest is taken at which the picture
# is low enough. They show five, six or seven rows, the last being the whole city of four, each in the usual picture and
# in a wide one.
QUESTION_WIDTHS = (160, 146, 134, 123, 116, 106)
DOCKS_BESIDE = (4,)  # the numbers of players with which docks are beside their harbours there, to save height


class Dock(NamedTuple):
    """A dock: the quay with the figures, and the water with the ships."""

    quay: Area
    water: Area

    @property
    def whole(self) -> Area:
        """The area of quay and water."""
        y = min(self.quay.y, self.water.y)
        return Area(self.quay.x, y, self.quay.w, self.quay.h + self.water.h)


class Plan(NamedTuple):
    """The layout of a city: the hexes' width, the picture's middle and height, the docks, and the wheel's plate."""

    wide: int
    middle: Point
    height: int
    docks: dict[str, Dock]
    wheel: Area
    boxes: dict[Coordinates, Area]  # the rectangles of `around` so far, as each picture asks for all of them many times

    @property
    def home(self) -> Area:
        """The place where the lieutenants at home are shown if one can be chosen: opposite the wheel."""
        x, y, w, h = self.wheel
        return Area(CITY_WIDTH - x - w, self.height - y - h, w, h)

    @property
    def high(self) -> float:
        """The height of a hex."""
        return self.wide * 2 / sqrt(3)

    def at(self, place: Coordinates) -> Point:
        """Return the centre of the hex with these coordinates."""
        q, r = place
        return self.middle[0] + self.wide * (q + r / 2), self.middle[1] + self.high * 0.75 * r

    def around(self, place: Coordinates) -> Area:
        """Return the rectangle round the hex with these coordinates."""
        if (box := self.boxes.get(place)) is None:
            (x, y), high = self.at(place), round(self.high)
            box = self.boxes[place] = Area(round(x - self.wide / 2), round(y - high / 2), self.wide, high)
        return box


@lru_cache(maxsize=16)
def city_plan(seats: int, wide: int = 0) -> Plan:
    """Return the layout of the city for this number of players, with hexes of this width (0: as on the board)."""
    beside = bool(wide) and seats in DOCKS_BESIDE
    wide, water = (wide, 0) if wide else SIZES[seats]
    rows = [r for _, r in CITY_LAYOUTS[seats].places]
    high = wide * 2 / sqrt(3)
    whole = high * (1 + 0.75 * (max(rows) - min(rows))) + 2 * (water + FRAME_WIDTH)
    bare = Plan(wide, (CITY_WIDTH / 2, round(whole / 2)), round(whole), {}, Area(0, 0, 0, 0), {})
    row = bare.at(CITY_LAYOUTS[seats].harbours["nw"])[1] - high / 2  # the upper end of that row of hexes
    top = (whole - WHEEL_PLATE[1]) / 2 if beside else row + 4
    bare = bare._replace(wheel=Area(FRAME_WIDTH + 4, round(top), *WHEEL_PLATE))
    dock = _dock_beside if beside else _dock
    return bare._replace(docks={f"dock-{corner}": dock(bare, seats, corner) for corner in HARBOUR_CORNERS})


def _dock(city: Plan, seats: int, corner: str) -> Dock:
    """Return the dock in the corner beyond its harbour. Its length is limited by the row of hexes beside it."""
    layout = CITY_LAYOUTS[seats]
    north, west = corner[0] == "n", corner[1] == "w"
    harbour = layout.harbours[corner]
    x, y = city.at(harbour)
    row = [city.at(place)[0] for place in layout.places if place[1] == harbour[1] + (-1 if north else 1)]
    if west:
        left, right = FRAME_WIDTH + GAP, round(min(row) - city.wide / 2) - GAP
    else:
        left, right = round(max(row) + city.wide / 2) + GAP, CITY_WIDTH - FRAME_WIDTH - GAP
    long = min(right - left, MAX_QUAY)
    left = min(max(left, round(x - long / 2)), right - long)
    tip = round(y - city.high / 2) if north else round(y + city.high / 2)
    if north:
        return Dock(Area(left, tip - QUAY, long, QUAY), Area(left, FRAME_WIDTH, long, tip - QUAY - FRAME_WIDTH))
    return Dock(Area(left, tip, long, QUAY), Area(left, tip + QUAY, long, city.height - FRAME_WIDTH - tip - QUAY))


def _dock_beside(city: Plan, seats: int, corner: str) -> Dock:
    """Return the dock between its harbour and the picture's edge, with its ships on the side of the wheel or `home`."""
    layout = CITY_LAYOUTS[seats]
    north, west = corner[0] == "n", corner[1] == "w"
    harbour, edges = city.around(layout.harbours[corner]), [city.around(place) for place in layout.places]
    if west:
        start, end, inner = city.wheel.x, harbour.x, min(one.x for one in edges) - GAP
    else:
        start, end, inner = harbour.x + harbour.w, city.home.box[2], max(one.box[2] for one in edges) + GAP
    x, w = (start, inner - start) if west else (inner, end - inner)
    if north:
        top = round(harbour.middle[1] - city.high / 4) - GAP
        below = top + QUAY
        return Dock(Area(start, top, end - start, QUAY), Area(x, below, w, city.wheel.y - GAP - below))
    top = round(harbour.middle[1] + city.high / 4) + GAP - QUAY
    above = city.wheel.y + city.wheel.h + GAP
    return Dock(Area(start, top, end - start, QUAY), Area(x, above, w, top - above))


def corners_of(wide: int, middle: Point = (0, 0), grow: float = 0) -> list[Point]:
    """Return the corners of a hex, clockwise from the top, with its sides moved outwards by ``grow``."""
    (x, y), half = middle, wide / 2 + grow
    high = half * 2 / sqrt(3)
    round_origin = ((0, -high), (half, -high / 2), (half, high / 2), (0, high), (-half, high / 2), (-half, -high / 2))
    return [(across + x, down + y) for across, down in round_origin]


def next_from(seats: int, free: list[Coordinates]) -> dict[Coordinates, list[str]]:
    """Map places to the corners whose dock tiles add a hex there: the first free place clockwise for each (7.6)."""
    layout = CITY_LAYOUTS[seats]
    found: dict[Coordinates, list[str]] = {}
    for corner in HARBOUR_CORNERS:
        start = layout.ring.index(corner)
        for mark in (*layout.ring[start:], *layout.ring[:start]):
            at = layout.places[layout.first + int(mark) - 1] if mark.isdigit() else None
            if at in free:
                found.setdefault(at, []).append(corner)
                break
    return found
