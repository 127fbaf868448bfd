"""A server's list of open lobbies, free seats and people looking for players.

It is a single post, which is edited in place and pings no one.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from hashlib import blake2b

import discord

import wording
from bot.channel.delivery import Delivery, own_messages, reworded, send_message
from bot.channel.table_words import named_for_log, person_name, relative_time, seats_at, where_is
from bot.discord_api.gateway import is_temporary
from bot.ui.message import Id, button, layout, read_id
from bot.ui.reply import DISCORD_FAILED, failure_reason
from games import GAMES
from rules_service import Place, TableInfo
from rules_service.guards import MAX_TABLES
from rules_service.options import ENTRY_INVITED, ENTRY_OPTION
from rules_service.pace import PACE_OPTION
from storage import ListRow, SearchEntry, TableStatus
from storage.failures import apart, of_each
from wording import Words
from wording.option_words import TABLE_OPTION_WORDS

log = logging.getLogger(__name__)

MAX_POSTS_PER_RUN = 20
MAX_ENTRIES = 20  # The maximum number of entries of each kind in a post.
RETRY_AFTER = timedelta(hours=1)
SEEK = "seek"  # the action of a list's button


class ServerLists:
    """The lists of all servers that have requested one."""

    def __init__(self, delivery: Delivery) -> None:
        self._client, self._service, self._clock = delivery.client, delivery.service, delivery.clock
        self._lists = delivery.storage.matchmaking

    async def show(self) -> None:
        """Update the lists whose posts may be out of date. Failures are logged, and retried later."""
        for row in await self._lists.due_lists(self._clock.now(), MAX_POSTS_PER_RUN):
            with apart(log, f"server {row.guild_id}: updating its list of tables") as attempt:
                try:
                    await self._show(row)
                except DISCORD_FAILED as error:
                    log.warning(
                        "server %s: updating its list of tables failed, %s", row.guild_id, failure_reason(error)
                    )
                    if not is_temporary(error):
                        await self._lists.schedule_list(row.guild_id, self._clock.now() + RETRY_AFTER)
            if attempt.error:
                await self._lists.schedule_list(row.guild_id, self._clock.now() + RETRY_AFTER)

    async def _show(self, row: ListRow) -> None:
        now = self._clock.now()
        looking = await self._service.matchmaking.entries(row.guild_id)
        # Any change from here on makes the list due again.
        await self._lists.schedule_list(row.guild_id, min((entry.until for entry in looking), default=None))
        tables, _ = await self._service.read.tables_at(Place(row.channel_id, row.guild_id), MAX_TABLES)
        w = wording.words(row.language)
        texts = list_texts(tables, looking, w)
        seek = button(Id(0, SEEK), w._("Look for players"), discord.ButtonStyle.primary)
        shown = blake2b("\0".join([*texts, w.lang]).encode(), digest_size=16).hexdigest()
        if shown == row.shown and row.message_id is not None:
            return
        try:
            message_id = await self._put(row, layout(texts, (), [[seek]]))
        except discord.NotFound:  # A person who deletes the post, or its channel, no longer wants the list.
            log.info("server %s: its list of tables was deleted", row.guild_id)
            await self._lists.drop_list(row.guild_id)
            return
        except DISCORD_FAILED:
            await self._lists.schedule_list(row.guild_id, now)
            raise
        await self._lists.note_list_shown(row.guild_id, message_id, shown)

    async def _put(self, row: ListRow, view: discord.ui.LayoutView) -> int:
        """Post or edit the list. Return the id of its message."""
        channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        message_id = row.message_id or await self._found(row)
        if message_id is None:
            return (await send_message(channel, view, row.nonce)).id
        await reworded(channel.get_partial_message(message_id), view)
        return message_id

    async def _found(self, row: ListRow) -> int | None:
        """Return the id of the newest list in the channel, or None.

        It may have been posted but not recorded, if the process was killed.
        """
        for message in await own_messages(self._client, row.channel_id):
            parts = discord.ui.LayoutView.from_message(message).walk_children()
            presses = [read_id(part.custom_id) for part in parts if isinstance(part, discord.ui.Button)]
            if any(press and (press.table, press.action) == (0, SEEK) for press in presses):
                return message.id
        return None

    async def take_away(self, row: ListRow) -> None:
        """Delete the post of a server's list, if there is one. If that fails, it is only logged, and the post stays."""
        if row.message_id is None:
            return
        try:
            channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
            await channel.get_partial_message(row.message_id).delete()
        except DISCORD_FAILED as error:
            log.info("server %s: could not delete its list of tables, %s", row.guild_id, failure_reason(error))


def is_by_invitation(info: TableInfo) -> bool:
    """Return whether only invited people may join."""
    return info.options[ENTRY_OPTION.id] == ENTRY_INVITED


def list_texts(tables: Sequence[TableInfo], looking: Sequence[SearchEntry], w: Words) -> list[str]:
    """Return the texts of the list."""
    room = [info for info in tables if len(info.seats) + len(info.invited) < max(seats_at(info))]
    lobbies = [info for info in room if info.status == TableStatus.LOBBY and not is_by_invitation(info)]
    seatable = [info for info in tables if info.started and info.vacant and not info.asleep_since]
    free = of_each(log, named_for_log, lambda info: table_line(info, w), seatable)
    entries = of_each(log, lambda entry: f"player {entry.player}", lambda entry: entry_line(entry, w), looking)
    nothing = w._("No tables are waiting for players, and nobody is looking for a game.")
    parts = [
        "\n".join([head, *lines[:MAX_ENTRIES], *["…"] * (len(lines) > MAX_ENTRIES)])
        for head, lines in (
            (w._("### Open tables"), of_each(log, named_for_log, lambda info: table_line(info, w), lobbies)),
            (w._("### Free seats in running games"), free),
            (w._("### Looking for players"), entries),
        )
        if lines
    ]
    return [w._("## Who plays here"), *(parts or [nothing])]


def table_line(info: TableInfo, w: Words) -> str:
    """Describe a lobby with its players, or a running game with the former players of its free seats (P58).

    A second line gives the pace.
    """
    names = [info.seats[seat].name for seat in info.vacant] if info.started else [seat.shown for seat in info.seats]
    values = {"game": GAMES[info.game].title, "where": where_is(info, w)}
    values["people"] = w.join_list([person_name(name, w) for name in names])
    if info.started:
        values["since"] = relative_time(info.started)
        line = w._("**{game}** in {where}, started {since}: {people}’s seat", **values)
    else:
        here, most = len(info.seats), max(seats_at(info))
        line = w._("**{game}** in {where}, {here} of {most}: {people}", here=here, most=most, **values)
    return f"{line}\n-# {TABLE_OPTION_WORDS[PACE_OPTION.id].value(info.options[PACE_OPTION.id], w)}"


def entry_line(entry: SearchEntry, w: Words) -> str:
    """Describe a person who is looking for players."""
    values = {"player": person_name(entry.name, w), "game": GAMES[entry.game].title}
    values |= {"counts": w.join_choice([*map(str, entry.counts)]), "until": discord.utils.format_dt(entry.until, "D")}
    line = w._("**{player}**: {game}, {counts} players, until {until}", **values)
    return f"{line}\n-# {TABLE_OPTION_WORDS[PACE_OPTION.id].value(entry.pace, w)}"
