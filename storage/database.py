"""The SQLite connections: one write transaction at a time, and reads that see only what is committed."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.file import prepare

# At DEBUG aiosqlite writes every statement with its values into the log, seeds of running games among them.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

T = TypeVar("T")
Work = Callable[[aiosqlite.Connection], Awaitable[T]]

# FULL: a committed move is on the disk even if the power fails the moment after. With NORMAL the last commits could be
# lost though the channel has heard of them. One fsync per action is nothing at the pace of a board game.
WRITER = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000")
READER = ("PRAGMA query_only = ON", "PRAGMA busy_timeout = 5000")


class Connection(sqlite3.Connection):
    """A connection whose `executemany` leaves nothing open.

    Its cursor would hold on to the prepared statement, which the next `executemany` of the same text uses again, and
    would reset it when it is thrown away: in whichever thread that happens, also while the next one is filling it in.
    SQLite then refuses the next row ("bad parameter or other API misuse").
    """

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """As always; the cursor that comes back is closed and tells how many rows were changed."""
        cursor = super().executemany(sql, parameters)
        cursor.close()
        return cursor


class Database:
    """Two connections to one file: one writes, behind a lock; one reads what is committed."""

    def __init__(
        self, path: Path, lock: sqlite3.Connection, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ):
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, or make it, and bring it to the present schema.

        Raises:
            DatabaseError: it is not ours, damaged, newer, unwritable or in use; the file is left as it was.
        """
        lock = await asyncio.to_thread(prepare, path)
        opened: list[aiosqlite.Connection] = []
        try:
            for pragmas in (WRITER, READER):
                opened.append(await aiosqlite.connect(path, isolation_level=None, factory=Connection))
                opened[-1].row_factory = sqlite3.Row
                for pragma in pragmas:
                    await opened[-1].execute_fetchall(pragma)
        except BaseException:
            for connection in opened:
                await connection.close()
            lock.close()
            raise
        return cls(path, lock, *opened)

    async def write(self, work: Work[T]) -> T:
        """Run the work in one write transaction: all of it is stored, or nothing and the error goes on.

        If the caller is cancelled, the transaction still comes to its own end, and the caller waits for that: no lock
        that it holds is let go before.
        """
        transaction = asyncio.ensure_future(self._transaction(self._writer, self._writing, "BEGIN IMMEDIATE", work))
        try:
            return await asyncio.shield(transaction)
        except asyncio.CancelledError:
            await asyncio.wait([transaction])
            raise

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed moment of the database."""
        return await asyncio.shield(self._transaction(self._reader, self._reading, "BEGIN", work))

    async def _transaction(self, connection: aiosqlite.Connection, lock: asyncio.Lock, begin: str, work: Work[T]) -> T:
        async with lock:
            await connection.execute(begin)
            try:
                result = await work(connection)
                await connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    await connection.execute("ROLLBACK")
                raise
            return result

    async def close(self) -> None:
        """Wait for the transaction in hand, then let the file go."""
        async with self._writing, self._reading:
            await self._reader.close()
            await self._writer.close()
            self._lock.close()
