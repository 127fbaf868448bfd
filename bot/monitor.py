"""How the bot is, for machines: `/health` for hosts that ask, `/metrics` for whoever watches (docs/hosting.md).

Nothing of what is told here says who plays, or where. It is served only if the host names a port.
"""

import asyncio
import logging
import math
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from aiohttp import web

from bot.connecting import SHARDS
from bot.context import App
from bot.measures import MEASURES, STEPS
from storage import DatabaseError

log = logging.getLogger(__name__)

ANSWER = 2.0  # seconds in which the database and Discord must answer
OVERDUE = timedelta(minutes=5)  # for which an announcement may wait for a reason of ours
EVERYWHERE = "0.0.0.0"  # hosts ask from outside of the container


async def ailment(app: App) -> str:
    """Why the bot is not well; "" if it is."""
    client = app.client
    if app.storage.database.sharing.spare:
        return ""  # it waits for its part of the work, which is what it is there for
    if not client.is_ready():
        return "not connected to Discord yet"
    silent = [number for number, answer in client.latencies if not math.isfinite(answer) or answer > ANSWER]
    closed = [number for number, shard in getattr(client, SHARDS).items() if shard.ws is None or not shard.ws.open]
    if silent or closed:
        return f"no heartbeat from Discord on {len({*silent, *closed})} of {len(client.latencies)} shards"
    try:
        async with asyncio.timeout(ANSWER):
            overdue = await app.storage.outbox.overdue(app.clock.now() - OVERDUE)
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


class Counters:
    """What has been counted, as prometheus-client collects it: at the moment when somebody asks."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.waiting, self.oldest = 0, 0.0  # announcements, and seconds since the oldest was stored

    async def look(self) -> None:
        """Ask the database; what is counted in memory needs no asking."""
        now = self.app.clock.now()
        count, since = await self.app.storage.outbox.waiting()
        self.waiting, self.oldest = count, (now - since).total_seconds() if since else 0.0

    def collect(self) -> Iterator[Any]:
        """All metrics."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        share, service = self.app.storage.database.share, self.app.service.counted
        for name, about, value in (
            ("presses", "Presses and commands", MEASURES.presses),
            ("unexpected_errors", "Unexpected errors", MEASURES.unexpected),
            (
                "discord_requests",
                "Discord API requests that count towards the rate limit of the token",
                MEASURES.requests,
            ),
            ("discord_refused", "Discord API requests rejected by the rate limit (429)", MEASURES.refused),
            ("appends", "Stored actions", service["appends"]),
            ("conflicts", "Actions that lost a race against another process", service["conflicts"]),
            ("replays", "Games replayed from their logs", service["replays"]),
        ):
            yield CounterMetricFamily(f"miasma_{name}", about, value=value)
        refusals = CounterMetricFamily("miasma_refusals", "Refused actions, by code", labels=["code"])
        for code, count in sorted(MEASURES.refusals.items()):
            refusals.add_metric([code], count)
        yield refusals
        for name, about, level in (
            ("announcements_waiting", "Announcements waiting in the outbox", self.waiting),
            ("announcement_oldest_seconds", "Age of the oldest announcement in the outbox", self.oldest),
            ("pool_used", "Database connections in use", self.app.storage.database.used),
            ("slot", "Slot of this process", share.slot),
            ("processes", "Number of processes", share.processes),
            ("shards", "Shards of this process", len(self.app.client.latencies)),
        ):
            yield GaugeMetricFamily(f"miasma_{name}", about, value=level)
        buckets, total = [], 0
        for step, count in zip((*STEPS, math.inf), MEASURES.answered, strict=True):
            total += count
            buckets.append(("+Inf" if step == math.inf else str(step), total))
        yield HistogramMetricFamily(
            "miasma_answer_seconds",
            "Time to the first response to an interaction",
            buckets=buckets,
            sum_value=MEASURES.answering,
        )


def site(app: App) -> web.Application:
    """What is served."""
    counters = Counters(app)

    async def health(_: web.Request) -> web.Response:
        why = await ailment(app)
        return web.Response(text=why or "well", status=503 if why else 200)

    async def metrics(_: web.Request) -> web.Response:
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            return web.Response(
                text="/metrics needs the package prometheus-client. Install it with: pip install 'miasma[metrics]'",
                status=501,
            )
        try:
            await counters.look()
        except DatabaseError as error:
            return web.Response(text=f"the database is not available ({type(error).__name__})", status=503)
        registry = CollectorRegistry(auto_describe=False)
        registry.register(counters)
        return web.Response(body=generate_latest(registry), headers={"Content-Type": "text/plain; version=0.0.4"})

    served = web.Application()
    served.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return served


async def serve(app: App, port: int) -> web.AppRunner:
    """Answer at the port until the runner is cleaned up. Raises OSError: it is taken."""
    runner = web.AppRunner(site(app), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, EVERYWHERE, port).start()
    log.info("serving /health and /metrics on port %s", port)
    return runner
