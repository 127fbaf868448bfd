"""Why a move of the turn before the action step, or of the end of a round, is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import N_
from rules.messina import moves as m
from rules.messina.city import adjacent, price
from rules.messina.components import HUT_IDS, REGISTERS, SHIPS, SQUARES
from rules.messina.plague import PlagueFight, ShipFight
from rules.messina.reasons import Refused, no_hex, no_start, no_workplace, not_on_square
from rules.messina.round_end import Quarantine
from rules.messina.state import Player, State
from rules.messina.turn import Rescuing
from rules.notation import Move


def _go(state: State, seat: int, now: Any, move: m.Go) -> Refused | None:
    if refused := no_start(state, seat, move.start) or no_hex(state, move.hex):
        return refused
    if state.hexes[move.hex].taken:
        return Refused(N_("{hex} was chosen this round already: a figure stands there."), hex=move.hex)
    return _way(state, seat, move.start, move.hex)


def _way(state: State, seat: int, start: str, to: str) -> Refused:
    return Refused(
        N_("Coins for the way from {start} to {to}: {price}. You have {coins}."),
        start=start,
        to=to,
        price=price(state, start, to),
        coins=state.players[seat].coin,
    )


def _board(state: State, seat: int, now: Any, move: m.Board) -> Refused | None:
    if move.ship not in SHIPS:
        return Refused(N_("“{word}” is not a ship."), word=move.ship)
    moored = {one.ship: dock for dock, ships in state.docks.items() for one in ships}
    if move.ship not in moored:
        return Refused(N_("{ship} lies at no dock. Ships there: {ships}."), ship=move.ship, ships=tuple(moored))
    return no_start(state, seat, move.start) or _way(state, seat, move.start, moored[move.ship])


def _recall(state: State, seat: int, now: Any, move: m.Recall) -> Refused | None:
    if move.start == "home":
        return Refused(N_("Only a lieutenant lying in the city can be called home."))
    return no_start(state, seat, move.start)


def _work(state: State, seat: int, now: Any, move: m.Work) -> Refused | None:
    player = state.players[seat]
    if refused := not_on_square(player, move.square):
        return refused
    return no_workplace(player, move.workshop, SQUARES[move.square].sector) or Refused(
        N_("Nothing is left to do but to end, or to take moves back.")
    )


def _rescue(state: State, seat: int, now: Rescuing, move: m.Rescue) -> Refused | None:
    place, player = state.hexes[now.hex], state.players[seat]
    if move.citizen not in place.citizens:
        return Refused(N_("There is no {citizen} on {hex}."), citizen=move.citizen, hex=now.hex)
    if move.spot == "-":
        return Refused(N_("There is room for the {citizen}; nobody is left behind."), citizen=move.citizen)
    if place.cubes and move.spot not in HUT_IDS:
        return Refused(
            N_("There is plague on {hex}: the {citizen} must go to a hut."), hex=now.hex, citizen=move.citizen
        )
    if not place.cubes and move.spot in HUT_IDS:
        return Refused(
            N_("There is no plague on {hex}: the {citizen} must go to a square, not to a hut."),
            hex=now.hex,
            citizen=move.citizen,
        )
    if move.citizen != place.citizens[0] and not (place.cubes and _room(player, move.spot, move.citizen) is None):
        return Refused(N_("First the {citizen}."), citizen=place.citizens[0])
    if refused := _room(player, move.spot, move.citizen):
        return refused
    if move.citizen == place.citizens[0]:
        return Refused(N_("Empty huts without an upgrade are all alike; take the first of them."))
    return Refused(N_("There is room for everybody; first the {citizen}."), citizen=place.citizens[0])


def _room(player: Player, spot: str, citizen: str) -> Refused | None:
    """The spot is not free, or not for the class."""
    if spot in HUT_IDS:
        hut = player.huts[HUT_IDS.index(spot)]
        return Refused(N_("{hut} is not empty."), hut=spot) if hut.space else None
    if spot not in SQUARES:
        return Refused(N_("“{word}” is not a square of your estate."), word=spot)
    if SQUARES[spot].sector != citizen:
        return Refused(N_("{square} is not in the sector of the {citizen}."), square=spot, citizen=citizen)
    if player.squares[list(SQUARES).index(spot)]:
        return Refused(N_("{square} is occupied."), square=spot)
    return None


def _fight(state: State, seat: int, now: PlagueFight | ShipFight, move: m.Fight) -> Refused | None:
    player = state.players[seat]
    here = state.hexes[now.hex].cubes if isinstance(now, PlagueFight) else 1
    if move.cubes > here:
        return Refused(N_("There are only so many cubes here: {cubes}."), cubes=here)
    if move.fire > player.fire or move.big > player.big_fire:
        return Refused(N_("You have {fire} fire and {big} big fire."), fire=player.fire, big=player.big_fire)
    if move.also != "-":
        if isinstance(now, ShipFight):
            return Refused(N_("Nothing is adjacent to a ship; only its own cube can be removed."))
        near = [hex_ for hex_ in adjacent(state, now.hex) if state.hexes[hex_].cubes]
        for hex_ in move.also.split("+"):
            if hex_ not in near:
                return Refused(
                    N_("“{word}” is not a hex with a cube next to {hex}. Such are: {hexes}."),
                    word=hex_,
                    hex=now.hex,
                    hexes=tuple(near),
                )
    return Refused(N_("That is not what these cubes cost."))


def _house(state: State, seat: int, now: Quarantine, move: m.House) -> Refused | None:
    if move.hut not in now.left:
        return Refused(N_("Nobody leaves {hut} now."), hut=move.hut)
    player = state.players[seat]
    citizen = player.huts[HUT_IDS.index(move.hut)].citizen
    if move.spot == "-":
        return Refused(N_("There is room for the {citizen}; nobody is left behind."), citizen=citizen)
    refused = _room(player, move.spot, citizen) if move.spot in SQUARES else no_workplace(player, move.spot, citizen)
    return refused or Refused(N_("One after the other: first {hut}."), hut=now.left[0])


def _priority(state: State, seat: int, now: Any, move: m.Priority) -> Refused | None:
    return Refused(N_("“{word}” is not a register. They are: {registers}."), word=move.register, registers=REGISTERS)


TURN_REASONS: Mapping[type[Move], Callable[[State, int, Any, Any], Refused | None]] = {
    m.Go: _go,
    m.Board: _board,
    m.Recall: _recall,
    m.Work: _work,
    m.Rescue: _rescue,
    m.Fight: _fight,
    m.House: _house,
    m.Priority: _priority,
}
