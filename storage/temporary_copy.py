"""Copy a database to a temporary file, so that commands can try things out without writing to the database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.address import Address
from storage.engine import DatabaseError
from storage.sqlite import copies, file

ROWS_AT_ONCE = 1000


@asynccontextmanager
async def temporary_copy(where: Path | Address) -> AsyncIterator[Path]:
    """Yield a temporary SQLite file with the database's content and schema, even while bots are using the database.

    Raise DatabaseError if it can't be used by this version, is damaged, or can't be copied.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "games.sqlite"
        if isinstance(where, Address):
            await copy_rows(where, copy)
        else:
            await asyncio.to_thread(copies.copy_whole, where, copy)
        yield copy


async def copy_rows(address: Address, copy: Path) -> None:
    """Copy every row of a PostgreSQL database, as of one moment, to a new file with the same schema.

    Raise DatabaseError if the database is empty, or can't be used or copied.
    """
    from storage.postgres import connecting  # This module needs an optional extra.

    schema = await connecting.check(address)
    if not schema:
        raise DatabaseError(f"{address} is empty.")
    await asyncio.to_thread(copy.write_bytes, file.fresh(file.migrations()[:schema]))
    connection = await connecting.retry_until_ready(lambda: connecting.connect(address, "miasma copy"), address)
    try:
        with closing(sqlite3.connect(copy)) as target:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                await connection.execute("SET LOCAL statement_timeout = 0")
                await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                for table in file.tables(target):
                    columns = [str(row[1]) for row in target.execute(f"PRAGMA table_info ({table})")]
                    query, places = f"SELECT {', '.join(columns)} FROM {table}", ", ".join("?" * len(columns))
                    rows = []
                    async for row in connection.cursor(query, prefetch=ROWS_AT_ONCE):
                        rows.append(tuple(row))
                        if len(rows) == ROWS_AT_ONCE:
                            target.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
                            rows.clear()
                    target.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
            target.commit()
    except (OSError, sqlite3.Error) as error:
        raise DatabaseError(f"Cannot copy {address} to check it ({file.reason_of(error)}).") from error
    finally:
        connection.terminate()
