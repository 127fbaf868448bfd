"""The levels of play, from a friendly beginner to as strong as a few seconds of thought allow."""

from collections.abc import Mapping
from dataclasses import dataclass

from computer_players.search import Effort


@dataclass(frozen=True)
class Level:
    """How a player thinks: how much, and how far it strays from the best plan it found."""

    effort: Effort
    temperature: float = 0.0  # of the softmax over plans, in points; 0: always the best plan


LEVELS: Mapping[str, Level] = {
    "casual": Level(Effort(beam_width=2), temperature=3.0),
    "steady": Level(Effort(beam_width=6)),
    "strong": Level(Effort(beam_width=16, samples=6, rollout_plans=40, positions=9000)),
}
