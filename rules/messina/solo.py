"""The virtual opponent of a solo game, whose rounds and turns are automatic (section 9.3)."""

from rules.messina import events as e
from rules.messina.city import distances_from, place_of
from rules.messina.components import OPPONENT_SEAT, REGISTER, SOLO, SOLO_TILES, SoloTile
from rules.messina.state import Opponent, State
from rules.messina.turn import pay_tribute


def begin(state: State, opponent: Opponent) -> None:
    """Set the opponent's lieutenants and the first player of a round.

    Also shuffle the opponent's tiles, unless the table's option delays that until the stack is empty (A34).
    """
    opponent.ready = SOLO.lieutenants[state.round - 1]
    opponent.next = state.round in SOLO.opponent_starts
    opponent.shown = []
    if state.options.get("solo_reshuffle") != "empty" or not opponent.stack:
        _shuffle(state, opponent)


def order(state: State) -> list[int]:
    """Return the turn order of the round, including the opponent if there is one."""
    if state.opponent is None:
        return list(state.order)
    return [OPPONENT_SEAT, *state.order] if state.round in SOLO.opponent_starts else [*state.order, OPPONENT_SEAT]


def leave(state: State, opponent: Opponent) -> None:
    """End the round: the opponent's lieutenants leave the city."""
    for hex_ in opponent.standing:
        state.hexes[hex_].taken = False
    if opponent.standing:
        state.emit(e.OpponentLeft(tuple(opponent.standing)))
    opponent.standing = []


def turn(state: State, opponent: Opponent) -> None:
    """Take a turn of the opponent: choose a hex, rescue, fight, act."""
    opponent.ready -= 1
    opponent.next = False
    tile = _reveal(state, opponent)
    if tile is None:
        state.emit(e.OpponentPassed(opponent.ready))
        return
    place = state.hexes[tile.hex]
    place.taken = True
    opponent.standing.append(tile.hex)
    state.emit(e.OpponentWent(tile.hex, opponent.ready))
    pay_tribute(state, tile.hex, OPPONENT_SEAT)
    if place.citizens:
        state.emit(e.OpponentRescued(tile.hex, tuple(place.citizens)))
        place.citizens = []
    if place.cubes:
        place.cubes -= 1
        state.plague += 1
        opponent.popularity = min(opponent.popularity + 1, len(REGISTER["popularity"]))
        state.emit(e.OpponentFought(tile.hex, opponent.popularity))
    if not (_take_ship(state, opponent, tile.hex) if tile.takes == "ship" else _take_tiles(state, opponent, tile)):
        state.emit(e.OpponentIdle(tile.takes))


def _shuffle(state: State, opponent: Opponent) -> None:
    """Shuffle all tiles except those revealed this round, which stay out until the round ends."""
    opponent.stack = [tile for tile in SOLO_TILES if tile not in opponent.shown]
    state.chance.shuffle(opponent.stack)
    if opponent.stack:
        state.emit(e.TilesShuffled(len(opponent.stack)))


def _reveal(state: State, opponent: Opponent) -> SoloTile | None:
    """Reveal tiles until one names an unoccupied hex in the city. Return that tile, or None if no tile does."""
    while True:
        if not opponent.stack:
            _shuffle(state, opponent)
            if not opponent.stack:
                return None
        tile = SOLO_TILES[opponent.stack.pop()]
        opponent.shown.append(tile.id)
        place = state.hexes.get(tile.hex)
        passed = "absent" if place is None else "taken" if place.taken else ""
        state.emit(e.TileRevealed(tile.id, tile.hex, passed))
        if not passed:
            return tile


def _take_ship(state: State, opponent: Opponent, hex_: str) -> bool:
    """Take the nearest ship, chosen at random if several are equally near (D24). Returns False if there is none."""
    far = distances_from(state, hex_)
    moored = [(far[place_of(state, dock)], dock, ship) for dock, ships in state.docks.items() for ship in ships]
    if not moored:
        return False
    steps = min(away for away, _, _ in moored)
    near = [(dock, ship) for away, dock, ship in moored if away == steps]
    dock, ship = near[state.chance.below(len(near))]
    state.docks[dock].remove(ship)
    state.plague += ship.cube
    opponent.taken.append(ship.ship)
    docks = tuple(one for one, _ in near)
    state.emit(e.OpponentTook("ship", (ship.ship,), (), dock, ship.cube, steps, docks))
    return True


def _take_tiles(state: State, opponent: Opponent, tile: SoloTile) -> bool:
    """Take the face-up tiles named by the solo tile and reveal the next ones.

    Returns False if there are no such tiles.
    """
    kind, _, citizen = tile.takes.partition(":")
    offers = {"wagon": state.wagon_stacks, "huts": state.hut_stacks}
    stacks = [state.offer[citizen]] if kind == "workshop" else offers.get(kind, [])
    turned = [stack for stack in stacks if stack]
    if not turned:
        return False
    tiles = tuple(stack.pop() for stack in turned)
    opponent.taken += tiles
    state.emit(e.OpponentTook(kind, tiles, tuple(stack[-1] for stack in turned if stack), "", False))
    return True
