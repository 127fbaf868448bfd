"""The end of a turn, or of a seat's part of the end of a round."""

from typing import ClassVar

from rules.decision import ConfirmEnd, unconfirmed
from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.idle import unwatch
from rules.messina.action.interjections import Interruptible
from rules.messina.events import TurnEnded
from rules.messina.moves import End
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move


def end_turn(state: State, seat: int) -> None:
    """End the turn for good; unused effects lapse (4.6)."""
    player = state.players[seat]
    state.emit(TurnEnded(seat, tuple(player.queue)))
    player.queue = []
    state.acting = False
    unwatch(state)
    state.barrier()


class Finish(Interruptible, ConfirmEnd, tag="end"):
    """The end of the turn, pending while something can still be undone."""

    word: ClassVar[Move] = End()

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the move that ends the turn; until then, citizens may still go to workshops (4.9)."""
        return [self.word, *estate.workshop_moves(state, seat)] if unconfirmed(state, seat) else [self.word]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """End the turn, or at the end of a round only the seat's own part: the others decide at the same time."""
        state.pending[seat].pop()
        if state.phase == "turns":
            end_turn(state, seat)
        elif unconfirmed(state, seat):
            state.undoable[seat] = 0

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse everything else: the turn is over."""
        return Refused(N_("All you can do now is end the turn, or undo moves."))
