"""What a panel offers: the legal answers under their question, and the ways back."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase
from typing import Any

import discord

import wording
from bot.channel.posts import speaker
from bot.games import GAMES, PickerHints
from bot.panels.move_picker import PAGE, PLAIN, ROOM, Choice, back
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from renderer import Mark
from rules.game import Target
from rules.notation import print_move
from rules_service import Snapshot
from wording import Speaker, Words


@dataclass(frozen=True)
class Turn:
    """A table as one seated person has it before them."""

    snapshot: Snapshot
    seat: int
    lang: str

    @property
    def words(self) -> Words:
        """What to say in the person's language."""
        return wording.words(self.lang)

    @cached_property
    def speaker(self) -> Speaker[Any]:
        """Who speaks of the game to the person, as they see it."""
        return speaker(self.snapshot.info, self.snapshot.table.view(self.seat), self.lang)

    @cached_property
    def moves(self) -> list[str]:
        """Everything legal for the seat, in notation."""
        return [print_move(move) for move in self.snapshot.table.legal(self.seat)]

    def id(self, action: str, words: str = "") -> Id:
        """A press on this panel."""
        return Id(self.snapshot.info.id, action, self.seat, self.snapshot.info.number, words)


def so_far(turn: Turn) -> str:
    """What the player has done and can still take back."""
    info, table = turn.snapshot.info, turn.snapshot.table
    possible = table.undoable(turn.seat)
    if not possible:
        return ""
    mine = [step for step in table.steps if step.seat == turn.seat][-possible:]
    events = [event for step in mine for event in step.events]
    lines = speaker(info, table.view(None), turn.lang).summary(events)
    return "\n".join(f"-# {line}" for line in lines)


def marks_of(game: str, choices: Sequence[Choice], hints: PickerHints = PLAIN) -> list[Mark | None]:
    """For each answer that is about a thing on the board a letter and that thing."""
    targets = [target_of(game, choice, hints) for choice in choices]
    letters = iter(ascii_uppercase)
    return [Mark(next(letters), target) if target else None for target in targets]


def target_of(game: str, choice: Choice, hints: PickerHints) -> Target | None:
    """The thing on the board that an answer is about."""
    words = choice.moves[0].split()
    if not choice.field and choice.prefix != choice.moves[0]:
        return None  # a kind of move
    move = GAMES[game].rules.notation.parse(choice.moves[0])
    targets = {target.id: target for target in GAMES[game].rules.targets(move)} if move else {}
    place = choice.field or hints.points.get(words[0])
    named = words[1:] if place is None else words[place : place + 1] * (place > 0)
    return next((targets[word] for word in reversed(named) if word in targets), None)


def prices(turn: Turn, choices: Sequence[Choice], marks: Sequence[Mark | None], hints: PickerHints) -> str:
    """Which letters cost how much, if not all are of one price."""
    groups: dict[int, list[str]] = {}
    for choice, mark in zip(choices, marks, strict=True):
        if mark and choice.moves[0].split()[0] in hints.ways and choice.field != hints.ways[choice.words[0]]:
            groups.setdefault(hints.cost(choice.moves[0])[0], []).append(mark.letter)
    lines = [
        turn.words.ngettext("{count} coin: {letters}", "{count} coins: {letters}", coins, letters=" ".join(letters))
        if coins
        else turn.words._("Free: {letters}", letters=" ".join(letters))
        for coins, letters in sorted(groups.items())
    ]
    return " · ".join(lines) if len(lines) > 1 else ""


def asking(choices: Sequence[Choice], prefix: str) -> list[str]:
    """The words of the move whose next one is asked; none while the kind of move is open."""
    return choices[0].words[: choices[0].field or 1] if prefix else []


def answer_button(turn: Turn, choice: Choice, mark: Mark | None, hints: PickerHints) -> ActionItem:
    """The button of an answer, with its letter in the picture if it has one."""
    text = answer_text(turn, choice, hints)
    ready = choice.move == "end" and not hints.gives_up
    style = discord.ButtonStyle.success if ready else discord.ButtonStyle.secondary
    return button(turn.id("pick", choice.prefix), f"{mark.letter} · {text}" if mark else text, style)


def answer_text(turn: Turn, choice: Choice, hints: PickerHints) -> str:
    """What an answer says."""
    game, speaks = turn.snapshot.info.game, turn.speaker
    verb, *fields = choice.words
    move = GAMES[game].rules.notation.parse(choice.move) if " " in choice.move and not choice.field else None
    if move is not None:
        return speaks.label(move)
    if not choice.field:
        text = speaks.verb(verb)
        return f"{text} …" if verb in hints.ways else text
    field = GAMES[game].rules.notation.kinds[verb].__struct_fields__[choice.field - 1]
    text = speaks.choice(verb, field, fields[-1], [verb, *fields[:-1]])
    return turn.words._("From: {place} …", place=text) if choice.field == hints.ways.get(verb) else text


def page_of(choices: Sequence[Choice], page: int) -> tuple[int, Sequence[Choice]]:
    """The answers on a page, or on the last one; which page that is."""
    size = ROOM if len(choices) <= ROOM else PAGE
    page = min(page, (len(choices) - 1) // size)
    return page, choices[page * size : (page + 1) * size]


def way_row(turn: Turn, prefix: str, hints: PickerHints = PLAIN, page: int = 0, answers: int = 0) -> list[ActionItem]:
    """The ways on and back: turning pages where the answers do not fit on one, a question back, steps taken back."""
    table, w = turn.snapshot.table, turn.words
    row = []
    if page > 0:
        row.append(button(turn.id("page", f"{page - 1} {prefix}"), w._("◀ Earlier answers")))
    if answers > ROOM and page < (answers - 1) // PAGE:
        row.append(button(turn.id("page", f"{page + 1} {prefix}"), w._("More answers ▶")))
    if prefix:
        row.append(button(turn.id("page", f"0 {back(turn.moves, prefix, hints)}".strip()), w._("↩ Back")))
    possible = table.undoable(turn.seat)
    if possible:
        row.append(button(turn.id("undo", "1"), w._("Take back the last step")))
    if possible > 1:
        row.append(button(turn.id("undo", "all"), w._("Start over ({count} steps)", count=possible)))
    return row
