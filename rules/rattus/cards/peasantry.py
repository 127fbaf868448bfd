"""Peasantry (section 8): the Peasant and the Serf place cubes, the Baker stores them."""

from typing import ClassVar

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability, CardDecision, place_cubes
from rules.rattus.events import Baked, Unloaded
from rules.rattus.moves import Baker, Peasant, Serf, Skip, Unload
from rules.rattus.reasons import Refused, no_region, no_stock
from rules.rattus.state import State

PEASANT = Ability(
    Peasant,
    options=lambda state, seat: [Peasant(region) for region in state.cubes] if state.stock[seat] else [],
    apply=lambda state, seat, move: place_cubes(state, seat, move.region, 1, "peasant"),
    refuse=lambda state, seat, move: no_region(state, move.region) or no_stock(state, seat),
)


def _ask_serf(state: State, seat: int) -> None:
    if state.stock[seat]:
        state.pending[seat].append(SerfCube())


class SerfCube(CardDecision, tag="serf"):
    """Deciding whether to place a cube in the plague region, because a rat killed another player's cube."""

    on: ClassVar[tuple[str, ...]] = ("devastation",)

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to place the cube and to skip."""
        return [Serf(), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Place the cube or skip. From the next rat on, the cube counts and can be struck."""
        if isinstance(move, Serf):
            SERF.apply(state, seat, move)
        self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has the Serf and a cube in stock, and a rat was turned over in this devastation."""
        return state.cards.get("serf") == seat and state.stock[seat] > 0 and state.pending[seat][-2].revealed

    def refuse(self, state: State, seat: int, move: Move) -> Refused:
        """Return why the move doesn't answer this question."""
        return Refused(N_("First decide whether the Serf adds a cube in {region}."), region=state.plague)


SERF = Ability(
    Serf,
    options=lambda state, seat: [],  # The question comes only after a rat has killed.
    apply=lambda state, seat, move: place_cubes(state, seat, state.plague, 1, "serf"),
    moments=("kill",),
    untimely=N_("The Serf acts only right after a rat in your own devastation has killed another player’s cube."),
    rides=True,
    killed=_ask_serf,
)


def _bake(state: State, seat: int, move: Baker) -> None:
    state.stock[seat] -= 1
    state.baked.append(seat)
    state.emit(Baked(seat))


def _taken(state: State, seat: int) -> None:
    if state.baked:
        state.pending[seat].append(UnloadBaker())


def _at_end(state: State) -> None:
    """Ask the player to the left of the Baker's owner to place the cubes on that card (section 9.4)."""
    if state.baked:
        state.begin_turn((state.baked[0] + 1) % state.seats)
        state.pending[state.active].append(UnloadBaker())


class UnloadBaker(CardDecision, tag="unload"):
    """Choosing a region for all cubes on the Baker."""

    always_ask: ClassVar[bool] = True
    on: ClassVar[tuple[str, ...]] = ("turn", "end")

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a move for every region."""
        return [Unload(region) for region in state.cubes]

    def apply(self, state: State, seat: int, move: Unload) -> None:
        """Place all the cubes on the Baker in the chosen region."""
        owner, cubes = state.baked[0], len(state.baked)
        state.baked.clear()
        state.cubes[move.region][owner] += cubes
        state.emit(Unloaded(seat, move.region, owner, cubes))
        self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has just taken the Baker, or is to the left of its owner after the final round."""
        if not state.baked:
            return False
        owner, baker = state.cards.get("baker"), state.baked[0]
        if state.phase == "final":
            return owner == baker and seat == (baker + 1) % state.seats
        return state.taken and owner == seat != baker

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Unload):
            return no_region(state, move.region)
        return Refused(N_("First place the Baker’s cubes in a region."))


BAKER = Ability(
    Baker,
    options=lambda state, seat: [Baker()] if state.stock[seat] else [],
    apply=_bake,
    refuse=lambda state, seat, move: no_stock(state, seat),
    taken=_taken,
    at_end=_at_end,
)
