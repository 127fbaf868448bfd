"""Impossible positions are refused with a reason, and accepted ones can be played to the end."""

import copy

import pytest

from rules.errors import BadPosition
from rules.table import Table
from tests.rules.games import put
from tests.rules.messina.games import GAME
from tests.rules.messina.scene import Scene


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


BAD = [
    (base, "seats", 5, "with 5 seats"),
    (base, "chance.seed", "", "printable"),
    (base, "free", [0, 0], "free needs an entry"),
    (base, "options.confirm", "perhaps", "options"),
    (base, "active", 3, "position of the wheel"),
    (base, "hexes.h8.cubes", -1, "cubes or citizens on"),
    (base, "hexes.h8.citizens", ["monk"], "cubes or citizens on"),
    (base, "hexes.h8.owner", 1, "repopulation tiles"),
    (base, "hexes.h8.taken", True, "must be a figure on"),
    (base, "hexes.nw.citizens", ["nun"], "Harbours"),
    (base, "hexes.nw.place", 3, "corners"),
    (base, "hexes.h99", {"place": 3}, "One of the hexes does not exist"),
    (base, "docks.dock-x", [], "four docks"),
    (base, "docks.dock-nw", [{"ship": "silk1", "cube": False}] * 4, "four docks"),
    (base, "ship_stack", [], "exactly one place"),
    (base, "dock_tiles", [], "dock tile"),
    (base, "dock_tiles", ["nw", "nw"], "dock tile"),
    (base, "early", {}, "stack of workshops"),
    (base, "late.nun", [], "Every workshop"),
    (base, "registers.piety", {"spaces": [1, 1, 1], "arrivals": [0, 1, 2]}, "three registers"),
    (base, "players.0.lying", ["dock-nw", "h20"], "outside the city"),
    (base, "players.0.lying", ["h5", "dock-nw"], "not in order"),
    (base, "players.0.huts.0.citizen", "monk", "hut must be empty"),
    (base, "players.0.huts.0.upgrade", "q1", "hut upgrade"),
    (base, "players.0.workshops.0.paid", True, "only a late one"),
    (base, "players.0.wagons.0.tile", "c9-9", "one wagon of each pair"),
    (base, "players.0.deferred", ["city-1"], "deferred"),
    (base, "players.0.deferred", ["school-2"], "deferred"),
    (base, "pending", [[], [], []], "At least one seat must"),
    (base, "pending.0", [{"ask": "fight", "hex": "h8"}], "does not fit"),
    (base, "pending.0", [{"ask": "ship_fight", "ship": "silk1", "dock": "dock-nw"}], "does not fit"),
    (rescuing, "hexes.h8.citizens", [], "does not fit"),
    (acting, "acting", False, "action step"),
    (acting, "pending.0", [{"ask": "act", "hex": "h7"}, {"ask": "restacked", "only": "ships"}], "does not fit"),
]


@pytest.mark.parametrize(
    ("make", "path", "value", "why"), BAD, ids=lambda value: getattr(value, "__name__", str(value))[:30]
)
def test_an_impossible_position_is_refused(make, path, value, why):
    position = make()
    Table.from_position(GAME, copy.deepcopy(position))
    put(position, path, value)
    with pytest.raises(BadPosition, match=why):
        Table.from_position(GAME, position)
