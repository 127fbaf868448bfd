"""The events of a move describe all that it changed."""

from rules.messina.events import (
    Acted,
    Activated,
    Built,
    DockDrawn,
    Gained,
    Gilded,
    HexAdded,
    OverseerAdvanced,
    Paid,
    PlaguePlaced,
    Produced,
    RoundBegan,
    RoundEnded,
    Scrolled,
    ShipArrived,
    Stepped,
    TurnEnded,
    Went,
    WheelTurned,
)
from tests.rules.messina.scene import Scene


def test_the_action_of_a_hex():
    scene = Scene()
    scene.lie(0, "h5")
    scene[0].coin = 1
    assert scene.play("go h5 h8") == [Went(0, "h5", "h8", 1)]
    assert scene.play("act 1") == [Acted(0, "h8", 1, False), Gained(0, "h8", {"coin": 1})]
    scene.settle_citizen("nl1")
    assert scene.play("advance nun on")[:3] == [
        OverseerAdvanced(0, "nun", 1, "", False),
        Activated(0, "nl1", "nun"),
        Gained(0, "nl1", {"fire": 1}),
    ]


def test_a_hex_action_that_is_done_directly_is_told_too():
    scene = Scene(round=6)
    scene.settle_citizen("nl1")
    scene[0].coin = 9
    scene.play("go home h17")
    assert scene.play("scroll 2")[:2] == [Acted(0, "h17", 2, False), Scrolled(0, 2, 1)]
    scene = Scene()
    scene[0].coin = 9
    scene.on_top("b3")
    scene.play("go home sw")
    below = scene.state.early["craftsman"][-2]
    events = scene.play("workshop b3")
    assert events[:3] == [Acted(0, "sw", 1, False), Paid(0, "b3", {"coin": 1}), Built(0, "workshop", "b3", "", below)]


def test_copying_and_paid_steps():
    scene = Scene()
    scene.register("city", 9, 1, 1)
    scene[0].coin = 3
    scene.play("go home nw")
    assert scene.play("pay city") == [Stepped(0, "city", 10, 3, False, False)]
    assert scene.play("copy h13 1")[:2] == [Acted(0, "h13", 1, True), Gained(0, "h13", {"timber": 2})]


def test_what_a_workshop_produces_names_it():
    scene = Scene(round=2)
    scene.workshop("b15", 2)
    scene.quarantine(1, "nun")
    scene.upgrade_hut(1, "q9")
    scene.last_turn(0)
    scene.play("go home nw")
    scene.play("end")
    assert scene.play("gild hut1")[:4] == [
        Produced(0, "q9"),
        Gilded(0, "nun", "hut1"),
        Produced(0, "b15"),
        Stepped(0, "city", 2, 0, False, False),
    ]
    assert scene[0].points == 1


def test_the_end_of_a_round():
    scene = Scene(round=1)
    scene.last_turn(0)
    events = scene.play("go home nw", "end")
    kinds = [type(event) for event in events]
    assert kinds[:2] == [TurnEnded, RoundEnded]
    order = [DockDrawn, ShipArrived, HexAdded, WheelTurned, PlaguePlaced]
    assert [kind for kind in kinds if kind in order] == order
    assert kinds[-1] is RoundBegan
