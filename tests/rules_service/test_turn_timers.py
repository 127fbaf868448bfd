"""A wait is stored with its line and next moment, and each due step is recorded once."""

from datetime import datetime, timedelta

import pytest

from rules_service import NotSeated, NoVote, Place, acts
from rules_service.errors import NobodyLate, NoMoreTime
from rules_service.turn_timers import polite_time
from storage import NoticeKind
from tests.rules_service.house import ANNA, BEN, DAVE, DAY, NOON, House

FIRST, SECOND, LOOK = NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.MEMBER_CHECK

HOUR = timedelta(hours=1)


async def waits(house: House, table: int) -> list[tuple[int | None, datetime | None]]:
    """Return for each seat the line that started its wait, and the next time it is due."""
    row = await house.storage.tables.get(table)
    assert row is not None
    return [(seat.due_number, seat.next_at) for seat in row.seats]


async def noted(house: House, later: float = 2 * DAY) -> list[tuple[int, int, int, str]]:
    """Return the notifications due within this time, without the checks whether a player has left the server."""
    found = await house.storage.notices.pending(house.clock.now() + timedelta(seconds=later), 50)
    return [(notice.table_id, notice.seat, notice.number, notice.kind) for notice in found if notice.kind != LOOK]


async def test_P2_a_wait_is_a_row_with_its_next_moment(house: House) -> None:
    """P2; P16: for players who have not moved yet the times are half as long."""
    began = (await house.running()).info
    assert await waits(house, began.id) == [(began.number, NOON + 24 * HOUR), (None, None)]
    house.clock.wait(60)
    await house.play(began.id, ANNA, "walk 1")
    assert (await waits(house, began.id))[0] == (began.number, NOON + 48 * HOUR)
    number = (await house.play(began.id, ANNA, "end")).number
    assert await waits(house, began.id) == [(None, None), (number, house.clock.now() + 24 * HOUR)]


async def test_P25_a_wait_brings_two_reminders_and_no_third(house: House) -> None:
    """P25; P48: the rows show what was done."""
    info = (await house.running()).info
    told = [(info.id, 0, info.number, FIRST), (info.id, 0, info.number, SECOND)]
    await house.service.see_to(50)
    assert await noted(house) == []
    house.clock.wait(1 * DAY)
    for _ in range(2):
        await house.service.see_to(50)
        assert await noted(house) == told[:1]
    [first] = await house.storage.notices.pending(house.clock.now() + timedelta(days=2), 50)
    await house.storage.notices.done(first.id, house.clock.now(), "sent")
    house.clock.wait(1.5 * DAY)
    await house.service.see_to(50)
    assert await noted(house) == told[1:]
    house.clock.wait(100 * DAY)
    await house.service.see_to(50)
    assert [one for one in await noted(house) if one[3] in (FIRST, SECOND)] == told[1:]


async def test_P8_what_was_missed_brings_one_notice(house: House) -> None:
    """P8."""
    info = (await house.running()).info
    house.clock.wait(30 * DAY)
    await house.service.see_to(50)
    assert [one for one in await noted(house) if one[3] != "drowsy"] == [(info.id, 0, info.number, SECOND)]


async def test_a_reminder_that_was_not_sent_gives_way_to_the_next_one(house: House) -> None:
    info = (await house.running()).info
    for days in (1, 1.5):
        house.clock.wait(days * DAY)
        await house.service.see_to(50)
    assert await noted(house) == [(info.id, 0, info.number, SECOND)]


async def test_P29_everybody_who_is_reminded_is_reminded_of_all_that_is_due_soon(house: House) -> None:
    """P29: each of several people in the same run, and none of what is due later."""
    await house.running((ANNA, BEN))
    house.clock.wait(60)
    await house.running((BEN, ANNA), Place(11, 7))
    house.clock.wait(3 * 3600)
    await house.running((ANNA, DAVE), Place(12, 7))
    await house.running((BEN, DAVE), Place(13, 7))
    house.clock.wait(DAY - 3 * 3600)
    await house.running((DAVE, ANNA), Place(14, 7))
    await house.service.see_to(50)
    assert sorted((table, kind) for table, *_, kind in await noted(house)) == [(table, FIRST) for table in range(1, 5)]


async def test_P25_no_hurry_brings_one_reminder(house: House) -> None:
    """P25."""
    slow = (await house.running(pace="none")).info
    house.clock.wait(6 * DAY)
    await house.service.see_to(50)
    assert await noted(house) == []
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert await noted(house) == [(slow.id, 0, slow.number, SECOND)]


async def test_a_free_seat_is_not_reminded_and_whoever_takes_it_has_a_wait_of_their_own(house: House) -> None:
    """P48."""
    info = (await house.running()).info
    await house.service.act(acts.leave(), info.id, ANNA)
    assert (await waits(house, info.id))[0] == (info.number, None)
    house.clock.wait(5 * DAY)
    await house.service.see_to(50)
    assert await noted(house) == []
    number = (await house.service.act(acts.join(), info.id, DAVE)).number
    assert (await waits(house, info.id))[0] == (number, house.clock.now() + 24 * HOUR)


@pytest.mark.parametrize("days", [1, 30])
async def test_what_happens_before_the_sweep_does_not_lose_a_reminder(house: House, days: int) -> None:
    """P2, P15: the bot was offline, and a player presses a button before the scheduler has run."""
    info = (await house.running()).info
    house.clock.wait(days * DAY)
    await house.service.act(acts.close(), info.id, BEN)
    await house.service.see_to(50)
    kinds = [kind for *_, kind in await noted(house) if kind in (FIRST, SECOND)]
    assert kinds == [FIRST if days == 1 else SECOND]


async def test_who_comes_back_after_the_last_reminder_fell_due_is_reminded_and_can_be_late(house: House) -> None:
    """P15: otherwise the others could never continue without this player."""
    info = (await house.running()).info
    await house.service.act(acts.leave(), info.id, ANNA)
    house.clock.wait(30 * DAY)
    await house.service.act(acts.join(), info.id, ANNA)
    await house.silence(2)
    assert (await house.service.read.info(info.id)).seats[0].away


async def test_P23_what_others_did_with_somebody_is_no_act_of_theirs(house: House) -> None:
    """P23: the host started the game at night."""
    info = await house.lobby()
    joined = house.clock.now()
    house.clock.wait(DAY / 2)
    await house.service.act(acts.start(), info.id, ANNA)
    row = await house.storage.tables.get(info.id)
    assert row is not None
    assert await house.storage.notices.last_acts(row.seats[1].player, 10) == [joined]


async def test_whoever_takes_a_seat_has_nothing_of_the_wait_before(house: House) -> None:
    """P14, P15: extra time and sent reminders don't carry over."""
    info = (await house.running()).info
    await house.service.act(acts.more_time(), info.id, ANNA)
    await house.silence(5)
    await house.service.act(acts.leave(), info.id, ANNA)
    joined = await house.service.act(acts.join(), info.id, DAVE)
    assert joined.seats[0].late_from == house.clock.now() + 84 * HOUR
    house.clock.wait(5 * DAY)
    assert not (await house.service.read.info(info.id)).seats[0].away


async def test_who_leaves_and_comes_back_has_not_a_new_wait(house: House) -> None:
    """P13: showing up again and again can't delay lateness forever."""
    info = (await house.running()).info
    house.clock.wait(3 * DAY)
    await house.service.act(acts.leave(), info.id, ANNA)
    await house.service.act(acts.join(), info.id, ANNA)
    assert (await house.service.read.info(info.id)).seats[0].due_since == NOON


async def test_P15_nobody_is_late_before_a_day_after_the_last_reminder(house: House) -> None:
    """P15: even if the bot was offline all the time, or the reminder waits for a better time of day."""
    info = (await house.running()).info
    late = (await house.service.read.info(info.id)).seats[0].late_from
    assert late == NOON + 84 * HOUR
    house.clock.wait(30 * DAY)
    now = (await house.service.read.info(info.id)).seats[0]
    assert (now.away, now.late_from) == (False, house.clock.now() + 24 * HOUR)
    with pytest.raises(NobodyLate):
        await house.service.act(acts.free(), info.id, BEN)
    await house.service.see_to(50)
    [last] = [one for one in await house.storage.notices.pending(house.clock.now(), 50) if one.kind == SECOND]
    await house.storage.notices.done(last.id, house.clock.now(), "sent", last=True)
    warned = house.clock.now()
    house.clock.wait(DAY - 1)
    now = (await house.service.read.info(info.id)).seats[0]
    assert (now.away, now.late_from) == (False, warned + 24 * HOUR)
    house.clock.wait(1)
    assert (await house.service.act(acts.free(), info.id, BEN)).votes


async def test_P15_a_reminder_of_another_wait_does_not_count(house: House) -> None:
    """P15: a reminder of the previous wait, for example."""
    info = (await house.running()).info
    await house.silence(3.5)
    await house.play(info.id, ANNA, "walk 1", "end")
    await house.play(info.id, BEN, "walk 1", "end")
    house.clock.wait(30 * DAY)
    assert not (await house.service.read.info(info.id)).seats[0].away


async def test_a_table_that_ends_has_no_waits(house: House) -> None:
    info = (await house.running()).info
    for person in (ANNA, BEN):
        await house.service.act(acts.close(), info.id, person)
    assert await waits(house, info.id) == [(None, None), (None, None)]


@pytest.mark.parametrize(
    ("now", "acts", "at"),
    [
        ("12:00", [], "12:00"),
        ("12:00", ["12:29"], "12:00"),
        ("12:00", ["11:31"], "12:00"),
        ("12:00", ["12:31"], "12:01"),
        ("12:00", ["11:29"], "10:59+1"),
        ("23:50", ["00:10"], "23:50"),
        ("03:00", ["20:00", "18:15", "22:30"], "17:45"),
    ],
)
def test_P23_what_is_no_turn_waits_for_a_time_of_day_at_which_one_is_there(now: str, acts: list[str], at: str) -> None:
    """P23: within half an hour of the player's usual times, and within a day."""

    def clock(text: str, days: int = 0) -> datetime:
        hour, minute = map(int, text.partition("+")[0].split(":"))
        return NOON.replace(hour=hour, minute=minute) + timedelta(days=days + text.count("+"))

    assert polite_time(clock(now), [clock(act, -3) for act in acts]) == clock(at)


async def test_P14_more_time_moves_the_second_reminder_and_late_by_half(house: House) -> None:
    """P14: once per wait and three times per game; the log records it."""
    info = (await house.running()).info
    length = 84 * HOUR  # The time for a player who has never moved.
    assert (await house.service.act(acts.more_time(), info.id, ANNA)).seats[0].late_from == NOON + length * 1.5
    assert (await house.kinds(info.id))[-1] == "more"
    with pytest.raises(NoMoreTime, match="already"):
        await house.service.act(acts.more_time(), info.id, ANNA)
    with pytest.raises(NoMoreTime, match="You aren’t keeping anyone waiting"):
        await house.service.act(acts.more_time(), info.id, BEN)
    with pytest.raises(NotSeated):
        await house.service.act(acts.more_time(), info.id, DAVE)
    house.clock.wait(2.5 * DAY)
    await house.service.see_to(50)
    assert [kind for *_, kind in await noted(house)] == [FIRST]
    house.clock.wait(1.75 * DAY)
    await house.service.see_to(50)
    assert [kind for *_, kind in await noted(house)] == [SECOND]
    for _ in range(2):
        await house.play(info.id, ANNA, "end")
        await house.play(info.id, BEN, "end")
        await house.service.act(acts.more_time(), info.id, ANNA)
    await house.play(info.id, ANNA, "end")
    await house.play(info.id, BEN, "end")
    with pytest.raises(NoMoreTime, match="3 times"):
        await house.service.act(acts.more_time(), info.id, ANNA)
    assert (await house.service.read.verify(info.id)).ok


async def test_P17_a_wait_keeps_its_pace_however_often_a_faster_one_is_agreed_on(house: House) -> None:
    """P17: the first of them counts, not the last one before the present pace."""
    table = (await house.running(pace="none")).info.id
    slow = (await house.service.read.info(table)).seats[0].late_from
    for pace in ("daily", "brisk"):
        await house.service.act(acts.propose("pace", pace), table, ANNA)
        info = await house.service.act(acts.propose("pace", pace), table, BEN)
        assert (info.options["pace"], info.seats[0].late_from) == (pace, slow)


@pytest.mark.parametrize("pace", ["none", "relaxed", "daily", "brisk"])
async def test_P11_no_pace_ends_anything_by_itself(house: House, pace: str) -> None:
    """P11: no move is made or skipped, no seat lost, no game decided by time. Lateness only makes votes possible."""
    table = (await house.running(pace=pace)).info.id
    before = (await house.service.read.snapshot(table)).table.digest
    await house.silence({"none": 30, "relaxed": 20, "daily": 12, "brisk": 8}[pace])
    await house.service.see_to(50)
    info = await house.service.read.info(table)
    assert (info.status, info.vacant, info.due) == ("running", (), (0,))
    assert info.seats[0].away
    assert (await house.service.read.snapshot(table)).table.digest == before


async def test_P46_a_table_rests_when_all_agree_and_nobody_is_late_for_it(house: House) -> None:
    """P46, P47: all present players agree on a date, twice per game, and all timers stop.

    One alone can't pause a table.
    """
    table = (await house.running(pace="daily")).info.id
    info = await house.service.act(acts.propose_pause(20), table, BEN)
    assert info.paused_until is None, "nobody can let a table rest alone"
    info = await house.service.act(acts.answer(info.votes[0].number, True), table, ANNA)
    assert info.paused_until == house.clock.now() + timedelta(days=20)
    late = info.seats[0].late_from
    assert late is not None
    assert late > info.paused_until
    house.clock.wait(19 * DAY)
    await house.service.see_to(50)
    told = await house.storage.notices.pending(house.clock.now(), 50)
    assert {notice.kind for notice in told} == {"ask"}, "nobody is reminded"
    assert not (await house.service.read.info(table)).seats[0].away
    house.clock.wait(2 * DAY)
    assert (await house.service.read.info(table)).paused_until is None
    info = await house.service.act(acts.propose_pause(5), table, ANNA)
    await house.service.act(acts.answer(info.votes[0].number, True), table, BEN)
    house.clock.wait(DAY)
    house.heard.clear()
    assert (await house.service.act(acts.end_pause(), table, BEN)).paused_until is None
    assert house.heard == [table], "the board shows it at once"
    assert "rested" in await house.kinds(table), "the log names who"
    with pytest.raises(NoVote):
        await house.service.act(acts.end_pause(), table, BEN)
    with pytest.raises(NoVote, match="paused 2 times"):
        await house.service.act(acts.propose_pause(5), table, ANNA)


async def test_P46_when_a_rest_ends_early_reminders_come_as_if_it_had_been_so_short(house: House) -> None:
    """P46: postponed reminders come back."""
    table = (await house.running(pace="daily")).info.id
    info = await house.service.act(acts.propose_pause(30), table, BEN)
    await house.service.act(acts.answer(info.votes[0].number, True), table, ANNA)
    house.clock.wait(15 * DAY)
    await house.service.see_to(50)
    put_off = await house.storage.tables.get(table)
    await house.service.act(acts.end_pause(), table, ANNA)
    now = await house.storage.tables.get(table)
    assert now is not None
    assert put_off is not None
    assert now.next_at is not None
    assert put_off.next_at is not None
    assert now.next_at < put_off.next_at - timedelta(days=10), "the table sleeps sooner, too"
    house.clock.wait(13 * 3600)
    await house.service.see_to(50)
    told = await house.storage.notices.pending(house.clock.now() + timedelta(days=2), 50)
    assert [notice.kind for notice in told if notice.kind == FIRST] == [FIRST]
