"""Computer players by level and game (see `player`). Of the other packages, it uses only `rules`."""

from collections.abc import Mapping
from functools import cache

from computer_players import messina, rattus
from computer_players.evaluation import EvaluationSpec, LinearEvaluator, load_weights
from computer_players.player import Greedy, Player
from computer_players.search import LEVELS, Thinker

EVALUATIONS: Mapping[str, EvaluationSpec] = {
    "rattus": rattus.EVALUATION,
    "messina": messina.EVALUATION,
}
GREEDY = "greedy"  # the baseline for measuring the levels
NAMES = (*LEVELS, GREEDY)


@cache
def evaluator_for(game: str) -> LinearEvaluator:
    """Return the learned value function of a game."""
    return LinearEvaluator(
        EVALUATIONS[game], {seats: one.weights for seats, one in load_weights(f"computer_players.{game}").items()}
    )


def seat(name: str, game: str, seed: str) -> Player:
    """Return a player for a game. ``name``: a level, or "greedy". Its random choices depend on ``seed``."""
    if name == GREEDY:
        return Greedy(EVALUATIONS[game].greedy, seed)
    return Thinker(LEVELS[name], evaluator_for(game), seed)
