"""Peasantry (section 8)."""

from collections.abc import Iterator

from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.events import Placed
from rules.rattus.moves import Peasant
from rules.rattus.reasons import Refused, no_region, no_stock
from rules.rattus.state import State


def _options(state: State, seat: int) -> Iterator[Move]:
    """Any region, in the final round."""
    return map(Peasant, state.cubes if state.stock[seat] else ())


def _place(state: State, seat: int, move: Peasant) -> None:
    state.stock[seat] -= 1
    state.cubes[move.region][seat] += 1
    state.happened(Placed(seat, move.region, 1, "peasant"))


def _refuse(state: State, seat: int, move: Peasant) -> Refused | None:
    return no_region(state, move.region) or no_stock(state, seat)


PEASANT = Ability(Peasant, _options, _place, _refuse, extra_cubes=1)
