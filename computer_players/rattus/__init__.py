"""What players know of Rattus."""

from computer_players.rattus.features import features, left
from computer_players.rattus.greedy import HEURISTICS as HEURISTICS
from computer_players.value import Knowledge
from rules.game import Score


def result(score: Score, seat: int) -> float:
    """Return the points ahead of the best of the others, plus a bonus for being ahead of all of them."""
    lead = score.points[seat] - max(points for other, points in enumerate(score.points) if other != seat)
    return lead + (2.0 if score.winners == [seat] else -2.0)


KNOWLEDGE = Knowledge(
    features=features,
    left=left,
    result=result,
    ahead=0,
    trust=1,
    tables={
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
