"""An effect that must be used at once, such as the action of an activated citizen (5.3)."""

from typing import ClassVar, Literal

from rules.errors import N_
from rules.messina.action import EFFECT_OF, EFFECTS, refuse_effect
from rules.messina.action.effect import effect_name
from rules.messina.action.interjections import Interruptible
from rules.messina.events import Unused
from rules.messina.moves import Done
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move


class Benefit(Interruptible):
    """One effect that must be answered before anything else."""

    payable: ClassVar[Literal["inside"]] = "inside"
    effect: str

    @property
    def question(self) -> str:
        """Return the name of the effect."""
        return effect_name(self.effect)

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the effect's moves, and the move to decline if that may be better or nothing else is possible."""
        known = EFFECTS[effect_name(self.effect)]
        moves = known.moves(state, seat, (self.effect,))
        if not moves or not known.needless:
            moves.append(Done())
        return moves

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Use or decline the effect."""
        state.pending[seat].pop()
        known = EFFECTS[effect_name(self.effect)]
        if not isinstance(move, Done):
            known.apply(state, seat, self.effect, move)
        elif not known.moves(state, seat, (self.effect,)):
            state.emit(Unused(seat, self.effect))

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if isinstance(move, Done):
            return Refused(N_("It costs nothing, so you can’t decline it."))
        if type(move) in EFFECT_OF:
            return refuse_effect(state, seat, move, (self.effect,))
        return Refused(N_("First finish what you have started: {effect}."), effect=self.effect.replace(":", " "))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the effect exists."""
        return effect_name(self.effect) in EFFECTS
