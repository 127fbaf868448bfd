import pytest

from computer_players.messina import features, givable, open_hexes, reaped
from rules import GAMES
from rules.messina.components import SOLO, SQUARE_INDEX
from rules.messina.state import GOLD_SIDE, NORMAL_SIDE, Cart, CityHex, HutSpace
from tests.rules.games import RandomGames

ASIDE = ("al1", "al2", "ar1")
RANK = 12  # the place of this feature


@pytest.fixture
def state():
    """Return a state with three hexes: two aristocrats earn 10 points, one with a craftsman 8, other citizens 11."""
    state = next(RandomGames(GAMES["messina"]).before_each_move(2, "hexes"))
    state.hexes = {hex_: CityHex(place) for place, hex_ in enumerate(("h3", "h1", "h2"))}
    return state


def settle(state, **citizens):
    for square, side in citizens.items():
        state.players[0].squares[SQUARE_INDEX[square]] = side


def reap(state, most=5):
    return reaped(open_hexes(state), *givable(state.players[0]), most)


def test_each_citizen_is_given_once_and_the_best_hexes_come_first(state):
    settle(state, **dict.fromkeys(ASIDE[:2], NORMAL_SIDE), cl1=NORMAL_SIDE)
    assert reap(state) == (10, 1)
    settle(state, **{ASIDE[2]: NORMAL_SIDE})
    assert reap(state) == (18, 2)
    assert reap(state, most=1) == (10, 1)
    state.hexes["h1"].owner = 1
    assert reap(state) == (8, 1)


def test_a_hex_counts_only_with_its_upgraded_citizens(state):
    settle(state, nl1=NORMAL_SIDE, cl1=NORMAL_SIDE)
    assert reap(state) == (0, 0)
    settle(state, cl1=GOLD_SIDE)
    assert reap(state) == (11, 1)


def test_the_value_of_citizens_depends_on_huts_and_wagons(state):
    """A second aristocrat adds 10 points even in a hut and without a wagon. A wagon adds 10 if both are on squares."""
    player = state.players[0]

    def gains(change):
        before = features(state, 0)
        change()
        return [new - old for new, old in zip(features(state, 0), before, strict=True)]

    settle(state, al1=NORMAL_SIDE)
    assert 10 in gains(lambda: player.huts.__setitem__(0, HutSpace("", 1, "aristocrat", NORMAL_SIDE)))
    assert 10 not in gains(lambda: player.wagons.append(Cart("c1-1")))
    player.wagons.clear()
    settle(state, al2=NORMAL_SIDE)
    assert 10 in gains(lambda: player.wagons.append(Cart("c1-1")))


def test_rats_lower_popularity_to_its_first_space_at_most():
    state = next(RandomGames(GAMES["messina"]).before_each_move(1, "rats"))
    state.registers["popularity"].spaces[0], state.players[0].rats = 3, 9
    for state.opponent.popularity, points in {1: SOLO.popularity_bonus, 2: 0}.items():
        assert features(state, 0)[RANK] == points
