"""Fixtures for all tests, the folder for their files, and the choice of deep tests for `make test`."""

import gc
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from renderer.canvas.memory import LARGE_CACHE, PACKED_CACHE, SPRITE_CACHE
from rules.errors import RulesError
from storage.failures import LOGGED

if TYPE_CHECKING:
    from storage import Address
    from tests.storage.postgres.server import Server

# `make test` leaves out tests marked `deep`. Of those marked `deep(one_in=N)` it runs one case in N, drawn with this
# seed (by default the commit). `make deep` runs the others.
SEED = os.environ.get("SEED", "")
LEFT_OUT = Counter[str]()  # how many tests of each folder were left out
# Thresholds of the garbage collector: new objects per collection, and how many collections of a generation precede one
# of the next. Python's defaults are 700, 10 and 10.
YOUNG, OLDER, ALL = 10_000, 10, 60

ROOM = 2**30  # Bytes that must be free in shared memory, which may be tiny in a container.
RUNS_NO_PROGRAM = getattr(os, "ST_NOEXEC", 0)  # The noexec flag of Linux file systems, 0 elsewhere.


def folder_in_memory(folder: Path = Path("/dev/shm")) -> Path | None:
    """Return a folder in memory, where an fsync takes no time, or None.

    It must have enough room and allow the programs that tests write there to run. Containers may offer neither.
    """
    if not folder.is_dir() or shutil.disk_usage(folder).free <= ROOM or os.statvfs(folder).f_flag & RUNS_NO_PROGRAM:
        return None
    return folder


if memory := folder_in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


# Tests use the CPU for seconds on end, and batch scheduling spares them context switches.
if hasattr(os, "SCHED_BATCH"):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))

gc.disable()  # Collection starts after the imports, whose objects are never freed.
os.environ.pop("DATABASE_URL", None)  # Tests must not touch a real database.


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the deep tests drawn by the seed, before ``-m`` selects tests by their marks."""
    cases = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items:
        if (deep := item.get_closest_marker("deep")) and deep.kwargs:
            cases[item.nodeid.partition("[")[0], deep.kwargs["one_in"]].append(item)
    for (name, one_in), found in cases.items():
        for item in found[Random(f"{SEED} {name}").randrange(one_in) :: one_in]:
            item.add_marker("drawn")


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the deep tests that are left out."""
    deep = [item for item in items if item.get_closest_marker("deep")]
    LEFT_OUT.update(Path(item.nodeid.partition("::")[0]).parts[1] for item in deep)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the numbers of omitted tests from a worker to the process that writes the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(LEFT_OUT)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Read from a worker how many tests it left out. All workers leave out the same tests."""
    LEFT_OUT.update(Counter(getattr(node, "workeroutput", {}).get("left_out", {})) - LEFT_OUT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print in the summary how many deep tests were left out."""
    if LEFT_OUT:
        rooms = ", ".join(f"{room} {number}" for room, number in LEFT_OUT.most_common())
        terminalreporter.write_line(f"left out: {LEFT_OUT.total()} tests ({rooms})")


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Print the name of a failed test at once."""
    if not report.failed:
        return None
    return "failed" if report.when == "call" else "error", f"\nFAILED {report.nodeid}\n", "FAILED"


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
    """Forget which failures were logged, so that a failure is logged again in another test."""
    LOGGED.clear()


@pytest.fixture(autouse=True)
def memory_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the limits of the drawing caches after the test, because a local table lowers them."""
    for cache in (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE):
        monkeypatch.setattr(cache, "limit", cache.limit)


@pytest.fixture(autouse=True)
def complete_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a refusal whose sentence lacks a value fail where it is raised, even if the test doesn't read it."""
    init = RulesError.__init__

    def checked(self: RulesError, template: str, **values: object) -> None:
        init(self, template, **values)
        str(self)

    monkeypatch.setattr(RulesError, "__init__", checked)


@pytest.fixture(scope="session")
def server() -> "Iterator[Server]":
    """Yield a PostgreSQL server, started for the first test that needs it."""
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
