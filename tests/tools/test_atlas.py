"""How the map was made: merging and cutting shapes that share borders, the projection, and simplification."""

from math import hypot

import pytest

from tools.atlas import HEIGHT, LENS, WIDTH, Topology, area, conic, lens, place, simplify


def two_squares() -> Topology:
    """Return two countries side by side: west from 0 to 10 degrees east, east from 10 to 20; both 10 degrees high."""
    return Topology(
        {
            "transform": {"scale": [1, 1], "translate": [0, 0]},
            "arcs": [
                [[10, 0], [0, 5], [0, 5]],  # the border, northwards
                [[10, 10], [-10, 0], [0, -10], [10, 0]],  # round the west
                [[10, 0], [10, 0], [0, 10], [-10, 0]],  # round the east
            ],
            "objects": {
                "countries": {
                    "geometries": [
                        {"type": "Polygon", "arcs": [[0, 1]], "properties": {"name": "west"}},
                        {"type": "MultiPolygon", "arcs": [[[2, ~0]]], "properties": {"name": "east"}},
                    ]
                }
            },
        },
        "countries",
    )


def test_arcs_are_read_forwards_and_backwards() -> None:
    topology = two_squares()
    assert topology.points([0, 1]) == [(10, 0), (10, 5), (10, 10), (0, 10), (0, 0)]
    assert topology.points([2, ~0]) == [(10, 0), (20, 0), (20, 10), (10, 10), (10, 5)]
    assert topology.centre([[0, 1]]) == (5, 5)


def test_a_merged_region_has_no_border_within() -> None:
    topology = two_squares()
    rings = topology.merge([*topology.shapes["west"], *topology.shapes["east"]])
    assert len(rings) == 1
    assert {n if n >= 0 else ~n for n in rings[0]} == {1, 2}
    assert area(topology.points(rings[0])) == 200
    assert topology.merge(topology.shapes["west"]) == [[0, 1]]


def test_a_cut_country_becomes_two_that_share_the_cut() -> None:
    topology = two_squares()
    topology.cut("west", [(0, 0), (4, 6), (10, 5)], "south")  # Going east, the south is on the right.
    south, north = topology.shapes["south"][0][0], topology.shapes["west"][0][0]
    assert area(topology.points(south)) + area(topology.points(north)) == 100
    assert topology.centre([south])[1] < topology.centre([north])[1]
    shared = {n if n >= 0 else ~n for n in south} & {n if n >= 0 else ~n for n in north}
    assert [topology.arcs[n] for n in shared] == [[(0, 0), (4, 6), (10, 5)]]
    whole = topology.merge([[south], [north], *topology.shapes["east"]])
    assert area(topology.points(whole[0])) == 200  # the border was split for both countries


def test_the_projection_keeps_its_middle_and_true_parallels() -> None:
    assert conic((16, 50)) == pytest.approx((0, 0))
    assert conic((16, 60))[1] < 0 < conic((16, 40))[1]
    assert conic((0, 50))[0] < 0 < conic((30, 50))[0]
    (x0, y0), (x1, y1) = conic((16, 42)), conic((17, 42))
    assert hypot(x1 - x0, y1 - y0) == pytest.approx(82.6, abs=0.3)  # Kilometres per degree at 42 degrees north.


def test_the_lens_enlarges_its_middle_only() -> None:
    near, far = (LENS[0] + 10, LENS[1]), (LENS[0], LENS[1] - 4000)
    assert lens(near)[0] - LENS[0] > 15
    assert lens(far) == pytest.approx(far, abs=1)
    steps = [lens((LENS[0] + d, LENS[1]))[0] for d in range(0, 4000, 50)]
    assert steps == sorted(steps), "nothing is folded over"


def test_far_places_are_kept_at_the_margin() -> None:
    assert 0 < place((19, 47))[0] < WIDTH
    assert 0 < place((19, 47))[1] < HEIGHT
    x, y = place((140, 60))
    assert x == pytest.approx(WIDTH * 1.08)
    assert -WIDTH <= y <= HEIGHT + WIDTH


def test_small_bends_are_left_out_and_ends_stay() -> None:
    line = [(0.0, 0.0), (5.0, 0.4), (10.0, 0.0), (10.0, 30.0), (40.0, 30.0)]
    assert simplify(line, 20) == [(0, 0), (10, 0), (10, 30), (40, 30)]
    assert simplify(line, 1e9) == [(0, 0), (40, 30)]
    assert simplify(line, 0) == line
