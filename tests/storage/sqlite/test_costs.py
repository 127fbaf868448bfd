"""How many calls of aiosqlite the work of a turn takes: each is a message to another thread and back."""

from collections.abc import Awaitable
from typing import Any

import aiosqlite
import pytest

from storage import Post, PostKind, SeatRow, Storage
from tests.storage.build import NOON, later, move, open_table

CALLS = ("execute", "executemany", "execute_fetchall", "commit", "rollback")


async def test_a_move_takes_six_calls_and_its_post_thirteen(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(name: str) -> Any:
        real = getattr(aiosqlite.Connection, name)

        def call(*given: Any) -> Any:
            made.append(name)
            return real(*given)

        return call

    async def calls(work: Awaitable[Any]) -> int:
        made.clear()
        await work
        return len(made)

    table = await open_table(storage)
    await storage.outbox.done([one.id for one in await storage.outbox.pending(NOON)], NOON)
    for name in CALLS:
        monkeypatch.setattr(aiosqlite.Connection, name, counted(name))
    seats = tuple(SeatRow(seat, 1) for seat in range(4))
    assert await calls(storage.tables.append(move(table, 1, seats=seats, interaction=1))) == 6
    assert await calls(storage.tables.get(table)) == 0
    assert await calls(storage.tables.append(move(table, 2, seats=seats, interaction=2, announce="turn"))) == 7
    outbox, post = storage.outbox, Post(1, table, 1, 3, PostKind.TURN, live=True)
    claim = await outbox.claim(table, NOON, later(60), NOON)
    assert claim is not None
    await outbox.release(claim, NOON)
    assert await calls(outbox.claim(table, NOON, later(60), NOON)) == 4
    assert await calls(outbox.delivered_state(table, 3)) == 1
    ids = [one.id for one in claim.waiting]
    assert await calls(outbox.done(ids, NOON, post, {0: 3, 1: 3}, claim)) == 7
    assert await calls(outbox.stale_posts(table)) == 1
