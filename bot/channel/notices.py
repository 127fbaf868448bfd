"""Send each notification at most once, where and when its recipient wants it, and delete it when it is outdated."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord
from cachetools import TTLCache

import wording
from bot.channel.announcer import Announcer, back_off
from bot.channel.compose import BEGIN_TURNS
from bot.channel.delivery import FOREVER, Delivery, find_notice, mention_only, send_message
from bot.channel.notice_texts import (
    buttons_of,
    seat_of,
    still_matters,
    text_of,
    waiting_seats,
    waiting_tables,
    with_mention,
)
from bot.channel.plan_words import what_broke
from bot.channel.server_list import ServerLists
from bot.discord_api.gateway import is_temporary
from bot.discord_api.permissions import TO_SEE, missing_permissions
from bot.discord_api.refusals import lasting, meaning, out_of_reach
from bot.metrics import METRICS, measure_time
from bot.periodic import periodic
from bot.preferences import REFUSED, Recipient, get_recipient
from bot.ui.message import layout
from bot.ui.reply import DISCORD_FAILED, failure_reason
from rules.errors import RulesError
from rules_service import RulesService, Seat, TableInfo, acts
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.plans import Offer
from rules_service.sweep import COMBINE_REMINDERS_WITHIN
from rules_service.turn_timers import REMINDER_KINDS
from storage import NewNotice, Notice, NoticeKind, NoticeOutcome
from storage.failures import apart

log = logging.getLogger(__name__)

SWEEP_INTERVAL = 30.0  # Seconds between two scheduler runs.
MAX_PER_RUN = 50  # The limit for tables, for notifications, and for old messages.
OFFLINE_AFTER = timedelta(minutes=10)  # Without a heartbeat for longer than that, the bot was offline.
# How long Discord recognises a nonce; what may have been sent longer ago isn't sent again.
NONCE_LIFETIME = timedelta(minutes=3)
A_DAY = timedelta(days=1)
DIGESTS = (NoticeKind.DIGEST, NoticeKind.BACK)
ONLY_BY_DM = (NoticeKind.NEXT, NoticeKind.PLAN)  # Only their recipients, who asked for them, may know of these.
MAX_PER_DAY = 3  # Notifications to a person, not counting turn pings.
MAX_FAILED, SECONDS_REMEMBERED = 1000, 900.0  # Limits for remembering failed notifications.
MAX_REFUSALS = 32  # After this many temporary refusals, in about a day, a notification counts as refused.
LOCKED_RETRY = timedelta(minutes=15)  # The pause after a message in a channel could not be deleted.


class Notifier:
    """Sends people their notifications."""

    def __init__(self, announcer: Announcer) -> None:
        self.announcer = announcer
        self.delivery = delivery = announcer.delivery
        self.client, self.service, self.clock = delivery.client, delivery.service, delivery.clock
        self.storage, self.notices = delivery.storage, delivery.notices
        self.lists = ServerLists(delivery)
        # By the id of a notification: those that have failed for an unforeseen reason.
        self._failed: TTLCache[int, None] = TTLCache(MAX_FAILED, SECONDS_REMEMBERED)
        self._locked: dict[int, datetime] = {}  # By the id of a notification: until when its message is left alone.

    @periodic(SWEEP_INTERVAL, "scheduler run")
    async def sweep(self) -> None:
        """Do one scheduler run: handle what is due, within limits such as `MAX_PER_RUN`. Failures are retried later."""
        with measure_time(METRICS.sweeps):
            # With several processes, the first one handles what belongs to no table.
            first = self.storage.database.partition.slot == 0
            if jump := self.clock.jump():
                way = "on" if jump > timedelta() else "back"
                log.warning("the clock of this machine was set %s by %.0f s", way, abs(jump).total_seconds())
                self._locked.clear()
                self.announcer.clock_changed()
            if first:
                await self.storage.heartbeat.beat(self.clock.now(), OFFLINE_AFTER)
            if not await self.storage.anything_due(self.clock.now()):
                return
            if first:
                with apart(log, "deleting personal data that is due"):
                    await self.service.people.forget_due()
            with apart(log, "processing due timers"):
                await self.service.see_to(MAX_PER_RUN)
            sent = set[int]()
            # Notifications that have failed must not take the place of others.
            pending = await self.notices.pending(self.clock.now(), MAX_PER_RUN + len(self._failed))
            for notice in sorted(pending, key=lambda notice: notice.id in self._failed):
                if notice.id not in sent:
                    with apart(log, f"table {notice.table_id}: sending a notification") as attempt:
                        sent |= await self._handle(notice)
                    if attempt.error:
                        self._failed[notice.id] = None
            for notice in await self.notices.outdated(self.clock.now(), MAX_PER_RUN + len(self._locked)):
                with apart(log, f"table {notice.table_id}: deleting an outdated notification"):
                    await self._remove(notice)
            for table_id in await self.storage.outbox.redraws(self.clock.now(), MAX_PER_RUN):
                with apart(log, f"table {table_id}: refreshing its post"):
                    await self.announcer.redraw(table_id)
            with apart(log, "updating the lists of tables"):
                await self.lists.show()

    async def _handle(self, notice: Notice) -> set[int]:
        """Send a notification if it still matters and its recipient may get it now.

        Return the ids of the handled notifications.
        """
        now = self.clock.now()
        recipient = await get_recipient(self.storage, notice.player, now)
        info = await find_table(self.delivery, notice)
        matters = recipient is not None and (not notice.table_id or still_matters(notice, info))
        if recipient is not None and info is not None and matters and notice.kind == NoticeKind.PLAN:
            matters = await offer_of(self.service, info, recipient.user_id) is not None
        if notice.begun and (not matters or not timedelta() <= now - notice.begun <= NONCE_LIFETIME):
            user_id = recipient.user_id if recipient else None
            await self._settle_interrupted(notice, notice.begun, user_id, info, matters=matters)
        elif recipient is None or not matters:
            await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
        else:
            if info is not None and not notice.begun and notice.kind in (*REMINDER_KINDS, NoticeKind.MEMBER_CHECK):
                info = await self._check_member(notice, recipient, info)
            if notice.begun or await self._is_time(notice, recipient, info):
                return await send_notice(self.delivery, notice, recipient, info)
        return {notice.id}

    async def _settle_interrupted(
        self, notice: Notice, begun: datetime, user_id: int | None, info: TableInfo | None, *, matters: bool
    ) -> None:
        """Look for a notification whose sending was interrupted, and record its outcome. It isn't sent again.

        If it still matters, it counts as sent even if it isn't found. If Discord can't be searched now, the next run
        tries again.
        """
        now, found = self.clock.now(), None
        try:
            if user_id and info:
                found = await find_notice(
                    self.client, info, user_id, min(begun, now), await self.notices.message_ids(info.id)
                )
        except DISCORD_FAILED as error:
            table_id = notice.table_id
            log.info(
                "table %s: could not check whether a notification was delivered, %s", table_id, failure_reason(error)
            )
            if is_temporary(error) or now - begun < A_DAY:  # The channel may become visible to us again.
                return
        message = (found.channel.id, found.id) if found else None
        if matters and notice.kind in DIGESTS:
            await after_digest(self.delivery, notice, NoticeOutcome.SENT)
        elif matters:
            await record(self.delivery, notice, NoticeOutcome.SENT, message)
        else:
            await self.notices.done(notice.id, now, NoticeOutcome.SENT if message else NoticeOutcome.MOOT, message)

    async def _check_member(self, notice: Notice, recipient: Recipient, info: TableInfo) -> TableInfo:
        """Return the table, updated if the notification's recipient is no longer on its server (P67)."""
        guild = self.client.get_guild(info.place.guild_id) if info.place.guild_id else None
        if guild is None or info.alone or seat_of(notice, info).left_server:
            return info
        try:
            await guild.fetch_member(recipient.user_id)
        except discord.NotFound:
            assert notice.seat is not None
            await self.service.act(acts.mark_left_server(notice.seat, notice.number), info.id)
            return await self.service.read.info(info.id)
        except DISCORD_FAILED as error:
            log.info(
                "table %s: could not check whether a player is still on the server, %s", info.id, failure_reason(error)
            )
        return info

    async def _is_time(self, notice: Notice, recipient: Recipient, info: TableInfo | None) -> bool:
        """Return whether a notification may be sent now. If not, postpone it, or record that it won't be sent."""
        # Whatever becomes due during an absence is about a turn whose timer runs again: it was stopped for as long as
        # allowed (P42).
        if recipient.away_until and notice.kind in (NoticeKind.SECOND_REMINDER, NoticeKind.FINAL_WARNING):
            await record(self.delivery, notice, NoticeOutcome.REFUSED)
            return False
        now = self.clock.now()
        until = await self._not_before(notice, recipient, info, now)
        if until is None and notice.kind in DIGESTS:
            await after_digest(self.delivery, notice, NoticeOutcome.MOOT)
        elif until is None:
            await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
        elif until > now:
            await self.notices.postpone(notice.id, until)
        return until is not None and until <= now

    async def _not_before(
        self, notice: Notice, recipient: Recipient, info: TableInfo | None, now: datetime
    ) -> datetime | None:
        """Return the earliest time at which a notification may be sent, or None if it may never be sent."""
        quiet = recipient.quiet_until(now)
        match notice.kind:
            case NoticeKind.MEMBER_CHECK:
                return None
            case NoticeKind.DIGEST:
                return None if recipient.away_until else now
            case NoticeKind.NEXT:  # "Before your turn" is sent at once or not at all.
                return None if quiet or not recipient.wants_next or recipient.refused else now
            case NoticeKind.PLAN if recipient.refused:
                return None
            case NoticeKind.FIRST_REMINDER:
                if recipient.digest_hour is not None or (info and seat_of(notice, info).left_server):
                    return None
        if quiet:
            return quiet
        if notice.kind == NoticeKind.TURN or (info and live(info)):
            return now
        sent = await self.notices.sent_to(notice.player, now - A_DAY, but=NoticeKind.TURN)
        return sent[-MAX_PER_DAY] + A_DAY if len(sent) >= MAX_PER_DAY else now

    async def _remove(self, notice: Notice) -> None:
        """Delete the message of an outdated notification.

        In a locked or hidden channel, wait until it is open again.
        """
        assert notice.channel_id is not None
        assert notice.message_id is not None
        now = self.clock.now()
        if self._locked.get(notice.id, now) > now:
            return
        if missing_permissions(self.client.get_channel(notice.channel_id), TO_SEE):
            return
        message = self.client.get_partial_messageable(notice.channel_id).get_partial_message(notice.message_id)
        try:
            await message.delete()
        except DISCORD_FAILED as error:
            log.info("table %s: could not delete an outdated notification, %s", notice.table_id, failure_reason(error))
            if not is_temporary(error):
                self._locked[notice.id] = now + LOCKED_RETRY
            if not lasting(error):
                return
        self._locked.pop(notice.id, None)
        await self.notices.mark_deleted(notice.id)


async def send_notice(delivery: Delivery, notice: Notice, recipient: Recipient, info: TableInfo | None) -> set[int]:
    """Send a notification. A reminder also covers the person's other reminders that are due soon.

    Return the ids of the handled notifications.
    """
    now = delivery.clock.now()
    if notice.kind in DIGESTS:
        return await send_digest(delivery, notice, recipient)
    assert info is not None
    if notice.kind != NoticeKind.NEXT and not (recipient.in_private or recipient.in_channel):
        await record(delivery, notice, NoticeOutcome.REFUSED)
        return {notice.id}
    together = [(notice, info)]
    if notice.kind in REMINDER_KINDS and not live(info):
        for other in await delivery.notices.unsent(notice.player, now + COMBINE_REMINDERS_WITHIN):
            with apart(log, f"table {other.table_id}: mentioning it in a reminder"):
                about = None if other.id == notice.id else await find_table(delivery, other)
                if about and other.kind in REMINDER_KINDS and still_matters(other, about) and not live(about):
                    together.append((other, about))
    together.sort(key=lambda one: due_since(*one) or now)
    (lead, info), *others = together
    await delivery.notices.begin(lead.id, now)
    try:
        message = await deliver(delivery, recipient, together)
    except DISCORD_FAILED as error:
        log.info("table %s: sending a notification failed, %s", info.id, failure_reason(error))
        # If an earlier attempt was interrupted, its message may have arrived all the same. That is settled later.
        if not is_temporary(error) and lead.begun is None and not await postponed(delivery, lead, error):
            await record(delivery, lead, NoticeOutcome.REFUSED)
        return {lead.id}
    await record(delivery, lead, NoticeOutcome.SENT, message)
    for other, _ in others:
        await record(delivery, other, NoticeOutcome.MERGED)
    return {one.id for one, _ in together}


async def postponed(delivery: Delivery, notice: Notice, error: Exception) -> bool:
    """Postpone a notification that Discord refuses for now, and return True.

    Return False if Discord will never accept it or has refused it for about a day, or if it would come too late. The
    steps that follow a reminder must not wait for a permission that may never be restored.
    """
    attempts = delivery.refused_notices.get(notice.id, 0)
    if notice.kind == NoticeKind.NEXT or lasting(error) or attempts >= MAX_REFUSALS:
        return False
    delivery.refused_notices[notice.id] = attempts + 1
    await delivery.notices.postpone(notice.id, delivery.clock.now() + back_off(attempts))
    return True


async def deliver(
    delivery: Delivery, recipient: Recipient, together: Sequence[tuple[Notice, TableInfo]]
) -> tuple[int, int] | None:
    """Send the first of these notifications where its recipient wants it, and mention the others in it.

    Return the ids of the channel and the message, or None if nothing was posted in the channel.
    """
    (notice, info), *others = together
    now = delivery.clock.now()
    # A player who has left the server wouldn't see it in the channel.
    gone = notice.kind == NoticeKind.SECOND_REMINDER and seat_of(notice, info).left_server
    suits_channel = not gone and notice.kind not in ONLY_BY_DM
    suits_channel = suits_channel and not (notice.kind == NoticeKind.TURN and await is_pinged(delivery, notice))
    in_channel = recipient.in_channel and suits_channel
    if recipient.in_private or gone or notice.kind in ONLY_BY_DM:
        w = wording.words(recipient.language or info.language)
        text = text_of(notice, info, w, now)
        if others:
            text = waiting_tables([(info, seat_of(notice, info)) for notice, info in together], w)
        offer = await offer_of(delivery.service, info, recipient.user_id) if notice.kind == NoticeKind.PLAN else None
        text = "\n".join([text, *(what_broke(info, offer, w) if offer else [])])
        view = layout([text], (), [buttons_of(notice, info, w)])
        if not await send_dm(delivery, recipient, view, notice.nonce):
            in_channel = suits_channel
    if not in_channel:
        return None
    w = wording.words(info.language)
    text = text_of(notice, info, w, now, f"<@{recipient.user_id}>")
    text += " " + w._("`/mygames` lists the others.") if others else ""
    view = layout([text], (), [buttons_of(notice, info, w)])
    message = await send_message(delivery.channel(info), view, notice.nonce, mention_only(recipient.user_id))
    return message.channel.id, message.id


async def is_pinged(delivery: Delivery, notice: Notice) -> bool:
    """Return whether a board has pinged, or will ping, the player for the turn that the notification is about."""
    assert notice.table_id is not None
    if (notice.seat, notice.number) in await delivery.storage.outbox.pinged(notice.table_id):
        return True
    # A board that is still pending, or was posted but not recorded, pings them itself.
    pending = await delivery.storage.outbox.pending(FOREVER, notice.table_id)
    return any(one.kind in BEGIN_TURNS and one.number == notice.number for one in pending)


async def send_digest(delivery: Delivery, notice: Notice, recipient: Recipient) -> set[int]:
    """Send a person the digest of waiting tables, if there are any, and schedule the next one.

    Return the ids of the handled notifications.
    """
    now, user_id = delivery.clock.now(), recipient.user_id
    due = waiting_seats(await delivery.service.read.my_tables(user_id), user_id)
    outcome = NoticeOutcome.MOOT
    if due and (notice.kind == NoticeKind.BACK or not recipient.refused):
        await delivery.notices.begin(notice.id, now)
        try:
            outcome = await deliver_digest(delivery, notice, recipient, due)
        except DISCORD_FAILED as error:
            log.info("sending a digest failed, %s", failure_reason(error))
            if is_temporary(error) or (notice.begun is None and await postponed(delivery, notice, error)):
                return {notice.id}
            outcome = NoticeOutcome.REFUSED
    return await after_digest(delivery, notice, outcome)


async def after_digest(delivery: Delivery, notice: Notice, outcome: NoticeOutcome) -> set[int]:
    """Schedule what follows a digest, and only then record its outcome, so that an interruption loses nothing.

    Return the ids of the handled notifications. After time off, these include the turn notifications, first reminders
    and nudges that were held back, because the digest covers them.
    """
    now, handled = delivery.clock.now(), {notice.id}
    if notice.kind == NoticeKind.DIGEST:
        await schedule_digest(delivery, notice.player)
    elif recipient := await get_recipient(delivery.storage, notice.player, now):
        for info in await delivery.service.read.my_tables(recipient.user_id):
            await delivery.storage.outbox.redraw(info.id, now)  # The posts of these tables say that the person is away.
        for one in await delivery.notices.unsent(notice.player, now):
            if one.kind in (NoticeKind.TURN, NoticeKind.FIRST_REMINDER, NoticeKind.NUDGE):
                await record(delivery, one, NoticeOutcome.MERGED)
                handled.add(one.id)
    await delivery.notices.done(notice.id, now, outcome)
    return handled


async def deliver_digest(
    delivery: Delivery, notice: Notice, recipient: Recipient, due: Sequence[tuple[TableInfo, Seat]]
) -> NoticeOutcome:
    """Send a digest of these tables by DM, or after time off wherever the recipient wants it. Return the outcome."""
    (info, _), *_ = due
    w = wording.words(recipient.language or info.language)
    if notice.kind == NoticeKind.DIGEST or recipient.in_private:
        sent = await send_dm(delivery, recipient, layout([waiting_tables(due, w)]), notice.nonce)
        return NoticeOutcome.SENT if sent else NoticeOutcome.REFUSED
    if not recipient.in_channel:
        return NoticeOutcome.MOOT
    text = with_mention(f"<@{recipient.user_id}>", waiting_tables(due, w), w)
    await send_message(delivery.channel(info), layout([text]), notice.nonce, mention_only(recipient.user_id))
    return NoticeOutcome.SENT


async def schedule_digest(delivery: Delivery, player: int) -> None:
    """Schedule a person's next digest, if they want one, and cancel any other."""
    recipient = await get_recipient(delivery.storage, player, delivery.clock.now())
    at = recipient and recipient.next_digest(delivery.clock.now())
    number = int(at.timestamp()) // 3600 if at else None
    if at and number is not None:
        await delivery.notices.write([NewNotice(player, NoticeKind.DIGEST, at, number=number)])
    await delivery.notices.drop(player, NoticeKind.DIGEST, but=number)


async def send_dm(delivery: Delivery, recipient: Recipient, view: discord.ui.LayoutView, nonce: str) -> bool:
    """Send a DM. Return False if that isn't possible, and remember people who don't accept DMs."""
    try:
        channel = await delivery.client.create_dm(discord.Object(recipient.user_id))
        await send_message(channel, view, nonce, mention_only(recipient.user_id))
    except discord.HTTPException as error:
        if not out_of_reach(error):
            raise
        log.info("could not send a DM, %s", failure_reason(error))
        if not meaning(error).bot:
            await delivery.storage.people.prefer(recipient.user_id, REFUSED, "new")
        return False
    return True


async def record(
    delivery: Delivery, notice: Notice, outcome: NoticeOutcome, message: tuple[int, int] | None = None
) -> None:
    """Record the outcome of a notification, and start the timers that depend on it.

    ``message``: the ids of its channel and message, for deleting it later. After a reminder, also schedule an update of
    the board, because the board mentions it.
    """
    now = delivery.clock.now()
    if notice.kind == NoticeKind.FINAL_WARNING and notice.table_id and notice.seat is not None:
        await delivery.service.act(acts.start_reply_window(notice.seat), notice.table_id)
    await delivery.notices.done(notice.id, now, outcome, message, last=notice.kind == NoticeKind.SECOND_REMINDER)
    # The board shows that the player was reminded, and when they will be late.
    if notice.kind in REMINDER_KINDS and notice.table_id:
        await delivery.storage.outbox.redraw(notice.table_id, now)


async def offer_of(service: RulesService, info: TableInfo, user_id: int) -> Offer | None:
    """Return the plan that a player made for the turn that has begun, with its fallbacks, or None if none applies."""
    try:
        plan = await service.plans.of(info.id, user_id)
        return await service.plans.compare(info.id, plan) if plan.offered else None
    except RulesError:
        return None


async def find_table(delivery: Delivery, notice: Notice) -> TableInfo | None:
    """Return the table that the notification is about, or None if there is none or it can't be read."""
    try:
        return await delivery.service.read.info(notice.table_id) if notice.table_id else None
    except RulesError:
        return None


def live(info: TableInfo) -> bool:
    """Return whether the table is played live."""
    return info.options[PACE_OPTION.id] == LIVE_PACE


def due_since(notice: Notice, info: TableInfo) -> datetime | None:
    """Return when the table began to wait for the recipient, or None if it isn't waiting for them.

    The recipient is found by person, because their seat may have moved up in the lobby since the notification was
    written.
    """
    return next((seat.due_since for seat in info.seats if seat.player == notice.player), None)
