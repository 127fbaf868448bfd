"""Which tests `make check` leaves out: those marked slow, by themselves or for what they run on. Where files lie."""

import gc
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.memory import folder_in_memory

if TYPE_CHECKING:
    from storage import Address
    from tests.storage.postgres.server import Server

# Fixtures: a bot on the simulated Discord, a browser, a local table, a PostgreSQL server.
SLOW = {"sim", "browser", "two_games", "server"}
# Objects that are made before the collector of garbage looks at them, how often it does before it looks also at those
# that stayed, and how often it does that before it looks at all; Python's own numbers are 700, 10 and 10.
YOUNG, OLDER, ALL = 10_000, 10, 60

if memory := folder_in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


# Who tests works for seconds on end, and does so with fewer changes of who has a core where it is not in a hurry.
if hasattr(os, "SCHED_BATCH"):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))

gc.disable()  # until all is collected: what is imported stays
os.environ.pop("DATABASE_URL", None)  # somebody's games are no place for tests


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that run on a whole bot, in a browser or on PostgreSQL, also as one engine of two."""
    for item in items:
        if isinstance(item, pytest.Function):
            chosen = item.callspec.params.values() if hasattr(item, "callspec") else ()
            if SLOW & set(item.fixturenames) or "postgres" in chosen:
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Let the collector of garbage leave alone what was collected, which stays, and look less often at what comes.

    Games are made of very many small objects: it took up to a quarter of the time of their tests. This is so, too, in
    the process that deals the tests out to others, which collects none.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(YOUNG, OLDER, ALL)


@pytest.fixture(scope="session")
def server() -> "Iterator[Server]":
    """A PostgreSQL server, started by whoever is the first to want it."""
    from tests.storage.postgres.server import serving

    with serving() as server:
        yield server


@pytest.fixture
async def address(server: "Server") -> "AsyncIterator[Address]":
    """A database of its own with the present schema and nothing in it."""
    address = await server.games()
    yield address
    server.drop(address)


@pytest.fixture
async def empty(server: "Server") -> "AsyncIterator[Address]":
    """A database of its own without anything."""
    address = await server.database()
    yield address
    server.drop(address)
