"""The layout of the Rattus board, read once from ``layout.toml``."""

import tomllib
from pathlib import Path

import msgspec

from renderer.canvas.canvas import Point


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
