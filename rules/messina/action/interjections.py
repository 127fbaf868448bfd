"""Interjections, possible during other decisions: citizens into workshops, steps on registers (4.9, 6.5, A54)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from rules.decision import Decision
from rules.errors import N_
from rules.messina.action import estate, registers
from rules.messina.moves import Pay, Work
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move

INTERJECTIONS: Mapping[type[Move], Callable[[State, int, Any], None]] = {
    Work: estate.employ,
    Pay: registers.pay_step,
}


class Interruptible(Decision):
    """A decision that continues after an interjection. Subclasses define its own answers.

    ``payable``: whether steps can be paid for here. "inside": only if the table allows payments inside a benefit.
    """

    payable: ClassVar[Literal["never", "inside", "always"]] = "never"

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the legal moves that are not interjections."""
        raise NotImplementedError

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the answers, and the interjections that are possible."""
        own = self.answers(state, seat)
        if self.payable == "inside":
            own += _payments_inside(state, seat)
        return with_workshop_moves(state, seat, own)

    def answer(self, state: State, seat: int, move: Any) -> None:
        """Carry out a move that is not an interjection."""
        raise NotImplementedError

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why a move that is not an interjection is illegal."""
        raise NotImplementedError

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Carry out an interjection, which leaves the question open, or an answer."""
        INTERJECTIONS.get(type(move), self.answer)(state, seat, move)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why an interjection, or an answer, is illegal."""
        if isinstance(move, Work):
            return estate.refuse_employing(state, seat, move)
        if isinstance(move, Pay):
            return self._refuse_payment(state, seat, move)
        return self.refuse_answer(state, seat, move)

    def _refuse_payment(self, state: State, seat: int, move: Pay) -> Refused | None:
        inside = state.acting and state.options["payment_inside_benefit"] == "yes"
        if self.payable == "always" or (self.payable == "inside" and inside):
            return registers.refuse_payment(state, seat, move)
        if state.acting:
            return Refused(N_("First finish what you have started; between two effects you can pay for steps again."))
        return Refused(
            N_("You can pay for register steps only in the action step of a turn in which you went to a hex or a ship.")
        )


def with_workshop_moves(state: State, seat: int, own: list[Move], sector: str = "") -> list[Move]:
    """Return a decision's own answers, plus the moves that are always possible: citizens into workshops (4.9).

    A single answer stays single, and is then played automatically, unless such a move could affect it: the workshop
    pays at once, or the move frees a square in ``sector``.
    """
    if state.players[seat].workshops and (len(own) > 1 or estate.workshop_moves(state, seat, sector)):
        return own + estate.workshop_moves(state, seat)
    return own


def _payments_inside(state: State, seat: int) -> list[Move]:
    """Return register payments inside a benefit, if the table allows them there (A54)."""
    if state.options["payment_inside_benefit"] == "yes" and state.acting and seat == state.active:
        return registers.payments(state, seat)
    return []
