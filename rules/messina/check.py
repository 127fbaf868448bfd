"""Whether a position can have come about: what `check` lets pass can be played to the end."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import UNSET

from rules.errors import N_, BadPosition
from rules.messina.check_decisions import decisions
from rules.messina.check_players import players
from rules.messina.check_variants import boards, opponent
from rules.messina.city import harbour_place
from rules.messina.components import (
    BERTHS,
    CLASSES,
    CORNERS,
    DISTRICTS,
    DOCK_TILES,
    DOCKS,
    HEXES,
    HUT_STACKS,
    HUT_TILES,
    LAST_ROUND,
    LAYOUTS,
    LEFT_OUT_GOODS,
    PLAGUE,
    REGISTER,
    REGISTERS,
    ROUNDS,
    SEATS,
    SHIPS,
    WAGON_STACKS,
    WAGONS,
    WHEEL,
    WORKSHOPS,
)
from rules.messina.options import kept, options
from rules.messina.preparation import priority_of
from rules.messina.state import State
from rules.options import MAX_SEED, good_seed

COUNTED = 10_000  # no game has more draws or moves


def check(state: State) -> None:
    """Pass a position that can be played on.

    Raises:
        BadPosition: naming the first thing that is impossible.
    """
    for complaint in (_seats, boards, _round, opponent, _hexes, _docks, _stacks, _tracks, players, _plague, decisions):
        for refusal in complaint(state):
            raise refusal


def _seats(state: State) -> Iterator[BadPosition]:
    if state.seats not in SEATS:
        yield BadPosition(N_("Messina 1347 has no {seats} seats."), seats=state.seats)
        return
    if not good_seed(state.chance.seed):
        yield BadPosition(N_("A seed has 1 to {most} printable characters."), most=MAX_SEED)
    known = {option.id: option.values for option in options(state.seats)}
    plain = kept(state.seats, state.options)
    if list(state.options.items()) != list(plain.items()) or any(plain[name] not in known[name] for name in plain):
        yield BadPosition(N_("The options are not those of the game."))
    if state.events:
        yield BadPosition(N_("A position holds no events."))
    for name in ("pending", "free", "players"):
        if len(getattr(state, name)) != state.seats:
            yield BadPosition(N_("{name} needs an entry for each of {seats} seats."), name=name, seats=state.seats)
    for number in (*state.free, state.chance.draws):
        if not 0 <= number <= COUNTED:
            yield BadPosition(N_("Moves and draws are counted from 0 to {most}."), most=COUNTED)
    for name in ("order", "scored"):
        if sorted(getattr(state, name)) != list(range(state.seats)):
            yield BadPosition(N_("{name} must name each seat once."), name=name)


def _round(state: State) -> Iterator[BadPosition]:
    if state.round not in ROUNDS:
        yield BadPosition(N_("There is no round {round}."), round=state.round)
        return
    if not 0 <= state.active < state.seats or not 0 <= state.wheel < len(WHEEL):
        yield BadPosition(N_("There is no such seat or no such position of the wheel."))
    if state.late_offered != any(ROUNDS[one].late_workshops for one in range(1, state.round + 1)):
        yield BadPosition(N_("The workshops on offer are not those of the round."))
    if state.over != (state.phase == "over") or (state.over and state.round != LAST_ROUND):
        yield BadPosition(N_("The game is over after the last round, and only then."))
    if state.acting and state.phase != "turns":
        yield BadPosition(N_("Only in a turn there is an action step."))
    if state.phase == "priority" and (
        priority_of(state, state.round) != "score" or state.options.get("round4_order", "score_order") == "score_order"
    ):
        yield BadPosition(N_("Nobody chooses the turn order of this round."))
    for name in ("produced", "housed", "settled"):
        if len(getattr(state, name)) not in (0, state.seats) or (
            state.phase == "round end" and not getattr(state, name)
        ):
            yield BadPosition(N_("{name} needs an entry for each of {seats} seats."), name=name, seats=state.seats)
    if any(track not in (*REGISTERS, "score") for moved in (*state.produced, *state.housed) for track in moved):
        yield BadPosition(N_("Somebody moved on a track that is none."))


def _hexes(state: State) -> Iterator[BadPosition]:
    layout = LAYOUTS[state.seats]
    if any(hex_ not in HEXES for hex_ in state.hexes) or any(hex_ not in DISTRICTS for hex_ in state.hex_stack):
        yield BadPosition(N_("There is a hex that is none."))
        return
    new = state.round - 1 - (state.phase == "priority")
    city = {hex_: place for hex_, place in state.hexes.items() if hex_ in DISTRICTS}
    used = sorted(hex_ for hex_ in DISTRICTS if state.seats in DISTRICTS[hex_].players)
    if sorted([*city, *state.hex_stack]) != used or len(city) != layout.first + new:
        yield BadPosition(N_("The city and the stack do not hold the hexes of this round."))
    places = sorted(place.place for place in city.values())
    if (
        places[: layout.first] != list(range(layout.first))
        or len(set(places)) < len(places)
        or places[-1] >= len(layout.places)
    ):
        yield BadPosition(N_("The hexes do not lie on the places of the layout."))
    for corner in CORNERS:
        if corner not in state.hexes or state.hexes[corner].place != harbour_place(state.seats, corner):
            yield BadPosition(N_("The harbours must lie at their corners."))
    for hex_, place in state.hexes.items():
        if place.cubes < 0 or any(citizen not in CLASSES for citizen in place.citizens):
            yield BadPosition(N_("Cubes or citizens on {hex} are impossible."), hex=hex_)
        if hex_ in CORNERS and (place.citizens or place.owner is not None):
            yield BadPosition(N_("Harbours have neither citizens nor owners."))
        if place.owner is not None and not 0 <= place.owner < state.seats:
            yield BadPosition(N_("The owner of {hex} is no seat."), hex=hex_)
        standing = sum(player.standing.count(hex_) for player in state.players)
        if state.opponent is not UNSET:
            standing += state.opponent.standing.count(hex_)
        if standing != int(place.taken):
            yield BadPosition(N_("A figure stands on {hex} if and only if it was chosen."), hex=hex_)


def _docks(state: State) -> Iterator[BadPosition]:
    if list(state.docks) != list(DOCKS) or any(len(ships) > BERTHS for ships in state.docks.values()):
        yield BadPosition(N_("There are four docks with up to {most} ships."), most=BERTHS)
    moored = [one.ship for ships in state.docks.values() for one in ships]
    owned = [ship for player in state.players for ship in player.ships] + _taken(state, SHIPS)
    used = sorted(one.id for one in SHIPS.values() if one.goods != LEFT_OUT_GOODS[state.seats])
    if sorted([*moored, *owned, *state.ship_stack]) != used:
        yield BadPosition(N_("Every ship must be in exactly one place."))
        return
    arrived = sum(
        ROUNDS[one].ships[state.seats] for one in range(1, state.round + (state.phase not in ("deal", "priority")))
    )
    if len(moored) + len(owned) != arrived:
        yield BadPosition(N_("The number of ships is not that of the round."))
    numbers = [SHIPS[ship].number for ship in state.ship_stack]
    if numbers != sorted(numbers, reverse=True):
        yield BadPosition(N_("The ships in the stack are not in order."))
    tiles = state.dock_tiles
    if not tiles or len(set(tiles)) < len(tiles) or any(tile not in DOCK_TILES for tile in tiles):
        yield BadPosition(N_("The stack holds each dock tile at most once, and at least one."))


def _stacks(state: State) -> Iterator[BadPosition]:
    huts = [hut.upgrade for player in state.players for hut in player.huts if hut.upgrade] + _taken(state, HUT_TILES)
    if len(state.hut_stacks) != HUT_STACKS or sorted([*huts, *chain(*state.hut_stacks)]) != sorted(HUT_TILES):
        yield BadPosition(N_("Every hut upgrade must be in exactly one place."))
    owned = Counter(work.tile for player in state.players for work in player.workshops)
    owned.update(_taken(state, WORKSHOPS))
    for late, table in ((False, state.early), (True, state.late)):
        if list(table) != list(CLASSES):
            yield BadPosition(N_("There is a stack of workshops for each class."))
            return
        for citizen, stack in table.items():
            mine = [one for one in WORKSHOPS.values() if one.late == late and one.citizen == citizen]
            if sorted([*stack, *(one.id for one in mine for _ in range(owned.pop(one.id, 0)))]) != sorted(
                one.id for one in mine
            ):
                yield BadPosition(N_("Every workshop must be in exactly one place."))
    if owned:
        yield BadPosition(N_("There is no workshop {tile}."), tile=next(iter(owned))[:20])
    wagons = [*(cart.tile for player in state.players for cart in player.wagons), *chain(*state.wagon_stacks)]
    wagons += _taken(state, WAGONS)
    pairs = [WAGONS[tile].pair if tile in WAGONS else 0 for tile in wagons]
    number = WAGON_STACKS[state.seats]
    if len(state.wagon_stacks) != number or len(set(wagons)) < len(wagons):
        yield BadPosition(N_("Every wagon must be in exactly one place."))
    if sorted(pairs) != sorted(one.pair for one in WAGONS.values() if one.id.endswith(tuple("12"[:number]))):
        yield BadPosition(N_("There is one wagon of each pair for each stack."))
    for stack in state.wagon_stacks:
        order = [WAGONS[tile].pair for tile in stack]
        if order != sorted(order, reverse=True):
            yield BadPosition(N_("The wagons in a stack are not in order."))


def _taken(state: State, tiles: Mapping[str, object]) -> list[str]:
    """The tiles of a kind that the opponent of a solo game has taken out of the game."""
    return [] if state.opponent is UNSET else [tile for tile in state.opponent.taken if tile in tiles]


def _tracks(state: State) -> Iterator[BadPosition]:
    if list(state.registers) != list(REGISTERS):
        yield BadPosition(N_("There are three registers."))
        return
    for name, register in state.registers.items():
        if sorted(register.arrivals) != list(range(state.seats)) or len(register.spaces) != state.seats:
            yield BadPosition(N_("{name} must name each seat once."), name=name)
        elif not all(1 <= space <= len(REGISTER[name]) for space in register.spaces):
            yield BadPosition(N_("A disc is beyond the register {name}."), name=name)


def _plague(state: State) -> Iterator[BadPosition]:
    on_ships = sum(one.cube for ships in state.docks.values() for one in ships)
    cubes = state.plague + on_ships + sum(place.cubes for place in state.hexes.values())
    if state.plague < 0 or cubes != PLAGUE[state.seats]:
        yield BadPosition(
            N_("There are {cubes} plague cubes in all, not {right}."), cubes=cubes, right=PLAGUE[state.seats]
        )
