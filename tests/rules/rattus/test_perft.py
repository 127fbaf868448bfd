"""Numbers of move sequences from known positions, the first counted by hand. A change means changed rules."""

import pytest

from rules.game import start_game
from tests.rules.games import perft
from tests.rules.rattus.build import R, position
from tests.rules.rattus.games import GAME, options


@pytest.mark.parametrize(("seats", "regions"), [(2, 8), (3, 10), (4, 12)])
def test_the_setup_is_any_region_each_time(seats, regions):
    state, _ = start_game(GAME, seats, "seed", options(seats))
    assert [perft(state, GAME, depth) for depth in (1, 2, 3)] == [regions, regions**2, regions**3]


def test_a_turn_counted_by_hand():
    table = position(seats=2, plague="hispania", rats={"gallia": ["?", "?"]}, cards={"king": R}, cubes={"anglia": "r1"})
    # take 5, place gallia 2, king anglia, plague gallia or italia
    assert perft(table.state, GAME, 1) == 5 + 1 + 1 + 2
    # Second moves: after peasant (9: eight other places, one more in Gallia), monk (2 rats x 4), merchant (3 ways),
    # knight (hispania's two steps: anglia, germania, hungaria more), witch (2 rats) ...
    assert perft(table.state, GAME, 2) == sum(
        [
            9 + 1 + 2,  # peasant: Gallia 2 or 3, 7 other regions 1; king; plague
            1 + 8 + 1 + 2,  # monk: 2 rats to 4 neighbours
            1 + 3 + 1 + 2,  # merchant: 1 cube from Anglia to 3 neighbours
            1 + 1 + 5,  # knight: three regions further
            1 + 2 + 1 + 2,  # witch: either rat
            5 + 1 + 2,  # gallia 2 placed: take, king, plague
            5 + 1 + 2,  # the king used: take, place, plague
            4,  # the plague in Gallia: the first of two rats to 4 neighbours
            6 + 1 + 4,  # the plague in Italia, without rats: the other player takes, places, moves on
        ]
    )
