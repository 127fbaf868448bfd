"""The SQLite connections: one write transaction at a time, and reads that see only what is committed."""

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
from storage.sqlite.alone import Alone
from storage.sqlite.file import damaged, forgotten_file, nature, note_forgotten, prepare, read_forgotten

# At DEBUG aiosqlite writes every statement with its values into the log, seeds of running games among them.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

# FULL: a committed move is on the disk even if the power fails the moment after. With NORMAL the last commits could be
# lost though the channel has heard of them. One fsync per action is nothing at the pace of a board game.
WRITER = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 5000")
WRITE = "BEGIN IMMEDIATE"
READER = ("PRAGMA query_only = ON", "PRAGMA busy_timeout = 5000")
# What SQLite says if the system does not let it write, but for a full disk.
UNWRITTEN = {
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}
# What is taken if a value of these columns is there already.
TAKEN = {
    "UNIQUE constraint failed: interactions.id": "interaction",
    "UNIQUE constraint failed: moves.table_id, moves.number": "number",
    "UNIQUE constraint failed: tables.channel_id": "channel",
}


class Statements(sqlite3.Connection):
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


class ToItsEnd(asyncio.Future[T]):
    """What comes of a transaction. Whoever is cancelled while they wait for it waits for its end first."""

    def cancel(self, msg: object = None) -> bool:
        """It is not: a task remembers that it was cancelled, and hears of it when it goes on."""
        return False


class Connection(aiosqlite.Connection):
    """A connection that carries work out whole in its thread.

    The way there and back takes longer than most statements; so it is gone once for all of them.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(partial(sqlite3.connect, path, isolation_level=None, factory=Statements), iter_chunk_size=64)

    async def carry_out(self, begin: str, work: Work[T]) -> T:
        """Do the work between ``begin`` and a commit, or without both; what fails leaves nothing of itself.

        It comes after whatever was asked for before, and to its end. Who waits for a transaction waits for that, too.
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

    # What work asks for; it is in the thread already.

    async def run(self, sql: str, values: Sequence[Any] = (), /) -> int:
        """Carry a statement out. Returns how many rows it has written."""
        cursor = self._conn.execute(sql, values)
        cursor.close()
        return cursor.rowcount

    async def rows(self, sql: str, values: Sequence[Any] = (), /) -> Sequence[Row]:
        """The rows that a statement reads."""
        return self._conn.execute(sql, values).fetchall()

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Carry a statement out for each of these."""
        self._conn.executemany(sql, values)


def finished(work: Coroutine[Any, Any, T]) -> T:
    """What comes of work that waits for nothing but statements, which are done as they are asked for."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("a transaction waits for something else than its statements")


class Database:
    """Two connections to one file: one writes, one reads what is committed; each does one thing after the other."""

    def __init__(self, path: Path, lock: sqlite3.Connection, writer: Connection, reader: Connection):
        self.path = path
        self.sharing = Alone()
        self.share = engine.Share()
        self.alone = True  # the lock sees to it
        self.written = 0  # transactions
        self.unwritable: Exception | None = None
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._in_hand = Counter[Connection]()

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, or make it, and bring it to the present schema.

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
        """How many connections are in use at this moment."""
        return sum(count > 0 for count in self._in_hand.values())

    async def write(self, work: Work[T], *, aside: bool = False) -> T:
        """Run the work in one write transaction, one at a time."""
        try:
            with noting(self):
                return await self._transaction(self._writer, WRITE, work)
        finally:
            self.written += not aside

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed moment of the file.

        If the caller is cancelled, it goes on in its thread to its end, and whoever asks next comes after it.
        """
        return await self._transaction(self._reader, "BEGIN", work)

    async def query(self, work: Work[T]) -> T:
        """The same for work that is one statement, which sees one committed moment by itself."""
        return await self._transaction(self._reader, "", work)

    async def _transaction(self, connection: Connection, begin: str, work: Work[T]) -> T:
        self._in_hand[connection] += 1
        try:
            return await connection.carry_out(begin, work)
        except BaseException as error:
            if str(error) in TAKEN:
                raise Conflict(TAKEN[str(error)]) from error
            if damage(error):
                # Not with the error behind it: its text may quote what is secret.
                raise damaged(self.path, nature(error)) from None
            if error_code(error) == sqlite3.SQLITE_FULL:
                raise DiskFull(self.path) from None
            if unwritten(error):
                raise Unwritable(f"Cannot write to {self.path} ({error}); nothing was changed.") from None
            raise
        finally:
            self._in_hand[connection] -= 1

    async def examine(self) -> None:
        """Look at every page and every index, which takes long. Raises Damaged."""

        async def work(db: engine.Connection) -> None:
            [[problem], *_] = await db.rows("PRAGMA integrity_check (1)")
            if problem != "ok":
                raise damaged(self.path, problem)

        await self.read(work)

    async def checkpoint(self) -> None:
        """Bring what was committed into the file itself: until then it stands in the -wal file beside it.

        SQLite does so by itself only after a thousand pages, which may be weeks of moves, and when the file is closed.
        """
        # On the reader's connection: a reader of ours would keep it from coming to the end.
        await self._reader.execute_fetchall("PRAGMA wal_checkpoint (PASSIVE)")

    async def note_forgotten(self, player: int, at: int) -> None:
        """Note it in a file beside this one."""
        try:
            await asyncio.to_thread(note_forgotten, self.path, player, at)
        except OSError as error:
            if error.errno == ENOSPC:
                raise DiskFull(self.path) from None
            beside = forgotten_file(self.path)
            raise Unwritable(f"Cannot write to {beside} ({error.strerror}); nothing was changed.") from None

    async def forgotten(self) -> list[tuple[int, int]]:
        """What stands there."""
        return await asyncio.to_thread(read_forgotten, self.path)

    async def close(self) -> None:
        """Wait for the transactions in hand, then let the file go."""
        await self._reader.close()
        await self._writer.close()
        self._lock.close()


def read_text(stored: bytes) -> str | bytes:
    """A text as it was stored. What is no text stays bytes: so only its own row cannot be read."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def damage(error: BaseException) -> TypeGuard[Exception]:
    """Whether an error in a transaction comes of a damaged file: of its pages, of names that have gone from its schema
    since it was opened, or of values that make no sense."""
    broken = error_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    missing = ("no such column", "no such table", "foreign key mismatch")
    gone = isinstance(error, sqlite3.OperationalError) and (
        str(error).startswith(missing) or "has no column named" in str(error)
    )
    return broken or gone or isinstance(error, UnreadableRow | UnicodeError)


def unwritten(error: BaseException) -> bool:
    """Whether the file can be read, but not written."""
    return error_code(error) == sqlite3.SQLITE_READONLY or getattr(error, "sqlite_errorcode", 0) in UNWRITTEN


def error_code(error: BaseException) -> int:
    """SQLite's own number of an error; that of no error for any other."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF
