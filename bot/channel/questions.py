"""What those who sit at a table ask each other: in words, and the buttons to answer."""

from collections.abc import Callable

import discord

import wording
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules_service import Ask, TableInfo
from rules_service.pace import PACE
from wording import Words


def pace_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """Another pace."""
    words = GAMES[info.game].words.option(PACE.id)
    return w._(
        "{player} would play at another pace: {pace}.", player=asker(info, ask, w), pace=words.value(ask.what, w)
    )


# By kind of question: what is asked.
ASKED: dict[str, Callable[[TableInfo, Ask, Words], str]] = {
    PACE.id: pace_asked,
}


def asker(info: TableInfo, ask: Ask, w: Words) -> str:
    """Who asks."""
    if ask.by is None:
        return w._("Somebody who has left")
    return wording.player([seat.name for seat in info.seats], ask.by, w)


def asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """What is asked, and whose answer is still needed."""
    text = ASKED[ask.kind](info, ask, w)
    missing = sum(seat not in ask.said for seat in ask.asked)
    if not missing:
        return text
    needed = w.ngettext("{count} more is to say yes.", "{count} more are to say yes.", missing)
    return f"{text} {needed}"


def answers(info: TableInfo, ask: Ask, w: Words, seat: int | None = None, number: int = 0) -> list[ActionItem]:
    """The two answers to a question: of one seat in a notice of its own, of everybody under the board."""
    labels = ((1, w._("Yes"), discord.ButtonStyle.success), (0, w._("No"), discord.ButtonStyle.secondary))
    return [
        button(Id(info.id, "say", seat, number, f"{ask.number} {yes}"), label, style) for yes, label, style in labels
    ]
