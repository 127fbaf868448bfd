"""List a server's tables, and repost or move a table."""

import logging

import discord

from bot.channel.table_words import named_for_log, person_name, relative_time, where_is
from bot.computers import can_play
from bot.context import Request
from bot.panels.opening import may_post
from bot.ui.message import layout
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from rules_service import Place, TableInfo, acts
from storage import TableStatus
from storage.failures import of_each
from wording import Words

log = logging.getLogger(__name__)

MAX_TABLES_LISTED = 20
OUT_OF_REACH = N_(
    "I can’t reach the table’s channel, so its players may not know about this. The table moves "
    "here after a week, unless one of them objects."
)
ASKED_TO_MOVE = N_(
    "The table is on another server, so it moves here only if everyone there agrees, and not before two days have "
    "passed. I’ve asked them in {where}."
)


async def show(request: Request) -> None:
    """Repost the board here. If the table is elsewhere, move it here, or start a vote if the move needs one.

    Raises Refusal if the bot can't post here, or if others couldn't see the table here.
    """
    may_post(request)
    info, here, w = await request.info(), request.place, request.words
    if info.place.channel_id == here.channel_id:
        trouble = await request.app.announcer.show(info.id)
        await request.say(trouble.text(w) if trouble else w._("Here it is."))
        return
    # A table can be in a DM if only one person plays and no others are needed.
    complete = info.started is not None or 1 in GAMES[info.game].rules.seats or can_play(info.game)
    if here.guild_id is None and not (info.alone and complete):
        raise Refusal(N_("Nobody else could see the table in our DM, so it stays where it is. `/board` shows it here."))
    gone = not request.is_at(info.place) and await is_gone(request.app.client, info.place)
    now = await request.act(acts.move(here, gone=gone))
    if now.place != info.place:
        # Post everything that is pending in the new channel first.
        await request.app.announcer.show(now.id)
    asked = w._(OUT_OF_REACH) if gone else w._(ASKED_TO_MOVE, where=where_is(info, w))
    await request.say_once_posted(info.id, w._("Here it is.") if now.place == here else asked)


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Return whether a table's channel was deleted, or the bot has left its server."""
    try:
        await client.fetch_channel(place.channel_id)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        try:  # Go on if access to one of the channels has been lost.
            if place.guild_id is not None:
                await client.fetch_guild(place.guild_id)
        except (discord.NotFound, discord.Forbidden):
            return True
    return False


async def list_tables(request: Request) -> None:
    """Show the open tables of the server, lobbies first, and how many more there are."""
    w = request.words
    here, count = await request.service.read.tables_at(request.place, MAX_TABLES_LISTED)
    lines = of_each(log, named_for_log, lambda info: table_in_list(info, w), here)
    text = "\n".join(lines) or w._("There are no open tables on this server. `/table open` opens one.")
    more = count - len(here)
    rest = w.ngettext("{count} more table is open here.", "{count} more tables are open here.", more) if more else ""
    await request.show(layout([w._("## Tables"), text, rest]))


def table_in_list(info: TableInfo, w: Words) -> str:
    """Describe an open table in one line."""
    people = w.join_list([person_name(seat.shown, w) for seat in info.seats])
    values = {"game": GAMES[info.game].title, "where": where_is(info, w), "people": people}
    if info.status == TableStatus.LOBBY:
        return w._("**{game}** in {where} needs players: {people}", **values)
    if info.vacant:
        return w._("**{game}** in {where} has a free seat: {people}", **values)
    opened = relative_time(info.started or info.opened)
    return w._("{game} in {where}, started {since}: {people}", since=opened, **values)
