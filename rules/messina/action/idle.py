"""Moves of citizens into workshops in other players' turns, where allowed (section 11.4, `workshop_moves`)."""

from typing import ClassVar

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.interjections import Interruptible
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move


class Idle(Interruptible):
    """An optional decision in another player's turn. The game doesn't wait for it."""

    blocking: ClassVar[bool] = False

    def options(self, state: State, seat: int) -> list[Move]:
        """Return every citizen that could go to a workshop."""
        return estate.workshop_moves(state, seat)

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Move the citizen; if no other can move, the decision ends."""
        super().apply(state, seat, move)
        if not self.options(state, seat):
            state.pending[seat].remove(self)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return True: these moves are never played automatically."""
        return True

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse the move: this decision has no answer of its own."""
        return Refused(N_("It is another player’s turn; you can only move citizens to workshops."))


def watch(state: State, seat: int) -> None:
    """Start the seat's turn: let the other seats move citizens during it if they may and can."""
    if state.options.get("workshop_moves") == "always":
        for other in range(state.seats):
            idle = Idle()
            if other != seat and idle.options(state, other):
                state.pending[other].append(idle)


def unwatch(state: State) -> None:
    """End the turn, and with it the optional decisions of the others."""
    if state.options.get("workshop_moves") == "always":
        for stack in state.pending:
            stack[:] = [one for one in stack if not isinstance(one, Idle)]
