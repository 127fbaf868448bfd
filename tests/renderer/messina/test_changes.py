"""Events are drawn where they happened, faint or as a bone-coloured line, and never beside choices."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from renderer import Mark
from renderer.messina.changes import Route, changes_from
from renderer.messina.city.pieces import crossings, shortest
from renderer.messina.city.plan import city_plan
from renderer.messina.estate.layout import ESTATE_PLANS, HEAD, LIEUTENANTS
from renderer.messina.estate.pieces import scroll_box
from renderer.messina.score.layout import offer_areas
from renderer.messina.score.sections import space_areas
from rules.game import Event, Target
from rules.messina.components import DOCKS
from rules.messina.events import (
    Boarded,
    Built,
    CitizensCame,
    Fought,
    Given,
    HexAdded,
    Housed,
    InQuarantine,
    OpponentFought,
    OpponentRescued,
    OpponentWent,
    PlaguePlaced,
    Recalled,
    Repopulated,
    Rescued,
    Scrolled,
    ShipArrived,
    Stepped,
    Went,
    WheelTurned,
)
from rules.messina.view import FigureView, MooredView, View
from tests.renderer.messina.city.positions import Box, draw, hex_box, middle, table, with_dock, with_hex, within
from tests.renderer.messina.views import happened, position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import apart, painted, parts


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
    "event",
    [
        Recalled(0, FIRST.id),
        Rescued(1, "nun", FIRST.id, "nl1"),
        Fought(0, FIRST.id, 1, 0, 1, ()),
        HexAdded(FIRST.id, 3),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_is_not_there_any_more_or_has_come_is_seen_on_its_hex(event: Event) -> None:
    box = seen(VIEW, "city", event)
    assert box is not None
    assert within(box, hex_box(VIEW, FIRST.id), 10)


def test_the_sign_on_a_citizen_that_left_says_to_whom() -> None:
    one, other = (painted(VIEW, NAMES, "city", events=[Rescued(seat, "nun", FIRST.id, "nl1")]) for seat in (0, 2))
    assert within(apart(one, other), hex_box(VIEW, FIRST.id))
    lost = painted(VIEW, NAMES, "city", events=[Rescued(0, "nun", FIRST.id, "")])
    assert apart(one, lost) is not None, "it came to nobody"


def test_what_is_on_a_hex_still_shows_beside_what_left_it() -> None:
    full = with_hex(VIEW, FIRST.id, cubes=2, citizens=["nun"], figures=[FigureView(0, True)])
    told = [Rescued(0, "craftsman", FIRST.id, "cl1"), Fought(0, FIRST.id, 1, 0, 1, ())]
    for less in ({"cubes": 0}, {"citizens": []}, {"figures": []}):
        one, other = (painted(view, NAMES, "city", events=told) for view in (full, with_hex(full, FIRST.id, **less)))
        assert apart(one, other) is not None


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


def test_who_stays_or_comes_from_home_has_no_way() -> None:
    assert changes_from([Went(0, FIRST.id, FIRST.id, 0)]).routes == []
    told = changes_from([Went(0, "home", FIRST.id, 0)])
    assert told.routes == []
    assert within(seen(VIEW, "estate-0", Went(0, "home", FIRST.id, 0)), box_of(LIEUTENANTS["home"]), 10)


def test_a_ship_that_went_is_faint_at_its_dock_and_the_way_leads_over_the_gangway() -> None:
    dock = VIEW.docks[0]
    harbour = DOCKS[dock.id]
    whole = city_plan(4).docks[dock.id].whole
    reach = around([box_of(whole), hex_box(VIEW, harbour)])
    for events in ([Boarded(0, "home", dock.id, "silk1", 0)], [Boarded(0, harbour, dock.id, "silk1", 1)]):
        assert within(seen(VIEW, "city", *events), reach, 10)
    left = list(crossings(VIEW, city_plan(4), Route(0, harbour, dock.id)))
    back = list(crossings(VIEW, city_plan(4), Route(0, dock.id, harbour)))
    assert len(left) == len(back) == 1
    assert left[0][0] == back[0][0]
    assert left[0][1] == pytest.approx(-back[0][1])
    fought = [Boarded(0, "home", dock.id, "silk1", 0), Fought(0, "silk1", 1, 0, 1, ())]
    assert apart(painted(VIEW, NAMES, "city", events=fought[:1]), painted(VIEW, NAMES, "city", events=fought))


def test_a_full_dock_keeps_its_ships_as_they_are() -> None:
    moored = [MooredView(ship, False) for ship in ("silk1", "silk2", "gems1")]
    view = with_dock(VIEW, VIEW.docks[0].id, ships=moored)
    gone = Boarded(0, "home", VIEW.docks[0].id, "gems2", 0)
    box = seen(view, "city", gone)
    water = city_plan(4).docks[VIEW.docks[0].id].water
    assert box is None or box[3] <= water.y or box[1] >= water.y + water.h


def box_of(area: tuple[int, int, int, int]) -> Box:
    """Return a rectangle by its edges."""
    x, y, w, h = area
    return x, y, x + w, y + h


def test_a_ship_that_came_and_the_wheel_that_turned_have_a_line_round_them() -> None:
    view = with_dock(VIEW, VIEW.docks[0].id, ships=[MooredView("silk1", True)])
    water = city_plan(4).docks[VIEW.docks[0].id].water
    assert within(seen(view, "city", ShipArrived("silk1", VIEW.docks[0].id, True)), box_of(water), 10)
    turned = replace(VIEW, round=2)
    assert within(seen(turned, "city", WheelTurned(3, "left")), box_of(city_plan(4).wheel), 10)


def test_a_raised_disc_shows_where_it_was() -> None:
    view = replace(
        VIEW,
        registers=[
            replace(one, discs=[[0] if space == 5 else [] for space in range(len(one.discs))]) for one in VIEW.registers
        ],
    )
    spaces = space_areas("city")
    steps = [Stepped(0, "city", space, 0, False, False) for space in (4, 5, 6)]
    assert within(seen(view, "score", *steps), around([box_of(spaces[2]), box_of(spaces[5])]), 8)
    box = seen(view, "score", *steps)
    assert box is not None
    assert box[3] > spaces[2].y + 10, "the former place is marked"
    assert box[1] < spaces[5].y + spaces[5].h - 10, "the new one too"
    assert seen(view, "score", Stepped(0, "city", 6, 0, True, False)) is None, "it was at the end"


def test_the_opponent_is_told_of_too() -> None:
    view = position("alone")
    at = next(one.id for one in view.hexes if one.colour)
    events = [OpponentWent(at, 1), OpponentRescued(at, ("nun",)), OpponentFought(at, 5)]
    assert seen(view, "city", *events) is not None
    assert seen(view, "score", events[-1]) is not None


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


def test_fires_that_were_spent_and_citizens_that_were_given_are_told_on_the_estate() -> None:
    view = position(4)
    own = replace(view, players=[replace(one, squares={}) for one in view.players])
    box = seen(own, "estate-2", Fought(2, "h1", 1, 0, 1, ()))
    assert within(box, box_of(HEAD), 4)
    square = ESTATE_PLANS[view.players[2].hut_edge].squares["cl1"]
    assert within(seen(own, "estate-2", Given(2, "craftsman", "cl1")), box_of(square))


def test_choices_are_never_mixed_with_what_has_happened() -> None:
    view = position(4, seat=1)
    for part, target in (
        ("city", Target("hex", view.hexes[0].id)),
        ("score", Target("register", "city")),
        ("estate-1", Target("square", "cl1")),
    ):
        told = [painted(view, NAMES, part, marks=[Mark("A", target)], events=some) for some in ((), happened(4, 11))]
        assert apart(*told) is None


def test_all_that_happens_in_a_game_can_be_drawn() -> None:
    for game in (2, "alone advanced"):
        view, events = position(game), happened(game, 40)
        for part in parts(view, "tall"):
            names = NAMES[: view.seats]
            told = painted(view, names, part, events=events)
            assert told.size == painted(view, names, part).size


def test_drawing_what_happened_leaves_what_is_kept_as_it_was() -> None:
    before = draw(middle(4))
    seen(middle(4), "city", *happened(4, 11), Repopulated(0, FIRST.id, 3))
    assert ImageChops.difference(before, draw(middle(4))).getbbox() is None
