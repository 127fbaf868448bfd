"""What players know of Messina 1347."""

from computer_players.evaluation import EvaluationSpec
from computer_players.messina.features import features, remaining
from computer_players.messina.greedy import HEURISTICS as HEURISTICS
from rules.game import Score


def result(score: Score, seat: int) -> float:
    """Return the player's points."""
    return float(score.points[seat])


EVALUATION = EvaluationSpec(
    features=features,
    remaining=remaining,
    result=result,
    rollout_turns=2,
    win_spread={2: (5.1, 25.8), 3: (7.2, 11.1), 4: (5.2, 12.3)},
    prior_weight=1,
    training_setups={
        1: (
            (1, {"variant": "standard"}),
            (1, {"variant": "advanced"}),
            (2, {"variant": "standard"}),
            (1, {"variant": "standard"}),
            (1, {"variant": "advanced"}),
            (4, {"variant": "standard"}),
            (2, {"variant": "advanced"}),
            (1, {"variant": "standard"}),
        ),
    },
)
