"""The server is down, silent, slow or cut off: no change is half done, no caller waits forever, and work resumes."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from storage import Address, DatabaseError, NewTable, Storage, Unavailable
from storage.engine import Connection, Damaged, DiskFull, UnreadableRow
from storage.postgres import connecting, database
from tests.storage.build import NOON, move, open_table, row_of
from tests.storage.postgres.proxy import Proxy
from tests.storage.postgres.server import Server

BUSY = 5.0  # Seconds that a busy machine may need for an instant action.


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> float:
    """Shorten the statement timeout, so that a test can wait for it."""
    monkeypatch.setattr(database, "STATEMENT_TIMEOUT", 0.5)
    return 0.5


async def sessions(address: Address, state: str) -> int:
    connection = await asyncpg.connect(address.secret)
    try:
        sql = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'miasma' AND state LIKE $2"
        )
        return int(await connection.fetchval(sql, address.database, state))
    finally:
        await connection.close()


async def test_q11_on_a_dead_network_a_cancelled_caller_waits_for_the_statements_limit_and_no_longer(
    hasty: float, proxy: Proxy, beyond: Storage, address: Address
) -> None:
    table = await open_table(beyond)
    proxy.open.clear()
    task = asyncio.create_task(beyond.tables.append(move(table, 1)))
    await asyncio.sleep(0.05)
    task.cancel()
    began = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - began < connecting.STATEMENT_TIMEOUT / 2
    proxy.cut()
    proxy.open.set()
    async with await Storage.open(address) as storage:
        assert (await storage.tables.append(move(table, 1))).number == 2
    assert await sessions(address, "idle in transaction%") == 0


async def test_q19_a_cut_off_transaction_blocks_others_only_briefly(proxy, address, monkeypatch):
    """Q19: in production this takes five seconds, here half a second."""
    monkeypatch.setitem(connecting.SESSION, "idle_in_transaction_session_timeout", "500")
    assert connecting.LOCK_TIMEOUT == 5000
    async with await Storage.open(address) as other:
        table = await open_table(other)
        beyond = await Storage.open(proxy.address)
        cut_off = asyncio.Event()
        stopped: list[Any] = []

        async def work(db: Connection) -> None:
            await db.run("UPDATE tables SET told = 9 WHERE id = ?", (table,))
            proxy.open.clear()
            stopped.append(asyncio.current_task())
            cut_off.set()
            await asyncio.sleep(60)

        began = time.monotonic()
        held = asyncio.create_task(beyond.database.write(work))
        await cut_off.wait()
        assert (await other.tables.append(move(table, 1))).number == 2
        assert 0.5 <= time.monotonic() - began < connecting.LOCK_TIMEOUT / 1000
        stopped[0].cancel()
        await asyncio.gather(held, return_exceptions=True)
        proxy.cut()
        await beyond.close()
        row = await row_of(other, table)
        assert row.announced_until == 0


async def test_q18_a_stored_click_whose_reply_was_lost_is_answered(proxy: Proxy, beyond: Storage) -> None:
    """Q18: when the click arrives again, it is found among the stored clicks."""
    new = NewTable("toy", 1, 7, None, await beyond.people.meet(100, "Anna"), "seed", "print", "{}", "en")
    proxy.cut_at = b"COMMIT"
    table = await beyond.tables.create(new, NOON, interaction=1)
    proxy.cut_at = b"COMMIT"
    assert (await beyond.tables.append(move(table, 1, interaction=2))).number == 2
    assert proxy.cut_at == b""
    assert [line.kind for line in await beyond.tables.log(table)] == ["open", "move"]
    proxy.cut_at = b"COMMIT"
    with pytest.raises(Unavailable):  # Without an interaction it can't be looked up.
        await beyond.tables.append(move(table, 2))
    assert len(await beyond.tables.log(table)) == 3


async def test_q18_a_write_cut_off_before_it_was_stored_is_an_error(proxy: Proxy, beyond: Storage) -> None:
    table = await open_table(beyond)
    proxy.delay = 0.01
    append = asyncio.create_task(beyond.tables.append(move(table, 1, interaction=2)))
    await asyncio.sleep(0.05)
    proxy.cut()
    with pytest.raises(Unavailable):
        await append
    proxy.delay = 0
    assert len(await beyond.tables.log(table)) == 1
    assert (await beyond.tables.append(move(table, 1, interaction=2))).number == 2


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UnreadableRow("hush"), Damaged), (asyncpg.DiskFullError("hush"), DiskFull),
        (asyncpg.DeadlockDetectedError("hush"), Unavailable), (ConnectionResetError("hush"), Unavailable),
        (TimeoutError("hush"), Unavailable), (asyncpg.InternalClientError("hush"), Unavailable),
        (asyncio.CancelledError(), asyncio.CancelledError),
        (asyncpg.UniqueViolationError("another constraint"), asyncpg.UniqueViolationError),
        (KeyError("a fault of the bot"), KeyError),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
async def test_q17_errors_in_a_transaction_are_translated(storage, error, told):
    """Q17: a server's error may quote a row, so its text is left out. Only a session that may be stuck is ended."""
    table = await open_table(storage)

    async def session(db: Connection) -> int:
        return int((await db.rows("SELECT pg_backend_pid() AS pid"))[0]["pid"])

    async def work(db: Connection) -> None:
        await db.run("UPDATE tables SET told = 9 WHERE id = ?", (table,))
        raise error

    before = await storage.database.read(session)
    with pytest.raises(told) as raised:
        await storage.database.write(work)
    stuck = isinstance(error, (TimeoutError, asyncio.CancelledError, asyncpg.InternalClientError))
    assert (await storage.database.read(session) != before) == stuck
    assert type(raised.value) is told
    assert "hush" not in str(raised.value)
    row = await row_of(storage, table)
    assert row.announced_until == 0


async def test_q17_a_rollback_without_an_answer_is_soon_abandoned(proxy, beyond, monkeypatch):
    """Q17: the server rolls back for a client that is gone. The caller gets its error. The session is not reused."""
    monkeypatch.setattr(database, "ROLLBACK_TIMEOUT", 0.1)

    async def session(db: Connection) -> int:
        return int((await db.rows("SELECT pg_backend_pid() AS pid"))[0]["pid"])

    async def work(db: Connection) -> None:
        await db.rows("SELECT 1")
        proxy.open.clear()
        raise KeyError("a fault of the bot")

    before, began = await beyond.database.read(session), time.monotonic()
    with pytest.raises(KeyError):
        await beyond.database.write(work)
    assert time.monotonic() - began < connecting.STATEMENT_TIMEOUT / 2
    proxy.open.set()
    assert await beyond.database.read(session) != before


async def test_q11_no_session_waits_for_an_answer_without_a_limit(address, monkeypatch):
    """Q11: a session outside the pool, such as a slot's, has a time limit, too."""
    monkeypatch.setattr(connecting, "STATEMENT_TIMEOUT", 0.2)
    session = await connecting.connect(address, "miasma slot")
    with pytest.raises(TimeoutError):
        await session.execute("SELECT pg_sleep(5)")
    session.terminate()


@pytest.fixture
async def gone(server: Server, address: Address) -> AsyncIterator[Server]:
    """Yield a server that the test may stop. It is restarted afterwards."""
    yield server
    if not server.runs:
        server.start()


@pytest.mark.deep
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["fast", "immediate"])
async def test_q17_work_resumes_a_second_after_the_server_returns(gone, storage, how):
    """Q17: whatever asyncpg raises while the server is gone becomes the same error."""
    assert BUSY < connecting.STATEMENT_TIMEOUT, "nobody waits for what the server will never answer"
    table = await open_table(storage)
    gone.end(how)
    for work in (
        storage.tables.append(move(table, 1)),
        storage.tables.get(table),
        storage.tables.open_at(7, 1, 5),
        storage.outbox.pending(NOON),
    ):
        with pytest.raises(Unavailable) as error:
            await work
        assert "is not available" in str(error.value)
        assert error.value.__cause__ is None
    gone.start()
    began = time.monotonic()
    assert (await storage.tables.append(move(table, 1))).number == 2
    assert time.monotonic() - began < BUSY


@pytest.mark.deep
async def test_q16_a_start_waits_for_a_silent_server_and_logs_that_once(
    gone: Server, address: Address, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connecting, "RETRY_INTERVAL", 0.05)
    gone.end()
    opening = asyncio.create_task(Storage.open(address))
    await asyncio.sleep(0.3)
    assert not opening.done()
    gone.start()
    await (await opening).close()
    assert caplog.text.count("is not available yet") == 1


async def test_q16_a_migration_cut_off_by_the_server_is_repeated(server, empty, monkeypatch, tmp_path):
    """Q16: the server ends the migration, which is not the script's error. Migrations have no time limit."""
    monkeypatch.setattr(connecting, "RETRY_INTERVAL", 0.05)
    monkeypatch.setattr(connecting, "STATEMENT_TIMEOUT", 0.4)
    for name in ("statement_timeout", "lock_timeout"):
        monkeypatch.setitem(connecting.SESSION, name, "400")
    last = tmp_path / "9999_slow.sql"
    last.write_text("CREATE TABLE slow (); SELECT pg_sleep(0.5)")
    scripts = [*connecting.migrations(), (9999, last)]
    monkeypatch.setattr(connecting, "migrations", lambda: scripts)
    operator = await asyncpg.connect(empty.secret)
    await operator.execute("SELECT pg_advisory_lock($1)", connecting.SCHEMA_LOCK)
    opening = asyncio.create_task(Storage.open(empty))
    await asyncio.sleep(0.6)
    await operator.execute("SELECT pg_advisory_unlock($1)", connecting.SCHEMA_LOCK)
    try:
        while not await operator.fetchval(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND wait_event = 'PgSleep'",
            empty.database,
        ):
            await asyncio.sleep(0.05)
    finally:
        await operator.close()
    await (await opening).close()


async def test_q16_a_start_gives_up_on_a_silent_server_in_the_end(
    gone: Server, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert connecting.CONNECT_TIMEOUT == 60
    monkeypatch.setattr(connecting, "CONNECT_TIMEOUT", 0.2)
    monkeypatch.setattr(connecting, "RETRY_INTERVAL", 0.05)
    gone.end()
    reach, tries = database.connect, list[str]()

    async def connect(where: Address, name: str) -> Any:
        tries.append(name)
        return await reach(where, name)

    monkeypatch.setattr(database, "connect", connect)
    with pytest.raises(DatabaseError, match="Is the server running"):
        await Storage.open(address)
    assert 1 <= len(tries) <= 4
