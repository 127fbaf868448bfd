"""Chivalry (section 8; the final round: section 9.3)."""

from collections.abc import Iterator

from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.components import NEUTRAL_CUBES
from rules.rattus.events import NeutralDeclared
from rules.rattus.moves import Neutral
from rules.rattus.state import State


def _options(state: State, seat: int) -> Iterator[Move]:
    """The one declaration, before the first reveal."""
    yield Neutral()


def _declare(state: State, seat: int, move: Neutral) -> None:
    state.happened(NeutralDeclared(seat, state.plague))


def _refuse(state: State, seat: int, move: Neutral) -> None:
    """When it may be declared it is never refused."""


KNIGHT = Ability(Neutral, _options, _declare, _refuse, steps=2, neutral=NEUTRAL_CUBES, rides=True)
