import asyncio
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from bot.client import MiasmaBot
from bot.discord_api.gateway import shorten_failures
from bot.discord_api.private_names import is_started
from bot.settings import Settings
from miasma.__main__ import main
from rules_service.clock import Clock
from storage import Storage
from tests.bot.conftest import MakeBot

USER = {"id": "1", "username": "Miasma", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "1", "name": "Miasma", "description": "", "icon": None, "bot_public": True, "bot_require_code_grant": False,
    "verify_key": "", "flags": 0, "owner": USER,
}  # fmt: skip
LIMITS = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
LOGIN, ABOUT, GATEWAY, SOCKET = "/users/@me", "/oauth2/applications/@me", "/gateway/bot", "the socket"
EMOJI = "/applications/{application_id}/emojis"


class Patience(Clock):
    """A clock whose waits take no time. It records their lengths."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        await asyncio.sleep(0)


def refused(status: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(answer, "the text of an error, which may quote anything")


class Down:
    """A Discord that raises these errors at each stage of connecting. `inside` is set once the bot is connected."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **fails: list[Exception]) -> None:
        doors = {"login": LOGIN, "gateway": GATEWAY, "socket": SOCKET}
        self.fails = {doors[name]: list(errors) for name, errors in fails.items()}
        self.inside = asyncio.Event()
        self.closing: Exception | None = None
        monkeypatch.setattr(HTTPClient, "request", self._request)
        monkeypatch.setattr(DiscordWebSocket, "from_client", self._connect)

    def _knock(self, door: str) -> None:
        if self.fails.get(door):
            raise self.fails[door].pop(0)

    async def _request(self, route: Route, **_: Any) -> Any:
        self._knock(route.path)
        return {LOGIN: USER, ABOUT: APPLICATION, EMOJI: {"items": []}, GATEWAY: self._gateway()}[route.path]

    def _gateway(self) -> dict[str, Any]:
        return {"url": "wss://gateway.invalid", "shards": 2, "session_start_limit": LIMITS}

    async def _connect(self, client: MiasmaBot, *, shard_id: int, **_: Any) -> Any:
        self._knock(SOCKET)
        stopped = asyncio.Event()

        async def poll_event() -> None:
            self.inside.set()
            if self.closing:
                raise self.closing
            await stopped.wait()

        async def close(code: int) -> None:
            stopped.set()

        return SimpleNamespace(shard_id=shard_id, poll_event=poll_event, close=close, open=True, latency=0.04)


@pytest.fixture
async def patient(tmp_path: Path) -> MiasmaBot:
    storage = await Storage.open(tmp_path / "games.sqlite")
    return MiasmaBot(Settings(token="hush", database=tmp_path / "games.sqlite"), storage, Patience())


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(shorten_failures)
    yield
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).removeFilter(shorten_failures)


async def start(bot: MiasmaBot, down: Down) -> list[float]:
    """Start the bot and wait until it is connected. Return the lengths of its waits."""
    async with bot:
        running = asyncio.create_task(bot.start("hush"))
        inside = asyncio.create_task(down.inside.wait())
        await asyncio.wait([running, inside], timeout=10, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            inside.cancel()
            await running
        assert inside.done(), "the bot never came in"
        while len(bot.shards) < 2:
            await asyncio.sleep(0)
        assert bot.latency == pytest.approx(0.04)
        running.cancel()
    assert isinstance(bot.clock, Patience)
    return bot.clock.waited


NO_NAME = aiohttp.ClientConnectorDNSError(
    aiohttp.client_reqrep.ConnectionKey("discord.com", 443, True, True, None, None, None), OSError("no such name")
)


@pytest.mark.parametrize(
    ("fails", "names"),
    [
        ({"login": [NO_NAME]}, ["ClientConnectorDNSError"]),
        ({"login": [refused(503), TimeoutError(), refused(429)]},
         ["DiscordServerError", "TimeoutError", "HTTPException"]),
        ({"gateway": [refused(502), ConnectionResetError(104, "reset")]}, ["GatewayNotFound", "ConnectionResetError"]),
        ({"socket": [ConnectionRefusedError(), aiohttp.ClientError(), TimeoutError()]},
         ["ConnectionRefusedError", "ClientError", "TimeoutError"]),
        ({"socket": [OSError(54, "reset by peer")] * 7}, ["OSError"] * 7),
    ],
)  # fmt: skip
async def test_the_bot_retries_until_discord_can_be_reached(patient, monkeypatch, caplog, fails, names):
    waited = await start(patient, Down(monkeypatch, **fails))
    assert waited == [10.0, 20.0, 40.0, 80.0, 160.0, 300.0, 300.0][: len(names)]
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == [
        f"Cannot connect to Discord ({name}). Retrying in {pause:.0f} s."
        for name, pause in zip(names, waited, strict=True)
    ]
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_gateway_that_is_down_for_days_is_waited_for(patient, monkeypatch):
    tries = 2 * sys.getrecursionlimit()
    waited = await start(patient, Down(monkeypatch, socket=[ConnectionRefusedError() for _ in range(tries)]))
    assert len(waited) == tries
    assert max(waited) == 300


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fails", "closing", "told"),
    [
        ({"login": [refused(401)]}, None, "rejected DISCORD_TOKEN"),
        ({"login": [refused(403)]}, None, "Cannot connect to Discord"),
        ({}, closed(4004), "rejected DISCORD_TOKEN"),
        ({}, closed(4014), "refused the gateway intents"),
        ({}, closed(4011), r"closed the gateway connection \(code 4011\)"),
    ],
)
def test_permanent_connection_errors_exit_with_a_sentence(tmp_path, monkeypatch, fails, closing, told):
    def down(*_: object, **__: object) -> Patience:
        Down(monkeypatch, **fails).closing = closing
        return Patience()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "hush.hush.hush")
    monkeypatch.setattr(discord.utils, "setup_logging", lambda: None)
    monkeypatch.setattr("miasma.play.Clock", down)
    monkeypatch.setattr("bot.pictures.usable_cores", lambda: 1)
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: None)  # No test in this file needs a picture.
    with pytest.raises(SystemExit, match=told) as ended:
        main([])
    assert "hush" not in str(ended.value)


def test_discord_pys_log_has_a_lost_connection_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    teller = logging.getLogger("discord.shard")
    teller.error("Attempting a reconnect for shard ID %s in %.2fs", 1, 2.5, exc_info=TimeoutError("hush"))
    assert caplog.messages == ["Attempting a reconnect for shard ID 1 in 2.50s (TimeoutError)"]
    assert "hush" not in caplog.text
    assert "Traceback" not in caplog.text
    teller.error("something else", exc_info=ValueError())
    assert caplog.records[-1].exc_info


async def test_a_bot_that_was_never_started_can_be_closed(make_bot: MakeBot) -> None:
    bot = await make_bot()
    await bot.close()
    assert not is_started(bot)
