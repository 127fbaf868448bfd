"""What those who sit at a table ask each other, and their answers."""

from collections.abc import Sequence

import wording
from bot.context import Action, App
from bot.panels.lobby import heard, person
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.reply import say
from rules.errors import N_
from rules_service import TableInfo

ASKED = N_("The others are asked. Their answers stand under the board.")
DONE = N_("It is done: nobody else is needed for it.")
NOTED = N_("Your answer is noted.")
RESTED = N_("The table rests no longer.")


async def ask(app: App, interaction: Interaction, info: TableInfo, kind: str, what: str = "") -> None:
    """Ask the others, and say what comes next."""
    now = await app.service.ask(info.id, person(interaction), kind, what, interaction=interaction.id)
    waits = any((question.kind, question.what) == (kind, what) for question in now.asks)
    await heard(app, interaction, info.id, wording.words(str(interaction.locale))._(ASKED if waits else DONE))


async def say_press(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Yes or no to a question."""
    number, yes = (*press.counts, 0)[:2]
    await app.service.answer(press.table, person(interaction), number, bool(yes), interaction=interaction.id)
    await say(interaction, wording.words(str(interaction.locale))._(NOTED))


async def end_rest(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """The table rests no longer."""
    info = await app.service.end_rest(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, info.id, wording.words(str(interaction.locale))._(RESTED))


ACTIONS = {
    "endrest": Action(end_rest, opens=True),
    "say": Action(say_press, opens=True),
}
