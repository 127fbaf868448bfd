"""The names of regions, cards and classes, and the notation of a rat and its face."""

from collections.abc import Iterable

from rules.errors import N_
from rules.rattus.components import CARDS, NAMES
from rules.rattus.events import Face
from wording.catalogue import Words, cached_text

CLASS_EMOJI = {"peasantry": "🌾", "bourgeoisie": "💰", "church": "⛪", "chivalry": "⚔️", "magic": "🔮", "royalty": "👑"}
# In reading order: row by row from the north, west to east.
MAP = (
    "scandia", "russia", "anglia", "polonia", "germania", "tartaria",
    "gallia", "hungaria", "hispania", "italia", "bulgaria", "turcia",
)  # fmt: skip
RAT_LETTERS = {"M": N_("M (most cubes)"), "A": N_("A (all)")}
RAT, CUBE, PLAGUE, CARD = "🐀", "👥", "💀", "🃏"


def class_of(card: str) -> str:
    """Return the class of a card."""
    return CARDS[card].class_


def known(word: str) -> bool:
    """Return whether the word is the id of a region, a class or a card."""
    return word in NAMES


def name(word: str, w: Words) -> str:
    """Return the name of a region, a class or a card."""
    return w._(NAMES[word])


@cached_text
def rat(handle: str, w: Words) -> str:
    """Return a rat: "rat a in Gallia"."""
    region, letter = handle.rsplit("-", 1)
    return w._("rat {letter} in {region}", letter=letter, region=name(region, w))


def map_order(regions: Iterable[str]) -> list[str]:
    """Return the regions, each once, in the reading order of the map."""
    return sorted(set(regions), key=MAP.index)


def border(connection: str, w: Words) -> str:
    """Return a connection of two regions: "Gallia–Hispania"."""
    return "–".join(name(region, w) for region in connection.split("+"))


@cached_text
def rats(count: int, w: Words) -> str:
    """Return a number of rats; some languages spell the rats of the two games differently, hence the context."""
    return w.npgettext("Rattus", "{count} rat", "{count} rats", count)


def nuns(count: int, w: Words) -> str:
    """Return a number of nuns."""
    return w.npgettext("Rattus", "{count} nun", "{count} nuns", count)


def potions(count: int, w: Words) -> str:
    """Return a number of potions."""
    return w.ngettext("{count} potion", "{count} potions", count)


def region_of(handle: str) -> str:
    """Return the region of a rat."""
    return handle.rsplit("-", 1)[0]


def face(shown: Face, w: Words) -> str:
    """Return a face with the meaning of its letter and its symbols: "3 M (most cubes), ⚔️ Chivalry, ⛪ Church"."""
    strength = " ".join([str(shown.number), *(w._(RAT_LETTERS[one]) for one in shown.letter)])
    return w._(", ").join([strength, *(f"{CLASS_EMOJI[one]} {name(one, w)}" for one in shown.classes)])


def plain_face(shown: Face, w: Words) -> str:
    """Return a face in plain text, short: "3 M, Chivalry, Church"."""
    return w._(", ").join([f"{shown.number} {shown.letter}".rstrip(), *(name(one, w) for one in shown.classes)])


def name_of(word: str, w: Words) -> str | None:
    """Return the name of anything by its id, or None for any other word.

    It knows regions, connections, classes, cards, rats and the game.
    """
    if word == "rattus":
        return "Rattus"
    if known(word):
        return name(word, w)
    if "+" in word and all(map(known, word.split("+"))):
        return border(word, w)
    return rat(word, w) if known(word.rpartition("-")[0]) else None
