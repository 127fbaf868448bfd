"""The lieutenants' routes through the city: an arrow across each border between the hexes of a route."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from renderer import art
from renderer.canvas.canvas import Board, Point, Sprite, cached_sprite
from renderer.canvas.colours import Rgb
from renderer.canvas.layout import blank, turned
from renderer.messina.changes import Route
from renderer.messina.city.plan import GANGWAY, Plan
from renderer.seats import SeatLook
from rules.messina.components import DOCKS, LAYOUTS, Coordinates
from rules.messina.view_types import View

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # to the hexes round one
ARROW = 54  # px, its length
FINE = 3  # oversampling of an arrow before it is turned
ASIDE = 0.19  # of the height of a hex: how far above the middle of an upright border its arrow is, to keep off pieces
PAST = 5  # px, how far below the middle of a slanting border its arrow is, to keep off the house and the seal above it
BESIDE = 24  # px, between arrows across the same border
MAX_ROUTES = 4  # in a picture: the latest ones

# The place of an arrow, and its clockwise rotation from pointing right, in radians.
Crossing = tuple[Point, float]


def shortest(view: View, start: Coordinates, to: Coordinates) -> list[Coordinates]:
    """Return the hexes of the straightest of the shortest routes, including both ends, or nothing if there is none."""
    there = {one.at for one in view.hexes}
    routes = {start: [start]}
    edge = [start]
    while edge and to not in routes:
        found: dict[Coordinates, list[list[Coordinates]]] = {}
        for q, r in edge:
            for dq, dr in STEPS:
                at = (q + dq, r + dr)
                if at in there and at not in routes:
                    found.setdefault(at, []).append([*routes[q, r], at])
        routes |= {at: min(some, key=lambda one: _bent(one, start, to)) for at, some in found.items()}
        edge = list(found)
    return routes.get(to, [])


def _bent(route: Sequence[Coordinates], start: Coordinates, to: Coordinates) -> float:
    """Return how far a route is from the straight line."""
    across = [(q + r / 2, r * 0.866) for q, r in (start, to, *route)]
    (x, y), (u, v), *points = across
    return sum(abs((u - x) * (y - b) - (x - a) * (v - y)) for a, b in points)


def crossings(view: View, city: Plan, route: Route) -> Iterator[Crossing]:
    """Yield where a lieutenant's route crosses from one hex to the next, and from or to a dock."""
    hexes = {one.id: one.at for one in view.hexes}
    settled = {one.at for one in view.hexes if one.owner is not None}
    ends = [DOCKS.get(place, place) for place in (route.start, route.to)]
    if not hexes.keys() >= set(ends):
        return
    if route.start in DOCKS:
        yield _gangway(view, city, DOCKS[route.start], 1)
    for one, other in pairwise(shortest(view, hexes[ends[0]], hexes[ends[1]])):
        (x, y), (u, v) = city.at(one), city.at(other)
        lift = city.high * ASIDE if one[1] == other[1] else 0.0
        upper, lower = sorted((one, other), key=lambda place: place[1])
        past = PAST / city.wide if not lift and upper in settled else 0.0
        (a, b), (c, d) = city.at(upper), city.at(lower)
        yield ((x + u) / 2 + (c - a) * past, (y + v) / 2 - lift + (d - b) * past), atan2(v - y, u - x)
    if route.to in DOCKS:
        yield _gangway(view, city, DOCKS[route.to], -1)


def _gangway(view: View, city: Plan, corner: str, landing: int) -> Crossing:
    """Return the crossing between the dock of a corner and its harbour."""
    x, y = city.at(LAYOUTS[view.seats].harbours[corner])
    north = 1 if corner[0] == "n" else -1
    at = (x + city.wide * (-GANGWAY if corner[1] == "w" else GANGWAY), y - north * (city.high / 2 - 10))
    return at, atan2(north * landing, 0)


def put_routes(board: Board, view: View, city: Plan, routes: Sequence[Route], looks: Sequence[SeatLook]) -> None:
    """Draw the arrows of the latest routes, side by side where several cross the same border."""
    crossed = Counter[tuple[int, int]]()
    for route in routes[-MAX_ROUTES:]:
        for (x, y), turn in crossings(view, city, route):
            number = crossed[round(x), round(y)]
            crossed[round(x), round(y)] += 1
            by = BESIDE * (number + 1) // 2 * (-1) ** number
            arrow(looks[route.seat].rgb, round(degrees(turn))).put(board, x - by * sin(turn), y + by * cos(turn))


@cached_sprite
def arrow(colour: Rgb, turn: int, long: int = ARROW) -> Sprite:
    """Draw an arrow in a colour, turned clockwise by this many degrees from pointing right."""
    drawn = art.sprite("messina/went", long * FINE, colour)
    side = round(hypot(*drawn.size))
    at = ((side - drawn.size[0]) // 2, (side - drawn.size[1]) // 2)
    whole = blank(side, side)
    whole.rgb.paste(drawn.rgb, at)
    whole.mask.paste(drawn.mask, at)
    return turned(whole, turn, FINE)
