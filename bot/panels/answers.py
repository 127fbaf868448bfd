"""What a panel offers: the legal answers under their question, and the ways back."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import discord

from bot import wording
from bot.panels.ids import Id
from bot.panels.narrowing import Choice, back
from bot.panels.press import Press, button
from bot.posts import names
from bot.rules_service import Look
from bot.wording import Words
from renderer import Mark
from rules import GAMES
from rules.notation import print_move

PAGE = 20  # answers on one page: four rows; a message takes 40 components in all


@dataclass(frozen=True)
class Turn:
    """A table as one seated person has it before them."""

    look: Look
    seat: int
    lang: str

    @property
    def words(self) -> Words:
        """What to say in the person's language."""
        return wording.words(self.lang)

    @property
    def moves(self) -> list[str]:
        """Everything legal for the seat, in notation."""
        return [] if self.look.table is None else [print_move(move) for move in self.look.table.legal(self.seat)]

    def id(self, act: str, words: str = "") -> Id:
        """A press on this panel."""
        return Id(self.look.info.id, act, self.seat, self.look.info.number, words)


def so_far(turn: Turn) -> str:
    """What the player has done and can still take back."""
    info, table = turn.look.info, turn.look.table
    possible = table.undoable(turn.seat) if table else 0
    if not table or not possible:
        return ""
    mine = [step for step in table.steps if step.seat == turn.seat][-possible:]
    told = wording.account(info.game, [event for step in mine for event in step.events], names(info), turn.lang)
    return "\n".join(f"-# {line}" for line in told)


def marks_of(game: str, choices: Sequence[Choice]) -> list[Mark]:
    """A letter for each answer that is a thing on the board, and that thing."""
    marks = []
    for letter, choice in zip(ascii_uppercase, choices, strict=False):
        move = GAMES[game].notation.parse(choice.moves[0])
        found = [target for target in GAMES[game].targets(move) if target.id == choice.word] if move else []
        if found:
            marks.append(Mark(letter, found[0]))
    return marks


def answer_button(turn: Turn, choice: Choice, view: object, marks: Sequence[Mark], alone: bool) -> Press:
    """The button of an answer, with its letter in the picture if it has one."""
    game, people = turn.look.info.game, names(turn.look.info)
    verb, *fields = choice.prefix.split()
    if alone or (not fields and " " in choice.move):  # the press plays all of this
        move = GAMES[game].notation.parse(choice.move)
        assert move is not None
        text = wording.label(game, move, view, turn.lang, people)
    elif not fields:
        text = wording.verb(game, verb, view, turn.lang)
    else:
        field = GAMES[game].notation.kinds[verb].__struct_fields__[len(fields) - 1]
        text = wording.choice(game, verb, field, fields[-1], [verb, *fields[:-1]], view, turn.lang, people)
    letter = next((mark.letter for mark in marks if mark.target.id == choice.word), "")
    style = discord.ButtonStyle.success if choice.move == "end" else discord.ButtonStyle.secondary
    return button(turn.id("pick", choice.prefix), f"{letter} · {text}" if letter else text, style)


def page_row(turn: Turn, prefix: str, page: int, answers: int) -> list[Press]:
    """Turning pages, where the answers do not fit on one."""
    last = (answers - 1) // PAGE
    row = []
    if page > 0:
        row.append(button(turn.id("page", f"{page - 1} {prefix}"), turn.words.t("◀ Earlier answers")))
    if page < last:
        row.append(button(turn.id("page", f"{page + 1} {prefix}"), turn.words.t("More answers ▶")))
    return row


def back_row(turn: Turn, prefix: str) -> list[Press]:
    """A question back, a step back, all the way back: whatever is possible."""
    table, w = turn.look.table, turn.words
    assert table is not None
    row = []
    if prefix:
        row.append(button(turn.id("page", f"0 {back(turn.moves, prefix)}".strip()), w.t("↩ Back")))
    possible = table.undoable(turn.seat)
    if possible:
        row.append(button(turn.id("undo", "1"), w.t("Take back the last step")))
    if possible > 1:
        row.append(button(turn.id("undo", "all"), w.t("Start over ({count} steps)", count=possible)))
    return row
