"""The things of Rattus that can be looked up, by their help pages."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.rattus.components import IN_USE, NEIGHBOURS, REGIONS
from wording.catalogue import Words
from wording.help_pages import Thing, thing_of
from wording.rattus.cards import CARD_TEXTS
from wording.rattus.names import CLASS_EMOJI, class_of, name
from wording.text_files import Section, read_sections

MAX_PLAYERS = max(IN_USE)


def _card(card: str) -> Thing:
    return thing_of(CARD_TEXTS[card], lambda w: name(card, w))


def _piece(section: Section) -> Thing:
    return thing_of(section, lambda w: w._(section.title))


def neighbours(region: str, w: Words) -> str:
    """Return the neighbours of a region on the full map."""
    return w.join_list([name(one, w) for one in NEIGHBOURS[MAX_PLAYERS][region]])


def _region(region: str) -> Thing:
    fewest = min(seats for seats, used in IN_USE.items() if region in used)

    def used(w: Words) -> str:
        if fewest == min(IN_USE):
            return w._("It is used with any number of players.")
        return w.ngettext("It is used with {count} player or more.", "It is used with {count} players or more.", fewest)

    def paragraphs(w: Words) -> list[str]:
        return [w._("**Neighbours:** {regions}.", regions=neighbours(region, w)), used(w)]

    return Thing(region, lambda w: name(region, w), lambda w: neighbours(region, w), paragraphs)


# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    **{class_: [_card(card) for card in CARD_TEXTS if class_of(card) == class_] for class_ in CLASS_EMOJI},
    "regions": [_region(one) for one in REGIONS],
    "symbols": [_piece(section) for section in read_sections(Path(__file__).with_name("lookup_things.md")).values()],
}
