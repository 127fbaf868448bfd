"""A new database for every test: a real file, or one on a real server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Address, Storage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "miasma.sqlite"


@pytest.fixture
async def storage(where: Path | Address) -> AsyncIterator[Storage]:
    """Open the storage at `where`, which each folder defines."""
    async with await Storage.open(where) as storage:
        yield storage
