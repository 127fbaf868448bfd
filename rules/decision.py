"""Decisions: the question that a seat is asked, every legal answer, and the reasons for refusing others.

Each question is a class of its own, which also detects positions where the question is impossible. An interruption
pushes a decision onto the seat's stack. An answer pops or changes the decision on top.
"""

from typing import Any, ClassVar

import msgspec

from rules.errors import N_, IllegalMove
from rules.game import Option, State
from rules.notation import End, Move

# Whether turns end only with an explicit `end`. Tables on Discord begin with "on" (`rules_service.options`).
CONFIRM = Option("confirm", ("off", "on"))


class Decision(msgspec.Struct, tag_field="ask", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """One decision that a seat has to make. The fields of a subclass record the progress so far."""

    blocking: ClassVar[bool] = True  # False: the seat may act, but the game doesn't wait for it
    always_ask: ClassVar[bool] = False  # there are several answers in every position

    def options(self, state: Any, seat: int) -> list[Move]:
        """Return every legal move in a fixed order, as a new list."""
        raise NotImplementedError

    def apply(self, state: Any, seat: int, move: Any) -> None:
        """Carry out a move from `options`: change the state and append to ``state.events``."""
        raise NotImplementedError

    def refuse(self, state: Any, seat: int, move: Move) -> IllegalMove | None:
        """Return why the move is not in `options`, or None if there is no specific reason.

        All ids in the move are in `Game.words`, because moves with unknown words are refused earlier.
        """
        return None

    def lost_on_end_turn(self, state: Any, seat: int) -> tuple[str, ...]:
        """Return what the seat would lose by ending its turn now: effects, kinds of move, or ids such as a hex."""
        return ()

    def begins(self, state: Any) -> bool:
        """Return whether this is the first decision of a turn."""
        return False

    def is_consistent(self, state: Any, seat: int) -> bool:
        """Return whether a game can have reached this decision of the seat, given an otherwise valid position."""
        return True

    def must_ask(self, state: Any, seat: int) -> bool:
        """Return whether the player certainly has to answer. To be fast, this doesn't list the legal moves.

        True if there are obviously several answers, or if even a single one has to be confirmed because it
        reveals something or can't be undone. If False, the rules list the answers, and if there is only one,
        they play it automatically.
        """
        return self.always_ask

    @property
    def question(self) -> str:
        """Return the name of the question, for programs and the message catalogue."""
        return str(self.__struct_config__.tag)


class ConfirmEnd(Decision):
    """Deciding whether to end the turn, asked while something can still be undone."""

    def options(self, state: Any, seat: int) -> list[Move]:
        """Return only the move that ends the turn."""
        return [End()]

    def refuse(self, state: Any, seat: int, move: Move) -> IllegalMove | None:
        """Return why every other move is refused: the turn is over."""
        return IllegalMove(N_("All you can do now is end the turn, or undo moves."))

    def must_ask(self, state: Any, seat: int) -> bool:
        """Return whether the player must confirm the end of the turn."""
        return unconfirmed(state, seat)


def unconfirmed(state: State, seat: int) -> bool:
    """Return whether the table asks players to confirm the end of a turn and the seat still has something to undo."""
    return state.options[CONFIRM.id] == "on" and state.undoable[seat] > 0
