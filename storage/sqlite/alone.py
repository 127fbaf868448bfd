"""One process on one file: there is nobody to share with."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from storage.engine import HELD, DatabaseError, Share


class Alone:
    """The only process; the lock beside the file sees to it."""

    def __init__(self) -> None:
        self.on_wake: Callable[[int], None] = lambda table_id: None
        self.on_lost: Callable[[], None] = lambda: None
        self.on_time: Callable[[datetime], None] = lambda moment: None
        self.spare = False
        self._turns: dict[int, float] = {}  # by key: when the next may identify

    async def take(self, processes: int) -> Share:
        """Everything is for this process. Raises DatabaseError: there are to be several."""
        if processes > 1:
            raise DatabaseError("MIASMA_PROCESSES is greater than 1, which needs PostgreSQL. Set DATABASE_URL.")
        return Share()

    async def agree_on_shards(self, shards: int) -> None:
        """Nobody has another opinion."""

    async def agreed_shards(self) -> int | None:
        """Nobody has said anything."""
        return None

    async def tell(self, slot: int, table_id: int) -> None:
        """There is no other slot."""

    async def turn_to_identify(self, key: int) -> None:
        """Wait until Discord takes another connection that begins."""
        loop = asyncio.get_running_loop()
        at = max(self._turns.get(key, 0.0), loop.time())
        self._turns[key] = at + HELD
        await asyncio.sleep(at - loop.time())

    @asynccontextmanager
    async def once(self) -> AsyncIterator[bool]:
        """Do what one process does for all."""
        yield True

    async def close(self) -> None:
        """There is nothing to let go."""
