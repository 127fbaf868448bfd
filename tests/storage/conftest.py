"""A fresh database in a real file for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Storage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "miasma.sqlite"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(path) as storage:
        yield storage
