"""The SQLite connections: one write transaction at a time, and reads of committed data only."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from errno import ENOSPC
from operator import methodcaller
from pathlib import Path
from typing import Any, TypeGuard

from storage import engine
from storage.engine import Conflict, Coordinator, DatabaseError, DiskFull, Engine, Row, T, Unwritable, Work, to_its_end
from storage.records import stamp
from storage.sqlite.file import damaged, forgotten_file, nature, note_forgotten, prepare, read_forgotten

# FULL: a committed move is on the disk even if the power fails just after. With NORMAL the last commits could be lost
# though the channel has shown them. One fsync per action is cheap at the pace of a board game.
WRITER = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000")
READER = ("PRAGMA query_only = ON", "PRAGMA busy_timeout = 5000")
WRITE = "BEGIN IMMEDIATE"
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

sqlite3.register_adapter(datetime, stamp)


class Connection(engine.Connection):
    """A connection with a thread of its own, which runs work as a whole, in order and to its end.

    Switching threads takes longer than most statements, so it is done once for all of them.
    """

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._raw = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._raw.row_factory, self._raw.text_factory = sqlite3.Row, read_text
        self._is_closed = False

    def _call(self, function: Callable[..., T], *values: object) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, function, *values)

    async def carry_out(self, begin: str, work: Work[T]) -> T:
        """Run the work between ``begin`` and a commit, or without either; a failure leaves no trace.

        The caller of a write transaction waits for its end even when cancelled.
        """
        transaction = self._call(self._transaction, begin, work)
        return await (to_its_end(transaction) if begin == WRITE else transaction)

    def _transaction(self, begin: str, work: Work[T]) -> T:
        try:
            if begin:
                self._raw.execute(begin)
            result = finished(work(self))
            if begin:
                self._raw.execute("COMMIT")
        except BaseException:
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")
            raise
        return result

    async def close(self) -> None:
        """Wait for open transactions, then close the file, unless it is closed."""
        if not self._is_closed:
            self._is_closed = True
            await self._call(self._raw.close)
            self._thread.shutdown()

    # The interface for work, which is already in the thread.

    async def run(self, sql: str, values: Sequence[Any] = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        cursor = self._raw.execute(sql, values)
        cursor.close()
        return cursor.rowcount

    async def rows(self, sql: str, values: Sequence[Any] = (), /) -> Sequence[Row]:
        """Return the rows of a query."""
        return self._raw.execute(sql, values).fetchall()

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values.

        The cursor is closed at once. It would keep the prepared statement, which the next call with the same text
        reuses, and would reset it when garbage-collected: in any thread, even while the next call binds its values.
        SQLite then refuses the next row ("bad parameter or other API misuse").
        """
        self._raw.executemany(sql, values).close()


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work that awaits only statements, which complete at once here."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("a transaction waits for something else than its statements")


class Database(Engine):
    """Two connections to one file: one writes, one reads committed data; each does one thing at a time."""

    WRITE, READ = WRITE, "BEGIN"
    alone = True  # the lock ensures it

    def __init__(self, path: Path, lock: sqlite3.Connection, writer: Connection, reader: Connection):
        super().__init__(Coordinator())
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._in_hand = Counter[Connection]()

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open or create the file, and upgrade it to the present schema.

        Raise DatabaseError: it is not ours, damaged, newer, unwritable or in use; the file is left as it was.
        """
        lock = await asyncio.to_thread(prepare, path)
        opened: list[Connection] = []
        try:
            for settings in (WRITER, READER):
                opened.append(connection := Connection(path))
                for setting in settings:
                    await connection.carry_out("", methodcaller("run", setting))
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

    async def _transaction(self, begin: str, work: Work[T]) -> T:
        connection = self._writer if begin == WRITE else self._reader
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
            if error_code(error) == sqlite3.SQLITE_READONLY or getattr(error, "sqlite_errorcode", 0) in UNWRITTEN:
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
        await self.query("PRAGMA wal_checkpoint (PASSIVE)", (), list)

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
    return broken or gone or isinstance(error, engine.UnreadableRow | UnicodeError)


def error_code(error: BaseException) -> int:
    """Return SQLite's code of an error; for other errors, the code of success."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF
