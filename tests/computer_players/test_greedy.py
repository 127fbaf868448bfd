import random

import pytest

import computer_players
from computer_players.player import observe
from rules import GAMES
from rules.game import apply_move, blocking_seats, legal_moves, start_game
from tests.rules.games import RandomGames

ALONE = 6  # Games of each kind.


def played(game, seats, seed, greedy, **chosen):
    """Return the score of a game in which these seats are greedy and the others play at random."""
    lot = random.Random(seed)
    state, _ = start_game(game, seats, str(seed), RandomGames(game).options(seats, **chosen))
    sitting = {seat: computer_players.seat("greedy", game.id, f"{seed} {seat}") for seat in greedy}
    while not state.over:
        seat = blocking_seats(state)[0]
        move = (
            sitting[seat].choose(observe(game, state, seat))
            if seat in sitting
            else lot.choice(legal_moves(state, seat))
        )
        apply_move(game, state, seat, move)
    return game.score(state)


@pytest.mark.deep(one_in=8)
@pytest.mark.parametrize(("game", "games", "least"), [("messina", 16, 15), ("rattus", 10, 8)])
def test_a_greedy_player_beats_random_players(game, games, least):
    seats = 4 if game == "messina" else 2
    won = [played(GAMES[game], seats, seed, [seed % seats]).winners == [seed % seats] for seed in range(games)]
    assert sum(won) >= least


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_in_a_solo_game_a_greedy_player_scores_far_more_than_a_random_one(variant):
    greedy, chance = (
        sum(played(GAMES["messina"], 1, seed, seats, variant=variant).points[0] for seed in range(ALONE))
        for seats in ([0], [])
    )
    assert greedy / ALONE > 30 + chance / ALONE
