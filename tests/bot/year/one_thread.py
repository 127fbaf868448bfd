"""The database without a thread of its own, because switching threads takes longer than most statements.

Its work, and that of a database server, can be interrupted as if the process ended.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiosqlite
import pytest

from storage.postgres import database

Work = Callable[[Any], Awaitable[Any]]
# Whether a transaction has written something.
WRITES = "SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS writes"


class Killed(BaseException):
    """The process has died. The bot's code doesn't catch this error."""


class Life:
    """The lifetime of a process: a number of stores and sends. The last one may or may not take effect."""

    def __init__(self) -> None:
        self.steps: int | None = None  # the steps until the process dies; None: it doesn't die
        self.after = False  # Whether it dies after the last step instead of before it.
        self.dead = False
        self.counted = 0

    def spare(self, steps: int | None, *, after: bool = False) -> None:
        """Start a new process that lives for this many steps."""
        self.steps, self.after, self.dead = steps, after, False

    def alive(self) -> None:
        """Raise Killed if the process is dead."""
        if self.dead:
            raise Killed

    def step(self, *, done: bool) -> None:
        """Count a store or send, before it happens or (if ``done``) after it. Raise Killed if the process dies then."""
        self.alive()
        if not done:
            self.counted += 1
            self.steps = None if self.steps is None else self.steps - 1
        if self.steps == 0 and self.after is done:
            self.dead = True
            raise Killed


class Connection:
    """The part of aiosqlite used by the storage, run in the caller's thread while the process lives."""

    def __init__(self, life: Life, path: Path, isolation_level: Any) -> None:
        self._life = life
        self._file = sqlite3.connect(path, isolation_level=isolation_level)

    def __await__(self) -> Generator[Any, None, "Connection"]:
        yield from ()
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        if name.endswith("_factory"):
            setattr(self._file, name, value)
        else:
            super().__setattr__(name, value)

    @property
    def in_transaction(self) -> bool:
        return self._file.in_transaction

    async def execute(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        self._life.alive()
        return self._file.execute(sql, values)

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        self._life.alive()
        return self._file.execute(sql, values).fetchall()

    async def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> Any:
        self._life.alive()
        cursor = self._file.executemany(sql, values)

        async def close() -> None:
            cursor.close()

        return SimpleNamespace(close=close)

    async def commit(self) -> None:
        stores = self._file.isolation_level is not None and self._file.in_transaction
        if stores:
            self._life.step(done=False)
        self._file.commit()
        if stores:
            self._life.step(done=True)

    async def rollback(self) -> None:
        self._file.rollback()

    async def close(self) -> None:
        self._file.close()


def on_a_server(life: Life) -> Callable[[Any, str, Work], Awaitable[Any]]:
    """Return a function that runs work on a server's connection while the process lives."""
    real = database.carry_out

    async def carry_out(raw: Any, begin: str, work: Work) -> Any:
        life.alive()
        stores = False

        async def lived(db: Any) -> Any:
            nonlocal stores
            result = await work(db)
            if begin == database.WRITE:
                [row] = await db.rows(WRITES)
                stores = row["writes"]
            if stores:
                life.step(done=False)
            return result

        result = await real(raw, begin, lived)
        if stores:
            life.step(done=True)
        return result

    return carry_out


def in_one_thread(monkeypatch: pytest.MonkeyPatch, life: Life) -> None:
    """Run all work meant for other threads in this thread. New storages work only while ``life`` lasts."""

    async def at_once(work: Callable[..., Any], *values: Any, **named: Any) -> Any:
        return work(*values, **named)

    monkeypatch.setattr(aiosqlite, "connect", partial(Connection, life))
    monkeypatch.setattr(database, "carry_out", on_a_server(life))
    monkeypatch.setattr(asyncio, "to_thread", at_once)
