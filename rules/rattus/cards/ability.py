"""What a class card is to the engine."""

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
    """What a card does; when it may be used follows from its printed timing (section 6) if it does not say.

    ``carry_out`` gets only moves that ``options`` has named. ``refuse`` says why it has not named one, given that
    the card may be used now.
    """

    says: type[Move]
    options: Callable[[State, int], list[Move]]
    carry_out: Callable[[State, int, Any], None]
    refuse: Callable[[State, int, Any], Refused | None]
    moments: tuple[str, ...] = ()  # when its options are offered, if not as its timing says
    untimely: str = ""  # what is said at any other moment, if not what its timing says
    steps: int = 1  # of the plague piece
    neutral: int = 0  # cubes added to the population, once declared
    rides: bool = False  # moves the plague piece in the final round and strikes there (section 9.3)
    taken: Callable[[State, int], None] | None = None  # the seat has just taken the card
    killed: Callable[[State, int], None] | None = None  # in the seat's devastation somebody else lost a cube
    at_end: Callable[[State], None] | None = None  # the final round is over


class Interrupted(Decision):
    """A decision that a card's question can overtake: what it asks may have become pointless when it is due again."""

    def resume(self, state: State, seat: int) -> None:
        """It is due again: end it if nothing is left to decide."""
        raise NotImplementedError


class CardDecision(Decision):
    """A question that a card asks on top of what was going on. ``on`` names the decisions it may stand on."""

    on: ClassVar[tuple[str, ...]] = ("turn", "devastation", "final")

    def leave(self, state: State, seat: int) -> None:
        """The question is answered: back to what was going on."""
        state.pending[seat].pop()
        below = state.pending[seat][-1]
        if isinstance(below, Interrupted):
            below.resume(state, seat)


def place(state: State, seat: int, region: str, cubes: int, *cards: str) -> None:
    """Put cubes from the stock into a region, by up to two cards."""
    state.stock[seat] -= cubes
    state.cubes[region][seat] += cubes
    state.emit(Placed(seat, region, cubes, *cards))


def using(state: State, seat: int, card: str) -> bool:
    """Whether the seat can be in the middle of using the card."""
    return state.active == seat and state.cards.get(card) == seat and card in state.used
