"""Points mean what they should: who plays for them beats who plays at random."""

import random

from rules.game import apply, due, legal, start
from tests.rules.messina.games import GAME, options
from tests.rules.messina.greedy import choose


def won_by_greedy(seed):
    """One game of four with one greedy player; whether that one wins alone."""
    greedy, lot = seed % 4, random.Random(seed)
    state, _ = start(GAME, 4, str(seed), options(4))
    while not state.over:
        (seat,) = due(state)[:1]
        apply(GAME, state, seat, choose(state, seat) if seat == greedy else lot.choice(legal(state, seat)))
    return GAME.score(state).winners == [greedy]


def test_a_greedy_player_beats_random_players():
    assert sum(map(won_by_greedy, range(100))) >= 95
