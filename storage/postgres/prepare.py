"""Prepare the database for use: check that it is ours, compatible and writable, and upgrade its schema.

A refused database is left as it was.
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
SCHEMA_LOCK = 0x4D49_4153  # "MIAS": the advisory lock for schema changes.
OLDEST_SERVER = 14
MIGRATION_TIMEOUT = 3600.0  # In seconds.


def migrations() -> list[tuple[int, Path]]:
    """Return the numbered scripts in order. The first creates the schema with its number in an empty database."""
    return sorted((int(script.name[:4]), script) for script in MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))


async def prepare(connect: Callable[[], Awaitable[Any]], where: Address, *, migrate: bool) -> None:
    """Check the database and upgrade it.

    Raises:
        DatabaseError: it is not ours, newer, too old without ``migrate``, not writable, or does not answer.
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
    """Refuse a server that lacks what we need, and warn of one that may lose confirmed commits."""
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
    """Run the missing migrations, each in one transaction, one process at a time."""
    scripts = migrations()
    newest = scripts[-1][0]
    schema = await read_schema(connection, where)
    if schema >= newest:
        return
    if schema and not migrate:  # the previous version may be using it
        raise DatabaseError(
            f"{where} has schema {schema}, this version of the bot needs {newest}. Starting the bot migrates it."
        )
    for number, script in scripts:
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK, timeout=MIGRATION_TIMEOUT)
            if await read_schema(connection, where) >= number:
                continue  # another process was faster
            try:
                await connection.execute(script.read_text("utf-8"), timeout=MIGRATION_TIMEOUT)
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
    """Return the number of the database's last migration; 0: it is empty.

    Raises:
        DatabaseError: it is not ours, or newer than what this version can use.
    """
    # The order matters: tables that another process creates in between are then ours.
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
