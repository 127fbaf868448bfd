"""The very first connection to Discord: what is down is waited for, longer and longer, a line of the log each time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.utils import MISSING

from rules_service.clock import Clock

log = logging.getLogger(__name__)

FIRST, LONGEST = 10.0, 300.0  # seconds between two tries
ANSWER = 60.0  # seconds in which the gateway must have said hello

# What a start may bring while Discord, or the way to it, is down.
NO_WAY = (
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    ReconnectWebSocket,
)
FOR_GOOD = (discord.LoginFailure, discord.ConnectionClosed)  # Discord has answered, and it was a no
# Where discord.py keeps its connections. It has no public name for them; the simulated Discord uses these, too.
SHARDS, QUEUE = "_AutoShardedClient__shards", "_AutoShardedClient__queue"

T = TypeVar("T")


class PatientBot(commands.AutoShardedBot):
    """A bot with as many connections as Discord asks for, which waits for a Discord that is down when it starts.

    discord.py itself waits only once it has been connected: it ends when the gateway cannot be asked for, and tries a
    connection that fails again every five seconds, with a traceback each time and one call deeper.
    """

    clock: Clock

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and stay connected until closed.

        Raises:
            LoginFailure: the token is wrong.
            PrivilegedIntentsRequired, ConnectionClosed: Discord does not want this bot as it is.
            HTTPException: Discord refused the login for another reason that waiting does not change.
        """
        await self._patiently(lambda: self._log_in(token))
        await self.connect(reconnect=reconnect)

    async def _log_in(self, token: str) -> None:
        try:
            await self.login(token)
        except BaseException:
            await self.http.close()
            self.http.connector = MISSING  # it has gone with the session; the next login makes both anew
            raise

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Make one of the connections."""

        async def connect() -> DiscordWebSocket:
            made = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
            return await asyncio.wait_for(made, ANSWER)

        shard = Shard(await self._patiently(connect), self, getattr(self, QUEUE).put_nowait)
        getattr(self, SHARDS)[shard_id] = shard
        shard.launch()

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do it, however often it takes. What no waiting would change is raised."""
        pause = FIRST
        while True:
            try:
                return await work()
            except NO_WAY as error:
                if not passing(error):
                    raise
                log.warning("Cannot connect to Discord (%s). Retrying in %.0f s.", type(error).__name__, pause)
            await self.clock.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def close(self) -> None:
        """Disconnect; nothing is to be done for a bot that was made and never started."""
        if hasattr(self, QUEUE):
            await super().close()


def passing(error: BaseException) -> bool:
    """Whether waiting may help: Discord cannot be reached, is out of order, or asks for patience."""
    if isinstance(error, FOR_GOOD):
        return False
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def brief(record: logging.LogRecord) -> bool:
    """A filter for discord.py's own log: that Discord was not reached is told with a reason and no traceback.

    It is no error of ours, and is tried again: who is woken by errors sleeps on.
    """
    error: Any = record.exc_info[1] if isinstance(record.exc_info, tuple) else record.exc_info
    if isinstance(error, NO_WAY):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True
