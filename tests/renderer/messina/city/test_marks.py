import pytest

from renderer import Mark
from renderer.messina.city.plan import city_plan
from rules.game import Target
from rules.messina.view import View
from tests.renderer.messina.city.positions import SEATS, Box, all_apart_within, draw, hex_box, middle


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


@pytest.mark.parametrize("kind", ["hex", "dock", "ship", "home"])
@pytest.mark.parametrize("seats", SEATS)
def test_many_choices_of_one_thing_show_all_their_letters(seats: int, kind: str) -> None:
    target, area = next(item for item in spots(middle(seats)).items() if item[0].kind == kind)
    pictures = [
        draw(middle(seats), *(Mark(letter, target) for letter in some))
        for some in ("N", "M", "MN", "MNQ", "MNQW", "WAG", "MNQWA", "MNQWAG")
    ]
    all_apart_within(dict(enumerate(pictures)), area, 40 if kind == "ship" else 14)
