"""Open connections to PostgreSQL, wait for the server, interpret errors, and prepare the database.

A database that belongs to another program, or has an incompatible schema, is refused and left unchanged.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import asyncpg

from storage.address import Address
from storage.engine import DatabaseError

log = logging.getLogger(__name__)
# asyncpg logs each of its own attempts to reconnect, with a traceback.
logging.getLogger("asyncpg").setLevel(logging.CRITICAL)

T = TypeVar("T")

MIGRATIONS = Path(__file__).with_name("migrations")
SCHEMA_LOCK = 0x4D49_4153  # "MIAS": the advisory lock for schema changes.
OLDEST_SERVER = 14
MIGRATION_TIMEOUT = 3600.0  # In seconds.
CONNECT_TIMEOUT, RETRY_INTERVAL = 60.0, 1.0  # In seconds.
STATEMENT_TIMEOUT = 10.0  # In seconds.
LOCK_TIMEOUT = 5000  # In milliseconds: a process that was cut off blocks the others for no longer.
# The settings of each session: whatever the server's default, a confirmed move is on the disk.
SESSION = {
    "synchronous_commit": "on",
    "timezone": "UTC",
    "statement_timeout": str(int(STATEMENT_TIMEOUT * 1000)),
    "lock_timeout": str(LOCK_TIMEOUT),
    "idle_in_transaction_session_timeout": str(LOCK_TIMEOUT),
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
# Parameters of libpq that asyncpg would pass on to the server, which does not know them.
LIBPQ = ("channel_binding", "connect_timeout", "gssencmode")
# Errors of asyncpg when a connection is lost during any request.
CONNECTION_LOST = (asyncpg.InterfaceError, asyncpg.InternalClientError)
# The server is stopping, starting, full or slow, or another transaction was in the way.
TRANSIENT_STATES = ("08", "40", "53", "57", "25P03", "55P03")
# Server errors that prevent a start, and their messages to the host.
REFUSALS: dict[type[Exception], str] = {
    asyncpg.InvalidPasswordError: "{where} rejected the user or password in DATABASE_URL.",
    asyncpg.InvalidAuthorizationSpecificationError: "{where} does not allow the user in DATABASE_URL to connect.",
    asyncpg.InvalidCatalogNameError: "{where} does not exist. Create it, or name another one in DATABASE_URL.",
    asyncpg.InsufficientPrivilegeError: "The user in DATABASE_URL lacks the privileges to use tables in {where}.",
    asyncpg.DiskFullError: "Cannot write to {where}: the disk of the server is full.",
    asyncpg.ReadOnlySQLTransactionError: "{where} is read-only. Use the primary server, not a replica.",
    asyncpg.ProtocolViolationError: "{where} seems to be a connection pooler that does not support session settings."
    " Use the direct address of the server.",
    asyncpg.UndefinedObjectError: "DATABASE_URL sets a parameter that {where} does not know.",
    asyncpg.ClientConfigurationError: "DATABASE_URL contains a parameter or value that is not supported.",
}


async def connect(address: Address, name: str) -> asyncpg.Connection:
    """Open one asyncpg connection with our settings. ``name`` is the name shown in the server's list of connections."""
    return await asyncpg.connect(
        address.without(*LIBPQ),
        command_timeout=STATEMENT_TIMEOUT,
        server_settings={**SESSION, "application_name": name},
    )


async def retry_until_ready(work: Callable[[], Awaitable[T]], where: Address) -> T:
    """Run work that connects, retrying it while the server isn't ready, and return its result.

    Raise DatabaseError if the server refuses the connection, or isn't ready in time.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + CONNECT_TIMEOUT
    told = False
    while True:
        try:
            return await work()
        except tuple(REFUSALS) as error:
            said = next(text for kind, text in REFUSALS.items() if isinstance(error, kind))
            raise DatabaseError(said.format(where=where)) from None
        except (asyncpg.PostgresError, *CONNECTION_LOST, OSError, ValueError) as error:
            kind = type(error).__name__
            if not is_transient(error):
                raise DatabaseError(f"Cannot use {where} ({kind}).") from None
            if loop.time() + RETRY_INTERVAL > end:
                raise DatabaseError(f"Cannot connect to {where} ({kind}). Is the server running?") from None
            if not told:
                log.warning("%s is not available yet (%s); retrying", where, kind)
                told = True
        await asyncio.sleep(RETRY_INTERVAL)


def is_transient(error: Exception) -> bool:
    """Return whether an error is temporary: the database does not answer now, but may do so later."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(TRANSIENT_STATES)
    return isinstance(error, (OSError, *CONNECTION_LOST)) and not isinstance(error, ValueError)


def migrations() -> list[tuple[int, Path]]:
    """Return the migration scripts with their numbers, in order. The first creates the whole schema of that number."""
    return sorted((int(script.name[:4]), script) for script in MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))


async def check(where: Address) -> int:
    """Return the number of the database's last migration (0: empty). Raise DatabaseError if it can't be used."""

    async def attempt() -> int:
        connection = await connect(where, "miasma check")
        try:
            await examine(connection, where)
            return await read_schema(connection, where)
        finally:
            connection.terminate()

    return await retry_until_ready(attempt, where)


async def prepare(connect: Callable[[], Awaitable[asyncpg.Connection]], where: Address) -> None:
    """Check the database and upgrade it. Raise DatabaseError if it cannot be used."""

    async def attempt() -> None:
        connection = await connect()
        try:
            await examine(connection, where)
            await upgrade(connection, where)
        finally:
            connection.terminate()

    await retry_until_ready(attempt, where)


async def examine(connection: asyncpg.Connection, where: Address) -> None:
    """Raise DatabaseError if the server can't be used. Log a warning if it may lose confirmed commits."""
    version = int(await connection.fetchval("SHOW server_version_num")) // 10000
    if version < OLDEST_SERVER:
        raise DatabaseError(f"{where} runs PostgreSQL {version}. Version {OLDEST_SERVER} or newer is required.")
    if await connection.fetchval("SHOW server_encoding") != "UTF8":
        create = "createdb --encoding=UTF8 --template=template0 NAME"
        raise DatabaseError(f"{where} has the wrong encoding. Create a database with the encoding UTF8: {create}")
    if await connection.fetchval("SHOW transaction_read_only") == "on":
        raise DatabaseError(f"{where} is read-only. Use the primary server, not a replica.")
    if await connection.fetchval("SHOW fsync") == "off":
        log.warning("fsync is off on the server of %s: a power failure can lose moves", where)


async def upgrade(connection: asyncpg.Connection, where: Address) -> None:
    """Run the missing migrations, each in its own transaction, one process at a time.

    Raise DatabaseError if one fails.
    """
    scripts = migrations()
    newest = scripts[-1][0]
    schema = await read_schema(connection, where)
    if schema >= newest:
        return
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


async def read_schema(connection: asyncpg.Connection, where: Address) -> int:
    """Return the number of the last migration (0: empty).

    Raise DatabaseError if the database is not ours, or too new.
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
