"""The interface of a database. Two engines implement it, and the storage's parts use the same SQL for both."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

T = TypeVar("T")
Row = Mapping[str, Any]  # a row of a result: values by column name
Values = Sequence[Any] | Mapping[str, Any]  # the values for a statement, in order or by name

IDENTIFY_INTERVAL = 5.0  # Seconds between two new connections to Discord, per key.


class DatabaseError(Exception):
    """The database cannot be used. The message says why and what to do; the stored data is unchanged."""


class Damaged(DatabaseError):
    """The stored data cannot be read. The message reveals none of it."""


class Unavailable(DatabaseError):
    """The database does not answer in time, or can't be read now. Nothing is stored, unless a commit was cut off."""


class Unwritable(DatabaseError):
    """The data can't be written. Everything stored before is unchanged."""


class DiskFull(Unwritable):
    """The data can't be written, because the disk is full."""

    def __init__(self, where: object) -> None:
        super().__init__(f"Cannot write to {where}: the disk is full. Free some space; nothing was changed.")


class UnreadableRow(Exception):
    """A stored row has an impossible value: the database is damaged."""


class UnsupportedText(ValueError):
    """The text cannot be stored in every database."""


def storable(*texts: str) -> None:
    """Raise UnsupportedText if some database cannot store one of these texts."""
    if "\0" in "".join(texts):
        raise UnsupportedText("a text contains a NUL")


Key = Literal["number", "channel", "interaction", "plan", "attempt"]


class Conflict(Exception):
    """A row has changed, or the key of a new row is taken."""

    def __init__(self, what: Key) -> None:
        super().__init__(f"taken already: {what}")
        self.what = what


class Connection(ABC):
    """An open transaction.

    A statement uses either ``?`` placeholders with values in order, or ``:name`` placeholders with values by name.
    Datetime values are stored as whole milliseconds.
    """

    @abstractmethod
    async def run(self, sql: str, values: Values = (), /) -> int:
        """Execute a statement. Return the number of rows written."""

    @abstractmethod
    async def rows(self, sql: str, values: Values = (), /) -> Sequence[Row]:
        """Return the rows of a query."""

    @abstractmethod
    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values."""

    async def insert(self, table: str, conflict: str = "", /, **row: object) -> int:
        """Insert a row, given as values by column. Return the number of rows written.

        ``conflict`` is an ``ON CONFLICT`` clause.
        """
        return await self.run(f"{insert_sql(table, row)} {conflict}", (*row.values(),))

    async def insert_all(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]], conflict: str = "", /
    ) -> None:
        """Insert rows with these columns, in one statement. ``conflict`` is an ``ON CONFLICT`` clause."""
        if rows:
            sql = f"{insert_sql(table, columns, len(rows))} {conflict}"
            await self.run(sql, [value for row in rows for value in row])

    async def put(self, table: str, /, *key: str, **row: object) -> int:
        """Insert a row, or update the one with the same values in the columns ``key``.

        Return the number of rows written.
        """
        return await self.insert(table, or_update(key, row), **row)


def insert_sql(table: str, columns: Collection[str], rows: int = 1) -> str:
    """Return the statement that inserts this many rows with these columns."""
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"


def or_update(key: Collection[str], columns: Iterable[str]) -> str:
    """Return the clause of an insert that updates a row with the same values in the columns ``key``."""
    changes = [f"{name} = excluded.{name}" for name in columns if name not in key]
    return f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(changes)}"


class Partition(NamedTuple):
    """The tables that one process handles: those of some servers, assigned by Discord's sharding formula.

    A process has the shards whose number modulo the number of processes is its slot. The number of shards is a multiple
    of the number of processes, so the same formula on the server's id works for any number of shards.
    """

    slot: int = 0
    processes: int = 1

    def slot_of(self, guild_id: int | None) -> int:
        """Return the slot of this server. DMs, which belong to no server, have slot 0."""
        return ((guild_id or 0) >> 22) % self.processes

    def has(self, guild_id: int | None) -> bool:
        """Return whether this server is in the partition."""
        return self.slot_of(guild_id) == self.slot


class Coordinator:
    """The coordination of several processes on one database. This base class serves a single process.

    The safety of games does not depend on it: if it failed, work might be done twice, but never wrongly.
    """

    def __init__(self) -> None:
        self.on_wake: Callable[[int], None] = lambda table_id: None  # another process stored something for a table
        self.on_lost: Callable[[], None] = lambda: None  # another process has our slot, or may soon have it
        self.on_time: Callable[[datetime], None] = lambda moment: None  # called with the time of the server
        self.standby = False  # whether all slots are taken, and this process waits for one
        self._identify_at: dict[int, float] = {}  # by key: when the next connection may identify

    async def take(self, processes: int) -> Partition:
        """Wait for a free slot and take it. Raise DatabaseError if this number of processes is not possible."""
        if processes > 1:
            raise DatabaseError("MIASMA_PROCESSES is greater than 1, which needs PostgreSQL. Set DATABASE_URL.")
        return Partition()

    async def agree_on_shards(self, shards: int) -> None:
        """Set the number of shards for all processes. Raise DatabaseError if a running process uses another number."""

    async def agreed_shards(self) -> int | None:
        """Return the number of shards that the running processes use, or None if none has set it."""
        return None

    async def wake(self, slot: int, table_id: int) -> None:
        """Wake the process of another slot after storing something for this table.

        If the message is lost, that process acts at its next tick.
        """

    async def acquire_identify(self, key: int) -> None:
        """Wait until this process may connect to Discord with this key: at most once every `IDENTIFY_INTERVAL`."""
        loop = asyncio.get_running_loop()
        at = max(self._identify_at.get(key, 0.0), loop.time())
        self._identify_at[key] = at + IDENTIFY_INTERVAL
        await asyncio.sleep(at - loop.time())

    @asynccontextmanager
    async def run_once(self) -> AsyncIterator[bool]:
        """Yield True to the one process that works for all. The others wait until it is done, then get False."""
        yield True

    async def close(self) -> None:
        """Release the slot."""


Work = Callable[[Connection], Coroutine[Any, Any, T]]


class Engine(ABC):
    """An open database.

    Raises:
        Conflict: a row has changed, or the key of a new row is taken.
        Damaged: the engine can't read the stored data, or a row has impossible values.
        Unavailable: the database does not answer, or can't be read now.
        Unwritable: the database can't be written now; DiskFull: because the disk is full.
    """

    alone: ClassVar[bool]  # whether no other process can have the database open

    def __init__(self, coordinator: Coordinator) -> None:
        self.coordinator = coordinator  # how processes divide the work
        self.partition = Partition()  # the tables that this process handles
        self.unwritable: Exception | None = None  # why the last write transaction failed to write
        self._finished_writes = 0

    @property
    def written(self) -> int | None:
        """Return the number of finished writes that invalidate cached reads (None: other processes may write, too)."""
        return self._finished_writes if self.alone else None

    @property
    @abstractmethod
    def used(self) -> int:
        """Return the number of connections in use."""

    async def write(self, work: Work[T], *, aside: bool = False) -> T:
        """Run the work in one atomic write transaction. Re-raise the error if it fails.

        If the caller is cancelled before the transaction begins, nothing happens. Once it has begun, it runs to its end
        in a task of its own, and the caller keeps its locks until then, however often it is cancelled. This is why the
        work is a function: a block of the caller's own code would be cancelled with the caller. ``aside``: don't
        invalidate cached reads, because they stay valid or the caller replaces them.
        """
        try:
            async with self._writer() as connection:
                result = await to_its_end(self._note_whether_writable(self._write(connection, work)))
        except BaseException:
            self._finished_writes += 1  # A caller that was cancelled doesn't know whether its work was stored.
            raise
        self._finished_writes += not aside
        return result

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed snapshot of the database. A cancelled caller does not wait for it to end."""
        return await self._read(work)

    async def query(self, sql: str, values: Values, read: Callable[[Sequence[Row]], T]) -> T:
        """Run a query on one committed snapshot. Return what ``read`` makes of its rows."""

        async def work(db: Connection) -> T:
            return read(await db.rows(sql, values))

        return await self._query(work)

    async def _note_whether_writable(self, transaction: Coroutine[Any, Any, T]) -> T:
        try:
            result = await transaction
        except Unwritable as error:
            self.unwritable = error
            raise
        self.unwritable = None
        return result

    @abstractmethod
    def _writer(self) -> AbstractAsyncContextManager[Any]:
        """Wait until this task may write, and yield the connection for `_write`."""

    @abstractmethod
    async def _write(self, connection: Any, work: Work[T]) -> T:
        """Run the work in a write transaction on this connection. A failed transaction leaves no trace."""

    @abstractmethod
    async def _read(self, work: Work[T]) -> T:
        """Run the work in a transaction on one committed snapshot."""

    @abstractmethod
    async def _query(self, work: Work[T]) -> T:
        """Run the work, a single query, without a transaction."""

    async def checkpoint(self, *, emptied: bool = False) -> None:  # noqa: B027 - an engine may need none
        """Write recent commits to the file, so that a plain copy of it is almost up to date.

        ``emptied``: also empty the journal, which would keep deleted data for a while.
        """

    async def delete_old_copies(self, now: datetime) -> None:  # noqa: B027 - as above
        """Delete the copies made automatically before updates and restores, if they are older than a month."""

    @abstractmethod
    async def note_forgotten(self, player: int, at: int) -> None:
        """Record outside the database that a player was forgotten, in case an older backup brings the data back."""

    async def forgotten(self) -> list[tuple[int, int]]:
        """Return the forgotten players and when they were forgotten, or [] if the engine doesn't record them."""
        return []

    @abstractmethod
    async def close(self) -> None:
        """Wait for open transactions, then close the database."""


async def to_its_end(transaction: Coroutine[Any, Any, T]) -> T:
    """Run a transaction in its own task and return its result. A cancelled caller still waits until it ends.

    An error of the transaction is raised, or dropped if the caller is cancelled, because asyncio would log its text,
    which may be secret.
    """
    task = asyncio.create_task(transaction)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    drop_error(task)
    raise cancelled


def drop_error(task: asyncio.Task[Any]) -> None:
    """Retrieve the error of a finished task that has no waiter, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()
