from itertools import combinations

import pytest

from renderer.canvas.layout import Area
from renderer.messina.estate.layout import (
    ESTATE_HEIGHT,
    ESTATE_WIDTH,
    HEAD,
    LIEUTENANTS,
    PRICE,
    REPOPULATION,
    SHIPS,
    SPACE,
    WAGONS,
    Plan,
    hut_slots,
    hut_yield,
    scroll_area,
    workshop_area,
    workshop_boxes,
)
from renderer.messina.estate.pieces import scroll_box, scroll_cells, workplace, workshop_gain
from renderer.messina.estate.printed import STEP as STEP
from renderer.messina.icons import amount, effect_words
from rules.messina.components import AREA_SQUARES, HUT_TILES, SCROLL_BOARDS, SCROLLS
from rules.messina.components import WORKSHOPS as WORKSHOP_TILES
from tests.renderer.messina.estate.positions import EDGES, LEFT, WORKSHOP_PLACES, WORKSHOPS, around, overlap, within


@EDGES
@pytest.mark.parametrize("scroll_board", ["a", *SCROLL_BOARDS])
def test_the_parts_of_the_picture_keep_apart(scroll_board: str, plan: Plan) -> None:
    spaces = {at for path in plan.spaces.values() for at in path[:-1]}
    parts = [
        HEAD, *LIEUTENANTS.values(), REPOPULATION, PRICE, WAGONS, SHIPS, *plan.huts.values(),
        *map(plan.area, AREA_SQUARES), *(around(*at, SPACE) for at in spaces), workshop_area(scroll_board),
        scroll_area(scroll_board),
    ]  # fmt: skip
    for one, other in combinations(parts, 2):
        assert not overlap(one, other), f"{one} and {other}"
    for one in parts:
        assert within(one, Area(4, 4, ESTATE_WIDTH - 8, ESTATE_HEIGHT - 8))


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("number", [*range(WORKSHOP_PLACES + 1), len(WORKSHOP_TILES)])
def test_however_many_workshops_have_room(number: int, fixed: bool) -> None:
    boxes = workshop_boxes(WORKSHOPS, number, fixed)
    assert len(boxes) == number
    for box in boxes:
        assert within(box, WORKSHOPS)
        assert within(workplace(box), box)
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)


@pytest.mark.parametrize("tile", WORKSHOP_TILES)
def test_a_workshops_yield_is_legible_among_twelve(tile: str) -> None:
    box = workshop_boxes(WORKSHOPS, WORKSHOP_PLACES, True)[0]
    wide, high = box.w - workplace(box).w - 18, box.h - 10
    gain, size = workshop_gain(tile, wide, high)
    assert gain.size[0] <= wide
    assert gain.size[1] <= high
    assert size >= 23


def test_huts_and_scrolls_have_room_for_their_contents() -> None:
    for box in LEFT.huts.values():
        one, two = hut_slots(box)
        assert within(one, box)
        assert within(two, box)
        assert within(hut_yield(box), box)
        assert not any(overlap(*pair) for pair in combinations((one, two, hut_yield(box)), 2))
    for tile in HUT_TILES.values():
        whole = sum(amount(word, 34).size[0] for word in effect_words(tile.gain)) + 8
        assert whole <= hut_yield(LEFT.huts["hut1"]).w
    for track in range(len(SCROLLS)):
        cells = scroll_cells("a", track)
        assert len(cells) == len(SCROLLS[track].levels) + 1
        assert all(within(cell, scroll_box("a", track)) for cell in cells)
        assert not any(overlap(*pair) for pair in combinations(cells, 2))
