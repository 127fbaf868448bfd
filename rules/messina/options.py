"""The options of a table: variants (section 9) and readings of the rules (section 11.4)."""

from collections.abc import Mapping
from functools import lru_cache

from rules.decision import CONFIRM
from rules.game import Option

UNTESTED = ("b_boards", "b_scrolls")  # possible mixes of sides a and b, not tested by the authors (D25)

# Options of variants; the state of a game stores only values that differ from the default.
VARIANTS = ("variant", "deal", "priority_tile", "solo_bonus_scope", "solo_reshuffle")

SOLO_VARIANTS = (Option("solo_bonus_scope", ("every", "advanced")), Option("solo_reshuffle", ("round", "empty")))
PRIORITY_TILE = Option("priority_tile", ("off", "on"))

# Readings of the rules that only matter with several players.
SHARED = ("round4_order", "popularity_third", "win_tiebreak_2", "workshop_moves")


@lru_cache(8)  # called for every view and table; there are four numbers of seats
def options(seats: int) -> tuple[Option, ...]:
    """Return the options of a new table; the first value of each is the usual reading."""
    solo = seats == 1
    every = (
        Option("variant", ("standard", "advanced", *UNTESTED)),
        Option("deal", ("random", "chosen")),
        *(SOLO_VARIANTS if solo else (PRIORITY_TILE,)),
        CONFIRM,
        Option("big_fire", ("clarified", "printed")),
        Option("round4_order", ("score_order", "leader_chooses", "last_chooses"), unless=("priority_tile", "on")),
        Option("popularity_third", ("3", "4")),
        Option("restack_duty", ("any", "restacked")),
        Option("restack_token_coin", ("yes", "no")),
        Option("new_hex_start", ("tile", "ship")),
        Option("win_tiebreak_2", ("best", "total")),
        Option("recall_from_home", ("stuck", "always", "never")),
        Option("recall_action_step", ("no", "yes")),
        Option("workshop_moves", ("own", "always")),
        Option("payment_inside_benefit", ("no", "yes")),
    )
    return tuple(option for option in every if not (solo and option.id in SHARED))


def stored_options(seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the options as the state stores them, from complete options or from a state's."""
    return {
        option.id: chosen.get(option.id, option.default)
        for option in options(seats)
        if option.id not in VARIANTS or chosen.get(option.id, option.default) != option.default
    }


def with_defaults(seats: int, state: Mapping[str, str]) -> dict[str, str]:
    """Return a state's options, completed with defaults."""
    return {option.id: state.get(option.id, option.default) for option in options(seats)}


def advanced(chosen: Mapping[str, str]) -> bool:
    """Return whether the table plays the advanced variant, in full or mixed with side a (9.1)."""
    return chosen.get("variant", "standard") != "standard"
