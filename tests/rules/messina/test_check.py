"""A position at a limit is accepted. A position beyond the limit, or an illegal move, is refused with a reason."""

from pathlib import Path

import msgspec
import pytest

from rules.table import Table
from tests.rules.games import assert_limit, assert_refusals, limits
from tests.rules.messina.games import GAME, random_game
from tests.rules.messina.scene import GOLD, Scene


def base():
    scene = Scene(seats=3, round=4, big_fire=1, settled="nl1")
    scene.moor("silk1", "nw")
    scene.people("h8", "nun", "nun")
    scene.infect("h8", 2)
    scene.lie(0, "h5", "dock-nw")
    scene.stand(1, "h1")
    scene.quarantine(1, "nun")
    scene.workshop("b7", 1)
    scene.wagon("c1-1" if any("c1-1" in stack for stack in scene.state.wagon_stacks) else "c1-2")
    return scene.table.get_position()


def rescuing():
    scene = Scene(seats=3, round=4)
    scene.people("h8", "nun", "craftsman")
    scene.play("go home h8")
    return scene.table.get_position()


def acting():
    scene = Scene(seats=3, round=4, coin=9)
    scene.play("go home h7")
    return scene.table.get_position()


def first():
    """Return the start of a game."""
    return Scene(round=1, deal="chosen").table.get_position()


def producing():
    """Return the end of round II, when seat 0 may move a citizen before production."""
    scene = Scene(seats=3, round=2, settled="nl1")
    scene.workshop("b7")
    scene.quarantine(1, "nun", space=2)
    scene[2].ready, scene[2].used = 0, 3
    scene.last_turn(1)
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def housing():
    """Return the end of round II after production, when seat 0 has to find a place for a citizen."""
    scene = Scene(seats=3, round=2)
    scene.quarantine(1, "nun", space=2)
    scene.quarantine(2, "craftsman")
    scene.last_turn(1)
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def choosing():
    """Return a position in which the turn order of round IV is chosen."""
    scene = Scene(round=3, round4_order="leader_chooses")
    scene.last_turn(0)
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def finished():
    """Return the end of a solo game."""
    *_, (state, *_) = random_game(1, "limits")
    return msgspec.to_builtins(state)


def solo():
    """Return a solo game in which the opponent has taken one tile and has one of three lieutenants left."""
    scene = Scene(seats=1, round=3, coin=5)
    scene.tiles("s3")
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def fighting():
    """Return a position that asks whether to fight on h8, in a turn during which other seats may move citizens."""
    scene = Scene(seats=3, round=4, workshop_moves="always")
    scene.workshop("b7", seat=1)
    scene.settle_citizen("nl1", seat=1)
    scene.turn(0)
    scene.infect("h8", 2)
    scene.infect("h9", 1)
    scene[0].fire = 2
    scene.play("go home h8", seat=0)
    return scene.table.get_position()


def aboard():
    """Return a position that asks whether to fight for a ship."""
    scene = Scene(seats=3, round=4, fire=2)
    scene.moor("silk1", "nw")
    scene.moor("silk2", "nw", cube=False)
    scene.moor("gems1", "ne")
    scene.play("board home silk1")
    return scene.table.get_position()


def giving():
    """Return a position in which citizens are chosen for h10, which requires two nuns and a lieutenant."""
    scene = Scene(seats=3, round=4, coin=9, settled="nl1 nl2 nr1")
    scene.wagon("c1-1" if any("c1-1" in stack for stack in scene.state.wagon_stacks) else "c1-2")
    scene.play("go home h10", "repopulate")
    return scene.table.get_position()


def activating():
    """Return a position that asks which citizen beside an overseer's path to activate."""
    scene = Scene(seats=3, round=4)
    for square in ("nl1", "nr1", "cl1"):
        scene.settle_citizen(square, GOLD)
    scene.play("go home h8", "act 1")
    scene.play("advance nun on")
    return scene.table.get_position()


def advanced(deal="random"):
    """Return a game with side-B boards."""
    return Table(GAME, 2, "check", {"variant": "advanced", "deal": deal}).get_position()


def dealing():
    return advanced("chosen")


@pytest.mark.parametrize(("make", "limit", "beyond", "why"), limits(Path(__file__).with_name("impossible.txt")))
def test_a_limit_is_where_it_is(make, limit, beyond, why):
    assert_limit(GAME, globals()[make](), limit, beyond, why)


def test_a_refused_move_says_why():
    assert_refusals(GAME, globals(), Path(__file__).with_name("refusals.txt"))
