from datetime import timedelta

from storage import Change, Storage, VoteKind, VoteRow
from storage.records import stamp
from tests.storage.build import NOON, later, open_table
from tests.storage.contract.conftest import Peek

STOPS = "SELECT begins, ends, why FROM stops ORDER BY begins"


async def test_ending_a_vacation_ends_the_stops_of_its_timers(storage: Storage, peek: Peek) -> None:
    player = await storage.people.meet(5, "Anna")
    await storage.vacations.begin(player, later(-200), later(-100), later(-100))
    await storage.vacations.begin(player, NOON, later(100), later(80))
    for begins in (50, 200):
        await storage.vacations.begin(player, later(begins), later(300), later(300))
    await storage.vacations.end(player, later(50))
    past = later(-200), later(-100)
    assert await storage.vacations.of_player(player, later(-200)) == [past, (NOON, later(50))]
    assert [tuple(row) for row in await peek(STOPS)] == [
        (*map(stamp, past), "away"),
        (stamp(NOON), stamp(later(50)), "away"),
    ]


async def test_only_outages_longer_than_the_gap_postpone_later_work(storage: Storage, peek: Peek) -> None:
    table, overdue = await open_table(storage), await open_table(storage, 2)
    vote = VoteRow(2, VoteKind.PACE, "brisk", None, 1, NOON, later(1000))
    asked = Change(table, 1, NOON, (), next_at=later(1000), votes=(vote,), invited=((1, later(1000)),))
    await storage.tables.append(asked)
    await storage.tables.append(Change(overdue, 1, NOON, (), next_at=later(100)))
    gap = timedelta(seconds=100)
    assert await storage.heartbeat.beat(NOON, gap) == timedelta()
    assert await storage.heartbeat.beat(later(100), gap) == timedelta(), "as long as the gap"
    assert await peek(STOPS) == []
    assert await storage.heartbeat.beat(later(201), gap) == timedelta(seconds=101)
    assert [tuple(row) for row in await peek(STOPS)] == [(stamp(later(100)), stamp(later(201)), "outage")]
    row, other = await storage.tables.get(table), await storage.tables.get(overdue)
    assert (row.next_at, row.votes[0].closes, row.invited[0].until) == (later(1101), later(1101), later(1101))
    assert other.next_at == later(100), "it was due already"
    assert await storage.heartbeat.last() == later(201)


async def test_a_heart_beats_once_a_minute(storage: Storage) -> None:
    for seconds, last in ((0, 0), (59, 0), (60, 60), (61, 60)):
        await storage.heartbeat.beat(later(seconds), timedelta(hours=1))
        assert await storage.heartbeat.last() == later(last)
