"""Vacations stop timers, and so do outages."""

from datetime import timedelta

from storage import Storage
from storage.records import stamp
from tests.storage.build import NOON, later, open_table
from tests.storage.contract.conftest import Peek

STOPS = "SELECT begins, ends, why FROM stops ORDER BY begins"


async def test_the_end_of_a_vacation_ends_what_it_stopped(storage: Storage, peek: Peek) -> None:
    player = await storage.people.meet(5, "Anna")
    await storage.vacations.begin(player, NOON, later(100), later(80))
    await storage.vacations.begin(player, later(200), later(300), later(300))
    await storage.vacations.end(player, later(50))
    assert await storage.vacations.of_player(player, NOON) == [(NOON, later(50))]
    assert [tuple(row) for row in await peek(STOPS)] == [(stamp(NOON), stamp(later(50)), "away")]


async def test_an_outage_is_longer_than_the_gap_and_postpones_what_was_to_come(storage: Storage, peek: Peek) -> None:
    table = await open_table(storage)
    await peek(f"UPDATE tables SET next_at = {stamp(later(1000))} WHERE id = {table}")
    gap = timedelta(seconds=100)
    assert await storage.heartbeat.beat(NOON, gap) == timedelta()
    assert await storage.heartbeat.beat(later(100), gap) == timedelta(), "as long as the gap"
    assert await peek(STOPS) == []
    assert await storage.heartbeat.beat(later(201), gap) == timedelta(seconds=101)
    assert [tuple(row) for row in await peek(STOPS)] == [(stamp(later(100)), stamp(later(201)), "outage")]
    [[next_at]] = await peek(f"SELECT next_at FROM tables WHERE id = {table}")
    assert next_at == stamp(later(1101))
    assert await storage.heartbeat.last() == later(201)
