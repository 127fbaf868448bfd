"""Help on the class cards of Rattus, a page for each class."""

from collections.abc import Callable, Mapping

from rules.errors import N_
from wording.catalogue import Words
from wording.help_pages import Page
from wording.rattus.help_commons import COMMONS
from wording.rattus.help_powers import POWERS
from wording.rattus.names import class_of, name

CARDS: Mapping[str, tuple[str, ...]] = {**COMMONS, **POWERS}  # a line about the card, then paragraphs


def about_card(card: str, w: Words) -> str:
    """What the card does, in a line."""
    return w._(CARDS[card][0])


def _cards_of(class_: str) -> Callable[[Words], list[str]]:
    """The paragraphs on each card of the class, under its name."""

    def made(w: Words) -> list[str]:
        texts = []
        for card, (_, *paragraphs) in CARDS.items():
            if class_of(card) == class_:
                texts += [f"### {name(card, w)}", *map(w._, paragraphs)]
        return texts

    return made


def _page(class_: str, title: str, about: str) -> Page:
    return Page(class_, title, about, (), _cards_of(class_))


CARD_PAGES: tuple[Page, ...] = (
    _page("peasantry", N_("Peasantry 🌾"), N_("Peasant, Serf, Baker: cubes from your stock")),
    _page("bourgeoisie", N_("Bourgeoisie 💰"), N_("Merchant, Messenger, Mayor: cubes on the map")),
    _page("church", N_("Church ⛪"), N_("Monk, Nun, Bishop: against the rats")),
    _page("chivalry", N_("Chivalry ⚔️"), N_("Knight, Crusader, Soldier: the plague piece")),
    _page("magic", N_("Magic 🔮"), N_("Witch, Pied Piper, Wizard: rats and potions")),
    _page("royalty", N_("Royalty 👑"), N_("King, Queen, Emperor: palace, areas, walls")),
)
