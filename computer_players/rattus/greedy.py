"""What a greedy player knows of Rattus: cubes on the board, and few of them with rats."""

from computer_players.greedy import GreedyHeuristics
from computer_players.rattus.features import DOOMED, PLACES, card_classes, regions
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
