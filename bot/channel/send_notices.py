"""Send one notification, or one message about several, and record what became of it."""

import logging
from collections.abc import Sequence
from datetime import datetime

import discord

import wording
from bot.channel.compose import BEGIN_TURNS
from bot.channel.delivery import EVER, Delivery, mention, send
from bot.channel.notice_texts import buttons_of, seat_of, still_matters, text_of, text_of_digest, text_of_several
from bot.discord_api.gateway import is_temporary
from bot.preferences import REFUSED, Recipient, get_recipient
from bot.ui.errors import DISCORD_FAILED, reason
from bot.ui.message import layout
from rules.errors import RulesError
from rules_service import TableInfo, acts
from rules_service.pace import LIVE, PACE
from rules_service.sweep import TOGETHER
from rules_service.turn_timers import REMINDERS
from storage import NewNotice, Notice, NoticeKind, NoticeOutcome

log = logging.getLogger(__name__)


async def send_notice(delivery: Delivery, notice: Notice, recipient: Recipient, info: TableInfo | None) -> set[int]:
    """Send a notification, together with the same person's other reminders. Return the ids of those handled."""
    now = delivery.clock.now()
    if notice.kind in (NoticeKind.DIGEST, NoticeKind.BACK):
        return await send_digest(delivery, notice, recipient)
    assert info is not None
    if notice.kind != NoticeKind.NEXT and not (recipient.in_private or recipient.in_channel):
        await record(delivery, notice, NoticeOutcome.REFUSED)
        return {notice.id}
    together = [(notice, info)]
    if notice.kind in REMINDERS and not live(info):
        together += await due_together(delivery, notice, now)
    together.sort(key=lambda one: due_since(*one) or now)
    (lead, info), *others = together
    await delivery.notices.begin(lead.id, now)
    try:
        message = await deliver(delivery, recipient, together)
    except DISCORD_FAILED as error:
        log.info("table %s: sending a notification failed, %s", info.id, reason(error))
        # If an earlier attempt was interrupted, it may have arrived all the same; that is settled later.
        if not is_temporary(error) and lead.begun is None:
            await record(delivery, lead, NoticeOutcome.REFUSED)
        return {lead.id}
    await record(delivery, lead, NoticeOutcome.SENT, message)
    for other, _ in others:
        await record(delivery, other, NoticeOutcome.MERGED)
    return {one.id for one, _ in together}


async def due_together(delivery: Delivery, notice: Notice, now: datetime) -> list[tuple[Notice, TableInfo]]:
    """Return the same person's other reminders that are due soon."""
    found = []
    for other in await delivery.notices.unsent(notice.player, now + TOGETHER):
        info = await find_table(delivery, other)
        its = other.id != notice.id and other.kind in REMINDERS and still_matters(other, info)
        if its and info is not None and not live(info):
            found.append((other, info))
    return found


async def deliver(
    delivery: Delivery, recipient: Recipient, together: Sequence[tuple[Notice, TableInfo]]
) -> tuple[int, int] | None:
    """Send the first of these notifications, which mentions the others, where its recipient wants it.

    Return its channel and message ids, or None if not in a channel.
    """
    (notice, info), *others = together
    now = delivery.clock.now()
    # A player who has left the server wouldn't see it in the channel.
    gone = notice.kind == NoticeKind.SECOND_REMINDER and seat_of(notice, info).left_server
    suits_channel = not gone and not (notice.kind == NoticeKind.TURN and await is_pinged(delivery, notice))
    in_channel = recipient.in_channel and suits_channel
    if recipient.in_private or gone or notice.kind == NoticeKind.NEXT:
        w = wording.words(recipient.language or info.language)
        text = text_of_several(together, w) if others else text_of(notice, info, w, now)
        view = layout([text], (), [buttons_of(notice, info, w)])
        if not await send_dm(delivery, recipient, view, notice.nonce):
            in_channel = notice.kind != NoticeKind.NEXT and suits_channel
    if not in_channel:
        return None
    w = wording.words(info.language)
    text = text_of(notice, info, w, now, f"<@{recipient.user_id}>")
    text += " " + w._("`/mygames` lists the others.") if others else ""
    view = layout([text], (), [buttons_of(notice, info, w)])
    message = await send(delivery.channel(info), view, notice.nonce, mention(recipient.user_id))
    return message.channel.id, message.id


async def is_pinged(delivery: Delivery, notice: Notice) -> bool:
    """Return whether a board has pinged, or will ping, for the turn that a notification is about."""
    assert notice.table_id is not None
    if (notice.seat, notice.number) in await delivery.storage.outbox.pinged(notice.table_id):
        return True
    # A board that is still pending, or was posted but not recorded, pings them itself.
    return any(one.kind in BEGIN_TURNS for one in await delivery.storage.outbox.pending(EVER, notice.table_id))


async def send_digest(delivery: Delivery, notice: Notice, recipient: Recipient) -> set[int]:
    """Send somebody a digest of all tables that wait for them, and schedule the next.

    Return the ids of those handled.
    """
    now, user_id = delivery.clock.now(), recipient.user_id
    tables = await delivery.service.read.my_tables(user_id)
    waiting = [info for info in tables if not info.alone and is_due(info, user_id)]
    outcome = NoticeOutcome.MOOT
    if waiting and (notice.kind == NoticeKind.BACK or not recipient.refused):
        await delivery.notices.begin(notice.id, now)
        try:
            outcome = await deliver_digest(delivery, notice, recipient, waiting)
        except DISCORD_FAILED as error:
            log.info("sending a digest failed, %s", reason(error))
            if is_temporary(error):
                return {notice.id}
            outcome = NoticeOutcome.REFUSED
    await delivery.notices.done(notice.id, now, outcome)
    if notice.kind == NoticeKind.DIGEST:
        await schedule_digest(delivery, notice.player)
        return {notice.id}
    for info in await delivery.service.read.my_tables(user_id):
        await delivery.storage.outbox.redraw(info.id, now)  # These posts say that they are away.
    # This message covers what had to wait while they were away.
    handled = {notice.id}
    for one in await delivery.notices.unsent(notice.player, now):
        if one.kind in (NoticeKind.TURN, NoticeKind.FIRST_REMINDER, NoticeKind.NUDGE):
            await record(delivery, one, NoticeOutcome.MERGED)
            handled.add(one.id)
    return handled


async def deliver_digest(
    delivery: Delivery, notice: Notice, recipient: Recipient, waiting: Sequence[TableInfo]
) -> NoticeOutcome:
    """Send a digest of these tables by DM, or after time off where the recipient wants it."""
    w = wording.words(recipient.language or waiting[0].language)
    if notice.kind == NoticeKind.DIGEST or recipient.in_private:
        view = layout([text_of_digest(waiting, recipient.user_id, w)])
        sent = await send_dm(delivery, recipient, view, notice.nonce)
        return NoticeOutcome.SENT if sent else NoticeOutcome.REFUSED
    if not recipient.in_channel:
        return NoticeOutcome.MOOT
    text = text_of_digest(waiting, recipient.user_id, w, f"<@{recipient.user_id}>")
    await send(delivery.channel(waiting[0]), layout([text]), notice.nonce, mention(recipient.user_id))
    return NoticeOutcome.SENT


async def schedule_digest(delivery: Delivery, player: int) -> None:
    """Schedule somebody's next digest, if they want one."""
    recipient = await get_recipient(delivery.storage, player, delivery.clock.now())
    await delivery.notices.drop(player, NoticeKind.DIGEST)
    at = recipient and recipient.next_digest(delivery.clock.now())
    if at:
        number = int(at.timestamp()) // 3600
        await delivery.notices.write([NewNotice(player, NoticeKind.DIGEST, at, number=number)])


async def send_dm(delivery: Delivery, recipient: Recipient, view: discord.ui.LayoutView, nonce: str) -> bool:
    """Send a DM. Return False, and remember it, if the person doesn't accept any."""
    try:
        channel = await delivery.client.create_dm(discord.Object(recipient.user_id))
        await send(channel, view, nonce, mention(recipient.user_id))
    except discord.Forbidden as error:
        log.info("a player does not accept DMs, %s", reason(error))
        await delivery.storage.people.prefer(recipient.user_id, REFUSED, "new")
        return False
    return True


async def record(
    delivery: Delivery, notice: Notice, outcome: NoticeOutcome, message: tuple[int, int] | None = None
) -> None:
    """Record the outcome of a notification, and start the timers of what may follow it."""
    now = delivery.clock.now()
    if notice.kind == NoticeKind.FINAL_WARNING and notice.table_id and notice.seat is not None:
        await delivery.service.act(acts.START_REPLY_WINDOW(notice.seat), notice.table_id)
    await delivery.notices.done(notice.id, now, outcome, message, last=notice.kind == NoticeKind.SECOND_REMINDER)
    # The board shows that they were reminded, and from when they are late.
    if notice.kind in REMINDERS and notice.table_id:
        await delivery.storage.outbox.redraw(notice.table_id, now)


async def find_table(delivery: Delivery, notice: Notice) -> TableInfo | None:
    """Return the table that a notification is about, or None if there is none."""
    try:
        return await delivery.service.read.info(notice.table_id) if notice.table_id else None
    except RulesError:
        return None


def live(info: TableInfo) -> bool:
    """Return whether the table is played live."""
    return info.options[PACE.id] == LIVE


def is_due(info: TableInfo, user_id: int) -> bool:
    """Return whether a table waits for this person."""
    return any(seat.user_id == user_id and seat.due_since for seat in info.seats)


def due_since(notice: Notice, info: TableInfo) -> datetime | None:
    """Return since when a table waits for a notification's recipient, whose seat in a lobby may have moved up since."""
    return next((seat.due_since for seat in info.seats if seat.player == notice.player), None)
