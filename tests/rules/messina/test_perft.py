"""Numbers of move sequences from known positions, the first counted by hand. A change means changed rules."""

import pytest

from rules.game import start_game
from tests.rules.games import perft
from tests.rules.messina.games import GAME, options
from tests.rules.messina.scene import Scene


@pytest.mark.parametrize(("seats", "hexes"), [(1, 9), (2, 9), (3, 11), (4, 13)])
def test_the_first_move_is_any_hex_or_the_ship(seats, hexes):
    state, _ = start_game(GAME, seats, "seed", options(seats))
    assert perft(state, GAME, 1) == hexes + 4 + 1


def test_a_turn_counted_by_hand():
    scene = Scene(seats=2, round=1, fire=1, big_fire=1)
    scene.people("h5", "nun", "craftsman")
    scene.infect("h6", 2)
    # 13 hexes
    assert perft(scene.state, GAME, 1) == 13
    # Second moves: h1 has no citizen to upgrade and h4, h13, h14 only give tokens, so the other seat's 12 hexes follow.
    # h2 and h3 act or end; h5 has six squares for the craftsman; h6 fights with 1 cube (f, b), with 2 cubes (b, f+b),
    # or leaves.
    second = {
        "h1": 12,
        "h2": 2,
        "h3": 2,
        "h4": 12,
        "h5": 6,
        "h6": 5,
        "h7": 2 * 2 + 1,  # restack two kinds with fire or big fire, or end: nothing is affordable
        "h13": 12,
        "h14": 12,
        "nw": 1 + 1,  # the aristocrat overseer, or end
        "ne": 2,
        "se": 2,
        "sw": 1 + 2 * 2 + 1,  # big fire, restacks, end
    }
    assert perft(scene.state, GAME, 2) == sum(second.values())
