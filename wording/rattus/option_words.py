"""The options of Rattus in words."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rules.errors import N_
from rules.rattus.setup import lacks_chivalry, named_cards
from wording.catalogue import Words
from wording.option_words import PickWords, read_options
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


OPTIONS = read_options(Path(__file__).with_name("options.md"))
OPTIONS["cards"] = replace(OPTIONS["cards"], picks=PickWords(_cards, _card, about_card))


def option_warning(options: Mapping[str, str], people: int) -> str:
    """Return the warning that plague may not reach parts of the map."""
    return NO_CHIVALRY if "cards" in options and lacks_chivalry(people, named_cards(options["cards"])) else ""
