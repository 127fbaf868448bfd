"""The end of what a seat does: of a turn, or of its part of the end of a round."""

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
    """From here on the turn stands; effects not used lapse (4.6)."""
    player = state.players[seat]
    state.emit(TurnEnded(seat, tuple(player.queue)))
    player.queue = []
    state.acting = False
    unwatch(state)
    state.barrier()


class Finish(Interruptible, ConfirmEnd, tag="end"):
    """The end, which waits while something could still be taken back."""

    word: ClassVar[Move] = End()

    def options(self, state: State, seat: int) -> list[Move]:
        """Nothing but to end; while that waits, citizens may still go to workshops (4.9)."""
        return [self.word, *estate.works(state, seat)] if unconfirmed(state, seat) else [self.word]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """End the turn; at the end of a round, which the others decide on at the same time, only the own part."""
        state.pending[seat].pop()
        if state.phase == "turns":
            end_turn(state, seat)
        elif unconfirmed(state, seat):
            state.undoable[seat] = 0

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Nothing else comes any more."""
        return Refused(N_("All you can do now is end the turn, or undo moves."))
