"""The options of a table: the game's own, and the table's, such as its pace, seating and pictures."""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from rules.chance import Chance
from rules.decision import CONFIRM
from rules.game import Game, Option
from rules.validate import with_defaults
from rules_service.errors import damaged_game
from rules_service.pace import PACE_OPTION

LANGUAGE_KEY = "language"  # the language of the posts; not an option, because it can change during the game
SEATING_OPTION = Option("seating", ("lot", "joined"))
ENTRY_INVITED = "invited"
ENTRY_OPTION = Option("entry", ("anybody", ENTRY_INVITED))  # who may join
TAKE_BACK_OPTION = Option("take_back", ("ask", "never"))  # undo by consent, of reveals and finished turns
HINTS_ALONE, HINTS_NEVER = "alone", "never"
# Whether players may ask the strong computer player for its move.
HINTS_OPTION = Option("hints", (HINTS_ALONE, "always", HINTS_NEVER))
PICTURE_OPTION = Option("picture", ("tall", "wide"))  # shape of the board in the channel; most people play on a phone
# How pictures look. A value other than the first is passed to the renderer by name.
DISPLAY_OPTIONS = (
    Option("size", ("normal", "large")),
    Option("contrast", ("normal", "high")),
    Option("colours", ("usual", "strong")),
    Option("areas", ("automatic", "fixed")),
    Option("hexes", ("full", "dimmed")),
)
# These only change how things look, so players don't have to agree again.
LOOK_OPTION_IDS = (PICTURE_OPTION.id, *(option.id for option in DISPLAY_OPTIONS))
# The table's own options, for every game.
TABLE_OPTIONS = {
    option.id: option
    for option in (
        PACE_OPTION,
        SEATING_OPTION,
        ENTRY_OPTION,
        TAKE_BACK_OPTION,
        HINTS_OPTION,
        PICTURE_OPTION,
        *DISPLAY_OPTIONS,
    )
}
# These matter only with several players.
OPTIONS_FOR_SEVERAL = (PACE_OPTION, SEATING_OPTION, ENTRY_OPTION, TAKE_BACK_OPTION)
DEFAULTS_ON_DISCORD = {CONFIRM.id: "on"}  # defaults at tables on Discord, in place of those of the rules


@lru_cache(maxsize=64)
def table_options(game: Game[Any], seats: tuple[int, ...] = ()) -> tuple[Option, ...]:
    """Return all options for a table of the game, each with its default value first.

    ``seats``: only options that matter with one of these numbers of players; default: any.
    """
    counts = seats or game.seats
    own = [option for option in TABLE_OPTIONS.values() if option not in OPTIONS_FOR_SEVERAL or max(counts) > 1]
    return (*(with_our_default(option) for option in _known(game, counts)), *own)


def _known(game: Game[Any], seats: Collection[int]) -> tuple[Option, ...]:
    """Return the game's options for these numbers of players. If an option differs, the largest number counts."""
    found: dict[str, Option] = {}
    for count in sorted(seats, reverse=True):
        for option in game.options(count):
            found.setdefault(option.id, option)
    return tuple(found.values())


@cache
def with_our_default(option: Option) -> Option:
    """Return the option with this bot's default value first."""
    first = DEFAULTS_ON_DISCORD.get(option.id, option.default)
    return msgspec.structs.replace(option, values=(first, *(value for value in option.values if value != first)))


def complete_options(game: Game[Any], options: Mapping[str, str]) -> dict[str, str]:
    """Return these options, and the default of each other option. Raise BadOptions for an unknown option or value."""
    chosen = {**{option.id: option.default for option in table_options(game)}, **options}
    own = with_defaults(TABLE_OPTIONS.values(), {name: chosen.pop(name) for name in TABLE_OPTIONS if name in chosen})
    return {**with_defaults(_known(game, game.seats), chosen), **own}


def game_options(game: Game[Any], seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that belong to the game and matter with this number of players."""
    return {option.id: options[option.id] for option in game.options(seats) if option.id in options}


def write_options(options: Mapping[str, str]) -> str:
    """Return the options as text for the storage."""
    return msgspec.json.encode(dict(options)).decode()


@lru_cache(maxsize=1024)
def read_options(text: str) -> Mapping[str, str]:
    """Return the stored options. An unknown value of one of the table's own options becomes the default.

    The result is cached, because a table is read far more often than its options change. Raise DamagedGame if the text
    is not valid.
    """
    try:
        written = msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeError):
        raise damaged_game() from None
    own = {
        name: value if (value := written.get(name)) in option.values else option.default
        for name, option in TABLE_OPTIONS.items()
    }
    return MappingProxyType({**written, **own})


@lru_cache(maxsize=256)
def lobby_options(game: Game[Any], text: str) -> Mapping[str, str]:
    """Return a lobby's stored options, cached. What is unknown is replaced by defaults. Raise DamagedGame."""
    known = {option.id: option for option in table_options(game)}
    written = read_options(text).items()
    kept = {name: value for name, value in written if name in known and known[name].read(value) is not None}
    return MappingProxyType(complete_options(game, kept))


def draw_seats(seed: str, people: int, seating: str) -> list[int]:
    """Return the index of each seat's player in the order of joining: drawn by lot, or unchanged (``seating``).

    The draw uses the seed, separately from the draws of the game, so that it can be checked afterwards.
    """
    order = list(range(people))
    if seating == "lot":
        Chance(f"{seed}/seats").shuffle(order)
    return order
