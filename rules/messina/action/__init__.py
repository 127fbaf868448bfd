"""The effects of hexes, citizens, huts, workshops and registers: one entry per effect in `EFFECTS` (5.3)."""

from collections.abc import Mapping, Sequence

from rules.messina.action.building import BUILD
from rules.messina.action.effect import Effect, effect_name
from rules.messina.action.estate import UPGRADE
from rules.messina.action.hex_action import ANY_HEX_ACTION
from rules.messina.action.overseers import ACTIVATE, OVERSEER, UPGRADE_AND_ADVANCE_OVERSEER, UPGRADE_OVERSEER
from rules.messina.action.registers import REGISTER_STEP, SCROLL
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move

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


def moves_of(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    """Return the moves of the effects, without duplicates."""
    names = dict.fromkeys(map(effect_name, effects))
    return [move for name in names for move in EFFECTS[name].moves(state, seat, effects)]


def spent(move: Move, effects: Sequence[str]) -> str:
    """Return which of these effects the move uses up."""
    name = EFFECT_OF[type(move)]
    spends = EFFECTS[name].spends
    return name if spends is None else spends(move, effects)


def refuse_effect(state: State, seat: int, move: Move, effects: Sequence[str]) -> Refused | None:
    """Return why a move of an effect is refused, given the effects that can be used now."""
    return EFFECTS[EFFECT_OF[type(move)]].refuse(state, seat, move, effects)
