"""The cost of work and the settings of sessions, as seen by the server."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from storage import Address, SeatRow, Storage, Unavailable
from storage.engine import Connection
from storage.postgres import database
from storage.postgres.connecting import connect
from storage.postgres.database import Connection as PostgresConnection
from tests.storage.build import NOON, move, open_table
from tests.storage.postgres.proxy import Proxy
from tests.storage.postgres.server import QUICK, Server

SEATS = tuple(SeatRow(seat, 1) for seat in range(4))


async def test_q6_an_append_takes_eight_round_trips_a_look_at_a_table_four(proxy: Proxy, beyond: Storage) -> None:
    """Q6: once statements are prepared, an append takes at most eight round trips, and each read at most four."""
    table = await open_table(beyond)

    async def trips(number: int) -> list[int]:
        steps = []
        for work in (
            beyond.tables.append(replace(move(table, number, announce="turn", interaction=number), seats=SEATS)),
            beyond.tables.get(table),
            beyond.tables.log(table),
            beyond.outbox.pending(NOON, table),
        ):
            before = proxy.trips
            await work
            steps.append(proxy.trips - before)
        return steps

    first, second = await trips(1), await trips(2)
    assert second[0] <= 8 < first[0], "once statements are prepared"
    assert max(second[1:]) <= 4
    assert await trips(3) == second


async def test_a_query_that_fails_has_nothing_to_roll_back(proxy: Proxy, beyond: Storage) -> None:
    """Once prepared, a statement without a transaction costs one round trip, even if reading its rows fails."""

    def fails(rows: object) -> None:
        raise KeyError("a fault of the bot")

    for trips in (3, 1):  # the first time, the statement is prepared
        before = proxy.trips
        with pytest.raises(KeyError):
            await beyond.database.query("SELECT 1", (), fails)
        assert proxy.trips - before <= trips


async def test_q20_sessions_are_set_whatever_the_server_says(server: Server, address: Address) -> None:
    """Q20: both the sessions for work and the session of the slot have our settings."""
    await server.do(
        f"ALTER DATABASE {address.database} SET synchronous_commit = off",
        f"ALTER DATABASE {address.database} SET timezone = 'Europe/Rome'",
    )
    names = ("synchronous_commit", "timezone", "lock_timeout", "idle_in_transaction_session_timeout")
    names += ("statement_timeout", "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
    wanted = ["on", "UTC", "5s", "5s", "10s", "20", "5", "3"]

    async def settings(db: Connection) -> list[str]:
        shown = [await db.rows(f"SHOW {name}") for name in (*names, "application_name")]
        return [value for [row] in shown for value in row.values()]  # the server calls "timezone" "TimeZone"

    async with await Storage.open(address) as storage:
        assert await storage.database.write(settings) == [*wanted, "miasma"]
    slot = await connect(address, "miasma slot")
    assert await settings(PostgresConnection(slot)) == [*wanted, "miasma slot"]
    await slot.close()


async def test_at_most_four_sessions_work_at_once_and_statements_stay_prepared(address, monkeypatch):
    """Small servers allow few sessions. Work that finds none free waits for its turn, but not forever."""
    make, given = asyncpg.create_pool, dict[str, Any]()

    def noted(*where: Any, **how: Any) -> Any:
        given.update(how)
        return make(*where, **how)

    monkeypatch.setattr(asyncpg, "create_pool", noted)
    monkeypatch.setattr(database, "STATEMENT_TIMEOUT", 0.5)
    over, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def work(db: Connection) -> None:
        await db.rows("SELECT 1")
        begun.release()
        await over.wait()

    async with await Storage.open(address) as storage, asyncio.timeout(60):
        working = [asyncio.create_task(storage.database.read(work)) for _ in range(4)]
        for _ in working:
            await begun.acquire()
        assert storage.database.used == 4
        with pytest.raises(Unavailable):
            await storage.database.read(work)
        over.set()
        await asyncio.gather(*working)
        assert storage.database.used == 0
    for name, value in (("min_size", 1), ("statement_cache_size", 500), ("max_cached_statement_lifetime", 0)):
        assert given[name] == value, name
    assert given["command_timeout"] == 0.5


async def test_a_cancelled_reader_returns_at_once_and_a_writer_at_the_end(storage):
    over, begun, pids = asyncio.Event(), asyncio.Event(), set[int]()

    async def work(db: Connection) -> None:
        pids.add((await db.rows("SELECT pg_backend_pid() AS pid"))[0]["pid"])
        begun.set()
        await over.wait()

    for transaction, waits in ((storage.database.read, False), (storage.database.write, True)):
        over.clear()
        begun.clear()
        task = asyncio.create_task(transaction(work))
        await begun.wait()
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=0.05 if waits else 10)
        assert bool(done) != waits
        over.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(60):
            while storage.database.used:
                await asyncio.sleep(0.01)
    await storage.database.read(work)
    assert len(pids) == 1


async def test_q20_a_server_that_may_lose_commits_causes_a_warning(address, caplog):
    assert QUICK["fsync"] == "off"
    with caplog.at_level(logging.WARNING):
        await (await Storage.open(address)).close()
    assert "fsync is off" in caplog.text
