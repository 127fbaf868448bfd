"""The map as data, in pixels of the map's area: outlines, lines, places of pieces (``layout.toml``); its colours."""

import json
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from renderer.canvas.canvas import Point
from renderer.canvas.colours import Rgb

WIDTH, HEIGHT = 1000, 892  # px, the map's area on every board

Ring = list[Point]


@cache
def data() -> Any:
    """Return the map data that ``tools.atlas`` has made."""
    return json.loads((Path(__file__).parent / "europe.json").read_text("utf-8"))


@cache
def arcs() -> list[Ring]:
    """Return every line of the map: coasts and borders."""
    scale = WIDTH / data()["width"]
    return [[(x * scale, y * scale) for x, y in zip(a[::2], a[1::2], strict=True)] for a in data()["arcs"]]


def _ring(numbers: list[int]) -> Ring:
    return [p for n in numbers for p in (arcs()[n][:-1] if n >= 0 else arcs()[~n][:0:-1])]


@cache
def outlines(region: str) -> list[Ring]:
    """Return the rings round a region's mainland and islands."""
    return [_ring(ring) for ring in data()["regions"][region]]


@cache
def rest() -> list[Ring]:
    """Return the rings round land that belongs to no region."""
    return [_ring(ring) for ring in data()["rest"]]


@cache
def lines() -> dict[tuple[str, ...], list[Ring]]:
    """Return the lines of the map by the regions on both sides, sorted.

    A coast has one region ("" for other land).
    """
    sides: dict[int, list[str]] = {}
    for region, rings in (*data()["regions"].items(), ("", data()["rest"])):
        for n in chain.from_iterable(rings):
            sides.setdefault(n if n >= 0 else ~n, []).append(region)
    result: dict[tuple[str, ...], list[Ring]] = {}
    for n, regions in sides.items():
        result.setdefault(tuple(sorted(regions)), []).append(arcs()[n])
    return result


class Spot(msgspec.Struct, frozen=True):
    """Where the pieces of a region (or of the palace) are: middles, and the room for its name and a row of cubes."""

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
SPOTS: dict[str, Spot] = msgspec.convert(_data, dict[str, Spot])


SHALLOWS: Rgb = (195, 210, 200)
DEEP: Rgb = (134, 165, 165)
COAST: Rgb = (79, 54, 32)  # and borders
WAY: Rgb = (61, 90, 99)  # connections across water
WASTE: Rgb = (207, 195, 166)  # land outside the game
ENAMEL: Rgb = (47, 42, 58)  # the background of every emblem: classes differ by their signs, never by a colour

# The tint of each region, only for looks: borders, names and the dark inner edge tell regions apart. Yellow pieces must
# stand out from every tint for every eye.
TINTS: dict[str, Rgb] = {
    "anglia": (216, 187, 160),
    "gallia": (193, 202, 202),
    "germania": (219, 204, 150),
    "hispania": (212, 188, 140),
    "hungaria": (221, 184, 162),
    "italia": (203, 208, 160),
    "polonia": (218, 188, 188),
    "scandia": (190, 205, 193),
    "bulgaria": (219, 205, 150),
    "turcia": (207, 193, 205),
    "russia": (207, 210, 166),
    "tartaria": (218, 198, 159),
}
