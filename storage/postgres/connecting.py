"""A connection to PostgreSQL: how it is made, waited for, and what its errors mean."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg

from storage.address import Address
from storage.engine import DatabaseError

log = logging.getLogger(__name__)
# It tells each try of its own to be connected again, with a traceback.
logging.getLogger("asyncpg").setLevel(logging.CRITICAL)

T = TypeVar("T")

PATIENCE, PAUSE = 60.0, 1.0  # seconds for which a server that does not answer yet is waited for, and between two tries
STATEMENT = 10.0  # seconds in which the server must have answered one
HELD_UP = 5000  # milliseconds for which a process that was cut off may hold up the others
# How every session is: whatever the host has set, a move is on the disk when it is answered.
SESSION = {
    "synchronous_commit": "on",
    "timezone": "UTC",
    "statement_timeout": str(int(STATEMENT * 1000)),
    "lock_timeout": str(HELD_UP),
    "idle_in_transaction_session_timeout": str(HELD_UP),
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
# What libpq knows and asyncpg would hand on to the server, which does not.
LIBPQ = ("channel_binding", "connect_timeout", "gssencmode")
# What asyncpg says of a connection that goes while it is asked, in whatever it was about.
LOST = (asyncpg.InterfaceError, asyncpg.InternalClientError)
# The server is going, coming, full, or was too slow; or another transaction was in the way.
PASSING = ("08", "40", "53", "57", "25P03", "55P03")
# What the server says to a start that cannot go on, and what its host is told.
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
    """A connection of asyncpg by itself, set up like all; ``name``: as what the server's operator sees it."""
    return await asyncpg.connect(
        address.without(*LIBPQ), command_timeout=STATEMENT, server_settings={**SESSION, "application_name": name}
    )


async def patiently(work: Callable[[], Awaitable[T]], where: Address) -> T:
    """What comes of work that connects, from the start again while the server is on its way up, or changed for another.

    Raises:
        DatabaseError: it refuses, or does not answer.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    told = False
    while True:
        try:
            return await work()
        except tuple(REFUSALS) as error:
            said = next(text for kind, text in REFUSALS.items() if isinstance(error, kind))
            raise DatabaseError(said.format(where=where)) from None
        except (asyncpg.PostgresError, *LOST, OSError, ValueError) as error:
            kind = type(error).__name__
            if not passing(error):
                raise DatabaseError(f"Cannot use {where} ({kind}).") from None
            if loop.time() + PAUSE > end:
                raise DatabaseError(f"Cannot connect to {where} ({kind}). Is the server running?") from None
            if not told:
                log.warning("%s is not available yet (%s); retrying", where, kind)
                told = True
        await asyncio.sleep(PAUSE)


def passing(error: Exception) -> bool:
    """Whether an error means that the database does not answer now, but may later."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(PASSING)
    return isinstance(error, (OSError, TimeoutError, *LOST)) and not isinstance(error, ValueError)
