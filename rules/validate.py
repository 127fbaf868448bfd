"""Checks shared by all games, for the settings of a new table and for positions."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from rules.errors import N_, BadOptions, BadPosition
from rules.game import Game, Option, State

MAX_SEED = 64
MAX_COUNT = 10_000  # No game has more draws, turns or moves, and no player has more of anything.


def good_seed(seed: str) -> bool:
    """Return whether the seed has an allowed length and only printable characters."""
    return 1 <= len(seed) <= MAX_SEED and seed.isprintable()


def check_options(game: Game[Any], seats: int, seed: str, options: dict[str, str]) -> dict[str, str]:
    """Return the options completed with defaults.

    Raises BadOptions for a wrong number of seats, a bad seed, or an unknown option or value.
    """
    if seats not in game.seats:
        some = ", ".join(map(str, game.seats))
        raise BadOptions(N_("{game} is for {some} players, not {seats}."), game=game.id, some=some, seats=seats)
    if not good_seed(seed):
        raise BadOptions(N_("A seed has 1 to {most} printable characters."), most=MAX_SEED)
    return with_defaults(game.options(seats), options)


def with_defaults(offered: Iterable[Option], options: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen or default value of every option offered. Raises BadOptions if any name or value is unknown."""
    known = {option.id: option for option in offered}
    for name, value in options.items():
        if name not in known:
            raise BadOptions(N_("There is no option “{name}”. Options: {some}"), name=name[:40], some=", ".join(known))
        option = known[name]
        if option.read(value) is None:
            some, pick = ", ".join(option.values), ", ".join(option.pick)
            told = N_("“{value}” is not a valid value for {name}. Possible values: {some}")
            if option.picks:
                told = N_(
                    "“{value}” is not a valid value for {name}. Possible values: {some}, or {picks} different "
                    "ones from {pick}, joined by “+”"
                )
            raise BadOptions(told, value=value[:40], name=name, some=some, picks=option.picks, pick=pick)
    return {name: option.read(options.get(name, option.default)) or option.default for name, option in known.items()}


def forbid(impossible: object, complaint: str, **values: object) -> None:
    """Raise BadPosition with the complaint if the condition is true."""
    if impossible:
        raise BadPosition(complaint, **values)


def check_table(
    state: State,
    name: str,
    seats: Collection[int],
    options: Callable[[int], Collection[Option]],
    **per_seat: Collection[object],
) -> None:
    """Check the fields of `State`: number of seats, seed, options, no events, and an entry for each seat in each list.

    ``name`` is the game's name, ``options`` returns its options for a number of seats, and ``per_seat`` are the game's
    own lists with an entry for each seat. Raise BadPosition if anything is wrong.
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
    """Raise BadPosition unless the field ``name`` has exactly one entry for each seat."""
    told = "{name} needs an entry for each of {seats} seats."
    forbid(len(entries) != state.seats, told, name=name, seats=state.seats)
