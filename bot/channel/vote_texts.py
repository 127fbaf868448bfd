"""The votes at a table: their texts, and the buttons to vote."""

from collections.abc import Callable

import discord

import wording
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules_service import TableInfo, Vote
from rules_service.consent_undo import read_request
from rules_service.pace import PACE
from rules_service.votes import (
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
from wording import Words


def pace_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask for another pace."""
    words = GAMES[info.game].words.option(PACE.id)
    return w._(
        "{player} wants to change the pace to: {pace}.", player=asker(info, vote, w), pace=words.value(vote.what, w)
    )


def back_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to undo a turn."""
    counts = read_request(vote.what).moves
    mine = counts.get(vote.by, 0) if vote.by is not None else 0
    others = sum(counts.values()) - mine
    values = {
        "player": asker(info, vote, w),
        "mine": mine,
        "until": discord.utils.format_dt(vote.closes, "f") if vote.closes else "",
    }
    if others:
        return w.ngettext(
            "{player} asks to undo their last turn and {count} move of others since. Draws will "
            "come out the same. Vote by {until}.",
            "{player} asks to undo their last turn and {count} moves of others since. Draws will "
            "come out the same. Vote by {until}.",
            others,
            **values,
        )
    return w._("{player} asks to undo their last turn. Draws will come out the same. Vote by {until}.", **values)


def free_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to open the seat of a late player to others."""
    owner = wording.player([seat.shown for seat in info.seats], vote.seat or 0, w, info.colours)
    values = {"player": asker(info, vote, w), "owner": owner}
    if vote.what == MODERATOR:
        return w._("A moderator wants to open {owner}’s seat to new players. Any player here can object.", **values)
    return w._("{player} wants to open {owner}’s seat to new players.", **values)


def standin_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to let a computer play for a late player."""
    owner = wording.player([seat.shown for seat in info.seats], vote.seat or 0, w, info.colours)
    values = {"player": asker(info, vote, w), "owner": owner}
    return w._("{player} wants a computer to play for {owner}, who can take the seat back at any time.", **values)


def close_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to end the game."""
    return w._("{player} wants to end this game without a result.", player=asker(info, vote, w))


def sleep_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to put the table to sleep."""
    return w._(
        "{player} wants to put this table to sleep. Any of its players can wake it.", player=asker(info, vote, w)
    )


def rest_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to pause the table."""
    return w._(
        "{player} wants to pause the table until {date}. Nobody will be late while it is paused.",
        player=asker(info, vote, w),
        date=f"<t:{vote.what}:D>",
    )


def start_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask whether everyone is ready."""
    until = discord.utils.format_dt(vote.closes, "f") if vote.closes else ""
    return w._(
        "The host wants to start. Press *Ready* before {until}. Then the game starts with "
        "everyone who is ready, if there are enough; the others lose their seats.",
        until=until,
    )


def anew_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to end the game and start over without the player who never moved."""
    return w._("{player} wants to start over without the player who has never moved.", player=asker(info, vote, w))


def place_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to move the table to another server."""
    values = {"player": asker(info, vote, w), "where": f"<#{vote.what.split()[0]}>"}
    if vote.what.endswith(GONE):
        return w._(
            "{player} wants to move this table to {where}. It moves after a week unless someone votes no.", **values
        )
    return w._("{player} wants to move this table to {where}, two days after the vote began at the earliest.", **values)


def return_asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Ask to give the seat back to its previous player."""
    return w._("The previous player of this seat would like it back. Only you decide.")


# The texts of votes, by kind.
ASKED: dict[str, Callable[[TableInfo, Vote, Words], str]] = {
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


def to_all(info: TableInfo) -> list[Vote]:
    """Return the open votes that everybody can see; a return is between two people alone."""
    return [vote for vote in info.votes if vote.kind != RETURN]


def asker(info: TableInfo, vote: Vote, w: Words) -> str:
    """Return who started the vote."""
    if vote.by is None:
        return w._("A moderator")
    return wording.player([seat.shown for seat in info.seats], vote.by, w, info.colours)


def asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Say what the vote is about, how many votes are still missing, and when it ends."""
    lines = [ASKED[vote.kind](info, vote, w)]
    if vote.kind == RETURN or vote.what.endswith(GONE):
        return lines[0]
    missing = sum(seat not in vote.said for seat in vote.asked)
    if vote.kind in WITHOUT:
        lines.append(w._("It needs more votes for it than against it."))
    elif missing and vote.kind == START:
        lines.append(w.ngettext("Still not ready: {count}.", "Still not ready: {count}.", missing))
    elif missing:
        lines.append(w.ngettext("Waiting for {count} more yes.", "Waiting for {count} more yes votes.", missing))
    if vote.closes and vote.kind in (*WITHOUT, CLOSE, ANEW):
        lines.append(w._("The vote ends {when}.", when=discord.utils.format_dt(vote.closes, "R")))
    elif vote.closes is None and vote.seat is not None:
        lines.append(w._("The late player is notified first and has time to answer."))
    return " ".join(lines)


def answers(info: TableInfo, vote: Vote, w: Words, seat: int | None = None, number: int = 0) -> list[ActionItem]:
    """Return the buttons to vote: for one seat in its notification, for everybody under the board."""
    if vote.kind == START:
        return [button(Id(info.id, "ready", seat, number), w._("Ready"), discord.ButtonStyle.success)]
    labels = ((1, w._("Yes"), discord.ButtonStyle.success), (0, w._("No"), discord.ButtonStyle.secondary))
    row = [
        button(Id(info.id, "say", seat, number, f"{vote.number} {yes}"), label, style) for yes, label, style in labels
    ]
    if vote.kind == BACK:
        row.append(button(Id(info.id, "lookback", seat, number, str(vote.number)), w._("What would be undone")))
    return row
