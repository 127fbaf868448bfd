"""Royalty (section 8)."""

from collections.abc import Iterator

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.events import Saved
from rules.rattus.moves import King
from rules.rattus.reasons import Refused, no_cubes
from rules.rattus.state import State


def _options(state: State, seat: int) -> Iterator[Move]:
    """Each region with own cubes and without rats."""
    for region, cubes in state.cubes.items():
        if cubes[seat] and not state.rats[region]:
            yield King(region)


def _save(state: State, seat: int, move: King) -> None:
    state.cubes[move.region][seat] -= 1
    state.palace[seat] += 1
    state.happened(Saved(seat, move.region))


def _refuse(state: State, seat: int, move: King) -> Refused | None:
    return no_cubes(state, seat, move.region) or Refused(
        N_("There are rats in {region}; the King saves cubes only from regions without rats."), region=move.region
    )


KING = Ability(King, _options, _save, _refuse)
