"""Send notifications: each once, where and when its recipient wants it, and delete it when it is outdated."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord
from discord.ext import tasks

import wording
from bot.channel.announcer import CALLING, EVER, Announcer
from bot.channel.delivery import out_of_reach, passes, send
from bot.channel.find_posts import find_notice
from bot.channel.notice_texts import buttons_of, seat_of, still_matters, text_of, text_of_digest, text_of_several
from bot.channel.recipients import Recipient, get_recipient
from bot.channel.server_list import ServerLists
from bot.discord_api.permissions import TO_SEE, missing
from bot.metrics import METRICS, measured
from bot.preferences import REFUSED
from bot.ui.errors import DISCORD_FAILED, format_traceback, reason
from bot.ui.message import layout
from rules.errors import RulesError
from rules_service import RulesService, TableInfo
from rules_service.clock import Clock
from rules_service.pace import LIVE, PACE
from rules_service.sweep import TOGETHER
from rules_service.turn_timers import REMINDERS
from storage import NewNotice, Notice, NoticeKind, NoticeOutcome, Storage, Unavailable, Unwritable

log = logging.getLogger(__name__)

TICK = 30.0  # Seconds between two scheduler runs.
MOST = 50  # Tables, notifications, and old messages per run.
GAP = timedelta(minutes=10)  # Without a heartbeat for longer than that, the bot was offline.
# How long Discord recognises a nonce; what may have been sent longer ago isn't sent again.
NONCE = timedelta(minutes=3)
# The most notifications that a person gets in a day, apart from those that their turn has begun.
A_DAY, IN_A_DAY = timedelta(days=1), 3
SHUT = timedelta(minutes=15)  # How long to wait before retrying a channel that doesn't let us delete a message.
CLOSED_TO_US = 50007  # Discord's code for a person who doesn't accept DMs.


class Notifier:
    """Sends people their notifications."""

    def __init__(
        self, client: discord.Client, service: RulesService, storage: Storage, clock: Clock, announcer: Announcer
    ) -> None:
        self.client = client
        self.service = service
        self.storage = storage
        self.notices = storage.notices
        self.clock = clock
        self.announcer = announcer
        self.lists = ServerLists(client, service, storage, clock)
        self._shut: dict[int, datetime] = {}  # By the id of a notification: until when its message is left alone.

    def start(self) -> None:
        """Start the scheduler, which also handles what became due while the bot was offline."""
        self.sweep.start()

    def stop(self) -> None:
        """Stop sending. Everything due is still there after the next start."""
        self.sweep.cancel()

    @tasks.loop(seconds=TICK)
    async def sweep(self) -> None:
        """Handle everything that is due; failures are retried in the next run."""
        with measured(METRICS.sweeps):
            await self._look()

    async def _look(self) -> None:
        try:
            # With several processes, the first one handles what belongs to no table.
            first = self.storage.database.partition.slot == 0
            if first:
                await self.storage.heartbeat.beat(self.clock.now(), GAP)
            if not await self.storage.anything_due(self.clock.now()):
                return
            if first:
                await self.service.forget_due()
            with apart("processing due timers"):
                await self.service.see_to(MOST)
            sent = set[int]()
            for notice in await self.notices.pending(self.clock.now(), MOST):
                if notice.id not in sent:
                    with apart(f"table {notice.table_id}: sending a notification"):
                        sent |= await self._tell(notice)
            for notice in await self.notices.over(self.clock.now(), MOST):
                with apart(f"table {notice.table_id}: deleting an outdated notification"):
                    await self._remove(notice)
            for table_id in await self.storage.outbox.redraws(self.clock.now(), MOST):
                with apart(f"table {table_id}: refreshing its post"):
                    await self.announcer.redraw(table_id)
            with apart("updating the lists of tables"):
                await self.lists.show()
        except Exception as error:  # An exception would end the loop.
            log.error("scheduler run failed: %s\n%s", type(error).__name__, format_traceback(error))

    @sweep.before_loop
    async def _ready(self) -> None:
        await self.client.wait_until_ready()

    async def schedule_digest(self, player: int) -> None:
        """Schedule somebody's next digest, if they want one."""
        recipient = await get_recipient(self.storage, player, self.clock.now())
        await self.notices.drop(player, NoticeKind.DIGEST)
        at = recipient and recipient.next_digest(self.clock.now())
        if at:
            number = int(at.timestamp()) // 3600
            await self.notices.write([NewNotice(player, NoticeKind.DIGEST, at, number=number)])

    async def _tell(self, notice: Notice) -> set[int]:
        """Send a notification if it still matters and its recipient may be notified now.

        Return the ids of those handled.
        """
        now = self.clock.now()
        recipient = await get_recipient(self.storage, notice.player, now)
        info = await self._info(notice)
        matters = recipient is not None and (not notice.table_id or still_matters(notice, info))
        # Sending it was interrupted, and it may have arrived.
        if notice.begun and (not matters or now - notice.begun > NONCE):
            try:
                there = recipient and info and await find_notice(self.client, info, recipient.user_id, notice.begun)
            except DISCORD_FAILED as error:
                log.info(
                    "table %s: could not check whether a notification was delivered, %s", notice.table_id, reason(error)
                )
                if passes(error) or now - notice.begun < A_DAY:  # The channel may become visible to us again.
                    return {notice.id}
                there = None
            message = (there.channel.id, there.id) if there else None
            if matters:
                await self._done(notice, now, NoticeOutcome.SENT, message)
            else:
                await self.notices.done(notice.id, now, NoticeOutcome.SENT if message else NoticeOutcome.MOOT, message)
            return {notice.id}
        if recipient is None or not matters:
            await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
            return {notice.id}
        if info is not None and not notice.begun and notice.kind in (*REMINDERS, NoticeKind.MEMBER_CHECK):
            info = await self._looked_for(notice, recipient, info)
            gone = notice.kind == NoticeKind.FIRST_REMINDER and seat_of(notice, info).gone
            if gone or notice.kind == NoticeKind.MEMBER_CHECK:
                await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
                return {notice.id}
        # Whatever becomes due during an absence is about a turn whose timer runs again: it was stopped for as long as
        # allowed (P42).
        last = notice.kind in (NoticeKind.SECOND_REMINDER, NoticeKind.FINAL_WARNING)
        if last and not notice.begun and recipient.away_until is not None:
            await self._done(notice, now, NoticeOutcome.REFUSED)
            return {notice.id}
        if not notice.begun:
            until = await self._not_before(notice, recipient, info, now)
            if until is None:
                await self.notices.done(notice.id, now, NoticeOutcome.MOOT)
                return {notice.id}
            if until > now:
                await self.notices.postpone(notice.id, until)
                return {notice.id}
        if notice.kind in (NoticeKind.DIGEST, NoticeKind.BACK):
            return await self._digest(notice, recipient)
        assert info is not None
        if notice.kind != NoticeKind.NEXT and not (recipient.in_private or recipient.in_channel):
            await self._done(notice, now, NoticeOutcome.REFUSED)
            return {notice.id}
        notices = [(notice, info)]
        if notice.kind in REMINDERS and not live(info):
            notices += await self._others(notice, now)
        notices.sort(key=lambda one: due_since(*one) or now)
        (lead, info), *others = notices
        await self.notices.begin(lead.id, now)
        try:
            message = await self._send(lead, recipient, info, notices)
        except DISCORD_FAILED as error:
            log.info("table %s: sending a notification failed, %s", info.id, reason(error))
            if not passes(error):
                await self._done(lead, now, NoticeOutcome.REFUSED)
            return {lead.id}
        await self._done(lead, now, NoticeOutcome.SENT, message)
        for other, _ in others:
            await self._done(other, now, NoticeOutcome.MERGED)
        return {one.id for one, _ in notices}

    async def _looked_for(self, notice: Notice, recipient: Recipient, info: TableInfo) -> TableInfo:
        """Check whether the player to move is still on the table's server, and return the updated table (P67)."""
        guild = self.client.get_guild(info.place.guild_id) if info.place.guild_id else None
        if guild is None or info.alone or seat_of(notice, info).gone:
            return info
        try:
            await guild.fetch_member(recipient.user_id)
        except discord.NotFound:
            assert notice.seat is not None
            await self.service.left(info.id, notice.seat, notice.number)
            return await self.service.info(info.id)
        except DISCORD_FAILED as error:
            log.info("table %s: could not check whether a player is still on the server, %s", info.id, reason(error))
        return info

    async def _done(
        self, notice: Notice, now: datetime, outcome: NoticeOutcome, message: tuple[int, int] | None = None
    ) -> None:
        """Record the outcome of a notification, and start the timers of what may follow it."""
        if notice.kind == NoticeKind.FINAL_WARNING and notice.table_id and notice.seat is not None:
            await self.service.told_final(notice.table_id, notice.seat)
        await self.notices.done(notice.id, now, outcome, message, last=notice.kind == NoticeKind.SECOND_REMINDER)
        # The board shows that they were reminded, and from when they are late.
        if notice.kind in REMINDERS and notice.table_id:
            await self.storage.outbox.redraw(notice.table_id, now)

    async def _info(self, notice: Notice) -> TableInfo | None:
        try:
            return await self.service.info(notice.table_id) if notice.table_id else None
        except RulesError:
            return None

    async def _not_before(
        self, notice: Notice, recipient: Recipient, info: TableInfo | None, now: datetime
    ) -> datetime | None:
        """Return when a notification may be sent, or None for never."""
        if notice.kind == NoticeKind.DIGEST:
            return None if recipient.away_until else now
        if notice.kind == NoticeKind.NEXT:  # This one is sent at once or not at all.
            return None if recipient.quiet_until(now) or not recipient.next or recipient.refused else now
        if notice.kind == NoticeKind.FIRST_REMINDER and recipient.digest != "off":
            return None
        quiet = recipient.quiet_until(now)
        if quiet:
            return quiet
        if notice.kind == NoticeKind.TURN or (info and live(info)):
            return now
        sent = await self.notices.sent_to(notice.player, now - A_DAY, but=(NoticeKind.TURN,))
        return sent[-IN_A_DAY] + A_DAY if len(sent) >= IN_A_DAY else now

    async def _others(self, notice: Notice, now: datetime) -> list[tuple[Notice, TableInfo]]:
        """Return the same person's other reminders that are due soon."""
        found = []
        for other in await self.notices.unsent(notice.player, now + TOGETHER):
            info = await self._info(other)
            its = other.id != notice.id and other.kind in REMINDERS and still_matters(other, info)
            if its and info is not None and not live(info):
                found.append((other, info))
        return found

    async def _send(
        self, notice: Notice, recipient: Recipient, info: TableInfo, notices: Sequence[tuple[Notice, TableInfo]]
    ) -> tuple[int, int] | None:
        """Send a notification where its recipient wants it.

        Return its channel and message ids, or None if not in a channel.
        """
        called = (notice.seat, notice.number) in await self.storage.outbox.pinged(info.id)
        # A board that is still pending, or was posted but not recorded, pings them itself.
        called = called or any(one.kind in CALLING for one in await self.storage.outbox.pending(EVER, info.id))
        # A player who has left the server wouldn't see it in the channel.
        gone = notice.kind == NoticeKind.SECOND_REMINDER and seat_of(notice, info).gone
        suits_channel = not gone and not (notice.kind == NoticeKind.TURN and called)
        channel = recipient.in_channel and suits_channel
        if recipient.in_private or gone or notice.kind == NoticeKind.NEXT:
            w = wording.words(recipient.language or info.language)
            text = text_of_several(notices, w) if len(notices) > 1 else text_of(notice, info, w, self.clock.now())
            view = layout([text], (), [buttons_of(notice, info, w)])
            if not await self._private(recipient, view, notice.nonce):
                channel = notice.kind != NoticeKind.NEXT and suits_channel
        if not channel:
            return None
        w = wording.words(info.language)
        others = len(notices) - 1
        mention = f"<@{recipient.user_id}>"
        text = text_of(notice, info, w, self.clock.now(), mention)
        text += " " + w._("`/mygames` lists the others.") if others else ""
        target = self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        message = await send(
            target, layout([text], (), [buttons_of(notice, info, w)]), (), only(recipient.user_id), notice.nonce
        )
        return message.channel.id, message.id

    async def _private(self, recipient: Recipient, view: discord.ui.LayoutView, nonce: str) -> bool:
        """Send a DM. Return False, and remember it, if the person doesn't accept any."""
        try:
            channel = await self.client.create_dm(discord.Object(recipient.user_id))
            await send(channel, view, (), only(recipient.user_id), nonce)
        except discord.Forbidden as error:
            log.info("a player does not accept DMs, %s", reason(error))
            await self.storage.people.prefer(recipient.user_id, REFUSED, "new")
            return False
        return True

    async def _digest(self, notice: Notice, recipient: Recipient) -> set[int]:
        """Send somebody a digest of all tables that wait for them, and schedule the next.

        Return the ids of those handled.
        """
        now = self.clock.now()
        tables = [
            info
            for info in await self.service.my_tables(recipient.user_id)
            if not info.alone and any(s.user_id == recipient.user_id and s.due_since for s in info.seats)
        ]
        outcome = NoticeOutcome.MOOT
        if tables and (notice.kind == NoticeKind.BACK or not recipient.refused):
            w = wording.words(recipient.language or tables[0].language)
            await self.notices.begin(notice.id, now)
            try:
                view = layout([text_of_digest(tables, recipient.user_id, w)])
                if notice.kind == NoticeKind.DIGEST or recipient.in_private:
                    sent = await self._private(recipient, view, notice.nonce)
                    outcome = NoticeOutcome.SENT if sent else NoticeOutcome.REFUSED
                elif recipient.in_channel:
                    place = tables[0].place
                    target = self.client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
                    text = text_of_digest(tables, recipient.user_id, w, f"<@{recipient.user_id}>")
                    await send(target, layout([text]), (), only(recipient.user_id), notice.nonce)
                    outcome = NoticeOutcome.SENT
            except DISCORD_FAILED as error:
                log.info("sending a digest failed, %s", reason(error))
                if passes(error):
                    return {notice.id}
                outcome = NoticeOutcome.REFUSED
        await self.notices.done(notice.id, now, outcome)
        if notice.kind == NoticeKind.DIGEST:
            await self.schedule_digest(notice.player)
            return {notice.id}
        for info in await self.service.my_tables(recipient.user_id):
            await self.storage.outbox.redraw(info.id, now)  # These posts say that they are away.
        # This message covers what had to wait while they were away.
        handled = {notice.id}
        for one in await self.notices.unsent(notice.player, now):
            if one.kind in (NoticeKind.TURN, NoticeKind.FIRST_REMINDER, NoticeKind.NUDGE):
                await self._done(one, now, NoticeOutcome.MERGED)
                handled.add(one.id)
        return handled

    async def _remove(self, notice: Notice) -> None:
        """Delete the message of an outdated notification; in a locked or hidden channel, once it is open again."""
        assert notice.channel_id is not None
        assert notice.message_id is not None
        now = self.clock.now()
        if self._shut.get(notice.id, now) > now:
            return
        channel = self.client.get_channel(notice.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread) and missing(channel, TO_SEE):
            return
        message = self.client.get_partial_messageable(notice.channel_id).get_partial_message(notice.message_id)
        try:
            await message.delete()
        except DISCORD_FAILED as error:
            log.info("table %s: could not delete an outdated notification, %s", notice.table_id, reason(error))
            if out_of_reach(error):
                self._shut[notice.id] = now + SHUT
            if passes(error) or out_of_reach(error):
                return
        self._shut.pop(notice.id, None)
        await self.notices.gone(notice.id)


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
        log.error("%s failed, retrying later: %s\n%s", what, type(error).__name__, format_traceback(error))


def only(user_id: int) -> discord.AllowedMentions:
    """Allow a message to mention only this person."""
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)])


def live(info: TableInfo) -> bool:
    """Return whether the table is played live."""
    return info.options[PACE.id] == LIVE


def due_since(notice: Notice, info: TableInfo) -> datetime | None:
    """Return since when a table waits for a notification's recipient, whose seat in a lobby may have moved up since."""
    return next((seat.due_since for seat in info.seats if seat.player == notice.player), None)
