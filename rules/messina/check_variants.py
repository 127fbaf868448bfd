"""Whether what belongs to a variant can have come about: boards of side b, and the opponent of a solo game."""

from collections.abc import Iterator

from msgspec import UNSET

from rules.errors import N_, BadPosition
from rules.messina.components import (
    ACTIONS,
    HUT_TILES,
    REGISTER,
    SHIPS,
    SOLO,
    SOLO_TILES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.deal import BOARD, BOARDS_OF, kinds, owners
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
    if player.spent is UNSET:
        return getattr(player, BOARD) is UNSET
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
    used = len(rival.standing)
    most = 0 if state.phase == "deal" else SOLO.lieutenants[state.round - 1]
    if not 0 <= rival.ready <= most - used or (state.phase in ("round end", "over") and rival.ready):
        yield BadPosition(N_("The opponent has {most} lieutenants in this round."), most=most)
    if any(tile not in TAKEABLE for tile in rival.taken):
        yield BadPosition(N_("The opponent takes ships, wagons, workshops and hut upgrades only."))
    if state.phase == "over" and rival.standing:
        yield BadPosition(N_("The opponent's lieutenants leave the city at the end of a round."))
    yield from _tiles(state, rival)


def _tiles(state: State, rival: Opponent) -> Iterator[BadPosition]:
    seen = [*rival.stack, *rival.shown]
    if any(tile not in SOLO_TILES for tile in seen) or len(set(seen)) < len(seen):
        yield BadPosition(N_("Each solo tile is in at most one place."))
        return
    if state.phase != "deal" and state.options.get("solo_reshuffle") != "empty" and len(seen) < len(SOLO_TILES):
        yield BadPosition(N_("All solo tiles are shuffled every round."))
    chosen = [SOLO_TILES[tile].hex for tile in rival.shown]
    if len(set(rival.standing)) < len(rival.standing) or any(
        hex_ not in chosen or hex_ not in state.hexes for hex_ in rival.standing
    ):
        yield BadPosition(N_("The opponent's lieutenants stand on hexes that solo tiles of this round named."))
