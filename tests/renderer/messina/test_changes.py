"""Events are drawn where they happened, faint or as a bone-coloured line, and never beside choices."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from renderer import Mark
from renderer.messina.changes import Route
from renderer.messina.city.pieces import crossings, shortest
from renderer.messina.city.plan import city_plan
from renderer.messina.estate.layout import ESTATE_PLANS
from renderer.messina.estate.pieces import scroll_box
from renderer.messina.score.layout import offer_areas
from rules.game import Event, Target
from rules.messina.events import Built, CitizensCame, Housed, InQuarantine, PlaguePlaced, Rescued, Scrolled, Went
from rules.messina.view import View
from tests.renderer.messina.city.positions import Box, hex_box, middle, table, with_hex, within
from tests.renderer.messina.views import happened, position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import apart, painted


def seen(view: View, part: str, *events: Event) -> Box | None:
    """Return the part of a picture that the events change."""
    names = NAMES[: view.seats]
    return apart(painted(view, names, part), painted(view, names, part, events=events))


def around(boxes: Iterable[Box]) -> Box:
    """Return the rectangle round others."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def free(view: View) -> View:
    """Return the same city with empty hexes and docks, so that nothing has to make room."""
    bare = [replace(one, cubes=0, citizens=[], figures=[], owner=None) for one in view.hexes]
    return replace(view, hexes=bare, docks=[replace(dock, ships=[], figures=[]) for dock in view.docks])


VIEW = free(middle(4))
FIRST = next(one for one in VIEW.hexes if one.colour)
NEXT = next(one for one in VIEW.hexes if one.colour and one.at == (FIRST.at[0], FIRST.at[1] + 1))


@pytest.mark.parametrize(
    ("brought", "there"),
    [(PlaguePlaced((FIRST.id,)), {"cubes": 2}), (CitizensCame("nun", (FIRST.id,)), {"citizens": ["nun", "craftsman"]})],
    ids=lambda one: type(one).__name__,
)
def test_what_the_wheel_has_brought_stands_within_a_line(brought: Event, there: dict[str, Any]) -> None:
    view = with_hex(with_hex(VIEW, NEXT.id, **there), FIRST.id, **there)
    box = seen(view, "city", brought)
    assert box is not None
    assert within(box, hex_box(view, FIRST.id)), "and on no other hex"
    left, _, right, _ = hex_box(view, FIRST.id)
    assert box[2] - box[0] < 0.75 * (right - left), "not round what was there already"
    assert seen(VIEW, "city", brought) is None, "it is not there any more"


def test_an_arrow_is_not_under_the_house_of_a_repopulated_hex() -> None:
    there = {one.at: one.id for one in VIEW.hexes if one.colour}
    lower, upper = next((there[q, r], there[q + 1, r - 1]) for q, r in there if (q + 1, r - 1) in there)
    shown = []
    for view in (VIEW, with_hex(VIEW, upper, owner=1)):
        ((x, y), _), *_ = crossings(view, city_plan(4), Route(0, lower, upper))
        box = (round(x) - 27, round(y) - 27, round(x) + 27, round(y) + 27)
        edged = [Target("hex", upper)]  # This mark is in both pictures.
        went, bare = (
            painted(view, NAMES, "city", changed=edged, events=events).crop(box)
            for events in ([Went(0, lower, upper, 1)], [])
        )
        gap = ImageChops.difference(went, bare).convert("L").point(lambda value: 255 * (value > 8))
        shown.append(gap.histogram()[255])
    assert shown[1] > 0.85 * shown[0] > 500, "all of it is seen"


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
    """Return a rectangle by its edges."""
    x, y, w, h = area
    return x, y, x + w, y + h


def test_tiles_that_were_built_and_turned_up_have_a_line_round_them() -> None:
    view = position(4)
    upper = view.huts[1].top
    box = seen(view, "score", Built(0, "hut", "q11", "hut2", upper))
    assert within(box, box_of(offer_areas(len(view.wagons))["hut_upgrade"][1]), 10)
    for event, area in (
        (Built(0, "hut", "q11", "hut2", upper), ESTATE_PLANS[view.players[0].hut_edge].huts["hut2"]),
        (Scrolled(0, 2, 1), scroll_box("a", 1)),
        (Rescued(0, "nun", "h1", "nl1"), ESTATE_PLANS[view.players[0].hut_edge].squares["nl1"]),
    ):
        assert within(seen(view, "estate-0", event), box_of(area), 12)
        assert seen(view, "estate-1", event) is None, "it is told where it happened"


def test_a_citizen_that_has_left_quarantine_is_marked_only_where_it_went() -> None:
    view = position(4)
    events = [InQuarantine(0, "nun", "hut2"), Housed(0, "nun", "hut2", "nl1")]
    area = ESTATE_PLANS[view.players[0].hut_edge]
    assert within(seen(view, "estate-0", *events[:1]), box_of(area.huts["hut2"]), 12)
    assert within(seen(view, "estate-0", *events), box_of(area.squares["nl1"]), 12)


def test_choices_are_never_mixed_with_what_has_happened() -> None:
    view = position(4, seat=1)
    for part, target in (
        ("city", Target("hex", view.hexes[0].id)),
        ("score", Target("register", "city")),
        ("estate-1", Target("square", "cl1")),
    ):
        told = [painted(view, NAMES, part, marks=[Mark("A", target)], events=some) for some in ((), happened(4, 11))]
        assert apart(*told) is None
