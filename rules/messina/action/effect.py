"""The interface of an effect: a step on a register, an overseer's advance, a building, ... (5.3)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from rules.errors import N_
from rules.messina.reasons import Refused
from rules.messina.state import State
from rules.notation import Move


class Effect(msgspec.Struct, frozen=True):
    """How an effect is offered, carried out and refused.

    ``moves`` gets all pending effects. ``apply`` gets the one that is used, and only moves that ``moves`` has
    returned. ``refuse`` says why a move is not among them, given the effects that can be used now.
    """

    says: tuple[type[Move], ...]
    moves: Callable[[State, int, Sequence[str]], list[Move]]
    apply: Callable[[State, int, str, Any], None]
    refuse: Callable[[State, int, Any, Sequence[str]], Refused | None]
    needless: bool = True  # declining is never better than any of its moves
    spends: Callable[[Any, Sequence[str]], str] | None = None  # which of these a move uses up, if several


@cache
def effect_name(effect: str) -> str:
    """Return the name of an effect: the part before the colon."""
    return effect.partition(":")[0]


def argument(effect: str) -> str:
    """Return the part after the colon, such as an overseer or a number of squares; "" for most effects."""
    return effect.partition(":")[2]


def no_effect(effects: Sequence[str], name: str) -> Refused | None:
    """Return a refusal if the effect is not among those that can be used now."""
    return None if name in effects else Refused(N_("You have nothing that allows that now: {effect}."), effect=name)
