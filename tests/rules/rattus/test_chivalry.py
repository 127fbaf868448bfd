"""Crusader and Soldier: R44, R45, R72 to R75, R117, R118, R134, R138, R139, R147 and R150; the Knight: base cards."""

import pytest

from rules.errors import CannotUndo, IllegalMove
from rules.rattus.components import FACES, REMOVED, TOKENS
from rules.rattus.events import Discarded, RatPlaced, TurnedOver, TurnEnded
from rules.table import Table
from tests.rules.games import GAME
from tests.rules.rattus.build import B, G, R, Y, face, moves, play, position, rats_in, revealed


def strike(cubes, *rats, cards=None, **more):
    """Gallia just before its rats are turned over; red is active."""
    return position(cubes={"gallia": cubes}, rats={"gallia": list(rats)}, cards=cards, ask="devastation", **more)


def test_R44_two_chivalry_cards_with_two_players_cost_each_one():
    """R44."""
    table = strike("g2 b2", "4 Pe Ch Kn", "6 ?", cards={"crusader": G, "knight": B})
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 1, 1, 0]


def test_R45_two_chivalry_cards_with_one_player_cost_two():
    """R45."""
    table = strike("g3", "3 Pe Kn", "6 ?", cards={"crusader": G, "knight": G})
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 2, 0, 0]


def test_R150_three_cards_of_one_class():
    """R150."""
    cards = {"monk": G, "nun": G, "bishop": B}
    table = strike("g3 b1", "3 Pe Ch", "6 ?", cards=cards)
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 2, 1, 0]


def test_R72_all_rats_lie_face_up_and_the_owner_chooses_the_order():
    """R72."""
    table = strike("g9", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R})
    events = play(table, "crusader")
    handles = ["gallia-a", "gallia-b", "gallia-c"]
    faces = [FACES[rat.token] for rat in table.state.rats["gallia"]]
    assert events == [TurnedOver(R, handles, faces)]
    for viewer in (None, R, G, B, Y):
        (gallia,) = [region for region in table.view(viewer).regions if region.id == "gallia"]
        assert [(rat.face, rat.turned) for rat in gallia.rats] == [(face, True) for face in faces]
    assert moves(table) == [f"reveal {handle}" for handle in handles]
    assert revealed(play(table, "reveal gallia-b"))[0].face == faces[1]
    assert revealed(play(table, "reveal gallia-c"))[0].face == faces[2]


def test_the_joint_reveal_is_offered_once_before_the_first_reveal_and_after_the_neutral_cubes():
    table = strike("g9", "1 A", "6 ?", "5 ?", cards={"crusader": R, "knight": R})
    play(table, "neutral")
    assert "crusader" in moves(table)
    play(table, "crusader")
    assert table.view(None).neutral
    for text in ("crusader", "neutral"):
        with pytest.raises(IllegalMove, match="before the first rat is turned over"):
            table.play(R, text)
    table = strike("g9", "1 A", "6 ?", "5 ?", cards={"crusader": R, "knight": R})
    play(table, "crusader")
    assert moves(table, verb="neutral") == []
    table = strike("g9", "1 A", "6 ?", "5 ?", cards={"crusader": R})
    play(table, "reveal gallia-a")
    with pytest.raises(IllegalMove, match="before the first rat is turned over"):
        table.play(R, "crusader")


def test_R73_turned_rats_that_are_not_needed_go_to_the_box():
    """R73."""
    table = strike("g1", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R}, supply=20)
    tokens = [rat.token for rat in table.state.rats["gallia"]]
    play(table, "crusader")
    events = play(table, "reveal gallia-a")
    assert [event for event in events if isinstance(event, Discarded)] == [
        Discarded("gallia-b", FACES[tokens[1]]),
        Discarded("gallia-c", FACES[tokens[2]]),
    ]
    assert table.state.discards[-3:] == tokens
    assert not table.state.rats["gallia"]
    assert not table.state.turned
    assert TurnEnded(R) in events


def test_R139_turned_rats_go_to_the_box_when_the_merchant_takes_the_last_cubes_away():
    """R139."""
    table = strike("r1", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R, "merchant": R})
    play(table, "crusader", "reveal gallia-c")
    events = play(table, "merchant gallia italia 1")
    assert [type(event) for event in events[1:3]] == [Discarded, Discarded]
    assert not revealed(events)
    assert table.state.cubes["italia"] == [1, 0, 0, 0]
    assert not table.state.rats["gallia"]


def test_R138_turned_rats_do_not_follow_the_pied_piper():
    """R138."""
    table = strike("r2", "6 ?", "6 ?", "5 ?", cards={"crusader": R, "piper": R})
    play(table, "crusader", "piper gallia italia 0")
    assert len(table.state.rats["gallia"]) == 3
    assert not table.state.rats["italia"]


def test_turned_rats_are_not_looked_at():
    table = position(
        cubes={"gallia": "g9"},
        rats={"gallia": ["6 ?", "5 ?"], "italia": ["4 ?", "?"]},
        cards={"crusader": R, "witch": R},
        ask="devastation",
    )
    play(table, "crusader")
    assert moves(table, verb="witch") == ["witch italia-a", "witch italia-b"]
    with pytest.raises(IllegalMove, match="Gallia a lies face up already"):
        table.play(R, "witch gallia-a")
    play(table, "witch italia-a")
    assert moves(table) == ["witch italia-b", "keep"]


def test_R134_undo_goes_back_to_just_after_the_joint_reveal():
    """R134."""
    table = position(
        cards={"crusader": R}, cubes={"gallia": "g9"}, rats={"gallia": ["6 ?", "5 ?", "4 ?"]}, plague="italia"
    )
    play(table, "plague gallia", "spread anglia", "spread anglia")
    assert table.undoable(R) == 3
    play(table, "crusader")
    assert table.undoable(R) == 0
    after = table.digest
    play(table, "reveal gallia-b")
    assert table.undoable(R) == 1
    table.undo(R)
    assert table.digest == after
    play(table, "reveal gallia-c")
    with pytest.raises(CannotUndo):
        table.undo(R, 2)


def test_R134_to_the_end_of_the_turn_if_it_waits_for_a_word():
    """R134."""
    table = strike("g9", "6 ?", "5 ?", "4 ?", cards={"crusader": R}, confirm="on")
    play(table, "crusader")
    after = table.digest
    play(table, "reveal gallia-b", "reveal gallia-a")
    assert moves(table) == ["end"]
    table.undo(R, table.undoable(R))
    assert table.digest == after


@pytest.mark.parametrize(("rats", "least"), [(1, 1), (2, 2), (3, 2)])
def test_R74_the_soldier_brings_one_rat_more_where_some_are_due(rats, least):
    """R74."""
    for more in (0, 1):
        table = position(cards={"soldier": R}, rats={"italia": ["?"] * rats})
        play(table, "plague italia", *["spread turcia"] * least)
        assert table.due()[0].question == "extra"
        events = play(table, "soldier turcia" if more and least < 3 else "skip")
        assert isinstance(events[0], RatPlaced) is bool(more)
        assert len(table.state.rats["turcia"]) == least + more


def test_R74_none_where_no_rats_are():
    """R74."""
    table = position(cards={"soldier": R}, rats={"gallia": ["?"]})
    events = play(table, "plague italia")
    assert TurnEnded(R) in events


def test_the_soldier_keeps_to_the_limits_and_to_the_supply():
    table = position(cards={"soldier": R}, rats={"italia": ["?"], "turcia": ["?", "?"]})
    play(table, "plague italia", "spread turcia")
    assert "soldier turcia" not in moves(table)
    for text, why in (
        ("soldier turcia", "Turcia has 3 rats already"),
        ("soldier russia", "Russia is not a neighbour of Italia"),
        ("plague gallia", "First decide about one rat more"),
    ):
        with pytest.raises(IllegalMove, match=why):
            table.play(R, text)
    table = position(cards={"soldier": R}, rats={"italia": ["?"]}, supply=1)
    play(table, "plague italia", "spread turcia")
    assert table.state.phase == "final"
    table = position(cards={"soldier": R}, rats={"italia": ["?"]})
    with pytest.raises(IllegalMove, match="The Soldier adds a rat only where new rats have spread"):
        table.play(R, "soldier gallia")


def test_R75_two_chivalry_cards_still_go_two_steps():
    """R75."""
    alone = position(cards={"soldier": R}, plague="hispania")
    both = position(cards={"soldier": R, "crusader": R}, plague="hispania")
    assert moves(both, verb="plague") == moves(alone, verb="plague")
    assert "plague scandia" not in moves(both)
    assert "plague germania" in moves(both)


def final(**more):
    return position(ask="final", cards={"soldier": R, **more.pop("cards", {})}, plague="gallia", **more)


def test_R117_in_the_final_round_the_soldier_brings_one_rat_and_the_piece_stays():
    """R117."""
    table = final(
        cards={"bishop": G, "emperor": G},
        rats={"germania": ["?", "?", "?"]},
        bishops=["hispania"],
        walls=["anglia+gallia"],
    )
    assert moves(table) == ["soldier italia", "end"]
    for text, why in (
        ("soldier germania", "Germania has 3 rats already"),
        ("soldier hispania", "A bishop keeps rats out of Hispania"),
        ("soldier anglia", "A wall stands between Gallia and Anglia"),
        ("plague italia", "moved only by a card, and you have none"),
    ):
        with pytest.raises(IllegalMove, match=why):
            table.play(R, text)
    left = len(table.state.supply)
    events = play(table, "soldier italia")
    assert events[0] == RatPlaced(R, "italia-a", "soldier", "supply")
    assert (table.state.plague, len(table.state.supply)) == ("gallia", left - 1)


def from_the_box(draws=0, seats=4, **more):
    table = final(seats=seats, supply=0, reason="supply", **more)
    table.state.chance.draws += draws
    before = table.view(None)
    events = play(table, "soldier italia")
    return table, before, events


def test_R118_with_an_empty_supply_a_random_token_comes_from_the_box():
    """R118."""
    seen = set()
    for draws in range(60):
        table, _, events = from_the_box(draws, seats=2)
        assert events[0] == RatPlaced(R, "italia-a", "soldier", "box")
        for viewer in (None, R, G):
            assert all(rat.face is None for region in table.view(viewer).regions for rat in region.rats)
        seen.add(table.state.drawn[0])
    assert len(seen) > 25
    assert seen & set(table.state.removed)  # those never used in this game too
    assert len(table.state.removed) == REMOVED[2]


def test_R147_the_public_lists_stay_as_they_are():
    """R147."""
    for draws in range(20):
        table, before, _ = from_the_box(draws, seats=2, cards={"king": R}, cubes={"polonia": "r1"})
        after = table.view(None)
        assert (after.discards, after.removed, after.supply) == (before.discards, before.removed, before.supply)


def test_a_token_from_the_box_is_listed_once_when_it_is_turned_over():
    for draws in range(12):
        table, before, _ = from_the_box(
            draws, seats=2, cards={"knight": R}, cubes={"italia": "g1"}, rats={"hispania": ["?"]}
        )
        token = table.state.drawn[0]
        play(table, "plague italia")
        while not table.over:
            play(table, table.due()[0].moves[-1], seat=table.due()[0].seat)
        assert table.state.drawn == []
        listed = [face(TOKENS[one]) for one in table.state.discards]
        assert listed.count(face(TOKENS[token])) == 1
        assert len(table.state.discards) - len(before.discards) == (token in table.state.removed)
        assert sorted({*table.state.discards, *table.state.removed, *rats_of(table)}) == sorted(TOKENS)


def rats_of(table):
    return [rat.token for rats in table.state.rats.values() for rat in rats]


def test_a_position_with_a_token_from_the_box_reads_back():
    table, _, _ = from_the_box(cards={"king": R}, cubes={"russia": "r1"})
    again = Table.from_position(GAME, table.get_position())
    assert again.digest == table.digest
    assert rats_in(again, "italia") == [face(TOKENS[table.state.drawn[0]])]
