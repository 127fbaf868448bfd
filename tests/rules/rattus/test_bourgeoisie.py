"""Messenger, Mayor, and Merchant with potions. Other tests of the Merchant are in test_cards."""

import pytest

from rules.errors import IllegalMove
from rules.rattus.events import CubesExchanged, CubesMoved, Placed
from rules.rattus.state import Protected
from tests.rules.rattus.build import B, G, R, Y, moves, play, position, refused


def cubes(table, *regions):
    return [table.state.cubes[region] for region in regions]


def test_R76_two_cubes_of_others_change_places():
    table = position(cards={"messenger": G}, active=G, cubes={"italia": "b2 y1", "anglia": "r1 g1"})
    before = [sum(here) for here in table.state.cubes.values()]
    play(table, f"messenger italia {B} 0", seat=G)
    assert table.due()[0].question == "messenger"
    assert table.view(None).about == ["italia"]
    events = play(table, f"messenger anglia {R} 0", seat=G)
    assert events == [CubesExchanged(G, "italia", B, 0, "anglia", R, 0)]
    assert cubes(table, "italia", "anglia") == [[1, 0, 1, 1], [0, 1, 1, 0]]
    assert [sum(here) for here in table.state.cubes.values()] == before
    assert "You have already used the Messenger" in refused(table, f"messenger italia {B} 0", G)


def test_R77_a_wall_does_not_stop_the_messenger():
    table = position(
        cards={"messenger": R, "emperor": G}, cubes={"italia": "r1", "gallia": "g1"}, walls=["gallia+italia"]
    )
    play(table, "messenger italia 0 0")  # The only other cube is exchanged without a question.
    assert cubes(table, "italia", "gallia") == [[0, 1, 0, 0], [1, 0, 0, 0]]


def test_R78_two_cubes_of_one_colour_with_and_without_a_potion():
    table = position(
        cards={"messenger": R, "wizard": G}, cubes={"italia": "r2", "gallia": "r2"}, potions={"italia": "r1"}
    )
    assert moves(table, verb="messenger") == ["messenger gallia 0 0", "messenger italia 0 0", "messenger italia 0 1"]
    play(table, "messenger italia 0 1")
    assert cubes(table, "italia", "gallia") == [[2, 0, 0, 0]] * 2
    assert table.state.protected == [Protected("gallia", R, 1)]


def test_R145_two_cubes_of_the_same_region_are_refused():
    table = position(cards={"messenger": R}, cubes={"italia": "r1 g1", "gallia": "b1 y1"})
    play(table, "messenger italia 0 0")
    assert moves(table) == ["messenger gallia 2 0", "messenger gallia 3 0"]
    assert "Both cubes are in Italia, so nothing would change" in refused(table, "messenger italia 1 0")
    assert "First choose the other cube" in refused(table, "plague italia")


def test_the_messenger_takes_only_existing_cubes():
    table = position(cards={"messenger": R}, cubes={"italia": "r1", "gallia": "b1"}, palace="g3")
    for text, why in (
        ("messenger italia 1 0", "seat 1 has no cubes in Italia"),
        ("messenger italia 4 0", "There is no seat 4; seats are 0 to 3"),
        ("messenger italia 0 1", "There is no cube with that many potions in Italia: 1. Possible: 0"),
        ("messenger hispania 0 0", "seat 0 has no cubes in Hispania"),
    ):
        assert why in refused(table, text)
    alone = position(cards={"messenger": R}, cubes={"italia": "r1 b3"})
    assert not moves(alone, verb="messenger")
    assert "All cubes are in one region" in refused(alone, "messenger italia 0 0")


MAJORITIES = {"gallia": "r2 g1", "hispania": "r1", "italia": "r1 b1"}


def test_R79_the_mayor_places_one_cube_by_each_majority_regardless_of_rats():
    table = position(cards={"mayor": R}, cubes=MAJORITIES, rats={"gallia": ["?", "?"]})
    events = play(table, "mayor")
    assert events == [Placed(R, "gallia", 1, "mayor"), Placed(R, "hispania", 1, "mayor")]
    assert cubes(table, "gallia", "hispania", "italia") == [[3, 1, 0, 0], [2, 0, 0, 0], [1, 0, 1, 0]]
    for text in ("mayor", "place gallia 2"):
        assert "You can place cubes once a turn" in refused(table, text)


def test_R80_the_peasants_cube_goes_to_a_majority_too():
    table = position(cards={"mayor": R, "peasant": R}, cubes=MAJORITIES)
    play(table, "mayor")
    assert moves(table) == ["place gallia 1", "place hispania 1", "skip"]
    with pytest.raises(IllegalMove, match=r"where you had the majority\. Possible now: Gallia, Hispania"):
        table.play(R, "place italia 1")
    assert play(table, "place hispania 1") == [Placed(R, "hispania", 1, "peasant")]
    assert cubes(table, "hispania") == [[3, 0, 0, 0]]
    assert table.due()[0].question == "turn"


@pytest.mark.parametrize("second", ["gallia", "hispania"])
def test_R81_the_queens_two_cubes_go_to_one_or_two_majorities(second):
    table = position(cards={"mayor": R, "queen": R}, cubes=MAJORITIES)
    play(table, "mayor")
    assert table.view(None).left == 2
    play(table, "place gallia 1", f"place {second} 1")
    expected = {"gallia": [[5, 1, 0, 0], [2, 0, 0, 0]], "hispania": [[4, 1, 0, 0], [3, 0, 0, 0]]}
    assert cubes(table, "gallia", "hispania") == expected[second]


def test_extra_cubes_may_be_left_out_and_need_a_stock():
    table = position(cards={"mayor": R, "queen": R, "peasant": R}, cubes=MAJORITIES)
    play(table, "mayor", "place gallia 1", "skip")
    assert table.due()[0].question == "turn"
    assert cubes(table, "gallia", "hispania") == [[4, 1, 0, 0], [2, 0, 0, 0]]
    table = position(cards={"mayor": R, "queen": R, "peasant": R}, cubes=MAJORITIES, stock="r3")
    play(table, "mayor", "place gallia 1")
    assert table.due()[0].question == "turn"
    assert table.state.stock[R] == 0


def test_R82_placing_by_rats_instead_is_accepted():
    table = position(cards={"mayor": R}, cubes=MAJORITIES, rats={"polonia": ["?", "?"]})
    assert {"mayor", "place polonia 2"} <= set(moves(table))
    play(table, "place polonia 2")
    assert "You can place cubes once a turn" in refused(table, "mayor")


def test_R83_with_too_few_cubes_the_player_chooses_the_regions():
    table = position(cards={"mayor": R}, cubes={"gallia": "r2", "hispania": "r1", "russia": "r1"}, stock="r2")
    play(table, "mayor")
    assert moves(table) == ["place gallia 1", "place hispania 1", "place russia 1"]
    play(table, "place hispania 1")
    assert moves(table) == ["place gallia 1", "place russia 1"]
    play(table, "place russia 1")
    assert cubes(table, "gallia", "hispania", "russia") == [[2, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0]]
    assert table.due()[0].question == "turn"


def test_the_mayor_needs_a_majority_and_a_cube():
    table = position(cards={"mayor": R}, cubes={"gallia": "r1 g1"})
    assert "no region where you have more cubes" in refused(table, "mayor")
    table = position(cards={"mayor": R}, cubes={"gallia": "r1"}, stock="r0")
    assert "Your stock is empty" in refused(table, "mayor")
    table = position(cards={"mayor": R}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "6 ?"]}, ask="devastation")
    assert "The Mayor works only while cubes are being placed" in refused(table, "mayor")


def with_potions():
    return position(
        cards={"merchant": R, "wizard": Y}, cubes={"gallia": "r3", "italia": "r1"}, potions={"gallia": "r2 r1"}
    )


def test_the_merchant_asks_which_cubes_to_move_if_their_potions_differ():
    table = with_potions()
    assert play(table, "merchant gallia italia 2") == []
    assert (table.due()[0].question, table.view(None).about) == ("carry", ["gallia", "italia"])
    assert moves(table) == ["carry 0", "carry 1", "carry 2"]
    assert "There is no cube with that many potions in Gallia: 3" in refused(table, "carry 3")
    play(table, "carry 2")
    assert table.view(None).left == 1
    assert "You have already chosen all your cubes with that many potions: 2" in refused(table, "carry 2")
    assert "First choose the cubes that go to Italia; still to choose: 1" in refused(table, "plague italia")
    assert play(table, "carry 0") == [CubesMoved(R, "merchant", "gallia", "italia", 2, 2)]
    assert table.state.protected == [Protected("gallia", R, 1), Protected("italia", R, 2)]
    assert cubes(table, "gallia", "italia") == [[1, 0, 0, 0], [3, 0, 0, 0]]


def test_the_merchant_asks_nothing_if_all_cubes_move():
    table = with_potions()
    events = play(table, "merchant gallia italia 3")
    assert not moves(table, verb="carry")
    assert events == [CubesMoved(R, "merchant", "gallia", "italia", 3, 3)]


def test_the_merchant_can_empty_the_plague_region_cube_by_cube():
    table = position(
        cards={"merchant": R, "wizard": Y}, cubes={"gallia": "r2"}, potions={"gallia": "r1"},
        rats={"gallia": ["1 A", "6 ?"]}, ask="devastation",
    )  # fmt: skip
    play(table, "merchant gallia italia 2")
    assert table.due()[0].seat == G
    assert len(table.state.rats["gallia"]) == 2
