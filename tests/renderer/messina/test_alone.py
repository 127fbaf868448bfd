"""Pictures of solo games: the opponent's pieces, tiles and disc, the result, and the register priority tile."""

import pytest
from msgspec.structs import replace

from renderer.canvas.colours import PAPER
from renderer.messina.icons import has_won, lieutenant
from renderer.messina.score.layout import ORDER_AREA, round_areas
from renderer.messina.score.sections import priority
from renderer.seats import LOOKS, OPPONENT_LOOK, SEAT_LOOKS, token
from rules.messina.components import LAST_ROUND, OPPONENT_SEAT, REGISTERS, SOLO
from rules.messina.view import OpponentView, View
from tests.renderer.colour_blindness import SIGHTS, distance
from tests.renderer.messina.estate.positions import within
from tests.renderer.messina.test_icons import apart as unlike
from tests.renderer.messina.test_side_b import apart, drawn
from tests.renderer.messina.views import good_result, position


def rival(view: View) -> OpponentView:
    assert view.opponent is not None
    return view.opponent


@pytest.mark.parametrize("size", [20, 40])
def test_the_opponents_pieces_differ_from_all_others_without_colour(size: int) -> None:
    for seat in SEAT_LOOKS:
        assert unlike(token(OPPONENT_LOOK, size), token(seat, size), size) >= 5
        assert unlike(lieutenant(OPPONENT_LOOK, True, size), lieutenant(seat, True, size), size) >= 5
    assert OPPONENT_LOOK.letter not in {seat.letter for seat in SEAT_LOOKS}
    assert OPPONENT_LOOK.shape not in {seat.shape for seat in SEAT_LOOKS}
    masks = [token(look, 48, letter=False).mask.tobytes() for look in LOOKS]
    for mask in masks[:-1]:
        assert sum((a > 127) != (b > 127) for a, b in zip(mask, masks[-1], strict=True)) > 200


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_opponents_colour_stands_out(sight: str) -> None:
    assert all(distance(OPPONENT_LOOK.rgb, seat.rgb, sight) >= 18 for seat in SEAT_LOOKS)
    assert distance(OPPONENT_LOOK.rgb, PAPER, sight) >= 10
    assert distance(OPPONENT_LOOK.rgb, OPPONENT_LOOK.on, sight) >= 40


def test_discs_show_who_begins_a_round() -> None:
    """R187: the opponent begins rounds II, IV and VI."""
    view = position("alone")
    told = [priority(view, number) for number in range(1, LAST_ROUND + 1)]
    assert told == [OPPONENT_SEAT if number in SOLO.opponent_starts else 0 for number in range(1, LAST_ROUND + 1)]
    other = replace(view, order=view.order[::-1])
    assert within(apart(drawn(view, "score"), drawn(other, "score")), ORDER_AREA)


def test_the_result_is_judged() -> None:
    good = good_result()
    assert good.score is not None
    most = rival(good).good_score
    views = {points: replace(good, score=replace(good.score, points=[points])) for points in (most - 1, most, most + 1)}
    assert [has_won(view, 0) for view in views.values()] == [False, True, True]
    stricter = replace(views[most], opponent=replace(rival(good), good_score=most + 10))
    assert not has_won(stricter, 0)


def test_the_priority_tile_changes_the_round_table() -> None:
    """R186: the round table shows the tile's priorities instead of the standard ones."""
    view = position("tile")
    assert [priority(view, number) for number in range(1, LAST_ROUND + 1)] == [
        name if name in REGISTERS else "" for name in view.priorities
    ]
    assert priority(view, 4) == "popularity"
    without = replace(view, options={**view.options, "priority_tile": "off"})
    change = apart(drawn(view, "score"), drawn(without, "score"))
    assert within(change, round_areas()[0]._replace(w=round_areas()[5].x + round_areas()[5].w))
    for number in range(2, LAST_ROUND + 1):
        other = [*view.priorities[: number - 1], "church" if view.priorities[number - 1] == "city" else "city"]
        moved = replace(view, priorities=[*other, *view.priorities[number:]])
        assert within(apart(drawn(view, "score"), drawn(moved, "score")), round_areas()[number - 1])
