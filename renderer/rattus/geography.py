"""The map as data, in pixels of the map's area: outlines, lines, places of pieces (``layout.toml``), and colours."""

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import chain, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import msgspec

from renderer.canvas.canvas import Point
from renderer.canvas.colours import Rgb

MAP_WIDTH, MAP_HEIGHT = 1000, 892  # px, the map's area on every board

Ring = list[Point]


@cache
def map_data() -> Any:
    """Return the map data that ``tools.atlas`` has made."""
    return json.loads((Path(__file__).parent / "europe.json").read_text("utf-8"))


@cache
def arcs() -> list[Ring]:
    """Return every line of the map: coasts and borders."""
    scale = MAP_WIDTH / map_data()["width"]
    return [[(x * scale, y * scale) for x, y in zip(a[::2], a[1::2], strict=True)] for a in map_data()["arcs"]]


def _ring(numbers: list[int]) -> Ring:
    return [p for n in numbers for p in (arcs()[n][:-1] if n >= 0 else arcs()[~n][:0:-1])]


@cache
def outlines(region: str) -> list[Ring]:
    """Return the outlines of a region's mainland and islands, or of land that belongs to no region ("")."""
    return [_ring(ring) for ring in (map_data()["regions"][region] if region else map_data()["rest"])]


@cache
def border_lines() -> dict[tuple[str, ...], list[Ring]]:
    """Return the lines of the map, keyed by the sorted regions on both sides.

    The key of a coast has a single region, which is "" for land outside all regions.
    """
    sides: dict[int, list[str]] = {}
    for region, rings in (*map_data()["regions"].items(), ("", map_data()["rest"])):
        for n in chain.from_iterable(rings):
            sides.setdefault(n if n >= 0 else ~n, []).append(region)
    result: dict[tuple[str, ...], list[Ring]] = {}
    for n, regions in sides.items():
        result.setdefault(tuple(sorted(regions)), []).append(arcs()[n])
    return result


def curve_through(a: Point, b: Point, c: Point, steps: int = 60) -> list[Point]:
    """Return points on the curve from a through b to c."""
    pull = (2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2)
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * pull[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * pull[1] + t * t * c[1],
        )
        for t in (i / steps for i in range(steps + 1))
    ]


def with_distances(line: Sequence[Point]) -> list[tuple[float, Point]]:
    """Return the points of a line, each with its distance along the line from the first one."""
    far, found = 0.0, [(0.0, line[0])]
    for (x, y), (u, v) in pairwise(line):
        far += hypot(u - x, v - y)
        found.append((far, (u, v)))
    return found


class Spot(msgspec.Struct, frozen=True):
    """The middles of the places for pieces in a region or the palace, and the room for the name and a row of cubes."""

    name: Point
    name_room: int
    rats: Point
    cubes: Point
    room: int
    plague: Point
    figures: Point
    second: float = 0  # how far the second row of cubes is to the right of the first
    large: Point | None = None  # where a large name is, if not in the same place
    rows: int = 2  # rows of cubes in the middle of the region, which figures can use too
    tint: Rgb | None = None  # the colour of the region's land


_data = tomllib.loads((Path(__file__).parent / "layout.toml").read_text("utf-8"))

# The connections across water by pairs of regions: start, bend and end of their curves.
ROUTES: dict[tuple[str, str], tuple[Point, Point, Point]] = {
    (pair.split("-")[0], pair.split("-")[1]): msgspec.convert(points, tuple[Point, Point, Point])
    for pair, points in _data.pop("routes").items()
}
# Walls on borders, and on some connections across water: the middle, and the rotation in degrees.
WALLS: dict[str, tuple[float, float, float]] = msgspec.convert(
    _data.pop("walls"), dict[str, tuple[float, float, float]]
)
REGION_SPOTS: dict[str, Spot] = msgspec.convert(_data, dict[str, Spot])


SHALLOWS: Rgb = (195, 210, 200)
DEEP: Rgb = (134, 165, 165)
COAST: Rgb = (79, 54, 32)  # coasts and borders
CROSSING: Rgb = (61, 90, 99)  # connections across water
WASTE: Rgb = (207, 195, 166)  # land outside the game
ENAMEL: Rgb = (47, 42, 58)  # the background of every emblem: classes differ by their signs, never by a colour

REGION_TINTS: dict[str, Rgb] = {region: spot.tint for region, spot in REGION_SPOTS.items() if spot.tint}
