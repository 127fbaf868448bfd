"""What players know of Rattus."""

from computer_players.evaluation import EvaluationSpec
from computer_players.player import GreedyHeuristics
from computer_players.rattus.features import DOOMED, PLACES, card_classes, features, regions, remaining
from rules.game import Score
from rules.notation import Move
from rules.rattus.moves import End, Plague, Skip, Take
from rules.rattus.state import State

CARD = 0.5  # the value of a card
RISK = 0.6  # the cost of a cube that is expected to die at the end


def evaluate(state: State, seat: int) -> float:
    """Return the seat's lead over the average of the others, by cubes, cards, and cubes in danger."""
    cards = card_classes(state)
    _, sums = regions(state, cards)
    each = [
        (1 - RISK) * alive + RISK * (alive - doomed) + palace + CARD * len(own)
        for alive, doomed, palace, own in zip(sums[::PLACES], sums[DOOMED::PLACES], state.palace, cards, strict=False)
    ]
    others = [value for other, value in enumerate(each) if other != seat]
    return each[seat] - sum(others) / len(others)


def move_bonus(state: State, seat: int, move: Move, after: State) -> float:
    """Return a bonus for using the turn's options before the plague piece moves, because that move ends them."""
    if isinstance(move, End | Skip):
        return -0.01
    return -2.0 * ((not state.taken) + (not state.placed)) if isinstance(move, Plague) else 0.0


def move_prior(state: State, seat: int, move: Move) -> float:
    """Return a bonus for cards, so that they come first: everything else can be done after them."""
    return 1.0 * isinstance(move, Take) - 1.0 * isinstance(move, Plague)


HEURISTICS = GreedyHeuristics(evaluate, move_bonus, move_prior, simulated_starts=8)


def result(score: Score, seat: int) -> float:
    """Return the points ahead of the best of the others, plus a bonus for being ahead of all of them."""
    lead = score.points[seat] - max(points for other, points in enumerate(score.points) if other != seat)
    return lead + (2.0 if score.winners == [seat] else -2.0)


BASE, RANDOM, ONE_EACH = {"cards": "base"}, {"cards": "random"}, {"cards": "one_per_class"}
EVALUATION = EvaluationSpec(
    features=features,
    remaining=remaining,
    result=result,
    rollout_turns=0,
    win_spread={2: (3.8, 16.1), 3: (2.8, 9.0), 4: (1.7, 4.6)},
    prior_weight=1,
    training_setups={
        2: ((2, BASE), (2, RANDOM), (2, BASE), (2, ONE_EACH)),
        3: ((4, BASE), (4, RANDOM), (3, BASE), (4, BASE), (4, ONE_EACH), (3, RANDOM), (4, BASE), (4, RANDOM)),
    },
)
