"""What players know of Messina 1347."""

from computer_players.messina.features import features, left
from computer_players.messina.greedy import HEURISTICS as HEURISTICS
from computer_players.value import Knowledge
from rules.game import Score


def result(score: Score, seat: int) -> float:
    """Return the player's points."""
    return float(score.points[seat])


KNOWLEDGE = Knowledge(
    features=features,
    left=left,
    result=result,
    ahead=2,
    trust=1,
    tables={
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
