"""Decisions that can be interrupted by moving a citizen into a workshop or paying for a step (4.9, 6.5, A54)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from rules.decision import ConfirmEnd, Decision, unconfirmed
from rules.errors import N_, IllegalMove
from rules.messina.action import estate
from rules.messina.action.gains import pay_step, payments, refuse_payment
from rules.messina.events import TurnEnded
from rules.messina.moves import Pay, Work
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import End, Move

INTERJECTIONS: Mapping[type[Move], Callable[[State, int, Any], None]] = {Work: estate.employ, Pay: pay_step}


class Interruptible(Decision):
    """A decision that continues after an interjection (see `INTERJECTIONS`). Subclasses define the other answers."""

    # Whether steps can be paid for here. "inside": only if the table allows payments inside a benefit.
    payable: ClassVar[Literal["never", "inside", "always"]] = "never"

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the legal moves that are not interjections."""
        raise NotImplementedError

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the answers, and the interjections that are possible."""
        own = self.answers(state, seat)
        if self.payable == "inside" and seat == state.active and self._may_pay(state):
            own += payments(state, seat)
        return with_workshop_moves(state, seat, own)

    def _may_pay(self, state: State) -> bool:
        """Return whether register steps may be paid for now, whether or not the seat has the coins (A54)."""
        inside = self.payable == "inside" and state.options["payment_inside_benefit"] == "yes" and state.acting
        return self.payable == "always" or inside

    def answer(self, state: State, seat: int, move: Any) -> None:
        """Carry out a move that is not an interjection."""
        raise NotImplementedError

    def refuse_answer(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        """Return why a move that is not an interjection is illegal."""
        return super().refuse(state, seat, move)  # the refusal of `ConfirmEnd`, if the decision is the end of a turn

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Carry out an interjection, which leaves the question open, or an answer."""
        INTERJECTIONS.get(type(move), self.answer)(state, seat, move)

    def refuse(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        """Return why an interjection or an answer is illegal."""
        if isinstance(move, Work):
            return estate.refuse_employing(state, seat, move)
        if not isinstance(move, Pay):
            return self.refuse_answer(state, seat, move)
        if self._may_pay(state):
            return refuse_payment(state, seat, move)
        told = N_(
            "You can pay for register steps only in the action step of a turn in which you went to a hex or a ship."
        )
        if state.acting:
            told = N_("First finish what you have started; between two effects you can pay for steps again.")
        return Refused(told)


def with_workshop_moves(state: State, seat: int, own: list[Move], sector: str = "") -> list[Move]:
    """Return a decision's own answers and the moves of citizens into workshops, which are always possible (4.9).

    A single answer is returned alone, so that it is played automatically, unless such a move could affect it: the
    workshop pays at once, or the move frees a square in ``sector``.
    """
    if state.players[seat].workshops and (len(own) > 1 or estate.workshop_moves(state, seat, sector)):
        return own + estate.workshop_moves(state, seat)
    return own


class Idle(Interruptible):
    """An optional decision during another player's turn. The game doesn't wait for it."""

    blocking: ClassVar[bool] = False
    always_ask: ClassVar[bool] = True  # These moves are never played automatically.

    def options(self, state: State, seat: int) -> list[Move]:
        """Return every move of a citizen into a workshop."""
        return estate.workshop_moves(state, seat)

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Move the citizen. If no other citizen can move, the decision ends."""
        super().apply(state, seat, move)
        if not self.options(state, seat):
            state.pending[seat].remove(self)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why every other move is refused: it is another player's turn."""
        return Refused(N_("It is another player’s turn; you can only move citizens to workshops."))


def offer_workshop_moves(state: State, seat: int) -> None:
    """Let the other seats move citizens into workshops during this seat's turn, if the table allows it."""
    if state.options.get("workshop_moves") == "always":
        for other in range(state.seats):
            idle = Idle()
            if other != seat and idle.options(state, other):
                state.pending[other].append(idle)


def end_turn(state: State, seat: int) -> None:
    """End the turn for good; unused effects lapse (4.6)."""
    player = state.players[seat]
    state.emit(TurnEnded(seat, tuple(player.queue)))
    player.queue = []
    state.acting = False
    if state.options.get("workshop_moves") == "always":
        for stack in state.pending:
            stack[:] = [one for one in stack if not isinstance(one, Idle)]
    state.barrier()


class Finish(Interruptible, ConfirmEnd, tag="end"):
    """The end of the turn, pending while something can still be undone."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the move that ends the turn. If that must be confirmed, citizens may still go to workshops (4.9)."""
        return [End(), *estate.workshop_moves(state, seat)] if unconfirmed(state, seat) else [End()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """End the turn. At the end of a round, end only the seat's own part, because all seats decide together."""
        state.pending[seat].pop()
        if state.phase == "turns":
            end_turn(state, seat)
        elif unconfirmed(state, seat):
            state.undoable[seat] = 0
