"""Q11: a cancelled transaction is complete or leaves no trace. Its caller waits, and no error's text is logged."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from storage import Storage
from storage.engine import Connection
from tests.storage.build import SECRET, move, open_table
from tests.storage.contract.conftest import Pause, Where

INSERT = "INSERT INTO interactions (id, at) VALUES (?, ?)"


@pytest.fixture(autouse=True)
def silence(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail if the text of an error is logged, even when the error is garbage-collected.

    Collecting only the young objects is quick and enough, because a test's own objects are young.
    """
    gc.collect(0)  # collect what earlier tests have left
    gc.disable()
    caplog.clear()
    yield
    gc.collect(0)
    gc.enable()
    assert SECRET not in caplog.text
    assert "never retrieved" not in caplog.text


class Cancelling:
    """Cancels a task at one of its database calls, and again a few turns of the event loop later."""

    def __init__(self, at: int, times: int) -> None:
        self.task: asyncio.Task[None] | None = None
        self.at, self.times = at, times

    def __call__(self, statement: str) -> None:
        """Note a call. Cancel the task if this call is the chosen one."""
        self.at -= 1
        if self.at == -1 and self.task is not None:
            self.again()

    def again(self) -> None:
        self.task.cancel()
        self.times -= 1
        if self.times:
            asyncio.get_running_loop().call_soon(self.again)

    async def run(self, storage: Storage, table: int, *, fails: bool) -> bool:
        """Write two things in one transaction, which ends in an error if ``fails``. Return whether it was cancelled."""
        over = False

        async def work(db: Connection) -> None:
            nonlocal over
            await db.run("UPDATE tables SET language = 'xx' WHERE id = ?", (table,))
            await db.many(INSERT, [(number, 1) for number in range(2)])
            await db.rows("SELECT * FROM tables")
            over = True
            if fails:
                raise ValueError(SECRET)

        self.task = asyncio.create_task(storage.database.write(work))
        [outcome] = await asyncio.gather(self.task, return_exceptions=True)
        cancelled = isinstance(outcome, asyncio.CancelledError)
        assert cancelled or (isinstance(outcome, ValueError) if fails else outcome is None)
        if cancelled:
            assert over, "the caller waits for the end"
        assert storage.database.used == 0
        return cancelled


@pytest.mark.parametrize("fails", [False, True], ids=["commit", "rollback"])
@pytest.mark.parametrize("times", [1, 3])
async def test_a_writer_that_is_cancelled_at_any_call_ends_its_transaction(storage, everything, on_call, times, fails):
    table, calls = await open_table(storage), 0
    before, cancelled = await everything(), True
    cancelling = Cancelling(0, 1)
    on_call(lambda statement: cancelling(statement))
    while cancelled:
        cancelling = Cancelling(calls, times)
        cancelled = await cancelling.run(storage, table, fails=fails)
        now, cancelling.at = await everything(), -1
        assert (now == before) is fails
        calls += 1
        await storage.database.write(lambda db: db.run("DELETE FROM interactions"))
        await storage.database.write(lambda db: db.run("UPDATE tables SET language = 'en'"))
        assert await everything() == before, "the next transactions work at once"
    assert calls > 8


async def test_a_caller_cancelled_while_waiting_for_a_connection_starts_nothing(storage, everything):
    table, pause = await open_table(storage), Pause()

    async def hold(db: Connection) -> None:
        await pause.begin()

    holding = [asyncio.create_task(storage.database.write(hold)) for _ in range(4)]  # all connections of a pool
    await pause.begun()
    before = await everything()
    waiting = [asyncio.create_task(storage.database.write(lambda db: db.run(INSERT, (1, 1)))) for _ in range(2)]
    going_on = asyncio.create_task(storage.tables.append(move(table, 1)))
    for _ in range(5):
        await asyncio.sleep(0.01)
    for task in waiting:
        task.cancel()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results), "at once"
    assert await everything() == before
    pause.end()
    await asyncio.gather(*holding)
    assert (await going_on).number == 2
    assert not await storage.tables.accepted(1)


@pytest.mark.parametrize("times", [1, 2])
async def test_a_read_cancelled_at_any_call_does_not_disturb_the_next_one(storage, on_call, times):
    table, cancelled, calls = await open_table(storage), True, 0
    cancelling = Cancelling(0, 1)
    on_call(lambda statement: cancelling(statement))

    async def work(db: Connection) -> None:
        for _ in range(2):
            await db.rows("SELECT * FROM moves")

    async def read() -> None:
        await storage.database.read(work)

    while cancelled:
        cancelling = Cancelling(calls, times)
        cancelling.task = asyncio.create_task(read())
        [outcome] = await asyncio.gather(cancelling.task, return_exceptions=True)
        cancelled = isinstance(outcome, asyncio.CancelledError)
        cancelling.at, calls = -1, calls + 1
        number = (await storage.tables.append(move(table, calls))).number
        row = await storage.tables.get(table)
        assert (row and row.number) == number == len(await storage.tables.log(table)) == calls + 1
    assert calls > 4


async def test_the_error_of_a_cancelled_read_is_not_logged(storage: Storage) -> None:
    pause = Pause()

    async def work(db: Connection) -> None:
        await pause.begin()
        raise ValueError(SECRET)

    reading = asyncio.create_task(storage.database.read(work))
    await pause.begun()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    pause.end()
    await storage.tables.open_ids()


async def test_closing_goes_on_when_it_is_cancelled(where: Where, caplog: pytest.LogCaptureFixture) -> None:
    storage, pause = await Storage.open(where), Pause()

    async def hold(db: Connection) -> None:
        await pause.begin()

    holding = asyncio.create_task(storage.database.write(hold))
    await pause.begun()
    closing = asyncio.create_task(storage.close())
    for _ in range(3):
        await asyncio.sleep(0)
        closing.cancel()
    assert not closing.done()
    pause.end()
    await holding
    with pytest.raises(asyncio.CancelledError):
        await closing
    async with await Storage.open(where) as again, asyncio.timeout(5):
        assert await again.tables.open_ids() == []
