"""The end of what a seat does: of a turn, or of its part of the end of a round."""

from collections.abc import Iterator

from rules.game import Decision
from rules.messina.effects import HANDLERS, between
from rules.messina.events import TurnEnded
from rules.messina.idle import unwatch
from rules.messina.moves import End
from rules.messina.state import State
from rules.notation import Move


def unconfirmed(state: State, seat: int) -> bool:
    """Whether turns end by an explicit word at this table, and the seat could still take something back."""
    return state.options["confirm"] == "on" and state.free[seat] > 0


def end_turn(state: State, seat: int) -> None:
    """From here on the turn stands; effects not used lapse (4.6)."""
    player = state.players[seat]
    state.happened(TurnEnded(seat, tuple(player.queue)))
    player.queue = []
    state.acting = False
    unwatch(state)
    state.barrier()


class Finish(Decision, tag="end"):
    """Nothing is left to do but to end. It waits while something could still be taken back."""

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Nothing but to end; while that waits, citizens may still go to workshops (4.9)."""
        yield End()
        if unconfirmed(state, seat) and state.players[seat].workshops:
            yield from HANDLERS["work"].moves(state, seat, "any")

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """End the turn; at the end of a round, which the others decide on at the same time, only the own part."""
        if between(state, seat, move):
            return
        state.pending[seat].pop()
        if state.phase == "turns":
            end_turn(state, seat)
        elif unconfirmed(state, seat):
            state.free[seat] = 0

    def waits(self, state: State, seat: int) -> bool:
        """Whether the player wants to be asked and has something to take back."""
        return unconfirmed(state, seat)
