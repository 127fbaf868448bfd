"""Repopulating Messina: conditions, what is given up, the tile (section 5.9)."""

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.gains import pay
from rules.messina.action.interjections import Interruptible
from rules.messina.components import CLASSES, DISTRICTS
from rules.messina.events import Given, Parted, Rats, Repopulated, Repopulating
from rules.messina.moves import Give, Part
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import GOLD, NORMAL, Player, State
from rules.notation import Move


def wanted(hex_: str) -> list[tuple[str, int]]:
    """Return the required citizens one by one: class and lowest side, upgraded ones of a class first."""
    district = DISTRICTS[hex_]
    return [
        (citizen, side)
        for citizen in CLASSES
        for side, table in ((GOLD, district.gold), (NORMAL, district.citizens))
        for _ in range(table.get(citizen, 0))
    ]


WANTED = {hex_: wanted(hex_) for hex_ in DISTRICTS}


def can_repopulate(state: State, seat: int, hex_: str) -> bool:
    """Return whether all six conditions are met (5.9)."""
    player = state.players[seat]
    return bool(
        hex_ in DISTRICTS
        and False in [cart.used for cart in player.wagons]
        and state.hexes[hex_].owner is None
        and player.tiles
        and player.affords(DISTRICTS[hex_].cost)
        and (not DISTRICTS[hex_].lieutenants or player.lying or player.ready)
        and enough_citizens(player, hex_)
    )


def enough_citizens(player: Player, hex_: str) -> bool:
    """Return whether the required citizens are on squares or in workshops."""
    district = DISTRICTS[hex_]
    for citizen in CLASSES:
        gold, either = district.gold.get(citizen, 0), district.citizens.get(citizen, 0)
        if gold or either:
            sides = [estate.side_of(player, spot) for spot in estate.spots_of(player, citizen)]
            if sides.count(GOLD) < gold or len(sides) < gold + either:
                return False
    return True


def refuse_repopulation(state: State, seat: int, hex_: str) -> Refused:
    """Return why the hex, or no hex if there was none to choose, can't be repopulated now."""
    player = state.players[seat]
    if not hex_:
        return Refused(N_("You can repopulate only the hex you chose this turn, instead of using its action."))
    if hex_ not in DISTRICTS:
        return Refused(N_("You can’t repopulate a harbour."))
    district = DISTRICTS[hex_]
    if state.hexes[hex_].owner is not None:
        return Refused(N_("Already repopulated: {hex}."), hex=hex_)
    if not player.tiles:
        return Refused(N_("You have no repopulation tile left."))
    if not any(not cart.used for cart in player.wagons):
        return Refused(N_("Repopulating needs a wagon that is unused this round; you have none."))
    if refused := too_dear(player, hex_, district.cost, N_("Repopulating {what} costs {cost}; you have {have}.")):
        return refused
    if not enough_citizens(player, hex_):
        return Refused(
            N_("Repopulating {hex} needs citizens on squares or in workshops: {citizens}; upgraded ones: {gold}."),
            hex=hex_,
            citizens=tuple(f"{number} {name}" for name, number in district.citizens.items()),
            gold=tuple(f"{number} {name}" for name, number in district.gold.items()),
        )
    return Refused(N_("Repopulating {hex} needs a lieutenant that is unused this round; you have none."), hex=hex_)


def repopulate(state: State, seat: int, hex_: str) -> None:
    """Start a repopulation: pay the cost, use a wagon, then ask for citizens and a lieutenant (steps 1 to 3)."""
    cart = next(cart for cart in state.players[seat].wagons if not cart.used)
    cart.used = True
    state.emit(Repopulating(seat, hex_, cart.tile))
    pay(state, seat, DISTRICTS[hex_].cost, hex_)
    giving = Giving(hex=hex_, left=list(WANTED[hex_]), lieutenants=DISTRICTS[hex_].lieutenants)
    state.pending[seat].append(giving)


class Giving(Interruptible, tag="give"):
    """The choice of the citizens and the lieutenant to give up for the hex."""

    hex: str
    left: list[tuple[str, int]]  # citizens still to give up: class and lowest side
    lieutenants: int

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return every citizen or lieutenant that fits. If all of them must go, there is no choice."""
        player = state.players[seat]
        if not self.left:
            return [Part(start) for start in (*dict.fromkeys(player.lying), *["home"] * bool(player.ready))]
        citizen, least = self.left[0]
        fitting = [spot for spot in estate.spots_of(player, citizen) if estate.side_of(player, spot) >= least]
        if len(fitting) == self.left.count((citizen, least)):
            del fitting[1:]
        return [Give(spot) for spot in fitting]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Take the citizen or lieutenant. After the last one, lay the tile."""
        player = state.players[seat]
        match move:
            case Give(spot):
                self.left.pop(0)
                state.emit(Given(seat, estate.take_citizen(player, spot), spot))
            case Part(start):
                self.lieutenants -= 1
                player.box += 1
                if start == "home":
                    player.ready -= 1
                else:
                    player.lying.remove(start)
                state.emit(Parted(seat, start))
        if not self.left and not self.lieutenants:
            state.pending[seat].pop()
            _lay_tile(state, seat, self.hex)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        match move:
            case Give():
                return self._refuse_citizen(state, seat, move)
            case Part():
                return self._refuse_lieutenant(state, seat, move)
        return Refused(N_("First choose which citizens you give up for repopulating {hex}."), hex=self.hex)

    def _refuse_citizen(self, state: State, seat: int, move: Give) -> Refused:
        if not self.left:
            return Refused(N_("You have given up all citizens; now choose a lieutenant."))
        citizen, least = self.left[0]
        player = state.players[seat]
        if move.spot not in estate.spots_of(player, citizen):
            return Refused(N_("You have no such citizen there ({citizen}): {spot}."), citizen=citizen, spot=move.spot)
        if estate.side_of(player, move.spot) < least:
            return Refused(N_("You need to choose an upgraded citizen: {citizen}."), citizen=citizen)
        return Refused(N_("You must give up every citizen that fits, so there is nothing to choose."))

    def _refuse_lieutenant(self, state: State, seat: int, move: Part) -> Refused:
        if self.left:
            return Refused(N_("First choose the citizens."))
        if move.start in state.players[seat].standing:
            return Refused(N_("The lieutenant on {place} was used this round; choose an unused one."), place=move.start)
        return Refused(N_("You have no unused lieutenant there: {place}."), place=move.start)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the hex asks for these last citizens and lieutenants, and the seat has them."""
        player, hex_, left, lieutenants = state.players[seat], self.hex, self.left, self.lieutenants
        if hex_ not in DISTRICTS or hex_ not in player.standing:
            return False
        asked = WANTED[hex_]
        if left != asked[len(asked) - len(left) :] or lieutenants != DISTRICTS[hex_].lieutenants:
            return False
        if (
            state.hexes[hex_].owner is not None
            or not player.tiles
            or (lieutenants and not player.ready and not player.lying)
        ):
            return False
        for citizen in CLASSES:
            sides = sorted((estate.side_of(player, spot) for spot in estate.spots_of(player, citizen)), reverse=True)
            wanted = sorted((least for name, least in left if name == citizen), reverse=True)
            if len(sides) < len(wanted) or any(side < least for side, least in zip(sides, wanted, strict=False)):
                return False
        return True


def _lay_tile(state: State, seat: int, hex_: str) -> None:
    """Carry out steps 4 and 5: the tile, and a rat if there is plague."""
    player = state.players[seat]
    player.tiles -= 1
    state.hexes[hex_].owner = seat
    state.emit(Repopulated(seat, hex_, DISTRICTS[hex_].points))
    if state.hexes[hex_].cubes:
        player.rats += 1
        state.emit(Rats(seat, 1, hex_, "repopulation"))
