"""The options of Rattus in words."""

from collections.abc import Mapping

from rules.errors import N_
from rules.rattus.setup import lacks_chivalry, named_cards
from wording.catalogue import Words
from wording.option_words import OptionWords, PickWords
from wording.rattus.cards import about_card
from wording.rattus.names import CLASS_EMOJI, class_of, name

NO_CHIVALRY = N_(
    "⚠️ No card of Chivalry is in play. With fewer than four players, parts of the map can stay out of the plague's"
    " reach."
)


def _cards(value: str, w: Words) -> str:
    return ", ".join(name(card, w) for card in named_cards(value))


def _card(card: str, w: Words) -> str:
    return f"{CLASS_EMOJI[class_of(card)]} {name(card, w)}"


OPTIONS: Mapping[str, OptionWords] = {
    "cards": OptionWords(
        N_("Class cards"),
        {
            "base": N_("the six of the base game"),
            "random": N_("six of all 18, Pied Piper’s too, drawn at random at the start"),
            "one_per_class": N_("one of each class, Pied Piper’s too, drawn at random at the start"),
            "good_times": N_("Pied Piper: Good Times"),
            "rat_control": N_("Pied Piper: Rat Control"),
            "war_in_europe": N_("Pied Piper: War in Europe"),
        },
        PickWords(_cards, _card, about_card),
        N_("Which six class cards are in play. The base game’s are good to start with; Pied Piper is the expansion."),
    ),
    "late_abilities": OptionWords(
        N_("Cards during the devastation"),
        {
            "on": N_("yes, before each rat is turned over"),
            "off": N_("no, only before the plague moves"),
        },
        about=N_("Whether cards can still help after the plague has moved, while rats are turned over."),
    ),
    "start": OptionWords(
        N_("Start player"),
        {"lot": N_("drawn at random"), "0": N_("seat 1"), "1": N_("seat 2"), "2": N_("seat 3"), "3": N_("seat 4")},
        about=N_("Who has the first turn."),
    ),
}


def option_warning(options: Mapping[str, str], people: int) -> str:
    """Return the warning that plague may not reach parts of the map."""
    return NO_CHIVALRY if "cards" in options and lacks_chivalry(people, named_cards(options["cards"])) else ""
