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


async def test_what_a_statement_of_many_rows_leaves_behind_does_not_disturb_the_next_one(storage: Storage) -> None:
    """An old cursor is freed while the next statement with the same text is bound, as in another thread."""
    left: list[object] = []

    class Row:
        """The values of a row. Reading the second value frees the old cursor."""

        def __init__(self, number: int) -> None:
            self.number = number

        def __len__(self) -> int:
            return 2

        def __getitem__(self, at: int) -> int:
            if at == 1:
                left.clear()
            return self.number

    async def work(db: Any) -> None:
        left.append(db._conn.executemany(INSERT, [(1, 1), (2, 2)]))
        await db.many(INSERT, [Row(3), Row(4), Row(5)])

    await storage.database.write(work)
    assert not left
    assert [await storage.tables.accepted(number) for number in range(1, 7)] == [True] * 5 + [False]


async def steps(storage: Storage, guild: int | None, channel: int) -> int:
    """Return how many steps SQLite's virtual machine takes for a server's list."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    await storage.database._reader.set_progress_handler(step, 1)
    await storage.tables.open_at(guild, channel, 20)
    await storage.database._reader.set_progress_handler(None, 0)  # type: ignore[arg-type]
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
        real = storage.database._writer.run

        async def fails(sql: str, *values: Any) -> int:
            if sql == last:
                raise OSError("the disk is full")
            return await real(sql, *values)

        patch.setattr(storage.database._writer, "run", fails)
        with pytest.raises(OSError, match="disk is full"):
            await storage.tables.append(whole)
    assert dump(path) == before
    assert await storage.tables.append(whole) == 2


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
