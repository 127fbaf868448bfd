import asyncio
import logging
import os
import socket
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families

from bot.client import MiasmaBot
from bot.context import App
from bot.fair_queue import Waited, Work
from bot.hosting.health import NO_METRICS, health_report, health_site, last_backup, serve_health, unhealthy_reason
from bot.metrics import Metrics
from bot.settings import read_settings
from bot.version import full_version
from storage import DatabaseError
from storage.engine import DiskFull, Partition
from storage.records import Health
from tests.bot.conftest import MakeBot
from tests.kept import kept
from wording import words

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Metrics:
    """Return fixed metrics in place of the process's own."""
    metrics = Metrics(
        sweeps=deque([0.25]),
        errors=deque(["abc123 KeyError", "def456 ValueError"]),
        presses=12, refusals=Counter(turn=3, illegal=2), simpler=Counter(pictures=6), unexpected=4, requests=21,
        refused=5,
    )  # fmt: skip
    for seconds in (0.01, 0.05, 0.06, 0.3, 1.25, 3.0, 3.5, 9.0):
        metrics.answer(seconds)
    metrics.answers = deque(second / 1000 for second in range(40, 0, -1))
    monkeypatch.setattr("bot.hosting.health.METRICS", metrics)
    return metrics


@pytest.fixture
async def app(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[App]:
    """Yield the parts of a bot that serves two shards in the second of three slots. Its database is a file."""
    bot = await make_bot()
    shard = SimpleNamespace(is_closed=lambda: False)
    with monkeypatch.context() as here:
        here.setattr(bot.database, "partition", Partition(1, 3))
        here.setattr(MiasmaBot, "shards", {1: shard, 4: shard})
        here.setattr(MiasmaBot, "latencies", [(1, 0.03), (4, 0.04)])
        yield replace(bot.app, since=NOON, settings=replace(bot.app.settings, database=tmp_path / "data.sqlite"))


def relative(hours: int) -> str:
    """Return Discord's text for the time this many hours after noon."""
    return f"<t:{int((NOON + timedelta(hours=hours)).timestamp())}:R>"


async def test_P120_the_report_has_stored_data_waiting_work_and_latency(
    app: App, counted: Metrics, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    states, outcomes = {"running": 2, "lobby": 1}, {"": 3, "turn": 2, "digest": 1}
    found = Health(states, NOON + timedelta(hours=1), NOON + timedelta(hours=2), outcomes)

    async def health(_: object, now: datetime) -> Health:
        assert now == app.clock.now()
        return found

    monkeypatch.setattr(type(app.storage), "health", health)
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=8 * 1024**2 - 1, path=path))
    for name, hours, content in (("data-1", 3, "x"), ("data-2", 4, "x"), ("data-3", 5, ""), ("other-1", 6, "x")):
        copy = tmp_path / f"{name}.sqlite"
        copy.write_text(content)
        at = (NOON + timedelta(hours=hours)).timestamp()
        os.utime(copy, (at, at))
    before, kept, *after = [
        f"Version {full_version()}, started {relative(0)}.", f"Last backup: {relative(4)}. Free disk space: 7 MiB.",
        "Process: 2 of 3. Shards: 2. Requests: 21, rate limited: 5.", "Tables: lobby 1 and running 2.",
        f"Oldest waiting announcement: {relative(1)}.", f"Oldest waiting notification: {relative(2)}.",
        "Notifications in the last day: digest 1 and turn 2.", "p95: replies 39 ms, pictures –, scheduler runs 250 ms.",
        "Last unexpected errors: abc123 KeyError and def456 ValueError.",
    ]  # fmt: skip
    assert (await health_report(app, words("en"))).splitlines() == [before, kept, *after]
    address = read_settings({"DATABASE_URL": "postgresql://anna:hush@db.example/games"}).address
    elsewhere = replace(app, settings=replace(app.settings, address=address))
    report = await health_report(elsewhere, words("en"))
    assert report.splitlines() == [
        before, "The games are in a PostgreSQL database, which I don’t back up.", *after,
    ]  # fmt: skip
    assert last_backup(tmp_path / "third.sqlite") is None
    found = Health({}, None, None, {"": 3})
    counted.errors.clear()
    report = await health_report(app, words("en"))
    for line in (
        *("Tables: 0.", "Oldest waiting announcement: none.", "Oldest waiting notification: none."),
        *("Notifications in the last day: 0.", "Last unexpected errors: none."),
    ):
        assert line in report.splitlines()


@pytest.mark.kept
async def test_q43_each_metric_has_its_value(app: App, counted: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q43: the metrics include an announcement that has waited for days."""

    async def waiting() -> tuple[int, datetime | None]:
        return 6, oldest

    monkeypatch.setattr(app.storage.outbox, "waiting", waiting)
    monkeypatch.setattr(type(app.storage.database), "used", 7)
    queue = app.computers.ai.queue
    monkeypatch.setattr(queue, "length", lambda kind: int(kind is Work.HINT))
    queue.waited[Work.HINT] = Waited(2, 4.5)
    app.service.repository.counted.update(appends=31, conflicts=32, replays=33)
    oldest: datetime | None = app.clock.now() - timedelta(days=2, seconds=3, milliseconds=500)
    async with TestClient(TestServer(health_site(lambda: app))) as client:

        async def ask() -> dict[str, float]:
            async with client.get("/metrics") as answer:
                assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; version=0.0.4")
                families = [*text_string_to_metric_families(await answer.text())]
            assert all(family.documentation for family in families)
            samples = [sample for family in families for sample in family.samples]
            return {" ".join([one.name.removeprefix("miasma_"), *one.labels.values()]): one.value for one in samples}

        now = "".join(f"{name} {value:g}\n" for name, value in (await ask()).items())
        assert now == kept(Path(__file__).with_name("kept") / "metrics.txt", now)
        oldest = None
        assert (await ask())["announcement_oldest_seconds"] == 0

        async def gone() -> None:
            raise DatabaseError("postgresql://anna:hush@db.example/games does not answer")

        monkeypatch.setattr(app.storage.outbox, "waiting", gone)
        async with client.get("/metrics") as answer:
            assert answer.status == 503
            assert await answer.text() == "the database is not available (DatabaseError)"
        monkeypatch.setitem(sys.modules, "prometheus_client", None)
        async with client.get("/metrics") as answer:
            assert (answer.status, await answer.text()) == (501, NO_METRICS)


async def test_q42_a_bot_that_is_being_created_is_not_well_yet() -> None:
    async with TestClient(TestServer(health_site(lambda: None))) as client:
        for path in ("/health", "/metrics"):
            async with client.get(path) as answer:
                assert (answer.status, await answer.text()) == (503, "starting")


async def test_q42_an_unhealthy_bot_reports_the_first_reason(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q42: announcements may wait for five minutes, and longer if Discord refuses them."""
    found: list[tuple[int, bool]] | Exception = []

    async def overdue(since: datetime) -> list[tuple[int, bool]]:
        assert since == app.clock.now() - timedelta(minutes=5)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(app.storage.outbox, "overdue", overdue)
    assert await unhealthy_reason(app) == "not connected to Discord yet"
    monkeypatch.setattr(MiasmaBot, "is_ready", lambda _: True)
    for closed, latencies, count in (
        *(([], [2.0, 0.1], 0), ([], [0.1, 2.1], 1), ([], [float("nan"), 0.1], 1), ([], [float("inf"), 0.1], 1)),
        *(([4], [2.0, 0.1], 1), ([4], [0.1, 2.1], 1), ([4], [2.1, 0.1], 2), ([1, 4], [2.1, 0.1], 2)),
    ):
        with monkeypatch.context() as here:
            shards = {number: SimpleNamespace(is_closed=lambda down=number in closed: down) for number in (1, 4)}
            here.setattr(MiasmaBot, "shards", shards)
            here.setattr(MiasmaBot, "latencies", [*zip((1, 4), latencies, strict=True)])
            told = f"no heartbeat from Discord on {count} of 2 shards" if count else ""
            assert await unhealthy_reason(app) == told, (closed, latencies)
            here.setattr(app.storage.database.coordinator, "standby", True)
            assert await unhealthy_reason(app) == "", "a process on standby is no ill one"
    found = KeyError("secret")
    assert await unhealthy_reason(app) == "the database query failed (KeyError)"
    found = DatabaseError("postgresql://anna:hush@db.example/games does not answer")
    assert await unhealthy_reason(app) == "the database is not available (DatabaseError)"
    with monkeypatch.context() as slow:
        slow.setattr("bot.hosting.health.MAX_SECONDS_TO_ANSWER", 0.01)
        slow.setattr(MiasmaBot, "latencies", [(1, 0.001), (4, 0.001)])
        slow.setattr(app.storage.outbox, "overdue", lambda _: asyncio.sleep(9))
        assert await unhealthy_reason(app) == "the database query timed out"
    app.announcer.troubles.update({2: SimpleNamespace(ours=False), 3: SimpleNamespace(ours=True)})  # type: ignore[dict-item]
    for tables, count in (
        ([(1, True), (2, True)], 0),
        ([(1, True), (2, True), (4, False)], 1),
        ([(2, True), (3, True), (4, False), (5, False)], 3),
    ):
        found = tables
        waiting = "channels have been waiting for an announcement for more than five minutes"
        assert await unhealthy_reason(app) == (f"{count} {waiting}" if count else "")
    app.announcer.troubles.clear()
    app.storage.database.unwritable = DiskFull("games")
    assert await unhealthy_reason(app) == "the database is not writable (DiskFull)"


async def test_q42_the_health_port_is_served_while_the_bot_runs(caplog: pytest.LogCaptureFixture) -> None:
    """Q42: visits to the port are not logged."""
    caplog.set_level(logging.INFO)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with aiohttp.ClientSession() as session:
        async with (
            serve_health(lambda: None, "127.0.0.1", port),
            session.get(f"http://127.0.0.1:{port}/health") as answer,
        ):
            assert (answer.status, await answer.text()) == (503, "starting")
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"http://127.0.0.1:{port}/health")
    assert caplog.messages == [f"serving /health and /metrics at 127.0.0.1, port {port}"]
