"""What an effect is to whoever asks for it: a step on a register, an overseer's advance, a building, ... (5.3)."""

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

    ``moves`` gets the effects that wait, others among them; ``carry_out`` the one that is used, and only moves that
    ``moves`` has named. ``refuse`` says why a move is not named, given the effects that could be used now.
    """

    says: tuple[type[Move], ...]
    moves: Callable[[State, int, Sequence[str]], list[Move]]
    carry_out: Callable[[State, int, str, Any], None]
    refuse: Callable[[State, int, Any, Sequence[str]], Refused | None]
    needless: bool = True  # declining it is never better than any of its moves
    spends: Callable[[Any, Sequence[str]], str] | None = None  # which of these a move uses up, if not its only name


@cache
def named(effect: str) -> str:
    """The name of an effect: what stands before the colon."""
    return effect.partition(":")[0]


def argument(effect: str) -> str:
    """What an effect is for, as it stands behind the colon: an overseer, a number of squares; "" for most."""
    return effect.partition(":")[2]


def no_effect(effects: Sequence[str], name: str) -> Refused | None:
    """The effect is not among those that can be used now."""
    return None if name in effects else Refused(N_("You have nothing that allows that now: {effect}."), effect=name)
