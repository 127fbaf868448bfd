"""The action step: hex action or repopulation, pending effects, register payments, in any order (4.6, 5.9)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from rules.decision import unconfirmed
from rules.errors import N_
from rules.messina import moves as m
from rules.messina.action import EFFECT_OF, EFFECTS, carry_out_action, estate, refuse_effect
from rules.messina.action.gains import effect_name, gain, grant, pay, payments, step_price
from rules.messina.action.interruptible import Interruptible, end_turn
from rules.messina.components import CITIZEN_CLASSES, DISTRICTS, EVEN_SHIP_BONUS, HEXES, REGISTER, SHIPS
from rules.messina.events import Acted, Given, Parted, Rats, Repopulated, Repopulating
from rules.messina.moves import Give, Part
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import GOLD_SIDE, NORMAL_SIDE, Player, State
from rules.notation import End, Move

# By hex: the required citizens one by one, as class and lowest side, upgraded ones of a class first.
CITIZENS_WANTED = {
    district.id: [
        (citizen, side)
        for citizen in CITIZEN_CLASSES
        for side, table in ((GOLD_SIDE, district.gold), (NORMAL_SIDE, district.citizens))
        for _ in range(table.get(citizen, 0))
    ]
    for district in DISTRICTS.values()
}


def can_repopulate(state: State, seat: int, hex_: str) -> bool:
    """Return whether the hex can be repopulated: all six conditions are met (5.9)."""
    player = state.players[seat]
    return bool(
        hex_ in DISTRICTS
        and False in [cart.used for cart in player.wagons]
        and state.hexes[hex_].owner is None
        and player.tiles
        and player.affords(DISTRICTS[hex_].cost)
        and (not DISTRICTS[hex_].lieutenants or player.lying or player.ready)
        and enough_citizens(player, CITIZENS_WANTED[hex_])
    )


def enough_citizens(player: Player, wanted: Sequence[tuple[str, int]]) -> bool:
    """Return whether enough citizens of the required classes and minimum sides are on squares or in workshops."""
    for citizen in CITIZEN_CLASSES:
        if least := [side for name, side in wanted if name == citizen]:
            sides = [estate.side_of(player, spot) for spot in estate.spots_of(player, citizen)]
            if sides.count(GOLD_SIDE) < least.count(GOLD_SIDE) or len(sides) < len(least):
                return False
    return True


def refuse_repopulation(state: State, seat: int, hex_: str) -> Refused:
    """Return why the hex can't be repopulated now. ``hex_`` is empty if no hex is open in this action step."""
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
        return Refused(N_("To repopulate, you need a wagon that is unused this round; you have none."))
    if refused := too_dear(player, hex_, district.cost, N_("Repopulating {what} costs {cost}; you have {have}.")):
        return refused
    if not enough_citizens(player, CITIZENS_WANTED[hex_]):
        told = N_(
            "To repopulate {hex}, you need citizens on squares or in workshops: {citizens}; upgraded ones: {gold}."
        )
        citizens = tuple(f"{number} {name}" for name, number in district.citizens.items())
        gold = tuple(f"{number} {name}" for name, number in district.gold.items())
        return Refused(told, hex=hex_, citizens=citizens, gold=gold)
    return Refused(N_("To repopulate {hex}, you need a lieutenant that is unused this round; you have none."), hex=hex_)


def repopulate(state: State, seat: int, hex_: str) -> None:
    """Start a repopulation: pay the cost, use a wagon, then ask which citizens and lieutenant to give up."""
    cart = next(cart for cart in state.players[seat].wagons if not cart.used)
    cart.used = True
    state.emit(Repopulating(seat, hex_, cart.tile))
    pay(state, seat, DISTRICTS[hex_].cost, hex_)
    giving = Giving(hex=hex_, left=list(CITIZENS_WANTED[hex_]), lieutenants=DISTRICTS[hex_].lieutenants)
    state.pending[seat].append(giving)


class Giving(Interruptible, tag="give"):
    """Choosing the citizens and the lieutenant to give up for the repopulation."""

    hex: str
    left: list[tuple[str, int]]  # citizens still to give up: class and lowest side
    lieutenants: int

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the moves that give up a citizen or lieutenant, or only the first if all matching citizens must go."""
        player = state.players[seat]
        if not self.left:
            return [Part(start) for start in (*dict.fromkeys(player.lying), *["home"] * bool(player.ready))]
        citizen, least = self.left[0]
        fitting = [spot for spot in estate.spots_of(player, citizen) if estate.side_of(player, spot) >= least]
        if len(fitting) == self.left.count((citizen, least)):
            del fitting[1:]
        return [Give(spot) for spot in fitting]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Remove the citizen or lieutenant.

        After the last one, place the repopulation tile, and take a rat if there is plague.
        """
        player = state.players[seat]
        match move:
            case Give(spot):
                self.left.pop(0)
                state.emit(Given(seat, estate.take_citizen(player, spot), spot))
            case Part(start):
                self.lieutenants -= 1
                player.box += 1
                player.take_lieutenant(start)
                state.emit(Parted(seat, start))
        if not self.left and not self.lieutenants:
            state.pending[seat].pop()
            player.tiles -= 1  # steps 4 and 5: the tile, and a rat if there is plague
            state.hexes[self.hex].owner = seat
            state.emit(Repopulated(seat, self.hex, DISTRICTS[self.hex].points))
            if state.hexes[self.hex].cubes:
                player.rats += 1
                state.emit(Rats(seat, 1, self.hex, "repopulation"))

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        player = state.players[seat]
        match move:
            case Give() if not self.left:
                return Refused(N_("You have given up all the citizens needed; now choose a lieutenant."))
            case Give(spot):
                citizen, least = self.left[0]
                if spot not in estate.spots_of(player, citizen):
                    told = N_("You have no such citizen there ({citizen}): {spot}.")
                    return Refused(told, citizen=citizen, spot=spot)
                if estate.side_of(player, spot) < least:
                    return Refused(N_("You need to choose an upgraded citizen: {citizen}."), citizen=citizen)
                return Refused(N_("You must give up every matching citizen, so there is nothing to choose."))
            case Part() if self.left:
                return Refused(N_("First choose the citizens."))
            case Part(start) if start in player.standing:
                told = N_("The lieutenant on {place} has already been used this round; choose an unused one.")
                return Refused(told, place=start)
            case Part(start):
                return Refused(N_("You have no unused lieutenant there: {place}."), place=start)
        return Refused(N_("First choose which citizens you give up for repopulating {hex}."), hex=self.hex)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the hex still requires these citizens and lieutenants, and the seat has them."""
        player, hex_, left, lieutenants = state.players[seat], self.hex, self.left, self.lieutenants
        if hex_ not in DISTRICTS or hex_ not in player.standing:
            return False
        asked = CITIZENS_WANTED[hex_]
        if left != asked[len(asked) - len(left) :] or lieutenants != DISTRICTS[hex_].lieutenants:
            return False
        if state.hexes[hex_].owner is not None or not player.tiles or lieutenants > player.ready + len(player.lying):
            return False
        return enough_citizens(player, left)


# The hexes that only give tokens, and the move that takes them.
TAKE = m.Act(1)
GIFTS = frozenset(
    hex_.id
    for hex_ in HEXES.values()
    for option in hex_.action.options
    if len(hex_.action.options) == 1 and not (hex_.action.cost or option.steps or option.effects)
    if "points" not in option.gains
)

# By hex: the options that are carried out as a whole, and the effects of the others with the number of their option
# (their moves are offered instead). Empty if no hex is open.
AT_ONCE: Mapping[str, list[int]] = {"": []} | {
    hex_.id: [n for n, option in enumerate(hex_.action.options, 1) if option.simple or hex_.action.cost]
    for hex_ in HEXES.values()
}
ASKED: Mapping[str, Mapping[str, int]] = {"": {}} | {
    hex_.id: {
        effect: n
        for n, option in enumerate(hex_.action.options, 1)
        if n not in AT_ONCE[hex_.id]
        for effect in option.effects
    }
    for hex_ in HEXES.values()
}


def start_actions(state: State, seat: int, hex_: str) -> None:
    """Start the action step, with the action of ``hex_`` (unless empty) and the register actions that have waited."""
    state.acting = True
    state.pending[seat].append(Actions(hex=hex_))
    player = state.players[seat]
    waiting, player.deferred = player.deferred, []
    for source in waiting:  # Actions of register spaces entered before can be used now (6.6, A19).
        register, space = source.split("-")
        grant(state, seat, REGISTER[register][int(space) - 1].action, source, loose=True)


def take_ship(state: State, seat: int, ship: str) -> None:
    """Move the ship to the estate, give what it brings, and start the action step.

    Every second ship also lets the player advance an overseer (K3).
    """
    player = state.players[seat]
    dock, moored = state.ship(ship)
    state.docks[dock].remove(moored)
    player.ships.append(ship)
    printed = SHIPS[ship]
    gain(state, seat, {k: n for k, n in (("coin", printed.coins), ("points", printed.points)) if n}, ship)
    start_actions(state, seat, "")
    if len(player.ships) % 2 == 0:
        grant(state, seat, EVEN_SHIP_BONUS, "even ships", loose=True)


class Actions(Interruptible, tag="act"):
    """Choosing what to do next in the action step. ``hex``: the hex whose action or repopulation is open, or ""."""

    payable: ClassVar[Literal["always"]] = "always"
    hex: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return every open action, payments, moves of citizens into workshops, and the end of the turn.

        If nothing is possible but to take tokens from the hex, return only that.
        """
        player = state.players[seat]
        moves: list[Move] = []
        if self._can_act(player):
            moves += map(m.Act, AT_ONCE[self.hex])
        if effects := [*player.queue, *ASKED[self.hex]]:
            for name in dict.fromkeys(map(effect_name, effects)):
                moves += EFFECTS[name].moves(state, seat, effects)
        if self.hex and can_repopulate(state, seat, self.hex):
            moves.append(m.Repopulate())
        moves += payments(state, seat)
        if player.workshops:
            moves += estate.workshop_moves(state, seat)
        if self.hex in GIFTS and moves == [TAKE] and not player.queue:
            return moves  # Tokens are always worth taking.
        moves.append(End())
        return moves

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Carry out the move. The action step continues until the player ends it."""
        if type(move) is End:
            state.pending[seat].pop()
            end_turn(state, seat)
        elif type(move) in EFFECT_OF:
            effect, queue = EFFECT_OF[type(move)], state.players[seat].queue
            if spends := EFFECTS[effect].spends:  # A pending effect comes before the hex action.
                effect = spends(move, [*queue, *ASKED[self.hex]])
            if effect not in queue:
                number = ASKED[self.hex][effect]
                state.emit(Acted(seat, self.hex, number, False))
                queue += HEXES[self.hex].action.options[number - 1].effects
                self.hex = ""
            queue.remove(effect)
            EFFECTS[effect_name(effect)].apply(state, seat, effect, move)
        else:
            hex_, self.hex = self.hex, ""
            if isinstance(move, m.Act):
                carry_out_action(state, seat, hex_, move.option, copied=False)
            else:
                repopulate(state, seat, hex_)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player can act or pay instead of ending the turn, or must confirm the end of the turn."""
        player = state.players[seat]
        if player.coin >= step_price(player) or (self.hex not in GIFTS and self._can_act(player)):
            return True
        return unconfirmed(state, seat) and self.options(state, seat) != [TAKE]

    def _can_act(self, player: Player) -> bool:
        """Return whether the hex has an action that is carried out as a whole and the player can pay for it."""
        return bool(AT_ONCE[self.hex]) and player.affords(HEXES[self.hex].action.cost)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is no longer possible in this turn, or why no effect allows it."""
        match move:
            case m.Act() if not self.hex:
                told = N_("You have no hex action left this turn: you have used it, or your lieutenant went to a ship.")
                return Refused(told)
            case m.Act(number):
                action = HEXES[self.hex].action
                if not 1 <= number <= len(action.options):
                    return Refused(N_("The action of {hex} has no such option."), hex=self.hex)
                told = N_("The action of {hex} offers a choice. Name one of these instead: {effects}.")
                effects = tuple(effect.replace(":", " ") for effect in action.options[number - 1].effects)
                dear = N_("The action of {what} costs {cost}; you have {have}.")
                refused = too_dear(state.players[seat], self.hex, action.cost, dear)
                return refused or Refused(told, hex=self.hex, effects=effects)
            case m.Repopulate():
                return refuse_repopulation(state, seat, self.hex)
            case m.Go() | m.Board() | m.Recall():
                return Refused(
                    N_("You can use one lieutenant per turn, and you have already done so. You can end the turn now.")
                )
            case m.Rescue() | m.Fight() | m.Leave():
                return Refused(N_("Rescuing and fighting are over for this turn."))
        if type(move) in EFFECT_OF:
            return refuse_effect(state, seat, move, [*state.players[seat].queue, *ASKED[self.hex]])
        return Refused(N_("In this step you can use the action of the hex and your other actions, or end the turn."))

    def lost_on_end_turn(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the pending effects, and the hex if its action is still unused."""
        return (*state.players[seat].queue, *[self.hex] * bool(self.hex))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has a lieutenant on the hex that is open, if any."""
        return not self.hex or (self.hex in state.hexes and self.hex in state.players[seat].standing)
