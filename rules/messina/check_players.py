"""Whether the players' estates and figures can have come about."""

from collections.abc import Iterator

from rules.errors import N_, BadPosition
from rules.messina.components import (
    CLASSES,
    DISTRICTS,
    DOCKS,
    HUTS,
    LIEUTENANTS,
    PATH_LENGTH,
    REGISTER,
    SQUARE_IDS,
    START_LIEUTENANTS,
    TILES,
    TOKENS,
    TRACKS,
    WORKSHOPS,
)
from rules.messina.effects import HANDLERS
from rules.messina.overseers import FORK
from rules.messina.state import GOLD, Player, State

MANY = 10_000  # nobody has more of anything


def players(state: State) -> Iterator[BadPosition]:
    """What is impossible about any player."""
    for seat, player in enumerate(state.players):
        for why in _faults(state, seat, player):
            yield BadPosition(N_("Seat {seat}: {why}"), seat=seat, why=why)


def _faults(state: State, seat: int, player: Player) -> Iterator[str]:
    tokens = [getattr(player, token) for token in TOKENS]
    if not all(0 <= number <= MANY for number in (*tokens, player.rats)) or abs(player.points) > MANY:
        yield "tokens cannot be fewer than none."
    yield from _figures(state, player)
    owned = sum(place.owner == seat for place in state.hexes.values())
    if player.tiles != TILES - owned or player.tiles < 0:
        yield "the repopulation tiles are not those in the city and the rest."
    if sum(DISTRICTS[hex_].lieutenants for hex_, place in state.hexes.items() if place.owner == seat) > player.box:
        yield "a lieutenant was given up for each hex that asks for one."
    yield from _estate(player)
    tracks = TRACKS[player.scroll_board]
    if len(player.scrolls) != len(tracks) or not all(
        0 <= level <= len(track.levels) for level, track in zip(player.scrolls, tracks, strict=True)
    ):
        yield "a scroll cube is beyond its track."
    if list(player.overseers) != list(CLASSES) or any(
        not 0 <= one.step <= PATH_LENGTH or (one.step >= FORK) != bool(one.branch) for one in player.overseers.values()
    ):
        yield "an overseer is not on its path."
    for source in player.deferred:
        register, _, space = source.partition("-")
        if register not in REGISTER or not space.isdigit() or not 1 < int(space) <= len(REGISTER[register]):
            yield "there is no such register space as one whose action is deferred."
    if any(
        effect.partition(":")[0] in ("work", "pay") or effect.partition(":")[0] not in HANDLERS
        for effect in player.queue
    ):
        yield "an effect is waiting that is none."


def _figures(state: State, player: Player) -> Iterator[str]:
    counts = (player.ready, player.used, player.supply, player.box)
    if min(counts) < 0 or sum(counts) + len(player.lying) + len(player.standing) != LIEUTENANTS:
        yield f"there must be {LIEUTENANTS} lieutenants in all."
    if player.supply > LIEUTENANTS - START_LIEUTENANTS:
        yield "a lieutenant that was there at the start is in the supply."
    for places in (player.lying, player.standing):
        if places != sorted(places) or any(place not in state.hexes and place not in DOCKS for place in places):
            yield "figures are in places that are not in the city, or not in order."
    never = state.options["recall_from_home"] == "never"
    if state.phase == "round end" and (player.lying or (player.ready and not never)):
        yield "at the end of a round every lieutenant was used."
    if state.round == 1 and state.phase != "round end" and player.lying:
        yield "in the first round nobody lies in the city."


def _estate(player: Player) -> Iterator[str]:
    if len(player.squares) != len(SQUARE_IDS) or not all(0 <= side <= GOLD for side in player.squares):
        yield "a square holds nobody, a citizen or an upgraded one."
    if len(player.huts) != HUTS:
        yield f"there must be {HUTS} huts."
    for hut in player.huts:
        full = hut.space in (1, 2) and hut.citizen in CLASSES and hut.side in (1, GOLD)
        if not full and (hut.space, hut.citizen, hut.side) != (0, "", 0):
            yield "a hut holds nobody, or a citizen on space 1 or 2."
    for work in player.workshops:
        if not 0 <= work.side <= GOLD or work.tile not in WORKSHOPS or (work.paid and not WORKSHOPS[work.tile].late):
            yield "a workshop holds nobody, a citizen or an upgraded one; only late ones have paid."
