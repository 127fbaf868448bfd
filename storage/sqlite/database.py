"""The SQLite connections: one write transaction at a time, and reads of committed data only."""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Coroutine, Iterable, Sequence
from errno import ENOSPC
from functools import partial
from pathlib import Path
from typing import Any, TypeGuard

import aiosqlite

from storage import engine
from storage.engine import Conflict, DatabaseError, DiskFull, Row, T, Unwritable, Work, noting
from storage.records import UnreadableRow
from storage.sqlite.file import damaged, forgotten_file, nature, note_forgotten, prepare, read_forgotten
from storage.sqlite.single_process import SingleProcess

# At DEBUG aiosqlite logs every statement with its values, including seeds of running games.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

# FULL: a committed move is on the disk even if the power fails just after. With NORMAL the last commits could be lost
# though the channel has shown them. One fsync per action is cheap at the pace of a board game.
WRITER = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000")
WRITE = "BEGIN IMMEDIATE"
READER = ("PRAGMA query_only = ON", "PRAGMA busy_timeout = 5000")
# SQLite's errors if the system does not let it write, except for a full disk.
UNWRITTEN = {
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}
# What is already taken if one of these constraints is violated.
TAKEN = {
    "UNIQUE constraint failed: interactions.id": "interaction",
    "UNIQUE constraint failed: moves.table_id, moves.number": "number",
    "UNIQUE constraint failed: tables.channel_id": "channel",
}


class Statements(sqlite3.Connection):
    """A connection whose `executemany` leaves no statement open.

    Its cursor would keep the prepared statement, which the next `executemany` with the same text reuses, and would
    reset it when garbage-collected: in any thread, even while the next call binds its values. SQLite then refuses the
    next row ("bad parameter or other API misuse").
    """

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute as usual; the returned cursor is closed and has the number of changed rows."""
        cursor = super().executemany(sql, parameters)
        cursor.close()
        return cursor


class ToItsEnd(asyncio.Future[T]):
    """The future result of a transaction. A cancelled caller waits for its end first."""

    def cancel(self, msg: object = None) -> bool:
        """Refuse to be cancelled: the task remembers it, and is cancelled when it goes on."""
        return False


class Connection(aiosqlite.Connection):
    """A connection that runs work as a whole in its thread.

    Switching threads takes longer than most statements, so it is done once for all of them.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(partial(sqlite3.connect, path, isolation_level=None, factory=Statements), iter_chunk_size=64)

    async def carry_out(self, begin: str, work: Work[T]) -> T:
        """Run the work between ``begin`` and a commit, or without either; a failure leaves no trace.

        Work runs in order and to its end. The caller of a write transaction waits for that even when cancelled.
        """
        if not (self._running and self._connection):
            raise ValueError("the connection is closed")
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = ToItsEnd(loop=loop) if begin == WRITE else loop.create_future()
        self._tx.put_nowait((result, lambda: finished(self._transaction(begin, work))))
        return await result

    async def _transaction(self, begin: str, work: Work[T]) -> T:
        try:
            if begin:
                await self.run(begin)
            result = await work(self)
            if begin:
                await self.run("COMMIT")
        except BaseException:
            if self.in_transaction:
                await self.run("ROLLBACK")
            raise
        return result

    # The interface for work, which is already in the thread.

    async def run(self, sql: str, values: Sequence[Any] = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        cursor = self._conn.execute(sql, values)
        cursor.close()
        return cursor.rowcount

    async def rows(self, sql: str, values: Sequence[Any] = (), /) -> Sequence[Row]:
        """Return the rows of a query."""
        return self._conn.execute(sql, values).fetchall()

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values."""
        self._conn.executemany(sql, values)


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work that awaits only statements, which complete at once here."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("a transaction waits for something else than its statements")


class Database:
    """Two connections to one file: one writes, one reads committed data; each does one thing at a time."""

    def __init__(self, path: Path, lock: sqlite3.Connection, writer: Connection, reader: Connection):
        self.path = path
        self.coordinator = SingleProcess()
        self.partition = engine.Partition()
        self.alone = True  # the lock ensures it
        self.written = 0  # transactions
        self.unwritable: Exception | None = None
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._in_hand = Counter[Connection]()

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open or create the file, and upgrade it to the present schema.

        Raises:
            DatabaseError: it is not ours, damaged, newer, unwritable or in use; the file is left as it was.
        """
        lock = await asyncio.to_thread(prepare, path)
        opened: list[Connection] = []
        try:
            for pragmas in (WRITER, READER):
                opened.append(Connection(path))
                await opened[-1]
                opened[-1].row_factory = sqlite3.Row
                opened[-1].text_factory = read_text
                for pragma in pragmas:
                    await opened[-1].execute_fetchall(pragma)
        except BaseException as error:
            for connection in opened:
                await connection.close()
            lock.close()
            if isinstance(error, sqlite3.Error | UnicodeError):
                raise DatabaseError(f"Cannot open {path} ({nature(error)}).") from error
            raise
        return cls(path, lock, *opened)

    @property
    def used(self) -> int:
        """Return the number of connections in use."""
        return sum(count > 0 for count in self._in_hand.values())

    async def write(self, work: Work[T], *, aside: bool = False) -> T:
        """Run the work in one write transaction, one at a time."""
        try:
            with noting(self):
                return await self._transaction(self._writer, WRITE, work)
        finally:
            self.written += not aside

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed snapshot of the file.

        If the caller is cancelled, it finishes in its thread, and later requests wait for it.
        """
        return await self._transaction(self._reader, "BEGIN", work)

    async def query(self, work: Work[T]) -> T:
        """Run work of a single statement, which sees one committed snapshot by itself."""
        return await self._transaction(self._reader, "", work)

    async def _transaction(self, connection: Connection, begin: str, work: Work[T]) -> T:
        self._in_hand[connection] += 1
        try:
            return await connection.carry_out(begin, work)
        except BaseException as error:
            if str(error) in TAKEN:
                raise Conflict(TAKEN[str(error)]) from error
            if damage(error):
                # Raised without its cause, whose text may quote secrets.
                raise damaged(self.path, nature(error)) from None
            if error_code(error) == sqlite3.SQLITE_FULL:
                raise DiskFull(self.path) from None
            if unwritten(error):
                raise Unwritable(f"Cannot write to {self.path} ({error}); nothing was changed.") from None
            raise
        finally:
            self._in_hand[connection] -= 1

    async def examine(self) -> None:
        """Check every page and every index, which takes long. Raise Damaged."""

        async def work(db: engine.Connection) -> None:
            [[problem], *_] = await db.rows("PRAGMA integrity_check (1)")
            if problem != "ok":
                raise damaged(self.path, problem)

        await self.read(work)

    async def checkpoint(self) -> None:
        """Copy commits from the -wal file into the database file.

        SQLite does so by itself only after a thousand pages, which may be weeks of moves, and when the file is closed.
        """
        # Run it on the reader's connection, because an active reader of ours would keep it from finishing.
        await self._reader.execute_fetchall("PRAGMA wal_checkpoint (PASSIVE)")

    async def note_forgotten(self, player: int, at: int) -> None:
        """Record it in a file beside this one."""
        try:
            await asyncio.to_thread(note_forgotten, self.path, player, at)
        except OSError as error:
            if error.errno == ENOSPC:
                raise DiskFull(self.path) from None
            beside = forgotten_file(self.path)
            raise Unwritable(f"Cannot write to {beside} ({error.strerror}); nothing was changed.") from None

    async def forgotten(self) -> list[tuple[int, int]]:
        """Return the content of that file."""
        return await asyncio.to_thread(read_forgotten, self.path)

    async def close(self) -> None:
        """Wait for open transactions, then close the file."""
        await self._reader.close()
        await self._writer.close()
        self._lock.close()


def read_text(stored: bytes) -> str | bytes:
    """Return a stored text. Invalid UTF-8 stays bytes, so that only its own row is unreadable."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def damage(error: BaseException) -> TypeGuard[Exception]:
    """Return whether an error in a transaction comes from a damaged file.

    Its pages may be damaged, names may have vanished from its schema since it was opened, or values may be impossible.
    """
    broken = error_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    missing = ("no such column", "no such table", "foreign key mismatch")
    gone = isinstance(error, sqlite3.OperationalError) and (
        str(error).startswith(missing) or "has no column named" in str(error)
    )
    return broken or gone or isinstance(error, UnreadableRow | UnicodeError)


def unwritten(error: BaseException) -> bool:
    """Return whether the file can be read, but not written."""
    return error_code(error) == sqlite3.SQLITE_READONLY or getattr(error, "sqlite_errorcode", 0) in UNWRITTEN


def error_code(error: BaseException) -> int:
    """Return SQLite's code of an error; for other errors, the code of success."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF
