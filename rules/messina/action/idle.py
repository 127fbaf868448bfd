"""Citizens into workshops in other players' turns, where the table allows that (section 11.4, `workshop_moves`)."""

from typing import ClassVar

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.interjections import Interruptible
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move


class Idle(Interruptible):
    """What a seat may, but need not, do in another's turn. Nobody waits for it."""

    blocking: ClassVar[bool] = False

    def options(self, state: State, seat: int) -> list[Move]:
        """Every citizen that could go to a workshop."""
        return estate.works(state, seat)

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Move the citizen; without another to move there is nothing more to ask."""
        super().carry_out(state, seat, move)
        if not self.options(state, seat):
            state.pending[seat].remove(self)

    def must_ask(self, state: State, seat: int) -> bool:
        """Never taken by the rules."""
        return True

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """It has no answer of its own."""
        return Refused(N_("It is another player’s turn; you can only move citizens to workshops."))


def watch(state: State, seat: int) -> None:
    """The seat's turn begins: let the others act beside it if they may and can."""
    if state.options.get("workshop_moves") == "always":
        for other in range(state.seats):
            idle = Idle()
            if other != seat and idle.options(state, other):
                state.pending[other].append(idle)


def unwatch(state: State) -> None:
    """The turn ends, and with it what others may do beside it."""
    if state.options.get("workshop_moves") == "always":
        for stack in state.pending:
            stack[:] = [one for one in stack if not isinstance(one, Idle)]
