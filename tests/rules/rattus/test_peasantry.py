"""Serf and Baker: R92, R93, R94, R95, R96, R148 and the Serf's part of R149. The Peasant is with the base cards."""

import pytest

from rules.errors import IllegalMove
from rules.rattus.events import Baked, Placed, Took, TurnEnded, Unloaded
from tests.rules.rattus.build import B, G, R, moves, play, position, refused, revealed


def strike(cubes, *rats, serf=R, **more):
    """Set up Gallia just before its rats are turned over, with red active."""
    cards = {"serf": serf, **more.pop("cards", {})}
    return position(cubes={"gallia": cubes}, rats={"gallia": list(rats)}, cards=cards, ask="devastation", **more)


def asked(table):
    return table.due()[0].question


def test_R92_the_serf_answers_a_rat_that_killed_somebody_elses_cube():
    table = strike("r1 b4", "4 M Kn Ro", "1 M", "6 ?")
    play(table, "reveal gallia-a")
    assert table.state.cubes["gallia"] == [1, 0, 3, 0]
    assert (asked(table), moves(table)) == ("serf", ["serf", "skip"])
    assert play(table, "serf")[0] == Placed(R, "gallia", 1, "serf")
    assert table.state.cubes["gallia"] == [2, 0, 3, 0]
    play(table, "reveal gallia-b", "skip")
    assert table.state.cubes["gallia"] == [2, 0, 2, 0]


def test_R92_two_cubes_lost_are_one_answer():
    table = strike("b3", "2 M Bo Ch", "6 ?", "6 ?", cards={"monk": B})
    (event,) = revealed(play(table, "reveal gallia-a"))
    assert event.lost == [0, 0, 2, 0]
    play(table, "serf")
    assert asked(table) == "devastation"
    assert table.state.cubes["gallia"] == [1, 0, 1, 0]


def test_R92_the_players_own_cubes_are_no_reason():
    table = strike("r3 b1", "1 M", "6 ?", "6 ?")
    (event,) = revealed(play(table, "reveal gallia-a"))
    assert event.lost == [1, 0, 0, 0]
    assert asked(table) == "devastation"


def test_R93_a_cube_added_after_the_last_one_keeps_the_devastation_going():
    table = strike("b1", "1 A", "1 M", "6 ?")
    events = play(table, "reveal gallia-a", "serf")
    assert TurnEnded(R) not in events
    assert asked(table) == "devastation"
    (event,) = revealed(play(table, "reveal gallia-b"))
    assert event.lost == [1, 0, 0, 0]
    assert len(table.state.rats["gallia"]) == 1


def test_R93_the_devastation_ends_if_no_cube_is_added():
    table = strike("b1", "1 A", "1 M", "6 ?")
    events = play(table, "reveal gallia-a", "skip")
    assert TurnEnded(R) in events
    assert len(table.state.rats["gallia"]) == 2


def test_R94_a_potion_lost_is_no_cube_lost():
    table = strike("b2", "1 A", "6 ?", "6 ?", cards={"wizard": B}, potions={"gallia": "b1"})
    (event,) = revealed(play(table, "reveal gallia-a"))
    assert (event.lost, event.potions) == ([0, 0, 0, 0], [0, 0, 1, 0])
    assert asked(table) == "devastation"


def test_the_serf_needs_a_cube_in_stock():
    table = strike("b2", "1 A", "6 ?", "6 ?", stock="r0")
    play(table, "reveal gallia-a")
    assert asked(table) == "devastation"


@pytest.mark.parametrize("serf", [G, None])
def test_R148_the_serf_of_another_seat_does_nothing(serf):
    table = strike("b2 g1", "1 A", "6 ?", "6 ?", serf=serf)
    play(table, "reveal gallia-a")
    assert asked(table) == "devastation"
    assert table.state.stock[G] == 20


def test_R149_the_serf_answers_a_region_emptied_of_four_colours():
    table = strike("r1 g1 b1 y1", "1 A", "6 ?")
    (event,) = revealed(play(table, "reveal gallia-a"))
    assert event.lost == [1, 1, 1, 1]
    assert moves(table) == ["serf", "skip"]
    play(table, "serf")
    assert revealed(table.steps[-1].events)[0].population == 1  # The remaining rat is turned over at once.
    assert table.state.cubes["gallia"] == [1, 0, 0, 0]


def test_the_serf_is_refused_where_no_rat_has_killed():
    table = position(cards={"serf": R}, rats={"italia": ["6 ?", "6 ?"]}, cubes={"italia": "g1"})
    for prepare in ((), ("plague italia", "spread gallia", "spread gallia")):
        play(table, *prepare)
        assert "The Serf acts only right after a rat" in refused(table, "serf")
    table = strike("b2", "1 A", "6 ?", "6 ?")
    play(table, "reveal gallia-a")
    assert "First decide whether the Serf adds a cube in Gallia" in refused(table, "reveal gallia-b")


def test_R95_cubes_on_the_baker_go_to_one_region_when_another_player_takes_it():
    table = position(seats=2, cards={"baker": R}, plague="gallia")
    for _ in range(3):
        assert play(table, "baker")[0] == Baked(R)
        assert "You have already used the Baker this turn" in refused(table, "baker")
        play(table, "plague italia")
        play(table, "plague gallia", seat=G)
    assert table.view(None).baked == [3, 0]
    assert table.state.stock[R] == 17
    play(table, "plague italia")
    events = play(table, "take baker", seat=G)
    assert events == [Took(G, "baker", R)]
    assert [move.split()[0] for move in table.due()[0].moves] == ["unload"] * 8
    assert "First place the Baker’s cubes in a region" in refused(table, "plague gallia", G)
    assert play(table, "unload polonia", seat=G) == [Unloaded(G, "polonia", R, 3)]
    assert table.state.cubes["polonia"] == [3, 0]
    assert table.view(None).baked == [0, 0]
    assert asked(table) == "turn"
    play(table, "baker", seat=G)


def test_R96_a_baker_without_cubes_asks_nothing():
    table = position(cards={"baker": None})
    play(table, "take baker")
    assert asked(table) == "turn"
    table = position(cards={"baker": G})
    play(table, "take baker")
    assert asked(table) == "turn"
    assert "You can’t place the Baker’s cubes now" in refused(table, "unload gallia")


def test_the_baker_needs_a_cube_in_stock():
    table = position(cards={"baker": R}, stock="r0")
    assert not moves(table, verb="baker")
    assert "Your stock is empty: all your cubes are on the board" in refused(table, "baker")
    table = position(cards={"baker": R}, stock="r0", baked="r1")
    with pytest.raises(IllegalMove, match=r"Your stock is empty\.$"):
        table.play(R, "baker")
