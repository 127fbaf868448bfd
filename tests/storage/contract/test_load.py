"""Many tables at once on one database, with the trouble of a busy process: cancellations, and objects freed late."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from storage import Post, SeatRow, Storage
from tests.storage.build import NOON, move, open_table, row_of

TABLES = 50
SECONDS = 1.0  # Longer runs, of several minutes, passed too.
LINES = 3  # Lines per change: one statement is executed again for each row.


@pytest.fixture
def chance() -> random.Random:
    return random.Random(1347)


@pytest.fixture
async def late(monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> AsyncIterator[None]:
    """Keep the answers of the database's threads, and free them later in the event loop, as the collector would."""
    loop = asyncio.get_running_loop()
    real = loop.call_soon_threadsafe
    kept: list[Any] = []

    def answered(callback: Any, *arguments: Any, **more: Any) -> asyncio.Handle:
        kept.append(arguments)
        return real(callback, *arguments, **more)

    async def collect() -> None:
        while True:
            await asyncio.sleep(chance.random() * 0.004)
            kept.clear()

    monkeypatch.setattr(loop, "call_soon_threadsafe", answered)
    collecting = asyncio.create_task(collect())
    yield
    collecting.cancel()


@pytest.mark.deep
@pytest.mark.usefixtures("late")
async def test_fifty_tables_under_load_lose_and_break_nothing(storage: Storage, chance: random.Random) -> None:
    tables = [await open_table(storage, channel=at, user=at) for at in range(TABLES)]
    end = time.monotonic() + SECONDS

    async def play(table: int) -> int:
        number = turn = 1
        while time.monotonic() < end:
            turn += 1
            seats = tuple(SeatRow(seat, 1) for seat in range(4))
            change = move(
                table, number, announce="turn", shows_whole_turns=True, interaction=turn * TABLES + table, seats=seats
            )
            number = (await storage.tables.append(replace(change, lines=change.lines * LINES))).number
            row = await row_of(storage, table)
            assert row.number == number
            waiting = await storage.outbox.pending(NOON, table)
            post = Post(turn * TABLES + table, table, table, number, "board", True)
            await storage.outbox.done([announcement.id for announcement in waiting], NOON, post)
        return number

    async def impatient() -> None:
        while time.monotonic() < end:
            asked = asyncio.create_task(storage.tables.log(chance.choice(tables)))
            await asyncio.sleep(chance.random() * 0.01)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)

    *numbers, _ = await asyncio.gather(*map(play, tables), impatient())
    for table, number in zip(tables, numbers, strict=True):
        assert [line.number for line in await storage.tables.log(table)] == list(range(1, number + 1))
