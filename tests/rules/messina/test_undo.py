import pytest

from rules.errors import CannotUndo
from tests.rules.messina.scene import Scene


def confirming():
    return Scene(confirm="on", coin=9, timber=9, fire=2)


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
