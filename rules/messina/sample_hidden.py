"""Sampling of what no player knows in Messina 1347: the order of all face-down stacks (section 2)."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from rules.chance import Chance
from rules.messina.components import DISTRICTS, SHIPS, WAGONS
from rules.messina.state import State


def sample_hidden(state: State, seat: int | None, lot: Chance) -> None:
    """Shuffle everything face down within the kinds of the set-up. All seats know the same."""
    offered, other = (state.late, state.early) if state.late_offered else (state.early, state.late)
    _deal(state.hut_stacks, lot)
    for stack in offered.values():
        _deal([stack], lot)
    for stack in other.values():
        stack[:] = _shuffled(stack, lot)
    state.hex_stack = _shuffled(state.hex_stack, lot, lambda one: DISTRICTS[one].kind)
    state.ship_stack = _shuffled(state.ship_stack, lot, lambda one: SHIPS[one].number)
    state.dock_tiles = _shuffled(state.dock_tiles, lot)
    _wagons(state, lot)
    if state.opponent is not None:
        state.opponent.stack = _shuffled(state.opponent.stack, lot)


def _shuffled(tiles: Iterable[str], lot: Chance, kind: Callable[[str], Any] = lambda one: 0) -> list[str]:
    """Return the tiles in a new order; those of the highest kind stay at the bottom."""
    new = sorted(tiles)
    lot.shuffle(new)
    return sorted(new, key=kind, reverse=True)


def _deal(stacks: list[list[str]], lot: Chance) -> None:
    """Deal new tiles to each stack below its top tile."""
    hidden = _shuffled(chain(*(stack[:-1] for stack in stacks)), lot)
    for stack in stacks:
        stack[:-1] = [hidden.pop() for _ in stack[:-1]]


def _wagons(state: State, lot: Chance) -> None:
    """Draw the wagons again. Each stack has one of each pair; the rest is in the box, and which ones is unknown."""
    seen = {stack[-1] for stack in state.wagon_stacks if stack}
    seen.update(cart.tile for player in state.players for cart in player.wagons)
    if state.opponent is not None:
        seen.update(state.opponent.taken)
    unseen = _shuffled((wagon for wagon in WAGONS if wagon not in seen), lot, lambda one: WAGONS[one].pair)
    for stack in state.wagon_stacks:
        for at in range(len(stack) - 1):
            pair = max(WAGONS[one].pair for one in WAGONS) - at
            stack[at] = next(one for one in unseen if WAGONS[one].pair == pair)
            unseen.remove(stack[at])
