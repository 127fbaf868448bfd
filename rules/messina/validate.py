"""Position checks. `validate` accepts only positions without contradictions, which can be played to the end."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from rules.decision import Decision
from rules.game import Option
from rules.messina import components as c
from rules.messina.action import EFFECTS, Benefit
from rules.messina.action.action_step import Actions, Giving
from rules.messina.action.building import Building
from rules.messina.action.gains import effect_name
from rules.messina.action.interruptible import Finish, Idle
from rules.messina.action.overseers import FORK_STEP, Activation
from rules.messina.city import HARBOUR_PLACES
from rules.messina.round_end import Production, Quarantine
from rules.messina.setup import (
    BOARDS_OF,
    Choosing,
    Dealing,
    board_kinds,
    board_owners,
    options,
    priority_of,
    stored_options,
)
from rules.messina.state import GOLD_SIDE, Opponent, Player, State
from rules.messina.turn import PlagueFight, Rescuing, ShipFight, Turn
from rules.validate import MAX_COUNT, check_entries, check_table, forbid

# The complete sorted sets: hexes by the number of players, pairs of wagons by stacks.
HEXES_OF = {seats: sorted(one for one in c.DISTRICTS if seats in c.DISTRICTS[one].players) for seats in c.CITY_LAYOUTS}
PAIRS_OF = {
    stacks: sorted(one.pair for one in c.WAGONS.values() if one.id.endswith(tuple("12"[:stacks])))
    for stacks in set(c.WAGON_STACKS.values())
}
TAKEABLE = {**c.SHIPS, **c.WAGONS, **c.WORKSHOPS, **c.HUT_TILES}  # what the opponent of a solo game can take

# The decisions that may be at the bottom of a seat's stack, and those that may be resolved on top of them.
BOTTOM: dict[str, tuple[type[Decision], ...]] = {
    "turns": (Turn, Rescuing, PlagueFight, ShipFight, Actions, Finish),
    "round end": (Production, Finish),
    "priority": (Choosing,),
    "deal": (Dealing,),
    "over": (),
}
ON_TOP: dict[type[Decision], tuple[type[Decision], ...]] = {
    **dict.fromkeys(
        (Turn, Rescuing, PlagueFight, ShipFight, Building, Giving, Production, Quarantine, Idle), (Benefit,)
    ),
    **dict.fromkeys((Activation, Benefit), (Activation, Benefit, Building)),
    Actions: (Activation, Benefit, Building, Giving),
    Finish: (Quarantine, Benefit),
}


def validate(state: State) -> None:
    """Check that the game can continue from this position. Raises BadPosition for the first contradiction."""
    # The order matters: later checks may rely on earlier ones.
    for check in (_seats, _boards, _round, _opponent, _hexes, _docks, _stacks, _tracks, _players, _plague, _decisions):
        check(state)


def _seats(state: State) -> None:
    def stored(seats: int) -> list[Option]:
        return [option for option in options(seats) if option.id in stored_options(seats, state.options)]

    check_table(state, "Messina 1347", c.SEATS, stored, players=state.players)
    for number in (*state.undoable, state.chance.draws):
        told = "The counts of moves and draws must be 0 to {most}."
        forbid(not 0 <= number <= MAX_COUNT, told, most=MAX_COUNT)
    for name in ("order", "scored"):
        unequal = sorted(getattr(state, name)) != list(range(state.seats))
        forbid(unequal, "{name} must name each seat once.", name=name)


def _round(state: State) -> None:
    forbid(state.round not in c.ROUNDS, "Round {round} does not exist.", round=state.round)
    lost = not 0 <= state.active < state.seats or not 0 <= state.wheel < len(c.WHEEL)
    forbid(lost, "The active seat or the position of the wheel does not exist.")
    late = any(one.late_workshops for number, one in c.ROUNDS.items() if number <= state.round)
    forbid(state.late_offered != late, "The workshops on offer do not match the round.")
    early = state.over != (state.phase == "over") or (state.over and state.round != c.LAST_ROUND)
    forbid(early, "The game must be over after the last round, and only then.")
    forbid(state.acting and state.phase != "turns", "There can be an action step only during a turn.")
    chosen = priority_of(state, state.round) == "score" and state.options.get("round4_order", "score_order")
    unasked = state.phase == "priority" and chosen in (False, "score_order")
    forbid(unasked, "No seat chooses the turn order in this round.")
    for name in ("produced", "housed", "settled"):
        entries = getattr(state, name)
        if entries or state.phase == "round end":
            check_entries(state, name, entries)
    strange = any(track not in (*c.REGISTERS, "score") for moved in (*state.produced, *state.housed) for track in moved)
    forbid(strange, "A seat moved on a track that does not exist.")


def _hexes(state: State) -> None:
    layout = c.CITY_LAYOUTS[state.seats]
    strange = any(hex_ not in c.HEXES for hex_ in state.hexes) or any(one not in c.DISTRICTS for one in state.hex_stack)
    forbid(strange, "One of the hexes does not exist.")
    new = state.round - 1 - (state.phase == "priority")
    city = {hex_: place for hex_, place in state.hexes.items() if hex_ in c.DISTRICTS}
    wrong = sorted([*city, *state.hex_stack]) != HEXES_OF[state.seats] or len(city) != layout.first + new
    forbid(wrong, "The hexes in the city and the stack do not match this round.")
    places = sorted(place.place for place in city.values())
    gap = places[: layout.first] != list(range(layout.first)) or len(set(places)) < len(places)
    forbid(gap or places[-1] >= len(layout.places), "The hexes are not on the places of the layout.")
    for corner, number in HARBOUR_PLACES[state.seats].items():
        moved = corner not in state.hexes or state.hexes[corner].place != number
        forbid(moved, "The harbours must be at their corners.")
    standing = Counter(chain.from_iterable(player.standing for player in state.players))
    if state.opponent is not None:
        standing.update(state.opponent.standing)
    for hex_, place in state.hexes.items():
        wrong = place.cubes < 0 or any(citizen not in c.CITIZEN_CLASSES for citizen in place.citizens)
        forbid(wrong, "The cubes or citizens on {hex} are impossible.", hex=hex_)
        lived_in = hex_ in c.HARBOUR_CORNERS and (place.citizens or place.owner is not None)
        forbid(lived_in, "Harbours cannot have citizens or owners.")
        ghost = place.owner is not None and not 0 <= place.owner < state.seats
        forbid(ghost, "The owner of {hex} is not a seat.", hex=hex_)
        told = "There must be a figure on {hex} if and only if it was chosen."
        forbid(standing[hex_] != int(place.taken), told, hex=hex_)


def _docks(state: State) -> None:
    wrong = list(state.docks) != list(c.DOCKS) or any(len(ships) > c.BERTHS for ships in state.docks.values())
    forbid(wrong, "There must be four docks with at most {most} ships each.", most=c.BERTHS)
    moored = [one.ship for ships in state.docks.values() for one in ships]
    owned = [ship for player in state.players for ship in player.ships] + _gone(state, c.SHIPS)
    used = sorted(one.id for one in c.SHIPS.values() if one.goods != c.LEFT_OUT_GOODS[state.seats])
    lost = sorted([*moored, *owned, *state.ship_stack]) != used
    forbid(lost, "Every ship must be in exactly one place.")
    prepared = range(1, state.round + (state.phase not in ("deal", "priority")))
    arrived = sum(c.ROUNDS[one].ships[state.seats] for one in prepared)
    forbid(len(moored) + len(owned) != arrived, "The number of ships does not match the round.")
    numbers = [c.SHIPS[ship].number for ship in state.ship_stack]
    forbid(numbers != sorted(numbers, reverse=True), "The ships in the stack are not in order.")
    tiles = state.dock_tiles
    wrong = not tiles or len(set(tiles)) < len(tiles) or any(tile not in c.DOCK_TILES for tile in tiles)
    forbid(wrong, "The stack must contain at least one dock tile, and each at most once.")


def _stacks(state: State) -> None:
    """Check hut upgrades, workshops and wagons."""
    huts = [hut.upgrade for player in state.players for hut in player.huts if hut.upgrade] + _gone(state, c.HUT_TILES)
    lost = len(state.hut_stacks) != c.HUT_STACKS or sorted([*huts, *chain(*state.hut_stacks)]) != sorted(c.HUT_TILES)
    forbid(lost, "Every hut upgrade must be in exactly one place.")
    owned = Counter(work.tile for player in state.players for work in player.workshops)
    owned.update(_gone(state, c.WORKSHOPS))
    for late, table in ((False, state.early), (True, state.late)):
        forbid(list(table) != list(c.CITIZEN_CLASSES), "There must be one stack of workshops for each class.")
        for citizen, stack in table.items():
            mine = sorted(c.WORKSHOPS_OF[late, citizen])
            lost = sorted([*stack, *(one for one in mine for _ in range(owned.pop(one, 0)))]) != mine
            forbid(lost, "Every workshop must be in exactly one place.")
    for tile in owned:
        forbid(True, "Workshop {tile} does not exist.", tile=tile[:20])
    wagons = [*(cart.tile for player in state.players for cart in player.wagons), *chain(*state.wagon_stacks)]
    wagons += _gone(state, c.WAGONS)
    number = c.WAGON_STACKS[state.seats]
    lost = len(state.wagon_stacks) != number or len(set(wagons)) < len(wagons)
    forbid(lost, "Every wagon must be in exactly one place.")
    stacked = {*c.HUT_TILES, *c.WORKSHOPS, *c.WAGONS, *c.DISTRICTS, *c.SHIPS}
    wrong = len(set(state.known)) < len(state.known) or not stacked.issuperset(state.known)
    forbid(wrong, "The tiles whose places are known must be different ones that lie in stacks.")
    pairs = sorted(c.WAGONS[tile].pair if tile in c.WAGONS else 0 for tile in wagons)
    forbid(pairs != PAIRS_OF[number], "Each stack must contain one wagon of each pair.")
    for stack in state.wagon_stacks:
        order = [c.WAGONS[tile].pair for tile in stack]
        forbid(order != sorted(order, reverse=True), "The wagons in a stack are not in order.")


def _gone(state: State, tiles: Mapping[str, object]) -> list[str]:
    """Return the tiles of a kind that the opponent of a solo game has taken out of the game."""
    return [] if state.opponent is None else [tile for tile in state.opponent.taken if tile in tiles]


def _tracks(state: State) -> None:
    forbid(list(state.registers) != list(c.REGISTERS), "There must be three registers.")
    for name, register in state.registers.items():
        wrong = sorted(register.arrivals) != list(range(state.seats)) or len(register.spaces) != state.seats
        forbid(wrong, "{name} must name each seat once.", name=name)
        past = not all(1 <= space <= len(c.REGISTER[name]) for space in register.spaces)
        forbid(past, "A disc is past the end of the register {name}.", name=name)


def _plague(state: State) -> None:
    on_ships = sum(one.cube for ships in state.docks.values() for one in ships)
    cubes, right = state.plague + on_ships + sum(place.cubes for place in state.hexes.values()), c.PLAGUE[state.seats]
    told = "There are {cubes} plague cubes in total; there must be {right}."
    forbid(state.plague < 0 or cubes != right, told, cubes=cubes, right=right)


def _players(state: State) -> None:
    for seat, player in enumerate(state.players):
        tokens = [getattr(player, token) for token in c.TOKENS]
        wrong = not all(0 <= number <= MAX_COUNT for number in (*tokens, player.rats)) or abs(player.points) > MAX_COUNT
        _deny(seat, wrong, "the number of tokens cannot be negative.")
        _figures(state, seat, player)
        mine = [hex_ for hex_, place in state.hexes.items() if place.owner == seat]
        wrong = player.tiles != c.REPOPULATION_TILES - len(mine) or player.tiles < 0
        _deny(seat, wrong, "the repopulation tiles do not match those in the city and the supply.")
        few = sum(c.DISTRICTS[hex_].lieutenants for hex_ in mine) > player.box
        _deny(seat, few, "one lieutenant must have been given up for each hex that requires it.")
        _estate(seat, player)
        tracks = c.SCROLL_TRACKS[player.scroll_board]
        fits = all(0 <= level <= len(track.levels) for level, track in zip(player.scrolls, tracks, strict=False))
        _deny(seat, len(player.scrolls) != len(tracks) or not fits, "a scroll cube is past the end of its track.")
        lost = list(player.overseers) != list(c.CITIZEN_CLASSES) or any(
            not 0 <= one.step <= c.PATH_LENGTH or (one.step >= FORK_STEP) != bool(one.branch)
            for one in player.overseers.values()
        )
        _deny(seat, lost, "an overseer is not on its path.")
        for source in player.deferred:
            register, _, space = source.partition("-")
            known = register in c.REGISTER and space in map(str, range(2, len(c.REGISTER[register]) + 1))
            _deny(seat, not known, "an action is deferred for a register space that does not exist.")
        strange = any(effect_name(effect) not in EFFECTS for effect in player.queue)
        _deny(seat, strange, "a pending effect does not exist.")


def _deny(seat: int, impossible: object, why: str) -> None:
    forbid(impossible, "Seat {seat}: {why}", seat=seat, why=why)


def _figures(state: State, seat: int, player: Player) -> None:
    counts = (player.ready, player.used, player.supply, player.box)
    wrong = min(counts) < 0 or sum(counts) + len(player.lying) + len(player.standing) != c.LIEUTENANTS
    _deny(seat, wrong, f"there must be {c.LIEUTENANTS} lieutenants in total.")
    back = player.supply > c.LIEUTENANTS - c.START_LIEUTENANTS
    _deny(seat, back, "a lieutenant from the start of the game is in the supply.")
    for places in (player.lying, player.standing):
        away = any(place not in state.hexes and place not in c.DOCKS for place in places)
        _deny(seat, away or places != sorted(places), "figures are on places outside the city, or not in order.")
    at_home = player.ready and state.options["recall_from_home"] != "never"
    unused = state.phase == "round end" and (player.lying or at_home)
    _deny(seat, unused, "at the end of a round every lieutenant must have been used.")
    lying = state.round == 1 and player.lying
    _deny(seat, lying, "in the first round no figure can be lying in the city.")


def _estate(seat: int, player: Player) -> None:
    wrong = len(player.squares) != len(c.SQUARE_IDS) or not all(0 <= side <= GOLD_SIDE for side in player.squares)
    _deny(seat, wrong, "a square must be empty or hold a citizen or an upgraded citizen.")
    _deny(seat, len(player.huts) != c.HUTS, f"there must be {c.HUTS} huts.")
    for hut in player.huts:
        full = hut.space in (1, 2) and hut.citizen in c.CITIZEN_CLASSES and hut.side in (1, GOLD_SIDE)
        empty = (hut.space, hut.citizen, hut.side) == (0, "", 0)
        _deny(seat, not (full or empty), "a hut must be empty or hold a citizen on space 1 or 2.")
    for work in player.workshops:
        known = 0 <= work.side <= GOLD_SIDE and (not work.paid or c.WORKSHOPS[work.tile].late)
        why = "a workshop must be empty or hold a citizen, upgraded or not; only a late one can have paid out."
        _deny(seat, not known, why)


def _boards(state: State) -> None:
    """Check the side-B boards and their once-per-game squares."""
    used = board_kinds(state)
    early = state.phase == "deal" and (state.options.get("deal") != "chosen" or not used or state.round > 1)
    forbid(early, "Boards cannot be chosen now.")
    for kind in BOARDS_OF:
        has = [getattr(player, kind) for player in state.players if getattr(player, kind) is not c.NOT_DEALT]
        alike = len(board_owners(state, kind)) < len(has)
        forbid(alike, "Every player must have a different board of side b, and it must exist.")
        told = "All boards of this kind must be of side a at this table: {kind}."
        forbid(kind not in used and has, told, kind=kind)
        few = kind in used and len(has) < state.seats and state.phase != "deal"
        forbid(few, "Every player must have a board of side b: {kind}.", kind=kind)
    for seat, player in enumerate(state.players):
        forbid(not _spent(player), "Seat {seat} cannot have used up these squares.", seat=seat)


def _spent(player: Player) -> bool:
    """Return whether the squares marked as used are once-per-game squares, each marked only once."""
    if player.spent is c.NOT_DEALT or player.board is c.NOT_DEALT:
        return player.spent is c.NOT_DEALT and player.board is c.NOT_DEALT
    once = [square.id for square in c.BOARD_SQUARES[player.board].values() if square.once]
    return len(set(player.spent)) == len(player.spent) and all(square in once for square in player.spent)


def _opponent(state: State) -> None:
    """Check the virtual opponent."""
    rival = state.opponent
    wrong = (rival is not None) != (state.seats == 1)
    forbid(wrong, "There must be a virtual opponent in a solo game, and only there.")
    if rival is None:
        return
    past = not 1 <= rival.popularity <= len(c.REGISTER["popularity"])
    forbid(past, "A disc is past the end of the register {name}.", name="popularity")
    if state.phase == "deal":
        forbid(rival != Opponent(), "The opponent cannot have acted before all boards are chosen.")
        return
    turns = sum(c.SOLO.lieutenants[: state.round]) - rival.ready
    _opponent_figures(state, rival, turns)
    strange = any(tile not in TAKEABLE for tile in rival.taken)
    forbid(strange, "The opponent can only take ships, wagons, workshops and hut upgrades.")
    huts = sum(tile in c.HUT_TILES for tile in rival.taken)
    many = len(rival.taken) - huts + -(-huts // c.HUT_STACKS) > turns  # a turn takes a tile, or a hut upgrade per stack
    forbid(many, "The opponent can take tiles at most once per turn.")
    late = any(tile in c.WORKSHOPS and c.WORKSHOPS[tile].late for tile in rival.taken)
    forbid(late and not state.late_offered, "The late workshops are not on offer yet.")
    _solo_tiles(state, rival)


def _opponent_figures(state: State, rival: Opponent, turns: int) -> None:
    """Check the opponent's figures and disc. A used figure is in the city, unless no tile was left to place it."""
    most = c.SOLO.lieutenants[state.round - 1]
    away = most - rival.ready - len(rival.standing)
    absent = away and rival.stack and state.phase != "over"
    unused = rival.ready and state.phase in ("round end", "over")
    told = "The opponent must have {most} lieutenants in this round."
    forbid(rival.ready < 0 or away < 0 or absent or unused, told, most=most)
    waits = state.phase == "turns" and not rival.next
    forbid(waits, "The opponent must be next after the player's turn if it has lieutenants left.")
    stays = state.phase == "over" and rival.standing
    forbid(stays, "The opponent's lieutenants must have left the city at the end of a round.")
    forbid(rival.popularity > 1 + turns, "The opponent can advance at most once per turn.")


def _solo_tiles(state: State, rival: Opponent) -> None:
    seen = [*rival.stack, *rival.shown]
    wrong = any(tile not in c.SOLO_TILES for tile in seen) or len(set(seen)) < len(seen)
    forbid(wrong, "Each solo tile must be in at most one place.")
    lost = state.options.get("solo_reshuffle") != "empty" and len(seen) < len(c.SOLO_TILES)
    forbid(lost, "Every solo tile must be present: all are shuffled every round.")
    chosen = [c.SOLO_TILES[tile].hex for tile in rival.shown]
    stray = any(hex_ not in chosen or hex_ not in state.hexes for hex_ in rival.standing)
    forbid(stray, "The opponent's lieutenants must be on hexes named by solo tiles of this round.")


def _decisions(state: State) -> None:
    forbid(not any(state.pending) and not state.over, "At least one seat must have a decision to make.")
    for seat, stack in enumerate(state.pending):
        alone = state.phase == "turns" and state.active != seat
        allowed: tuple[type[Decision], ...] = BOTTOM[state.phase]
        if alone:
            allowed = (Idle, Benefit) if state.options.get("workshop_moves") == "always" else ()
        for decision in stack:
            told = "The decision “{kind}” is not possible there in this phase."
            forbid(not isinstance(decision, allowed), told, kind=decision.question)
            allowed = ON_TOP.get(type(decision), ())
        if stack:
            fits = all(decision.is_consistent(state, seat) for decision in stack) and stack[-1].options(state, seat)
            forbid(not fits, "The decision “{kind}” does not fit the board.", kind=stack[-1].question)
            early = isinstance(stack[0], Actions) != (state.acting and not alone)
            forbid(early, "The decision of the action step must come first in that step, and only there.")
