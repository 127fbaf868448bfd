"""Make the map of Europe, ``renderer/rattus/europe.json``, from public-domain geography. Drawing doesn't use it.

``python -m tools.atlas countries-50m.json`` rewrites it: the twelve regions and the rest of the land, as arcs in units
of the frame. The input is a TopoJSON file of Natural Earth's countries (public domain), such as the one in world-atlas
2. `atlas_regions.toml` lists the countries of each region.
"""

import json
import sys
import tomllib
from collections.abc import Iterable
from math import cos, exp, hypot, log, pi, radians, sin, tan
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Ring = list[int]  # arcs in order; ~n is arc n backwards
Polygon = list[Ring]

HERE = Path(__file__).parent
TARGET = HERE.parent / "renderer" / "rattus" / "europe.json"
DATE_LINE = -168.0  # degrees; everything west of it is the end of Asia
AROUND = (-30.0, 20.0, 110.0, 75.0)  # polygons centred outside are dropped: west, south, east, north
SMALLEST_TRIANGLE = 60.0  # square units; smaller details are dropped
SMALLEST_ISLAND = 700.0  # square units

PARALLELS = (42.0, 60.0)  # standard parallels of the cone, in degrees
ORIGIN = (16.0, 50.0)  # longitude and latitude of the projection's centre, in degrees
EARTH = 6371.0  # km

# The lens: around LENS (km east and south of ORIGIN) everything grows by 1 + POWER, which decreases over REACH km.
LENS = (230.0, 400.0)
POWER = 0.66
REACH = (1300.0, 900.0)

# The part of the map, in km east and south of ORIGIN after the lens, that fills the frame.
WINDOW = (-2270.0, -1970.0, 2190.0, 2008.0)
WIDTH = 10_000  # units across the frame
SCALE = WIDTH / (WINDOW[2] - WINDOW[0])
HEIGHT = round((WINDOW[3] - WINDOW[1]) * SCALE)


def _cone(latitude: float) -> float:
    return tan(pi / 4 + radians(latitude) / 2)


_A, _B = (radians(p) for p in PARALLELS)
_N = log(cos(_A) / cos(_B)) / log(_cone(PARALLELS[1]) / _cone(PARALLELS[0]))
_F = cos(_A) * _cone(PARALLELS[0]) ** _N / _N


def conic(point: Point) -> Point:
    """Return the Lambert conformal conic projection of a point, in km east and south of the origin."""
    longitude, latitude = point
    rho = EARTH * _F / _cone(min(latitude, 89.9)) ** _N
    angle = _N * radians(longitude - ORIGIN[0])
    return rho * sin(angle), rho * cos(angle) - EARTH * _F / _cone(ORIGIN[1]) ** _N


def lens(point: Point) -> Point:
    """Move a point near the middle of the lens outwards, which enlarges this area. Distant points hardly move."""
    dx, dy = point[0] - LENS[0], point[1] - LENS[1]
    grow = 1 + POWER * exp(-(hypot(dx / REACH[0], dy / REACH[1]) ** 2))
    return LENS[0] + dx * grow, LENS[1] + dy * grow


def place(point: Point) -> Point:
    """Convert degrees to units of the frame (0 to WIDTH, 0 to HEIGHT, y downwards).

    Points far outside are moved to the edge of a margin around the frame.
    """
    x, y = lens(conic(point))
    x, y = (x - WINDOW[0]) * SCALE, (y - WINDOW[1]) * SCALE
    margin = WIDTH * 0.08
    return min(max(x, -margin), WIDTH + margin), min(max(y, -margin), HEIGHT + margin)


def simplify(points: list[Point], smallest: float) -> list[Point]:
    """Drop points whose triangle with their neighbours is below ``smallest`` square units, but keep the ends."""
    points = list(points)
    while len(points) > 2:
        areas = [
            abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        least = min(areas)
        if least >= smallest:
            break
        del points[areas.index(least) + 1]
    return points


def area(points: list[Point]) -> float:
    """Return the area inside a ring, in square units."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2


class Topology:
    """Shapes that share their borders: arcs (lines of points), and named lists of polygons made of them."""

    def __init__(self, document: dict[str, Any], collection: str) -> None:
        """Decode a TopoJSON document whose coordinates are longitudes and latitudes in degrees."""
        (sx, sy), (tx, ty) = document["transform"]["scale"], document["transform"]["translate"]
        self.arcs: list[list[Point]] = []
        for arc in document["arcs"]:
            x = y = 0
            points = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                longitude = x * sx + tx
                points.append((longitude + 360 if longitude < DATE_LINE else longitude, y * sy + ty))
            self.arcs.append(points)
        self.shapes: dict[str, list[Polygon]] = {}
        for geometry in document["objects"][collection]["geometries"]:
            several = geometry["type"] == "MultiPolygon"
            self.shapes[geometry["properties"]["name"]] = geometry["arcs"] if several else [geometry["arcs"]]

    def line(self, n: int) -> list[Point]:
        """Return the points of arc ``n``, or of arc ``~n`` reversed if ``n`` is negative."""
        return self.arcs[n] if n >= 0 else self.arcs[~n][::-1]

    def points(self, ring: Ring) -> list[Point]:
        """Return the points of a closed ring, without repeating the first."""
        return [p for n in ring for p in self.line(n)[:-1]]

    def centre(self, polygon: Polygon) -> Point:
        """Return the middle of the polygon's bounding box, in degrees."""
        xs, ys = zip(*self.points(polygon[0]), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def cut(self, name: str, line: list[Point], new: str) -> None:
        """Cut the country's first polygon along a line from border to border; the part to the right becomes ``new``."""
        start, end = self._vertex(name, line[0]), self._vertex(name, line[-1])
        ring = self.shapes[name][0][0]
        firsts = [self.line(n)[0] for n in ring]
        i, j = firsts.index(start), firsts.index(end)
        self.arcs.append([start, *line[1:-1], end])
        seam = len(self.arcs) - 1
        turned = ring[i:] + ring[:i]
        k = (j - i) % len(ring)
        (x0, y0), (x1, y1) = line[0], line[-1]

        def leans_right(half: Ring) -> float:
            x, y = self.centre([half])
            return (x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)

        left, right = sorted([[~seam, *turned[:k]], [seam, *turned[k:]]], key=leans_right)
        self.shapes[name][0][0], self.shapes[new] = left, [[right]]

    def _vertex(self, name: str, near: Point) -> Point:
        """Return the border point nearest to a place, and split the arc there, in every shape that uses it."""
        arcs = [max(n, ~n) for n in self.shapes[name][0][0]]  # the numbers of the arcs, whatever their direction
        _, n, at = min((hypot(x - near[0], y - near[1]), n, i) for n in arcs for i, (x, y) in enumerate(self.arcs[n]))
        point = self.arcs[n][at]
        if 0 < at < len(self.arcs[n]) - 1:
            self.arcs.append(self.arcs[n][at:])
            self.arcs[n] = self.arcs[n][: at + 1]
            tail = len(self.arcs) - 1
            split = {n: [n, tail], ~n: [~tail, ~n]}
            for polygons in self.shapes.values():
                for polygon in polygons:
                    polygon[:] = [[part for arc in ring for part in split.get(arc, [arc])] for ring in polygon]
        return point

    def merge(self, polygons: Iterable[Polygon]) -> list[Ring]:
        """Return the outlines of the polygons' union, leaving out arcs that they share."""
        used = [n for polygon in polygons for ring in polygon for n in ring]
        there = set(used)
        left = [n for n in used if ~n not in there]
        rings = []
        while left:
            ring = [left.pop(0)]
            while (end := self.line(ring[-1])[-1]) != self.line(ring[0])[0]:
                ring.append(next(n for n in reversed(left) if self.line(n)[0] == end))
                left.remove(ring[-1])
            rings.append(ring)
        return rings


def assign(topology: Topology, plan: dict[str, Any]) -> dict[str, list[Polygon]]:
    """Return the polygons of each region, and under "" those of no region. Those outside `AROUND` are left out."""
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
    plan = tomllib.loads((HERE / "atlas_regions.toml").read_text("utf-8"))
    topology = Topology(json.loads(Path(source).read_text("utf-8")), "countries")
    for cut in plan["cuts"]:
        topology.cut(cut["of"], [(x, y) for x, y in cut["line"]], cut["new"])
    arcs: list[list[int]] = []
    numbers: dict[int, int] = {}

    def number(n: int) -> int:
        k = n if n >= 0 else ~n
        if k not in numbers:
            numbers[k] = len(arcs)
            line = simplify([place(p) for p in topology.arcs[k]], SMALLEST_TRIANGLE)
            arcs.append([round(c) for p in line for c in p])
        return numbers[k] if n >= 0 else ~numbers[k]

    outlines: dict[str, list[list[int]]] = {}
    for region, polygons in assign(topology, plan).items():
        rings = topology.merge(polygons)
        big = [ring for ring in rings if area([place(p) for p in topology.points(ring)]) >= SMALLEST_ISLAND]
        outlines[region] = [[number(n) for n in ring] for ring in big]
    rest = outlines.pop("")
    document = {"source": "Natural Earth, public domain (naturalearthdata.com)", "width": WIDTH, "height": HEIGHT}
    document |= {"regions": outlines, "rest": rest, "arcs": arcs}
    text = json.dumps(document, separators=(",", ":")).replace("],[", "],\n[").replace('"regions"', '\n"regions"')
    TARGET.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
