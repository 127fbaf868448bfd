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
    """Return a value, or the default, for every option offered. Raises BadOptions if anything is unknown."""
    known = {option.id: option for option in offered}
    for name, value in options.items():
        if name not in known:
            raise BadOptions(N_("There is no option “{name}”. Options: {some}"), name=name[:40], some=", ".join(known))
        option = known[name]
        if option.read(value) is None:
            some, pick = ", ".join(option.values), ", ".join(option.pick)
            told = N_("“{value}” is not a value of {name}. Possible values: {some}")
            if option.picks:
                told = N_(
                    "“{value}” is not a value of {name}. Possible values: {some}, or {picks} different "
                    "ones of {pick}, joined by “+”"
                )
            raise BadOptions(told, value=value[:40], name=name, some=some, picks=option.picks, pick=pick)
    return {name: option.read(options.get(name, option.default)) or option.default for name, option in known.items()}
