"""Move an SQLite file into an empty PostgreSQL database: atomically, and without changing the file."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from storage.address import Address
from storage.engine import DatabaseError
from storage.postgres.connecting import MIGRATION_TIMEOUT, SCHEMA_LOCK, connect, prepare
from storage.sqlite import copies, file

REFERENCED = ("players", "tables", "asks")  # Insert these first, in this order.


@contextmanager
def unused_copy(path: Path) -> Iterator[Path]:
    """Yield a temporary copy of a file, with the current schema. The file is locked and never written to.

    Raise DatabaseError if it is missing, in use or damaged, or belongs to another program or a newer version.
    """
    file.must_exist(path)
    with closing(file.take_lock(path)) as lock, TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copies.copy_whole(path, copy, lock)
        file.prepare(copy).close()
        yield copy


async def migrate(copy: Path, address: Address) -> dict[str, int]:
    """Copy every row of a file into the database. Return the number of rows by table.

    Raise DatabaseError if the database can't be used, isn't empty, or differs from the file afterwards. No row is then
    copied.
    """
    await prepare(lambda: connect(address, "miasma move-database"), address)
    with closing(sqlite3.connect(copy)) as source:
        target = await connect(address, "miasma move-database")
        try:
            async with target.transaction():
                return await copy_all(source, target, address)
        except asyncpg.CharacterNotInRepertoireError:
            raise DatabaseError(
                f"{copy.name} contains a text that PostgreSQL cannot store. Nothing was moved."
            ) from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise DatabaseError(f"Copying to {address} failed ({type(error).__name__}) and was rolled back.") from None
        finally:
            target.terminate()


async def copy_all(source: sqlite3.Connection, target: asyncpg.Connection, address: Address) -> dict[str, int]:
    """Copy all rows within a transaction. Return the number of rows by table.

    Raise DatabaseError if the target isn't empty, or differs from the file after copying.
    """
    await target.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
    await target.execute("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK)
    tables = [*REFERENCED, *sorted(set(file.tables(source)).difference(REFERENCED))]
    for table in tables:
        if await target.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table})"):
            raise DatabaseError(f"{address} is not empty (table {table} has rows). Use an empty database.")
    given = dict(source.execute("SELECT name, seq FROM sqlite_sequence"))
    counts = {}
    for table in tables:
        columns = [str(row[1]) for row in source.execute(f"PRAGMA table_info ({table})")]
        rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        await target.copy_records_to_table(table, records=rows, columns=columns, timeout=MIGRATION_TIMEOUT)
        there = await target.fetch(f"SELECT {', '.join(columns)} FROM {table}", timeout=MIGRATION_TIMEOUT)
        if as_one(map(tuple, there)) != as_one(rows):
            raise DatabaseError(
                f"{address} differs from the file in table {table} after copying. Everything was rolled back."
            )
        counts[table] = len(rows)
    for table, column in await target.fetch(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE is_identity = 'YES' AND table_schema = current_schema()"
    ):
        last = max(await target.fetchval(f"SELECT coalesce(max({column}), 0) FROM {table}"), given.get(table, 0))
        if last:
            await target.execute("SELECT setval(pg_get_serial_sequence($1, $2), $3)", table, column, last)
    return counts


def as_one(rows: Sequence[tuple[Any, ...]] | Iterator[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the rows in a fixed order, so that they can be compared."""
    return sorted(rows, key=repr)
