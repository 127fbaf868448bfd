"""What the storage asks of a database: two engines offer it, and the statements are the same for both."""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar, overload

T = TypeVar("T")

HELD = 5.0  # seconds between two connections to Discord that begin, for each key


class DatabaseError(Exception):
    """The database cannot be used; the message says why and what to do, and what is stored is as it was."""


class Damaged(DatabaseError):
    """What is stored cannot be read. The message tells nothing of what is stored."""


class Unavailable(DatabaseError):
    """The database does not answer, or not in time. Nothing is stored, unless it was cut off while it said so."""


class Unwritable(DatabaseError):
    """What was to be stored can't be written; everything that was stored before is as it was."""


class DiskFull(Unwritable):
    """The same because the disk is full."""

    def __init__(self, where: object) -> None:
        super().__init__(f"Cannot write to {where}: the disk is full. Free some space; nothing was changed.")


class Unstorable(ValueError):
    """A text that not every database can hold."""


class Conflict(Exception):
    """What was to be written has been written already: ``what`` is "number", "channel" or "interaction"."""

    def __init__(self, what: str) -> None:
        super().__init__(f"taken already: {what}")
        self.what = what


class Row(Protocol):
    """A row that was read: its values in the order of the columns, and by their names."""

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int | str, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Sequence[Any]: ...
    def keys(self) -> Iterable[str]:
        """The names of the columns."""
        ...


class Connection(Protocol):
    """A transaction in hand. Values stand in statements as ``?``, or as ``?1``, ``?2`` ... where one comes twice."""

    async def run(self, sql: str, values: Sequence[object] = (), /) -> int:
        """Carry a statement out. Returns how many rows it has written."""
        ...

    async def rows(self, sql: str, values: Sequence[object] = (), /) -> Sequence[Row]:
        """The rows that a statement reads."""
        ...

    async def many(self, sql: str, values: Iterable[Sequence[object]], /) -> None:
        """Carry a statement out for each of these."""
        ...


@dataclass(frozen=True)
class Share:
    """The part of all tables that one process sees to: those of some servers, as Discord shares them out.

    The shards of a process are those whose number leaves its slot when it is divided by the number of processes. As
    their count is a multiple of that, so does the number of a server, whatever the count is.
    """

    slot: int = 0
    processes: int = 1

    def slot_of(self, guild_id: int | None) -> int:
        """Whose share this server is in; private conversations, in none, are in the first one."""
        return ((guild_id or 0) >> 22) % self.processes

    def has(self, guild_id: int | None) -> bool:
        """Whether this server is in the share."""
        return self.slot_of(guild_id) == self.slot


class Sharing(Protocol):
    """What several processes on one database agree on: whose part of the work is whose.

    It is no part of what keeps games safe. If it failed, work would be done twice, never wrongly.
    """

    on_wake: Callable[[int], None]  # another process has stored something that the channel of this table must hear
    on_lost: Callable[[], None]  # the slot is another's, or may soon be
    on_time: Callable[[datetime], None]  # it is this moment where all of them have their time from
    spare: bool  # whether all slots are taken, and this process waits for one

    async def take(self, processes: int) -> Share:
        """Take the first slot that is free, as soon as one is.

        Raises:
            DatabaseError: others run with another number of processes, or there can be only one.
        """
        ...

    async def agree_on_shards(self, shards: int) -> None:
        """From now on all have this number of shards. Raises DatabaseError: those that run have another one."""
        ...

    async def agreed_shards(self) -> int | None:
        """The number of shards of those that run, if any do."""
        ...

    async def tell(self, slot: int, table_id: int) -> None:
        """Wake the process of another slot, for which something was stored. A call that is lost costs a tick."""
        ...

    async def turn_to_identify(self, key: int) -> None:
        """Wait until this process may begin a connection to Discord: for each key one in five seconds, of all."""
        ...

    def once(self) -> AbstractAsyncContextManager[bool]:
        """Do what one process does for all; False for who had to wait for another that has just done it."""
        ...

    async def close(self) -> None:
        """Let the slot go."""
        ...


Work = Callable[[Connection], Coroutine[Any, Any, T]]


class Engine(Protocol):
    """A database that is open.

    Raises:
        Conflict: a number, channel or interaction that is to be written is taken.
        Damaged: the engine, or we, cannot make sense of what is stored.
        Unavailable: it does not answer.
        Unwritable: it can be read, but not written; DiskFull: because the disk is full.
    """

    unwritable: Exception | None  # why the last write transaction could not be written, if it could not
    share: Share  # of the tables, that this process sees to
    alone: bool  # whether no other process can have the database open

    @property
    def written(self) -> int | None:
        """How many write transactions have come to their end that were not ``aside``; None: other processes write."""
        ...

    @property
    def sharing(self) -> Sharing:
        """How the work is shared out among processes."""
        ...

    @property
    def used(self) -> int:
        """How many connections are in use at this moment."""
        ...

    async def write(self, work: Work[T], *, aside: bool = False) -> T:
        """Run the work in one write transaction: all of it is stored, or nothing and the error goes on.

        It waits for nothing but its statements. If the caller is cancelled, the transaction still comes to its own
        end, and the caller waits for that: no lock that it holds is let go before. ``aside``: what was read of
        tables and people is as fresh after it as before.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Run the work on one committed moment of the database."""
        ...

    async def query(self, work: Work[T]) -> T:
        """The same for work that is one statement, which sees one committed moment by itself."""
        ...

    async def examine(self) -> None:
        """Look for damage, as far as the engine leaves that to us."""
        ...

    async def checkpoint(self) -> None:
        """See to it that who copies the database as it lies there misses the last moments only."""
        ...

    async def note_forgotten(self, player: int, at: int) -> None:
        """Note outside of the database that somebody is forgotten, so that a backup put back forgets them again."""
        ...

    async def forgotten(self) -> list[tuple[int, int]]:
        """Who was noted so, and when."""
        ...

    async def close(self) -> None:
        """Wait for the transactions in hand, then let the database go."""
        ...


@contextmanager
def noting(engine: Engine) -> Iterator[None]:
    """Note in ``engine.unwritable`` whether this write transaction could be written."""
    try:
        yield
    except Unwritable as error:
        engine.unwritable = error
        raise
    engine.unwritable = None
