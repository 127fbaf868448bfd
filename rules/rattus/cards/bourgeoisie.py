"""Bourgeoisie (section 8)."""

from collections.abc import Iterator

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.events import CubesMoved
from rules.rattus.moves import Merchant
from rules.rattus.reasons import Refused, no_cubes, not_neighbours
from rules.rattus.state import State

MOST = 3  # cubes in one use


def _options(state: State, seat: int) -> Iterator[Move]:
    """From each region with own cubes to each neighbour, every possible number."""
    for region, cubes in state.cubes.items():
        if cubes[seat]:
            for to in state.neighbours(region):
                for number in range(1, min(MOST, cubes[seat]) + 1):
                    yield Merchant(region, to, number)


def _move(state: State, seat: int, move: Merchant) -> None:
    state.cubes[move.region][seat] -= move.cubes
    state.cubes[move.to][seat] += move.cubes
    state.happened(CubesMoved(seat, "merchant", move.region, move.to, move.cubes))


def _refuse(state: State, seat: int, move: Merchant) -> Refused | None:
    if refused := no_cubes(state, seat, move.region) or not_neighbours(state, move.region, move.to):
        return refused
    have = state.cubes[move.region][seat]
    if not 1 <= move.cubes <= MOST:
        return Refused(N_("The Merchant moves 1 to {most} cubes at once."), most=MOST)
    return Refused(N_("You have only {have} of your cubes in {region}."), have=have, region=move.region)


MERCHANT = Ability(Merchant, _options, _move, _refuse)
