"""The options of a table in words: what each is called, and what its values mean."""

from bot.wording.catalogue import Words
from rules.errors import N_

TITLES = {
    "cards": N_("Class cards"),
    "late_abilities": N_("Cards during the devastation"),
    "start": N_("Start player"),
    "confirm": N_("End each turn with a button"),
    "seating": N_("Seats"),
    "picture": N_("Picture of the board"),
}
VALUES = {
    "cards base": N_("the six of the base game"),
    "late_abilities on": N_("may still be used before each rat is turned over"),
    "late_abilities off": N_("only before the plague moves"),
    "start lot": N_("drawn by lot"),
    "start 0": N_("seat 1"),
    "start 1": N_("seat 2"),
    "start 2": N_("seat 3"),
    "start 3": N_("seat 4"),
    "confirm on": N_("yes, and take back until then"),
    "confirm off": N_("no, the turn ends by itself"),
    "seating lot": N_("drawn by lot at the start"),
    "seating joined": N_("in the order of joining"),
    "picture tall": N_("tall, for phones"),
    "picture wide": N_("wide, for computers"),
}


def option_title(option: str, w: Words) -> str:
    """What the option is about. Plain text."""
    return w.t(TITLES[option]) if option in TITLES else option


def option_value(option: str, value: str, w: Words) -> str:
    """What the value means. Plain text, different for different values."""
    if f"{option} {value}" in VALUES:
        return w.t(VALUES[f"{option} {value}"])
    return value
