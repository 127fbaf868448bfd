"""The committed state of a database, read and written outside the storage, and without async code."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextvars import Context
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from storage import Address
from storage.postgres.connecting import connect
from storage.postgres.database import translated

T = TypeVar("T")


class InAFile:
    """The committed state of a file, through a separate connection."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.row_factory = sqlite3.Row

    def ask(self, query: str, *values: object) -> list[Any]:
        """Execute and commit a statement in the storage's dialect, and return its rows."""
        return self._file.execute(query, values).fetchall()

    def everything(self) -> str:
        """Return all rows of all tables as one text."""
        return "\n".join(self._file.iterdump())

    def close(self) -> None:
        self._file.close()


class OnAServer:
    """The committed state of a database on a server. A thread runs the query while the caller waits."""

    def __init__(self, address: Address) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connection = self._wait(connect(address, "truth"))

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        # Callers may have a fake clock, but this thread uses the real one.
        return Context().run(asyncio.run_coroutine_threadsafe, work, self._loop).result()

    def ask(self, query: str, *values: object) -> list[Any]:
        rows: list[Any] = self._wait(self._connection.fetch(translated(query)[0], *values))
        return rows

    def everything(self) -> str:
        names = self.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return "\n".join(str(row) for [name] in names for row in self.ask(f"SELECT * FROM {name}"))

    def close(self) -> None:
        self._connection.terminate()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def truth_of(where: Path | Address) -> InAFile | OnAServer:
    """Return the committed state of the database at this path or address."""
    return InAFile(where) if isinstance(where, Path) else OnAServer(where)
