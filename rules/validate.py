"""Checks of positions that all games share."""

from collections.abc import Callable, Collection

from rules.errors import BadPosition
from rules.game import Option, State
from rules.options import MAX_SEED, good_seed

MAX_COUNT = 10_000  # No game has more draws, turns or moves, and no player or cube more of anything.


def forbid(impossible: object, complaint: str, **values: object) -> None:
    """Raise BadPosition if this is impossible in a position."""
    if impossible:
        raise BadPosition(complaint, **values)


def check_table(
    state: State,
    name: str,
    seats: Collection[int],
    options: Callable[[int], Collection[Option]],
    **per_seat: Collection[object],
) -> None:
    """Check what `State` has: the number of seats, the seed, the options, no events, and an entry for each seat.

    ``options``: those that the state stores, by the number of seats.
    """
    forbid(state.seats not in seats, "{name} cannot be played with {seats} seats.", name=name, seats=state.seats)
    forbid(not good_seed(state.chance.seed), "A seed has 1 to {most} printable characters.", most=MAX_SEED)
    known, chosen = {one.id: one for one in options(state.seats)}, state.options
    told = "The options are not valid for this game."
    forbid(list(chosen) != list(known) or any(known[name].read(chosen[name]) != chosen[name] for name in known), told)
    forbid(state.events, "A position must not contain events.")
    check_entries(state, "pending", state.pending)
    check_entries(state, "free", state.undoable)
    for field, entries in per_seat.items():
        check_entries(state, field, entries)


def check_entries(state: State, name: str, entries: Collection[object]) -> None:
    """Check that there is an entry for each seat."""
    told = "{name} needs an entry for each of {seats} seats."
    forbid(len(entries) != state.seats, told, name=name, seats=state.seats)
