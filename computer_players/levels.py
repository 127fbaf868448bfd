"""The levels of play, from a friendly beginner to as strong as a few seconds of thought allow."""

from collections.abc import Mapping
from dataclasses import dataclass

from computer_players.search import Effort


@dataclass(frozen=True)
class Level:
    """How a player thinks: how much, and how far it strays from the best plan it found."""

    effort: Effort
    whim: float = 0.0  # points by which a plan may be worse and still be chosen now and then


LEVELS: Mapping[str, Level] = {
    "casual": Level(Effort(width=2), whim=3.0),
    "steady": Level(Effort(width=6)),
    "strong": Level(Effort(width=16, worlds=6, plans=40, positions=9000)),
}
