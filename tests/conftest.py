"""Fixtures for all tests, where their files are kept, and the marks of slow tests, which `make check` leaves out."""

import gc
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from renderer.canvas.memory import LARGE_CACHE, PACKED_CACHE, SPRITE_CACHE
from rules.errors import RulesError
from storage.failures import LOGGED
from tests.memory import folder_in_memory

if TYPE_CHECKING:
    from storage import Address
    from tests.storage.postgres.server import Server

# Fixtures that make a test slow: a bot on the simulated Discord, a browser, a local table, a PostgreSQL server.
SLOW = {"sim", "browser", "two_games", "server"}
# Thresholds of the garbage collector: new objects per collection, and how many collections of a generation precede one
# of the next. Python's defaults are 700, 10 and 10.
YOUNG, OLDER, ALL = 10_000, 10, 60

if memory := folder_in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


# Tests use the CPU for seconds on end, and batch scheduling spares them context switches.
if hasattr(os, "SCHED_BATCH"):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))

gc.disable()  # Collection starts after the imports, whose objects are never freed.
os.environ.pop("DATABASE_URL", None)  # Tests must not touch a real database.


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that run on a whole bot, in a browser or on PostgreSQL, even where it is one engine of two."""
    for item in items:
        if isinstance(item, pytest.Function):
            chosen = item.callspec.params.values() if hasattr(item, "callspec") else ()
            if SLOW & set(item.fixturenames) or "postgres" in chosen:
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Freeze the objects made so far and run the garbage collector less often.

    Games consist of very many small objects: collecting took up to a quarter of the time of their tests. This hook also
    runs in the xdist controller, which collects no tests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(YOUNG, OLDER, ALL)


@pytest.fixture(autouse=True)
def no_failure_logged() -> None:
    """Forget which failures were logged: the same one in another test is logged again."""
    LOGGED.clear()


@pytest.fixture(autouse=True)
def memory_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore how much may be kept of drawings: a local table, which is one process, keeps less from then on."""
    for cache in (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE):
        monkeypatch.setattr(cache, "limit", cache.limit)


@pytest.fixture(autouse=True)
def complete_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a refusal that lacks a value for its sentence fail where it is raised, whether or not a test reads it."""
    init = RulesError.__init__

    def checked(self: RulesError, template: str, **values: object) -> None:
        init(self, template, **values)
        str(self)

    monkeypatch.setattr(RulesError, "__init__", checked)


@pytest.fixture(scope="session")
def server() -> "Iterator[Server]":
    """Start a PostgreSQL server for the first test that needs it, and yield it."""
    from tests.storage.postgres.server import serving

    with serving() as server:
        yield server


@pytest.fixture
async def address(server: "Server") -> "AsyncIterator[Address]":
    """Yield the address of a new database with the current schema and no rows."""
    address = await server.games()
    yield address
    server.drop(address)


@pytest.fixture
async def empty(server: "Server") -> "AsyncIterator[Address]":
    """Yield the address of a new, empty database."""
    address = await server.database()
    yield address
    server.drop(address)
