"""Hosts whose clocks differ: processes use the server's clock for times that others read (storage.md)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from rules_service.clock import Clock
from storage import Address, Storage
from storage.postgres import partition_locks
from storage.records import Claim
from tests.storage.build import move, open_table

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Wrong(Clock):
    """The clock of a host that is ahead by this much."""

    def __init__(self, ahead: timedelta) -> None:
        self.ahead = ahead

    def now(self) -> datetime:
        return super().now() + (timedelta() if self._heard else self.ahead)

    def sleep_through(self, time: timedelta) -> None:
        """Sleep for this long, like a suspended host whose processes don't notice the time."""
        assert self._heard is not None
        moment, since = self._heard
        self._heard = moment - time, since


@dataclass(frozen=True)
class Process:
    """A process on a host with its own clock."""

    clock: Wrong
    storage: Storage

    async def claim(self, table: int, lease: timedelta = 2 * MINUTE) -> Claim | None:
        now = self.clock.now()
        return await self.storage.outbox.claim(table, now, now + lease, now)


@pytest.fixture
def pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time between heartbeats."""
    monkeypatch.setattr(partition_locks, "HEARTBEAT_INTERVAL", 0.05)


@pytest.fixture
async def processes(address: Address) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes: one clock is an hour ahead, the other an hour behind."""
    async with AsyncExitStack() as open_ones:
        made = []
        for ahead in (HOUR, -HOUR):
            storage = await open_ones.enter_async_context(await Storage.open(address))
            made.append(Process(Wrong(ahead), storage))
            storage.database.coordinator.on_time = made[-1].clock.hear
            await storage.database.coordinator.take(2)
        yield made[0], made[1]


async def test_q46_a_claim_lasts_exactly_as_long_as_its_lease(processes):
    """Q46: a claim lasts as long as its lease, whichever host's clock is ahead."""
    for channel, (one, other) in enumerate((processes, processes[::-1]), 1):
        table, abandoned = await open_table(one.storage, channel), await open_table(one.storage, 10 + channel)
        assert await one.claim(table)
        assert await other.claim(table) is None, "two would post it"
        assert await one.claim(abandoned, -MINUTE), "it died, and its lease has run out a minute ago"
        assert await other.claim(abandoned), "nobody would post it"


async def test_q46_announcements_of_one_process_are_due_at_once_for_another(processes: tuple[Process, Process]) -> None:
    """Q46: even a turn played on the host whose clock is ahead is posted at once."""
    for channel, (one, other) in enumerate((processes, processes[::-1]), 1):
        table = await open_table(one.storage, channel)
        lobby = await one.claim(table)
        await one.storage.outbox.done([found.id for found in lobby.waiting], one.clock.now(), claim=lobby)
        await one.storage.tables.append(replace(move(table, 1, announce="turn"), at=one.clock.now() - MINUTE))
        assert await other.claim(table)


async def test_q46_a_host_that_slept_learns_the_time(pulse: None, processes: tuple[Process, Process]) -> None:
    """Q46: the host sets its clock with the next heartbeat of its slot."""
    one, other = processes
    one.clock.sleep_through(HOUR)
    async with asyncio.timeout(60):
        while abs(one.clock.now() - other.clock.now()) > MINUTE:
            await asyncio.sleep(0.01)


def test_q46_network_delay_does_not_set_the_clock_back() -> None:
    clock, before = Clock(), datetime(2026, 11, 1, tzinfo=UTC)
    clock.hear(before)
    clock.hear(before - timedelta(milliseconds=900))
    assert clock.now() >= before
    clock.hear(before - timedelta(milliseconds=1900))
    assert clock.now() < before
    clock.hear(before - HOUR)
    assert clock.now() < before - HOUR + MINUTE
