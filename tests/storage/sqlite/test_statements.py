"""Statements from SQLite's side: how many steps they take, and what their cursors leave behind."""

import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from storage import Storage, tables
from tests.storage.build import NOON, crowd

INSERT = "INSERT INTO interactions (id, at) VALUES (?, ?)"


async def test_a_statement_of_many_rows_leaves_no_cursor_behind(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be freed in any thread, even while the next statement with the same text is bound."""
    cursors: list[aiosqlite.Cursor] = []
    real: Any = aiosqlite.Connection.executemany

    async def executemany(*given: Any) -> aiosqlite.Cursor:
        cursors.append(await real(*given))
        return cursors[-1]

    monkeypatch.setattr(aiosqlite.Connection, "executemany", executemany)
    await storage.database.write(lambda db: db.many(INSERT, [(1, 1), (2, 2)]))
    with pytest.raises(sqlite3.ProgrammingError, match="closed cursor"):
        await cursors[0].fetchone()
    assert [await storage.tables.accepted(number) for number in range(1, 4)] == [True, True, False]


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[aiosqlite.Connection]:
    """Return the connections that are opened from now on: of each file one that writes and one that reads."""
    opened: list[aiosqlite.Connection] = []
    real = aiosqlite.connect

    def connect(*given: Any, **how: Any) -> aiosqlite.Connection:
        opened.append(real(*given, **how))
        return opened[-1]

    monkeypatch.setattr(aiosqlite, "connect", connect)
    return opened


async def test_the_tables_of_other_servers_cost_nothing(
    path: Path, tmp_path: Path, connections: list[aiosqlite.Connection]
) -> None:
    async def steps(storage: Storage, reader: aiosqlite.Connection, guild: int | None) -> int:
        """Return how many steps SQLite's virtual machine takes for a server's list."""
        taken: list[None] = []
        await reader.set_progress_handler(lambda: taken.append(None), 1)
        await storage.tables.open_at(guild, 5000, 20)
        await reader.set_progress_handler(lambda: None, 0)
        return len(taken)

    async with await Storage.open(tmp_path / "small.sqlite") as small, await Storage.open(path) as crowded:
        await crowd(crowded)
        for storage in (small, crowded):
            for channel in range(5000, 5003):
                player = await storage.people.meet(channel, "somebody")
                table = tables.NewTable("toy", channel, 9, None, player, "seed", "print", "{}", "en")
                await storage.tables.create(table, NOON)
        _, of_small, _, of_crowded = connections
        few, many = await steps(small, of_small, 9), await steps(crowded, of_crowded, 9)
        assert few > 100
        assert many == few
        assert await steps(crowded, of_crowded, None) < 2 * await steps(small, of_small, None)
