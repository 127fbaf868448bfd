"""The words of Messina 1347."""

from bot.wording.messina.account import account
from bot.wording.messina.board import board_text, discreet, secrets
from bot.wording.messina.choices import choice
from bot.wording.messina.ending import final_table, status
from bot.wording.messina.events import sentence
from bot.wording.messina.help import HELP
from bot.wording.messina.moves import label, label_of, verb
from bot.wording.messina.pictures import describe
from bot.wording.messina.questions import ask
from bot.wording.messina.seen import name_of

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
