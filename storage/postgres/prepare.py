"""The database before it is used: is it ours, of our age, writable? And bringing it to the present schema.

What is refused is left as it was.
"""

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg

from storage.address import Address
from storage.engine import DatabaseError
from storage.postgres.connecting import patiently

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 0x4D49_4153  # "MIAS": whoever holds this advisory lock changes the schema
OLDEST_SERVER = 14
MIGRATION = 3600.0  # seconds that one may take


def migrations() -> list[tuple[int, Path]]:
    """The scripts with their numbers, in order; the first makes the schema of that number in an empty database."""
    return sorted((int(script.name[:4]), script) for script in MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))


async def prepare(connect: Callable[[], Awaitable[Any]], where: Address, *, migrate: bool) -> None:
    """Make the database usable.

    Raises:
        DatabaseError: it is not ours, newer, too old and not to be changed, cannot be written to or does not answer.
    """

    async def attempt() -> None:
        connection = await connect()
        try:
            await examine(connection, where)
            await upgrade(connection, where, migrate=migrate)
        finally:
            connection.terminate()

    await patiently(attempt, where)


async def examine(connection: Any, where: Address) -> None:
    """Refuse a server that cannot do what is needed, and warn of one that may lose what it has promised to keep."""
    version = int(await connection.fetchval("SHOW server_version_num")) // 10000
    if version < OLDEST_SERVER:
        raise DatabaseError(f"{where} runs PostgreSQL {version}. Version {OLDEST_SERVER} or newer is required.")
    if await connection.fetchval("SHOW server_encoding") != "UTF8":
        raise DatabaseError(f"{where} has the wrong encoding. Create a database with the encoding UTF8.")
    if await connection.fetchval("SHOW transaction_read_only") == "on":
        raise DatabaseError(f"{where} is read-only. Use the primary server, not a replica.")
    if await connection.fetchval("SHOW fsync") == "off":
        log.warning("fsync is off on the server of %s: a power failure can lose moves", where)


async def upgrade(connection: Any, where: Address, *, migrate: bool) -> None:
    """Run the migrations that the database has not had, each in one transaction, one process at a time."""
    scripts = migrations()
    newest = scripts[-1][0]
    schema = await read_schema(connection, where)
    if schema >= newest:
        return
    if schema and not migrate:  # the version before may be at work on it
        raise DatabaseError(
            f"{where} has schema {schema}, this version of the bot needs {newest}. Starting the bot migrates it."
        )
    for number, script in scripts:
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK, timeout=MIGRATION)
            if await read_schema(connection, where) >= number:
                continue  # another process was faster
            try:
                await connection.execute(script.read_text("utf-8"), timeout=MIGRATION)
            except asyncpg.InsufficientPrivilegeError:
                raise
            except asyncpg.PostgresError as error:
                raise DatabaseError(f"Migration {script.name} failed and was rolled back: {error}.") from error
            await connection.execute(
                "INSERT INTO miasma (one, schema, oldest) VALUES (1, $1, $1)"
                " ON CONFLICT (one) DO UPDATE SET schema = excluded.schema",
                number,
            )


async def read_schema(connection: Any, where: Address) -> int:
    """The number of the last migration that the database has had; 0: it is empty.

    Raises:
        DatabaseError: it is not ours, or newer than what this version can use.
    """
    # In this order: tables that another process makes in between are then ours.
    used = await connection.fetchval("SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())")
    if not await connection.fetchval("SELECT to_regclass('miasma') IS NOT NULL"):
        if used:
            raise DatabaseError(f"{where} contains tables of another program. Create a separate database for the bot.")
        return 0
    schema, oldest = await connection.fetchrow("SELECT schema, oldest FROM miasma")
    newest = migrations()[-1][0]
    if oldest > newest:
        raise DatabaseError(
            f"{where} was migrated by a newer version of the bot (schema {schema}, this one knows {newest}). "
            "Run the newer version."
        )
    return int(schema)
