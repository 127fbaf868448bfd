"""The CPU time of storing a move through aiosqlite, compared with the same statements in one call in a thread."""

import asyncio
import sqlite3
import time
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import Row
from storage import Change, LineKind, NewLine, NewTable, PostKind, SeatRow, Storage, TableRow, TableStatus
from storage.engine import Connection, T, Values, Work
from storage.sqlite.database import WRITER, Database, read_text
from storage.sqlite.file import prepare

ROUNDS, MOVES, SEATS = 14, 200, 4
# Each statement through aiosqlite changes threads twice, which costs 20 to 60 µs of CPU, depending on the machine.
GOAL = 1.75
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class InOneCall(Connection):
    """A plain connection that does all the work of a transaction in a single call in a thread."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._file.text_factory = read_text
        self._thread = ThreadPoolExecutor(1)
        self.lock = asyncio.Lock()
        for setting in WRITER:
            self._file.execute(setting)

    async def carry_out(self, begin: str, work: Work[T]) -> T:
        """Run the work and commit."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._whole, work(self))

    def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            work.send(None)  # The statements don't wait, so the coroutine ends at once.
        except StopIteration as end:
            self._file.execute("COMMIT")
            result: T = end.value
            return result
        raise RuntimeError("the work waits for something")

    def close(self) -> None:
        """End the thread and close the file."""
        self._thread.shutdown()
        self._file.close()

    async def run(self, sql: str, values: Values = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        return self._file.execute(sql, values).rowcount

    async def rows(self, sql: str, values: Values = (), /) -> Sequence[Any]:
        """Return the rows of a query."""
        cursor = self._file.execute(sql, values)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values."""
        self._file.executemany(sql, values).close()


class Table:
    """A running table in a database of its own."""

    def __init__(self, storage: Storage, row: TableRow) -> None:
        self._storage, self._row = storage, row

    @classmethod
    async def open(cls, storage: Storage) -> "Table":
        """Open a table and start its game."""
        people = [await storage.people.meet(number, f"person {number}") for number in range(SEATS)]
        new = NewTable("toy", 1, 7, None, people[0], "seed", "print", "{}", "en")
        table_id = await storage.tables.create(new, NOON)
        seats = tuple(SeatRow(number, player, acted_at=NOON) for number, player in enumerate(people))
        line = NewLine(LineKind.START, 0, people[0])
        change = Change(table_id, 1, NOON, (line,), seats=seats, status=TableStatus.RUNNING)
        return cls(storage, await storage.tables.append(change))

    async def move(self) -> None:
        """Store a move. Every fourth move is announced."""
        row = self._row
        turn, now = row.number % SEATS, NOON + timedelta(seconds=row.number)
        seats = (replace(seat, due_since=now if seat.seat == turn else None, acted_at=now) for seat in row.seats)
        self._row = await self._storage.tables.append(
            Change(
                *(row.id, row.number, now),
                (NewLine(LineKind.MOVE, turn, row.seats[turn].player, "walk 1", "0123456789abcdef"),),
                seats=tuple(seats),
                announce=None if turn else PostKind.TURN,
                interaction=row.number,
                next_at=now + timedelta(days=1),
            )
        )


async def measure() -> tuple[list[float], list[float]]:
    """Return the CPU seconds of each round through aiosqlite and in one call, measured alternately."""
    with TemporaryDirectory() as folder:
        async with AsyncExitStack() as opened:
            first = await opened.enter_async_context(await Storage.open(Path(folder) / "first"))
            path = Path(folder) / "second"
            opened.callback(prepare(path).close)
            writer: Any = InOneCall(path)
            opened.callback(writer.close)
            tables = (
                await Table.open(first),
                await Table.open(Storage(Database(path, writer, writer, AsyncExitStack()))),
            )
            times: tuple[list[float], list[float]] = [], []
            for _ in range(ROUNDS):
                for table, taken in zip(tables, times, strict=True):
                    began = time.process_time()
                    for _ in range(MOVES):
                        await table.move()
                    taken.append(time.process_time() - began)
            return times


def append() -> list[Row]:
    """Return the ratio of the minimum times, which other work on the machine disturbs least."""
    through, in_one_call = map(min, asyncio.run(measure()))
    what = f"CPU of storing a move, of that in one call ({in_one_call / MOVES * 1000:.2f} ms)"
    return [(what, through / in_one_call, GOAL)]
