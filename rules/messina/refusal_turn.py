"""Why a move of the turn before the action step, or of the end of a round, is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import N_
from rules.messina import moves as m
from rules.messina.city import adjacent, price
from rules.messina.components import HUT_IDS, REGISTERS, ROUNDS, SHIPS, SQUARES
from rules.messina.deal import BOARDS_OF, Dealing, owners
from rules.messina.plague import PlagueFight, ShipFight, payments
from rules.messina.reasons import Refused, cost_words, no_hex, no_start, no_workplace, not_on_square
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
    here = state.hexes[now.hex].cubes if isinstance(now, PlagueFight) else 1
    if move.cubes > here:
        return Refused(N_("There are only so many cubes here: {cubes}."), cubes=here)
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
        for hex_ in near:
            if move.also.split("+").count(hex_) > state.hexes[hex_].cubes:
                return Refused(N_("On {hex} are only so many cubes: {cubes}."), hex=hex_, cubes=state.hexes[hex_].cubes)
    return _price(state, seat, move)


def _price(state: State, seat: int, move: m.Fight) -> Refused:
    """The cubes are there, but that is not what they cost, or not in the player's hands."""
    beside = move.also.count("+") + 1 if move.also != "-" else 0
    if not max(1, beside) <= move.cubes:
        return Refused(N_("Remove at least one cube here, and on adjacent hexes at most as many as here."))
    rule, each, most = state.options["big_fire"], ROUNDS[state.round].fire_cost, 2 * move.cubes
    paid = payments(rule, each, move.cubes, most, most, beside)
    prices = sorted((fire, big) for here, fire, big, near in paid if (here, near) == (move.cubes, beside))
    player = state.players[seat]
    told = [cost_words({token: n for token, n in (("fire", fire), ("big_fire", big)) if n}) for fire, big in prices]
    return Refused(
        N_("These cubes cost one of: {prices}. You have {fire} fire and {big} big fire."),
        prices=tuple(" + ".join(words) for words in told),
        fire=player.fire,
        big=player.big_fire,
    )


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


def _take(state: State, seat: int, now: Dealing, move: m.Take) -> Refused | None:
    gone = owners(state, now.kind)
    if move.board in gone:
        return Refused(N_("Another player has taken this board: {board}."), board=move.board)
    free = tuple(board for board in BOARDS_OF[now.kind] if board not in gone)
    return Refused(N_("“{word}” is not a board to choose now. You can take: {boards}."), word=move.board, boards=free)


TURN_REASONS: Mapping[type[Move], Callable[[State, int, Any, Any], Refused | None]] = {
    m.Take: _take,
    m.Go: _go,
    m.Board: _board,
    m.Recall: _recall,
    m.Work: _work,
    m.Rescue: _rescue,
    m.Fight: _fight,
    m.House: _house,
    m.Priority: _priority,
}
