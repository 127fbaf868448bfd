"""How the map was made: merging and cutting shapes that share borders, the projection, and simplification."""

from tools.atlas import Topology, area, simplify


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


def test_small_bends_are_left_out_and_ends_stay() -> None:
    line = [(0.0, 0.0), (5.0, 0.4), (10.0, 0.0), (10.0, 30.0), (40.0, 30.0)]
    assert simplify(line, 20) == [(0, 0), (10, 0), (10, 30), (40, 30)]
    assert simplify(line, 1e9) == [(0, 0), (40, 30)]
    assert simplify(line, 0) == line
