"""Position checks: a position that `validate` accepts can have been reached, and can be played to the end."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rules.decision import Decision
from rules.errors import BadPosition
from rules.messina import components as c
from rules.messina.action import EFFECTS, Benefit
from rules.messina.action.action_step import Actions, Giving
from rules.messina.action.building import Building
from rules.messina.action.gains import effect_name
from rules.messina.action.interruptible import Finish, Idle
from rules.messina.action.overseers import FORK, Activation
from rules.messina.city import HARBOUR_PLACES
from rules.messina.options import options, stored_options
from rules.messina.plague import PlagueFight, ShipFight
from rules.messina.preparation import BOARDS_OF, Choosing, Dealing, kinds, owners, priority_of
from rules.messina.round_end import Production, Quarantine
from rules.messina.state import GOLD, Opponent, Player, State
from rules.messina.turn import Rescuing, Turn
from rules.options import MAX_SEED, good_seed

MAX_COUNT = 10_000  # No game has more draws or moves, and no player more of anything.
# The complete sorted sets: hexes and ships by the number of players, workshops of each stack, wagons by stacks.
HEXES_OF = {seats: sorted(one for one in c.DISTRICTS if seats in c.DISTRICTS[one].players) for seats in c.LAYOUTS}
SHIPS_OF = {
    seats: sorted(one.id for one in c.SHIPS.values() if one.goods != c.LEFT_OUT_GOODS[seats]) for seats in c.LAYOUTS
}
WORKSHOPS_OF = {
    (late, citizen): sorted(one.id for one in c.WORKSHOPS.values() if (one.late, one.citizen) == (late, citizen))
    for late in (False, True)
    for citizen in c.CLASSES
}
PAIRS_OF = {
    stacks: sorted(one.pair for one in c.WAGONS.values() if one.id.endswith(tuple("12"[:stacks])))
    for stacks in set(c.WAGON_STACKS.values())
}
UPGRADES = sorted(c.HUT_TILES)
TAKEABLE = {**c.SHIPS, **c.WAGONS, **c.WORKSHOPS, **c.HUT_TILES}  # by the opponent of a solo game

# The decisions that may be at the bottom of a seat's stack, and those that may be resolved on top of them.
BOTTOM: dict[str, tuple[type[Decision], ...]] = {
    "turns": (Turn, Rescuing, PlagueFight, ShipFight, Actions, Finish),
    "round end": (Production, Finish),
    "priority": (Choosing,),
    "deal": (Dealing,),
    "over": (),
}
ON_TOP: dict[type[Decision], tuple[type[Decision], ...]] = {
    Turn: (Benefit,),
    Rescuing: (Benefit,),
    PlagueFight: (Benefit,),
    ShipFight: (Benefit,),
    Actions: (Activation, Benefit, Building, Giving),
    Activation: (Activation, Benefit, Building),
    Benefit: (Activation, Benefit, Building),
    Building: (Benefit,),
    Production: (Benefit,),
    Finish: (Quarantine, Benefit),
    Quarantine: (Benefit,),
    Giving: (Benefit,),
    Idle: (Benefit,),
}


def validate(state: State) -> None:
    """Accept a position that can be played on.

    Raises:
        BadPosition: naming the first thing that is impossible.
    """
    for complaint in COMPLAINTS:
        for refusal in complaint(state):
            raise refusal


def _seats(state: State) -> Iterator[BadPosition]:
    if state.seats not in c.SEATS:
        yield BadPosition("Messina 1347 cannot be played with {seats} seats.", seats=state.seats)
        return
    if not good_seed(state.chance.seed):
        yield BadPosition("A seed has 1 to {most} printable characters.", most=MAX_SEED)
    known = {option.id: option.values for option in options(state.seats)}
    plain = stored_options(state.seats, state.options)
    if list(state.options.items()) != list(plain.items()) or any(plain[name] not in known[name] for name in plain):
        yield BadPosition("The options are not valid for this game.")
    if state.events:
        yield BadPosition("A position must not contain events.")
    for name, entries in (("pending", state.pending), ("free", state.undoable), ("players", state.players)):
        if len(entries) != state.seats:
            yield BadPosition("{name} needs an entry for each of {seats} seats.", name=name, seats=state.seats)
    for number in (*state.undoable, state.chance.draws):
        if not 0 <= number <= MAX_COUNT:
            yield BadPosition("The counts of moves and draws must be 0 to {most}.", most=MAX_COUNT)
    for name in ("order", "scored"):
        if sorted(getattr(state, name)) != list(range(state.seats)):
            yield BadPosition("{name} must name each seat once.", name=name)


def _round(state: State) -> Iterator[BadPosition]:
    if state.round not in c.ROUNDS:
        yield BadPosition("Round {round} does not exist.", round=state.round)
        return
    if not 0 <= state.active < state.seats or not 0 <= state.wheel < len(c.WHEEL):
        yield BadPosition("The active seat or the position of the wheel does not exist.")
    if state.late_offered != any(c.ROUNDS[one].late_workshops for one in range(1, state.round + 1)):
        yield BadPosition("The workshops on offer do not match the round.")
    if state.over != (state.phase == "over") or (state.over and state.round != c.LAST_ROUND):
        yield BadPosition("The game must be over after the last round, and only then.")
    if state.acting and state.phase != "turns":
        yield BadPosition("There can be an action step only during a turn.")
    if state.phase == "priority" and (
        priority_of(state, state.round) != "score" or state.options.get("round4_order", "score_order") == "score_order"
    ):
        yield BadPosition("No seat chooses the turn order in this round.")
    for name in ("produced", "housed", "settled"):
        if len(getattr(state, name)) not in (0, state.seats) or (
            state.phase == "round end" and not getattr(state, name)
        ):
            yield BadPosition("{name} needs an entry for each of {seats} seats.", name=name, seats=state.seats)
    if any(track not in (*c.REGISTERS, "score") for moved in (*state.produced, *state.housed) for track in moved):
        yield BadPosition("A seat moved on a track that does not exist.")


def _hexes(state: State) -> Iterator[BadPosition]:
    layout = c.LAYOUTS[state.seats]
    if any(hex_ not in c.HEXES for hex_ in state.hexes) or any(hex_ not in c.DISTRICTS for hex_ in state.hex_stack):
        yield BadPosition("One of the hexes does not exist.")
        return
    new = state.round - 1 - (state.phase == "priority")
    city = {hex_: place for hex_, place in state.hexes.items() if hex_ in c.DISTRICTS}
    if sorted([*city, *state.hex_stack]) != HEXES_OF[state.seats] or len(city) != layout.first + new:
        yield BadPosition("The hexes in the city and the stack do not match this round.")
    places = sorted(place.place for place in city.values())
    if (
        places[: layout.first] != list(range(layout.first))
        or len(set(places)) < len(places)
        or places[-1] >= len(layout.places)
    ):
        yield BadPosition("The hexes are not on the places of the layout.")
    for corner, number in HARBOUR_PLACES[state.seats].items():
        if corner not in state.hexes or state.hexes[corner].place != number:
            yield BadPosition("The harbours must be at their corners.")
    standing = Counter(chain.from_iterable(player.standing for player in state.players))
    if state.opponent is not None:
        standing.update(state.opponent.standing)
    for hex_, place in state.hexes.items():
        if place.cubes < 0 or any(citizen not in c.CLASSES for citizen in place.citizens):
            yield BadPosition("The cubes or citizens on {hex} are impossible.", hex=hex_)
        if hex_ in c.CORNERS and (place.citizens or place.owner is not None):
            yield BadPosition("Harbours cannot have citizens or owners.")
        if place.owner is not None and not 0 <= place.owner < state.seats:
            yield BadPosition("The owner of {hex} is not a seat.", hex=hex_)
        if standing[hex_] != int(place.taken):
            yield BadPosition("There must be a figure on {hex} if and only if it was chosen.", hex=hex_)


def _docks(state: State) -> Iterator[BadPosition]:
    if list(state.docks) != list(c.DOCKS) or any(len(ships) > c.BERTHS for ships in state.docks.values()):
        yield BadPosition("There must be four docks with at most {most} ships each.", most=c.BERTHS)
    moored = [one.ship for ships in state.docks.values() for one in ships]
    owned = [ship for player in state.players for ship in player.ships] + _gone(state, c.SHIPS)
    if sorted([*moored, *owned, *state.ship_stack]) != SHIPS_OF[state.seats]:
        yield BadPosition("Every ship must be in exactly one place.")
        return
    arrived = sum(
        c.ROUNDS[one].ships[state.seats] for one in range(1, state.round + (state.phase not in ("deal", "priority")))
    )
    if len(moored) + len(owned) != arrived:
        yield BadPosition("The number of ships does not match the round.")
    numbers = [c.SHIPS[ship].number for ship in state.ship_stack]
    if numbers != sorted(numbers, reverse=True):
        yield BadPosition("The ships in the stack are not in order.")
    tiles = state.dock_tiles
    if not tiles or len(set(tiles)) < len(tiles) or any(tile not in c.DOCK_TILES for tile in tiles):
        yield BadPosition("The stack must contain at least one dock tile, and each at most once.")


def _stacks(state: State) -> Iterator[BadPosition]:
    huts = [hut.upgrade for player in state.players for hut in player.huts if hut.upgrade] + _gone(state, c.HUT_TILES)
    if len(state.hut_stacks) != c.HUT_STACKS or sorted([*huts, *chain(*state.hut_stacks)]) != UPGRADES:
        yield BadPosition("Every hut upgrade must be in exactly one place.")
    owned = Counter(work.tile for player in state.players for work in player.workshops)
    owned.update(_gone(state, c.WORKSHOPS))
    for late, table in ((False, state.early), (True, state.late)):
        if list(table) != list(c.CLASSES):
            yield BadPosition("There must be one stack of workshops for each class.")
            return
        for citizen, stack in table.items():
            mine = WORKSHOPS_OF[late, citizen]
            if sorted([*stack, *(one for one in mine for _ in range(owned.pop(one, 0)))]) != mine:
                yield BadPosition("Every workshop must be in exactly one place.")
    if owned:
        yield BadPosition("Workshop {tile} does not exist.", tile=next(iter(owned))[:20])
    wagons = [*(cart.tile for player in state.players for cart in player.wagons), *chain(*state.wagon_stacks)]
    wagons += _gone(state, c.WAGONS)
    pairs = [c.WAGONS[tile].pair if tile in c.WAGONS else 0 for tile in wagons]
    number = c.WAGON_STACKS[state.seats]
    if len(state.wagon_stacks) != number or len(set(wagons)) < len(wagons):
        yield BadPosition("Every wagon must be in exactly one place.")
    if sorted(pairs) != PAIRS_OF[number]:
        yield BadPosition("Each stack must contain one wagon of each pair.")
    for stack in state.wagon_stacks:
        order = [c.WAGONS[tile].pair for tile in stack]
        if order != sorted(order, reverse=True):
            yield BadPosition("The wagons in a stack are not in order.")


def _gone(state: State, tiles: Mapping[str, object]) -> list[str]:
    """Return the tiles of a kind that the opponent of a solo game has taken out of the game."""
    return [] if state.opponent is None else [tile for tile in state.opponent.taken if tile in tiles]


def _tracks(state: State) -> Iterator[BadPosition]:
    if list(state.registers) != list(c.REGISTERS):
        yield BadPosition("There must be three registers.")
        return
    for name, register in state.registers.items():
        if sorted(register.arrivals) != list(range(state.seats)) or len(register.spaces) != state.seats:
            yield BadPosition("{name} must name each seat once.", name=name)
        elif not all(1 <= space <= len(c.REGISTER[name]) for space in register.spaces):
            yield BadPosition("A disc is past the end of the register {name}.", name=name)


def _plague(state: State) -> Iterator[BadPosition]:
    on_ships = sum(one.cube for ships in state.docks.values() for one in ships)
    cubes = state.plague + on_ships + sum(place.cubes for place in state.hexes.values())
    if state.plague < 0 or cubes != c.PLAGUE[state.seats]:
        yield BadPosition(
            "There are {cubes} plague cubes in total; there must be {right}.", cubes=cubes, right=c.PLAGUE[state.seats]
        )


def _players(state: State) -> Iterator[BadPosition]:
    """Yield what is impossible about any player."""
    for seat, player in enumerate(state.players):
        for why in _faults(state, seat, player):
            yield BadPosition("Seat {seat}: {why}", seat=seat, why=why)


def _faults(state: State, seat: int, player: Player) -> Iterator[str]:
    tokens = [getattr(player, token) for token in c.TOKENS]
    if not all(0 <= number <= MAX_COUNT for number in (*tokens, player.rats)) or abs(player.points) > MAX_COUNT:
        yield "the number of tokens cannot be negative."
    yield from _figures(state, player)
    owned = sum(place.owner == seat for place in state.hexes.values())
    if player.tiles != c.TILES - owned or player.tiles < 0:
        yield "the repopulation tiles do not match those in the city and the supply."
    if sum(c.DISTRICTS[hex_].lieutenants for hex_, place in state.hexes.items() if place.owner == seat) > player.box:
        yield "one lieutenant must have been given up for each hex that requires it."
    yield from _estate(player)
    tracks = c.TRACKS[player.scroll_board]
    if len(player.scrolls) != len(tracks) or not all(
        0 <= level <= len(track.levels) for level, track in zip(player.scrolls, tracks, strict=True)
    ):
        yield "a scroll cube is past the end of its track."
    if list(player.overseers) != list(c.CLASSES) or any(
        not 0 <= one.step <= c.PATH_LENGTH or (one.step >= FORK) != bool(one.branch)
        for one in player.overseers.values()
    ):
        yield "an overseer is not on its path."
    for source in player.deferred:
        register, _, space = source.partition("-")
        if register not in c.REGISTER or not space.isdigit() or not 1 < int(space) <= len(c.REGISTER[register]):
            yield "an action is deferred for a register space that does not exist."
    if any(effect_name(effect) not in EFFECTS for effect in player.queue):
        yield "a pending effect does not exist."


def _figures(state: State, player: Player) -> Iterator[str]:
    counts = (player.ready, player.used, player.supply, player.box)
    if min(counts) < 0 or sum(counts) + len(player.lying) + len(player.standing) != c.LIEUTENANTS:
        yield f"there must be {c.LIEUTENANTS} lieutenants in total."
    if player.supply > c.LIEUTENANTS - c.START_LIEUTENANTS:
        yield "a lieutenant from the start of the game is in the supply."
    for places in (player.lying, player.standing):
        if places != sorted(places) or any(place not in state.hexes and place not in c.DOCKS for place in places):
            yield "figures are on places outside the city, or not in order."
    never = state.options["recall_from_home"] == "never"
    if state.phase == "round end" and (player.lying or (player.ready and not never)):
        yield "at the end of a round every lieutenant must have been used."
    if state.round == 1 and state.phase != "round end" and player.lying:
        yield "in the first round no figure can be lying in the city."


def _estate(player: Player) -> Iterator[str]:
    if len(player.squares) != len(c.SQUARE_IDS) or not all(0 <= side <= GOLD for side in player.squares):
        yield "a square must be empty or hold a citizen or an upgraded citizen."
    if len(player.huts) != c.HUTS:
        yield f"there must be {c.HUTS} huts."
    for hut in player.huts:
        full = hut.space in (1, 2) and hut.citizen in c.CLASSES and hut.side in (1, GOLD)
        if not full and (hut.space, hut.citizen, hut.side) != (0, "", 0):
            yield "a hut must be empty or hold a citizen on space 1 or 2."
    for work in player.workshops:
        if (
            not 0 <= work.side <= GOLD
            or work.tile not in c.WORKSHOPS
            or (work.paid and not c.WORKSHOPS[work.tile].late)
        ):
            yield "a workshop must be empty or hold a citizen, upgraded or not; only a late one can have paid out."


def _boards(state: State) -> Iterator[BadPosition]:
    """Yield what is impossible about the boards of side b and their one-use squares."""
    if state.phase == "deal" and (state.options.get("deal") != "chosen" or not kinds(state) or state.round > 1):
        yield BadPosition("Boards cannot be chosen now.")
    for kind in BOARDS_OF:
        has = [getattr(player, kind) for player in state.players if getattr(player, kind) is not c.NOT_DEALT]
        if len(owners(state, kind)) < len(has):
            yield BadPosition("Every player must have a different board of side b, and it must exist.")
            return
        if kind not in kinds(state) and has:
            yield BadPosition("All boards of this kind must be of side a at this table: {kind}.", kind=kind)
        if kind in kinds(state) and len(has) < state.seats and state.phase != "deal":
            yield BadPosition("Every player must have a board of side b: {kind}.", kind=kind)
    for seat, player in enumerate(state.players):
        if not _spent(player):
            yield BadPosition("Seat {seat} cannot have used up these squares.", seat=seat)


def _spent(player: Player) -> bool:
    """Return whether the squares marked as used are one-use squares, each marked once."""
    if player.spent is c.NOT_DEALT or player.board is c.NOT_DEALT:
        return player.spent is c.NOT_DEALT and player.board is c.NOT_DEALT
    once = [square.id for square in c.ACTIONS[player.board].values() if square.once]
    return len(set(player.spent)) == len(player.spent) and all(square in once for square in player.spent)


def _opponent(state: State) -> Iterator[BadPosition]:
    """Yield what is impossible about the virtual opponent."""
    rival = state.opponent
    if (rival is not None) != (state.seats == 1):
        yield BadPosition("There must be a virtual opponent in a solo game, and only there.")
    if rival is None:
        return
    if not 1 <= rival.popularity <= len(c.REGISTER["popularity"]):
        yield BadPosition("A disc is past the end of the register {name}.", name="popularity")
    if state.phase == "deal":
        if rival != Opponent():
            yield BadPosition("The opponent cannot have acted before all boards are chosen.")
        return
    yield from _opponent_figures(state, rival)
    yield from _opponent_loot(state, rival)
    yield from _solo_tiles(state, rival)


def _opponent_turns(state: State, rival: Opponent) -> int:
    """Return how many turns the opponent has had."""
    return sum(c.SOLO.lieutenants[: state.round]) - rival.ready


def _opponent_figures(state: State, rival: Opponent) -> Iterator[BadPosition]:
    """Yield what is impossible about its figures and its disc.

    A used figure is in the city, unless no tile was left to say where.
    """
    most = c.SOLO.lieutenants[state.round - 1]
    away = most - rival.ready - len(rival.standing)
    if (
        rival.ready < 0
        or away < 0
        or (away and rival.stack and state.phase != "over")
        or (rival.ready and state.phase in ("round end", "over"))
    ):
        yield BadPosition("The opponent must have {most} lieutenants in this round.", most=most)
    if state.phase == "turns" and not rival.next:
        yield BadPosition("The opponent must be next after the player's turn if it has lieutenants left.")
    if state.phase == "over" and rival.standing:
        yield BadPosition("The opponent's lieutenants must have left the city at the end of a round.")
    if rival.popularity > 1 + _opponent_turns(state, rival):
        yield BadPosition("The opponent can advance at most once per turn.")


def _opponent_loot(state: State, rival: Opponent) -> Iterator[BadPosition]:
    """Yield what is impossible about what it has taken: per turn one tile, or a hut upgrade of each stack."""
    if any(tile not in TAKEABLE for tile in rival.taken):
        yield BadPosition("The opponent can only take ships, wagons, workshops and hut upgrades.")
        return
    huts = sum(tile in c.HUT_TILES for tile in rival.taken)
    if len(rival.taken) - huts + -(-huts // c.HUT_STACKS) > _opponent_turns(state, rival):
        yield BadPosition("The opponent can take tiles at most once per turn.")
    if not state.late_offered and any(tile in c.WORKSHOPS and c.WORKSHOPS[tile].late for tile in rival.taken):
        yield BadPosition("The late workshops are not on offer yet.")


def _solo_tiles(state: State, rival: Opponent) -> Iterator[BadPosition]:
    seen = [*rival.stack, *rival.shown]
    if any(tile not in c.SOLO_TILES for tile in seen) or len(set(seen)) < len(seen):
        yield BadPosition("Each solo tile must be in at most one place.")
        return
    if state.options.get("solo_reshuffle") != "empty" and len(seen) < len(c.SOLO_TILES):
        yield BadPosition("Every solo tile must be present: all are shuffled every round.")
    chosen = [c.SOLO_TILES[tile].hex for tile in rival.shown]
    if any(hex_ not in chosen or hex_ not in state.hexes for hex_ in rival.standing):
        yield BadPosition("The opponent's lieutenants must be on hexes named by solo tiles of this round.")


def _decisions(state: State) -> Iterator[BadPosition]:
    """Yield what is impossible about the pending decisions."""
    if not any(state.pending) and not state.over:
        yield BadPosition("At least one seat must have a decision to make.")
    for seat, stack in enumerate(state.pending):
        alone = state.phase == "turns" and state.active != seat
        allowed: tuple[type[Decision], ...] = BOTTOM[state.phase]
        if alone:
            allowed = (Idle, Benefit) if state.options.get("workshop_moves") == "always" else ()
        for decision in stack:
            if not isinstance(decision, allowed):
                yield BadPosition("The decision “{kind}” is not possible there in this phase.", kind=decision.question)
                return
            allowed = ON_TOP.get(type(decision), ())
        if any(not decision.is_consistent(state, seat) for decision in stack) or not _answerable(state, seat, stack):
            yield BadPosition("The decision “{kind}” does not fit the board.", kind=stack[-1].question)
            return
        if stack and (isinstance(stack[0], Actions) != (state.acting and not alone)):
            yield BadPosition("The decision of the action step must come first in that step, and only there.")


def _answerable(state: State, seat: int, stack: list[Any]) -> bool:
    return not stack or bool(stack[-1].options(state, seat))


# The order matters: later checks may rely on earlier ones.
COMPLAINTS = (
    _seats,
    _boards,
    _round,
    _opponent,
    _hexes,
    _docks,
    _stacks,
    _tracks,
    _players,
    _plague,
    _decisions,
)
