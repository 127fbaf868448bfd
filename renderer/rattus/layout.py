"""Places on the Rattus board, read once from ``layout.toml``."""

import tomllib
from pathlib import Path

import msgspec

from renderer.canvas.canvas import Point


class Spot(msgspec.Struct, frozen=True):
    """Where the pieces of a region (or of the palace) stand: middles, and the room for its name and a row of cubes."""

    name: Point
    name_room: int
    rats: Point
    cubes: Point
    room: int
    plague: Point
    figures: Point
    second: float = 0  # how far right of the first the second row of cubes stands
    large: Point | None = None  # where a large name stands, if not in its place
    rows: int = 2  # how many rows lie in the middle of the region: figures may stand in them, too


_data = tomllib.loads((Path(__file__).parent / "layout.toml").read_text("utf-8"))

# The connections across water: start, bend and end of their curves, by the pair of regions.
ROUTES: dict[tuple[str, str], tuple[Point, Point, Point]] = {
    (pair.split("-")[0], pair.split("-")[1]): msgspec.convert(points, tuple[Point, Point, Point])
    for pair, points in _data.pop("routes").items()
}
# Walls on borders, and on some of the ways across water: the middle, and how far they are turned, in degrees.
WALLS: dict[str, tuple[float, float, float]] = msgspec.convert(
    _data.pop("walls"), dict[str, tuple[float, float, float]]
)
SPOTS: dict[str, Spot] = msgspec.convert(_data, dict[str, Spot])
