"""Rows that a press needs several times are read once, and again after a write that may change them."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from storage import NewLine, Post, PostKind, ReviewEnd, SeatRow, Storage
from tests.storage.build import NOON, later, move, open_table, row_of
from tests.storage.conftest import OnCall


@pytest.fixture
def reads(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by one item with each query to the database."""
    asked: list[int] = []
    query = storage.database.query

    async def counted(*how: Any) -> Any:
        asked.append(1)
        return await query(*how)

    monkeypatch.setattr(storage.database, "query", counted)
    return asked


async def test_unchanged_rows_are_read_once_if_no_other_process_writes(storage, reads):
    table = await open_table(storage, user=5)
    for _ in range(3):
        assert await storage.tables.get(table) is not None
        assert await storage.people.preferences(5) == {}
    assert len(reads) == (2 if storage.database.alone else 6)


async def test_every_write_is_seen_by_the_next_read(storage: Storage) -> None:
    table = await open_table(storage, user=5)
    for name in ("Old", "New"):
        await storage.people.meet(5, name)
        row = await row_of(storage, table)
        assert row.seats[0].name == name
        await storage.people.prefer(5, "theme", name)
        assert await storage.people.preferences(5) == {"theme": name}
    await storage.people.forget(5, row.opened)
    assert await storage.people.preferences(5) == {}


async def test_a_write_during_a_read_is_seen_by_the_next_read(storage, monkeypatch):
    table = await open_table(storage, user=5)
    query = storage.database.query

    async def slow(*how: Any) -> Any:
        found = await query(*how)
        monkeypatch.setattr(storage.database, "query", query)
        await storage.people.meet(5, "New")
        await storage.people.prefer(5, "theme", "dark")
        return found

    monkeypatch.setattr(storage.database, "query", slow)
    await storage.tables.get(table)
    row = await row_of(storage, table)
    assert row.seats[0].name == "New"
    await storage.people.prefer(5, "theme", None)
    await storage.people.meet(5, "Newer")
    monkeypatch.setattr(storage.database, "query", slow)
    assert await storage.people.preferences(5) == {}
    assert await storage.people.preferences(5) == {"theme": "dark"}


async def test_a_preference_that_a_table_shows_is_read_at_once(storage: Storage) -> None:
    table = await open_table(storage, user=5)
    before = await row_of(storage, table)
    assert before.seats[0].favourite == ""
    await storage.people.prefer(5, "colour", "3")
    await storage.people.prefer(5, "zone", "Europe/Rome")
    row = await row_of(storage, table)
    assert row.seats[0].favourite == "3"
    assert row.seats[0].hours == {"zone": "Europe/Rome"}


async def test_a_written_preference_stays_cached_like_the_others(storage, reads):
    await storage.people.prefer(5, "theme", "dark")
    await storage.people.prefer(6, "theme", "light")
    await storage.people.prefer(5, "sound", "off")
    reads.clear()
    assert await storage.people.preferences(5) == {"theme": "dark", "sound": "off"}
    assert await storage.people.preferences(6) == {"theme": "light"}
    assert len(reads) == (0 if storage.database.alone else 2)


async def test_a_note_is_read_once_until_it_changes_or_its_table_ends(storage: Storage, reads: list[int]) -> None:
    table = await open_table(storage, user=5)
    await storage.notes.write(5, table, "Buy milk")
    reads.clear()
    assert [await storage.notes.read(5, table) for _ in range(3)] == ["Buy milk"] * 3
    assert len(reads) == (1 if storage.database.alone else 3)
    await storage.notes.write(5, table, "Buy rats")
    assert await storage.notes.read(5, table) == "Buy rats"
    await storage.tables.append(move(table, 1, status="over"))
    assert await storage.notes.read(5, table) == ""


async def test_an_action_returns_its_table_and_drops_no_other(storage: Storage, reads: list[int]) -> None:
    tables = [await open_table(storage, channel=channel) for channel in (1, 2)]
    before = [await storage.tables.get(table) for table in tables]
    reads.clear()
    row = await storage.tables.append(move(tables[0], 1, seats=(SeatRow(0, 1, due_since=NOON),)))
    assert (row.number, row.seats[0].due_since) == (2, NOON)
    assert [await storage.tables.get(table) for table in tables] == [row, before[1]]
    assert len(reads) == (0 if storage.database.alone else 2)
    assert await storage.tables.in_channel(1) == row
    await storage.tables.append(replace(move(tables[0], 2), status="cancelled", lines=(NewLine("cancel"),)))
    found = await storage.tables.in_channel(1)
    assert found.status == "cancelled"


async def test_an_action_during_a_read_stays_cached(storage, monkeypatch):
    table = await open_table(storage)
    query = storage.database.query

    async def slow(*how: Any) -> Any:
        found = await query(*how)
        monkeypatch.setattr(storage.database, "query", query)
        await storage.tables.append(move(table, 1))
        return found

    monkeypatch.setattr(storage.database, "query", slow)
    await storage.tables.get(table)
    row = await row_of(storage, table)
    assert row.number == 2


async def test_reads_see_an_action_whose_caller_was_cancelled(storage: Storage, on_call: OnCall) -> None:
    table = await open_table(storage)
    await storage.tables.get(table)
    on_call(lambda statement: appending.cancel() if statement == "COMMIT" else None)
    appending = asyncio.create_task(storage.tables.append(move(table, 1)))
    with pytest.raises(asyncio.CancelledError):
        await appending
    row = await row_of(storage, table)
    assert row.number == 2


async def test_writes_that_show_nothing_of_a_table_leave_cached_rows_valid(storage, monkeypatch):
    """One press posts, marks and claims several times. Without the cache, each step would read the table again."""
    table, outbox = await open_table(storage), storage.outbox
    monkeypatch.setattr(storage.database, "alone", True)  # as on SQLite
    before = storage.database.written
    claim = await outbox.claim(table, later(1), later(60), later(1))
    post = Post(1, table, 1, 1, PostKind.LOBBY, True)
    await outbox.mark_in_flight([one.id for one in claim.waiting], later(1))
    await outbox.release(claim, later(2))
    await outbox.done([one.id for one in claim.waiting], later(2), post)
    await outbox.mark_board_in_flight(table, later(2))
    await outbox.add_post(post)
    await outbox.redraw(table, later(2))
    await outbox.mark_redrawn(table, later(2))
    await outbox.retry_all(later(2))
    await outbox.retire_posts([1])
    await outbox.forget_posts()
    await storage.reviews.begin(table, 100, NOON)
    await storage.reviews.keep(table, "[]")
    await storage.reviews.finish(table, NOON, [])
    await storage.reviews.end(table, NOON, ReviewEnd.STOPPED)
    await storage.plans.leave_to_players(table)
    assert storage.database.written == before
    await storage.heartbeat.beat(NOON, timedelta(hours=1))
    assert storage.database.written != before, "other writes count"
