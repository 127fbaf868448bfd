"""The words of Rattus."""

from wording.catalogue import Words
from wording.rattus.account import account
from wording.rattus.board import board_text, describe, discreet, secrets
from wording.rattus.ending import final_table, status
from wording.rattus.events import sentence
from wording.rattus.help import HELP
from wording.rattus.labels import label, label_of
from wording.rattus.moves import choice, verb
from wording.rattus.names import border, known, name, rat
from wording.rattus.questions import ask

__all__ = [
    "HELP",
    "account",
    "ask",
    "board_text",
    "choice",
    "describe",
    "discreet",
    "final_table",
    "label",
    "label_of",
    "name_of",
    "secrets",
    "sentence",
    "status",
    "verb",
]


def name_of(word: str, w: Words, view: object = None) -> str | None:
    """The name of a region, connection, class, card or rat by its id, or of the game; None if the word is none."""
    if word == "rattus":
        return "Rattus"
    if known(word):
        return name(word, w)
    if "+" in word and all(map(known, word.split("+"))):
        return border(word, w)
    return rat(word, w) if known(word.rpartition("-")[0]) else None
