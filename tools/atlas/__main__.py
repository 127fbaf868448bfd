"""Make ``renderer/rattus/europe.json``: the twelve regions and the rest of the land, as arcs in units of the frame."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from tools.atlas.projection import HEIGHT, WIDTH, place, simplify
from tools.atlas.topology import Point, Polygon, Topology

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "renderer" / "rattus" / "europe.json"
AROUND = (-30.0, 20.0, 110.0, 75.0)  # polygons centred outside are dropped: west, south, east, north
SMALLEST_TRIANGLE = 60.0  # square units of detail that are dropped
SMALLEST_ISLAND = 700.0  # square units


def area(points: list[Point]) -> float:
    """Return the area inside a ring, in square units."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2


def assign(topology: Topology, plan: dict[str, Any]) -> dict[str, list[Polygon]]:
    """Return the polygons of each region; "" is land of no region."""
    region_of = {country: region for region, countries in plan["regions"].items() for country in countries}
    regions: dict[str, list[Polygon]] = {region: [] for region in [*plan["regions"], ""]}
    west, south, east, north = AROUND
    for country, polygons in topology.shapes.items():
        for polygon in polygons:
            x, y = topology.centre(polygon)
            region = region_of.get(country, "")
            if not (west < x < east and south < y < north):
                continue
            for part in plan["parts"]:
                if part["of"] == country and part["west"] < x < part["east"] and part["south"] < y < part["north"]:
                    region = part["region"]
            regions[region].append(polygon)
    return regions


def main(source: str) -> None:
    """Read the TopoJSON file and write the map data."""
    plan = tomllib.loads((HERE / "regions.toml").read_text("utf-8"))
    topology = Topology(json.loads(Path(source).read_text("utf-8")), "countries")
    for cut in plan["cuts"]:
        topology.cut(cut["of"], [(x, y) for x, y in cut["line"]], cut["new"])
    regions = assign(topology, plan)
    arcs: dict[int, list[int]] = {}
    numbers: dict[int, int] = {}

    def number(n: int) -> int:
        k = n if n >= 0 else ~n
        if k not in numbers:
            numbers[k] = len(numbers)
            line = simplify([place(p) for p in topology.arcs[k]], SMALLEST_TRIANGLE)
            arcs[numbers[k]] = [round(c) for p in line for c in p]
        return numbers[k] if n >= 0 else ~numbers[k]

    outlines: dict[str, list[list[int]]] = {}
    for region, polygons in regions.items():
        rings = topology.merge(polygons)
        big = [ring for ring in rings if area([place(p) for p in topology.points(ring)]) >= SMALLEST_ISLAND]
        outlines[region] = [[number(n) for n in ring] for ring in big]
    rest = outlines.pop("")
    document = {
        "source": "Natural Earth, public domain (naturalearthdata.com)",
        "width": WIDTH,
        "height": HEIGHT,
        "regions": outlines,
        "rest": rest,
        "arcs": [arcs[n] for n in range(len(arcs))],
    }
    text = json.dumps(document, separators=(",", ":")).replace("],[", "],\n[").replace('"regions"', '\n"regions"')
    TARGET.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
