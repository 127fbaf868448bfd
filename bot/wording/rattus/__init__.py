"""The words of Rattus."""

from bot.wording.catalogue import Words
from bot.wording.rattus.account import account
from bot.wording.rattus.board import board_text, describe, discreet, secrets
from bot.wording.rattus.ending import final_table, status
from bot.wording.rattus.events import sentence
from bot.wording.rattus.help import HELP
from bot.wording.rattus.labels import label, label_of
from bot.wording.rattus.moves import choice, verb
from bot.wording.rattus.names import border, known, name, rat
from bot.wording.rattus.questions import ask

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
