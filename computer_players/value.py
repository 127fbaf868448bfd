"""The value of a position for a seat: weights for a game's features that change in the course of the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import Any

import msgspec

from rules.game import Score

Features = Callable[[Any, int], Sequence[float]]
Weights = Sequence[Sequence[float]]  # of each feature: the coefficients of its weight, by powers of what is left
POWERS = 3  # coefficients: a weight is a polynomial of the share of the game that is left


@dataclass(frozen=True)
class Knowledge:
    """The game-specific parts: the features of positions and the aim of the players."""

    features: Features
    left: Callable[[Any], float]  # how much of the game is left, from 1 to 0
    result: Callable[[Score, int], float]  # the value of a result for a seat, in the unit of the value
    ahead: int  # the player's own turns simulated in a trial: none if too much changes until then
    trust: int  # trials that a plan's promise counts as: many if luck decides a trial
    # Tables to train on: numbers of seats and options, by the lowest number of seats that shares the weights.
    tables: Mapping[int, Sequence[tuple[int, Mapping[str, str]]]]


class Value:
    """A weight for each feature: the value of a position is their weighted sum."""

    def __init__(self, knowledge: Knowledge, weights: Mapping[int, Weights]) -> None:
        """Create a value. ``weights``: by the lowest number of seats they apply to, up to the next entry."""
        self.knowledge = knowledge
        self.weights = weights
        self._at = lru_cache(512)(self._weights_at)

    def counting(self, seats: int) -> Weights:
        """Return the weights for this many seats."""
        return self.weights[max(number for number in self.weights if number <= seats)]

    def _weights_at(self, seats: int, left: float) -> tuple[float, ...]:
        return tuple(sum(one * left**power for power, one in enumerate(row)) for row in self.counting(seats))

    def __call__(self, state: Any, seat: int) -> float:
        """Return the value of the position for the seat."""
        know = self.knowledge
        value: float = sum(map(mul, self._at(state.seats, know.left(state)), know.features(state, seat)))
        return value


class Learned(msgspec.Struct):
    """Weights, the commands that produced them, and the number of games."""

    commands: list[str] = []
    games: int = 0
    weights: Weights = ()


def load(package: str) -> dict[int, Learned]:
    """Return a game's learned weights from its package, by the number of seats from which they apply."""
    return msgspec.json.decode(files(package).joinpath("weights.json").read_bytes(), type=dict[int, Learned])
