"""The private panel of Rattus beside the question: short answers, the player's means, what would be lost."""

from collections.abc import Sequence

from rules.game import Target
from rules.rattus.cards import CARD_OF
from rules.rattus.moves import NOTATION
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.names import name
from wording.speaker import Speaker


def means(s: Speaker[View]) -> str:
    """Describe cubes in the stock, and cards."""
    if s.view.seat is None:
        return ""
    mine = [name(card.id, s) for card in s.view.cards if card.owner == s.view.seat]
    left = s.ngettext("{count} cube in your stock", "{count} cubes in your stock", s.view.stock[s.view.seat])
    if not mine:
        return s._("You have {cubes}.", cubes=left)
    return s._("You have {cubes}. Your cards: {cards}.", cubes=left, cards=s._(", ").join(mine))


def lost(lapsed: Sequence[str], s: Speaker[View]) -> Sequence[str]:
    """Describe what would be lost: the use of cards, and steps of the turn."""
    return [_step(verb, s) for verb in lapsed]


def _step(verb: str, w: Words) -> str:
    match verb:
        case "take":
            return w._("taking a card")
        case "place":
            return w._("placing cubes")
        case "plague":
            return w._("moving the plague piece")
    return w._("the {card}", card=name(CARD_OF[NOTATION.kinds[verb]], w))


def about(said: Sequence[str], s: Speaker[View]) -> Sequence[tuple[Target, str]]:
    """Return the rats and regions that the question names."""
    handles = {rat.handle for region in s.view.regions for rat in region.rats}
    regions = {region.id for region in s.view.regions}
    found = []
    for word in s.view.about:
        if word in handles:
            found.append((Target("rat", word), s.choice(["witch", word])))
        elif word in regions:
            found.append((Target("region", word), name(word, s)))
    return found
