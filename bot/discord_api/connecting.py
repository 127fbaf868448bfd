"""The initial connection to Discord: while it fails it is retried with back-off, with one log line each time."""

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

FIRST, LONGEST = 10.0, 300.0  # Seconds between two attempts.
ANSWER = 60.0  # Seconds within which the gateway must have said hello.

# These errors may occur at the start while Discord, or the connection to it, is down.
NO_WAY = (
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    ReconnectWebSocket,
)
FOR_GOOD = (discord.LoginFailure, discord.ConnectionClosed)  # Discord has answered and refused.
# These are the attributes in which discord.py keeps its connections. It has no public names for them; the simulated
# Discord uses them, too.
SHARDS, QUEUE = "_AutoShardedClient__shards", "_AutoShardedClient__queue"

T = TypeVar("T")


class PatientBot(commands.AutoShardedBot):
    """A bot with as many shards as Discord asks for, which waits at its start while Discord is down.

    discord.py itself waits only once it has been connected. At the start it gives up if the gateway can't be reached.
    It retries a failing connection every five seconds, each time with a traceback and one call deeper.
    """

    clock: Clock

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and stay connected until closed.

        Raises:
            LoginFailure: the token is wrong.
            PrivilegedIntentsRequired, ConnectionClosed: Discord refuses this bot as it is.
            HTTPException: Discord refused the login for another reason that waiting does not change.
        """
        await self._patiently(lambda: self._log_in(token))
        await self.connect(reconnect=reconnect)

    async def _log_in(self, token: str) -> None:
        try:
            await self.login(token)
        except BaseException:
            await self.http.close()
            # The connector was closed with the session; the next login creates both again.
            self.http.connector = MISSING
            raise

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard."""

        async def connect() -> DiscordWebSocket:
            made = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
            return await asyncio.wait_for(made, ANSWER)

        shard = Shard(await self._patiently(connect), self, getattr(self, QUEUE).put_nowait)
        getattr(self, SHARDS)[shard_id] = shard
        shard.launch()

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Retry the work until it succeeds. Errors that waiting can't fix are raised."""
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
        """Disconnect; do nothing if the bot was never started."""
        if hasattr(self, QUEUE):
            await super().close()


def passing(error: BaseException) -> bool:
    """Return whether waiting may help: Discord can't be reached, is failing, or limits the rate."""
    if isinstance(error, FOR_GOOD):
        return False
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def brief(record: logging.LogRecord) -> bool:
    """Filter discord.py's own log: failures to reach Discord become a warning with a reason and no traceback.

    They are no errors of ours and are retried, so they should not alert anybody.
    """
    error: Any = record.exc_info[1] if isinstance(record.exc_info, tuple) else record.exc_info
    if isinstance(error, NO_WAY):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True
