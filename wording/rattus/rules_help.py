"""Help on the rules of Rattus: options, pages, and things that can be looked up.

Its texts are in ``options.md``, ``help.md``, ``cards.md`` and ``lookup_things.md``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rules.errors import N_
from rules.rattus.components import CARD_SETS, CARDS, NEIGHBOURS, PRINTED_NAMES, REGIONS, REGIONS_IN_USE
from rules.rattus.setup import lacks_chivalry, named_cards
from wording.catalogue import Words
from wording.help_pages import Thing, on_buttons, read_pages, thing_of
from wording.option_words import PickWords, read_options
from wording.rattus.move_words import MOVES
from wording.rattus.names import CARD_TEXTS, CLASS_EMOJI, about_card, name
from wording.text_files import read_sections

FOLDER = Path(__file__).parent
NO_CHIVALRY = N_(
    "⚠️ No card of Chivalry is in play. With fewer than four players, parts of the map can stay out "
    "of the plague’s reach."
)
OPTIONS = read_options(FOLDER / "options.md")
OPTIONS["cards"] = replace(
    OPTIONS["cards"],
    picks=PickWords(
        content=lambda value, w: ", ".join(name(card, w) for card in named_cards(value)),
        label=lambda card, w: f"{CLASS_EMOJI[CARDS[card].class_]} {name(card, w)}",
        about=lambda card, w: (
            about_card(card, w) if card in CARD_SETS["base"] else f"Pied Piper: {about_card(card, w)}"
        ),
    ),
)


def option_warning(options: Mapping[str, str], people: int) -> str:
    """Return the warning that the plague may not reach parts of the map, or "" if no warning is needed."""
    return NO_CHIVALRY if "cards" in options and lacks_chivalry(people, named_cards(options["cards"])) else ""


def neighbours(region: str, w: Words) -> str:
    """Return the neighbours of a region on the full map."""
    return w.join_list([name(one, w) for one in NEIGHBOURS[max(REGIONS_IN_USE)][region]])


def _cards(class_: str) -> Callable[[Words], list[str]]:
    """Return a function that describes each card of a class, below its name."""
    cards = [section for card, section in CARD_TEXTS.items() if CARDS[card].class_ == class_]
    return lambda w: [
        text for card in cards for text in (f"### {name(card.id, w)}", *(w._(one) for one in card.texts[1:]))
    ]


HELP = read_pages(
    FOLDER / "help.md",
    OPTIONS,
    {
        **{class_: _cards(class_) for class_ in CLASS_EMOJI},
        "regions": lambda w: ["\n".join(f"- **{name(one, w)}**: {neighbours(one, w)}" for one in REGIONS)],
        "symbols": lambda w: [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)],
    },
)


def _region(region: str) -> Thing:
    fewest = min(seats for seats, used in REGIONS_IN_USE.items() if region in used)

    def used(w: Words) -> str:
        if fewest == min(REGIONS_IN_USE):
            return w._("It is used with any number of players.")
        return w.ngettext("It is used with {count} player or more.", "It is used with {count} players or more.", fewest)

    def paragraphs(w: Words) -> list[str]:
        return [w._("**Neighbours:** {regions}.", regions=neighbours(region, w)), used(w)]

    return Thing(region, lambda w: name(region, w), lambda w: neighbours(region, w), paragraphs)


# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    **{
        class_: [
            thing_of(text, PRINTED_NAMES[card]) for card, text in CARD_TEXTS.items() if CARDS[card].class_ == class_
        ]
        for class_ in CLASS_EMOJI
    },
    "regions": [_region(one) for one in REGIONS],
    "symbols": [thing_of(one) for one in read_sections(FOLDER / "lookup_things.md", tags=[]).values()],
}
