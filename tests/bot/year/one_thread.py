"""The database without a thread of its own, because switching threads takes longer than most statements.

Its work can be cut short, as by the end of the process; so can that of a server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from storage.postgres import database
from storage.sqlite import database as sqlite

Work = Callable[[Any], Awaitable[Any]]
# Whether a transaction has written something.
WRITES = "SELECT pg_current_xact_id_if_assigned() IS NOT NULL"


class Killed(BaseException):
    """The process has died; no code catches this."""


class Life:
    """The lifetime of a process: a number of stores and sends, of which the last may take effect or not."""

    def __init__(self) -> None:
        self.steps: int | None = None  # steps left; None: it lives on
        self.after = False  # Whether it dies after the last step, not before.
        self.dead = False
        self.counted = 0

    def spare(self, steps: int | None, *, after: bool = False) -> None:
        """Start a new process that lives for this many steps."""
        self.steps, self.after, self.dead = steps, after, False

    def alive(self) -> None:
        """Raise Killed if it is dead."""
        if self.dead:
            raise Killed

    def step(self, *, done: bool) -> None:
        """Count a store or send, before it happens or after (``done``). Raise Killed if the process dies then."""
        self.alive()
        if not done:
            self.counted += 1
            self.steps = None if self.steps is None else self.steps - 1
        if self.steps == 0 and self.after is done:
            self.dead = True
            raise Killed


class Connection(sqlite.Connection):
    """A connection that does its work in the caller's thread, while the process lives."""

    life: Life

    def _call(self, function: Callable[..., Any], *values: Any) -> Awaitable[Any]:
        async def at_once() -> Any:
            return function(*values)

        return at_once()

    async def carry_out(self, begin: str, work: Work) -> Any:
        self.life.alive()
        before, stores = self._raw.total_changes, False

        async def lived(db: Any) -> Any:
            nonlocal stores
            result = await work(db)
            stores = self._raw.total_changes != before
            if stores:
                self.life.step(done=False)
            return result

        result = await super().carry_out(begin, lived)
        if stores:
            self.life.step(done=True)
        return result


def on_a_server(life: Life) -> Callable[[Any, str, Work], Awaitable[Any]]:
    """Return a function that does work on a server's connection while the process lives."""
    real = database.carry_out

    async def carry_out(raw: Any, begin: str, work: Work) -> Any:
        life.alive()
        stores = False

        async def lived(db: Any) -> Any:
            nonlocal stores
            result = await work(db)
            if begin == database.Database.WRITE:
                [[stores]] = await db.rows(WRITES)
            if stores:
                life.step(done=False)
            return result

        result = await real(raw, begin, lived)
        if stores:
            life.step(done=True)
        return result

    return carry_out


def in_one_thread(monkeypatch: pytest.MonkeyPatch, life: Life) -> None:
    """Keep storages opened from now on, and all other work meant for threads, in this thread.

    On a server they live and die all the same.
    """

    async def at_once(work: Callable[..., Any], *values: Any, **named: Any) -> Any:
        return work(*values, **named)

    monkeypatch.setattr(sqlite, "Connection", type("Connection", (Connection,), {"life": life}))
    monkeypatch.setattr(database, "carry_out", on_a_server(life))
    monkeypatch.setattr(asyncio, "to_thread", at_once)
