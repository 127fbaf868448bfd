"""A turn up to the action step: choose, move, rescue, fight the plague (4.3 to 4.8, 5.1 and 5.2)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.action_step import start_actions, take_ship
from rules.messina.action.gains import gain, take_step
from rules.messina.action.interruptible import Finish, Interruptible, with_workshop_moves
from rules.messina.city import distances_from, journeys, starting_places, travel_price
from rules.messina.components import DISTRICTS, DOCKS, HUT_IDS, ROUNDS, SHIPS
from rules.messina.events import Boarded, CubeLeft, Fought, Rats, Recalled, Rescued, Tribute, Went
from rules.messina.moves import Board, Fight, Go, Leave, Recall, Rescue
from rules.messina.reasons import Refused, cost_words, no_hex, no_room, no_start
from rules.messina.state import NORMAL_SIDE, Moored, Player, State
from rules.notation import Move

Payment = tuple[int, int, int, int]  # cubes removed here, fire, big fire, cubes removed on adjacent hexes
# Which payments are legal, by the fires for a cube and the reading of the rules.
LEGAL_PAYMENTS: Mapping[tuple[int, str], Callable[[int, int, int, int], bool]] = {
    # A big fire removes one cube here, two here, or one here and one on an adjacent hex.
    (1, "clarified"): lambda here, fire, big, beside: big <= here - fire <= 2 * big - beside,
    (1, "printed"): lambda here, fire, big, beside: fire + big == here,
    # Two fires or one big fire remove a cube here. Two big ones remove one here and one on an adjacent hex.
    (2, "clarified"): lambda here, fire, big, beside: big >= 2 * beside and fire == 2 * (here - big + beside),
    # A big fire also counts as a fire here. A cube takes two of either kind, and an adjacent one only two big ones.
    (2, "printed"): lambda here, fire, big, beside: fire + big == 2 * here and big - fire % 2 >= 2 * beside,
}


@lru_cache(512)
def payments(rule: str, price: int, cubes: int, fire: int, big: int, near: int) -> tuple[Payment, ...]:
    """Return every legal payment: cubes removed here, fire, big fire, and cubes removed nearby.

    ``rule`` is the table's rule for big fire, ``price`` the fire per cube. The other arguments are upper limits: the
    cubes here, the player's fire and big fire, and the cubes nearby.
    """
    legal = LEGAL_PAYMENTS[price, rule]
    return tuple(
        (here, plain, large, beside)
        for here in range(1, cubes + 1)
        for plain in range(fire + 1)
        for large in range(big + 1)
        for beside in range(min(near, here, large) + 1)
        if legal(here, plain, large, beside)
    )


def affordable_fights(state: State, seat: int, cubes: int, near: dict[str, int]) -> list[Move]:
    """Return the fights that the player can pay for. ``cubes``: number here; ``near``: number on each adjacent hex."""
    player = state.players[seat]
    if not player.fire and not player.big_fire:
        return []
    rule, price = state.options["big_fire"], ROUNDS[state.round].fire_cost
    paid = payments(rule, price, cubes, player.fire, player.big_fire, sum(near.values()))
    return [
        Fight(here, fire, big, "+".join(also) or "-")
        for here, fire, big, beside in paid
        for also in combinations_with_replacement(near, beside)
        if all(also.count(hex_) <= near[hex_] for hex_ in also)
    ]


def _remove(state: State, seat: int, move: Fight, source: str, also: tuple[str, ...]) -> None:
    """Spend the fire, and return the cubes to the supply. Each gives points and a step on popularity (5.2)."""
    player = state.players[seat]
    player.fire -= move.fire
    player.big_fire -= move.big
    cubes = move.cubes + len(also)
    state.plague += cubes
    state.emit(Fought(seat, source, move.fire, move.big, move.cubes, also))
    points = cubes * ROUNDS[state.round].points_per_cube
    gain(state, seat, {"points": points} if points else {}, "plague")
    for _ in range(cubes):
        take_step(state, seat, "popularity")


class Fighting(Interruptible):
    """Deciding whether to fight the plague, and how."""

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether there is certainly a choice: the player has enough fire for a cube under every rule."""
        return state.players[seat].fire >= ROUNDS[state.round].fire_cost

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't fight the plague here, or why these cubes can't be removed for this payment."""
        where = str(getattr(self, "hex", "") or getattr(self, "ship", ""))
        cubes, near = 1, dict[str, int]()
        if where in state.hexes:
            cubes, near = state.hexes[where].cubes, near_cubes(state, where)
        if not isinstance(move, Fight):
            return Refused(N_("First decide whether to fight the plague: {where}."), where=where)
        if move.cubes > cubes:
            return Refused(N_("There aren’t that many cubes here, only {cubes}."), cubes=cubes)
        also = move.adjacent_hexes
        if also and where not in state.hexes:
            return Refused(N_("A ship has no adjacent hexes; you can only remove its own cube."))
        if strange := [hex_ for hex_ in also if hex_ not in near]:
            told = N_("“{word}” is not a hex with a cube next to {hex}. Possible: {hexes}.")
            return Refused(told, word=strange[0], hex=where, hexes=tuple(near))
        if many := [hex_ for hex_ in near if also.count(hex_) > near[hex_]]:
            return Refused(N_("There aren’t that many cubes on {hex}, only {cubes}."), hex=many[0], cubes=near[many[0]])
        return _refuse_price(state, state.players[seat], move, len(also))


def near_cubes(state: State, hex_: str) -> dict[str, int]:
    """Return the adjacent hexes with cubes, in the order of ``state.hexes``, and the number of cubes on each."""
    far = distances_from(state, hex_)
    return {one: place.cubes for one, place in state.hexes.items() if place.cubes and far[place.place] == 1}


def _refuse_price(state: State, player: Player, move: Fight, beside: int) -> Refused:
    """Return why the price is wrong or too high for the player. The caller has checked that all the cubes exist."""
    if not max(1, beside) <= move.cubes:
        return Refused(N_("Remove at least one cube here, and no more cubes on adjacent hexes than here."))
    rule, each, most = state.options["big_fire"], ROUNDS[state.round].fire_cost, 2 * move.cubes
    paid = payments(rule, each, move.cubes, most, most, beside)
    prices = sorted((fire, big) for here, fire, big, near in paid if (here, near) == (move.cubes, beside))
    words = [cost_words({token: n for token, n in (("fire", fire), ("big_fire", big)) if n}) for fire, big in prices]
    have = cost_words({"fire": player.fire, "big_fire": player.big_fire})
    told = N_("Removing these cubes costs {prices}. You have {have}.")
    return Refused(told, prices=tuple(map(" + ".join, words)), have=have)


class PlagueFight(Fighting, tag="fight"):
    """Deciding whether to fight on the chosen hex, and how. Each remaining cube brings a rat (S3)."""

    hex: str

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return every fight that the player can pay for, and the move not to fight."""
        near = near_cubes(state, self.hex) if state.players[seat].big_fire else {}
        return [*affordable_fights(state, seat, state.hexes[self.hex].cubes, near), Leave()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Remove cubes, take rats, and go on to the action step."""
        state.pending[seat].pop()
        place = state.hexes[self.hex]
        if isinstance(move, Fight):
            also = move.adjacent_hexes
            place.cubes -= move.cubes
            for hex_ in also:
                state.hexes[hex_].cubes -= 1
            _remove(state, seat, move, self.hex, also)
        if place.cubes:
            state.players[seat].rats += place.cubes
            state.emit(Rats(seat, place.cubes, self.hex, "plague"))
        start_actions(state, seat, self.hex)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has come to the hex and there is plague."""
        standing = state.players[seat].standing
        return self.hex in standing and self.hex in state.hexes and state.hexes[self.hex].cubes > 0


class ShipFight(Fighting, tag="ship_fight"):
    """Deciding whether to fight the cube of the chosen ship or take a rat (K2)."""

    ship: str
    dock: str

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return every fight against the cube that the player can pay for, and the move not to fight."""
        return [*affordable_fights(state, seat, 1, {}), Leave()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Fight or take a rat, then take the ship. Its cube leaves it in both cases."""
        state.pending[seat].pop()
        moored: Moored = state.ship(self.ship)[1]
        moored.cube = False
        if isinstance(move, Fight):
            _remove(state, seat, move, self.ship, ())
        else:
            state.plague += 1
            state.players[seat].rats += 1
            state.emit(CubeLeft(seat, self.ship))
            state.emit(Rats(seat, 1, self.ship, "ship"))
        take_ship(state, seat, self.ship)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has come to the dock and the ship is there with its cube."""
        infected = [one.ship for one in state.docks.get(self.dock, []) if one.cube]
        return self.ship in infected and self.dock in state.players[seat].standing


TRIBUTE = 2  # the owner's points when a lieutenant chooses a repopulated hex (5.9)


class Turn(Interruptible):
    """Choosing a lieutenant and its action (4.3)."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to every hex and ship within reach, recalls, and moves of citizens into workshops."""
        player = state.players[seat]
        moves: list[Move] = [move for start in starting_places(player) for move in journeys(state, seat, start)]
        if player.lying:
            moves += map(Recall, dict.fromkeys(player.lying))
        elif state.options["recall_from_home"] == "always" or not moves:
            moves.append(Recall("home"))
        return moves + estate.workshop_moves(state, seat)

    def begins(self, state: State) -> bool:
        """Return True: every turn starts with this decision."""
        return True

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Use a lieutenant, then continue with what it finds at its destination."""
        state.pending[seat].pop()
        USES[type(move)](state, seat, move)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player certainly has a choice.

        A lieutenant in the city can be recalled or, unless another figure arrived there, act there again. Two in
        different places can both be recalled. From home, every hex is within reach.
        """
        lying = state.players[seat].lying
        if lying:
            return lying[0] != lying[-1] or not state.hexes[DOCKS.get(lying[0], lying[0])].taken
        free = (hex_ for hex_, place in state.hexes.items() if not place.taken)
        return next(free, None) is not None and next(free, None) is not None

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the lieutenant can't go there or be recalled. Other moves come only later in the turn."""
        match move:
            case Go(start, to) | Board(start, to):
                return _refuse_journey(state, seat, start, to, isinstance(move, Board))
            case Recall("home"):
                return Refused(N_("You can only call home a lieutenant lying in the city."))
            case Recall(start):
                return no_start(state, seat, start)
        return Refused(N_("First send a lieutenant to a hex or a ship, or call one home."))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has a lieutenant to use."""
        return bool(state.players[seat].lying or state.players[seat].ready)


def _refuse_journey(state: State, seat: int, start: str, to: str, by_ship: bool) -> Refused:
    """Return why a lieutenant can't go to this hex, or to the dock of this ship."""
    moored = {one.ship: dock for dock, ships in state.docks.items() for one in ships}
    dock = to if to in state.docks else moored.get(to)
    if dock is not None and (to == dock or not by_ship):
        return _refuse_dock(state, seat, start, dock, moored)
    if by_ship and to not in SHIPS:
        return Refused(N_("“{word}” is not a ship."), word=to)
    if dock is None and to in SHIPS:
        return Refused(N_("{ship} is not at any dock. Ships at docks: {ships}."), ship=to, ships=tuple(moored))
    if refused := no_start(state, seat, start) or (None if by_ship else no_hex(state, to)):
        return refused
    if not by_ship and state.hexes[to].taken:
        return Refused(N_("A lieutenant has already chosen {hex} this round."), hex=to)
    coins, to = state.players[seat].coin, dock or to
    told = N_("Moving from {start} to {to} costs {price}. You have {coins}.")
    return Refused(told, start=start, to=to, price=travel_price(state, start, to), coins=coins)


def _refuse_dock(state: State, seat: int, start: str, dock: str, moored: dict[str, str]) -> Refused:
    """Return why a lieutenant can't go to a dock: it goes there only for a particular ship."""
    ships = tuple(ship for ship, where in moored.items() if where == dock)
    if not ships:
        told = N_("There is no ship at {dock} to send a lieutenant to. Ships at docks: {ships}.")
        return Refused(told, dock=dock, ships=tuple(moored))
    moves = state.pending[seat][-1].options(state, seat)
    legal = tuple(move.text for move in (Board(start, ship) for ship in ships) if move in moves)
    told = N_("A lieutenant goes to {dock} only for a ship; name the ship: {ships}.")
    return Refused(told, dock=dock, ships=ships, legal=legal)


def _travel(state: State, seat: int, start: str, to: str) -> int:
    """Move a lieutenant to a hex or dock, where it then stands. Returns the coins paid (4.4)."""
    player = state.players[seat]
    coins = travel_price(state, start, to)
    player.coin -= coins
    player.take_lieutenant(start)
    player.standing.append(to)
    player.standing.sort()
    return coins


def _go(state: State, seat: int, move: Go) -> None:
    """Go to a hex, for which its owner (if any) scores. Its citizens and plague come next (4.5, S1, S2)."""
    coins = _travel(state, seat, move.start, move.hex)
    state.emit(Went(seat, move.start, move.hex, coins))
    place = state.hexes[move.hex]
    place.taken = True
    pay_tribute(state, move.hex, seat)
    if place.citizens:
        state.pending[seat].append(Rescuing(hex=move.hex))
    else:
        _face_plague(state, seat, move.hex)


def _board(state: State, seat: int, move: Board) -> None:
    """Go to the dock of a ship and take the ship (4.7). If it has a cube, ask first whether to fight it."""
    dock, moored = state.ship(move.ship)
    coins = _travel(state, seat, move.start, dock)
    state.emit(Boarded(seat, move.start, dock, move.ship, coins))
    if moored.cube:
        state.pending[seat].append(ShipFight(ship=move.ship, dock=dock))
    else:
        take_ship(state, seat, move.ship)


def _recall(state: State, seat: int, move: Recall) -> None:
    """Recall a lieutenant and gain a coin. An action step follows only if the table has agreed on it (4.8, A7)."""
    player = state.players[seat]
    player.take_lieutenant(move.start)
    player.used += 1
    state.emit(Recalled(seat, move.start))
    gain(state, seat, {"coin": 1}, "recall")
    if state.options["recall_action_step"] == "yes":
        start_actions(state, seat, "")
    else:
        state.pending[seat].append(Finish())


USES: Mapping[type[Move], Callable[[State, int, Any], None]] = {Go: _go, Board: _board, Recall: _recall}


def pay_tribute(state: State, hex_: str, visitor: int) -> None:
    """Give the owner of a repopulated hex points because a lieutenant, possibly their own, chose it (5.9)."""
    owner = state.hexes[hex_].owner
    if owner is not None:
        state.score(owner, TRIBUTE)
        state.emit(Tribute(owner, hex_, visitor, TRIBUTE))


def _face_plague(state: State, seat: int, hex_: str) -> None:
    if state.hexes[hex_].cubes:
        state.pending[seat].append(PlagueFight(hex=hex_))
    else:
        start_actions(state, seat, hex_)


class Rescuing(Interruptible, tag="rescue"):
    """Choosing a place for each citizen of the chosen hex, one by one (5.1)."""

    hex: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves to the empty huts if there is plague, otherwise to free squares of the citizen's sector.

        If there is no room, the only destination is "-", the supply.
        """
        player, place = state.players[seat], state.hexes[self.hex]
        citizen = place.citizens[0]
        if place.cubes:
            empty = [hut.space for hut in player.huts].count(0)
            choice = dict.fromkeys(place.citizens) if 0 < empty < len(place.citizens) else [citizen]
            huts = estate.distinct_huts(player, lambda hut: not hut.space)
            return with_workshop_moves(state, seat, [Rescue(one, hut) for one in choice for hut in huts or ("-",)])
        squares = estate.free_squares(player, citizen) or ("-",)
        return with_workshop_moves(state, seat, [Rescue(citizen, square) for square in squares], citizen)

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Place the citizen, or return it to the supply. After the last citizen, the plague must be faced."""
        assert isinstance(move, Rescue)
        player = state.players[seat]
        left = state.hexes[self.hex].citizens
        left.remove(move.citizen)
        if move.spot in HUT_IDS:
            hut = player.huts[HUT_IDS.index(move.spot)]
            hut.space, hut.citizen, hut.side = 1, move.citizen, NORMAL_SIDE
        elif move.spot != "-":
            estate.put_citizen(state, seat, move.spot, NORMAL_SIDE)
        state.emit(Rescued(seat, move.citizen, self.hex, move.spot.strip("-")))
        if not left:
            state.pending[seat].pop()
            _face_plague(state, seat, self.hex)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        place, player = state.hexes[self.hex], state.players[seat]
        if not isinstance(move, Rescue):
            told = N_("First move everyone on {hex} to your estate; still there: {citizens}.")
            return Refused(told, hex=self.hex, citizens=tuple(place.citizens))
        if move.citizen not in place.citizens:
            return Refused(N_("There is no such citizen on {hex}: {citizen}."), citizen=move.citizen, hex=self.hex)
        if move.spot == "-":
            return Refused(N_("You have room, so you can’t leave anyone behind: {citizen}."), citizen=move.citizen)
        if bool(place.cubes) != (move.spot in HUT_IDS):
            told = N_("There is no plague on {hex}, so rescued citizens go to a square, not to a hut: {citizen}.")
            if place.cubes:
                told = N_("Because of the plague on {hex}, rescued citizens go to a hut: {citizen}.")
            return Refused(told, hex=self.hex, citizen=move.citizen)
        full, first = no_room(player, move.spot, move.citizen), place.citizens[0]
        if move.citizen == first:
            return full or Refused(N_("Empty huts without an upgrade are all the same; take the first of them."))
        told = N_("There is room for everyone. Start with: {citizen}.")
        return Refused(N_("Start with: {citizen}.") if full or not place.cubes else told, citizen=first)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat is on the hex and a citizen is there."""
        standing = state.players[seat].standing
        return self.hex in DISTRICTS and self.hex in standing and bool(state.hexes[self.hex].citizens)
