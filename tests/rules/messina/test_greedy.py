"""Points mean what they should: who plays for them beats who plays at random."""

import random

import pytest

from rules.game import apply, due, legal, start
from tests.rules.messina.games import GAME, options
from tests.rules.messina.greedy import choose

pytestmark = pytest.mark.slow

GAMES = 6  # alone, of each kind


def won_by_greedy(seed):
    """One game of four with one greedy player; whether that one wins alone."""
    greedy, lot = seed % 4, random.Random(seed)
    state, _ = start(GAME, 4, str(seed), options(4))
    while not state.over:
        (seat,) = due(state)[:1]
        apply(GAME, state, seat, choose(state, seat) if seat == greedy else lot.choice(legal(state, seat)))
    return GAME.score(state).winners == [greedy]


def test_a_greedy_player_beats_random_players():
    assert sum(map(won_by_greedy, range(40))) >= 38


def solo_points(choice, seed, variant):
    state, _ = start(GAME, 1, str(seed), options(1, variant=variant))
    while not state.over:
        apply(GAME, state, 0, choice(state))
    return GAME.score(state).points[0]


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_alone_a_greedy_player_makes_far_more_points_than_a_random_one(variant):
    lot = random.Random(variant)
    greedy = [solo_points(lambda state: choose(state, 0), seed, variant) for seed in range(GAMES)]
    chance = [solo_points(lambda state: lot.choice(legal(state, 0)), seed, variant) for seed in range(GAMES)]
    assert sum(greedy) / GAMES > 30 + sum(chance) / GAMES
