"""What a position is worth to a seat: weights for a game's features, which change as the game goes on."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import Any

from rules.game import Score

Features = Callable[[Any, int], Sequence[float]]
POWERS = 3  # a weight is a polynomial of how much of the game is left, with so many coefficients


@dataclass(frozen=True)
class Knowledge:
    """What is particular to a game: what its positions are judged by, and what its players are after."""

    features: Features
    left: Callable[[Any], float]  # how much of the game is still to come, from 1 to 0
    result: Callable[[Score, int], float]  # what the end is worth to a seat, in the unit of the value
    ahead: int  # own turns that are played on in a trial: none where others change too much until then
    trust: int  # trials that the promise of a plan counts for: many where luck decides how a trial ends
    tables: Sequence[tuple[int, Mapping[str, str]]]  # to learn at: numbers of seats, options


class Value:
    """A weight for each feature: the value of a position is what they come to."""

    def __init__(self, knowledge: Knowledge, weights: Sequence[Sequence[float]]) -> None:
        """``weights``: for each feature the coefficients of its weight, by powers of what is left of the game."""
        self.knowledge = knowledge
        self.weights = weights
        self._at = lru_cache(512)(self._weights_at)

    def _weights_at(self, left: float) -> tuple[float, ...]:
        return tuple(sum(one * left**power for power, one in enumerate(row)) for row in self.weights)

    def __call__(self, state: Any, seat: int) -> float:
        """What the position promises the seat."""
        know = self.knowledge
        value: float = sum(map(mul, self._at(know.left(state)), know.features(state, seat)))
        return value


def load(package: str) -> list[list[float]]:
    """The weights that were learned for a game, from the file in its package."""
    weights: list[list[float]] = json.loads(files(package).joinpath("weights.json").read_text("utf-8"))["weights"]
    return weights
