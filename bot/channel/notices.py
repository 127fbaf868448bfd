"""Reminders in the channel: sent once each, to who is still awaited, and taken away when the wait is over."""

import logging
from datetime import datetime, timedelta

import discord
from discord.ext import tasks

import wording
from bot.channel.delivery import passes, send
from bot.channel.posts import moment, where_is
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.errors import DISCORD_FAILED, reason, steps
from bot.ui.item import button
from bot.ui.message import layout
from rules.errors import N_, RulesError
from rules_service import RulesService, Seat, TableInfo
from rules_service.clock import Clock
from rules_service.membership import GRACE
from rules_service.waits import FIRST, SECOND
from storage import Notice
from storage.notices import Notices

log = logging.getLogger(__name__)

TICK = 30.0  # seconds between two looks for what has fallen due
MOST = 50  # tables, notices, and old messages at one look
NONCE = timedelta(minutes=3)  # for which Discord knows a message again; what may be there after that is not sent again
A_DAY, IN_A_DAY = timedelta(days=1), 3  # notices that a person gets in a day at most
TEXTS = {
    FIRST: N_("{mention}, {game} in {where} is waiting for you since {since}. No hurry."),
    SECOND: N_("{mention}, {game} in {where} still waits for you. From {late} the others may go on without you."),
}


class Notifier:
    """Reminds those who are awaited."""

    def __init__(self, client: discord.Client, service: RulesService, notices: Notices, clock: Clock) -> None:
        self.client = client
        self.service = service
        self.notices = notices
        self.clock = clock

    def start(self) -> None:
        """Begin to look for what has fallen due, also while the bot was away."""
        self.sweep.start()

    def stop(self) -> None:
        """Remind nobody more. What has fallen due is still there after the next start."""
        self.sweep.cancel()

    @tasks.loop(seconds=TICK)
    async def sweep(self) -> None:
        """See to all waits; what fails is tried again at the next look."""
        try:
            await self.service.forget_due()
            await self.service.remind(MOST)
            for notice in await self.notices.pending(self.clock.now(), MOST):
                await self._send(notice)
            for notice in await self.notices.over(MOST):
                await self._remove(notice)
        except Exception as error:  # which would end the loop
            log.error("reminders wait: %s\n%s", type(error).__name__, steps(error))

    @sweep.before_loop
    async def _ready(self) -> None:
        await self.client.wait_until_ready()

    async def _send(self, notice: Notice) -> None:
        """Send a notice, if it still matters and its reader has not had enough of them today."""
        now = self.clock.now()
        try:
            info = await self.service.info(notice.table_id)
        except RulesError:
            info = None
        seat = info.seats[notice.seat] if info and info.status == "running" else None
        awaited = seat and not seat.vacant and seat.due_number == notice.number
        if info is None or seat is None or not awaited:
            await self.notices.done(notice.id, now)
            return
        last = notice.kind == SECOND
        if notice.begun and now - notice.begun > NONCE:
            await self.notices.done(notice.id, now, last=last)
            return
        sent = await self.notices.sent_to(notice.player, now - A_DAY)
        if len(sent) >= IN_A_DAY and not notice.begun:
            await self.notices.postpone(notice.id, sent[-IN_A_DAY] + A_DAY)
            return
        await self.notices.begin(notice.id, now)
        try:
            message = await self._post(info, seat, notice)
        except DISCORD_FAILED as error:
            log.info("table %s: somebody could not be reminded, %s", info.id, reason(error))
            if not passes(error):
                await self.notices.done(notice.id, now, last=last)
            return
        await self.notices.done(notice.id, now, (message.channel.id, message.id), last=last)

    async def _post(self, info: TableInfo, seat: Seat, notice: Notice) -> discord.Message:
        w = wording.words(info.language)
        text = w._(
            TEXTS[notice.kind],
            mention=f"<@{seat.user_id}>",
            game=GAMES[info.game].title,
            where=where_is(info, w),
            since=moment(seat.due_since) if seat.due_since else "",
            late=exactly(seat, self.clock.now()),
        )
        row = [button(Id(info.id, "turn", seat.seat), w._("Your turn"), discord.ButtonStyle.primary)]
        if not seat.more:
            row.append(button(Id(info.id, "time", seat.seat), w._("More time")))
        channel = self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(seat.user_id or 0)]
        )
        return await send(channel, layout([text], (), [row]), (), allowed, notice.nonce)

    async def _remove(self, notice: Notice) -> None:
        """Take away the message of a wait that is over."""
        assert notice.channel_id is not None
        assert notice.message_id is not None
        message = self.client.get_partial_messageable(notice.channel_id).get_partial_message(notice.message_id)
        try:
            await message.delete()
        except DISCORD_FAILED as error:
            log.info("table %s: a reminder stays in its channel, %s", notice.table_id, reason(error))
            if passes(error):
                return
        await self.notices.gone(notice.id)


def exactly(seat: Seat, now: datetime) -> str:
    """From when the others may do without a seat that is reminded now: when that is, and how long until then (P3)."""
    late = max(seat.late_from or now, now + GRACE)
    return f"{discord.utils.format_dt(late, 'f')} ({moment(late)})"
