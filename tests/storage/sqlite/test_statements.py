"""Statements from SQLite's side: how many steps they take, and what their cursors leave behind."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import Storage, tables
from storage.engine import Connection
from tests.storage.build import NOON, crowd, move, open_table

INSERT = "INSERT INTO interactions (id, at) VALUES (?, ?)"


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


async def test_a_statement_of_many_rows_leaves_no_cursor_behind(storage: Storage) -> None:
    """It would be freed in any thread, even while the next statement with the same text is bound."""

    class Raw:
        """A connection that keeps its cursors."""

        def __init__(self, raw: sqlite3.Connection) -> None:
            self._raw = raw
            self.cursors: list[sqlite3.Cursor] = []

        def __getattr__(self, name: str) -> Any:
            return getattr(self._raw, name)

        def executemany(self, *how: Any) -> sqlite3.Cursor:
            self.cursors.append(self._raw.executemany(*how))
            return self.cursors[-1]

    writer = storage.database._writer
    raw = writer._raw = Raw(writer._raw)
    await storage.database.write(lambda db: db.many(INSERT, [(1, 1), (2, 2)]))
    with pytest.raises(sqlite3.ProgrammingError, match="closed cursor"):
        raw.cursors[0].fetchone()
    assert [await storage.tables.accepted(number) for number in range(1, 4)] == [True, True, False]


async def steps(storage: Storage, guild: int | None, channel: int) -> int:
    """Return how many steps SQLite's virtual machine takes for a server's list."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    reader = storage.database._reader._raw
    reader.set_progress_handler(step, 1)
    await storage.tables.open_at(guild, channel, 20)
    reader.set_progress_handler(None, 0)
    return taken


async def test_the_tables_of_other_servers_cost_nothing(path: Path, tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "small.sqlite") as small, await Storage.open(path) as crowded:
        await crowd(crowded)
        for storage in (small, crowded):
            for channel in range(5000, 5003):
                player = await storage.people.meet(channel, "somebody")
                table = tables.NewTable("toy", channel, 9, None, player, "seed", "print", "{}", "en")
                await storage.tables.create(table, NOON)
        few, many = await steps(small, 9, 5000), await steps(crowded, 9, 5000)
        assert few > 100
        assert many == few
        assert await steps(crowded, None, 5000) < 2 * await steps(small, None, 5000)


@pytest.mark.parametrize("last", ["BEGIN IMMEDIATE", "COMMIT"])
async def test_if_the_transaction_itself_fails_nothing_is_stored(
    storage: Storage, path: Path, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = move(await open_table(storage), 1, announce="turn", interaction=77)
    before = dump(path)
    with monkeypatch.context() as patch:

        class Raw:
            """A connection that fails at this statement."""

            def __init__(self, raw: sqlite3.Connection) -> None:
                self._raw = raw

            def __getattr__(self, name: str) -> Any:
                return getattr(self._raw, name)

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                if sql == last:
                    raise OSError("the disk is full")
                return self._raw.execute(sql, *values)

        writer = storage.database._writer
        patch.setattr(writer, "_raw", Raw(writer._raw))
        with pytest.raises(OSError, match="disk is full"):
            await storage.tables.append(whole)
    assert dump(path) == before
    assert (await storage.tables.append(whole)).number == 2


async def test_work_that_waits_for_something_else_than_its_statements_is_refused(storage: Storage, path: Path) -> None:
    """Otherwise it would block the thread. Its changes so far are rolled back."""
    table, before = await open_table(storage), dump(path)

    async def work(db: Connection) -> None:
        await db.run("UPDATE tables SET told = 9")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError):
        await storage.database.write(work)
    assert dump(path) == before
    await storage.tables.append(move(table, 1))
