"""The bot's reports to monitoring (docs/spec/storage.md, Q42 and Q43)."""

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families

from bot.hosting.health import health_site, serve_health
from bot.settings import BadSettings, Settings
from tests.bot.players import seat_all, turn
from tests.bot.sim import Sim

Ask = Callable[[str], Awaitable[tuple[int, str]]]


@pytest.fixture
async def ask(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ask]:
    """Yield a function that fetches a path from the bot. The simulated Discord has a latency of 30 ms."""
    monkeypatch.setattr(type(sim.bot), "latencies", [(0, 0.03)])
    async with TestClient(TestServer(health_site(lambda: sim.bot.app))) as client:

        async def asked(path: str) -> tuple[int, str]:
            async with client.get(path) as answer:
                return answer.status, await answer.text()

        yield asked


async def test_a_working_bot_is_healthy(sim, table, ask, monkeypatch):
    """Q42: a working bot answers with the status 200. If a shard's heartbeat takes too long, it answers 503."""
    assert await ask("/health") == (200, "well")
    monkeypatch.setattr(type(sim.bot), "latencies", [(0, 0.03), (1, 2.5)])
    assert await ask("/health") == (503, "no heartbeat from Discord on 1 of 2 shards")


async def test_channels_that_wait_because_of_the_bot_make_it_unhealthy(sim, table, ask, monkeypatch, caplog):
    """Q42: posts refused by Discord leave the bot healthy. The bot's own failures make it unhealthy."""
    sim.fail("POST", "/channels/*/messages", 403, times=None)
    await turn(sim, "gallia")
    await sim.pass_time(400)
    assert table in sim.bot.app.announcer.troubles
    assert await ask("/health") == (200, "well")
    sim.env.backend.faults.clear()

    async def broken(*_: object, **__: object) -> None:
        raise KeyError

    monkeypatch.setattr(sim.bot.app.announcer.delivery.pictures, "board", broken)
    await sim.pass_time(3600)
    assert await ask("/health") == (503, "1 channels have been waiting for an announcement for more than five minutes")
    caplog.clear()
    monkeypatch.undo()


async def test_metrics_are_in_the_prometheus_format(sim: Sim, ask: Ask) -> None:
    """Q43: /metrics counts presses, refusals and appends, and has answer times and pending announcements."""

    async def counted() -> dict[str, float]:
        status, text = await ask("/metrics")
        assert status == 200
        samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
        return {f"{one.name}{''.join(one.labels.values())}": one.value for one in samples}

    before = await counted()
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.carol, "table leave")
    sim.fail("POST", "/channels/*/messages", times=None)
    await sim.command(sim.dora, "table open", sim.thread("third"))
    await sim.pass_time(60)
    sim.env.backend.faults.clear()
    after = await counted()
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    assert grown["miasma_presses_total"] == grown["miasma_answer_seconds_count"] >= 5
    assert grown["miasma_answer_seconds_bucket+Inf"] == grown["miasma_answer_seconds_count"]
    assert grown["miasma_answer_seconds_sum"] > 0
    assert grown["miasma_refusals_totalnot_seated"] == 1
    assert grown["miasma_appends_total"] >= 2
    assert (after["miasma_announcements_waiting"], after["miasma_announcement_oldest_seconds"] >= 60) == (1, True)
    assert (after["miasma_slot"], after["miasma_processes"], after["miasma_shards"]) == (0, 1, 1)
    assert {"conflicts", "replays", "discord_requests", "discord_refused", "unexpected_errors"} <= {
        name.removeprefix("miasma_").removesuffix("_total") for name in after
    }
    assert "miasma_pool_used" in after


async def test_dashboard_and_alerts_ask_for_metrics_that_exist(sim: Sim, ask: Ask) -> None:
    await sim.command(sim.carol, "table leave")
    _, text = await ask("/metrics")
    known = {one.name for family in text_string_to_metric_families(text) for one in family.samples}
    for file in ("grafana.json", "alerts.yml"):
        asked = set(re.findall(r"miasma_\w+", (Path(__file__).parents[2] / "contrib" / file).read_text("utf-8")))
        assert len(asked) >= 4
        assert asked <= known, file


async def test_nothing_is_served_without_a_port(caplog: pytest.LogCaptureFixture) -> None:
    """Q42: without a port, nothing is served. If the port is taken, an error names it."""
    caplog.set_level(logging.INFO)
    assert Settings().health_host == "127.0.0.1", "others are not answered"
    async with serve_health(lambda: None, Settings().health_host, Settings().health_port):
        assert "serving /health" not in caplog.text
    taken = web.AppRunner(web.Application())
    await taken.setup()
    place = web.TCPSite(taken, "0.0.0.0", 0)
    await place.start()
    port = taken.addresses[0][1]
    with pytest.raises(BadSettings, match=str(port)):
        async with serve_health(lambda: None, "127.0.0.1", port):
            pass
    await taken.cleanup()
    with pytest.raises(BadSettings, match="MIASMA_HEALTH_HOST: this machine does not have"):
        async with serve_health(lambda: None, "192.0.2.1", port):
            pass
