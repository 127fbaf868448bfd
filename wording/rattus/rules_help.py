"""Help on the rules of Rattus: the texts in ``help.md``, and paragraphs generated from the game's tables."""

from collections.abc import Callable
from pathlib import Path

from rules.rattus.components import REGIONS
from wording.catalogue import Words
from wording.help_pages import on_buttons, read_pages
from wording.rattus.cards import CARD_TEXTS
from wording.rattus.lookup_things import neighbours
from wording.rattus.move_words import MOVES
from wording.rattus.names import CLASS_EMOJI, class_of, name
from wording.rattus.option_words import OPTIONS


def _cards(class_: str) -> Callable[[Words], list[str]]:
    """Return what describes each card of a class, below its name."""
    cards = [section for card, section in CARD_TEXTS.items() if class_of(card) == class_]
    return lambda w: [
        text for card in cards for text in (f"### {name(card.id, w)}", *(w._(one) for one in card.texts[1:]))
    ]


def regions(w: Words) -> list[str]:
    """Return every region with its neighbours."""
    return ["\n".join(f"- **{name(one, w)}**: {neighbours(one, w)}" for one in REGIONS)]


def buttons(w: Words) -> list[str]:
    """Explain the sign of each kind of move."""
    return [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)]


HELP = read_pages(
    Path(__file__).with_name("help.md"),
    OPTIONS,
    {**{class_: _cards(class_) for class_ in CLASS_EMOJI}, "regions": regions, "symbols": buttons},
)
