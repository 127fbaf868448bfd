"""The bot's health: `/admin health` for its host, `/health` for hosting platforms, `/metrics` for monitoring.

None reveals who plays, or where (docs/spec/slow-play.md, P120). The last two (docs/hosting.md) are served only if the
host sets a port.
"""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aiohttp import web
from discord.utils import format_dt

from bot.context import App
from bot.metrics import ANSWER_BUCKETS, METRICS, p95
from bot.settings import BadSettings
from bot.version import VERSION
from storage import DatabaseError
from wording import Words

log = logging.getLogger(__name__)

MAX_SECONDS_TO_ANSWER = 2.0  # Of the database, and of Discord.
MAX_ANNOUNCEMENT_AGE = timedelta(minutes=5)
MIB = 2**20
NO_METRICS = "/metrics needs the package prometheus-client. Install it with: pip install 'miasma[metrics]'"
ALL_INTERFACES = "0.0.0.0"  # Health checks come from outside the container.


async def unhealthy_reason(app: App) -> str:
    """Return why the bot is not healthy; "" if it is."""
    client = app.client
    if app.storage.database.coordinator.standby:
        return ""  # This process waits for a slot, which is its purpose.
    if not client.is_ready():
        return "not connected to Discord yet"
    silent = [number for number, answer in client.latencies if not answer <= MAX_SECONDS_TO_ANSWER]  # It may be NaN.
    closed = [number for number, shard in client.shards.items() if shard.is_closed()]
    if silent or closed:
        return f"no heartbeat from Discord on {len({*silent, *closed})} of {len(client.latencies)} shards"
    try:
        async with asyncio.timeout(MAX_SECONDS_TO_ANSWER):
            overdue = await app.storage.outbox.overdue(app.clock.now() - MAX_ANNOUNCEMENT_AGE)
    except TimeoutError:
        return "the database query timed out"
    except DatabaseError as error:
        return f"the database is not available ({type(error).__name__})"
    except Exception as error:
        return f"the database query failed ({type(error).__name__})"
    if app.storage.database.unwritable:
        return f"the database is not writable ({type(app.storage.database.unwritable).__name__})"
    troubles = app.announcer.troubles
    ours = [table for table, tried in overdue if not tried or (table in troubles and troubles[table].ours)]
    return f"{len(ours)} channels have been waiting for an announcement for more than five minutes" if ours else ""


async def collect(app: App) -> list[Any]:
    """Return all metrics in the form of prometheus-client. Raises DatabaseError."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    waiting, since = await app.storage.outbox.waiting()
    oldest = (app.clock.now() - since).total_seconds() if since else 0.0
    partition, service = app.storage.database.partition, app.service.repository.counted
    counters = (
        ("presses", "Presses and commands", METRICS.presses),
        ("unexpected_errors", "Unexpected errors", METRICS.unexpected),
        ("discord_requests", "Discord API requests that count towards the rate limit of the token", METRICS.requests),
        ("discord_refused", "Discord API requests rejected by the rate limit (429)", METRICS.refused),
        ("appends", "Stored actions", service["appends"]),
        ("conflicts", "Actions that lost a race against another process", service["conflicts"]),
        ("replays", "Games replayed from their logs", service["replays"]),
    )
    levels = (
        ("announcements_waiting", "Announcements waiting in the outbox", waiting),
        ("announcement_oldest_seconds", "Age of the oldest announcement in the outbox", oldest),
        ("pool_used", "Database connections in use", app.storage.database.used),
        ("slot", "Slot of this process", partition.slot),
        ("processes", "Number of processes", partition.processes),
        ("shards", "Shards of this process", len(app.client.latencies)),
    )
    refusals = CounterMetricFamily("miasma_refusals", "Refused actions, by code", labels=["code"])
    for code, count in sorted(METRICS.refusals.items()):
        refusals.add_metric([code], count)
    buckets = list(zip([*map(str, ANSWER_BUCKETS), "+Inf"], accumulate(METRICS.answered), strict=True))
    about, total = "Time to the first response to an interaction", METRICS.answering
    return [
        *(CounterMetricFamily(f"miasma_{name}", about, value=value) for name, about, value in counters),
        refusals,
        *(GaugeMetricFamily(f"miasma_{name}", about, value=level) for name, about, level in levels),
        HistogramMetricFamily("miasma_answer_seconds", about, buckets=buckets, sum_value=total),
    ]


def site(running: Callable[[], App | None]) -> web.Application:
    """Return the web application. ``running``: returns the running bot's parts, or None while it is being created."""

    async def health(_: web.Request) -> web.Response:
        app = running()
        why = "starting" if app is None else await unhealthy_reason(app)
        return web.Response(text=why or "well", status=503 if why else 200)

    async def metrics(_: web.Request) -> web.Response:
        try:
            from prometheus_client import generate_latest
        except ImportError:
            return web.Response(text=NO_METRICS, status=501)
        if (app := running()) is None:
            return web.Response(text="starting", status=503)
        try:
            families = await collect(app)
        except DatabaseError as error:
            return web.Response(text=f"the database is not available ({type(error).__name__})", status=503)
        found = SimpleNamespace(collect=lambda: families)
        return web.Response(body=generate_latest(found), headers={"Content-Type": "text/plain; version=0.0.4"})

    served = web.Application()
    served.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return served


@asynccontextmanager
async def watched(running: Callable[[], App | None], port: int | None) -> AsyncIterator[None]:
    """Serve on the port in this block, if the host has set one. Raises BadSettings if it is taken."""
    if port is None:
        yield
        return
    runner = web.AppRunner(site(running), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, ALL_INTERFACES, port).start()
    except OSError:
        raise BadSettings(f"MIASMA_HEALTH_PORT: port {port} is already in use. Choose another port.") from None
    log.info("serving /health and /metrics on port %s", port)
    try:
        yield
    finally:
        await runner.cleanup()


async def health_report(app: App, w: Words) -> str:
    """Return the health report, one line per topic."""
    found, partition = await app.storage.health(app.clock.now()), app.storage.database.partition
    never = w._("never")
    if app.settings.address:
        kept = w._("The games are in a PostgreSQL database. Your host takes care of its backups.")
    else:
        file = app.settings.database
        backup, free = await asyncio.to_thread(lambda: (last_backup(file), shutil.disk_usage(file.parent).free))
        kept = w._("Last backup: {when}. Free disk space: {free} MiB.", when=ago(backup, never), free=free // MIB)
    requests = {"requests": METRICS.requests, "refused": METRICS.refused}
    process = {"slot": partition.slot + 1, "count": partition.processes, "shards": len(app.client.shards), **requests}
    kinds = {"answers": METRICS.answers, "pictures": METRICS.pictures, "sweeps": METRICS.sweeps}
    slow = {kind: milliseconds(p95(measured)) for kind, measured in kinds.items()}
    states = w.join_list([f"{name} {count}" for name, count in sorted(found.tables.items())]) or "0"
    notices = w.join_list([f"{name} {count}" for name, count in sorted(found.notices.items()) if name]) or "0"
    lines = [
        w._("Version {version}, started {since}.", version=VERSION, since=ago(app.since, never)),
        kept,
        w._("Process: {slot} of {count}. Shards: {shards}. Requests: {requests}, rate limited: {refused}.", **process),
        w._("Tables: {states}.", states=states),
        w._("Oldest waiting announcement: {when}.", when=ago(found.announcement, w._("none"))),
        w._("Oldest waiting notification: {when}.", when=ago(found.notice, w._("none"))),
        w._("Notifications in the last day: {notices}.", notices=notices),
        w._("p95: replies {answers}, pictures {pictures}, scheduler runs {sweeps}.", **slow),
        w._("Last unexpected errors: {errors}.", errors=w.join_list([*METRICS.errors]) or w._("none")),
    ]
    return "\n".join(lines)


def ago(at: datetime | None, none: str) -> str:
    """Return a moment as relative time, or ``none`` if there is none."""
    return none if at is None else format_dt(at, "R")


def milliseconds(seconds: float | None) -> str:
    """Return a duration; "–" if nothing was measured."""
    return "–" if seconds is None else f"{seconds * 1000:.0f} ms"


def last_backup(file: Path) -> datetime | None:
    """Return when the newest copy beside the database was written, or None. An empty file is no copy."""
    found = [copy.stat() for copy in file.parent.glob(f"{file.stem}-*{file.suffix}")]
    times = [copy.st_mtime for copy in found if copy.st_size]
    return datetime.fromtimestamp(max(times), UTC) if times else None
