"""The Crusader: R44, R45, R72, R73, R75, R134, R138, R139, R150. Knight: see test_cards. Soldier: see test_soldier."""

import pytest

from rules.errors import CannotUndo, IllegalMove
from rules.rattus.components import TOKEN_FACES
from rules.rattus.events import Discarded, TurnedOver, TurnEnded
from tests.rules.rattus.build import B, G, R, Y, moves, play, position, refused, revealed


def strike(cubes, *rats, cards=None, **more):
    """Set up Gallia just before its rats are turned over, with red active."""
    return position(cubes={"gallia": cubes}, rats={"gallia": list(rats)}, cards=cards, ask="devastation", **more)


def test_R44_two_chivalry_cards_with_two_players_cost_each_one():
    table = strike("g2 b2", "4 Pe Ch Kn", "6 ?", cards={"crusader": G, "knight": B})
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 1, 1, 0]


def test_R45_two_chivalry_cards_with_one_player_cost_two():
    table = strike("g3", "3 Pe Kn", "6 ?", cards={"crusader": G, "knight": G})
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 2, 0, 0]


def test_R150_three_cards_of_one_class():
    cards = {"monk": G, "nun": G, "bishop": B}
    table = strike("g3 b1", "3 Pe Ch", "6 ?", cards=cards)
    assert revealed(play(table, "reveal gallia-a"))[0].lost == [0, 2, 1, 0]


def test_R72_all_rats_lie_face_up_and_the_owner_chooses_the_order():
    table = strike("g9", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R})
    events = play(table, "crusader")
    handles = ["gallia-a", "gallia-b", "gallia-c"]
    faces = [TOKEN_FACES[rat.token] for rat in table.state.rats["gallia"]]
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
        with pytest.raises(IllegalMove, match=r"You have already used the .* this turn"):
            table.play(R, text)
    table = strike("g9", "1 A", "6 ?", "5 ?", cards={"crusader": R, "knight": R})
    play(table, "crusader")
    assert "The rats are already face up; the Knight only works before that" in refused(table, "neutral")
    table = strike("g9", "1 A", "6 ?", "5 ?", cards={"crusader": R})
    play(table, "reveal gallia-a")
    assert "before the first rat is turned over" in refused(table, "crusader")


def test_R73_turned_rats_that_are_not_needed_go_to_the_box():
    table = strike("g1", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R}, supply=20)
    tokens = [rat.token for rat in table.state.rats["gallia"]]
    play(table, "crusader")
    events = play(table, "reveal gallia-a")
    assert [event for event in events if isinstance(event, Discarded)] == [
        Discarded("gallia-b", TOKEN_FACES[tokens[1]]),
        Discarded("gallia-c", TOKEN_FACES[tokens[2]]),
    ]
    assert table.state.discards[-3:] == tokens
    assert not table.state.rats["gallia"]
    assert not table.state.turned
    assert TurnEnded(R) in events


def test_R139_turned_rats_go_to_the_box_when_the_merchant_takes_the_last_cubes_away():
    table = strike("r1", "1 A", "2 M Bo Ch", "6 ?", cards={"crusader": R, "merchant": R})
    play(table, "crusader", "reveal gallia-c")
    events = play(table, "merchant gallia italia 1")
    assert [type(event) for event in events[1:3]] == [Discarded, Discarded]
    assert not revealed(events)
    assert table.state.cubes["italia"] == [1, 0, 0, 0]
    assert not table.state.rats["gallia"]


def test_R138_turned_rats_do_not_follow_the_pied_piper():
    table = strike("r2", "6 ?", "6 ?", "5 ?", cards={"crusader": R, "piper": R})
    play(table, "crusader", "piper gallia italia 0")
    assert len(table.state.rats["gallia"]) == 3
    assert not table.state.rats["italia"]


def test_a_rat_led_to_those_that_lie_face_up_stays_face_down():
    def led():
        table = position(
            cubes={"gallia": "r1", "italia": "r1"}, rats={"gallia": ["1 A", "6 ?"], "italia": ["5 ?"]},
            cards={"crusader": R, "piper": R}, ask="devastation",
        )  # fmt: skip
        play(table, "crusader", "piper italia gallia 0")
        return table

    table = led()
    (gallia,) = [region for region in table.view(R).regions if region.id == "gallia"]
    assert [(rat.handle, rat.turned, rat.face is None) for rat in gallia.rats] == [
        ("gallia-a", True, False),
        ("gallia-b", True, False),
        ("gallia-c", False, True),
    ]
    assert table.undoable(R) == 1
    play(table, "reveal gallia-c")  # This one shows something new.
    assert table.undoable(R) == 0
    table = led()
    table.state.cubes["gallia"][R], table.state.stock[R] = 1, 19
    events = play(table, "reveal gallia-a")
    assert [event.rat for event in events if isinstance(event, Discarded)] == ["gallia-b"]
    assert [rat.letter for rat in table.state.rats["gallia"]] == ["c"]


def test_turned_rats_are_not_looked_at():
    table = position(
        cubes={"gallia": "g9"}, rats={"gallia": ["6 ?", "5 ?"], "italia": ["4 ?", "?"]},
        cards={"crusader": R, "witch": R}, ask="devastation",
    )  # fmt: skip
    play(table, "crusader")
    assert moves(table, verb="witch") == ["witch italia-a", "witch italia-b"]
    assert "Gallia a is already face up" in refused(table, "witch gallia-a")
    play(table, "witch italia-a")
    assert moves(table) == ["witch italia-b", "keep"]


def test_R134_undo_goes_back_to_just_after_the_joint_reveal():
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


def test_R134_undo_works_while_the_end_of_the_turn_awaits_confirmation():
    table = strike("g9", "6 ?", "5 ?", "4 ?", cards={"crusader": R}, confirm="on")
    play(table, "crusader")
    after = table.digest
    play(table, "reveal gallia-b", "reveal gallia-a")
    assert moves(table) == ["end"]
    table.undo(R, table.undoable(R))
    assert table.digest == after


def test_R75_two_chivalry_cards_still_allow_only_two_steps():
    alone = position(cards={"soldier": R}, plague="hispania")
    both = position(cards={"soldier": R, "crusader": R}, plague="hispania")
    assert moves(both, verb="plague") == moves(alone, verb="plague")
    assert "plague scandia" not in moves(both)
    assert "plague germania" in moves(both)
