"""Preparing a round: order, ships, a new hex, plague, citizens (sections 3.5 and 7.3 to 7.8)."""

from collections.abc import Mapping

from rules.decision import Decision
from rules.errors import N_
from rules.messina import round_events as e
from rules.messina import solo
from rules.messina.city import berth, next_place
from rules.messina.components import CLASSES, DISTRICTS, DOCK_TILES, HEXES, REGISTERS, ROUNDS, WHEEL
from rules.messina.events import Rats
from rules.messina.moves import Priority
from rules.messina.reasons import Refused
from rules.messina.state import Moored, State
from rules.notation import Move

COLOURED: Mapping[str, frozenset[str]] = {
    colour: frozenset(one.id for one in DISTRICTS.values() if one.colour == colour)
    for colour in {getattr(position, citizen) for position in WHEEL for citizen in CLASSES}
}


def prepare(state: State) -> None:
    """Prepare the next round from its marker to the turn order, which a player may have to choose (steps I to IV)."""
    state.round += 1
    for player in state.players:
        player.lying = sorted(player.lying + player.standing)
        player.standing = []
        player.ready += player.used
        player.used = 0
    for hex_, place in state.hexes.items():
        place.taken = False
        if place.cubes and place.citizens:
            state.emit(e.CitizensLost(hex_, tuple(place.citizens)))
            place.citizens = []
    if state.opponent is not None:
        begin_round(state, "solo")
        return
    rule = state.options["round4_order"]
    priority = priority_of(state, state.round)
    if priority != "score":
        state.order = state.registers[priority].order()
    elif rule == "score_order":
        state.order = state.score_order()
    else:
        ranked = state.score_order()
        state.phase = "priority"
        state.pending[ranked[0] if rule == "leader_chooses" else ranked[-1]].append(Choosing())
        return
    begin_round(state, priority)


def priority_of(state: State, number: int) -> str:
    """Return the register that has priority in a round, from the table or the tile on top of it (7.4, 9.2)."""
    printed = ROUNDS[number]
    return printed.priority_tile if state.options.get("priority_tile") == "on" else printed.priority


class Choosing(Decision, tag="priority"):
    """The choice of the register with priority, at tables that leave it to a player (D12)."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a choice for each of the three registers."""
        return [Priority(register) for register in REGISTERS]

    def apply(self, state: State, seat: int, move: Priority) -> None:
        """Set the order and continue the preparation."""
        state.pending[seat].pop()
        state.order = state.registers[move.register].order()
        state.emit(e.PriorityChosen(seat, move.register))
        begin_round(state, move.register)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if not isinstance(move, Priority):
            return Refused(N_("First choose the register that sets the turn order."))
        return Refused(
            N_("“{word}” is not a register. They are: {registers}."), word=move.register, registers=REGISTERS
        )


def begin_round(state: State, priority: str) -> None:
    """Place ships, the new hex, plague, citizens and wagons, then start the first turn (steps V to VIII)."""
    printed = ROUNDS[state.round]
    harbour, first_dock = _ships(state, printed.ships[state.seats])
    if printed.new_hex and state.hex_stack:
        _new_hex(state, first_dock if state.options["new_hex_start"] == "ship" else harbour)
    if printed.late_workshops:
        state.late_offered = True
        state.emit(e.LateWorkshops([stack[-1] if stack else "" for stack in state.late.values()]))
    for _ in range(printed.plague_turns):
        turn_wheel(state)
    if printed.citizens:
        place_citizens(state)
    for player in state.players:
        for cart in player.wagons:
            cart.used = False
    if state.opponent is not None:
        solo.begin(state, state.opponent)
    state.phase = "turns"
    state.active = state.order[-1]
    state.emit(e.RoundBegan(state.round, solo.order(state), priority))
    state.barrier()


def _ships(state: State, number: int) -> tuple[str, str]:
    """Carry out step V. Returns the corner drawn and the corner of the first ship's dock."""
    corner = state.dock_tiles.pop()
    if not state.dock_tiles:
        state.dock_tiles = list(DOCK_TILES)
        state.chance.shuffle(state.dock_tiles)
    state.emit(e.DockDrawn(corner, len(state.dock_tiles) == len(DOCK_TILES)))
    docks = []
    for ship in [state.ship_stack.pop() for _ in range(min(number, len(state.ship_stack)))]:
        dock = berth(state, corner)
        cube = state.plague > 0
        state.plague -= cube
        state.docks[dock].append(Moored(ship, cube))
        docks.append(dock)
        state.emit(e.ShipArrived(ship, dock, cube))
    return corner, docks[0].removeprefix("dock-") if docks else corner


def _new_hex(state: State, corner: str) -> None:
    hex_ = state.hex_stack.pop()
    place = next_place(state, corner)
    state.add_hex(hex_, place)
    state.emit(e.HexAdded(hex_, place))


def turn_wheel(state: State) -> None:
    """Turn the wheel one position and place plague: on all the hexes with its rat, or on none (7.8)."""
    state.wheel = (state.wheel + 1) % len(WHEEL)
    rat = WHEEL[state.wheel].rat
    state.emit(e.WheelTurned(state.wheel + 1, rat))
    targets = [hex_ for hex_ in state.hexes if HEXES[hex_].rat == rat]
    if len(targets) > state.plague:
        state.emit(e.PlagueFailed(len(targets), state.plague))
        return
    state.plague -= len(targets)
    state.emit(e.PlaguePlaced(tuple(targets)))
    for hex_ in targets:
        place = state.hexes[hex_]
        place.cubes += 1
        if place.owner is not None:
            state.players[place.owner].rats += 1
            state.emit(Rats(place.owner, 1, hex_, "infection"))


def place_citizens(state: State) -> None:
    """Place a citizen of each class on every hex of the colour that the wheel shows for it (7.8)."""
    for citizen in CLASSES:
        here = COLOURED[getattr(WHEEL[state.wheel], citizen)]
        targets = [hex_ for hex_ in state.hexes if hex_ in here]
        for hex_ in targets:
            state.hexes[hex_].citizens.append(citizen)
        if targets:
            state.emit(e.CitizensCame(citizen, tuple(targets)))
