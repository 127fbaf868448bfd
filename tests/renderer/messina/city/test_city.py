import random

import pytest
from msgspec.structs import replace

from renderer.messina.city.pieces import coming
from renderer.messina.city.plan import city_plan, next_from
from rules import GAMES
from rules.messina.city import next_hex_place
from rules.messina.components import CITY_LAYOUTS, HARBOUR_CORNERS
from rules.table import Table
from tests.renderer.messina.city.positions import SEATS, all_apart_within, draw, middle, table


@pytest.mark.parametrize("seats", SEATS)
def test_the_places_of_new_hexes_are_those_of_the_rules(seats: int) -> None:
    for moves in range(0, 60 * seats, 15):
        played = table(seats, moves)
        view = played.view(None)
        places = next_from(seats, view.free_places)
        for corner in HARBOUR_CORNERS:
            [at] = [at for at, corners in places.items() if corner in corners]
            assert at == CITY_LAYOUTS[seats].places[next_hex_place(played.state, corner)]  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", SEATS)
def test_the_wheel_brings_the_plague_and_citizens_on_its_plate(seats: int) -> None:
    chance = random.Random(f"wheel {seats}")
    played = Table(GAMES["messina"], seats, "wheel", {})
    rounds = set()
    while not played.over:
        before = played.view(None)
        due = played.due()[0]
        played.play(due.seat, chance.choice(due.moves))
        after = played.view(None)
        if after.round > before.round and after.round < 6:
            rounds.add(after.round)
            last = coming(before)[-1]
            assert (last.rat, {one: getattr(last, one) for one in after.colours}) == (after.rat, after.colours)
            assert len(coming(before)) == (2 if after.round == 4 else 1)
        if after.round >= 5:
            assert coming(after) == []
    assert rounds == {2, 3, 4, 5}


def test_the_plate_of_the_wheel_shows_rat_and_colours() -> None:
    view = replace(middle(4), round=2)
    x, y, w, h = city_plan(4).wheel
    pictures = [draw(replace(view, wheel=wheel)) for wheel in range(1, 13)]
    all_apart_within(dict(enumerate(pictures)), (x, y, x + w, y + h))
