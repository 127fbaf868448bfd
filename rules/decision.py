"""A decision: what one seat is asked, every answer to it, and why another answer is refused.

All that is known of a question stands together on its class, and so does what makes it impossible in a position. An
interruption pushes a decision onto the stack of its seat, an answer pops or changes it.
"""

from typing import Any, ClassVar

import msgspec

from rules.errors import IllegalMove
from rules.game import Option, State
from rules.notation import Move

CONFIRM = Option("confirm", ("off", "on"))  # whether turns end by an explicit word


class Decision(msgspec.Struct, tag_field="ask", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """Something one seat has to decide. Fields hold what has been done of it so far."""

    blocking: ClassVar[bool] = True  # False for what a seat may but need not do while the game goes on

    def options(self, state: Any, seat: int) -> list[Move]:
        """Every legal move in a fixed order, in a list that nobody else has."""
        raise NotImplementedError

    def carry_out(self, state: Any, seat: int, move: Any) -> None:
        """Do a move that `options` has named: change the state, add to ``state.events``."""
        raise NotImplementedError

    def refuse(self, state: Any, seat: int, move: Move) -> IllegalMove | None:
        """Why `options` has not named the move; None where there is nothing better to say than that it has not."""
        return None

    def lapses(self, state: Any, seat: int) -> tuple[str, ...]:
        """What would be lost if the seat ended its turn now: effects, kinds of move, things by their ids."""
        return ()

    def begins(self, state: Any) -> bool:
        """Whether a turn begins with it: what went before it is worth telling."""
        return False

    def possible(self, state: Any, seat: int) -> bool:
        """Whether a game can have come to this decision of the seat, in a position that is right otherwise."""
        return True

    def must_ask(self, state: Any, seat: int) -> bool:
        """Whether the answer is left to the player without counting what is legal.

        Either because giving even a single answer ends what can be undone, or because it is plain at a glance that
        there are several; False where that takes a closer look.
        """
        return False

    @property
    def question(self) -> str:
        """The name of what is asked, for programs and the message catalogue."""
        return str(self.__struct_config__.tag)


class ConfirmEnd(Decision):
    """Nothing is left to do but to end. It waits for that word while something could still be taken back."""

    word: ClassVar[Move]  # the move that ends

    def options(self, state: Any, seat: int) -> list[Move]:
        """Nothing but to end."""
        return [self.word]

    def must_ask(self, state: Any, seat: int) -> bool:
        """Whether the player wants to be asked and has something to take back."""
        return unconfirmed(state, seat)


def unconfirmed(state: State, seat: int) -> bool:
    """Whether turns end by an explicit word at this table, and the seat could still take something back."""
    return state.options[CONFIRM.id] == "on" and state.undoable[seat] > 0
