import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg
import pytest

from storage import Address, DatabaseError
from storage.engine import Partition
from storage.postgres import connecting, partition_locks
from storage.postgres.partition_locks import PartitionLocks
from tests.storage.postgres.server import Server

Make = Callable[[], PartitionLocks]
SOON = 60.0  # Seconds that a busy machine may need for milliseconds of work.


@pytest.fixture
async def empty(server: Server) -> Address:
    """Return the address of a database without other sessions, which is all that locks need."""
    return await server.emptied()


@pytest.fixture
async def make(empty: Address, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Make]:
    """Yield a function that makes the locks of another process. Intervals and delays are a tenth of the real ones."""
    for name in ("STANDBY_INTERVAL", "HEARTBEAT_INTERVAL", "HANDOVER_DELAY", "IDENTIFY_INTERVAL"):
        monkeypatch.setattr(partition_locks, name, getattr(partition_locks, name) / 10)
    made: list[PartitionLocks] = []

    def another() -> PartitionLocks:
        made.append(PartitionLocks(lambda: connecting.connect(empty, "miasma")))
        return made[-1]

    yield another
    for one in made:
        await one.close()


async def die(server: Server, one: PartitionLocks, address: Address) -> None:
    """End the database connection of a slot, as if its process had been killed."""
    await server.do(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE datname = '{address.database}' AND application_name = 'miasma slot {one.partition.slot}'"
    )


async def waits(process: PartitionLocks) -> None:
    """Wait until the process has found all slots taken."""
    async with asyncio.timeout(SOON):
        while not process.standby:
            await asyncio.sleep(0.01)


def test_a_spare_process_serves_in_time() -> None:
    """Q29: a spare process takes the free slot, and connects once the former holder must have noticed its loss."""
    assert 2 * partition_locks.STANDBY_INTERVAL + partition_locks.HANDOVER_DELAY < 8
    assert partition_locks.REGAIN_TIMEOUT < 20 + 3 * 5, (
        "a process gives up before the server does (the keepalives of a session)"
    )


async def test_every_slot_is_one_process_s_and_the_next_one_waits(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    """Q29: a spare process takes the slot of a process that ends."""
    first, second, spare = make(), make(), make()
    with caplog.at_level(logging.INFO):
        assert {await first.take(2), await second.take(2)} == {Partition(0, 2), Partition(1, 2)}
    assert "standing by" not in caplog.text, "who finds a free slot does not wait"
    waiting = asyncio.create_task(spare.take(2))
    await waits(spare)
    assert not waiting.done()
    connection = spare._process
    gone = second.partition
    await second.close()
    began = time.monotonic()
    assert await asyncio.wait_for(waiting, SOON) == gone
    assert time.monotonic() - began > partition_locks.HANDOVER_DELAY / 2
    assert not spare.standby
    assert spare._process == connection


async def test_a_process_that_finds_a_free_slot_uses_it_at_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q29: only a standby process waits until the former holder must have noticed that it lost the slot."""
    monkeypatch.setattr(partition_locks, "HANDOVER_DELAY", 1347.0)
    assert await asyncio.wait_for(make().take(1), SOON) == Partition(0, 1)


async def test_processes_that_start_at_once_share_the_slots(make: Make) -> None:
    """Q29: no slot is taken twice, and none stays free."""
    taken = await asyncio.gather(*(make().take(6) for _ in range(6)))
    assert sorted(share.slot for share in taken) == list(range(6))


async def test_a_slot_is_taken_after_a_server_that_stopped_returns(make: Make, empty: Address) -> None:
    """Q30: the server stops during the last query that takes a slot."""
    connections: list[Any] = []

    class Cut(asyncpg.Connection):  # type: ignore[misc]
        async def add_listener(self, channel: str, callback: Any) -> None:
            if len(connections) == 1:
                self.terminate()
            await super().add_listener(channel, callback)

    async def connect() -> Any:
        connections.append(await asyncpg.connect(empty.secret, connection_class=Cut))
        return connections[-1]

    one = make()
    one._connect = connect
    began = time.monotonic()
    assert await asyncio.wait_for(one.take(1), SOON) == Partition(0, 1)
    assert len(connections) == 2
    assert time.monotonic() - began > partition_locks.HANDOVER_DELAY, "who has lost a slot takes it back first"


async def test_a_slot_whose_connection_is_lost_is_taken_back(make, server, empty, monkeypatch):
    """Q30: waiting processes leave the slot free for a moment. Announcements for it arrive as before."""
    one, other, spare = make(), make(), make()
    woken: asyncio.Queue[int] = asyncio.Queue()
    lost: list[int] = []
    one.on_wake, one.on_lost = woken.put_nowait, lambda: lost.append(1)
    await one.take(2)
    await other.take(2)
    waiting = asyncio.create_task(spare.take(2))
    await waits(spare)
    reach, look, seen, back = one._connect, spare._free, asyncio.Event(), asyncio.Event()

    async def late() -> object:
        await seen.wait()
        return await reach()

    async def looking(processes: int) -> set[int]:
        if seen.is_set():
            await back.wait()
        if found := await look(processes):
            seen.set()
        return found

    monkeypatch.setattr(one, "_connect", late)
    monkeypatch.setattr(spare, "_free", looking)
    await die(server, one, empty)
    async with asyncio.timeout(SOON):
        while woken.empty():
            await other.wake(0, 7)
            await asyncio.sleep(0.01)
    assert woken.get_nowait() == 7
    back.set()
    await asyncio.sleep(3 * partition_locks.STANDBY_INTERVAL)
    assert not lost
    assert not waiting.done()
    waiting.cancel()


async def test_a_process_that_loses_its_slot_leaves_before_the_next_begins(make, server, empty, monkeypatch):
    """Q30: the new holder waits until the former one has left."""
    one, other = make(), make()
    over, sleep = asyncio.Event(), asyncio.sleep

    async def until_it_is_over(seconds: float) -> None:
        has_the_slot = other._watching is not None
        await (
            over.wait()
            if seconds == partition_locks.HANDOVER_DELAY and has_the_slot
            else sleep(min(seconds, partition_locks.STANDBY_INTERVAL))
        )

    monkeypatch.setattr(partition_locks, "HANDOVER_DELAY", 1347.0)
    monkeypatch.setattr(asyncio, "sleep", until_it_is_over)
    left = asyncio.Event()
    one.on_lost = left.set
    await one.take(1)
    taking = asyncio.create_task(other.take(1))
    await waits(other)
    reach = one._connect

    async def late() -> Awaitable[object]:
        while other.partition != Partition(0, 1) or other._watching is None:
            await asyncio.sleep(0.01)
        return await reach()  # type: ignore[no-any-return]

    one._connect = late
    await die(server, one, empty)
    await asyncio.wait_for(left.wait(), SOON)
    assert not taking.done(), "the other has the slot, and does not use it yet"
    over.set()
    assert await asyncio.wait_for(taking, SOON) == Partition(0, 1)


async def test_a_process_without_the_server_leaves_before_its_lock_is_released(make, server, empty, monkeypatch):
    """Q30: the process leaves in time even though no error arrives while the network is cut."""
    monkeypatch.setattr(partition_locks, "REGAIN_TIMEOUT", 0.5)
    monkeypatch.setattr(partition_locks, "ANSWER_TIMEOUT", 0.3)
    one = make()
    left, tries = asyncio.Event(), itertools.count()
    one.on_lost = left.set
    await one.take(1)

    async def cut() -> object:
        if next(tries) == 0:
            await asyncio.Event().wait()
        raise OSError

    one._connect = cut
    await die(server, one, empty)
    await asyncio.wait_for(left.wait(), SOON)
    assert one._watching is not None
    await asyncio.wait_for(one._watching, SOON)


async def test_all_processes_have_the_same_numbers(make: Make) -> None:
    """Q31: other numbers are possible only when no process is running."""
    first = make()
    await first.take(2)
    await first.agree_on_shards(4)
    with pytest.raises(DatabaseError, match="MIASMA_PROCESSES=2, this one has MIASMA_PROCESSES=3"):
        await make().take(3)
    second = make()
    await second.take(2)
    assert await second.agreed_shards() == 4
    with pytest.raises(DatabaseError, match="MIASMA_SHARDS=4, this one has MIASMA_SHARDS=6"):
        await second.agree_on_shards(6)
    await second.agree_on_shards(4)
    assert await asyncio.gather(*(second.agreed_shards() for _ in range(5))) == [4] * 5
    await first.close()
    await second.close()
    third = make()
    async with asyncio.timeout(60):
        while third.partition != Partition(0, 3):
            third = make()
            with suppress(DatabaseError):  # The server notices later that they are gone.
                await third.take(3)
    assert await third.agreed_shards() is None
    await third.agree_on_shards(1)
    assert await third.agreed_shards() == 1


async def test_numbers_are_agreed_on_by_one_process_at_a_time(make: Make, empty: Address) -> None:
    """Q31: two processes that start at once don't agree on different numbers."""
    operator = await asyncpg.connect(empty.secret)
    await operator.execute("SELECT pg_advisory_lock($1, 0)", partition_locks.PROCESSES)
    taking = asyncio.create_task(make().take(1))
    async with asyncio.timeout(SOON):
        while not await operator.fetchval("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)"):
            assert not taking.done()
            await asyncio.sleep(0.01)
    await operator.close()
    assert await asyncio.wait_for(taking, SOON) == Partition(0, 1)


async def test_a_process_that_retakes_its_slot_keeps_the_agreed_numbers(make, server, empty, monkeypatch):
    """Q31: the process takes both lost locks again, even before the next heartbeat."""
    monkeypatch.setattr(partition_locks, "HEARTBEAT_INTERVAL", 1347.0)
    one = make()
    woken = asyncio.Event()
    one.on_wake = lambda table: woken.set()
    await one.take(2)
    await one.agree_on_shards(4)
    before = one._process
    await die(server, one, empty)
    async with asyncio.timeout(60):
        while one._process == before:
            await asyncio.sleep(0.01)
        while not woken.is_set():
            with suppress(DatabaseError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await one.wake(0, 7)
            await asyncio.sleep(0.01)
    with pytest.raises(DatabaseError, match="MIASMA_PROCESSES=2, this one has MIASMA_PROCESSES=3"):
        await make().take(3)
    assert await one.agreed_shards() == 4
    back = one._process
    await asyncio.sleep(0.3)
    assert one._process == back, "once is enough"


async def test_a_turn_is_waited_for_until_there_is_a_slot_and_may_be_given_up(make, monkeypatch):
    """Q33: the process also waits through temporary errors."""
    one = make()
    given_up, waiting = (asyncio.create_task(one.acquire_identify(0)) for _ in range(2))
    await asyncio.sleep(0.15)
    given_up.cancel()
    await asyncio.sleep(0.15)
    assert not waiting.done()
    await one.take(1)
    await asyncio.wait_for(waiting, SOON)
    ask, errors = one._value, [asyncpg.InterfaceError("gone"), OSError(), KeyError("wrong")]

    async def fails(sql: str, *values: object) -> object:
        if errors and (sql, *values) == (partition_locks.TRY, partition_locks.IDENTIFY, 1):
            raise errors.pop(0)
        return await ask(sql, *values)

    monkeypatch.setattr(one, "_value", fails)
    with pytest.raises(KeyError, match="wrong"):
        await asyncio.wait_for(one.acquire_identify(1), SOON)
    assert not errors


async def test_connections_begin_one_after_the_other_for_each_key(make: Make) -> None:
    """Q33: connections take turns, whether they are of one process or of several."""
    processes = [make() for _ in range(3)]
    for one in processes:
        await one.take(3)
    begun: list[tuple[int, float]] = []

    async def begin(one: PartitionLocks, key: int) -> None:
        await one.acquire_identify(key)
        begun.append((key, time.monotonic()))

    async with asyncio.timeout(SOON):
        await asyncio.gather(*(begin(one, key) for one in processes for key in (0, 0, 1)))
    for key, count in ((0, 6), (1, 3)):
        times = sorted(at for which, at in begun if which == key)
        assert len(times) == count
        gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
        assert min(gaps) >= partition_locks.IDENTIFY_INTERVAL * 0.95
    assert max(at for key, at in begun if key == 1) < max(at for key, at in begun if key == 0), "keys do not wait"


async def test_a_turn_to_connect_ends_even_if_the_server_does_not_answer(make, empty, monkeypatch):
    """Q33: the turn ends with the connection, and the slot is taken back."""
    monkeypatch.setattr(partition_locks, "ANSWER_TIMEOUT", 1.0)
    one, other = make(), make()
    unanswered: list[str] = []

    class Slow(asyncpg.Connection):  # type: ignore[misc]
        async def fetchval(self, query: str, *given: Any, **how: Any) -> Any:
            if query == partition_locks.UNLOCK and not unanswered:
                unanswered.append(query)
                await asyncio.Event().wait()
            return await super().fetchval(query, *given, **how)

    one._connect = lambda: asyncpg.connect(empty.secret, connection_class=Slow)
    await one.take(2)
    await other.take(2)
    await one.acquire_identify(0)
    await asyncio.wait_for(other.acquire_identify(0), SOON)
    await asyncio.wait_for(one.acquire_identify(0), SOON)
    assert unanswered
    assert one.partition == Partition(0, 2)


async def test_shared_work_is_done_once(make: Make, empty: Address) -> None:
    """Q37: one process does the work. The others wait until it is done, and learn that it was done."""
    done: list[bool] = []
    operator = await asyncpg.connect(empty.secret)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND query = $2"
    heard = f"{asked} AND state = 'idle' AND query_start > $3"  # A process that only asks may still get its turn.

    async def tell(one: PartitionLocks) -> None:
        async with one.run_once() as first:
            if first and not done:
                while await operator.fetchval(asked, empty.database, partition_locks.TRY) < 4:
                    await asyncio.sleep(0.01)
                now = await operator.fetchval("SELECT clock_timestamp()")
                while await operator.fetchval(heard, empty.database, partition_locks.TRY, now) < 3:
                    await asyncio.sleep(0.01)
            done.append(first)

    async with asyncio.timeout(SOON):
        await asyncio.gather(*(tell(make()) for _ in range(4)))
    await operator.close()
    assert sorted(done) == [False, False, False, True]
    assert done[0], "nobody goes on before it is done"
    await tell(make())
    assert done[-1], "later it is done again"
