"""Connections to PostgreSQL: how to open one, wait for the server, and interpret errors."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg

from storage.address import Address
from storage.engine import DatabaseError

log = logging.getLogger(__name__)
# asyncpg logs each of its own attempts to reconnect, with a traceback.
logging.getLogger("asyncpg").setLevel(logging.CRITICAL)

T = TypeVar("T")

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


async def connect(address: Address, name: str) -> Any:
    """Open one asyncpg connection with our settings; ``name``: how the server's operator sees it."""
    return await asyncpg.connect(
        address.without(*LIBPQ),
        command_timeout=STATEMENT_TIMEOUT,
        server_settings={**SESSION, "application_name": name},
    )


async def patiently(work: Callable[[], Awaitable[T]], where: Address) -> T:
    """Return the result of work that connects; start it again while the server is starting or being replaced.

    Raises:
        DatabaseError: the server refuses, or does not answer.
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
            if not passing(error):
                raise DatabaseError(f"Cannot use {where} ({kind}).") from None
            if loop.time() + RETRY_INTERVAL > end:
                raise DatabaseError(f"Cannot connect to {where} ({kind}). Is the server running?") from None
            if not told:
                log.warning("%s is not available yet (%s); retrying", where, kind)
                told = True
        await asyncio.sleep(RETRY_INTERVAL)


def passing(error: Exception) -> bool:
    """Return whether an error means that the database does not answer now, but may later."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(TRANSIENT_STATES)
    return isinstance(error, (OSError, TimeoutError, *CONNECTION_LOST)) and not isinstance(error, ValueError)
