"""Repopulating Messina: conditions, what is given up, the tile (section 5.9)."""

from collections.abc import Iterator

from rules.game import Decision
from rules.messina import estate
from rules.messina.components import CLASSES, DISTRICTS
from rules.messina.effects import affordable, amid, between, pay
from rules.messina.events import Given, Parted, Rats, Repopulated, Repopulating
from rules.messina.moves import Give, Part
from rules.messina.state import GOLD, NORMAL, Player, State
from rules.notation import Move


def wanted(hex_: str) -> list[tuple[str, int]]:
    """The citizens asked for, one by one: class and least side, upgraded ones of a class first."""
    district = DISTRICTS[hex_]
    return [
        (citizen, side)
        for citizen in CLASSES
        for side, table in ((GOLD, district.gold), (NORMAL, district.citizens))
        for _ in range(table.get(citizen, 0))
    ]


WANTED = {hex_: wanted(hex_) for hex_ in DISTRICTS}


def can_repopulate(state: State, seat: int, hex_: str) -> bool:
    """Whether all six conditions hold (5.9)."""
    player = state.players[seat]
    return bool(
        hex_ in DISTRICTS
        and state.hexes[hex_].owner is None
        and player.tiles
        and any(not cart.used for cart in player.wagons)
        and affordable(player, DISTRICTS[hex_].cost)
        and (not DISTRICTS[hex_].lieutenants or player.lying or player.ready)
        and enough_citizens(player, hex_)
    )


def enough_citizens(player: Player, hex_: str) -> bool:
    """Whether the citizens asked for are on squares or in workshops."""
    district = DISTRICTS[hex_]
    for citizen in CLASSES:
        gold, either = district.gold.get(citizen, 0), district.citizens.get(citizen, 0)
        if gold or either:
            sides = [estate.side(player, spot) for spot in estate.spots(player, citizen)]
            if sides.count(GOLD) < gold or len(sides) < gold + either:
                return False
    return True


def repopulate(state: State, seat: int, hex_: str) -> None:
    """Begin: pay the cost, use a wagon, then ask for citizens and a lieutenant (steps 1 to 3)."""
    cart = next(cart for cart in state.players[seat].wagons if not cart.used)
    cart.used = True
    state.happened(Repopulating(seat, hex_, cart.tile))
    pay(state, seat, DISTRICTS[hex_].cost, hex_)
    giving = Giving(hex=hex_, left=list(WANTED[hex_]), lieutenants=DISTRICTS[hex_].lieutenants)
    state.pending[seat].append(giving)


class Giving(Decision, tag="give"):
    """Which citizens and which lieutenant are given up for the hex."""

    hex: str
    left: list[tuple[str, int]]  # citizens still asked for: class and least side
    lieutenants: int

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Everybody who fits; if all who fit must go there is nothing to choose."""
        return amid(state, seat, self._own(state, seat))

    def _own(self, state: State, seat: int) -> Iterator[Move]:
        player = state.players[seat]
        if self.left:
            citizen, least = self.left[0]
            fitting = [spot for spot in estate.spots(player, citizen) if estate.side(player, spot) >= least]
            if len(fitting) == self.left.count((citizen, least)):
                del fitting[1:]
            yield from map(Give, fitting)
        else:
            yield from map(Part, [*dict.fromkeys(player.lying), *["home"] * bool(player.ready)])

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Take the citizen or lieutenant; when nobody is asked for any more, lay the tile."""
        if between(state, seat, move):
            return
        player = state.players[seat]
        match move:
            case Give(spot):
                self.left.pop(0)
                state.happened(Given(seat, estate.take(player, spot), spot))
            case Part(start):
                self.lieutenants -= 1
                player.box += 1
                if start == "home":
                    player.ready -= 1
                else:
                    player.lying.remove(start)
                state.happened(Parted(seat, start))
        if not self.left and not self.lieutenants:
            state.pending[seat].pop()
            _lay_tile(state, seat, self.hex)


def _lay_tile(state: State, seat: int, hex_: str) -> None:
    """Steps 4 and 5: the tile, and a rat if there is plague."""
    player = state.players[seat]
    player.tiles -= 1
    state.hexes[hex_].owner = seat
    state.happened(Repopulated(seat, hex_, DISTRICTS[hex_].points))
    if state.hexes[hex_].cubes:
        player.rats += 1
        state.happened(Rats(seat, 1, hex_, "repopulation"))
