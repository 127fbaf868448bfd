"""Whether what belongs to a variant can have come about: boards of side b, and the opponent of a solo game."""

from collections.abc import Iterator

from msgspec import UNSET

from rules.errors import N_, BadPosition
from rules.messina.components import (
    ACTIONS,
    HUT_STACKS,
    HUT_TILES,
    REGISTER,
    SHIPS,
    SOLO,
    SOLO_TILES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.deal import BOARDS_OF, kinds, owners
from rules.messina.state import Opponent, Player, State

TAKEABLE = {**SHIPS, **WAGONS, **WORKSHOPS, **HUT_TILES}


def boards(state: State) -> Iterator[BadPosition]:
    """What is impossible about the boards of side b and their squares that work once."""
    if state.phase == "deal" and (state.options.get("deal") != "chosen" or not kinds(state) or state.round > 1):
        yield BadPosition(N_("Nobody chooses boards now."))
    for kind in BOARDS_OF:
        has = [getattr(player, kind) for player in state.players if getattr(player, kind) is not UNSET]
        if len(owners(state, kind)) < len(has):
            yield BadPosition(N_("Every player has a different board of side b, and only such as there are."))
            return
        if kind not in kinds(state) and has:
            yield BadPosition(N_("At this table all boards of this kind are of side a: {kind}."), kind=kind)
        if kind in kinds(state) and len(has) < state.seats and state.phase != "deal":
            yield BadPosition(N_("Everybody needs a board of side b: {kind}."), kind=kind)
    for seat, player in enumerate(state.players):
        if not _spent(player):
            yield BadPosition(N_("Seat {seat} cannot have used up these squares."), seat=seat)


def _spent(player: Player) -> bool:
    """Whether the squares marked as used are such as work once, each marked once."""
    if player.spent is UNSET or player.board is UNSET:
        return player.spent is UNSET and player.board is UNSET
    once = [square.id for square in ACTIONS[player.board].values() if square.once]
    return len(set(player.spent)) == len(player.spent) and all(square in once for square in player.spent)


def opponent(state: State) -> Iterator[BadPosition]:
    """What is impossible about the virtual opponent."""
    rival = state.opponent
    if (rival is not UNSET) != (state.seats == 1):
        yield BadPosition(N_("There is a virtual opponent in a solo game, and only there."))
    if rival is UNSET:
        return
    if not 1 <= rival.popularity <= len(REGISTER["popularity"]):
        yield BadPosition(N_("A disc is beyond the register {name}."), name="popularity")
    if state.phase == "deal":
        if rival != Opponent():
            yield BadPosition(N_("The opponent does nothing before all boards are chosen."))
        return
    yield from _lieutenants(state, rival)
    yield from _taken(state, rival)
    yield from _tiles(state, rival)


def _turns(state: State, rival: Opponent) -> int:
    """How many turns the opponent has had."""
    return sum(SOLO.lieutenants[: state.round]) - rival.ready


def _lieutenants(state: State, rival: Opponent) -> Iterator[BadPosition]:
    """Its figures and its disc. Who is used stands in the city, unless there was no tile left to tell where."""
    most = SOLO.lieutenants[state.round - 1]
    away = most - rival.ready - len(rival.standing)
    if (
        rival.ready < 0
        or away < 0
        or (away and rival.stack and state.phase != "over")
        or (rival.ready and state.phase in ("round end", "over"))
    ):
        yield BadPosition(N_("The opponent has {most} lieutenants in this round."), most=most)
    if state.phase == "turns" and not rival.next:
        yield BadPosition(N_("After the player's turn comes one of the opponent, if it has lieutenants left."))
    if state.phase == "over" and rival.standing:
        yield BadPosition(N_("The opponent's lieutenants leave the city at the end of a round."))
    if rival.popularity > 1 + _turns(state, rival):
        yield BadPosition(N_("The opponent advances at most once a turn."))


def _taken(state: State, rival: Opponent) -> Iterator[BadPosition]:
    """What it has taken out of the game: at each turn one tile, or a hut upgrade of each stack."""
    if any(tile not in TAKEABLE for tile in rival.taken):
        yield BadPosition(N_("The opponent takes ships, wagons, workshops and hut upgrades only."))
        return
    huts = sum(tile in HUT_TILES for tile in rival.taken)
    if len(rival.taken) - huts + -(-huts // HUT_STACKS) > _turns(state, rival):
        yield BadPosition(N_("The opponent takes tiles at most once a turn."))
    if not state.late_offered and any(tile in WORKSHOPS and WORKSHOPS[tile].late for tile in rival.taken):
        yield BadPosition(N_("The late workshops are not on offer yet."))


def _tiles(state: State, rival: Opponent) -> Iterator[BadPosition]:
    seen = [*rival.stack, *rival.shown]
    if any(tile not in SOLO_TILES for tile in seen) or len(set(seen)) < len(seen):
        yield BadPosition(N_("Each solo tile is in at most one place."))
        return
    if state.options.get("solo_reshuffle") != "empty" and len(seen) < len(SOLO_TILES):
        yield BadPosition(N_("All solo tiles are shuffled every round."))
    chosen = [SOLO_TILES[tile].hex for tile in rival.shown]
    if len(set(rival.standing)) < len(rival.standing) or any(
        hex_ not in chosen or hex_ not in state.hexes for hex_ in rival.standing
    ):
        yield BadPosition(N_("The opponent's lieutenants stand on hexes that solo tiles of this round named."))
