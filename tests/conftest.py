"""Which tests `make check` leaves out: those marked slow, by themselves or for what they run on. Where files lie."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

SLOW = {"sim", "browser", "two_games"}  # fixtures: a bot on the simulated Discord, a browser, a local table
MEMORY = Path("/dev/shm")  # where files are kept in memory: there an fsync, of which each move has one, takes no time
ROOM = 2**30  # bytes that must be free there: a container may have next to nothing

if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that run on a whole bot or in a browser."""
    for item in items:
        if isinstance(item, pytest.Function) and SLOW & set(item.fixturenames):
            item.add_marker(pytest.mark.slow)
