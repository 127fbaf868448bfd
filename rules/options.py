"""The settings of a new table: seats, seed, options."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.errors import N_, BadOptions
from rules.game import Game, Option

MAX_SEED = 64


def good_seed(seed: str) -> bool:
    """Return whether the seed works for drawing on every platform."""
    return 1 <= len(seed) <= MAX_SEED and seed.isprintable()


def check_options(game: Game[Any], seats: int, seed: str, options: dict[str, str]) -> dict[str, str]:
    """Return the options completed with defaults. Raises BadOptions if anything is unknown."""
    if seats not in game.seats:
        some = ", ".join(map(str, game.seats))
        raise BadOptions(N_("{game} is played by {some} players, not {seats}."), game=game.id, some=some, seats=seats)
    if not good_seed(seed):
        raise BadOptions(N_("A seed has 1 to {most} printable characters."), most=MAX_SEED)
    return complete(game.options(seats), options)


def complete(offered: Iterable[Option], options: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every option offered: the chosen one or the default.

    Raises BadOptions if anything is unknown.
    """
    known = {option.id: option for option in offered}
    for name, value in options.items():
        if name not in known:
            raise BadOptions(N_("There is no option “{name}”. Options: {some}"), name=name[:40], some=", ".join(known))
        if known[name].read(value) is None:
            raise _no_value(known[name], value)
    return {name: option.read(options.get(name, option.default)) or option.default for name, option in known.items()}


def _no_value(option: Option, value: str) -> BadOptions:
    some = ", ".join(option.values)
    if not option.picks:
        return BadOptions(
            N_("“{value}” is not a value of {name}. Possible values: {some}"),
            value=value[:40],
            name=option.id,
            some=some,
        )
    return BadOptions(
        N_(
            "“{value}” is not a value of {name}. Possible values: {some}, or {picks} different "
            "ones of {pick}, joined by “+”"
        ),
        value=value[:40],
        name=option.id,
        some=some,
        picks=option.picks,
        pick=", ".join(option.pick),
    )
