"""The private panel of a turn: what is asked, the legal answers as buttons, the way back."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

import discord

from bot import wording
from bot.errors import say, show
from bot.panels.ids import Id
from bot.panels.layout import layout
from bot.panels.narrowing import Choice, back, below, narrow
from bot.panels.press import Act, Press, Pressed, button
from bot.posts import names
from bot.rules_service import Look, NotSeated, Outcome, Stale
from bot.wording import Words
from renderer import Mark
from rules import GAMES
from rules.errors import N_, CannotUndo, NotYourTurn
from rules.notation import print_move

if TYPE_CHECKING:
    from bot.client import MiasmaBot

PAGE = 20  # answers on one page: four rows; a message takes 40 components in all
NO_SEAT = N_("You do not sit at this table.")
MOVED_ON = N_("The board has moved on; this is how it stands now.")


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


async def turn_of(client: "MiasmaBot", interaction: Pressed, table_id: int) -> Turn:
    """The table as the person has it before them. Raises NotSeated, NoTable, DamagedGame."""
    look = await client.service.look(table_id)
    seat = look.info.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    return Turn(look, seat, str(interaction.locale))


async def open_panel(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """The public button: a new panel for whoever is due."""
    turn = await turn_of(client, interaction, press.table)
    await redraw(client, interaction, turn)


async def narrow_panel(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """Another page, or a question back: nothing is played."""
    turn = await turn_of(client, interaction, press.table)
    page, _, prefix = press.words.partition(" ")
    stale = press.number != turn.look.info.number
    await redraw(client, interaction, turn, *(("", 0, turn.words.t(MOVED_ON)) if stale else (prefix, int(page))))


async def pick(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """An answer: play the move if it is whole, else ask for its next field."""
    turn = await turn_of(client, interaction, press.table)
    left = below(turn.moves, press.words)
    stale = press.number != turn.look.info.number or press.seat != turn.seat
    if stale or not left:
        await redraw(client, interaction, turn, note=turn.words.t(MOVED_ON))
    elif len(left) > 1:
        await redraw(client, interaction, turn, press.words)
    else:
        await play(client, interaction, turn, left[0], press.number)


async def play(client: "MiasmaBot", interaction: Pressed, turn: Turn, move: str, number: int | None) -> None:
    """Carry the move out and show what comes next."""
    try:
        outcome = await client.service.play(
            turn.look.info.id, interaction.user.id, move, number=number, interaction=interaction.id
        )
    except (Stale, NotYourTurn):
        now = await turn_of(client, interaction, turn.look.info.id)
        await redraw(client, interaction, now, note=turn.words.t(MOVED_ON))
        return
    await told(client, interaction, turn, outcome)


async def take_back(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """Undo one step, or all that can be undone."""
    turn = await turn_of(client, interaction, press.table)
    moves = None if press.words == "all" else 1
    try:
        outcome = await client.service.undo(
            press.table, interaction.user.id, moves, number=press.number, interaction=interaction.id
        )
    except (Stale, CannotUndo):
        now = await turn_of(client, interaction, press.table)
        await redraw(client, interaction, now, note=turn.words.t(MOVED_ON))
        return
    await redraw(client, interaction, Turn(outcome.look, turn.seat, turn.lang), note=turn.words.t("It is taken back."))


async def told(client: "MiasmaBot", interaction: Pressed, turn: Turn, outcome: Outcome) -> None:
    """What a move brought: what only the player may know, and the next question or the end of the turn."""
    info, w = outcome.look.info, turn.words
    lines = [wording.sentence(info.game, event, names(info), turn.lang, turn.seat) for event in outcome.events
             if event.reader() == turn.seat]  # fmt: skip
    lines += wording.account(info.game, outcome.public, names(info), turn.lang)
    if outcome.turn_over:
        lines.append(w.t("**Your turn is done.**"))
    trouble = client.announcer.troubles.get(info.id)
    if trouble:
        lines.append(trouble.text(w))
    note = "\n".join(line for line in lines if line)
    await redraw(client, interaction, Turn(outcome.look, turn.seat, turn.lang), note=note)


async def redraw(
    client: "MiasmaBot", interaction: Pressed, turn: Turn, prefix: str = "", page: int = 0, note: str = ""
) -> None:
    """Show the panel: the question under the prefix, or who else is to act."""
    look, w = turn.look, turn.words
    info, table = look.info, look.table
    if table is None or info.status != "running":
        await say(interaction, note or w.t("There is nothing to decide at this table now."))
        return
    view = table.view(turn.seat)
    people = names(info)
    moves = turn.moves
    if not moves:
        since = min((int(seat.due_since.timestamp()) for seat in info.seats if seat.due_since), default=None)
        texts = [note, wording.status(info.game, view, people, turn.lang, since)]
        await show(interaction, layout(texts, None, [back_row(turn, "")]))
        return
    choices = narrow(moves, prefix)
    shown = choices[page * PAGE : (page + 1) * PAGE]
    marks = marks_of(info.game, shown)
    asked = choices[0].prefix.split()[:-1] if prefix else []
    question = next(due.question for due in table.due() if due.seat == turn.seat)
    verbs = list(dict.fromkeys(move.split()[0] for move in moves))
    texts = [note, wording.ask(info.game, question, asked, view, people, turn.lang, verbs)]
    picture = None
    if marks:
        picture = await client.drawing.board(info.game, view, people, turn.lang, marks=marks)
    answers = [answer_button(turn, choice, view, marks, len(choices) == 1) for choice in shown]
    rows = [answers, page_row(turn, prefix, page, len(choices)), back_row(turn, prefix)]
    await show(
        interaction,
        layout(texts, (picture.name, picture.alt) if picture else None, rows),
        picture.file() if picture else None,
    )


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
        mine = next(step for step in reversed(table.steps) if step.seat == turn.seat)
        move = table.game.notation.parse(mine.move)
        assert move is not None
        text = wording.label(turn.look.info.game, move, table.view(turn.seat), turn.lang, names(turn.look.info))
        row.append(button(turn.id("undo", "1"), w.t("Take back: {move}", move=text)))
    if possible > 1:
        row.append(button(turn.id("undo", "all"), w.t("Start over ({count} steps)", count=possible)))
    return row


ACTS = {
    "turn": Act(open_panel, opens=True),
    "pick": Act(pick, opens=False),
    "page": Act(narrow_panel, opens=False),
    "undo": Act(take_back, opens=False),
}
