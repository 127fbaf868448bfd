"""Divide the work of several processes on one database with advisory locks."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg

from storage.engine import IDENTIFY_INTERVAL, Coordinator, DatabaseError, Partition
from storage.postgres.connecting import is_transient

log = logging.getLogger(__name__)

T = TypeVar("T")

# The kinds of our locks; each lock also has a number.
SLOT, PROCESSES, SHARDS, IDENTIFY, ONCE = range(0x4D49_0001, 0x4D49_0006)
NAMES = {PROCESSES: "MIASMA_PROCESSES", SHARDS: "MIASMA_SHARDS"}
STANDBY_INTERVAL = 1.0  # Seconds between two attempts to get a slot, or a lock.
HEARTBEAT_INTERVAL, ANSWER_TIMEOUT = 5.0, 5.0  # In seconds.
# Seconds to get a slot back after its connection was lost. The server itself gives up on a silent process after 35
# (`SESSION`).
REGAIN_TIMEOUT = 20.0
HANDOVER_DELAY = 5.0  # Seconds from taking a slot to using it. By then its former holder has noticed the loss.
TRY, UNLOCK = "SELECT pg_try_advisory_lock($1, $2)", "SELECT pg_advisory_unlock($1, $2)"
OURS = """FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid::bigint = $1"""
TAKEN = f"SELECT coalesce(array_agg(objid::bigint), '{{}}') {OURS}"
OTHER = f"SELECT objid::bigint {OURS} AND objid::bigint NOT IN (0, $2) LIMIT 1"
HOLDER = f"SELECT pid {OURS} AND objid::bigint = $2"
CHANNEL = "miasma_{}"  # the NOTIFY channel on which a slot receives table IDs


class PartitionLocks(Coordinator):
    """The slot of this process, locked by a connection of its own, so that it is freed when the process ends."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        super().__init__()
        self.partition = Partition()
        self._connect = connect
        self._connection: asyncpg.Connection | None = None
        self._process = 0  # the server's process id of the connection
        self._one_at_a_time = asyncio.Lock()
        self._agreed: dict[int, int] = {}
        self._turns: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._releasing = set[asyncio.Task[None]]()
        self._lost = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    async def take(self, processes: int) -> Partition:
        """Wait for a free slot and take it. Raise DatabaseError if others run with a different number of processes."""
        free = set[int]()
        while True:
            try:
                if self._connection is None:
                    await self._begin()
                    await self._agree(PROCESSES, processes)
                before, free = free, await self._free(processes)
                # A process whose connection was lost takes its slot back at once, so one on standby waits a moment.
                if await self._took_one_of(sorted(free & before if self.standby else free), processes):
                    break
            except Exception as error:
                if not is_transient(error):
                    raise
                log.warning("the database is not available (%s); retrying", type(error).__name__)
                await self._drop()
                await asyncio.sleep(HANDOVER_DELAY)  # a process that has lost a slot takes it back first
                continue
            if not self.standby:
                log.info("all %s slots are taken; standing by until another process exits", processes)
                self.standby = True
            await asyncio.sleep(STANDBY_INTERVAL)
        self._watching = asyncio.create_task(self._watch(), name="slot")
        log.info("acquired slot %s of %s", self.partition.slot, processes)
        await asyncio.sleep(HANDOVER_DELAY if self.standby else 0)
        self.standby = False
        return self.partition

    async def agree_on_shards(self, shards: int) -> None:
        """Set the number of shards for all processes. Raise DatabaseError if a running process uses another number."""
        await self._agree(SHARDS, shards)

    async def agreed_shards(self) -> int | None:
        """Return the number of shards that the running processes use, or None if none has set it."""
        found: int | None = await self._value(OTHER, SHARDS, 0)
        return found

    async def acquire_identify(self, key: int) -> None:
        """Wait until this process may connect to Discord with this key.

        Then block further connections with the same key in all processes for `IDENTIFY_INTERVAL`.
        """
        turn = self._turns[key]
        await turn.acquire()  # the server grants a connection again what it already has
        try:
            while not await self._may_identify(key):  # noqa: ASYNC110 - it is in another process
                await asyncio.sleep(0.1)
        except BaseException:
            turn.release()
            raise

        async def release() -> None:
            await asyncio.sleep(IDENTIFY_INTERVAL)
            with suppress(Exception):  # the end of the connection releases it, too
                await self._value(UNLOCK, IDENTIFY, key)
            turn.release()

        task = asyncio.create_task(release(), name="release")
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _may_identify(self, key: int) -> bool:
        """Try to take the lock of this key.

        Return whether that worked. It doesn't without a slot, or while the server is unavailable.
        """
        try:
            return bool(await self._value(TRY, IDENTIFY, key))
        except Exception as error:
            if not (isinstance(error, DatabaseError) or is_transient(error)):
                raise
            return False

    @asynccontextmanager
    async def run_once(self) -> AsyncIterator[bool]:
        """Yield True to the one process that works for all. The others wait until it is done, then get False."""
        connection = await self._connect()
        try:
            first = await connection.fetchval(TRY, ONCE, 0)
            while not (first or await connection.fetchval(TRY, ONCE, 0)):  # noqa: ASYNC110 - it is in another process
                await asyncio.sleep(STANDBY_INTERVAL)
            yield bool(first)
        finally:
            connection.terminate()

    async def _agree(self, kind: int, number: int) -> None:
        """Set a number for all processes. Raise DatabaseError if a running process uses another one."""

        async def ask(connection: asyncpg.Connection) -> int | None:
            async with connection.transaction():  # one process at a time
                await connection.execute("SELECT pg_advisory_xact_lock($1, 0)", kind)
                other: int | None = await connection.fetchval(OTHER, kind, number)
                if other is None:
                    await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", kind, number)
                return other

        other = await self._ask(ask)
        if other is not None:
            raise DatabaseError(
                f"Other processes run with {NAMES[kind]}={other}, this one has {NAMES[kind]}={number}. "
                "Stop all processes, then start them with the same value."
            )
        self._agreed[kind] = number

    async def wake(self, slot: int, table_id: int) -> None:
        """Wake the process of another slot, which then announces what is new at this table.

        If the message is lost, the process does so at its next tick.
        """
        await self._value("SELECT pg_notify($1, $2)", CHANNEL.format(slot), str(table_id))

    async def close(self) -> None:
        """Release the slot."""
        if self._watching is not None:
            self._watching.cancel()
        await self._drop()

    async def _begin(self) -> None:
        self._connection = await self._connect()
        self._process = self._connection.get_server_pid()
        self._lost.clear()
        self._connection.add_termination_listener(lambda _: self._lost.set())

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _ask(self, question: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        async with self._one_at_a_time:
            connection = self._connection
            if connection is None:
                raise DatabaseError("lost the database connection that holds the slot")
            try:
                return await asyncio.wait_for(question(connection), ANSWER_TIMEOUT)
            except TimeoutError:
                connection.terminate()  # the server may have granted the lock; closing the connection releases it
                raise

    async def _value(self, sql: str, *values: object) -> Any:
        return await self._ask(lambda connection: connection.fetchval(sql, *values))

    async def _free(self, processes: int) -> set[int]:
        return set(range(processes)).difference(await self._value(TAKEN, SLOT))

    async def _took_one_of(self, slots: list[int], processes: int) -> bool:
        """Take the first of these slots that is free, and return whether there was one."""
        for slot in slots:
            if await self._value(TRY, SLOT, slot):
                self.partition = Partition(slot, processes)
                await self._listen()
                await self._hear_the_time()
                return True
        return False

    async def _listen(self) -> None:
        def heard(_: Any, __: int, ___: str, said: str) -> None:
            self.on_wake(int(said))

        await self._value("SELECT set_config('application_name', $1, false)", f"miasma slot {self.partition.slot}")
        await self._ask(lambda connection: connection.add_listener(CHANNEL.format(self.partition.slot), heard))

    async def _hear_the_time(self) -> None:
        """Set the clock to the server's time, because processes compare times and their hosts' clocks may differ."""
        self.on_time(await self._value("SELECT clock_timestamp()"))

    async def _watch(self) -> None:
        """Watch the slot, and call `on_lost` if it is lost and can't be taken again."""
        slot = self.partition.slot
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT_INTERVAL)
            try:
                if self._lost.is_set():
                    raise ConnectionError
                await self._hear_the_time()
            except Exception:  # after any error, the connection may no longer hold the slot
                await self._drop()
                log.warning("lost the database connection that holds slot %s; reacquiring the slot", slot)
                if not await self._regained():
                    lost = "could not reacquire slot %s; disconnecting from Discord and waiting for a free slot"
                    log.error(lost, slot)
                    self.on_lost()
                    return

    async def _regained(self) -> bool:
        loop = asyncio.get_running_loop()
        end, before = loop.time() + REGAIN_TIMEOUT, self._process
        while loop.time() < end:
            try:
                await asyncio.wait_for(self._begin(), ANSWER_TIMEOUT)
                if not await self._value(TRY, SLOT, self.partition.slot):
                    if await self._value(HOLDER, SLOT, self.partition.slot) not in (None, before):
                        return False
                    # The server has not noticed yet that the connection is gone.
                    await self._value("SELECT pg_terminate_backend($1)", before)
                    raise ConnectionError
                for kind, number in list(self._agreed.items()):
                    await self._agree(kind, number)
                await self._listen()
            except DatabaseError:
                return False
            except Exception:  # the server is not available yet
                await self._drop()
                await asyncio.sleep(0.2)
                continue
            log.info("reacquired slot %s", self.partition.slot)
            return True
        return False
