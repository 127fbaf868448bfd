"""The options of a table: the game's own and, beside them, its pace, how seats are given, what its picture is like."""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from rules.chance import Chance
from rules.game import Game, Option
from rules.options import complete
from rules_service.errors import damaged
from rules_service.pace import PACE

LANGUAGE = "language"  # in which posts speak; beside the options, for it can change during the game
SEATING = Option("seating", ("lot", "joined"))
INVITED = "invited"
ENTRY = Option("entry", ("anybody", INVITED))  # who may join
TAKE_BACK = Option("take_back", ("ask", "never"))  # what was shown, or ended
ALONE, NEVER = "alone", "never"
HINTS = Option("hints", (ALONE, "always", NEVER))  # whether the strong computer player may be asked what it would do
PICTURE = Option("picture", ("tall", "wide"))  # of the board in the channel; most people play on a phone
# How pictures look, where they know of it; a value other than the first is a word for whoever draws them.
DISPLAY = (
    Option("size", ("normal", "large")),
    Option("contrast", ("normal", "high")),
    Option("colours", ("usual", "strong")),
    Option("areas", ("automatic", "fixed")),
    Option("hexes", ("full", "dimmed")),
)
LOOKS = (PICTURE.id, *(option.id for option in DISPLAY))  # what nobody need agree to: everybody may have their own
# A table's, whatever the game.
OWN = {option.id: option for option in (PACE, SEATING, ENTRY, TAKE_BACK, HINTS, PICTURE, *DISPLAY)}
TOGETHER = (PACE, SEATING, ENTRY, TAKE_BACK)  # what matters only where several play
HOUSE = {"confirm": "on"}  # what tables here begin with where a game has such an option, whatever its own default


def table_options(game: Game[Any], seats: Collection[int] = ()) -> tuple[Option, ...]:
    """Everything that can be chosen for a table of the game; the first value of each is what it begins with.

    ``seats``: only what matters to a table with one of these numbers of players; by default to any.
    """
    return _table_options(game, tuple(seats) or game.seats)


@lru_cache(maxsize=64)
def _table_options(game: Game[Any], counts: tuple[int, ...]) -> tuple[Option, ...]:
    own = [option for option in OWN.values() if option not in TOGETHER or max(counts) > 1]
    return (*(house(option) for option in _known(game, counts)), *own)


def _known(game: Game[Any], seats: Collection[int]) -> tuple[Option, ...]:
    """The game's options for these numbers of players, those of the most players first."""
    found: dict[str, Option] = {}
    for count in sorted(seats, reverse=True):
        for option in game.options(count):
            found.setdefault(option.id, option)
    return tuple(found.values())


@cache
def house(option: Option) -> Option:
    """The option with the house's value first."""
    first = HOUSE.get(option.id, option.default)
    return msgspec.structs.replace(option, values=(first, *(value for value in option.values if value != first)))


def complete_options(game: Game[Any], options: Mapping[str, str]) -> dict[str, str]:
    """The options with a value for everything.

    Raises:
        BadOptions: an unknown option or value.
    """
    chosen = {**{option.id: option.default for option in table_options(game)}, **options}
    own = complete(OWN.values(), {name: chosen.pop(name) for name in OWN if name in chosen})
    return {**complete(_known(game, game.seats), chosen), **own}


def of_game(game: Game[Any], seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """The options that are the game's, and matter with so many players."""
    return {option.id: options[option.id] for option in game.options(seats) if option.id in options}


def write_options(options: Mapping[str, str]) -> str:
    """The options as text for the storage."""
    return msgspec.json.encode(dict(options)).decode()


@lru_cache(maxsize=1024)
def read_options(text: str) -> Mapping[str, str]:
    """The options as they were written; of the table's own, what another version does not know has its default.

    They are read once: a table is read far more often than its options change.

    Raises:
        DamagedGame: they are no options.
    """
    try:
        written = msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeError):
        raise damaged() from None
    own = {
        name: value if (value := written.get(name)) in option.values else option.default for name, option in OWN.items()
    }
    return MappingProxyType({**written, **own})


@lru_cache(maxsize=256)
def lobby_options(game: Game[Any], text: str) -> Mapping[str, str]:
    """The options of a table before its start, as they were written, each once.

    What is not offered, as another version may have, has its default.

    Raises:
        DamagedGame: they are no options.
    """
    known = {option.id: option for option in table_options(game)}
    written = read_options(text).items()
    kept = {name: value for name, value in written if name in known and known[name].read(value) is not None}
    return MappingProxyType(complete_options(game, kept))


def draw_seats(seed: str, people: int, seating: str) -> list[int]:
    """For each seat, which of those who joined, in their order, sits there.

    A lot is drawn from the seed, apart from the draws of the game, so that it can be checked after the game.
    """
    order = list(range(people))
    if seating == "lot":
        Chance(f"{seed}/seats").shuffle(order)
    return order
