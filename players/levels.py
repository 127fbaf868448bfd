"""The levels of play, from a friendly beginner to as strong as a few seconds of thought make it."""

from collections.abc import Mapping
from dataclasses import dataclass

from players.search import Effort


@dataclass(frozen=True)
class Level:
    """How a player thinks: how hard, and how far it strays from what it holds to be best."""

    effort: Effort
    whim: float = 0.0  # points that a plan may be worse and still be taken now and then


LEVELS: Mapping[str, Level] = {
    "casual": Level(Effort(width=2), whim=3.0),
    "steady": Level(Effort(width=6)),
    "strong": Level(Effort(width=16, worlds=6, plans=40, positions=9000)),
}
