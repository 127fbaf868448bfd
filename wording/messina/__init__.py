"""The words of Messina 1347."""

from wording.messina.account import account
from wording.messina.board import board_text, discreet, secrets
from wording.messina.choices import choice
from wording.messina.ending import final_table, status
from wording.messina.events import sentence
from wording.messina.help import HELP
from wording.messina.moves import label, label_of, verb
from wording.messina.pictures import describe
from wording.messina.questions import ask
from wording.messina.seen import name_of

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
