"""Set up a position of Messina 1347 directly: a bare city in a known order, and seat 0 to move."""

from typing import Any

import msgspec
import pytest

from rules import GAMES
from rules.errors import IllegalMove, RulesError
from rules.game import due_seats, run_on
from rules.messina.city import next_hex_place
from rules.messina.components import CITY_LAYOUTS, DISTRICTS, HARBOUR_CORNERS, PLAGUE, ROUNDS, SOLO, SQUARE_INDEX
from rules.messina.state import Cart, CityHex, Moored, Opponent, Player, State, Workplace
from rules.notation import Move
from rules.table import Table

GAME = GAMES["messina"]
NORMAL, GOLD = 1, 2


class Scene:
    """A table whose state can be changed freely before the first move."""

    def __init__(self, seats: int = 3, round: int = 3, settled: str = "", **given: Any) -> None:  # noqa: A002
        """Set up a round. ``settled``: seat 0's filled squares. ``given``: options (texts) and seat 0's attributes."""
        self.table = Table(GAME, seats, "scene", {name: one for name, one in given.items() if isinstance(one, str)})
        state = self.state
        state.round, state.order, state.active = round, list(range(seats)), seats - 1
        state.late_offered = round >= 5
        state.plague = PLAGUE[seats]
        city = [one.id for one in DISTRICTS.values() if seats in one.players and one.kind == "A"] + ["h14"]
        corners = {corner: state.hexes[corner] for corner in HARBOUR_CORNERS}
        state.hexes = {hex_: CityHex(place) for place, hex_ in enumerate(city)} | corners
        vars(state).clear()  # Drop the cached values, which describe the city that was dealt.
        state.hex_stack = ["h20", "h19", "h18", "h17", "h16"]
        for _ in range(round - 1):
            state.add_hex(state.hex_stack.pop(), next_hex_place(state, "nw"))
        state.ship_stack += [one.ship for ships in state.docks.values() for one in ships]
        for ships in state.docks.values():
            ships.clear()
        state.ship_stack.sort(key=lambda ship: (ship[-1], ship), reverse=True)
        arrived = sum(ROUNDS[one].ships[seats] for one in range(1, round + 1))
        for register in state.registers.values():
            register.arrivals = list(range(seats))
        state.scored = list(range(seats))
        for player in state.players:
            player.points = player.coin = 0
        if state.opponent is not None:
            state.opponent.ready, state.opponent.next = SOLO.lieutenants[round - 1], False
        self.rest[:] = [state.ship_stack.pop() for _ in range(arrived)]
        state.pending = [[] for _ in range(seats)]
        state.chance.draws = 100
        state.undoable = [0] * seats
        run_on(GAME, state)
        for name, one in given.items():
            if not isinstance(one, str):
                setattr(self[0], name, one)
        for square in settled.split():
            self.settle_citizen(square)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    @property
    def rest(self) -> list[str]:
        """Return the ships that arrived before the scene: the last seat's, or in a solo game those out of the game."""
        opponent = self.state.opponent
        return self.state.players[-1].ships if opponent is None else opponent.taken

    @property
    def opponent(self) -> Opponent:
        """Return the virtual opponent of a solo game."""
        assert self.state.opponent is not None
        return self.state.opponent

    def tiles(self, *tiles: str) -> None:
        """Let the opponent draw these solo tiles next."""
        stack = self.opponent.stack
        stack[:] = [tile for tile in stack if tile not in tiles] + list(reversed(tiles))

    def boards(self, seat: int, board: str = "", scroll_board: str = "") -> None:
        """Give the seat these side-B boards. Their previous owner gets the seat's boards in exchange."""
        for kind, name in (("board", board), ("scroll_board", scroll_board)):
            for player in self.state.players:
                if name and getattr(player, kind) == name:
                    setattr(player, kind, getattr(self[seat], kind))
            if name:
                setattr(self[seat], kind, name)

    def __getitem__(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def due(self) -> list[int]:
        return due_seats(self.state)

    def moves(self, verb: str = "", seat: int | None = None) -> list[str]:
        texts = [move.text for move in self.table.legal(self._seat(seat))]
        return [text for text in texts if text.split()[0] == verb or not verb]

    def _seat(self, seat: int | None) -> int:
        return self.due[0] if seat is None else seat

    def play(self, *texts: str, seat: int | None = None) -> list[Any]:
        """Play moves and return the events of the last one."""
        events: list[Any] = []
        for text in texts:
            GAME.validate(self.state)
            events = self.table.play(self._seat(seat), text)
        GAME.validate(self.state)
        return events

    def refused(self, text: str, seat: int | None = None) -> str:
        """Check that the move is refused, and return the reason."""
        before = self.table.digest
        with pytest.raises(RulesError) as caught:
            self.table.play(self._seat(seat), text)
        assert isinstance(caught.value, IllegalMove), caught.value
        assert self.table.digest == before
        return str(caught.value)

    def infect(self, hex_: str, cubes: int = 1) -> None:
        self.state.hexes[hex_].cubes += cubes
        self.state.plague -= cubes

    def people(self, hex_: str, *citizens: str) -> None:
        self.state.hexes[hex_].citizens += citizens

    def settle_citizen(self, square: str, side: int = NORMAL, seat: int = 0) -> None:
        self[seat].squares[SQUARE_INDEX[square]] = side

    def quarantine(self, hut: int, citizen: str, space: int = 1, side: int = NORMAL, seat: int = 0) -> None:
        place = self[seat].huts[hut - 1]
        place.space, place.citizen, place.side = space, citizen, side

    def upgrade_hut(self, hut: int, tile: str, seat: int = 0) -> None:
        for stack in self.state.hut_stacks:
            if tile in stack:
                stack.remove(tile)
        self[seat].huts[hut - 1].upgrade = tile

    def workshop(self, tile: str, side: int = 0, paid: bool = False, seat: int = 0) -> None:
        for table in (self.state.early, self.state.late):
            for stack in table.values():
                if tile in stack:
                    stack.remove(tile)
        self[seat].workshops.append(Workplace(tile, side, paid))

    def wagon(self, tile: str, used: bool = False, seat: int = 0) -> None:
        for stack in self.state.wagon_stacks:
            if tile in stack:
                stack.remove(tile)
        self[seat].wagons.append(Cart(tile, used))

    def on_top(self, *tiles: str) -> None:
        """Bring tiles to the top of their stacks.

        Wagons above them go to the last seat, or in a solo game out of the game.
        """
        state = self.state
        for tile in tiles:
            for stack in [*state.hut_stacks, *state.early.values(), *state.late.values()]:
                if tile in stack:
                    stack.remove(tile)
                    stack.append(tile)
            for stack in state.wagon_stacks:
                while tile in stack[:-1]:
                    if state.opponent is None:
                        self[-1].wagons.append(Cart(stack.pop()))
                    else:
                        self.opponent.taken.append(stack.pop())

    def moor(self, ship: str, corner: str, cube: bool = True) -> None:
        """Move a ship from anywhere to a dock. If it comes from the stack, another one replaces it there."""
        state = self.state
        for ships in (self.rest, *(player.ships for player in state.players)):
            if ship in ships:
                ships.remove(ship)
                break
        else:
            state.ship_stack.remove(ship)
            state.ship_stack.append(self.rest.pop())
            state.ship_stack.sort(key=lambda ship: (ship[-1], ship), reverse=True)
        state.docks[f"dock-{corner}"].append(Moored(ship, cube))
        state.plague -= cube

    def own_ships(self, seat: int, *ships: str) -> None:
        for ship in ships:
            self.moor(ship, "nw", cube=False)
            self.state.docks["dock-nw"].pop()
            self[seat].ships.append(ship)

    def lie(self, seat: int, *places: str) -> None:
        """Lay lieutenants from home on their sides in these places of the city."""
        self[seat].ready -= len(places)
        self[seat].lying = sorted([*self[seat].lying, *places])

    def stand(self, seat: int, *places: str) -> None:
        """Move lieutenants from home to these places of the city, standing, as if they had been used this round."""
        self[seat].ready -= len(places)
        self[seat].standing = sorted([*self[seat].standing, *places])
        for place in places:
            if place in self.state.hexes:
                self.state.hexes[place].taken = True

    def register(self, name: str, *spaces: int) -> None:
        self.state.registers[name].spaces = list(spaces)

    def turn(self, seat: int) -> None:
        """Make it this seat's turn."""
        self.state.pending = [[] for _ in range(self.state.seats)]
        self.state.active = self.state.order[self.state.order.index(seat) - 1]
        run_on(GAME, self.state)

    def fix(self) -> None:
        """Begin the log here, so that later moves can be undone."""
        self.table = Table.from_position(GAME, msgspec.to_builtins(self.state))

    def last_turn(self, seat: int = 0) -> None:
        """Use up all lieutenants except one at this seat's home, and make it this seat's turn."""
        free = [hex_ for hex_, place in self.state.hexes.items() if not place.taken and hex_ not in HARBOUR_CORNERS]
        for other in range(self.state.seats):
            keep = int(other == seat)
            while self[other].lying:
                self[other].lying.pop()
                self[other].ready += 1
            while self[other].ready > keep:
                self.stand(other, free.pop())
        if self.state.opponent is not None:
            self.opponent.ready = 0
            self.opponent.shown += reversed(self.opponent.stack)  # Treat the tiles as drawn without naming a free hex.
            self.opponent.stack = []
        self.turn(seat)

    def end_round(self, seat: int = 0) -> None:
        """Send the round's last lieutenant to a harbour, without an action."""
        self.last_turn(seat)
        corner = next(one for one in HARBOUR_CORNERS if not self.state.hexes[one].taken)
        self.play(f"go home {corner}", seat=seat)
        self.end()

    def end(self) -> None:
        """End the turn if it has not ended already."""
        if self.state.acting:
            self.play("end", seat=self.state.active)


def spots(moves: list[str]) -> list[str]:
    """Return the last word of each move."""
    return [move.split()[-1] for move in moves]


def happened(events: list[Any], kind: type) -> list[Any]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


__all__ = ["CITY_LAYOUTS", "GAME", "GOLD", "NORMAL", "Move", "Scene", "happened", "spots"]
