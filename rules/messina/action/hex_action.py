"""Carrying out a hex action as a whole: that of the chosen hex, or of any other (4.6, 6.7)."""

from collections.abc import Sequence

from rules.errors import N_
from rules.messina.action.effect import Effect, no_effect
from rules.messina.action.gains import grant, pay
from rules.messina.components import HEXES
from rules.messina.events import Acted
from rules.messina.moves import Copy
from rules.messina.reasons import Refused, no_hex
from rules.messina.state import State
from rules.notation import Move


def act(state: State, seat: int, hex_: str, number: int, *, copied: bool) -> None:
    """Carry out one option of a hex action; its icons may then be used in any order (4.6)."""
    action = HEXES[hex_].action
    state.emit(Acted(seat, hex_, number, copied))
    pay(state, seat, action.cost, hex_)
    grant(state, seat, action.options[number - 1], hex_, loose=True)


def _copies(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    """Return the actions of all hexes in the city, with or without figures (6.7)."""
    affords = state.players[seat].affords
    return [
        Copy(hex_, number)
        for hex_ in state.hexes
        if affords(HEXES[hex_].action.cost)
        for number in range(1, len(HEXES[hex_].action.options) + 1)
    ]


def _copy(state: State, seat: int, effect: str, move: Copy) -> None:
    act(state, seat, move.hex, move.option, copied=True)


def _refuse_copy(state: State, seat: int, move: Copy, effects: Sequence[str]) -> Refused | None:
    if refused := no_effect(effects, "any_hex_action") or no_hex(state, move.hex):
        return refused
    return Refused(N_("The action of {hex} has no such option."), hex=move.hex)


ANY_HEX_ACTION = Effect((Copy,), _copies, _copy, _refuse_copy, needless=False)
