"""Connect this process's shards to Discord, within its rate limits and with retries.

All processes together stay below the rate limit of one token. Discord allows 50 requests a second, not counting
responses to interactions. discord.py only reacts to refusals, in each process separately, and a bot that is refused too
often is blocked for an hour.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import monotonic
from types import SimpleNamespace
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.utils import MISSING

from bot.discord_api.private_names import add_shard, is_started
from bot.metrics import METRICS
from rules_service.clock import Clock
from storage.engine import Engine

log = logging.getLogger(__name__)

FIRST_PAUSE, MAX_PAUSE = 10.0, 300.0  # Pauses between attempts to connect, in seconds.
MAX_SECONDS_TO_HELLO = 60.0
MAX_REQUESTS_PER_SECOND = 45  # Requests in any second, of all processes together.
SECOND = 1.0
# Requests with the bot's token count. Answers to interactions are sent without it.
COUNTED = re.compile(r"/api/v\d+/(?!interactions/|webhooks/)")
REFUSED = 429

# These errors may occur at the start while Discord, or the connection to it, is down.
NO_WAY = (
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    ReconnectWebSocket,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
PERMANENT_ERRORS = (discord.LoginFailure, discord.ConnectionClosed)
T = TypeVar("T")


class ShardedBot(commands.AutoShardedBot):
    """A bot that serves its share of the shards, or all of them if it is the only process.

    A server's shard is (id >> 22) modulo the number of shards. The process with that shard also posts for the server's
    tables, because Discord sends the server's events to no other. DMs are on the first shard.

    At startup it waits while Discord is down. discord.py does so only after a first connection: at startup it gives up
    if the gateway can't be reached, and retries a failing shard recursively every five seconds, each time with a
    traceback.
    """

    clock: Clock
    database: Engine
    wanted = 0  # Shards of all processes together; 0 for as many as Discord recommends.
    _gateway: yarl.URL
    _max_concurrency = 1  # How many connections may start at the same time.

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and stay connected until closed.

        Raises LoginFailure if the token is wrong, PrivilegedIntentsRequired or ConnectionClosed if Discord refuses this
        bot as it is, and HTTPException if it refuses the login for another lasting reason.
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

    async def launch_shards(self) -> None:
        """Decide which shards this process serves, and connect them."""
        if not self.is_closed():
            await self._patiently(self._plan)
            await super().launch_shards()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard to the gateway that `_plan` has chosen."""

        async def connect() -> DiscordWebSocket:
            made = DiscordWebSocket.from_client(self, initial=initial, gateway=self._gateway, shard_id=shard_id)
            return await asyncio.wait_for(made, MAX_SECONDS_TO_HELLO)

        add_shard(self, shard_id, await self._patiently(connect))

    async def _plan(self) -> None:
        """Choose the gateway and the shards of this process, and wait until Discord allows that many to start."""
        partition, coordinator = self.database.partition, self.database.coordinator
        asked, gateway, limit = await self.http.get_bot_gateway()
        needed = -(-asked // partition.processes) * partition.processes
        count = self.wanted or await coordinator.agreed_shards() or needed
        await coordinator.agree_on_shards(count)
        mine = range(partition.slot, count, partition.processes)
        while limit["remaining"] < len(mine):
            wait = timedelta(milliseconds=limit["reset_after"])
            begin = f"{self.clock.now() + wait:%Y-%m-%d %H:%M UTC}"
            text = "Discord's session limit has %s starts left, this process needs %s; waiting until %s"
            log.warning(text, limit["remaining"], len(mine), begin)
            await self.clock.sleep(wait.total_seconds() + 1)
            _, gateway, limit = await self.http.get_bot_gateway()
        self._max_concurrency = limit["max_concurrency"]
        self.shard_count, self.shard_ids = count, list(mine)
        self._gateway = yarl.URL(gateway)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this connection may start: the connections of all processes take turns."""
        await self.database.coordinator.acquire_identify((shard_id or 0) % self._max_concurrency)

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work, and retry it after growing pauses until it succeeds. Raise errors that waiting can't fix."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await work()
            except NO_WAY as error:
                if not is_temporary(error):
                    raise
                log.warning("Cannot connect to Discord (%s). Retrying in %.0f s.", type(error).__name__, pause)
            await self.clock.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE)

    async def close(self) -> None:
        """Disconnect, or do nothing if the bot was never started."""
        if is_started(self):
            await super().close()


def is_temporary(error: BaseException) -> bool:
    """Return whether waiting may help, because Discord can't be reached, is failing, or limits the rate."""
    if isinstance(error, PERMANENT_ERRORS):
        return False
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def shorten_failures(record: logging.LogRecord) -> bool:
    """Turn failures to reach Discord in discord.py's log into warnings without a traceback. Keep every record."""
    error: Any = record.exc_info[1] if isinstance(record.exc_info, tuple) else record.exc_info
    # These aren't the bot's errors and are retried, so they should not alert anybody.
    if isinstance(error, NO_WAY):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True


class RateLimiter:
    """The rate limiter of this process, which lets requests through in the order of their arrival."""

    def __init__(
        self, now: Callable[[], float] = monotonic, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self.most = MAX_REQUESTS_PER_SECOND
        self._now, self._sleep = now, sleep
        self._last: deque[float] = deque()  # When each request of the last second was sent.
        self._until = 0.0  # Discord refuses requests until then.
        self._one_at_a_time = asyncio.Lock()

    def set_processes(self, processes: int) -> None:
        """Divide the limit by the number of processes with the same token."""
        self.most = max(MAX_REQUESTS_PER_SECOND // processes, 1)

    def block_for(self, seconds: float) -> None:
        """Send no requests for that many seconds, because Discord has refused one."""
        self._until = max(self._until, self._now() + seconds)

    async def acquire(self) -> None:
        """Wait until a request may be sent."""
        async with self._one_at_a_time:
            while (wait := self._wait()) > 0:
                await self._sleep(wait)
            self._last.append(self._now())

    def _wait(self) -> float:
        now = self._now()
        while self._last and self._last[0] <= now - SECOND:
            self._last.popleft()
        room = len(self._last) < self.most
        return max(self._until - now, 0.0 if room else self._last[-self.most] + SECOND - now)


def rate_limit_trace(limiter: RateLimiter) -> aiohttp.TraceConfig:
    """Return hooks that make discord.py wait for the limiter before each request that counts, and record refusals.

    They apply to discord.py's own retries, too.
    """

    async def before(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
        if COUNTED.match(about.url.path):
            await limiter.acquire()
            METRICS.requests += 1

    async def after(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
        if about.response.status == REFUSED:
            METRICS.refused += 1
            if about.response.headers.get("X-RateLimit-Scope") == "global":
                limiter.block_for(float(about.response.headers.get("Retry-After", SECOND)))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(before)
    trace.on_request_end.append(after)
    return trace
