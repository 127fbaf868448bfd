"""A small pool of connections to PostgreSQL. A few are enough, because a transaction awaits only its statements."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import lru_cache
from itertools import count
from typing import Any

import asyncpg

from storage import engine
from storage.address import Address
from storage.engine import (
    Conflict,
    Damaged,
    DiskFull,
    Engine,
    Key,
    Row,
    T,
    Unavailable,
    UnreadableRow,
    Values,
    Work,
    drop_error,
    to_its_end,
)
from storage.postgres.connecting import (
    LIBPQ,
    SESSION,
    STATEMENT_TIMEOUT,
    connect,
    is_transient,
    prepare,
    retry_until_ready,
)
from storage.postgres.partition_locks import PartitionLocks
from storage.records import stamp

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 4  # Small hosted databases allow twenty in total, and several processes may share them.
ROLLBACK_TIMEOUT = 2.0  # In seconds. After this time the connection is closed.
WRITE, READ = "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
NAME = re.compile(r"(?<!:):([a-z_]+)")
# PostgreSQL's names for these functions of SQLite.
FUNCTIONS = {
    "json_group_array": "json_agg",
    "json_group_object": "json_object_agg",
    "json_array": "json_build_array",
    "json_object": "json_build_object",
    "instr": "strpos",
}
FUNCTION = re.compile(rf"\b({'|'.join(FUNCTIONS)})\b(?= ?\()")
# What is already taken if one of these constraints is violated.
TAKEN: Mapping[str, Key] = {
    "interactions_pkey": "interaction",
    "moves_pkey": "number",
    "one_open_table_in_a_channel": "channel",
    "daily_attempts_pkey": "attempt",
}


@lru_cache(1000)
def translated(sql: str) -> tuple[str, list[str]]:
    """Return the statement in PostgreSQL's syntax, and the names of its values in order, if they have names."""
    names, number = list(dict.fromkeys(NAME.findall(sql))), count(1)
    sql = NAME.sub(lambda found: f"${names.index(found[1]) + 1}", sql)
    sql = re.sub(r"\?", lambda _: f"${next(number)}", sql)
    return FUNCTION.sub(lambda found: FUNCTIONS[found[1]], sql), names


def with_values(sql: str, values: Values) -> list[Any]:
    """Return the statement in PostgreSQL's syntax, followed by its values as the database stores them."""
    sql, names = translated(sql)
    return [sql, *stored([values[name] for name in names] if isinstance(values, Mapping) else values)]


def stored(values: Iterable[object]) -> list[object]:
    """Return values in the form in which the database stores them."""
    return [stamp(value) if isinstance(value, datetime) else value for value in values]


class Connection(engine.Connection):
    """An asyncpg connection with the storage's interface."""

    def __init__(self, raw: asyncpg.Connection) -> None:
        self._raw = raw

    async def run(self, sql: str, values: Values = (), /) -> int:
        """Execute a statement. Return the number of rows written."""
        done: str = await self._raw.execute(*with_values(sql, values))
        rows = done.rpartition(" ")[2]
        return int(rows) if rows.isdecimal() else 0

    async def rows(self, sql: str, values: Values = (), /) -> Sequence[Row]:
        """Return the rows of a query."""
        return list(map(dict, await self._raw.fetch(*with_values(sql, values))))

    async def many(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each sequence of values."""
        if some := list(map(stored, values)):
            await self._raw.executemany(translated(sql)[0], some)


async def unchanged(raw: asyncpg.Connection) -> None:
    """Skip asyncpg's reset of a returned connection, because our transactions leave no session state behind."""


class Database(Engine):
    """A pool of connections to one database."""

    alone = False

    def __init__(self, address: Address, pool: asyncpg.Pool) -> None:
        super().__init__(PartitionLocks(lambda: connect(address, "miasma slot")))
        self.address = address
        self._pool = pool

    @classmethod
    async def open(cls, address: Address) -> "Database":
        """Connect, and upgrade the database to the current schema.

        Raise DatabaseError if the server can't be reached, or the database is another program's, too new or unwritable.
        It is then left unchanged.
        """
        await prepare(lambda: connect(address, "miasma"), address)
        pool = await retry_until_ready(
            lambda: asyncpg.create_pool(
                address.without(*LIBPQ),
                min_size=1,
                max_size=MAX_CONNECTIONS,
                reset=unchanged,
                command_timeout=STATEMENT_TIMEOUT,
                statement_cache_size=500,
                max_cached_statement_lifetime=0,
                server_settings={**SESSION, "application_name": "miasma"},
            ),
            address,
        )
        return cls(address, pool)

    @property
    def used(self) -> int:
        """Return the number of connections in use."""
        return int(self._pool.get_size() - self._pool.get_idle_size())

    @asynccontextmanager
    async def _writer(self) -> AsyncIterator[asyncpg.Connection]:
        with self._named_errors():
            async with self._pool.acquire(timeout=STATEMENT_TIMEOUT) as raw:
                yield raw

    async def _write(self, connection: asyncpg.Connection, work: Work[T]) -> T:
        with self._named_errors():
            return await carry_out(connection, WRITE, work)

    async def _read(self, work: Work[T]) -> T:
        return await self._aside(READ, work)

    async def _query(self, work: Work[T]) -> T:
        return await self._aside("", work)

    async def _aside(self, begin: str, work: Work[T]) -> T:
        """Read in a separate task. Cancelling the caller doesn't cancel the task, so the connection stays open."""
        task = asyncio.create_task(self._attempt(begin, work))
        task.add_done_callback(drop_error)
        return await asyncio.shield(task)

    async def _attempt(self, begin: str, work: Work[T]) -> T:
        with self._named_errors():
            async with self._pool.acquire(timeout=STATEMENT_TIMEOUT) as raw:
                return await carry_out(raw, begin, work)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Raise the storage's own errors in place of the driver's."""
        try:
            yield
        except UnreadableRow:
            raise Damaged(f"{self.address} is damaged. Restore a backup; nothing was changed.") from None
        except asyncpg.UniqueViolationError as error:
            if error.constraint_name in TAKEN:
                raise Conflict(TAKEN[error.constraint_name]) from error
            raise
        except asyncpg.DiskFullError:
            raise DiskFull(self.address) from None
        except Exception as error:
            if is_transient(error):
                # Raised without its cause, whose text may quote secrets.
                raise Unavailable(f"{self.address} is not available ({type(error).__name__}).") from None
            raise

    async def note_forgotten(self, player: int, at: int) -> None:
        """Log that a player was forgotten.

        No file records it, so the host has to repeat the deletion after restoring a backup.
        """
        log.info("deleted the personal data of player %s; repeat this after restoring an older backup", player)

    async def close(self) -> None:
        """Wait for open transactions, then close the database."""
        await self.coordinator.close()
        await to_its_end(self._pool.close())  # cancelled, it would break the connections off


async def carry_out(raw: asyncpg.Connection, begin: str, work: Work[T]) -> T:
    """Run the work between ``begin`` and a commit, or without a transaction if "". A failure leaves no trace."""
    try:
        if begin:
            await raw.execute(begin)
        result = await work(Connection(raw))
        if begin:
            await raw.execute("COMMIT")
    except BaseException as error:
        if isinstance(error, asyncio.CancelledError | TimeoutError | asyncpg.InternalClientError):
            raw.terminate()  # it has taken long enough; the server rolls back for a lost client
        elif raw.is_in_transaction():
            try:
                await raw.execute("ROLLBACK", timeout=ROLLBACK_TIMEOUT)
            except Exception:
                raw.terminate()
        raise
    return result
