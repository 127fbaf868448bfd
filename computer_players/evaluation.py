"""The value of a position for a seat: a weighted sum of features. The weights change during the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import Any

import msgspec

from computer_players.advantage import Assets
from computer_players.player import GreedyHeuristics
from rules.game import Score
from rules.notation import Move

Features = Callable[[Any, int], Sequence[float]]
Weights = Sequence[Sequence[float]]  # for each feature, the coefficients of its weight by powers of the remaining share
WEIGHTS_CACHE_SIZE = 128  # entries of up to 7 kB; a search looks only a few turns ahead
WEIGHT_COEFFICIENTS = 3  # coefficients: a weight is a polynomial of the share of the game that remains


@dataclass(frozen=True)
class EvaluationSpec:
    """The parts of an evaluation that differ between games: features, values of results, and greedy heuristics."""

    features: Features
    greedy: GreedyHeuristics
    remaining: Callable[[Any], float]  # the share of the game that remains, from 1 to 0
    result: Callable[[Score, int], float]  # the value of a result for a seat, in the unit of the value
    rollout_turns: int  # the player's own turns simulated in a rollout: none if too much changes until then
    # The temperature of the softmax that turns the seats' values into chances to win, by the number of seats: at the
    # end of the game and at its start, fitted to games between computers.
    win_spread: Mapping[int, tuple[float, float]]
    # Numbers of seats and options to train on, by the lowest number of seats that shares the weights.
    training_setups: Mapping[int, Sequence[tuple[int, Mapping[str, str]]]]
    assets: Assets = lambda state, seat: ()  # a seat's assets, from which hints and reviews take their reasons
    reply_widths: Mapping[int, int] = field(default_factory=dict)  # the beam width of replies, if not a steady player's
    reply_samples: int = 0  # positions in which a reply compares plans; none where hardly anything is hidden
    # The share of `win_spread` for an average over positions at the beginning of each seat's turn, which is more
    # accurate.
    answered_spread: Mapping[int, float] = field(default_factory=dict)
    # By the number of seats: in how many positions a review compares ways to play, if not the default.
    review_positions: Mapping[int, int] = field(default_factory=dict)
    # Types of moves that choose among face-down things. All that look the same to the seat count as the first legal
    # one.
    blind: tuple[type[Move], ...] = ()
    alike: Callable[[Any, int, Any], Move] = lambda state, seat, move: move
    own_turns: int = 4  # each seat has this many turns in most games; to test reviews, one of them is played badly


class LinearEvaluator:
    """A function that returns the value of a position for a seat: the weighted sum of the features."""

    def __init__(self, spec: EvaluationSpec, weights: Mapping[int, Weights]) -> None:
        """Create an evaluator.

        ``weights`` are keyed by number of seats. Each entry applies from its key up to, but not including, the next.
        """
        self.spec = spec
        self.weights = weights
        self._cached_weights = lru_cache(WEIGHTS_CACHE_SIZE)(self._compute_weights)

    def weights_for(self, seats: int) -> Weights:
        """Return the weights for this many seats."""
        return self.weights[max(number for number in self.weights if number <= seats)]

    def _compute_weights(self, seats: int, remaining: float) -> tuple[float, ...]:
        return tuple(sum(one * remaining**power for power, one in enumerate(row)) for row in self.weights_for(seats))

    def __call__(self, state: Any, seat: int) -> float:
        """Return the value of the position for the seat."""
        weights = self._cached_weights(state.seats, self.spec.remaining(state))
        return float(sum(map(mul, weights, self.spec.features(state, seat))))


class TrainedWeights(msgspec.Struct):
    """Weights, the commands that trained them, and the number of games played to train them."""

    commands: list[str] = []
    games: int = 0
    weights: Weights = ()


def load_weights(package: str) -> dict[int, TrainedWeights]:
    """Return a game's learned weights from its package, by the smallest number of seats to which they apply."""
    return msgspec.json.decode(files(package).joinpath("weights.json").read_bytes(), type=dict[int, TrainedWeights])
