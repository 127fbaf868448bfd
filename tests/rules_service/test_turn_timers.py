from datetime import datetime, timedelta

import pytest

from rules_service import Place, acts
from rules_service.turn_timers import polite_time
from storage import NoticeKind
from tests.rules_service.house import ANNA, BEN, DAVE, DAY, NOON, House
from tests.storage.build import row_of

FIRST, SECOND, LOOK = NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.MEMBER_CHECK


async def noted(house: House, later: float = 2 * DAY) -> list[tuple[int, int, int, str]]:
    """Return the notifications due within this time, except checks whether a player has left the server."""
    found = await house.storage.notices.pending(house.clock.now() + timedelta(seconds=later), 50)
    return [(notice.table_id, notice.seat, notice.number, notice.kind) for notice in found if notice.kind != LOOK]


async def test_P25_a_wait_has_two_reminders_and_no_third(house: House) -> None:
    """P25, P48: the stored rows show that two reminders were sent and no third."""
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
    await house.pass_time(1.5 * DAY)
    assert await noted(house) == told[1:]
    await house.pass_time(100 * DAY)
    assert [one for one in await noted(house) if one[3] in (FIRST, SECOND)] == told[1:]


async def test_P8_everything_missed_leads_to_one_notice(house: House) -> None:
    info = (await house.running()).info
    await house.pass_time(30 * DAY)
    assert [one for one in await noted(house) if one[3] != "drowsy"] == [(info.id, 0, info.number, SECOND)]


async def test_P29_a_reminder_covers_everything_due_soon(house: House) -> None:
    """P29: in one scheduler run, each of several people gets one message, without anything that is due later."""
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


async def test_P23_acts_of_others_do_not_show_when_a_player_is_awake(house: House) -> None:
    """P23: a host who starts the game at night shows nothing about a player's usual times."""
    info = await house.lobby()
    joined = house.clock.now()
    house.clock.wait(DAY / 2)
    await house.service.act(acts.start(), info.id, ANNA)
    row = await row_of(house.storage, info.id)
    assert await house.storage.notices.last_acts(row.seats[1].player, 10) == [joined]


@pytest.mark.parametrize(
    ("now", "acts", "at"),
    [
        ("12:00", [], "12:00"), ("12:00", ["12:29"], "12:00"), ("12:00", ["11:31"], "12:00"),
        ("12:00", ["12:31"], "12:01"), ("12:00", ["11:29"], "10:59+1"), ("23:50", ["00:10"], "23:50"),
        ("03:00", ["20:00", "18:15", "22:30"], "17:45"),
    ],
)  # fmt: skip
def test_P23_other_notifications_wait_for_the_players_usual_times(now: str, acts: list[str], at: str) -> None:
    """P23: the notification is sent within half an hour of the player's usual times, and within a day."""

    def clock(text: str, days: int = 0) -> datetime:
        hour, minute = map(int, text.partition("+")[0].split(":"))
        return NOON.replace(hour=hour, minute=minute) + timedelta(days=days + text.count("+"))

    assert polite_time(clock(now), [clock(act, -3) for act in acts]) == clock(at)


@pytest.mark.parametrize("pace", ["none", "brisk"])
async def test_P11_no_pace_ends_anything_by_itself(house: House, pace: str) -> None:
    """P11, P43: time alone makes no move, takes no seat, ends no game and sets nobody away. It only allows votes."""
    table = (await house.running(pace=pace)).info.id
    before = (await house.service.read.snapshot(table)).table.digest
    await house.silence({"none": 30, "brisk": 8}[pace])
    await house.service.see_to(50)
    info = await house.service.read.info(table)
    assert (info.status, info.vacant, info.due) == ("running", (), (0,))
    assert info.seats[0].away
    assert [seat.away_until for seat in info.seats] == [None, None]
    assert (await house.service.read.snapshot(table)).table.digest == before
