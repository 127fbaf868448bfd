"""Events are drawn at their places, faintly or as a bone-coloured line, but not in pictures with choices."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from renderer import Mark
from renderer.messina.changes import Route
from renderer.messina.city.pieces import crossings, shortest
from renderer.messina.city.plan import city_plan
from renderer.messina.estate.layout import ESTATE_PLANS
from rules.game import Event, Target
from rules.messina.events import Housed, InQuarantine, Went
from rules.messina.view import View
from tests.renderer.messina.city.positions import Box, hex_box, middle, table, within
from tests.renderer.messina.views import happened, position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import apart, painted


def seen(view: View, part: str, *events: Event) -> Box | None:
    """Return the part of a picture that the events change, or None."""
    names = NAMES[: view.seats]
    return apart(painted(view, names, part), painted(view, names, part, events=events))


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest rectangle around these boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def free(view: View) -> View:
    """Return the same city with empty hexes and docks, so that nothing has to make room."""
    bare = [replace(one, cubes=0, citizens=[], figures=[], owner=None) for one in view.hexes]
    return replace(view, hexes=bare, docks=[replace(dock, ships=[], figures=[]) for dock in view.docks])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_arrow_crosses_every_border_of_a_way_and_nothing_else(seats: int) -> None:
    view = free(middle(seats))
    hexes = {one.at: one.id for one in view.hexes}
    start, *_, end = hexes
    way = shortest(view, start, end)
    assert (way[0], way[-1]) == (start, end)
    for (q, r), (u, v) in pairwise(way):
        assert (u - q, v - r) in {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
    found = list(crossings(view, city_plan(seats), Route(0, hexes[start], hexes[end])))
    assert len(found) == len(way) - 1
    box = seen(view, "city", Went(0, hexes[start], hexes[end], 1))
    assert box is not None
    assert within(box, around(hex_box(view, hexes[at]) for at in way), 10)
    for (x, y), _ in found:
        assert box[0] <= x <= box[2]
        assert box[1] <= y <= box[3]


def test_a_way_is_as_long_as_the_rules_have_it() -> None:
    views = (played.view(played.due()[0].seat) for played in (table(4, moves) for moves in range(60, 90, 3)))
    view = next(view for view in views if view.reach.keys() - {"home"})
    at = {one.id: one.at for one in view.hexes}
    ways = [(start, goal, coins) for start, goals in view.reach.items() for goal, coins in goals.items()]
    between = [(*way, coins) for *way, coins in ways if set(way) <= at.keys() and way[0] != way[1]]
    assert {coins for _, _, coins in between} >= {0, 1}
    for start, goal, coins in between:
        assert len(shortest(view, at[start], at[goal])) - 2 == coins


def box_of(area: tuple[int, int, int, int]) -> Box:
    """Return the edges of a rectangle."""
    x, y, w, h = area
    return x, y, x + w, y + h


def test_a_citizen_that_has_left_quarantine_is_marked_only_where_it_went() -> None:
    view = position(4)
    events = [InQuarantine(0, "nun", "hut2"), Housed(0, "nun", "hut2", "nl1")]
    area = ESTATE_PLANS[view.players[0].hut_edge]
    assert within(seen(view, "estate-0", *events[:1]), box_of(area.huts["hut2"]), 12)
    assert within(seen(view, "estate-0", *events), box_of(area.squares["nl1"]), 12)


def test_pictures_with_choices_show_no_events() -> None:
    view = position(4, seat=1)
    for part, target in (
        ("city", Target("hex", view.hexes[0].id)),
        ("score", Target("register", "city")),
        ("estate-1", Target("square", "cl1")),
    ):
        told = [painted(view, NAMES, part, marks=[Mark("A", target)], events=some) for some in ((), happened(4, 11))]
        assert apart(*told) is None
