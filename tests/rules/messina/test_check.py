"""A position at a limit is accepted, and an impossible one, beyond it, is refused with a reason."""

import copy

import msgspec
import pytest

from rules.errors import BadPosition
from rules.table import Table
from tests.rules.games import put
from tests.rules.messina.games import GAME, random_game
from tests.rules.messina.scene import GOLD, Scene

COUNTS, TOKENS = "counts of moves and draws", "number of tokens"
HUT, WORK, PATH = "a hut must be empty", "only a late one can have paid out", "overseer is not on its path"
USED, FITS, LATER = "every lieutenant must have been used", "does not fit the board", "is not possible there"


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
    """Return the beginning of a game."""
    return Scene(round=1).table.get_position()


def producing():
    """Return the end of round II, in which seat 0 may move a citizen before it produces."""
    scene = Scene(seats=3, round=2, settled="nl1")
    scene.workshop("b7")
    scene.quarantine(1, "nun", space=2)
    scene[2].ready, scene[2].used = 0, 3
    scene.last_turn(1)
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def housing():
    """Return the same after the production: seat 0 has to find a place for a citizen."""
    scene = Scene(seats=3, round=2)
    scene.quarantine(1, "nun", space=2)
    scene.quarantine(2, "craftsman")
    scene.last_turn(1)
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def choosing():
    """Return the choice of the turn order of round IV."""
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
    """Return a solo game in which the opponent has taken one tile and has one of its three lieutenants left."""
    scene = Scene(seats=1, round=3, coin=5)
    scene.tiles("s3")
    scene.play("go home nw")
    scene.end()
    return scene.table.get_position()


def fighting():
    """Return the question whether to fight on h8, in a turn in which the other seats may move citizens."""
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
    """Return the question whether to fight for a ship."""
    scene = Scene(seats=3, round=4, fire=2)
    scene.moor("silk1", "nw")
    scene.moor("silk2", "nw", cube=False)
    scene.moor("gems1", "ne")
    scene.play("board home silk1")
    return scene.table.get_position()


def giving():
    """Return the choice of the citizens for h10, for which two nuns and a lieutenant must be given up."""
    scene = Scene(seats=3, round=4, coin=9, settled="nl1 nl2 nr1")
    scene.wagon("c1-1" if any("c1-1" in stack for stack in scene.state.wagon_stacks) else "c1-2")
    scene.play("go home h10", "repopulate")
    return scene.table.get_position()


def activating():
    """Return the choice of a citizen beside an overseer's path."""
    scene = Scene(seats=3, round=4)
    for square in ("nl1", "nr1", "cl1"):
        scene.settle_citizen(square, GOLD)
    scene.play("go home h8", "act 1")
    scene.play("advance nun on")
    return scene.table.get_position()


def advanced():
    """Return a game with boards of side b."""
    return Table(GAME, 2, "check", {"variant": "advanced"}).get_position()


LIMITS = [
    (base, {}, {"seats": 5}, "with 5 seats"),
    (base, {}, {"chance.seed": ""}, "printable"),
    (base, {}, {"free": [0, 0]}, "free needs an entry"),
    (base, {}, {"options.confirm": "perhaps"}, "options"),
    (base, {}, {"active": 3}, "position of the wheel"),
    (base, {}, {"hexes.h8.cubes": -1}, "cubes or citizens on"),
    (base, {}, {"hexes.h8.citizens": ["monk"]}, "cubes or citizens on"),
    (base, {}, {"hexes.h8.owner": 1}, "repopulation tiles"),
    (base, {}, {"hexes.h8.taken": True}, "must be a figure on"),
    (base, {}, {"hexes.nw.citizens": ["nun"]}, "Harbours"),
    (base, {}, {"hexes.nw.place": 3}, "corners"),
    (base, {}, {"hexes.h99": {"place": 3}}, "One of the hexes does not exist"),
    (base, {}, {"docks.dock-x": []}, "four docks"),
    (base, {}, {"docks.dock-nw": [{"ship": "silk1", "cube": False}] * 4}, "four docks"),
    (base, {}, {"ship_stack": []}, "exactly one place"),
    (base, {}, {"dock_tiles": []}, "dock tile"),
    (base, {}, {"dock_tiles": ["nw", "nw"]}, "dock tile"),
    (base, {}, {"early": {}}, "stack of workshops"),
    (base, {}, {"late.nun": []}, "Every workshop"),
    (base, {}, {"registers.piety": {"spaces": [1, 1, 1], "arrivals": [0, 1, 2]}}, "three registers"),
    (base, {}, {"players.0.lying": ["dock-nw", "h20"]}, "outside the city"),
    (base, {}, {"players.0.lying": ["h5", "dock-nw"]}, "not in order"),
    (base, {}, {"players.0.huts.0.citizen": "monk"}, "hut must be empty"),
    (base, {}, {"players.0.huts.0.upgrade": "q1"}, "hut upgrade"),
    (base, {}, {"players.0.workshops.0.paid": True}, "only a late one"),
    (base, {}, {"players.0.wagons.0.tile": "c9-9"}, "one wagon of each pair"),
    (base, {}, {"players.0.deferred": ["city-1"]}, "deferred"),
    (base, {}, {"players.0.deferred": ["school-2"]}, "deferred"),
    (base, {}, {"pending": [[], [], []]}, "At least one seat must"),
    (base, {}, {"pending.0": [{"ask": "fight", "hex": "h8"}]}, "does not fit"),
    (base, {}, {"pending.0": [{"ask": "ship_fight", "ship": "silk1", "dock": "dock-nw"}]}, "does not fit"),
    (rescuing, {}, {"hexes.h8.citizens": []}, "does not fit"),
    (acting, {}, {"acting": False}, "action step"),
    (acting, {}, {"pending.0": [{"ask": "act", "hex": "h7"}, {"ask": "restacked", "only": "ships"}]}, "does not fit"),
    (advanced, {}, {"players.1.spent": ["cl1"]}, "Seat 1 cannot have used up"),
    (advanced, {}, {"players.1.scrolls": [0, 0, 5]}, "Seat 1: a scroll cube is past"),
    (base, {}, {"players.2.spent": []}, "Seat 2 cannot have used up"),
    (base, {}, {"players.2.board": "yellow"}, "must be of side a at this table: board"),
    (base, {"chance.draws": 10_000}, {"chance.draws": 10_001}, COUNTS),
    *(
        (base, {f"players.2.{token}": 10_000}, {f"players.2.{token}": number}, TOKENS)
        for token in ("coin", "timber", "fire", "big_fire", "rats")
        for number in (10_001, -1)
    ),
    (base, {"players.0.points": -10_000}, {"players.0.points": -10_001}, TOKENS),
    (base, {"wheel": 11}, {"wheel": 12}, "position of the wheel"),
    (base, {}, {"round": 0}, "Round 0 does not exist"),
    (base, {}, {"late_offered": True}, "workshops on offer"),
    (base, {}, {"scored": [0, 1, 3]}, "scored must name each seat once"),
    (base, {"housed": [[], ["score"], []]}, {"housed": [["score"], [], ["silk"]]}, "moved on a track"),
    (base, {"settled": [True, False, False]}, {"settled": [True]}, "settled needs an entry"),
    (base, {"registers.church.spaces": [1, 1, 11]}, {"registers.church.spaces": [0, 1, 1]}, "past the end"),
    (base, {}, {"registers.church.spaces": [1, 1]}, "church must name each seat once"),
    (base, {}, {"registers.church.arrivals": [0, 1]}, "church must name each seat once"),
    (base, {"players.1.scrolls": [4, 4, 4]}, {"players.1.scrolls": [4, 4, 5]}, "past the end of its track"),
    (base, {}, {"players.1.scrolls": [0, 0, 0, 0]}, "past the end of its track"),
    (base, {"players.0.overseers.nun": {"step": 6, "branch": "left"}}, {"players.0.overseers.nun.step": 7}, PATH),
    (
        base,
        {"players.2.overseers.aristocrat": {"step": 2, "branch": "right"}},
        {"players.2.overseers.aristocrat": {"step": 1, "branch": "right"}},
        PATH,
    ),
    (base, {}, {"players.1.overseers.craftsman": {"step": -1}}, PATH),
    (base, {}, {"players.1.overseers": {}}, PATH),
    (
        base,
        {"players.0.deferred": ["city-11", "popularity-2", "church-2"]},
        {"players.0.deferred": ["city-11", "church-12"]},
        "deferred",
    ),
    (base, {"players.0.queue": ["build", "overseer:any"]}, {"players.0.queue": ["build", "dance"]}, "pending effect"),
    (base, {"players.0.squares.17": 2}, {"players.0.squares.17": 3}, "square must be empty"),
    (base, {}, {"players.0.squares": [0] * 19}, "square must be empty"),
    (base, {}, {"players.0.huts.3": {"space": 1, "citizen": "nun", "side": 3}}, HUT),
    (base, {}, {"players.0.huts": []}, "there must be 4 huts"),
    (base, {"players.0.workshops.0.side": 2}, {"players.0.workshops.0.side": 3}, WORK),
    (base, {"hexes.h1.owner": 2, "players.2.tiles": 4}, {"hexes.h1.owner": 3, "players.2.tiles": 4}, "owner of H1|h1"),
    (base, {}, {"hexes.ne.owner": 0, "players.0.tiles": 4}, "Harbours"),
    (
        base,
        {"hexes.h10.owner": 0, "players.0.tiles": 4, "players.0.ready": 0, "players.0.box": 1},
        {"hexes.h10.owner": 0, "players.0.tiles": 4},
        "one lieutenant must have been given up",
    ),
    (base, {"players.0.ready": 0, "players.0.used": 1}, {"players.0.used": 1}, "5 lieutenants"),
    (base, {"players.0.supply": 1, "players.0.box": 1}, {"players.0.ready": -1, "players.0.used": 2}, "5 lieutenants"),
    (base, {"players.0.ready": 0, "players.0.box": 1}, {"players.0.ready": 0, "players.0.supply": 3}, "in the supply"),
    (base, {"plague": 16, "hexes.h8.cubes": 1}, {"hexes.h8.cubes": 3}, "plague cubes in total"),
    (base, {"plague": 0, "hexes.h8.cubes": 17}, {"plague": -1, "hexes.h8.cubes": 18}, "plague cubes in total"),
    (base, {"dock_tiles": ["nw"]}, {"dock_tiles": ["nw", "up"]}, "dock tile"),
    (base, {}, {"ship_stack": ["silk3", "spices3", "spices2", "gems3"]}, "not in order"),
    (base, {"hexes.h8.place": 10, "hexes.h14.place": 5}, {"hexes.h8.place": 14}, "places of the layout"),
    (base, {"hexes.h18.place": 16}, {"hexes.h18.place": 17}, "places of the layout"),
    (base, {}, {"hexes.h18.place": 12}, "places of the layout"),
    (base, {"hex_stack": ["h19", "h20"]}, {"hex_stack": ["h19", "h19"]}, "do not match this round"),
    (base, {}, {"hex_stack": ["h19", "h99"]}, "One of the hexes does not exist"),
    (
        base,
        {"pending.0": [{"ask": "turn"}, {"ask": "benefit", "effect": "build"}]},
        {"pending.2": [{"ask": "idle"}]},
        LATER,
    ),
    (producing, {"produced": [["city", "score"], [], []]}, {"produced": []}, "produced needs an entry"),
    (producing, {}, {"players.2.used": 2, "players.2.lying": ["h1"]}, USED),
    (
        producing,
        {"players.2.used": 2, "players.2.ready": 1, "options.recall_from_home": "never"},
        {"players.2.used": 2, "players.2.ready": 1},
        USED,
    ),
    (first, {}, {"players.0.ready": 2, "players.0.lying": ["h1"]}, "in the first round no figure can be lying"),
    (housing, {"pending.0.1.left": ["hut1"]}, {"pending.0.1.left": ["hut1"], "players.0.huts.0.space": 1}, FITS),
    (housing, {}, {"pending.0.1.left": ["hut9"]}, FITS),
    (housing, {}, {"pending.0.1.left": []}, FITS),
    (choosing, {"scored": [2, 1, 0]}, {"options.round4_order": "score_order"}, "No seat chooses"),
    (choosing, {"options.round4_order": "last_chooses"}, {"phase": "turns"}, "do not match this round"),
    (finished, {"opponent.popularity": 1}, {"over": False}, "game must be over"),
    (finished, {"opponent.popularity": 14}, {"opponent.popularity": 15}, "past the end of the register"),
    (finished, {}, {"opponent.ready": 1}, "lieutenants in this round"),
    (finished, {}, {"opponent.standing": ["h1"]}, "figure on|left the city"),
    (solo, {"opponent.popularity": 8}, {"opponent.popularity": 9}, "at most once per turn"),
    (solo, {"players.0.fire": 1}, {"opponent.next": False}, "must be next"),
    (fighting, {"hexes.h8.cubes": 1, "hexes.h9.cubes": 2}, {"hexes.h8.cubes": 0, "hexes.h9.cubes": 3}, FITS),
    (fighting, {}, {"pending.2": [{"ask": "idle"}]}, FITS),
    (aboard, {}, {"pending.0.0.ship": "gems1"}, FITS),
    (giving, {}, {"pending.0.1.left": [["nun", 1]] * 3}, FITS),
    (giving, {}, {"pending.0.1.lieutenants": 0}, FITS),
    (giving, {}, {"pending.0.1.hex": "nw"}, FITS),
    (giving, {"players.0.ready": 1, "players.0.used": 1}, {"players.0.ready": 0, "players.0.used": 2}, FITS),
    (giving, {}, {"hexes.h10.owner": 1, "players.1.tiles": 4, "players.1.box": 1, "players.1.ready": 2}, FITS),
    (acting, {"pending.0.0.hex": ""}, {"pending.0.0.hex": "h1"}, FITS),
    (activating, {"pending.0.1.left": [18]}, {"pending.0.1.left": [19]}, FITS),
    (activating, {}, {"pending.0.1.left": [0]}, FITS),
    (activating, {}, {"pending.0.1.left": [1, 1]}, FITS),
    (activating, {"pending.0.1.used": ["cl1"]}, {"pending.0.1.used": ["x"]}, FITS),
    (activating, {"pending.0.1.groups": [["nl1"]]}, {"pending.0.1.groups": [["nl1", "nl1"]]}, FITS),
]


def changed(position, changes):
    """Return the position with these changes."""
    position = copy.deepcopy(position)
    for path, value in changes.items():
        put(position, path, copy.deepcopy(value))
    return position


@pytest.mark.parametrize(
    ("make", "limit", "beyond", "why"), LIMITS, ids=lambda value: getattr(value, "__name__", str(value))[:60]
)
def test_a_limit_is_where_it_is(make, limit, beyond, why):
    position = make()
    Table.from_position(GAME, changed(position, limit))
    with pytest.raises(BadPosition, match=why):
        Table.from_position(GAME, changed(position, beyond))
