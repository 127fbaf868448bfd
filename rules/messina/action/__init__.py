"""The effects of hexes, citizens, huts, workshops and registers: one entry per effect in `EFFECTS` (5.3)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from rules.errors import N_
from rules.messina.action.building import BUILD
from rules.messina.action.estate import UPGRADE
from rules.messina.action.gains import REGISTER_STEP, SCROLL, Effect, effect_name, grant, pay
from rules.messina.action.interruptible import Interruptible
from rules.messina.action.overseers import ACTIVATE, OVERSEER, UPGRADE_AND_ADVANCE_OVERSEER, UPGRADE_OVERSEER
from rules.messina.components import CITIZEN_CLASSES, HEXES
from rules.messina.events import Acted, Unused
from rules.messina.moves import Advance, Copy, Done, Elevate, Promote
from rules.messina.reasons import Refused, no_hex
from rules.messina.state import State
from rules.notation import Move


def carry_out_action(state: State, seat: int, hex_: str, number: int, *, copied: bool) -> None:
    """Carry out an option of a hex action, numbered from 1. Its icons may then be used in any order (4.6)."""
    action = HEXES[hex_].action
    state.emit(Acted(seat, hex_, number, copied))
    pay(state, seat, action.cost, hex_)
    grant(state, seat, action.options[number - 1], hex_, loose=True)


ANY_HEX_ACTION = Effect(
    (Copy,),
    lambda state, seat, effects: [  # the actions of all hexes in the city, with or without figures (6.7)
        Copy(hex_, number)
        for hex_ in state.hexes
        if state.players[seat].affords(HEXES[hex_].action.cost)
        for number in range(1, len(HEXES[hex_].action.options) + 1)
    ],
    apply=lambda state, seat, effect, move: carry_out_action(state, seat, move.hex, move.option, copied=True),
    refuse=lambda state, seat, move, effects: (
        no_hex(state, move.hex) or Refused(N_("The action of {hex} has no such option."), hex=move.hex)
    ),
    needless=False,
)

# By the name of an effect, which is the part before the colon.
EFFECTS: Mapping[str, Effect] = {
    "register": REGISTER_STEP,
    "scroll": SCROLL,
    "upgrade": UPGRADE,
    "overseer": OVERSEER,
    "upgrade_overseer": UPGRADE_OVERSEER,
    "upgrade_and_advance_overseer": UPGRADE_AND_ADVANCE_OVERSEER,
    "activate": ACTIVATE,
    "build": BUILD,
    "any_hex_action": ANY_HEX_ACTION,
}
EFFECT_OF: Mapping[type[Move], str] = {says: name for name, effect in EFFECTS.items() for says in effect.says}


def refuse_effect(state: State, seat: int, move: Move, effects: Sequence[str]) -> Refused | None:
    """Return why a move of an effect is refused, given the effects that can be used now."""
    name = EFFECT_OF[type(move)]
    if isinstance(move, Advance | Promote | Elevate) and move.overseer not in CITIZEN_CLASSES:
        told = N_("“{word}” is not an overseer. The overseers are: {overseers}.")
        return Refused(told, word=move.overseer, overseers=CITIZEN_CLASSES)
    if name not in map(effect_name, effects):
        return Refused(EFFECTS[name].lacking, effect=name)
    return EFFECTS[name].refuse(state, seat, move, effects)


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
        return moves if moves and known.needless else [*moves, Done()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Use or decline the effect."""
        state.pending[seat].pop()
        known = EFFECTS[effect_name(self.effect)]
        if not isinstance(move, Done):
            known.apply(state, seat, self.effect, move)
        elif not known.moves(state, seat, (self.effect,)):
            state.emit(Unused(seat, self.effect))

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Done):
            return Refused(N_("That costs nothing, so you can’t decline it."))
        if type(move) in EFFECT_OF:
            return refuse_effect(state, seat, move, (self.effect,))
        return Refused(N_("First finish what you have started: {effect}."), effect=self.effect.replace(":", " "))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the effect exists."""
        return effect_name(self.effect) in EFFECTS
