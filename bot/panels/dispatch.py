"""From the custom id of a press to the action that answers it, and from a refusal to the words of its table."""

import re
from typing import Any

import wording
from bot.access import reach
from bot.channel.posts import names, speaker
from bot.context import Request
from bot.games import GAMES
from bot.panels import (
    absence,
    board,
    clock,
    computers,
    find,
    learn,
    lobby,
    log,
    me,
    note,
    opening,
    questions,
    replay,
    stats,
    substitute,
    take_back,
    turn,
)
from bot.panels import help as help_panel
from bot.panels import preferences as preferences_panel
from bot.ui import Interaction
from bot.ui.custom_id import PATTERN, Id
from bot.ui.errors import Refusal
from bot.ui.form import typed
from bot.ui.reply import attend
from rules.errors import N_, RulesError

ACTIONS = {
    **turn.ACTIONS,
    **absence.ACTIONS,
    **lobby.ACTIONS,
    **opening.ACTIONS,
    **questions.ACTIONS,
    **board.ACTIONS,
    **log.ACTIONS,
    **me.ACTIONS,
    **note.ACTIONS,
    **find.ACTIONS,
    **clock.ACTIONS,
    **computers.ACTIONS,
    **help_panel.ACTIONS,
    **preferences_panel.ACTIONS,
    **learn.ACTIONS,
    **replay.ACTIONS,
    **stats.ACTIONS,
    **substitute.ACTIONS,
    **take_back.ACTIONS,
}


async def dispatch(interaction: Interaction, press: Id) -> None:
    """Do what the custom id says, and answer. Never raises."""
    action = ACTIONS.get(press.action)
    data: Any = interaction.data or {}
    request = Request(interaction, press, data.get("values") or [*typed(data.get("components"))])

    async def work() -> None:
        if action is None:
            raise Refusal(N_("This button belongs to an older version of me. Please use `/table show`."))
        if press.table:
            await reach(request.service, interaction, press.table, here=action.here)
        await action.handler(request)

    await attend(interaction, work, opens=action is None or action.opens)


async def refused(interaction: Interaction, error: RulesError) -> str:
    """Return a refusal in the words of the table it is about, with what would be legal."""
    request = Request(interaction)
    w = request.words
    data: Any = interaction.data or {}
    press = re.fullmatch(PATTERN, data.get("custom_id", ""))
    try:
        here = None if press else await request.service.table_in(interaction.channel_id or 0)
        info = await request.service.info(int(press["table"]) if press else here.id if here else 0)
        view = (await request.service.seen(info.id, None)).table.view(None) if info.started else None
    except RulesError:
        return wording.refusal(error, w)
    game = GAMES[info.game].words
    if view is None:
        return wording.refusal(error, w, lambda word: game.name_of(word, w), names=names(info), colours=info.colours)
    return speaker(info, view, w.lang).refusal(error)
