"""Send notifications: each once, where and when its recipient wants it, and delete it when it is outdated."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.channel.announcer import Announcer
from bot.channel.delivery import out_of_reach
from bot.channel.find_posts import find_notice
from bot.channel.notice_texts import seat_of, still_matters
from bot.channel.notices import find_table, live, record, send_notice
from bot.channel.server_list import ServerLists
from bot.discord_api.gateway import is_temporary
from bot.discord_api.permissions import TO_SEE, missing
from bot.metrics import METRICS, measured
from bot.periodic import periodic
from bot.preferences import Recipient, get_recipient
from bot.ui.errors import DISCORD_FAILED, log_failure, reason
from rules_service import TableInfo, acts
from rules_service.turn_timers import REMINDERS
from storage import Notice, NoticeKind, NoticeOutcome, Unavailable, Unwritable

log = logging.getLogger(__name__)

SWEEP_INTERVAL = 30.0  # Seconds between two scheduler runs.
MAX_PER_RUN = 50  # Tables, notifications, and old messages.
OFFLINE_AFTER = timedelta(minutes=10)  # Without a heartbeat for longer than that, the bot was offline.
# How long Discord recognises a nonce; what may have been sent longer ago isn't sent again.
NONCE_LIFETIME = timedelta(minutes=3)
A_DAY = timedelta(days=1)
MAX_PER_DAY = 3  # Notifications to a person, apart from those that their turn has begun.
LOCKED_RETRY = timedelta(minutes=15)  # For a channel where we can't delete a message.


class Notifier:
    """Sends people their notifications."""

    def __init__(self, announcer: Announcer) -> None:
        self.announcer = announcer
        self.delivery = delivery = announcer.delivery
        self.client, self.service, self.clock = delivery.client, delivery.service, delivery.clock
        self.storage, self.notices = delivery.storage, delivery.notices
        self.lists = ServerLists(delivery)
        self._locked: dict[int, datetime] = {}  # By the id of a notification: until when its message is left alone.

    def start(self) -> None:
        """Start the scheduler, which also handles what became due while the bot was offline."""
        self.sweep.start()

    def stop(self) -> None:
        """Stop sending. Everything due is still there after the next start."""
        self.sweep.cancel()

    @periodic(SWEEP_INTERVAL, "scheduler run")
    async def sweep(self) -> None:
        """Handle everything that is due; failures are retried in the next run."""
        with measured(METRICS.sweeps):
            # With several processes, the first one handles what belongs to no table.
            first = self.storage.database.partition.slot == 0
            if first:
                await self.storage.heartbeat.beat(self.clock.now(), OFFLINE_AFTER)
            if not await self.storage.anything_due(self.clock.now()):
                return
            if first:
                await self.service.people.forget_due()
            with apart("processing due timers"):
                await self.service.see_to(MAX_PER_RUN)
            sent = set[int]()
            for notice in await self.notices.pending(self.clock.now(), MAX_PER_RUN):
                if notice.id not in sent:
                    with apart(f"table {notice.table_id}: sending a notification"):
                        sent |= await self._handle(notice)
            for notice in await self.notices.outdated(self.clock.now(), MAX_PER_RUN):
                with apart(f"table {notice.table_id}: deleting an outdated notification"):
                    await self._remove(notice)
            for table_id in await self.storage.outbox.redraws(self.clock.now(), MAX_PER_RUN):
                with apart(f"table {table_id}: refreshing its post"):
                    await self.announcer.redraw(table_id)
            with apart("updating the lists of tables"):
                await self.lists.show()

    async def _handle(self, notice: Notice) -> set[int]:
        """Send a notification if it still matters and its recipient may be notified now.

        Return the ids of those handled.
        """
        now = self.clock.now()
        recipient = await get_recipient(self.storage, notice.player, now)
        info = await find_table(self.delivery, notice)
        matters = recipient is not None and (not notice.table_id or still_matters(notice, info))
        if notice.begun and (not matters or now - notice.begun > NONCE_LIFETIME):
            await self._settle_interrupted(
                notice, notice.begun, recipient.user_id if recipient else None, info, matters=matters
            )
        elif recipient is None or not matters:
            await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
        else:
            if info is not None and not notice.begun and notice.kind in (*REMINDERS, NoticeKind.MEMBER_CHECK):
                info = await self._check_member(notice, recipient, info)
            if notice.begun or await self._is_time(notice, recipient, info):
                return await send_notice(self.delivery, notice, recipient, info)
        return {notice.id}

    async def _settle_interrupted(
        self, notice: Notice, begun: datetime, user_id: int | None, info: TableInfo | None, *, matters: bool
    ) -> None:
        """Find out whether a notification has arrived whose sending was interrupted, and record it."""
        now, found = self.clock.now(), None
        try:
            if user_id and info:
                known = await self.notices.message_ids(info.id)
                found = await find_notice(self.client, info, user_id, begun, known)
        except DISCORD_FAILED as error:
            log.info(
                "table %s: could not check whether a notification was delivered, %s", notice.table_id, reason(error)
            )
            if is_temporary(error) or now - begun < A_DAY:  # The channel may become visible to us again.
                return
        message = (found.channel.id, found.id) if found else None
        if matters:
            await record(self.delivery, notice, NoticeOutcome.SENT, message)
        else:
            await self.notices.done(notice.id, now, NoticeOutcome.SENT if message else NoticeOutcome.MOOT, message)

    async def _check_member(self, notice: Notice, recipient: Recipient, info: TableInfo) -> TableInfo:
        """Check whether the player to move is still on the table's server, and return the updated table (P67)."""
        guild = self.client.get_guild(info.place.guild_id) if info.place.guild_id else None
        if guild is None or info.alone or seat_of(notice, info).left_server:
            return info
        try:
            await guild.fetch_member(recipient.user_id)
        except discord.NotFound:
            assert notice.seat is not None
            await self.service.act(acts.MARK_LEFT_SERVER(notice.seat, notice.number), info.id)
            return await self.service.read.info(info.id)
        except DISCORD_FAILED as error:
            log.info("table %s: could not check whether a player is still on the server, %s", info.id, reason(error))
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
        if until is None:
            await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
        elif until > now:
            await self.notices.postpone(notice.id, until)
        return until is not None and until <= now

    async def _not_before(
        self, notice: Notice, recipient: Recipient, info: TableInfo | None, now: datetime
    ) -> datetime | None:
        """Return when a notification may be sent, or None for never."""
        quiet = recipient.quiet_until(now)
        match notice.kind:
            case NoticeKind.MEMBER_CHECK:
                return None
            case NoticeKind.DIGEST:
                return None if recipient.away_until else now
            case NoticeKind.NEXT:  # This one is sent at once or not at all.
                return None if quiet or not recipient.wants_next or recipient.refused else now
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
        """Delete the message of an outdated notification; in a locked or hidden channel, once it is open again."""
        assert notice.channel_id is not None
        assert notice.message_id is not None
        now = self.clock.now()
        if self._locked.get(notice.id, now) > now:
            return
        if missing(self.client.get_channel(notice.channel_id), TO_SEE):
            return
        message = self.client.get_partial_messageable(notice.channel_id).get_partial_message(notice.message_id)
        try:
            await message.delete()
        except DISCORD_FAILED as error:
            log.info("table %s: could not delete an outdated notification, %s", notice.table_id, reason(error))
            if out_of_reach(error):
                self._locked[notice.id] = now + LOCKED_RETRY
            if is_temporary(error) or out_of_reach(error):
                return
        self._locked.pop(notice.id, None)
        await self.notices.mark_deleted(notice.id)


@contextmanager
def apart(what: str) -> Iterator[None]:
    """Log an error in this block and go on, unless the storage is unavailable for everything.

    Raises: Unavailable, Unwritable.
    """
    try:
        yield
    except (Unavailable, Unwritable):
        raise
    except Exception as error:
        log_failure(log, what, error)
