"""One write at a time: all of it or nothing, whatever fails, and nobody sees half of it."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from storage import Change, Conflict, NewLine, SeatRow, Storage
from tests.storage.build import NOON, SECRET, later, move, open_table


def everything(path: Path) -> dict[str, list[Any]]:
    """Every row of every table, read past the storage."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}


def whole_change(table: int) -> Change:
    """A change that writes to every table that a change can write to."""
    return move(
        table,
        1,
        status="running",
        seats=(SeatRow(0, 1, due_since=NOON), SeatRow(1, 1, vacant=True)),
        announce="turn",
        told=True,
        invited=((1, NOON),),
        interaction=77,
    )


async def test_a_change_is_stored_whole(storage: Storage) -> None:
    table = await open_table(storage)
    assert await storage.tables.append(whole_change(table)) == 2
    row = await storage.tables.get(table)
    assert row is not None
    assert (row.status, row.number, row.played, row.told, row.started) == ("running", 2, 2, 2, NOON)
    assert [(seat.seat, seat.vacant, seat.due_since) for seat in row.seats] == [(0, False, NOON), (1, True, None)]
    assert [(line.number, line.kind, line.text) for line in await storage.tables.log(table)] == [
        (1, "open", ""),
        (2, "move", "walk 1"),
    ]
    assert [(a.number, a.kind) for a in await storage.outbox.pending(NOON)] == [(1, "lobby"), (2, "turn")]
    assert await storage.tables.accepted(77)


class Failing:
    """Lets so many statements of a connection pass, then fails once, as a full disk would."""

    def __init__(self, connection: aiosqlite.Connection, passing: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = passing
        self.failed = ""
        for name in ("execute", "executemany", "execute_fetchall"):
            monkeypatch.setattr(connection, name, self.wrap(getattr(connection, name)))

    def wrap(self, real: Any) -> Any:
        async def statement(sql: str, *values: Any) -> Any:
            self.left -= 1
            if self.left == -1:
                self.failed = sql
                raise sqlite3.OperationalError("database or disk is full")
            return await real(sql, *values)

        return statement


@pytest.mark.parametrize("passing", range(10))
async def test_whichever_statement_fails_nothing_is_stored(
    storage: Storage, path: Path, passing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(storage)
    before = everything(path)
    with monkeypatch.context() as patch:
        failing = Failing(storage.database._writer, passing, patch)
        with pytest.raises(sqlite3.OperationalError, match="disk is full"):
            await storage.tables.append(whole_change(table))
        assert failing.failed
    assert everything(path) == before
    assert await storage.tables.append(whole_change(table)) == 2


async def test_the_failing_statements_are_all_of_them(
    storage: Storage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(storage)
    failing = Failing(storage.database._writer, 10, monkeypatch)
    await storage.tables.append(whole_change(table))
    assert failing.left == 0


async def test_a_statement_that_sqlite_itself_refuses_takes_the_others_back(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    before = everything(path)
    nobody = Change(table, 1, NOON, (NewLine("move", 0, 999, "walk 1", "d"),), announce="turn", interaction=5)
    with pytest.raises(sqlite3.IntegrityError):
        await storage.tables.append(nobody)
    assert everything(path) == before


@pytest.mark.parametrize("after", [0, 2, 40])
async def test_a_number_is_given_once_and_without_gaps(storage: Storage, path: Path, after: int) -> None:
    table = await open_table(storage)
    before = everything(path)
    with pytest.raises(Conflict, match="number"):
        await storage.tables.append(move(table, after, announce="turn", interaction=1))
    assert everything(path) == before


async def test_the_key_of_the_log_holds_even_if_the_counter_is_wrong(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    await storage.tables.append(move(table, 1))
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE tables SET number = 1")
        database.commit()
    before = everything(path)
    with pytest.raises(Conflict, match="number"):
        await storage.tables.append(move(table, 1, "walk 2"))
    assert everything(path) == before


async def test_two_writers_of_one_number(storage: Storage) -> None:
    table = await open_table(storage)
    results = await asyncio.gather(
        *(storage.tables.append(move(table, 1, f"walk {n}")) for n in range(5)), return_exceptions=True
    )
    assert results[0] == 2
    assert all(isinstance(result, Conflict) for result in results[1:])
    assert [line.text for line in await storage.tables.log(table)] == ["", "walk 0"]


async def test_an_interaction_is_accepted_once(storage: Storage) -> None:
    table = await open_table(storage, interaction=5)
    await storage.tables.append(move(table, 1, interaction=6))
    for used in (5, 6):
        with pytest.raises(Conflict, match="interaction"):
            await storage.tables.append(move(table, 2, interaction=used))
    with pytest.raises(Conflict, match="interaction"):
        await open_table(storage, channel=2, interaction=6)
    assert await storage.tables.append(move(table, 2, interaction=7)) == 3


async def test_interactions_are_forgotten_after_a_day(storage: Storage) -> None:
    table = await open_table(storage, interaction=5)
    for hours, remembered in ((23, True), (24, True), (25, False)):
        at = NOON + timedelta(hours=hours)
        number = await storage.tables.append(replace(move(table, hours - 22, interaction=hours), at=at))
        assert number == hours - 21
        assert await storage.tables.accepted(5) is remembered


async def test_one_open_table_in_a_channel(storage: Storage) -> None:
    first = await open_table(storage, channel=1)
    other = await open_table(storage, channel=2)
    with pytest.raises(Conflict, match="channel"):
        await open_table(storage, channel=1)
    with pytest.raises(Conflict, match="channel"):
        await storage.tables.append(Change(other, 1, NOON, (NewLine("place"),), place=(1, None, None)))
    assert len(await storage.tables.log(other)) == 1
    await storage.tables.append(Change(first, 1, NOON, (NewLine("cancel"),), status="cancelled"))
    await storage.tables.append(Change(other, 1, NOON, (NewLine("place"),), place=(1, 8, 9)))
    moved = await storage.tables.in_channel(1)
    assert moved is not None
    assert (moved.id, moved.guild_id, moved.parent_id) == (other, 8, 9)


async def test_of_tables_that_have_ended_in_a_channel_the_last_one_to_end_is_shown(storage: Storage) -> None:
    older, newer = await open_table(storage, channel=2), await open_table(storage, channel=1)
    await storage.tables.append(Change(newer, 1, NOON, (NewLine("cancel"),), status="cancelled"))
    await storage.tables.append(Change(older, 1, NOON, (NewLine("place"),), place=(1, None, None)))
    await storage.tables.append(Change(older, 2, later(60), (NewLine("cancel"),), status="cancelled"))
    found = await storage.tables.in_channel(1)
    assert found is not None
    assert found.id == older


class Pause:
    """A transaction stands still in its thread while something else is done beside it."""

    def __init__(self) -> None:
        self._begun, self._over = threading.Event(), threading.Event()

    def begin(self) -> None:
        """In the transaction."""
        self._begun.set()
        assert self._over.wait(5)

    async def begun(self) -> None:
        """Wait until it has begun."""
        assert await asyncio.to_thread(self._begun.wait, 5)

    def end(self) -> None:
        """Let the transaction go on."""
        self._over.set()


async def test_the_rollback_of_one_does_not_take_the_row_of_another(storage: Storage) -> None:
    one, other = await open_table(storage, channel=1), await open_table(storage, channel=2)

    pause = Pause()

    async def fails_slowly(db: aiosqlite.Connection) -> None:
        await db.execute("UPDATE tables SET language = 'xx' WHERE id = ?", (one,))
        pause.begin()
        raise RuntimeError

    failing = asyncio.create_task(storage.database.write(fails_slowly))
    await pause.begun()
    moving = asyncio.create_task(storage.tables.append(move(other, 1)))
    await asyncio.sleep(0)
    pause.end()
    await moving
    with pytest.raises(RuntimeError):
        await failing
    assert [line.kind for line in await storage.tables.log(other)] == ["open", "move"]
    row = await storage.tables.get(one)
    assert row is not None
    assert row.language == "en"


async def test_readers_see_only_what_is_committed(storage: Storage) -> None:
    table, pause = await open_table(storage), Pause()

    async def slow(db: aiosqlite.Connection) -> None:
        await db.execute("UPDATE tables SET language = 'xx'")
        pause.begin()

    writing = asyncio.create_task(storage.database.write(slow))
    await pause.begun()
    before = await asyncio.wait_for(storage.tables.get(table), 5)
    pause.end()
    await writing
    after = await storage.tables.get(table)
    assert before is not None
    assert after is not None
    assert [before.language, after.language] == ["en", "xx"]


async def test_a_cancelled_caller_does_not_leave_half_a_transaction(storage: Storage, path: Path) -> None:
    table, pause = await open_table(storage), Pause()

    async def slow(db: aiosqlite.Connection) -> None:
        await db.execute("UPDATE tables SET language = 'xx'")
        pause.begin()
        await db.execute("UPDATE tables SET told = 9")

    task = asyncio.create_task(storage.database.write(slow))
    await pause.begun()
    task.cancel()
    await asyncio.sleep(0)
    pause.end()
    with pytest.raises(asyncio.CancelledError):
        await task
    row = await storage.tables.get(table)
    assert row is not None
    assert (row.language, row.told) == ("xx", 9), "the caller waits for the end of it, and holds its locks as long"
    await storage.tables.append(move(table, 1))
    row = await storage.tables.get(table)
    assert row is not None
    assert (row.language, row.told, row.number) == ("xx", 9, 2)


async def test_an_error_after_the_commit_is_told_as_it_is(storage: Storage, path: Path) -> None:
    """There is nothing to be taken back any more."""

    async def work(db: aiosqlite.Connection) -> None:
        await db.execute("COMMIT")
        raise ValueError("after it")

    with pytest.raises(ValueError, match="after it"):
        await storage.database.write(work)
    await open_table(storage)


async def test_work_that_waits_for_something_else_than_its_statements_is_refused(storage: Storage, path: Path) -> None:
    """It would keep the thread from everything else; and what it has done so far is taken back."""
    table, before = await open_table(storage), everything(path)

    async def work(db: aiosqlite.Connection) -> None:
        await db.execute("UPDATE tables SET told = 9")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError):
        await storage.database.write(work)
    assert everything(path) == before
    await storage.tables.append(move(table, 1))


async def test_closing_waits_for_the_transaction_in_hand(path: Path) -> None:
    storage = await Storage.open(path)
    await open_table(storage)
    pause = Pause()

    async def slow(db: aiosqlite.Connection) -> None:
        pause.begin()
        await db.execute("UPDATE tables SET language = 'xx'")

    writing = asyncio.create_task(storage.database.write(slow))
    await pause.begun()
    closing_it = asyncio.create_task(storage.close())
    await asyncio.sleep(0)
    pause.end()
    await closing_it
    await writing
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT language FROM tables").fetchall() == [("xx",)]


@pytest.fixture
def past_the_storage(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as database:
        yield database


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE moves SET text = 'walk 3'", "never changes"),
        ("UPDATE moves SET number = 5", "never changes"),
        ("DELETE FROM moves", "never deleted"),
        ("DELETE FROM moves WHERE number = 1", "never deleted"),
    ],
)
async def test_a_log_is_only_added_to(
    storage: Storage, past_the_storage: sqlite3.Connection, statement: str, message: str
) -> None:
    await open_table(storage)
    with pytest.raises(sqlite3.IntegrityError, match=message):
        past_the_storage.execute(statement)


async def test_the_seed_is_in_no_log_record_and_no_text_of_a_record(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        table = await open_table(storage)
        row = await storage.tables.get(table)
    assert row is not None
    assert row.seed == SECRET
    assert SECRET not in caplog.text + repr(row) + repr(Conflict("number"))
