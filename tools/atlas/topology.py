"""Shapes that share their borders: decoding TopoJSON, cutting a country in two, merging countries into regions."""

from collections.abc import Iterable
from math import hypot
from typing import Any

Point = tuple[float, float]
Ring = list[int]  # arcs in order; ~n is arc n backwards
Polygon = list[Ring]

DATE_LINE = -168.0  # degrees; everything west of it is the end of Asia


class Topology:
    """Arcs (lines of points), and named lists of polygons made of them."""

    def __init__(self, document: dict[str, Any], collection: str) -> None:
        """Decode a TopoJSON document with longitudes and latitudes in degrees."""
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

    def points(self, ring: Ring) -> list[Point]:
        """Return the points of a closed ring, without repeating the first."""
        return [p for n in ring for p in (self.arcs[n][:-1] if n >= 0 else self.arcs[~n][:0:-1])]

    def centre(self, polygon: Polygon) -> Point:
        """Return the middle of the polygon's bounding box, in degrees."""
        xs, ys = zip(*self.points(polygon[0]), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def cut(self, name: str, line: list[Point], new: str) -> None:
        """Cut the country's first polygon along a line from border to border; the part to the right becomes ``new``."""
        start, end = self._vertex(name, line[0]), self._vertex(name, line[-1])
        ring = self.shapes[name][0][0]
        firsts = [self._ends(n)[0] for n in ring]
        i, j = firsts.index(start), firsts.index(end)
        self.arcs.append([start, *line[1:-1], end])
        seam = len(self.arcs) - 1
        turned = ring[i:] + ring[:i]
        k = (j - i) % len(ring)
        halves = [[~seam, *turned[:k]], [seam, *turned[k:]]]
        right = max(halves, key=lambda half: self._leans_right(half, line))
        self.shapes[new] = [[right]]
        self.shapes[name][0][0] = halves[0] if right is halves[1] else halves[1]

    def _leans_right(self, ring: Ring, line: list[Point]) -> float:
        (x0, y0), (x1, y1) = line[0], line[-1]
        cx, cy = self.centre([ring])
        return (cx - x0) * (y1 - y0) - (cy - y0) * (x1 - x0)

    def _ends(self, n: int) -> tuple[Point, Point]:
        arc = self.arcs[n] if n >= 0 else self.arcs[~n]
        return (arc[0], arc[-1]) if n >= 0 else (arc[-1], arc[0])

    def _vertex(self, name: str, near: Point) -> Point:
        """Return the border point nearest to a place, and split the arc there, in every shape that uses it."""
        ring = self.shapes[name][0][0]
        _, n, at = min(
            (hypot(x - near[0], y - near[1]), n if n >= 0 else ~n, i)
            for n in ring
            for i, (x, y) in enumerate(self.arcs[n if n >= 0 else ~n])
        )
        point = self.arcs[n][at]
        if 0 < at < len(self.arcs[n]) - 1:
            self.arcs.append(self.arcs[n][at:])
            self.arcs[n] = self.arcs[n][: at + 1]
            tail = len(self.arcs) - 1
            for polygons in self.shapes.values():
                for polygon in polygons:
                    for ring in polygon:
                        if n in ring:
                            ring[ring.index(n) : ring.index(n) + 1] = [n, tail]
                        if ~n in ring:
                            ring[ring.index(~n) : ring.index(~n) + 1] = [~tail, ~n]
        return point

    def merge(self, polygons: Iterable[Polygon]) -> list[Ring]:
        """Return the outlines of the polygons' union, leaving out arcs that they share."""
        used = [n for polygon in polygons for ring in polygon for n in ring]
        there = set(used)
        left = [n for n in used if ~n not in there]
        starts: dict[Point, list[int]] = {}
        for n in left:
            starts.setdefault(self._ends(n)[0], []).append(n)
        rings = []
        while left:
            ring = [left.pop(0)]
            starts[self._ends(ring[0])[0]].remove(ring[0])
            while (end := self._ends(ring[-1])[1]) != self._ends(ring[0])[0]:
                n = starts[end].pop()
                left.remove(n)
                ring.append(n)
            rings.append(ring)
        return rings
