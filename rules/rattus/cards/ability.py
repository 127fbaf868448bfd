"""The interface between a class card and the engine, and helpers shared by several cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decision import Decision
from rules.notation import Move
from rules.rattus.components import NEIGHBOURS
from rules.rattus.events import Placed
from rules.rattus.reasons import Refused
from rules.rattus.state import State


@dataclass(frozen=True)
class Ability:
    """The ability of a card. By default its printed timing decides when it may be used (section 6)."""

    says: type[Move]
    options: Callable[[State, int], list[Move]]
    apply: Callable[[State, int, Any], None]  # called only with moves that `options` has returned
    # Returns why a move is illegal, although the card may be used now.
    refuse: Callable[[State, int, Any], Refused | None] = lambda state, seat, move: None
    moments: tuple[str, ...] = ()  # when its options are offered, if that differs from its timing
    untimely: str = ""  # the refusal at any other moment, if it differs from its timing's
    steps: int = 1  # range of the plague piece
    neutral: int = 0  # cubes added to the population, once declared
    rides: bool = False  # moves the plague piece in the final round and strikes there (section 9.3)
    taken: Callable[[State, int], None] | None = None  # called right after the seat has taken the card
    killed: Callable[[State, int], None] | None = None  # called when another player loses a cube in its devastation
    at_end: Callable[[State], None] | None = None  # called when the final round is over


class Interrupted(Decision):
    """A decision that a card's question can interrupt. Afterwards, nothing may be left to decide."""

    def resume(self, state: State, seat: int) -> None:
        """Resume the decision, or end it if nothing is left to decide."""
        raise NotImplementedError


class CardDecision(Decision):
    """A question that a card asks on top of the current decision. ``on`` names the decisions that may be below it."""

    on: ClassVar[tuple[str, ...]] = ("turn", "devastation", "final")

    def leave(self, state: State, seat: int) -> None:
        """Close the answered question and resume the decision below."""
        state.pending[seat].pop()
        below = state.pending[seat][-1]
        if isinstance(below, Interrupted):
            below.resume(state, seat)


def place_cubes(state: State, seat: int, region: str, cubes: int, *cards: str) -> None:
    """Put cubes from the stock into a region. ``cards``: up to two cards that allowed or increased the placement."""
    state.stock[seat] -= cubes
    state.cubes[region][seat] += cubes
    state.emit(Placed(seat, region, cubes, *cards))


def is_using(state: State, seat: int, card: str) -> bool:
    """Return whether the seat can be in the middle of using the card."""
    return state.active == seat and state.cards.get(card) == seat and card in state.used


def largest_area(state: State, seat: int) -> int:
    """Return the size of the seat's largest set of connected regions with its cubes.

    Walls don't separate regions here.
    """
    left = [region for region, cubes in state.cubes.items() if cubes[seat]]
    largest = 0
    while left:
        found = [left.pop()]
        for region in found:
            near = [to for to in NEIGHBOURS[state.seats][region] if to in left]
            left = [to for to in left if to not in near]
            found += near
        largest = max(largest, len(found))
    return largest


def has_largest_area(state: State, seat: int) -> bool:
    """Return whether the seat's largest area is larger than that of every other player."""
    mine = largest_area(state, seat)
    return all(mine > largest_area(state, other) for other in range(state.seats) if other != seat)


# Cards that allow extra cubes in action B, beyond the number of rats, and how many (section 8). The card with fewer
# cubes comes first.
EXTRA = {"peasant": 1, "queen": 2}


def extra_cubes(state: State, seat: int) -> list[str]:
    """Return the extra cubes that the seat may place, each named by the card that gives it."""
    found: list[str] = []
    for card, cubes in EXTRA.items():
        if state.cards.get(card) == seat and (card != "queen" or has_largest_area(state, seat)):
            found += [card] * cubes
    return found


def helping_cards(state: State, seat: int, cubes: int) -> list[str]:
    """Return one of the seat's cards if it alone gives this many extra cubes, otherwise all cards that give any."""
    given = extra_cubes(state, seat)
    cards = list(dict.fromkeys(given))
    return next(([card] for card in cards if given.count(card) >= cubes), cards)
