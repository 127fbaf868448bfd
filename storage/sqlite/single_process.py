"""The single process on a file, with no work to divide."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from storage.engine import IDENTIFY_INTERVAL, DatabaseError, Partition


class SingleProcess:
    """The only process, as the lock beside the file ensures."""

    def __init__(self) -> None:
        self.on_wake: Callable[[int], None] = lambda table_id: None
        self.on_lost: Callable[[], None] = lambda: None
        self.on_time: Callable[[datetime], None] = lambda moment: None
        self.standby = False
        self._turns: dict[int, float] = {}  # by key: when the next connection may identify

    async def take(self, processes: int) -> Partition:
        """Return the partition of all tables. Raise DatabaseError if there are to be several processes."""
        if processes > 1:
            raise DatabaseError("MIASMA_PROCESSES is greater than 1, which needs PostgreSQL. Set DATABASE_URL.")
        return Partition()

    async def agree_on_shards(self, shards: int) -> None:
        """Do nothing, because no other process can disagree."""

    async def agreed_shards(self) -> int | None:
        """Return None, because there is no other process."""
        return None

    async def wake(self, slot: int, table_id: int) -> None:
        """Do nothing, because there is no other slot."""

    async def acquire_identify(self, key: int) -> None:
        """Wait until Discord accepts another new connection."""
        loop = asyncio.get_running_loop()
        at = max(self._turns.get(key, 0.0), loop.time())
        self._turns[key] = at + IDENTIFY_INTERVAL
        await asyncio.sleep(at - loop.time())

    @asynccontextmanager
    async def run_once(self) -> AsyncIterator[bool]:
        """Yield True: this process does the work."""
        yield True

    async def close(self) -> None:
        """Do nothing, because there is no slot to release."""
