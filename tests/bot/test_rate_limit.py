"""How fast the bot sends requests to Discord (docs/spec/storage.md, Q34)."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web
from discord.http import HTTPClient, Route

from bot.client import MiasmaBot
from bot.discord_api.gateway import MAX_REQUESTS_PER_SECOND, RateLimiter, rate_limit_trace
from bot.metrics import METRICS
from bot.settings import Settings
from rules_service.clock import Clock
from storage import Storage

JSON = {"Content-Type": "application/json"}  # discord.py accepts no other content type.
LIMIT = 50  # requests per second that Discord allows one token


class Time:
    """A clock that advances only while something waits. All processes of a test share it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._until: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._until.append((self.now + seconds, waiting))
        await waiting

    async def pass_all(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(5):
                await asyncio.sleep(0)
            if self._until:
                self._until.sort(key=lambda one: one[0])
                self.now, waiting = self._until.pop(0)
                waiting.set_result(None)


def most_in_a_second(times: Sequence[float]) -> int:
    return max(sum(at <= one < at + 1.0 for one in times) for at in times)


@pytest.mark.parametrize("processes", [1, 2, 4])
async def test_all_processes_together_stay_below_the_limit(processes: int) -> None:
    """Q34: 200 tables wait, each with a post and an edit to send."""
    time = Time()
    sent: list[float] = []

    async def table(limiter: RateLimiter) -> None:
        for _ in range(2):
            await limiter.acquire()
            sent.append(time.now)

    limiters = [RateLimiter(lambda: time.now, time.sleep) for _ in range(processes)]
    for limiter in limiters:
        limiter.set_processes(processes)
    await time.pass_all([asyncio.create_task(table(limiters[number % processes])) for number in range(200)])
    assert len(sent) == 400
    assert most_in_a_second(sent) < LIMIT
    assert max(sent) <= 400 / MAX_REQUESTS_PER_SECOND * 1.1, "and they are not slower than they need be"


@pytest.fixture
async def discord_there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimpleNamespace]:
    """Yield a server that answers like Discord and can be told to refuse. It records the times of requests."""
    asked: list[tuple[float, str]] = []
    refusals: list[float] = []
    loop = asyncio.get_running_loop()

    async def answer(request: web.Request) -> web.Response:
        asked.append((loop.time(), request.path))
        if refusals:
            wait = refusals.pop()
            headers = {"Via": "1.1", "X-RateLimit-Scope": "global", "Retry-After": str(wait), **JSON}
            body = {"message": "slow down", "retry_after": wait, "global": False}
            return web.Response(body=json.dumps(body).encode(), status=429, headers=headers)
        return web.Response(body=b"{}", headers=JSON)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
    yield SimpleNamespace(asked=asked, refusals=refusals)
    await runner.cleanup()


async def test_every_request_with_the_token_takes_its_turn(discord_there: SimpleNamespace, tmp_path: Path) -> None:
    """Q34: as at Discord, responses to interactions don't count towards the limit."""
    async with await Storage.open(tmp_path / "miasma.sqlite") as storage:
        http = MiasmaBot(Settings(), storage, Clock()).http
        before = METRICS.requests
        await http.static_login("token")
        await http.get_channel(1)
        assert METRICS.requests == before + 2
        await http.request(Route("POST", "/interactions/1/{token}/callback", token="t"))
        await http.request(Route("PATCH", "/webhooks/1/{token}/messages/@original", token="t"))
        assert METRICS.requests == before + 2
        assert len(discord_there.asked) == 4
        await http.close()


async def test_a_rate_limited_process_sends_nothing_else(discord_there: SimpleNamespace) -> None:
    """Q34: discord.py alone would go on with requests whose rate limit it doesn't know yet."""
    http = HTTPClient(asyncio.get_running_loop(), http_trace=rate_limit_trace(RateLimiter()))
    await http.static_login("token")
    before = METRICS.refused
    discord_there.refusals.append(0.2)
    first = asyncio.create_task(http.get_channel(1))
    while METRICS.refused == before:
        refused = asyncio.get_running_loop().time()  # before the refusal, however busy the machine is
        await asyncio.sleep(0)
    await asyncio.gather(first, *(http.get_channel(number) for number in range(2, 9)))
    later = [at for at, _ in discord_there.asked if at > refused]
    assert len(later) == 8
    assert min(later) >= refused + 0.19
    await http.close()


async def test_only_a_refusal_for_all_requests_stops_all_of_them() -> None:
    """Q34: a global refusal stops all requests for as long as Discord demands, or for a second.

    Every refusal is counted.
    """
    now, waited = [100.0], list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        now[0] += seconds

    for status, scope, said, wait in (
        *((200, "global", "5", None), (429, "user", "5", None), (429, None, "5", None)),
        *((429, "global", "2.5", 2.5), (429, "global", None, 1.0)),
    ):
        waited.clear()
        limiter, before = RateLimiter(lambda: now[0], sleep), METRICS.refused
        trace = rate_limit_trace(limiter)
        trace.freeze()
        headers = {name: value for name, value in (("X-RateLimit-Scope", scope), ("Retry-After", said)) if value}
        about: Any = SimpleNamespace(response=SimpleNamespace(status=status, headers=headers))
        await trace.on_request_end.send(None, SimpleNamespace(), about)  # type: ignore[arg-type]
        await limiter.acquire()
        assert waited == ([wait] if wait else [])
        assert METRICS.refused - before == (status == 429)
