"""T4, T8, T9: a table with an absent player goes on or falls asleep at the announced time, whatever the preferences."""

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules_service import Person, Place, acts
from rules_service.pace import PACES
from rules_service.people import IN_A_YEAR
from storage import Address
from storage.records import moment
from tests.bot.year.world import SWEEP, World, world

VERA, PAUL, CARA = Person(1, "Vera"), Person(2, "Paul"), Person(3, "Cara")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PACED = ("relaxed", "none", "daily", "brisk")
# Vera's preferences about notices, and how much longer the table may wait because of them.
WISHES: tuple[tuple[dict[str, str], timedelta], ...] = (
    ({}, DAY), ({"notices": "none"}, timedelta()), ({"notices": "private"}, DAY),
    ({"zone": "Asia/Kathmandu", "quiet": "20-12"}, 16 * HOUR),
    ({"zone": "Pacific/Auckland", "quiet_days": "mon tue wed thu fri"}, 5 * DAY + 10 * HOUR),
)  # fmt: skip


async def begun(w: World, channel: int, pace: str, people: tuple[Person, ...], *, moved: bool = False) -> int:
    """Start a table where it is the first person's turn, or with ``moved`` their second turn. Return its id."""
    options = {"pace": pace, "seating": "joined", "start": "0"}
    info = await w.service.opening.open(Place(channel, 7), people[0], "toy", options)
    for person in people[1:]:
        await w.service.act(acts.join(), info.id, person)
    await w.service.act(acts.start(), info.id, people[0])
    if moved:
        for person in people:
            await w.service.play.move(info.id, person.id, "end")
    return info.id


async def when(w: World, table: int, kind: str) -> datetime:
    """Return when the log first has a line of this kind."""
    return next(line.at for line in await w.storage.tables.log(table) if line.kind == kind)


async def freed(w: World, table: int, wants: Person) -> datetime | None:
    """Let this player ask every six hours to free a late player's seat. Return when it was freed, or None if never."""
    for _ in range(300):
        with suppress(RulesError):
            await w.service.act(acts.free(), table, wants)
        await w.until(w.clock.now() + 6 * HOUR)
        lines = [line for line in await w.storage.tables.log(table) if line.kind == "free"]
        if lines:
            return lines[0].at
    return None


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("pace", PACED)
async def test_T4_one_active_person_can_go_on_in_time(games, monkeypatch, pace):
    """T4, P15, P52, P63: a reminder comes before the player is late, and a warning before the seat is freed.

    A notification may wait a day if the player's hours are unknown, otherwise until their quiet time ends.
    """
    async with world(games, monkeypatch) as w:
        w.boards = False
        for number, (wishes, quiet) in enumerate(WISHES):
            vera = Person(10 + number, "Vera")
            for key, value in wishes.items():
                await w.storage.people.prefer(vera.id, key, value)
            w.wire.closed |= {vera.id} if number == 2 else set()
            table = await begun(w, 10 + number, pace, (vera, PAUL, CARA)[: 2 + number % 2], moved=number % 2 == 0)
            since, lengths = w.clock.now(), PACES[pace]
            at = await freed(w, table, PAUL)
            assert lengths.late is not None
            late = lengths.late if number % 2 == 0 else lengths.late / 2
            assert at is not None
            assert late + lengths.reply_window <= at - since, wishes
            # Quiet hours may delay the last reminder (from which a day counts) and the notice of the vote.
            assert at - since <= late + lengths.reply_window + DAY + 2 * quiet + 6 * HOUR, (wishes, at - since)


@pytest.mark.parametrize("pace", PACED)
async def test_T4_an_abandoned_table_sleeps_and_is_cancelled(games, monkeypatch, pace):
    """T4, P65: the table sleeps after the pace's length plus absences (up to a limit), and its channel becomes free."""
    async with world(games, monkeypatch) as w:
        w.boards = False
        here, gone = [await begun(w, 20 + n, pace, (Person(30 + n, "Vera"), PAUL, CARA)) for n in range(2)]
        since = w.clock.now()
        for _ in range(2):  # as many as possible, one after the other
            await w.service.people.go_away(Person(31, "Vera"), w.clock.now(), w.clock.now() + 30 * DAY)
            await w.until(w.clock.now() + 30 * DAY + HOUR)
        await w.until(since + 150 * DAY)
        lengths = PACES[pace]
        for table, away in ((here, timedelta()), (gone, min(lengths.max_absence, IN_A_YEAR))):
            [slept] = [line.at for line in await w.storage.tables.log(table) if line.kind == "sleep"]
            assert abs(slept - since - lengths.sleep - away) <= SWEEP, away
            told = w.truth("SELECT min(done) AS at FROM notices WHERE table_id = ? AND kind = 'drowsy'", table)
            assert slept - moment(told[0]["at"]) <= lengths.sleep_warning
        await begun(w, 20, pace, (CARA, PAUL))


async def test_T9_overlapping_stops_of_a_wait_count_once(games, monkeypatch):
    """T9, P9, P42, P46: overlapping absence, pause and outage count once. Repeated absences can't prevent lateness."""
    async with world(games, monkeypatch) as w:
        table = await begun(w, 5, "brisk", (VERA, PAUL), moved=True)
        since = w.clock.now()
        await w.service.people.go_away(VERA, since + DAY, since + 3 * DAY)  # two days that count as an absence
        await w.service.act(acts.propose_pause(2), table, PAUL)  # until two days from now; the first overlaps
        [ask] = (await w.service.read.info(table)).votes
        await w.service.act(acts.answer(ask.number, True), table, VERA)
        await w.until(since + 2 * DAY + HOUR)
        await w.again(2 * DAY)  # from an hour after the pause; the end of the absence is also an outage
        stopped = 2 * DAY + HOUR + 2 * DAY
        late = (await w.service.read.info(table)).seats[0].late_from
        brisk = PACES["brisk"]
        assert late is not None
        assert brisk.late is not None
        assert late - since == stopped + brisk.late
        # Consecutive absences of maximum length: they stop the wait only for the pace's length.
        other = await begun(w, 6, "brisk", (CARA, PAUL), moved=True)
        since = w.clock.now()
        for _ in range(8):
            with suppress(RulesError):
                await w.service.people.go_away(CARA, w.clock.now(), w.clock.now() + 7 * DAY)
            await w.until(w.clock.now() + 7 * DAY + HOUR)
        lines = [line for line in await w.storage.tables.log(other) if line.kind == "late"]
        assert len(lines) == 1
        assert lines[0].at - since <= brisk.max_absence + brisk.late + DAY + HOUR


async def test_T8_an_outage_does_not_move_the_morning(games: Path | Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """T8, P7, P15: a player who would become late at night becomes late when quiet hours end, even after an outage."""
    async with world(games, monkeypatch) as w:
        w.boards = False
        await w.storage.people.prefer(VERA.id, "zone", "Europe/London")
        w.clock.time += 14 * HOUR  # two in the morning
        table = await begun(w, 5, "relaxed", (VERA, PAUL), moved=True)
        await w.until(w.clock.now() + 6 * DAY)
        await w.again(HOUR)
        [shown] = [seat.late_from for seat in (await w.service.read.info(table)).seats if seat.late_from]
        await w.until(shown + DAY)
        assert shown.hour == 8
        assert await when(w, table, "late") - shown <= SWEEP
