"""The interface of a database. Two engines implement it, and the SQL statements are the same for both."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar, overload

T = TypeVar("T")

IDENTIFY_INTERVAL = 5.0  # Seconds between two new connections to Discord, per key.


class DatabaseError(Exception):
    """The database cannot be used. The message says why and what to do; the stored data is unchanged."""


class Damaged(DatabaseError):
    """The stored data cannot be read. The message reveals none of it."""


class Unavailable(DatabaseError):
    """The database does not answer in time. Nothing is stored, unless the connection broke while the commit was
    confirmed.
    """


class Unwritable(DatabaseError):
    """The data can't be written. Everything stored before is unchanged."""


class DiskFull(Unwritable):
    """The data can't be written because the disk is full."""

    def __init__(self, where: object) -> None:
        super().__init__(f"Cannot write to {where}: the disk is full. Free some space; nothing was changed.")


class UnsupportedText(ValueError):
    """A text that some database cannot store."""


class Conflict(Exception):
    """The key of a new row is already taken: ``what`` is "number", "channel" or "interaction"."""

    def __init__(self, what: str) -> None:
        super().__init__(f"taken already: {what}")
        self.what = what


class Row(Protocol):
    """A row of a result: its values by the order of the columns, and by their names."""

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int | str, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Sequence[Any]: ...
    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...


class Connection(Protocol):
    """An open transaction. Placeholders are ``?``, or ``?1``, ``?2`` and so on if a value is used twice."""

    async def run(self, sql: str, values: Sequence[object] = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        ...

    async def rows(self, sql: str, values: Sequence[object] = (), /) -> Sequence[Row]:
        """Return the rows of a query."""
        ...

    async def many(self, sql: str, values: Iterable[Sequence[object]], /) -> None:
        """Execute a statement once for each sequence of values."""
        ...


@dataclass(frozen=True)
class Partition:
    """The tables that one process handles: those of some servers, as Discord distributes them over shards.

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


class Coordinator(Protocol):
    """How several processes on one database divide the work.

    The safety of games does not depend on it: if it failed, work would be done twice, but never wrongly.
    """

    on_wake: Callable[[int], None]  # another process has stored something to post for this table
    on_lost: Callable[[], None]  # another process has the slot, or may soon
    on_time: Callable[[datetime], None]  # the time of the database, which all processes share
    standby: bool  # whether all slots are taken, and this process waits for one

    async def take(self, processes: int) -> Partition:
        """Wait for a free slot and take the first one.

        Raises:
            DatabaseError: others run with another number of processes, or only one process is possible.
        """
        ...

    async def agree_on_shards(self, shards: int) -> None:
        """Set the number of shards for all processes. Raise DatabaseError if running ones use another number."""
        ...

    async def agreed_shards(self) -> int | None:
        """Return the number of shards of the running processes, or None."""
        ...

    async def wake(self, slot: int, table_id: int) -> None:
        """Wake the process of another slot after storing something for it. A lost message costs one tick."""
        ...

    async def acquire_identify(self, key: int) -> None:
        """Wait until this process may connect to Discord: of all processes, one every five seconds per key."""
        ...

    def run_once(self) -> AbstractAsyncContextManager[bool]:
        """Let one process do work for all. Yield False to a process that had to wait while another did it."""
        ...

    async def close(self) -> None:
        """Release the slot."""
        ...


Work = Callable[[Connection], Coroutine[Any, Any, T]]


class Engine(Protocol):
    """An open database.

    Raises:
        Conflict: a number, channel or interaction to be written is already taken.
        Damaged: the stored data is unreadable for the engine or for us.
        Unavailable: it does not answer.
        Unwritable: it can be read, but not written; DiskFull: because the disk is full.
    """

    unwritable: Exception | None  # why the last write transaction failed to write, or None
    partition: Partition  # the tables that this process handles
    alone: bool  # whether no other process can have the database open

    @property
    def written(self) -> int | None:
        """Return the number of finished write transactions without ``aside``; None: other processes write, too."""
        ...

    @property
    def coordinator(self) -> Coordinator:
        """Return how processes divide the work."""
        ...

    @property
    def used(self) -> int:
        """Return the number of connections in use."""
        ...

    async def write(self, work: Work[T], *, aside: bool = False) -> T:
        """Run the work in one atomic write transaction; if it fails, re-raise the error.

        It awaits only its statements. A cancelled caller still waits for the end of the transaction, so that the
        caller's locks are held until then. ``aside``: it changes no tables or people, so cached reads stay valid.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed snapshot of the database."""
        ...

    async def query(self, sql: str, values: Sequence[object], read: Callable[[Sequence[Row]], T]) -> T:
        """Return what ``read`` makes of the rows of a query, which sees one committed snapshot by itself."""
        ...

    async def examine(self) -> None:
        """Check for damage, as far as the engine leaves that to us."""
        ...

    async def checkpoint(self) -> None:
        """Write recent commits to the file, so that a plain copy of it lacks only the last moments."""
        ...

    async def note_forgotten(self, player: int, at: int) -> None:
        """Record outside the database that a player was forgotten, so that a restored backup forgets them again."""
        ...

    async def forgotten(self) -> list[tuple[int, int]]:
        """Return the recorded players and times."""
        ...

    async def close(self) -> None:
        """Wait for open transactions, then close the database."""
        ...


def rows_of(sql: str, values: Sequence[object], read: Callable[[Sequence[Row]], T]) -> Work[T]:
    """Return work that executes a query, and returns what ``read`` makes of its rows."""

    async def work(db: Connection) -> T:
        return read(await db.rows(sql, values))

    return work


async def to_its_end(transaction: Awaitable[T]) -> T:
    """Return the result of a transaction. A cancelled caller waits for its end first."""
    task = asyncio.ensure_future(transaction)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


@contextmanager
def noting(engine: Engine) -> Iterator[None]:
    """Record in ``engine.unwritable`` whether this write transaction could be written."""
    try:
        yield
    except Unwritable as error:
        engine.unwritable = error
        raise
    engine.unwritable = None
