"""The SQLite connections: one write transaction at a time, and reads of committed data only."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from datetime import datetime
from errno import ENOSPC
from pathlib import Path
from typing import Any, Literal

import aiosqlite

from storage import engine
from storage.engine import Coordinator, DatabaseError, DiskFull, Engine, Row, T, Unwritable, Values, Work, to_its_end
from storage.records import stamp
from storage.sqlite.copies import delete_old_copies
from storage.sqlite.errors import storage_error
from storage.sqlite.file import forgotten_file, note_forgotten, prepare, read_forgotten, reason_of

# FULL: a committed move is on the disk even if the power fails just after. With NORMAL the last commits could be lost
# though the channel has shown them. One fsync per action is cheap at the pace of a board game.
# What is deleted is overwritten, whatever the build's default: names of forgotten people don't stay in the file.
WRITER = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA secure_delete = ON",
)
READER = ("PRAGMA query_only = ON", "PRAGMA busy_timeout = 5000")
sqlite3.register_adapter(datetime, stamp)


# At DEBUG it logs every statement with its values, including the seeds of running games.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)


class Connection(engine.Connection):
    """An aiosqlite connection with the storage's interface. Only the task that has its lock uses it."""

    def __init__(self, raw: aiosqlite.Connection) -> None:
        self._raw = raw
        self.lock = asyncio.Lock()

    @classmethod
    async def open(
        cls, path: Path, settings: Iterable[str], isolation_level: Literal["IMMEDIATE"] | None
    ) -> "Connection":
        """Connect to a file with these settings. ``isolation_level``: how the first change begins a transaction."""
        raw = await aiosqlite.connect(path, isolation_level=isolation_level)
        try:
            raw.row_factory, raw.text_factory = sqlite3.Row, read_text
            for setting in settings:
                await raw.execute_fetchall(setting)
        except BaseException:
            await to_its_end(raw.close())  # the connection's thread would keep the process alive
            raise
        return cls(raw)

    async def carry_out(self, begin: str, work: Work[T]) -> T:
        """Run the work and commit.

        A failure leaves no trace. ``begin`` is the statement that begins the transaction ("": the first change does).
        """
        if self._raw.in_transaction:  # The previous rollback has failed.
            await self._raw.rollback()
        try:
            if begin:
                await self._raw.execute_fetchall(begin)
            result = await work(self)
            await self._raw.commit()
        except BaseException:
            with suppress(sqlite3.Error):  # The first error says more; SQLite may have rolled back by itself.
                await self._raw.rollback()
            raise
        return result

    async def close(self) -> None:
        """Wait for open transactions, then close the file, unless it is already closed."""
        async with self.lock:
            await self._raw.close()

    async def run(self, sql: str, values: Values = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        # Once it has run to its end, such a cursor holds nothing that has to be closed.
        cursor = await self._raw.execute(sql, values)
        return cursor.rowcount

    async def rows(self, sql: str, values: Values = (), /) -> Sequence[Row]:
        """Return the rows of a query."""
        found = list(await self._raw.execute_fetchall(sql, values))
        names = found[0].keys() if found else []
        return [dict(zip(names, row, strict=True)) for row in found]

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values.

        The cursor is closed at once. It would keep the prepared statement, which the next call with the same text
        reuses, and would reset it when garbage-collected: in any thread, even while the next call binds its values.
        SQLite then refuses the next row ("bad parameter or other API misuse").
        """
        match list(values):
            case []:
                pass
            case [one]:
                await self.run(sql, one)
            case several:
                cursor = await self._raw.executemany(sql, several)
                await cursor.close()


class Database(Engine):
    """Two connections to one file, one for writing and one for reading committed data.

    Each does one thing at a time.
    """

    alone = True  # the lock file ensures that no other process has the database open

    def __init__(self, path: Path, writer: Connection, reader: Connection, opened: AsyncExitStack):
        super().__init__(Coordinator())
        self.path = path
        self._writing = writer
        self._reading = reader
        self._opened = opened  # the connections and the lock of the file, to be closed

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open or create the file, and upgrade it to the current schema.

        Raise DatabaseError if the file is another program's, damaged, too new for this version, unwritable or in use.
        It is then left unchanged.
        """
        async with AsyncExitStack() as opened:
            opened.callback((await asyncio.to_thread(prepare, path)).close)
            try:
                writer = await Connection.open(path, WRITER, "IMMEDIATE")
                opened.push_async_callback(writer.close)
                reader = await Connection.open(path, READER, None)
                opened.push_async_callback(reader.close)
            except (sqlite3.Error, UnicodeError) as error:
                raise DatabaseError(f"Cannot open {path} ({reason_of(error)}).") from error
            return cls(path, writer, reader, opened.pop_all())

    @property
    def used(self) -> int:
        """Return the number of connections in use."""
        return self._writing.lock.locked() + self._reading.lock.locked()

    @asynccontextmanager
    async def _writer(self) -> AsyncIterator[Connection]:
        async with self._writing.lock:
            yield self._writing

    async def _write(self, connection: Connection, work: Work[T]) -> T:
        # The first change begins the transaction (its isolation level). What is read before that is up to date all the
        # same: nobody else writes.
        with self._named_errors(writing=True):
            return await connection.carry_out("", work)

    async def _read(self, work: Work[T]) -> T:
        with self._named_errors():
            async with self._reading.lock:
                return await self._reading.carry_out("BEGIN", work)

    async def _query(self, work: Work[T]) -> T:
        with self._named_errors():
            async with self._reading.lock:  # Inside another task's transaction, it would see an older snapshot.
                return await work(self._reading)

    @contextmanager
    def _named_errors(self, *, writing: bool = False) -> Iterator[None]:
        """Raise the storage's own errors in place of the driver's."""
        try:
            yield
        except Exception as error:
            own = storage_error(error, self.path, writing=writing)
            if own is not error:
                raise own from None
            raise

    async def checkpoint(self, *, emptied: bool = False) -> None:
        """Copy commits from the -wal file into the database file. ``emptied``: also empty the -wal file.

        By itself, SQLite does so only after a thousand pages, which may be weeks of moves, and when the file is closed.
        """
        # Run it on the reader's connection, because an active reader of ours would keep it from finishing.
        await self.query(f"PRAGMA wal_checkpoint ({'TRUNCATE' if emptied else 'PASSIVE'})", (), list)

    async def delete_old_copies(self, now: datetime) -> None:
        """Delete the copies made automatically before updates and restores, if they are older than a month."""
        await asyncio.to_thread(delete_old_copies, self.path, now)

    async def note_forgotten(self, player: int, at: int) -> None:
        """Record the forgotten player in a file beside the database. Raise DiskFull or Unwritable if that fails."""
        try:
            await asyncio.to_thread(note_forgotten, self.path, player, at)
        except OSError as error:
            if error.errno == ENOSPC:
                raise DiskFull(self.path) from None
            beside = forgotten_file(self.path)
            raise Unwritable(f"Cannot write to {beside} ({error.strerror}); nothing was changed.") from None

    async def forgotten(self) -> list[tuple[int, int]]:
        """Return the players recorded in the file beside the database, and when each was forgotten."""
        return await asyncio.to_thread(read_forgotten, self.path)

    async def close(self) -> None:
        """Wait for open transactions, then close the file."""
        await to_its_end(self._opened.aclose())


def read_text(stored: bytes) -> str | bytes:
    """Return a stored text. Invalid UTF-8 is returned as bytes, so that only its own row is unreadable."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored
