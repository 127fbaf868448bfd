"""The shards (connections to Discord): which of them this process has, and when each may start."""

import logging
from datetime import timedelta

import yarl

from bot.discord_api.connecting import PatientBot
from storage.engine import Engine

log = logging.getLogger(__name__)


class ShardedBot(PatientBot):
    """A bot that serves its share of the shards: all of them, if it is the only process.

    A server's shard is (id >> 22) modulo the number of shards. The process with that shard also posts for the server's
    tables, because Discord sends the server's events to no other. DMs are on the first shard.
    """

    database: Engine
    wanted = 0  # Shards of all processes together; 0 for as many as Discord recommends.
    _keys = 1  # How many connections may start at the same time.

    async def launch_shards(self) -> None:
        """Ask Discord for the number of shards, and connect those of this process."""
        if self.is_closed():
            return
        gateway = await self._patiently(self._plan)
        assert self.shard_ids is not None
        for shard_id in self.shard_ids:
            await self.launch_shard(gateway, shard_id, initial=shard_id == self.shard_ids[0])

    async def _plan(self) -> yarl.URL:
        """Choose the shards of this process, and wait until Discord allows that many to start.

        Return the gateway's address.
        """
        partition, coordinator = self.database.partition, self.database.coordinator
        asked, gateway, limit = await self.http.get_bot_gateway()
        needed = -(-asked // partition.processes) * partition.processes
        count = self.wanted or await coordinator.agreed_shards() or needed
        await coordinator.agree_on_shards(count)
        mine = range(partition.slot, count, partition.processes)
        while limit["remaining"] < len(mine):
            wait = timedelta(milliseconds=limit["reset_after"])
            log.warning(
                "Discord's session limit has %s starts left, this process needs %s; waiting until %s",
                *(limit["remaining"], len(mine), f"{self.clock.now() + wait:%Y-%m-%d %H:%M UTC}"),
            )
            await self.clock.sleep(wait.total_seconds() + 1)
            _, gateway, limit = await self.http.get_bot_gateway()
        self._keys = limit["max_concurrency"]
        self.shard_count = self._connection.shard_count = count
        self.shard_ids = self._connection.shard_ids = list(mine)
        return yarl.URL(gateway)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this connection's turn among those of all processes."""
        await self.database.coordinator.acquire_identify((shard_id or 0) % self._keys)
