"""Limit the rate of requests to Discord: all processes together stay below the limit of one token.

Discord allows 50 requests a second, and counts all but the answers to presses and commands. discord.py only reacts to
refusals, in each process separately, and a bot that is refused too often is blocked for an hour.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from types import SimpleNamespace

import aiohttp
import yarl

from bot.metrics import METRICS

MAX_REQUESTS_PER_SECOND = 45  # Requests in any second, of all processes together.
SECOND = 1.0
# Requests with the token count; answers are sent without it.
COUNTED = re.compile(r"/api/v\d+/(?!interactions/|webhooks/)")
REFUSED = 429


class RateLimiter:
    """The rate limiter of this process, first come, first served."""

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
        """Send no request for that many seconds, as Discord has refused one."""
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


def counted(url: yarl.URL) -> bool:
    """Return whether a request counts towards the token's limit; answers to presses do not."""
    return COUNTED.match(url.path) is not None


def limited(limiter: RateLimiter) -> aiohttp.TraceConfig:
    """Return the hooks for discord.py's connections before and after each request, including its own retries."""

    async def before(_: aiohttp.ClientSession, __: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
        if counted(about.url):
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
