"""The base class of the storage's parts, with queries, a cache of recent reads, and shared statements."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Sequence
from datetime import datetime
from typing import Any, Generic

from cachetools import LRUCache

from storage.engine import Connection, Engine, Row, T
from storage.failures import of_each
from storage.records import NewNotice, Record, moment, reader, records

log = logging.getLogger(__name__)

# Preferences that rows of tables contain. When they change, cached rows are out of date.
HOURS, COLOUR = ("zone", "quiet", "quiet_days"), "colour"
SEAT_PREFERENCES = (*HOURS, COLOUR)
# Whether a table ``t`` is in the partition of a process: `Partition.has` in SQL.
IN_MY_PARTITION = "coalesce((t.guild_id >> 22) % :processes, 0) = :slot"
MAX_CACHED = 256  # A cached table takes about 5 KB.


class Part:
    """A part of the storage: the operations on some tables of the database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    @property
    def _partition(self) -> dict[str, int]:
        """Return the values of `IN_MY_PARTITION` for this process."""
        return self._database.partition._asdict()

    async def _records(self, kind: type[Record], sql: str, *values: object, **named: object) -> list[Record]:
        """Run a query with positional or named values. Return a record of each row."""
        return await self._database.query(sql, named or values, records(kind))

    async def _readable(self, kind: type[Record], sql: str, *values: object, **named: object) -> list[Record]:
        """Run a query with positional or named values. Return a record of each readable row, and log the others."""

        def read(rows: Sequence[Row]) -> list[Record]:
            what = f"reading a row of {kind.__name__},"
            return of_each(log, lambda row: f"{what} {next(iter(row.values()))}", reader(kind), rows)

        return await self._database.query(sql, named or values, read)

    async def _column(self, sql: str, *values: object, **named: object) -> list[Any]:
        """Run a query with one result column, and return that column."""
        return await self._database.query(sql, named or values, column)

    async def _moments(self, sql: str, *values: object, **named: object) -> list[datetime]:
        """Run a query with one result column, which contains times, and return these."""
        return await self._database.query(sql, named or values, column_of_moments)

    async def _run(self, sql: str, *values: object, aside: bool = False, **named: object) -> int:
        """Execute a statement in a transaction of its own. Return the number of rows written."""
        return await self._database.write(lambda db: db.run(sql, named or values), aside=aside)


class ReadCache(Generic[T]):
    """A cache of the last value read for each key, valid until the next write.

    One interaction reads the same rows often. Never change a returned value.
    """

    def __init__(self, written: Callable[[], int | None]) -> None:
        """Create the cache. ``written`` counts the writes that may change its values (None: the count is unknown)."""
        self._written = written
        self._known: LRUCache[Hashable, tuple[int, T]] = LRUCache(MAX_CACHED)

    async def get(self, key: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """Return the value for this key, cached or from ``read``."""
        written = self._written()  # a write during the read must count as later than it
        if written is None:
            return await read()
        known = self._known.get(key)
        if known is not None and known[0] == written:
            return known[1]
        value = await read()
        if self._known.get(key) is known:  # otherwise `put` has stored a newer one
            self._known[key] = written, value
        return value

    async def put(self, key: Hashable, write: Awaitable[T]) -> T:
        """Run a write that returns the new value for this key. Cache the value and return it.

        The write must not change the values of other keys.
        """
        written = self._written()
        value = await write
        if written is not None:
            self._known[key] = written, value
        return value


def column(rows: Sequence[Row]) -> list[Any]:
    """Return the value of each row. Raise ValueError if there is more than one column."""
    return [value for row in rows for [value] in [row.values()]]


def column_of_moments(rows: Sequence[Row]) -> list[datetime]:
    """Return the time in each row. Raise ValueError if there is more than one column."""
    return list(map(moment, column(rows)))


def read_periods(rows: Sequence[Row]) -> list[tuple[datetime, datetime]]:
    """Return the start and the end of the period in each row."""
    return [(moment(row["begins"]), moment(row["ends"])) for row in rows]


def placeholders(count: int) -> str:
    """Return an SQL list of NULL, which equals nothing, and this many placeholders. PostgreSQL has no empty list."""
    return ", ".join(["NULL", *"?" * count])


def first_or_none(found: Sequence[T]) -> T | None:
    """Return the first item, or None if there is none."""
    return found[0] if found else None


async def put_redraw(db: Connection, table_id: int, at: datetime) -> None:
    """Schedule an update of the table's live post, unless an earlier one is scheduled."""
    earlier = "ON CONFLICT (table_id) DO UPDATE SET at = excluded.at WHERE redraws.at > excluded.at"
    await db.insert("redraws", earlier, table_id=table_id, at=at)


async def put_list(db: Connection, guild_id: int | None, at: datetime) -> None:
    """Schedule an update of the server's list, if it has one, unless an earlier update is scheduled."""
    sql = "UPDATE lists SET next_at = :at WHERE guild_id = :guild_id AND (next_at IS NULL OR next_at > :at)"
    await db.run(sql, {"at": at, "guild_id": guild_id})


async def put_notice(db: Connection, new: NewNotice) -> bool:
    """Store a notification, unless it is stored already. Return whether it is new."""
    return await db.insert("notices", "ON CONFLICT DO NOTHING", **vars(new), nonce=secrets.token_hex(8)) == 1


async def accept_interaction(db: Connection, interaction: int | None, at: datetime) -> None:
    """Record that the interaction was accepted. Raise Conflict if it was accepted before."""
    if interaction is not None:
        await db.insert("interactions", id=interaction, at=at)
