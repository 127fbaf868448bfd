"""The names of everything in Rattus: regions, cards, classes, rats and their faces, pieces."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import asdict

from rules.errors import N_
from rules.game import Event
from rules.notation import Move
from rules.rattus.components import CARDS, PRINTED_NAMES
from rules.rattus.events import Face
from rules.rattus.view import RegionView, View
from wording.catalogue import Words, cached_text
from wording.speaker import Speaker
from wording.text_files import Section, read_sections

CLASS_EMOJI = {"peasantry": "🌾", "bourgeoisie": "💰", "church": "⛪", "chivalry": "⚔️", "magic": "🔮", "royalty": "👑"}
# The regions in reading order: row by row from the north, west to east.
NORTH = ("scandia", "russia", "anglia", "polonia", "germania", "tartaria")
MAP = (*NORTH, "gallia", "hungaria", "hispania", "italia", "bulgaria", "turcia")
RAT_LETTERS = {"M": N_("M (most cubes)"), "A": N_("A (all)")}
# By card: a line about it, and the paragraphs on its help page.
CARD_TEXTS: Mapping[str, Section] = read_sections(Path(__file__).with_name("cards.md"), tags=[], known=[CARDS])
RAT, PLAGUE = "🐀", "💀"


def name(word: str, w: Words) -> str:
    """Return the name of a region, a class or a card."""
    return w._(PRINTED_NAMES[word])


def about_card(card: str, w: Words) -> str:
    """Return a line about the effect of the card."""
    return w._(CARD_TEXTS[card].summary)


@cached_text
def rat(handle: str, w: Words) -> str:
    """Return the name of a rat: "rat a in Gallia"."""
    region, letter = handle.rsplit("-", 1)
    return w._("rat {letter} in {region}", letter=letter, region=name(region, w))


def map_order(regions: Iterable[str]) -> list[str]:
    """Return the regions, each once, in the reading order of the map."""
    return sorted(set(regions), key=MAP.index)


def border(connection: str, w: Words) -> str:
    """Return the name of the connection between two regions: "Gallia–Hispania"."""
    return "–".join(name(region, w) for region in connection.split("+"))


@cached_text
def rats(count: int, w: Words) -> str:
    """Return a number of rats in words: "2 rats".

    The context is needed because some languages call the rats of the two games differently.
    """
    return w.npgettext("Rattus", "{count} rat", "{count} rats", count)


def nuns(count: int, w: Words) -> str:
    """Return a number of nuns in words: "2 nuns"."""
    return w.npgettext("Rattus", "{count} nun", "{count} nuns", count)


def potions(count: int, w: Words) -> str:
    """Return a number of potions in words: "2 potions"."""
    return w.ngettext("{count} potion", "{count} potions", count)


def cube(count: int, w: Words) -> str:
    """Describe a cube by the number of potions under it."""
    return w._("a cube with {potions}", potions=potions(count, w)) if count else w._("a cube without potions")


def region_view(view: View, region: str) -> RegionView:
    """Return a region in use as the viewer sees it."""
    return next(found for found in view.regions if found.id == region)


def region_of(handle: str) -> str:
    """Return the region in a rat's handle."""
    return handle.rsplit("-", 1)[0]


def face(shown: Face, w: Words) -> str:
    """Return a face, with the meaning of its letter and symbols: "3 M (most cubes), ⚔️ Chivalry, ⛪ Church"."""
    strength = " ".join([str(shown.number), *(w._(RAT_LETTERS[one]) for one in shown.letter)])
    return w._(", ").join([strength, *(f"{CLASS_EMOJI[one]} {name(one, w)}" for one in shown.classes)])


def short_face(shown: Face) -> str:
    """Return a face as it is printed: "**3M** ⚔️⛪"."""
    return f"**{shown.number}{shown.letter}** {''.join(CLASS_EMOJI[one] for one in shown.classes)}".rstrip()


def plain_face(shown: Face, w: Words) -> str:
    """Return a face in plain text, short: "3 M, Chivalry, Church"."""
    return w._(", ").join([f"{shown.number} {shown.letter}".rstrip(), *(name(one, w) for one in shown.classes)])


def name_of(word: str, w: Words) -> str | None:
    """Return the display name of an ID, or None if the word is not an ID.

    Regions, connections, classes, cards, rats and the game have IDs.
    """
    if word == "rattus":
        return "Rattus"
    if word in PRINTED_NAMES:
        return name(word, w)
    if "+" in word and all(part in PRINTED_NAMES for part in word.split("+")):
        return border(word, w)
    return rat(word, w) if word.rpartition("-")[0] in PRINTED_NAMES else None


def rat_here(handle: str, s: Speaker[View]) -> str:
    """Return the name of a rat at its current place: "the rat in Gallia", or with its letter if there are others."""
    region = region_view(s.view, region_of(handle))
    if len(region.rats) == 1:
        return s._("the rat in {region}", region=name(region.id, s))
    return rat(handle, s)


def named(thing: Event | Move, s: Speaker[View]) -> dict[str, object]:
    """Return the fields of an event or a move in words, by name. Numbers stay numbers, except numbers of potions."""
    found: dict[str, object] = asdict(thing)
    for field, value in found.items():
        if isinstance(value, str):
            if value in PRINTED_NAMES:
                found[field] = name(value, s)
            elif value:
                found[field] = rat_here(value, s) if region_of(value) in PRINTED_NAMES else name_of(value, s) or value
        elif field == "potions" and isinstance(value, int):
            found[field] = potions(value, s)
    return found
