"""A new database for every test: a file, or one on a real server."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from asyncpg.pool import PoolConnectionProxy

from storage import Address, Storage

# The methods of each driver that ask the database.
DRIVERS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "sqlite": (aiosqlite.Connection, ("execute", "execute_fetchall", "executemany", "commit", "rollback")),
    "postgres": (PoolConnectionProxy, ("execute", "fetch", "executemany")),
}
OnCall = Callable[[Callable[[str], None]], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "miasma.sqlite"


@pytest.fixture
async def storage(where: Path | Address) -> AsyncIterator[Storage]:
    """Open the storage at `where`, a fixture defined by each folder."""
    async with await Storage.open(where) as storage:
        yield storage


@pytest.fixture
def on_call(where: Path | Address, monkeypatch: pytest.MonkeyPatch) -> OnCall:
    """Return a function that sets a hook to be called before and after each statement. The hook may raise an error."""
    kind, methods = DRIVERS["sqlite" if isinstance(where, Path) else "postgres"]

    def listen(hear: Callable[[str], None]) -> None:
        def heard(name: str, real: Any) -> Any:
            async def call(self: object, *given: Any, **how: Any) -> Any:
                said = str(given[0]) if given else name.upper()
                hear(said)
                result = await real(self, *given, **how)
                hear(said)
                return result

            return call

        for name in methods:
            monkeypatch.setattr(kind, name, heard(name, getattr(kind, name)))

    return listen
