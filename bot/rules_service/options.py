"""The options of a table: the game's own and, beside them, how people get their seats and what the picture is like."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.chance import Chance
from rules.errors import N_, BadOptions
from rules.game import Game, Option
from rules.table import check_options

SEATING = Option("seating", ("lot", "joined"))
PICTURE = Option("picture", ("tall", "wide"))  # of the board in the channel; most people play on a phone
OWN = {option.id: option for option in (SEATING, PICTURE)}  # a table's, whatever the game
HOUSE = {"confirm": "on"}  # what tables here begin with where a game has such an option, whatever its own default


def table_options(game: Game[Any]) -> tuple[Option, ...]:
    """Everything that can be chosen for a table of the game; the first value of each is what it begins with."""
    return (*(house(option) for option in game.options(max(game.seats))), *OWN.values())


def house(option: Option) -> Option:
    """The option with the house's value first."""
    first = HOUSE.get(option.id, option.default)
    return msgspec.structs.replace(option, values=(first, *(value for value in option.values if value != first)))


def complete(game: Game[Any], options: Mapping[str, str]) -> dict[str, str]:
    """The options with a value for everything.

    Raises:
        BadOptions: an unknown option or value.
    """
    options = {**{option.id: option.default for option in table_options(game)}, **options}
    for name, option in OWN.items():
        if options[name] not in option.values:
            some = ", ".join(option.values)
            value = options[name][:40]
            raise BadOptions(N_("“{value}” is no value of {name}. Values: {some}"), value=value, name=name, some=some)
    return {**check_options(game, max(game.seats), "-", of_game(options)), **{name: options[name] for name in OWN}}


def of_game(options: Mapping[str, str]) -> dict[str, str]:
    """The options that are the game's."""
    return {name: value for name, value in options.items() if name not in OWN}


def write_options(options: Mapping[str, str]) -> str:
    """The options as text for the storage."""
    return msgspec.json.encode(options).decode()


def read_options(text: str) -> dict[str, str]:
    """The options as they were written; what a table of an older version does not know has its default."""
    return {**{name: option.default for name, option in OWN.items()}, **msgspec.json.decode(text, type=dict[str, str])}


def draw_seats(seed: str, people: int, seating: str) -> list[int]:
    """For each seat, which of those who joined, in their order, sits there.

    A lot is drawn from the seed, apart from the draws of the game, so that it can be checked after the game.
    """
    order = list(range(people))
    if seating == "lot":
        Chance(f"{seed}/seats").shuffle(order)
    return order
