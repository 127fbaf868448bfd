"""What players know of Rattus."""

from computer_players.evaluation import EvaluationSpec
from computer_players.rattus.features import features, remaining
from computer_players.rattus.greedy import HEURISTICS as HEURISTICS
from rules.game import Score


def result(score: Score, seat: int) -> float:
    """Return the points ahead of the best of the others, plus a bonus for being ahead of all of them."""
    lead = score.points[seat] - max(points for other, points in enumerate(score.points) if other != seat)
    return lead + (2.0 if score.winners == [seat] else -2.0)


EVALUATION = EvaluationSpec(
    features=features,
    remaining=remaining,
    result=result,
    rollout_turns=0,
    win_spread={2: (3.8, 16.1), 3: (2.8, 9.0), 4: (1.7, 4.6)},
    prior_weight=1,
    training_setups={
        2: (
            (2, {"cards": "base"}),
            (2, {"cards": "random"}),
            (2, {"cards": "base"}),
            (2, {"cards": "one_per_class"}),
        ),
        3: (
            (4, {"cards": "base"}),
            (4, {"cards": "random"}),
            (3, {"cards": "base"}),
            (4, {"cards": "base"}),
            (4, {"cards": "one_per_class"}),
            (3, {"cards": "random"}),
            (4, {"cards": "base"}),
            (4, {"cards": "random"}),
        ),
    },
)
