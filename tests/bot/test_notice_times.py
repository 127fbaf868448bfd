from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.channel import notices
from bot.channel.announcer import Announcer
from bot.channel.delivery import Delivery
from bot.channel.notices import Notifier, due_since, find_table, is_pinged, record, schedule_digest
from bot.discord_api.permissions import Capabilities
from bot.discord_api.refusals import AUTOMOD, CODES
from bot.pictures import Painter
from bot.preferences import Recipient
from rules_service import RulesService, TableInfo, acts
from rules_service.hours import read_hours
from storage import NewNotice, Notice, NoticeKind, NoticeOutcome, Post, PostKind, Storage
from storage.records import stamp
from tests.bot.infos import CLIENT, DAY, HOUR, NOON
from tests.rules_service.house import ANNA, BEN, HERE, StillClock

WANTS = Recipient(1, False, True, False, None, None, wants_next=True, language="")
AWAY = replace(WANTS, away_until=NOON + 2 * DAY)
QUIET = replace(WANTS, hours=read_hours({"zone": "Europe/London", "quiet": "10-14"}))
TWO_O_CLOCK = NOON + 2 * HOUR
OTHERS = (
    *(NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE, NoticeKind.LATE, NoticeKind.FINAL_WARNING, NoticeKind.VOTE),
    *(NoticeKind.PLAN, NoticeKind.SLEEP_WARNING, NoticeKind.FULL, NoticeKind.INVITE, NoticeKind.IDLE, NoticeKind.OVER),
)


class Office:
    """A notifier for a table of Anna and Ben, where it is Anna's turn, at noon."""

    def __init__(self, storage: Storage) -> None:
        self.clock = StillClock()
        self.storage, self.service = storage, RulesService(storage, self.clock)
        painter: Painter = None  # type: ignore[assignment]  # Nothing is drawn here.
        self.delivery = Delivery(CLIENT, self.service, storage, self.clock, painter, Capabilities())
        self.notifier = Notifier(Announcer(self.delivery))

    async def open(self, **options: str) -> TableInfo:
        chosen = {"seating": "joined", "start": "0", **options}
        info = await self.service.opening.open(HERE, ANNA, "rattus", chosen)
        await self.service.act(acts.join(), info.id, BEN)
        await self.service.act(acts.start(), info.id, ANNA)
        return await self.service.read.info(info.id)

    async def notice(self, kind: NoticeKind, info: TableInfo, **values: Any) -> Notice:
        """Store a notification to Anna about her seat, due now."""
        mine = info.seats[0]
        usual = {"table_id": info.id, "seat": 0, "number": mine.due_number}
        await self.storage.notices.write([NewNotice(mine.player, kind, self.clock.time, **usual | values)])
        return (await self.storage.notices.unsent(mine.player, self.clock.time))[-1]

    async def recorded(self, notice: Notice) -> tuple[str, datetime | None]:
        [row] = await self.storage.database.query("SELECT outcome, done FROM notices WHERE id = ?", (notice.id,), list)
        return row["outcome"], row["done"]

    async def time(self, kind: NoticeKind, to: Recipient, info: TableInfo) -> datetime | None:
        """Return when a notification to Anna may be sent, or None for never."""
        mine = info.seats[0]
        values = {"id": 1, "not_before": NOON, "table_id": info.id, "seat": 0, "number": mine.due_number, "count": 0}
        values |= dict.fromkeys(("by", "begun", "channel_id", "message_id"))
        told = Notice(kind=kind, player=mine.player, nonce="n", **values)  # type: ignore[arg-type]
        return await self.notifier._not_before(told, to, info, self.clock.time)


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with await Storage.open(tmp_path / "games.sqlite") as storage:
        yield Office(storage)


async def test_P22_P31_P32_P42_when_each_kind_may_be_sent(office: Office) -> None:
    """P22, P42: most kinds wait for quiet hours and absences to end. P32: *next* lapses. P31: digests replace some."""
    info = await office.open()
    digest, midnight = replace(WANTS, digest_hour=9), replace(WANTS, digest_hour=0)
    refused, unasked = replace(WANTS, refused=True), replace(WANTS, wants_next=False)

    async def times(kind: NoticeKind, *to: Recipient, at: TableInfo = info) -> list[datetime | None]:
        return [await office.time(kind, one, at) for one in to]

    assert await times(NoticeKind.MEMBER_CHECK, WANTS, AWAY) == [None, None]
    assert await times(NoticeKind.DIGEST, WANTS, AWAY, QUIET, refused) == [NOON, None, NOON, NOON]
    assert await times(NoticeKind.NEXT, WANTS, AWAY, QUIET, refused, unasked) == [NOON, None, None, None, None]
    usual = [NOON, NOON + 2 * DAY, TWO_O_CLOCK]
    assert await times(NoticeKind.FIRST_REMINDER, WANTS, AWAY, QUIET) == usual
    assert await times(NoticeKind.FIRST_REMINDER, digest, midnight) == [None, None]
    gone = replace(info, seats=(replace(info.seats[0], left_server=True), info.seats[1]))
    assert await times(NoticeKind.FIRST_REMINDER, WANTS, at=gone) == [None]
    for kind in (NoticeKind.TURN, *OTHERS):
        assert await times(kind, WANTS, AWAY, QUIET) == usual
        alike = [digest, midnight, unasked] if kind == NoticeKind.PLAN else [digest, midnight, unasked, refused]
        assert set(await times(kind, *alike, at=gone)) == {NOON}
    assert await times(NoticeKind.PLAN, refused) == [None]


async def test_P30_nobody_gets_more_than_three_notifications_a_day(office: Office) -> None:
    """P30: the fourth notification waits until a day after the first. Turn pings and live tables are exempt."""
    info, live = await office.open(), None
    sent = [NOON - 23 * HOUR, NOON - 20 * HOUR, NOON - 2 * HOUR]
    for count, at in enumerate(sent):
        assert await office.time(NoticeKind.NUDGE, WANTS, info) == NOON, count
        told = await office.notice(NoticeKind.NUDGE, info, count=count)
        await office.storage.notices.done(told.id, at, NoticeOutcome.SENT)
    for kind in (NoticeKind.FIRST_REMINDER, *OTHERS):
        assert await office.time(kind, WANTS, info) == sent[0] + DAY
    assert await office.time(NoticeKind.TURN, WANTS, info) == NOON
    live = replace(info, options={**info.options, "pace": "live"})
    assert await office.time(NoticeKind.NUDGE, WANTS, live) == NOON
    more = await office.notice(NoticeKind.NUDGE, info, count=3)
    await office.storage.notices.done(more.id, NOON - HOUR, NoticeOutcome.SENT)
    assert await office.time(NoticeKind.NUDGE, WANTS, info) == sent[1] + DAY


async def test_notifications_not_allowed_now_are_postponed_or_recorded(office: Office) -> None:
    info = await office.open()
    now = office.notifier._is_time
    check = await office.notice(NoticeKind.MEMBER_CHECK, info)
    assert not await now(check, WANTS, info)
    assert (await office.recorded(check))[0] == NoticeOutcome.MOOT
    nudge = await office.notice(NoticeKind.NUDGE, info)
    assert await now(nudge, WANTS, info)
    assert await office.recorded(nudge) == ("", None)
    assert not await now(nudge, QUIET, info)
    assert [one.not_before for one in await office.storage.notices.unsent(nudge.player, TWO_O_CLOCK)] == [TWO_O_CLOCK]
    office.clock.time = TWO_O_CLOCK
    assert await now(nudge, QUIET, info), "quiet hours are over then"


@pytest.mark.parametrize("kind", [NoticeKind.SECOND_REMINDER, NoticeKind.FINAL_WARNING, NoticeKind.FIRST_REMINDER])
async def test_P42_a_reminder_during_an_absence_counts_as_refused(office: Office, kind: NoticeKind) -> None:
    """P42: a first reminder waits until the absence is over. A second reminder or final warning counts as refused."""
    info = await office.open()
    told = await office.notice(kind, info)
    assert not await office.notifier._is_time(told, AWAY, info)
    waits = kind == NoticeKind.FIRST_REMINDER
    assert (await office.recorded(told))[0] == ("" if waits else NoticeOutcome.REFUSED)


async def test_only_temporary_refusals_are_retried_for_a_day(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every known error code is tested. A notification of being next isn't retried; a final warning is, for a day."""
    answer: Any = SimpleNamespace(status=400, reason="")
    info = await office.open()

    async def sent(kind: NoticeKind, code: int, count: int = 0) -> Notice:
        monkeypatch.setattr(notices, "deliver", AsyncMock(side_effect=discord.HTTPException(answer, {"code": code})))
        told = await office.notice(kind, info, count=count)
        await notices.send_notice(office.delivery, told, WANTS, info)
        return told

    for code, meaning in CODES.items():
        told = await sent(NoticeKind.NUDGE, code, count=code)
        assert (await office.recorded(told))[0] == (NoticeOutcome.REFUSED if meaning.lasting else ""), code
    told = await sent(NoticeKind.NEXT, AUTOMOD)
    assert (await office.recorded(told))[0] == NoticeOutcome.REFUSED
    told, tries = await sent(NoticeKind.FINAL_WARNING, AUTOMOD), 1
    while (await office.recorded(told))[1] is None:
        [again] = [one for one in await office.storage.notices.unsent(told.player, NOON + 9 * DAY) if one.id == told.id]
        assert again.not_before > office.clock.time
        assert again.begun is None, "it is certain that it was not sent"
        office.clock.time, tries = again.not_before, tries + 1
        await notices.send_notice(office.delivery, again, WANTS, info)
    assert NOON + 20 * HOUR < office.clock.time < NOON + 28 * HOUR
    assert tries < 40
    row = await office.storage.tables.get(info.id)
    assert row.seats[0].final_warning_at == office.clock.time, "the others need not wait for a permission"


async def test_P49_P52_recorded_notifications_start_the_next_timers(office: Office) -> None:
    """P49: the board mentions the reminder. P52: the time limit for an answer starts with the final warning."""
    info = await office.open()
    redraws = office.storage.outbox.redraws

    async def seen(kind: NoticeKind) -> tuple[bool, datetime | None, datetime | None]:
        """Record one as sent. Return whether the post is then edited, and the times of reminder and final warning."""
        told = await office.notice(kind, info)
        await office.storage.outbox.mark_redrawn(info.id, office.clock.time)
        await record(office.delivery, told, NoticeOutcome.SENT, (10, 99 + told.id))
        assert await office.recorded(told) == (NoticeOutcome.SENT, stamp(NOON))
        assert 99 + told.id in await office.storage.notices.message_ids(info.id)
        row = await office.storage.tables.get(info.id)
        edited = bool(await redraws(office.clock.time, 9))
        return edited, row.seats[0].second_reminder_at, row.seats[0].final_warning_at

    assert await seen(NoticeKind.TURN) == (False, None, None)
    assert await seen(NoticeKind.NUDGE) == (False, None, None)
    assert await seen(NoticeKind.FIRST_REMINDER) == (True, None, None)
    assert await seen(NoticeKind.FINAL_WARNING) == (True, None, NOON)
    assert await seen(NoticeKind.SECOND_REMINDER) == (True, NOON, NOON)


async def test_P31_the_next_digest_replaces_the_one_before(office: Office) -> None:
    """P31: only people who want a digest and have a time zone get one."""
    info = await office.open()
    player, stored = info.seats[0].player, office.storage.notices

    async def coming() -> list[tuple[datetime, int]]:
        await schedule_digest(office.delivery, player)
        return [(one.not_before, one.number) for one in await stored.unsent(player, NOON + 9 * DAY)]

    assert await coming() == []
    await office.storage.people.prefer(ANNA.id, "digest", "9")
    assert await coming() == []
    await office.storage.people.prefer(ANNA.id, "zone", "Europe/London")
    nine = NOON + 21 * HOUR
    assert await coming() == [(nine, int(nine.timestamp()) // 3600)]
    await office.storage.people.prefer(ANNA.id, "digest", "14")
    assert await coming() == [(TWO_O_CLOCK, int(TWO_O_CLOCK.timestamp()) // 3600)]


async def test_P19_a_board_that_pings_or_will_ping_is_known(office: Office) -> None:
    """P19: boards that are not posted yet count, too. Other posts of the table don't ping."""
    info = await office.open()
    told, outbox = await office.notice(NoticeKind.TURN, info), office.storage.outbox
    assert await is_pinged(office.delivery, told), "the first board is still to come"
    await outbox.done([one.id for one in await outbox.pending(NOON + DAY, info.id)], NOON, None, {})
    assert not await is_pinged(office.delivery, told)
    await office.service.act(acts.leave(), info.id, BEN)
    assert await outbox.pending(NOON + DAY, info.id)
    assert not await is_pinged(office.delivery, told)
    assert info.seats[0].due_number is not None
    post = Post(99, info.id, 10, 4, PostKind.BOARD, live=True, since=0, body="")
    for seat, pinged in ((1, False), (0, True)):
        await outbox.done([], NOON, post, {seat: info.seats[0].due_number})
        assert await is_pinged(office.delivery, told) is pinged


async def test_a_notification_knows_its_table_and_since_when_it_waits(office: Office) -> None:
    info = await office.open()
    told = await office.notice(NoticeKind.NUDGE, info)
    assert await find_table(office.delivery, told) == info
    assert await find_table(office.delivery, replace(told, table_id=99)) is None
    assert await find_table(office.delivery, replace(told, table_id=None)) is None
    assert due_since(told, info) == info.seats[0].due_since
    assert due_since(replace(told, player=info.seats[1].player), info) is None
