"""Find the bot's own messages that were sent but not recorded before the process ended, and adopt them.

What searches a channel raises discord.HTTPException if Discord fails or no longer shows us the channel: it is too early
to say what is there.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import discord
from discord import ui

from bot.channel.delivery import EVER, Delivery
from bot.channel.posts import lobby_post
from bot.channel.strip_buttons import record_of, texts
from bot.discord_api.gateway import is_temporary
from bot.discord_api.permissions import SPELLED, TO_READ, missing
from bot.ui.errors import reason
from bot.ui.message import Id, read_id
from rules_service import TableInfo
from storage import Announcement, PostKind

log = logging.getLogger(__name__)

MAX_MESSAGES_SEARCHED = 200  # The one we look for is among the oldest of them.
MAX_CLOCK_SKEW = timedelta(minutes=5)  # Between our clock and Discord's.


async def adopt(
    delivery: Delivery, info: TableInfo, waiting: Sequence[Announcement], sent: datetime
) -> list[Announcement]:
    """Record posts that were sent but not recorded, with their pings. Return the announcements in none of them."""
    outbox = delivery.outbox
    known = {post.message_id: post.number for post in await outbox.posts(info.id, live=False)}
    # This includes announcements that weren't passed: the post may tell more.
    left = await outbox.pending(EVER, info.id)
    recent = await own_since(delivery.client, info, sent)
    for message in recent:
        kind, number = recognised(message, info)
        if kind is None or known.get(message.id, -1) >= number:
            continue
        shown = [announcement for announcement in left if announcement.number <= number]
        left = [announcement for announcement in left if announcement.number > number]
        said = texts(ui.LayoutView.from_message(message, timeout=None))
        pinged = {
            # The post can't have pinged for a turn that began later.
            seat.seat: min(seat.due_number or number, number)
            for seat in info.seats
            if seat.user_id and any(f"<@{seat.user_id}>" in text for text in said)
        }
        delivered = await outbox.delivered_state(info.id, number)
        since = min([delivered.turns, *(one.since for one in shown)])
        post = record_of(message, info, kind, number, since)
        log.info("table %s: the post for line %s already exists", info.id, number)
        await outbox.done([one.id for one in shown], delivery.clock.now(), post, pinged)
    left_ids = {announcement.id for announcement in left}
    return [announcement for announcement in waiting if announcement.id in left_ids]


async def adopt_requested(delivery: Delivery, info: TableInfo) -> None:
    """Adopt a board that a player asked to post again and that was sent but not recorded."""
    tried = await delivery.outbox.unconfirmed_board(info.id)
    if tried is not None and can_read_history(delivery.client, info):
        await adopt(delivery, info, (), tried)
        await delivery.outbox.mark_board_in_flight(info.id, None)


async def find_notice(
    client: discord.Client, info: TableInfo, user_id: int, sent: datetime, known: Collection[int]
) -> discord.Message | None:
    """Return a player's first notification with buttons in a table's channel since about then, or None.

    ``known``: messages that are other notifications.
    """
    for message in await own_since(client, info, sent):
        if message.id in known:
            continue
        view = ui.LayoutView.from_message(message, timeout=None)
        its = any(press.seat is not None for press in presses(view, info))  # The buttons of a post have no seat.
        said = next((item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)), "")
        if its and said.startswith(f"<@{user_id}>"):
            return message
    return None


async def own_since(client: discord.Client, info: TableInfo, sent: datetime) -> list[discord.Message]:
    """Return the bot's messages in a table's channel since then, or shortly before, the oldest first.

    Without permission to read the history (in DMs the bot always has it) none are found: posting something twice, which
    only happens after an interruption of minutes, is better than not at all.
    """
    if not can_read_history(client, info):
        log.info("table %s: missing permission to read the channel's message history", info.id)
        return []
    channel = client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
    after = discord.Object(discord.utils.time_snowflake(sent - MAX_CLOCK_SKEW))
    assert client.user is not None
    try:
        messages = channel.history(limit=MAX_MESSAGES_SEARCHED, after=after, oldest_first=True)
        return [message async for message in messages if message.author.id == client.user.id]
    except discord.HTTPException as error:
        if is_temporary(error) or error.status == 403:
            raise
        log.info("table %s: could not read the channel's message history, %s", info.id, reason(error))
        return []


def can_read_history(client: discord.Client, info: TableInfo) -> bool:
    """Return whether the history of a table's channel can be read, as far as is known.

    Without the permission Discord shows an empty history. For a channel that can't be seen at all the request itself
    fails, and nothing can be posted there either.
    """
    lacking = missing(client.get_channel(info.place.channel_id), TO_READ)
    return lacking != [SPELLED["read_message_history"]]


def recognised(message: discord.Message, info: TableInfo) -> tuple[PostKind | None, int]:
    """Return which post of this table a message is, or None, and the log number up to which it tells; 0 for a lobby.

    Its public buttons show it. Only a closed lobby has no buttons; it is recognised by its text.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    its = [press for press in presses(view, info) if press.seat is None]
    if its:
        lobby = any(press.action == "start" for press in its)
        return PostKind.LOBBY if lobby else PostKind.BOARD, max(press.number for press in its)
    closed = info.started is None and not info.open and texts(view) == texts(lobby_post(info))
    return PostKind.LOBBY if closed else None, 0


def presses(view: ui.LayoutView, info: TableInfo) -> list[Id]:
    """Return the ids of those buttons of a message that belong to this table."""
    read = [read_id(item.custom_id) for item in view.walk_children() if isinstance(item, ui.Button)]
    return [press for press in read if press and press.table == info.id]
