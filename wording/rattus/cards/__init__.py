"""The words of the class cards: one record per card in `CARDS`, and what the rest of the words asks of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.cards.bourgeoisie import MAYOR, MERCHANT, MESSENGER
from wording.rattus.cards.card_words import CardWords
from wording.rattus.cards.chivalry import CRUSADER, KNIGHT, SOLDIER
from wording.rattus.cards.church import BISHOP, MONK, NUN
from wording.rattus.cards.magic import PIPER, WITCH, WIZARD
from wording.rattus.cards.peasantry import BAKER, PEASANT, SERF
from wording.rattus.cards.royalty import EMPEROR, KING, QUEEN
from wording.speaker import Speaker

CARDS: Mapping[str, CardWords] = {
    "peasant": PEASANT,
    "serf": SERF,
    "baker": BAKER,
    "merchant": MERCHANT,
    "messenger": MESSENGER,
    "mayor": MAYOR,
    "monk": MONK,
    "nun": NUN,
    "bishop": BISHOP,
    "knight": KNIGHT,
    "crusader": CRUSADER,
    "soldier": SOLDIER,
    "witch": WITCH,
    "piper": PIPER,
    "wizard": WIZARD,
    "king": KING,
    "queen": QUEEN,
    "emperor": EMPEROR,
}


def about_card(card: str, w: Words) -> str:
    """What the card does, in a line."""
    return w._(CARDS[card].about)


def card_phrase(events: Sequence[Any], s: Speaker[View]) -> str | None:
    """What the seat of these events, which belong together, did with a card; None if they are no such events."""
    first = events[0]
    for card, words in CARDS.items():
        phrase = words.phrases.get(type(first))
        if phrase and card == getattr(first, "card", card):
            return phrase(events, s)
    return None
