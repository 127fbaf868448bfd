"""The end with Pied Piper cards: R115, R116, R120, R121, R123, the Baker (R111, R128) and figures (R124)."""

import pytest

from rules.errors import CannotUndo
from rules.rattus.events import (
    Baked,
    FinalDevastation,
    FinalRound,
    FinalTurnEnded,
    Joined,
    Placed,
    TurnedOver,
    Unloaded,
)
from tests.rules.rattus import build
from tests.rules.rattus.build import B, G, R, moves, play, position, refused, revealed


def final(**more):
    """Set up red's part of the final round, with the plague piece in Italia."""
    return position(ask="final", **{"plague": "italia", **more})


def last(**more):
    """Set up the last part of the final round, green's, with the plague piece in Italia."""
    return build.last(**{"plague": "italia", **more})


def asked(table):
    return table.due()[0].question


def test_R115_the_queen_puts_two_cubes_into_one_region():
    table = final(cards={"queen": R}, cubes={"gallia": "r1", "italia": "r1 g1"})
    assert len(moves(table, verb="queen")) == 12
    assert play(table, "queen russia")[0] == Placed(R, "russia", 2, "queen")
    table = final(cards={"queen": R, "king": R}, cubes={"gallia": "r1"}, stock="r1")
    assert play(table, "queen gallia")[0] == Placed(R, "gallia", 1, "queen")


def test_R115_the_queen_places_no_cubes_without_the_largest_area():
    for cubes, others in (({"gallia": "r1", "italia": "g1"}, 1), ({"gallia": "r1 g1", "italia": "g1"}, 2)):
        table = final(cards={"queen": R, "king": R}, cubes=cubes)
        assert not moves(table, verb="queen")
        assert f"Regions in yours: 1; in another player’s: {others}" in refused(table, "queen gallia")
    assert "you use it on its own only in the final round" in refused(position(cards={"queen": R}), "queen gallia")


def test_R116_the_mayor_puts_one_cube_into_one_region_of_a_majority():
    table = final(cards={"mayor": R, "king": R}, cubes={"gallia": "r2 g1", "hispania": "r1", "italia": "r1 b1"})
    play(table, "mayor")
    assert moves(table) == ["place gallia 1", "place hispania 1"]
    assert play(table, "place hispania 1") == [Placed(R, "hispania", 1, "mayor")]
    assert table.state.cubes["gallia"] == [2, 1, 0, 0]
    assert "In the final round each card works once" in refused(table, "mayor")


def test_peasant_queen_and_mayor_are_separate_gifts():
    table = final(cards=dict.fromkeys(("peasant", "queen", "mayor"), R), cubes={"gallia": "r2"})
    play(table, "mayor", "peasant russia", "queen turcia")
    assert {region: cubes[R] for region, cubes in table.state.cubes.items() if cubes[R]} == {
        "gallia": 3,
        "russia": 1,
        "turcia": 2,
    }


RATS = {"scandia": ["1 A", "1 M", "6 ?"]}


def test_R120_crusader_and_serf_act_together_in_one_region():
    table = final(cards={"crusader": R, "serf": R, "king": R}, cubes={"scandia": "b3", "gallia": "r1"}, rats=RATS)
    assert {"plague gallia", "plague scandia"} <= set(moves(table))
    play(table, "plague scandia")
    assert sorted(table.state.used) == ["crusader", "serf"]
    events = play(table, "crusader")
    assert isinstance(events[0], TurnedOver)
    play(table, "reveal scandia-a")
    assert play(table, "serf") == [Placed(R, "scandia", 1, "serf")]
    play(table, "reveal scandia-b", "skip", "reveal scandia-c")
    assert asked(table) == "final"
    assert not moves(table, verb="plague")
    assert "plague piece has already moved" in refused(table, "plague germania")


def test_R121_the_serf_by_itself_allows_one_step():
    for other in ({}, {"soldier": R}):
        table = final(cards={"serf": R, **other}, cubes={"gallia": "b1"}, rats={"gallia": ["1 A", "6 ?"]})
        assert moves(table, verb="plague") == [
            f"plague {to}" for to in ("gallia", "germania", "hispania", "hungaria", "turcia")
        ]
        assert "Scandia is two steps away from Italia" in refused(table, "plague scandia")
        play(table, "plague gallia", "reveal gallia-a", "serf")
        assert table.state.cubes["gallia"][R] == 1


def test_the_serf_acts_in_the_final_round_only_after_a_card_moved_the_piece():
    table = final(cards={"serf": R})
    assert "The Serf acts only right after a rat" in refused(table, "serf")
    table = final(cards={"crusader": R})
    assert "Move the plague piece first: the Crusader works" in refused(table, "crusader")


def ride(*cards, to="gallia", answer="", **more):
    table = final(
        cards={"king": R, **dict.fromkeys(cards, R)}, cubes={"gallia": "b1 r1", "turcia": "r1"},
        rats={"gallia": ["6 ?", "6 ?"]}, **more,
    )  # fmt: skip
    play(table, f"plague {to}", *([answer] if answer else []))
    return table


def test_the_knight_may_stay_out_of_it_where_another_card_moves_the_piece():
    table = ride("knight", "crusader")
    assert (asked(table), table.view(None).about, moves(table)) == ("join", ["knight"], ["join knight", "skip"])
    assert "First decide whether to use the Knight, too" in refused(table, "reveal gallia-a")
    play(table, "skip")
    assert not table.state.neutral_at_end
    assert {"crusader", "reveal gallia-a"} <= set(moves(table))
    assert "neutral" not in moves(table)
    assert "The plague piece has already moved without the Knight" in refused(table, "neutral")


def test_the_knight_may_join_the_move_of_another_card():
    table = ride("knight", "serf")
    assert play(table, "join knight") == [Joined(R, "knight")]
    assert table.state.neutral_at_end
    assert "neutral" in moves(table)
    table = ride("knight", "crusader", to="scandia")
    assert asked(table) == "join"  # The question comes even where no cubes are lost.
    play(table, "join knight")
    assert (table.state.neutral_at_end, asked(table)) == (True, "final")


@pytest.mark.parametrize(("cards", "to"), [(["knight"], "gallia"), (["knight", "serf"], "scandia")])
def test_the_knight_is_used_automatically_if_only_he_goes_that_far(cards, to):
    table = ride(*cards, to=to)
    assert asked(table) != "join"
    assert table.state.neutral_at_end


def test_the_baker_is_used_in_the_final_round_too():
    table = final(cards={"baker": R, "king": R}, cubes={"gallia": "r1"})
    assert play(table, "baker") == [Baked(R)]
    assert table.view(None).baked == [1, 0, 0, 0]


@pytest.mark.parametrize("confirm", ["off", "on"])
def test_R123_the_left_neighbour_places_the_bakers_cubes_before_the_final_devastation(confirm):
    table = last(
        cards={"baker": G, "king": G}, baked="g3", cubes={"gallia": "g1"}, rats={"italia": ["3 ?"]}, confirm=confirm
    )
    events = play(table, "end", seat=G)
    assert events == [FinalTurnEnded(G)]
    (due,) = table.due()
    assert (due.seat, due.question, due.moves[5]) == (B, "unload", "unload italia")
    assert table.view(None).phase == "final"
    assert "First place the Baker’s cubes in a region" in refused(table, "end", B)
    events = play(table, "unload italia", seat=B)
    if confirm == "on":
        assert events == [Unloaded(B, "italia", G, 3)]
        table.undo(B)
        events = [*play(table, "unload italia", seat=B), *play(table, "end", seat=B)]
    assert events[:2] == [Unloaded(B, "italia", G, 3), FinalDevastation()]
    assert revealed(events)[0].population == 3
    assert table.over
    with pytest.raises(CannotUndo):
        table.undo(B)


def test_R123_with_two_players_the_other_one_places_the_bakers_cubes():
    table = last(seats=2, cards={"baker": R}, baked="r2", cubes={"gallia": "g1"})
    while table.due()[0].question != "unload":
        play(table, "end", seat=G)
    assert table.due()[0].seat == G
    play(table, "unload gallia", seat=G)
    assert table.score().points == [2, 1]


def test_R111_cubes_on_the_baker_are_not_on_the_board():

    def turn(**more):
        table = position(cards={"baker": R, "king": G}, cubes={"russia": "r4"}, supply=10, stock="r0", **more)
        return [event for event in play(table, "plague italia") if isinstance(event, FinalRound)]

    assert turn()
    assert not turn(baked="r1")


def test_R124_nuns_and_potions_count_in_the_final_devastation():
    table = last(
        cards={"king": G, "nun": R, "wizard": R}, cubes={"anglia": "g2", "gallia": "g2", "russia": "g1"},
        rats={"anglia": ["2 M Kn Ma"], "gallia": ["1 A"]}, nuns=["anglia"], potions={"gallia": "g1"},
    )  # fmt: skip
    anglia, gallia = revealed(play(table, "end", seat=G))
    assert (anglia.population, anglia.outbreak) == (1, False)
    assert (gallia.lost, gallia.potions) == ([0, 0, 0, 0], [0, 1, 0, 0])
    assert table.score().points[G] == 5


def test_R124_serf_and_crusader_do_not_act_in_it():
    table = last(
        cards={"king": G, "serf": G, "crusader": G}, cubes={"gallia": "b1", "russia": "g1"}, rats={"gallia": ["1 A"]}
    )
    events = play(table, "end", seat=G)
    assert [event.lost for event in revealed(events)] == [[0, 0, 1, 0]]
    assert table.over
    assert not any(isinstance(event, Placed | TurnedOver) for event in events)


def test_R128_cubes_on_the_baker_do_not_score():
    table = position(cards={"baker": R}, cubes={"gallia": "r2"}, baked="r3", palace="y1")
    assert table.score().points == [2, 0, 0, 1]
    assert table.score().ranking[0] == R


def test_a_walled_in_plague_piece_is_not_moved_by_any_card():
    table = final(
        cards={"knight": R, "emperor": G, "king": R}, cubes={"gallia": "r1"}, plague="hispania",
        walls=["gallia+hispania", "hispania+italia"],
    )  # fmt: skip
    assert not moves(table, verb="plague")
    assert "Walls close every way out of Hispania" in refused(table, "plague gallia")


@pytest.mark.parametrize(("late", "usable"), [("on", True), ("off", False)])
def test_R135_in_the_final_round_cards_may_be_used_late_only_if_the_table_has_chosen_so(late, usable):
    table = final(
        cards={"knight": R, "king": R}, cubes={"italia": "g1", "gallia": "r1"}, rats={"italia": ["6 ?", "6 ?"]},
        plague="turcia", late_abilities=late,
    )  # fmt: skip
    assert "king gallia" in moves(table)
    play(table, "plague italia")
    assert ("king gallia" in moves(table)) is usable
