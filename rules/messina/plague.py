"""Fighting the plague: legal payments, cubes removed, rats (section 5.2)."""

from functools import cache
from itertools import combinations_with_replacement

from rules.errors import N_
from rules.messina.action.action_step import start_actions, take_ship
from rules.messina.action.gains import take_step
from rules.messina.action.interruptible import Interruptible
from rules.messina.city import adjacent
from rules.messina.components import ROUNDS
from rules.messina.events import CubeLeft, Fought, Gained, Rats
from rules.messina.moves import Fight, Leave
from rules.messina.reasons import Refused, cost_words
from rules.messina.state import Moored, State
from rules.notation import Move

Payment = tuple[int, int, int, int]  # cubes removed here, fire, big fire, cubes removed on adjacent hexes


@cache
def payments(rule: str, price: int, cubes: int, fire: int, big: int, near: int) -> tuple[Payment, ...]:
    """Return every legal payment given the cubes here, the fire and big fire, and the cubes nearby."""
    if price == 1:
        legal = _cheap_clarified if rule == "clarified" else _cheap_printed
    else:
        legal = _dear_clarified if rule == "clarified" else _dear_printed
    return tuple(
        (here, plain, large, beside)
        for here in range(1, cubes + 1)
        for plain in range(min(fire, 2 * here) + 1)
        for large in range(min(big, 2 * here) + 1)
        for beside in range(min(near, here, large) + 1)
        if legal(here, plain, large, beside)
    )


def _cheap_clarified(here: int, fire: int, big: int, beside: int) -> bool:
    # A big fire removes one cube here, two here, or one here and one on an adjacent hex.
    return big <= here - fire <= 2 * big - beside


def _cheap_printed(here: int, fire: int, big: int, beside: int) -> bool:
    return fire + big == here


def _dear_clarified(here: int, fire: int, big: int, beside: int) -> bool:
    # Two fires or one big fire remove a cube here. Two big ones remove one here and one on an adjacent hex.
    return big >= 2 * beside and fire == 2 * (here - big + beside)


def _dear_printed(here: int, fire: int, big: int, beside: int) -> bool:
    # A big fire also counts as a fire here. A cube takes two of either kind, and an adjacent one only two big ones.
    return fire + big == 2 * here and big - fire % 2 >= 2 * beside


def affordable_fights(state: State, seat: int, cubes: int, near: dict[str, int]) -> list[Move]:
    """Return every way to fight these cubes here and on adjacent hexes."""
    player = state.players[seat]
    if not player.fire and not player.big_fire:
        return []
    price = ROUNDS[state.round].fire_cost
    cap = 2 * cubes
    paid = payments(
        state.options["big_fire"],
        price,
        cubes,
        min(player.fire, cap),
        min(player.big_fire, cap),
        min(sum(near.values()), cubes),
    )
    moves: list[Move] = []
    for here, fire, big, beside in paid:
        if beside:
            ways = combinations_with_replacement(near, beside)
            right = [also for also in ways if all(also.count(hex_) <= near[hex_] for hex_ in also)]
            moves += [Fight(here, fire, big, "+".join(also)) for also in right]
        else:
            moves.append(Fight(here, fire, big, "-"))
    return moves


def can_remove(state: State, seat: int) -> bool:
    """Return whether the player's fire (without big fire) is enough for a cube, which applies under every rule."""
    return state.players[seat].fire >= ROUNDS[state.round].fire_cost


def _remove(state: State, seat: int, move: Fight, source: str, also: tuple[str, ...]) -> None:
    """Spend the fire, emit the event, and advance one popularity space for each cube (5.2)."""
    player = state.players[seat]
    player.fire -= move.fire
    player.big_fire -= move.big
    cubes = move.cubes + len(also)
    state.plague += cubes
    state.emit(Fought(seat, source, move.fire, move.big, move.cubes, also))
    points = cubes * ROUNDS[state.round].points_per_cube
    if points:
        state.score(seat, points)
        state.emit(Gained(seat, "plague", {"points": points}))
    for _ in range(cubes):
        take_step(state, seat, "popularity")


def _too_few(move: Fight, cubes: int) -> Refused | None:
    """Return a refusal if there aren't that many cubes here."""
    return Refused(N_("There aren’t that many cubes here, only {cubes}."), cubes=cubes) if move.cubes > cubes else None


def _price(state: State, seat: int, move: Fight) -> Refused:
    """Return why the price is wrong or not affordable, given that the cubes are there."""
    beside = move.also.count("+") + 1 if move.also != "-" else 0
    if not max(1, beside) <= move.cubes:
        return Refused(N_("Remove at least one cube here, and at most as many on adjacent hexes as here."))
    rule, each, most = state.options["big_fire"], ROUNDS[state.round].fire_cost, 2 * move.cubes
    paid = payments(rule, each, move.cubes, most, most, beside)
    prices = sorted((fire, big) for here, fire, big, near in paid if (here, near) == (move.cubes, beside))
    player = state.players[seat]
    told = [cost_words({token: n for token, n in (("fire", fire), ("big_fire", big)) if n}) for fire, big in prices]
    return Refused(
        N_("The price of these cubes: {prices}. You have {fire} fire and {big} big fire."),
        prices=tuple(" + ".join(words) for words in told),
        fire=player.fire,
        big=player.big_fire,
    )


class PlagueFight(Interruptible, tag="fight"):
    """The question whether and how to fight on the chosen hex; each remaining cube brings a rat (S3)."""

    hex: str

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return every legal payment, and the move not to fight."""
        player = state.players[seat]
        near: dict[str, int] = {}
        if player.big_fire:
            near = {one: state.hexes[one].cubes for one in adjacent(state, self.hex) if state.hexes[one].cubes}
        return [*affordable_fights(state, seat, state.hexes[self.hex].cubes, near), Leave()]

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player has the fire for a cube, and so a choice."""
        return can_remove(state, seat)

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Remove cubes, take rats, and go on to the action step."""
        state.pending[seat].pop()
        place = state.hexes[self.hex]
        if isinstance(move, Fight):
            also = tuple(move.also.split("+")) if move.also != "-" else ()
            place.cubes -= move.cubes
            for hex_ in also:
                state.hexes[hex_].cubes -= 1
            _remove(state, seat, move, self.hex, also)
        if place.cubes:
            state.players[seat].rats += place.cubes
            state.emit(Rats(seat, place.cubes, self.hex, "plague"))
        start_actions(state, seat, self.hex)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if not isinstance(move, Fight):
            return Refused(N_("First decide whether to fight the plague: {where}."), where=self.hex)
        refused = _too_few(move, state.hexes[self.hex].cubes) or self._refuse_beside(state, move)
        return refused or _price(state, seat, move)

    def _refuse_beside(self, state: State, move: Fight) -> Refused | None:
        """Return a refusal if the cubes on adjacent hexes are not there."""
        chosen = move.also.split("+") if move.also != "-" else []
        near = [hex_ for hex_ in adjacent(state, self.hex) if state.hexes[hex_].cubes]
        for hex_ in chosen:
            if hex_ not in near:
                return Refused(
                    N_("“{word}” is not a hex with a cube next to {hex}. Possible: {hexes}."),
                    word=hex_,
                    hex=self.hex,
                    hexes=tuple(near),
                )
        for hex_ in near:
            if chosen.count(hex_) > state.hexes[hex_].cubes:
                return Refused(
                    N_("There aren’t that many cubes on {hex}, only {cubes}."), hex=hex_, cubes=state.hexes[hex_].cubes
                )
        return None

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has come to the hex and there is plague."""
        standing = state.players[seat].standing
        return self.hex in standing and self.hex in state.hexes and state.hexes[self.hex].cubes > 0


class ShipFight(Interruptible, tag="ship_fight"):
    """The question whether to fight the cube of the chosen ship or take a rat (K2)."""

    ship: str
    dock: str

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return every payment for the cube, and the move not to fight."""
        return [*affordable_fights(state, seat, 1, {}), Leave()]

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player has the fire for the cube, and so a choice."""
        return can_remove(state, seat)

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Fight or take a rat. The cube leaves the ship in both cases."""
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

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if not isinstance(move, Fight):
            return Refused(N_("First decide whether to fight the plague: {where}."), where=self.ship)
        if refused := _too_few(move, 1):
            return refused
        if move.also != "-":
            return Refused(N_("Nothing is adjacent to a ship; you can only remove its own cube."))
        return _price(state, seat, move)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the seat has come to the dock and the ship is there with its cube."""
        infected = [one.ship for one in state.docks.get(self.dock, []) if one.cube]
        return self.ship in infected and self.dock in state.players[seat].standing
