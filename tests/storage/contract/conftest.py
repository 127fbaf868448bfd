"""Q4: both engines fulfil the storage's contract. The engine is the only parameter."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from storage import Address, Storage
from tests.storage.postgres.server import Server

Where = Path | Address
Everything = Callable[[], Awaitable[dict[str, list[Any]]]]
Peek = Callable[[str], Awaitable[Sequence[tuple[Any, ...]]]]


class Pause:
    """A pause of a transaction while the test does something else."""

    def __init__(self) -> None:
        self._begun, self._over = asyncio.Event(), asyncio.Event()

    async def begin(self) -> None:
        """Wait until `end` is called. Call this inside the transaction."""
        self._begun.set()
        await asyncio.wait_for(self._over.wait(), 5)

    async def begun(self) -> None:
        """Wait until the transaction has reached the pause."""
        await asyncio.wait_for(self._begun.wait(), 5)

    def end(self) -> None:
        """Let the transaction continue."""
        self._over.set()


NAMES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    "postgres": "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'miasma'",
}


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def address(server: Server) -> Address:
    """Return the address of a database that these tests use one after the other."""
    return await server.emptied()


@pytest.fixture
def where(engine: str, request: pytest.FixtureRequest) -> Where:
    found: Where = request.getfixturevalue("path" if engine == "sqlite" else "address")
    return found


@asynccontextmanager
async def past(where: Where) -> AsyncIterator[Peek]:
    """Yield a function that runs and commits a statement outside the storage, and returns its rows."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as database, database:

            async def look(statement: str) -> Sequence[tuple[Any, ...]]:
                return database.execute(statement).fetchall()

            yield look
    else:
        connection = await asyncpg.connect(where.secret)

        async def fetch(statement: str) -> Sequence[tuple[Any, ...]]:
            return [tuple(row) for row in await connection.fetch(statement)]

        try:
            yield fetch
        finally:
            await connection.close()


@pytest.fixture
def peek(where: Where) -> Peek:
    """Return a function that runs a statement on a separate connection and returns the rows."""

    async def look(statement: str) -> Sequence[tuple[Any, ...]]:
        async with past(where) as ask:
            return await ask(statement)

    return look


# How to fill the disk of each engine, and how to free it again. On SQLite a limit on the file's pages does it; on
# PostgreSQL a trigger raises the error of a full disk.
FULL = {
    "sqlite": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"),
    "postgres": (
        """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON moves EXECUTE FUNCTION full_disk()""",
        "DROP FUNCTION IF EXISTS full_disk CASCADE",
    ),
}


@pytest.fixture
async def disk(engine: str, storage: Storage) -> AsyncIterator[Callable[[bool], Awaitable[None]]]:
    """Yield a function that fills the disk (True) or frees it again (False). At the end the disk is freed."""

    async def make(full: bool) -> None:
        await storage.database.write(lambda db: db.run(FULL[engine][not full]))

    yield make
    await make(False)


@pytest.fixture
async def everything(engine: str, where: Where, storage: Storage) -> AsyncIterator[Everything]:
    """Yield a function that returns every row of every table, read outside the storage."""
    async with past(where) as ask:

        async def look() -> dict[str, list[Any]]:
            names = [str(name) for [name] in await ask(NAMES[engine])]
            return {name: sorted(await ask(f"SELECT * FROM {name}"), key=str) for name in names}

        yield look
