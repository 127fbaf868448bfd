"""The words of the class cards, class by class, and the functions that use them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.game import Event
from rules.rattus.events import Took
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.cards.bourgeoisie import BOURGEOISIE
from wording.rattus.cards.card_words import CardWords, ClassWords
from wording.rattus.cards.chivalry import CHIVALRY
from wording.rattus.cards.church import CHURCH
from wording.rattus.cards.magic import MAGIC
from wording.rattus.cards.peasantry import PEASANTRY
from wording.rattus.cards.royalty import ROYALTY
from wording.speaker import Speaker

CLASSES: Mapping[str, ClassWords] = {
    "peasantry": PEASANTRY,
    "bourgeoisie": BOURGEOISIE,
    "church": CHURCH,
    "chivalry": CHIVALRY,
    "magic": MAGIC,
    "royalty": ROYALTY,
}
CARDS: Mapping[str, CardWords] = {card: words for one in CLASSES.values() for card, words in one.cards.items()}


def about_card(card: str, w: Words) -> str:
    """Return what the card does, in a line."""
    return w._(CARDS[card].about)


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
