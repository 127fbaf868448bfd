"""The worked example, Yellow's turn (R195), and where to find the tests of often overlooked rules (R196)."""

import re
from pathlib import Path

from rules.messina.action.gains import step_price
from rules.messina.events import Activated, Fought, Recruited, Rescued, Stepped, Went
from tests.rules.messina.scene import Scene, happened


def test_R195_yellows_turn():
    """R195: the worked example gives the results printed in the rulebook."""
    scene = Scene(seats=2, round=3)
    yellow, red = 0, 1
    scene.lie(yellow, "h6")
    scene.lie(red, "h7")
    scene[yellow].coin, scene[yellow].big_fire = 3, 1
    scene.people("h7", "craftsman")
    scene.infect("h7")
    scene.infect("h5")
    scene.register("popularity", 3, 1)
    scene.register("city", 3, 1)
    scene.on_top("q3")
    scene.settle_citizen("cl1")
    scene.settle_citizen("cl2")
    scene[yellow].overseers["craftsman"].step = 1

    events = scene.play("go h6 h7")
    assert happened(events, Went) == [Went(yellow, "h6", "h7", 1)]
    assert scene[yellow].coin == 2
    assert happened(events, Rescued) == [Rescued(yellow, "craftsman", "h7", "hut1")]
    assert (scene[yellow].huts[0].space, scene[yellow].huts[0].citizen) == (1, "craftsman")

    events = scene.play("fight 1 0 1 h5")
    assert happened(events, Fought) == [Fought(yellow, "h7", 0, 1, 1, ("h5",))]
    assert [step.space for step in happened(events, Stepped)] == [4, 5]
    assert (scene[yellow].big_fire, scene[yellow].rats) == (0, 0)
    assert scene.state.hexes["h7"].cubes == scene.state.hexes["h5"].cubes == 0

    scene.play("advance craftsman left")
    assert scene.moves() == ["activate cl1", "activate cl2", "done"]
    events = scene.play("activate cl2")
    assert happened(events, Activated) == [Activated(yellow, "cl2", "craftsman")]
    assert (scene[yellow].coin, scene[yellow].timber) == (3, 1)

    scene.play("hut q3 hut1")
    assert (scene[yellow].timber, scene[yellow].huts[0].upgrade) == (0, "q3")

    events = scene.play("pay city")
    assert scene[yellow].coin == 0
    assert happened(events, Recruited) == [Recruited(yellow, 4)]
    assert scene[yellow].ready == 3  # Two were at home before, and one is new.
    assert step_price(scene[yellow]) == 4

    scene.end_round(red)
    assert scene[yellow].fire == 1
    assert scene[yellow].huts[0].space == 2


def test_R196_the_reminder_list_is_tested():
    reminders = [7, 1, 158, 24, 37, 52, 54, 120, 121, 142, 125, 128, 129, 130, 85, 86, 137, 135]
    text = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = {int(number) for number in re.findall(r"_R(\d+)_", text)}
    assert set(reminders) <= named
