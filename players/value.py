"""What a position is worth to a seat: weights for a game's features, which change as the game goes on."""

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
POWERS = 3  # a weight is a polynomial of how much of the game is left, with so many coefficients


@dataclass(frozen=True)
class Knowledge:
    """What is particular to a game: what its positions are judged by, and what its players are after."""

    features: Features
    left: Callable[[Any], float]  # how much of the game is still to come, from 1 to 0
    result: Callable[[Score, int], float]  # what the end is worth to a seat, in the unit of the value
    ahead: int  # own turns that are played on in a trial: none where others change too much until then
    trust: int  # trials that the promise of a plan counts for: many where luck decides how a trial ends
    # To learn at: numbers of seats, options; by the number of seats from which on the same weights count.
    tables: Mapping[int, Sequence[tuple[int, Mapping[str, str]]]]


class Value:
    """A weight for each feature: the value of a position is what they come to."""

    def __init__(self, knowledge: Knowledge, weights: Mapping[int, Weights]) -> None:
        """``weights``: what counts from so many seats on, up to where others count."""
        self.knowledge = knowledge
        self.weights = weights
        self._at = lru_cache(512)(self._weights_at)

    def counting(self, seats: int) -> Weights:
        """The weights that count with so many seats."""
        return self.weights[max(number for number in self.weights if number <= seats)]

    def _weights_at(self, seats: int, left: float) -> tuple[float, ...]:
        return tuple(sum(one * left**power for power, one in enumerate(row)) for row in self.counting(seats))

    def __call__(self, state: Any, seat: int) -> float:
        """What the position promises the seat."""
        know = self.knowledge
        value: float = sum(map(mul, self._at(state.seats, know.left(state)), know.features(state, seat)))
        return value


class Learned(msgspec.Struct):
    """Weights, with the commands that they are from, and after how many games."""

    commands: list[str] = []
    games: int = 0
    weights: Weights = ()


def load(package: str) -> dict[int, Learned]:
    """What was learned for a game, from the file in its package: by the number of seats from which on it counts."""
    return msgspec.json.decode(files(package).joinpath("weights.json").read_bytes(), type=dict[int, Learned])
