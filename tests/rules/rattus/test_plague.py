import pytest

from rules.rattus.components import NEIGHBOURS
from rules.rattus.events import FinalRound, PlagueMoved, RatPlaced, SpreadBlocked, TurnEnded
from tests.rules.rattus.build import G, R, moves, play, position, refused, revealed

THREE = ["?", "?", "?"]


def kinds(events):
    return [type(event) for event in events]


def test_R22_the_plague_piece_must_move_one_step_to_a_neighbour():
    table = position(plague="gallia")
    assert moves(table, verb="plague") == ["plague anglia", "plague germania", "plague hispania", "plague italia"]
    assert "must leave Gallia" in refused(table, "plague gallia")
    assert "two steps away from Gallia; without a Chivalry card" in refused(table, "plague scandia")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R22_every_region_has_several_neighbours_in_use(seats):
    """R22: the plague piece moves to any neighbour in use. There are always several."""
    for region, near in NEIGHBOURS[seats].items():
        table = position(seats=seats, plague=region)
        assert moves(table, verb="plague") == [f"plague {to}" for to in near]
        assert len(near) > 1  # A turn therefore always has a choice, as `Turn.must_ask` assumes.


def test_R23_without_rats_nothing_spreads_and_nothing_is_turned_over():
    table = position(cubes={"italia": "g3"}, rats={"gallia": ["?"]})
    before = len(table.state.supply)
    assert kinds(play(table, "plague italia")) == [PlagueMoved, TurnEnded]
    assert len(table.state.supply) == before


def test_R24_one_rat_brings_one_new_rat():
    """R24: a single rat brings one new rat into any neighbour."""
    table = position(rats={"italia": ["?"]})
    play(table, "plague italia")
    assert moves(table) == ["spread gallia", "spread germania", "spread hispania", "spread hungaria", "spread turcia"]
    assert kinds(play(table, "spread turcia")) == [RatPlaced, TurnEnded]
    assert len(table.state.rats["turcia"]) == 1


@pytest.mark.parametrize("rats", [["?", "?"], THREE])
@pytest.mark.parametrize("targets", [("hispania", "hispania"), ("gallia", "hungaria")])
def test_R25_two_or_three_rats_bring_two_into_one_or_two_regions(rats, targets):
    table = position(rats={"italia": rats})
    play(table, "plague italia", *(f"spread {region}" for region in targets))
    assert table.due()[0].seat == G
    assert sum(len(table.state.rats[region]) for region in set(targets)) == 2


def test_R26_a_full_neighbour_takes_no_rat():
    table = position(rats={"italia": ["?"], "gallia": THREE})
    play(table, "plague italia")
    assert "spread gallia" not in moves(table)
    assert "Gallia has no room for another rat" in refused(table, "spread gallia")
    assert "Russia is not a neighbour of Italia" in refused(table, "spread russia")


def test_R27_a_neighbour_with_two_rats_takes_only_one_more():
    table = position(rats={"italia": ["?", "?"], "gallia": ["?", "?"]})
    play(table, "plague italia", "spread gallia")
    assert "spread gallia" not in moves(table)
    assert len(moves(table)) == 4


def test_R28_when_all_neighbours_are_full_nothing_is_placed():
    table = position(rats={"hispania": ["?", "?"], "gallia": THREE, "italia": THREE})
    before = list(table.state.supply)
    events = play(table, "plague hispania")
    assert SpreadBlocked(2, "targets") in events
    assert table.state.supply == before


def test_R29_the_last_rat_is_placed_then_devastation_then_the_end():
    table = position(rats={"italia": ["6 ?", "6 ?"]}, cubes={"italia": "g1"}, supply=1)
    events = play(table, "plague italia", "spread gallia")
    assert SpreadBlocked(1, "supply") in events
    assert table.due()[0].question == "devastation"
    events = play(table, "reveal italia-a")
    assert len(revealed(events)) == 2
    assert FinalRound(R, "supply", [3, 2, 1]) in events


def test_R30_nobody_sees_the_face_of_a_new_rat():
    table = position(rats={"italia": ["?"]})
    events = play(table, "plague italia", "spread turcia")
    assert RatPlaced(R, "turcia-a") in events
    for viewer in (None, 0, 1, 2, 3):
        (turcia,) = [region for region in table.view(viewer).regions if region.id == "turcia"]
        assert [rat.face for rat in turcia.rats] == [None]


def test_R31_without_cubes_the_rats_spread_and_stay():
    table = position(rats={"italia": ["?", "?"]})
    events = play(table, "plague italia", "spread gallia", "spread gallia")
    assert not revealed(events)
    assert len(table.state.rats["italia"]) == 2


def test_R32_a_region_passed_through_is_neither_counted_nor_struck():
    table = position(
        cards={"knight": R}, rats={"germania": THREE}, cubes={"germania": "g3", "scandia": "g1"}, plague="italia"
    )
    events = play(table, "plague scandia")
    assert events[0] == PlagueMoved(R, "italia", "scandia", "germania")
    assert kinds(events) == [PlagueMoved, TurnEnded]
    assert table.state.cubes["germania"] == [0, 3, 0, 0]


def test_R33_two_steps_cannot_return_to_the_starting_region():
    """R33: two steps of Chivalry never end where they began."""
    table = position(cards={"knight": R})
    assert "plague gallia" not in moves(table)
    assert "can’t end where it began" in refused(table, "plague gallia")


def test_two_steps_are_the_limit_with_chivalry():
    table = position(cards={"knight": R})
    near = {"anglia", "germania", "hispania", "italia"}
    further = {"scandia", "hungaria", "polonia", "turcia"}
    assert {move.split()[1] for move in moves(table, verb="plague")} == near | further
    assert "Russia is too far away from Gallia. Within reach" in refused(table, "plague russia")
