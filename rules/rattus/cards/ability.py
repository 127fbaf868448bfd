"""The interface of a class card to the engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decision import Decision
from rules.notation import Move
from rules.rattus.events import Placed
from rules.rattus.reasons import Refused
from rules.rattus.state import State


@dataclass(frozen=True)
class Ability:
    """What a card does. Unless it says otherwise, its printed timing decides when it may be used (section 6).

    ``apply`` gets only moves that ``options`` has returned. ``refuse`` says why a move is not among them, given
    that the card may be used now.
    """

    says: type[Move]
    options: Callable[[State, int], list[Move]]
    apply: Callable[[State, int, Any], None]
    refuse: Callable[[State, int, Any], Refused | None]
    moments: tuple[str, ...] = ()  # when its options are offered, if that differs from its timing
    untimely: str = ""  # the refusal at any other moment, if it differs from its timing's
    steps: int = 1  # range of the plague piece
    neutral: int = 0  # cubes added to the population, once declared
    rides: bool = False  # moves the plague piece in the final round and strikes there (section 9.3)
    taken: Callable[[State, int], None] | None = None  # called when the seat has just taken the card
    killed: Callable[[State, int], None] | None = None  # another player lost a cube in the seat's devastation
    at_end: Callable[[State], None] | None = None  # called when the final round is over


class Interrupted(Decision):
    """A decision that a card's question can overtake: its own question may be pointless when it is due again."""

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


def place(state: State, seat: int, region: str, cubes: int, *cards: str) -> None:
    """Put cubes from the stock into a region, with the help of up to two cards."""
    state.stock[seat] -= cubes
    state.cubes[region][seat] += cubes
    state.emit(Placed(seat, region, cubes, *cards))


def using(state: State, seat: int, card: str) -> bool:
    """Return whether the seat can be in the middle of using the card."""
    return state.active == seat and state.cards.get(card) == seat and card in state.used
