"""What those who sit at a table ask each other: in words, and the buttons to answer."""

from collections.abc import Callable

import discord

import wording
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules_service import Ask, TableInfo
from rules_service.asks import (
    ANEW,
    BACK,
    CLOSE,
    FREE,
    GONE,
    MODERATOR,
    PLACE,
    REST,
    RETURN,
    SLEEP,
    STANDIN,
    START,
    WITHOUT,
)
from rules_service.pace import PACE
from rules_service.taking_back import read
from wording import Words


def pace_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """Another pace."""
    words = GAMES[info.game].words.option(PACE.id)
    return w._(
        "{player} would play at another pace: {pace}.", player=asker(info, ask, w), pace=words.value(ask.what, w)
    )


def back_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """To take a turn back."""
    counts = read(ask.what).moves
    mine = counts.get(ask.by, 0) if ask.by is not None else 0
    others = sum(counts.values()) - mine
    values = {
        "player": asker(info, ask, w),
        "mine": mine,
        "until": discord.utils.format_dt(ask.closes, "f") if ask.closes else "",
    }
    if others:
        return w.ngettext(
            "{player} asks to take back the last turn, with {count} move of others since. The same chance comes again."
            " Until {until}.",
            "{player} asks to take back the last turn, with {count} moves of others since. The same chance comes"
            " again. Until {until}.",
            others,
            **values,
        )
    return w._("{player} asks to take back the last turn. The same chance comes again. Until {until}.", **values)


def free_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That the seat of who is late be offered to others."""
    owner = wording.player([seat.shown for seat in info.seats], ask.seat or 0, w, info.colours)
    values = {"player": asker(info, ask, w), "owner": owner}
    if ask.what == MODERATOR:
        return w._("A moderator would offer the seat of {owner} to others, unless somebody here says no.", **values)
    return w._("{player} would offer the seat of {owner} to others.", **values)


def standin_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That a computer plays for who is late."""
    owner = wording.player([seat.shown for seat in info.seats], ask.seat or 0, w, info.colours)
    values = {"player": asker(info, ask, w), "owner": owner}
    return w._("{player} would let a computer play for {owner}, who can take the seat back at any time.", **values)


def close_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That the table ends."""
    return w._("{player} would end this table without a result.", player=asker(info, ask, w))


def sleep_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That the table sleeps."""
    return w._("{player} would lay this table to sleep; anybody here can wake it.", player=asker(info, ask, w))


def rest_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """To let the table rest."""
    return w._(
        "{player} would let the table rest until {date}: nobody is awaited then.",
        player=asker(info, ask, w),
        date=f"<t:{ask.what}:D>",
    )


def start_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """Whether all are ready."""
    until = discord.utils.format_dt(ask.closes, "f") if ask.closes else ""
    return w._(
        "The game is to begin. Press *Ready* before {until}: then those who are ready begin, if they are enough, and"
        " the others lose their place.",
        until=until,
    )


def anew_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That the table ends and all but who never moved begin again."""
    return w._("{player} would begin again without who has never moved here.", player=asker(info, ask, w))


def place_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That the table goes to another server."""
    values = {"player": asker(info, ask, w), "where": f"<#{ask.what.split()[0]}>"}
    if ask.what.endswith(GONE):
        return w._("{player} would move this table to {where}. It moves after a week if nobody says no.", **values)
    return w._("{player} would move this table to {where}, two days from the question at the earliest.", **values)


def return_asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """That somebody wants to have their seat back."""
    return w._("Who had this seat before you would like to have it back. You alone decide.")


# By kind of question: what is asked.
ASKED: dict[str, Callable[[TableInfo, Ask, Words], str]] = {
    PACE.id: pace_asked,
    BACK: back_asked,
    REST: rest_asked,
    FREE: free_asked,
    STANDIN: standin_asked,
    CLOSE: close_asked,
    SLEEP: sleep_asked,
    START: start_asked,
    ANEW: anew_asked,
    PLACE: place_asked,
    RETURN: return_asked,
}


def to_all(info: TableInfo) -> list[Ask]:
    """The open questions that everybody reads; one is between two people alone."""
    return [ask for ask in info.asks if ask.kind != RETURN]


def asker(info: TableInfo, ask: Ask, w: Words) -> str:
    """Who asks."""
    if ask.by is None:
        return w._("A moderator")
    return wording.player([seat.shown for seat in info.seats], ask.by, w, info.colours)


def asked(info: TableInfo, ask: Ask, w: Words) -> str:
    """What is asked, whose answer is still needed, and until when there is time."""
    lines = [ASKED[ask.kind](info, ask, w)]
    if ask.kind == RETURN or ask.what.endswith(GONE):
        return lines[0]
    missing = sum(seat not in ask.said for seat in ask.asked)
    if ask.kind in WITHOUT:
        lines.append(w._("More for it than against it are needed."))
    elif missing and ask.kind == START:
        lines.append(w.ngettext("{count} is not ready yet.", "{count} are not ready yet.", missing))
    elif missing:
        lines.append(w.ngettext("{count} more is to say yes.", "{count} more are to say yes.", missing))
    if ask.closes and ask.kind in (*WITHOUT, CLOSE, ANEW):
        lines.append(w._("It is decided {when}.", when=discord.utils.format_dt(ask.closes, "R")))
    elif ask.closes is None and ask.seat is not None:
        lines.append(w._("Who is late is told first, and has time to answer."))
    return " ".join(lines)


def answers(info: TableInfo, ask: Ask, w: Words, seat: int | None = None, number: int = 0) -> list[ActionItem]:
    """The answers to a question: of one seat in a notice of its own, of everybody under the board."""
    if ask.kind == START:
        return [button(Id(info.id, "ready", seat, number), w._("Ready"), discord.ButtonStyle.success)]
    labels = ((1, w._("Yes"), discord.ButtonStyle.success), (0, w._("No"), discord.ButtonStyle.secondary))
    row = [
        button(Id(info.id, "say", seat, number, f"{ask.number} {yes}"), label, style) for yes, label, style in labels
    ]
    if ask.kind == BACK:
        row.append(button(Id(info.id, "lookback", seat, number, str(ask.number)), w._("What would be taken back")))
    return row
