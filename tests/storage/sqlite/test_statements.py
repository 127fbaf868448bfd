"""Statements in SQLite, and the cursors that they leave behind."""

import sqlite3
from typing import Any

import aiosqlite
import pytest

INSERT = "INSERT INTO interactions (id, at) VALUES (?, ?)"


async def test_a_statement_of_many_rows_leaves_no_cursor_behind(storage, monkeypatch):
    """An open cursor would be freed in any thread, even while the next statement with the same text is being bound."""
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
