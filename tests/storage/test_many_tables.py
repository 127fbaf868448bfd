"""Thousands of open tables: whoever asks about some of them reads those, and no more."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import aiosqlite
import pytest

from storage import Storage, tables
from tests.storage.build import NOON, later, open_table

MANY = 2000
COPY = """
    INSERT INTO tables (id, game, channel_id, guild_id, host, seed, fingerprint, options, language, number,
        opened, status)
    WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < {many})
    SELECT n.id, game, n.id, CASE WHEN n.id % 2 THEN 7 ELSE 8 END, host, seed, fingerprint, options, language, number,
        opened, CASE WHEN n.id % 100 = 1 THEN 'lobby' ELSE 'running' END FROM n, tables WHERE tables.id = 1;
    INSERT INTO seats (table_id, seat, player, vacant) SELECT tables.id, 0, 1, 0 FROM tables WHERE id > 1;
    INSERT INTO announcements (table_id, number, since, kind, nonce, created, next_at)
    SELECT tables.id, 1, 0, 'turn', 'nonce', opened, opened + tables.id FROM tables WHERE id > 1;
"""


@pytest.fixture
async def crowded(path: Path) -> AsyncIterator[Storage]:
    """A storage with thousands of open tables, half of them on server 7."""
    async with await Storage.open(path) as storage:
        await open_table(storage, channel=1)

        async def fill(db: aiosqlite.Connection) -> None:
            for statement in COPY.format(many=MANY).split(";")[:-1]:
                await db.execute(statement)

        await storage.database.write(fill)
        yield storage


async def test_a_servers_list_reads_what_it_shows_and_counts_the_rest(
    crowded: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def steps(storage: Storage, guild: int | None, channel: int) -> int:
    """How many steps SQLite's machine takes for the list of a server."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    await storage.database._reader.set_progress_handler(step, 1)
    await storage.tables.open_at(guild, channel, 20)
    await storage.database._reader.set_progress_handler(None, 0)  # type: ignore[arg-type]
    return taken


async def test_the_tables_of_other_servers_cost_nothing(crowded: Storage, tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "small.sqlite") as small:
        for storage in (small, crowded):
            for channel in range(5000, 5003):
                player = await storage.people.meet(channel, "somebody")
                table = tables.NewTable("toy", channel, 9, None, player, "seed", "print", "{}", "en")
                await storage.tables.create(table, NOON)
        few, many = await steps(small, 9, 5000), await steps(crowded, 9, 5000)
        assert few > 100
        assert many == few
        assert await steps(crowded, None, 5000) < 2 * await steps(small, None, 5000)


async def test_a_private_conversation_lists_its_own_table_only(storage: Storage) -> None:
    for channel in (1, 2):
        player = await storage.people.meet(channel, "somebody")
        await storage.tables.create(
            tables.NewTable("toy", channel, None, None, player, "seed", "print", "{}", "en"), NOON
        )
    rows, count = await storage.tables.open_at(None, 2, 20)
    assert ([row.channel_id for row in rows], count) == ([2], 1)
    assert await storage.tables.open_at(None, 3, 20) == ([], 0)


async def test_all_open_tables_are_gone_through_by_their_numbers(crowded: Storage) -> None:
    assert await crowded.tables.open_ids() == list(range(1, MANY + 1))


async def test_what_is_to_be_announced_is_asked_for_by_table_and_in_portions(crowded: Storage) -> None:
    assert await crowded.outbox.due_tables(later(3600), 3) == [1, 2, 3]
    assert await crowded.outbox.due_tables(NOON + timedelta(milliseconds=2), 3) == [1, 2]
    [first] = await crowded.outbox.pending(NOON, 1)
    await crowded.outbox.note_attempt([first.id], later(600))
    assert await crowded.outbox.due_tables(later(599), 3) == [2, 3, 4]
    assert (await crowded.outbox.due_tables(later(600), MANY))[-1] == 1
    for table in (2, 3):
        waiting = await crowded.outbox.pending(later(3600), table)
        await crowded.outbox.done([announcement.id for announcement in waiting], NOON)
    assert await crowded.outbox.due_tables(later(599), 2) == [4, 5]
