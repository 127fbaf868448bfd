"""Marks of choices and changes in Messina's city appear where they should and nowhere else."""

import pytest

from renderer import Mark
from renderer.messina.city import printed
from renderer.messina.city.draw_city import printed_city
from renderer.messina.city.pieces import BADGE, berths
from renderer.messina.city.plan import city_plan
from renderer.signs import shaded
from rules.game import Target
from rules.messina.view import View
from tests.renderer.cold import GROUNDS, drawn_by, forget_drawings
from tests.renderer.messina.city.positions import SEATS, Box, all_apart_within, draw, hex_box, middle, within
from tests.renderer.messina.views import crowded
from tests.renderer.scenes import amber, apart


def spots(view: View) -> dict[Target, Box]:
    """Return some things that can be chosen, and their places in the picture."""
    city = city_plan(view.seats)
    found = {Target("hex", one.id): hex_box(view, one.id) for one in view.hexes}
    for dock in view.docks:
        quay, water = city.docks[dock.id]
        found[Target("dock", dock.id)] = quay.box
        for ship in dock.ships:
            found[Target("ship", ship.id)] = water.box
    x, y, w, h = city.home
    found[Target("home", "home")] = (x, y, x + w, y + h)
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_letters_stand_on_what_they_mean(seats: int) -> None:
    places = spots(middle(seats))
    assert {target.kind for target in places} == {"hex", "dock", "ship", "home"}
    for target, area in places.items():
        box = apart(draw(middle(seats), Mark("A", target)), draw(middle(seats), Mark("W", target)))
        assert box is not None
        assert within(box, area, 8), target
        assert box[3] - box[1] >= BADGE * 0.4


def test_the_letter_of_a_ship_leaves_its_goods_free() -> None:
    view = crowded()
    dock = max(view.docks, key=lambda one: len(one.ships))
    size, middles = berths(len(dock.ships), city_plan(4).docks[dock.id].water)
    for ship, (x, y) in zip(dock.ships, middles, strict=True):
        target = Target("ship", ship.id)
        box = apart(draw(view, Mark("M1", target)), draw(view, Mark("W2", target)))
        assert box is not None
        goods, left, top = 0.46 * size, x - 0.23 * size, y - 0.35 * size
        over = max(0, box[2] - left) * max(0, box[3] - top)
        assert over < 0.2 * goods**2


@pytest.mark.parametrize("kind", ["hex", "dock", "ship"])
def test_what_can_be_chosen_keeps_its_light_and_the_rest_is_in_shade(kind: str) -> None:
    view = middle(4)
    target = next(target for target in spots(view) if target.kind == kind)
    other = next(one for one in view.hexes if one.id != target.id)
    bare, marked = draw(view), draw(view, Mark("A", target))
    x, y = city_plan(4).at(other.at)
    head = (round(x - 40), round(y - 90), round(x + 40), round(y - 60))
    assert apart(marked.crop(head), shaded(bare.crop(head))) is None
    assert within(amber(marked), spots(view)[target], 14)
    box = tuple(map(round, spots(view)[target]))
    assert marked.crop(box).convert("L").getextrema()[1] > 240, "in full light"


@pytest.mark.parametrize("kind", ["hex", "dock", "ship", "home"])
@pytest.mark.parametrize("seats", SEATS)
def test_many_choices_of_one_thing_show_all_their_letters(seats: int, kind: str) -> None:
    target, area = next(item for item in spots(middle(seats)).items() if item[0].kind == kind)
    pictures = [
        draw(middle(seats), *(Mark(letter, target) for letter in some))
        for some in ("N", "M", "MN", "MNQ", "MNQW", "WAG", "MNQWA", "MNQWAG")
    ]
    all_apart_within(dict(enumerate(pictures)), area, 14)


@pytest.mark.parametrize("seats", SEATS)
def test_what_changed_has_a_line_round_it(seats: int) -> None:
    bare = draw(middle(seats))
    for target, area in spots(middle(seats)).items():
        box = apart(bare, draw(middle(seats), changed=(target,)))
        if target.kind == "home":
            assert box is None, "home is on the estate"
            continue
        assert box is not None
        assert within(box, area, 16)


@pytest.mark.parametrize(
    "target", [Target("hex", "h99"), Target("square", "cl1"), Target("ship", "argo"), Target("register", "city")]
)
def test_what_is_not_in_the_city_is_left_out(target: Target) -> None:
    assert apart(draw(middle(2)), draw(middle(2), Mark("A", target), changed=(target,))) is None


def test_the_city_under_questions_is_drawn_once_in_shade_and_left_alone() -> None:
    view = middle(3)
    targets = [Target("hex", one.id) for one in view.hexes]
    forget_drawings(printed, *GROUNDS)
    first = draw(view, *(Mark("A", one) for one in targets))
    grounds = drawn_by(printed_city)
    for target in targets:
        draw(view, Mark("A", target))
    assert drawn_by(printed_city) == grounds
    assert len(grounds) == 1, "only in shade"
    assert apart(first, draw(view, *(Mark("A", one) for one in targets))) is None
