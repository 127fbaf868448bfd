"""What can be undone, and where undo ends."""

import pytest

from rules.errors import CannotUndo
from rules.messina.state import Cart
from tests.rules.messina.scene import Scene


def confirming(**kw):
    scene = Scene(confirm="on", **kw)
    scene[0].coin, scene[0].timber, scene[0].fire = 9, 9, 2
    return scene


def test_a_turn_can_be_taken_back_step_by_step():
    scene = confirming()
    scene.people("h8", "nun")
    scene.infect("h8", 2)
    scene.upgrade_hut(1, "q3")
    scene.fix()
    trail = [scene.table.digest]
    for move in ("go home h8", "rescue nun hut1", "fight 1 1 0 -", "act 1", "pay city"):
        scene.play(move)
        trail.append(scene.table.digest)
    assert scene.table.undoable(0) == 5
    for digest in reversed(trail[:-1]):
        scene.table.undo(0)
        assert scene.table.digest == digest
    with pytest.raises(CannotUndo):
        scene.table.undo(0)


@pytest.mark.parametrize("move", ["workshop", "hut", "wagon", "restack"])
def test_a_tile_turned_up_is_a_barrier(move):
    scene = confirming()
    scene.fix()
    scene.play("go home h7")
    assert scene.table.undoable(0) == 1
    scene.play(scene.moves(move)[0])
    assert scene.table.undoable(0) == 0
    with pytest.raises(CannotUndo, match="something new"):
        scene.table.undo(0)


def test_the_last_tile_of_a_stack_shows_nothing_new():
    scene = confirming()
    stack = scene.state.wagon_stacks[0]
    while len(stack) > 1:
        scene[2].wagons.append(Cart(stack.pop()))
    scene.fix()
    scene.play("go home h7", f"wagon {stack[0]}")
    assert scene.table.undoable(0) == 2


def test_the_end_of_a_turn_is_a_barrier_and_waits_for_a_word():
    scene = confirming()
    scene[0].coin = 0
    scene.fix()
    scene.play("go home h13")
    assert scene[0].timber == 11  # No player would decline that.
    assert scene.moves() == ["end"]  # This is the only move left, but it still has to be confirmed.
    assert scene.table.undoable(0) == 1
    scene.play("end")
    assert scene.due == [1]
    assert scene.table.undoable(0) == 0


def test_without_confirm_a_turn_ends_by_itself_when_nothing_is_left():
    scene = Scene()
    scene.play("go home h13")
    assert scene[0].timber == 2
    assert scene.due == [1]
