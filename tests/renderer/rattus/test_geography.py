"""The map agrees with the rules: land borders are drawn as borders, other connections as routes."""

import tomllib
from importlib.resources import files

import pytest

from renderer.canvas.canvas import Point
from renderer.rattus.geography import REGION_SPOTS, ROUTES, border_lines, map_data, outlines
from renderer.rattus.map import sea_routes
from rules.rattus.components import NEIGHBOURS, REGIONS, REGIONS_IN_USE

COMPONENTS = tomllib.loads(files("rules.rattus").joinpath("components.toml").read_text("utf-8"))


def connections(kind: str) -> set[tuple[str, str]]:
    pairs = [sorted((c["a"], c["b"])) for c in COMPONENTS["connections"] if c["kind"] == kind]
    return {(a, b) for a, b in pairs}


def borders() -> set[tuple[str, ...]]:
    """Return the pairs of regions that share a border, each pair sorted."""
    return {pair for pair in border_lines() if len(pair) == 2 and "" not in pair}


def inside(point: Point, region: str) -> bool:
    """Return whether the point is inside the region's outlines."""
    x, y = point
    odd = False
    for ring in outlines(region):
        for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                odd = not odd
    return odd


def gap(point: Point, region: str) -> float:
    """Return the distance in pixels between the point and the region's land."""
    if inside(point, region):
        return 0.0
    x, y = point
    return min(((x - px) ** 2 + (y - py) ** 2) ** 0.5 for ring in outlines(region) for px, py in ring)


def test_drawn_borders_are_the_land_connections() -> None:
    assert borders() == connections("land")


def test_drawn_routes_are_the_connections_across_water() -> None:
    assert {tuple(sorted(pair)) for pair in ROUTES} == connections("arrow")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_neighbour_in_use_can_be_seen(seats: int) -> None:
    shown = borders() | {tuple(sorted(pair)) for pair in sea_routes(seats)}
    for region in REGIONS_IN_USE[seats]:
        for other in NEIGHBOURS[seats][region]:
            assert tuple(sorted((region, other))) in shown
    assert all(a in REGIONS_IN_USE[seats] and b in REGIONS_IN_USE[seats] for a, b in sea_routes(seats))


def test_every_region_has_land_and_a_place() -> None:
    assert set(map_data()["regions"]) == set(REGIONS) == set(REGION_SPOTS) - {"palace"}
