"""The words of the class cards, class by class, and the functions that use them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.game import Event
from rules.rattus.events import Took
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.cards.bourgeoisie import BOURGEOISIE
from wording.rattus.cards.card_words import CardWords
from wording.rattus.cards.chivalry import CHIVALRY
from wording.rattus.cards.church import CHURCH
from wording.rattus.cards.magic import MAGIC
from wording.rattus.cards.peasantry import PEASANTRY
from wording.rattus.cards.royalty import ROYALTY
from wording.speaker import Speaker
from wording.text_files import Section, read_sections

CARDS: Mapping[str, CardWords] = {**PEASANTRY, **BOURGEOISIE, **CHURCH, **CHIVALRY, **MAGIC, **ROYALTY}
# By card: a line about it, and the paragraphs on its help page.
CARD_TEXTS: Mapping[str, Section] = read_sections(Path(__file__).with_name("cards.md"))


def about_card(card: str, w: Words) -> str:
    """Return what the card does, in a line."""
    return w._(CARD_TEXTS[card].texts[0])


def card_phrase(events: Sequence[Any], s: Speaker[View]) -> str | None:
    """Describe what a seat did with a card in these events, which belong together, or return None for other events."""
    first = events[0]
    for card, words in CARDS.items():
        phrase = words.phrases.get(type(first))
        if phrase and card == getattr(first, "card", card):
            return phrase(events, s)
    return None


def card_of(event: Event) -> str:
    """Return the card whose ability caused the event; "" for an action without a card."""
    own: str = getattr(event, "card", "")
    if isinstance(event, Took):
        return ""
    return own or next((card for card, words in CARDS.items() if type(event) in words.phrases), "")
