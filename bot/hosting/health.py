"""The bot's health, for its host: queues, response times and recent errors (docs/spec/slow-play.md, P120)."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

from discord.utils import format_dt

from bot.context import App
from bot.metrics import METRICS, p95
from bot.version import VERSION
from wording import Words

MIB = 2**20


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
    states = w.join_list([f"{name} {count}" for name, count in sorted(found.tables.items())]) or "0"
    notices = w.join_list([f"{name} {count}" for name, count in sorted(found.notices.items()) if name]) or "0"
    lines = [
        w._("Version {version}, started {since}.", version=VERSION, since=ago(app.since, never)),
        kept,
        w._(
            "Process: {slot} of {count}. Shards: {shards}. Requests: {requests}, rate limited: {refused}.",
            slot=partition.slot + 1,
            count=partition.processes,
            shards=len(app.client.shards),
            requests=METRICS.requests,
            refused=METRICS.refused,
        ),
        w._("Tables: {states}.", states=states),
        w._("Oldest waiting announcement: {when}.", when=ago(found.announcement, w._("none"))),
        w._("Oldest waiting notification: {when}.", when=ago(found.notice, w._("none"))),
        w._("Notifications in the last day: {notices}.", notices=notices),
        w._(
            "p95: replies {answers}, pictures {pictures}, scheduler runs {sweeps}.",
            answers=milliseconds(p95(METRICS.answers)),
            pictures=milliseconds(p95(METRICS.pictures)),
            sweeps=milliseconds(p95(METRICS.sweeps)),
        ),
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
