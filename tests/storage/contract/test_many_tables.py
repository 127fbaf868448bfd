"""With thousands of open tables, a query for a few of them reads only those."""

from datetime import timedelta

import pytest

from storage import Storage, tables
from tests.storage.build import MANY, NOON, crowd, later


@pytest.fixture
async def crowded(storage: Storage) -> Storage:
    """Return a storage with thousands of open tables, half of them on server 7."""
    await crowd(storage)
    return storage


async def test_a_servers_list_reads_what_it_shows_and_counts_the_rest(crowded, monkeypatch):
    read = []
    real = tables.read_table
    monkeypatch.setattr(tables, "read_table", lambda some: read.append(some[0]["id"]) or real(some))
    rows, count = await crowded.tables.open_at(7, 1, 20)
    assert len(read) == len(rows) == 20
    assert count == MANY // 2
    assert [row.status for row in rows] == ["lobby"] * 20
    assert [row.id for row in rows] == list(range(1, 2000, 100))
    assert all(row.guild_id == 7 and len(row.seats) == 1 for row in rows)
    rows, _ = await crowded.tables.open_at(7, 1, 22)
    assert [(row.id, row.status) for row in rows[20:]] == [(3, "running"), (5, "running")]


async def test_a_private_conversation_lists_its_own_table_only(storage: Storage) -> None:
    for channel in (1, 2):
        player = await storage.people.meet(channel, "somebody")
        await storage.tables.create(
            tables.NewTable("toy", channel, None, None, player, "seed", "print", "{}", "en"), NOON
        )
    rows, count = await storage.tables.open_at(None, 2, 20)
    assert ([row.channel_id for row in rows], count) == ([2], 1)
    assert await storage.tables.open_at(None, 3, 20) == ([], 0)


async def test_pending_announcements_are_read_by_table_and_in_portions(crowded: Storage) -> None:
    assert await crowded.outbox.due_tables(later(3600), 3) == [1, 2, 3]
    assert await crowded.outbox.due_tables(NOON + timedelta(milliseconds=2), 3) == [1, 2]
    claim = await crowded.outbox.claim(1, NOON, later(120), NOON)
    assert claim is not None
    await crowded.outbox.release(claim, later(600))
    assert await crowded.outbox.due_tables(later(599), 3) == [2, 3, 4]
    assert (await crowded.outbox.due_tables(later(600), MANY))[-1] == 1
    for table in (2, 3):
        waiting = await crowded.outbox.pending(later(3600), table)
        await crowded.outbox.done([announcement.id for announcement in waiting], NOON)
    assert await crowded.outbox.due_tables(later(599), 2) == [4, 5]
