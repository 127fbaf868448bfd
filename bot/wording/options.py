"""The options of a table in words: what each is called, and what its values mean."""

import re

from bot.wording.catalogue import Words
from rules.errors import N_

TITLES = {
    "cards": N_("Class cards"),
    "late_abilities": N_("Cards during the devastation"),
    "start": N_("Start player"),
    "confirm": N_("End each turn with a button"),
    "seating": N_("Seats"),
}
VALUES = {
    "cards base": N_("the six of the base game"),
    "late_abilities on": N_("may still be used before each rat is turned over"),
    "late_abilities off": N_("only before the plague moves"),
    "start lot": N_("drawn by lot"),
    "confirm on": N_("yes, and take back until then"),
    "confirm off": N_("no, the turn ends by itself"),
    "seating lot": N_("drawn by lot at the start"),
    "seating joined": N_("in the order of joining"),
}


def option_title(option: str, w: Words) -> str:
    """What the option is about. Plain text."""
    return w.t(TITLES[option]) if option in TITLES else option


def option_value(option: str, value: str, w: Words) -> str:
    """What the value means. Plain text, different for different values."""
    if f"{option} {value}" in VALUES:
        return w.t(VALUES[f"{option} {value}"])
    if option == "start" and re.fullmatch(r"\d", value):
        return w.t("seat {number}", number=int(value) + 1)
    return value
