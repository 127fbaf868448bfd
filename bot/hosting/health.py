"""The bot's health: `/admin health` for its host, `/health` for hosting platforms, `/metrics` for monitoring.

None of them reveals who plays or where (docs/spec/slow-play.md, P120). The last two (docs/hosting.md) are served only
if the host sets a port.

``miasma doctor`` checks the machine, the settings and the token before anybody plays, and says what to fix. It changes
no data, even while the bot runs, and never shows the token. Checks that need Discord are skipped without a network.
"""

import asyncio
import glob
import logging
import os
import platform
import shlex
import shutil
import stat
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum
from errno import EADDRNOTAVAIL
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from aiohttp import web
from discord.http import Route
from discord.utils import format_dt

from bot.context import App
from bot.discord_api.gateway import NO_WAY
from bot.discord_api.permissions import NO_ACCOUNTS, allows_accounts
from bot.fair_queue import Work
from bot.metrics import ANSWER_BUCKETS, METRICS, p95
from bot.settings import BadSettings, Settings
from bot.ui.simpler import EMOJI
from bot.version import full_version
from renderer.canvas.text import PLAIN, TITLE, has_character
from rules_service.clock import Clock
from storage import DatabaseError
from storage.sqlite.copies import copy_whole, files_of
from storage.sqlite.file import has_content
from wording import Words

log = logging.getLogger(__name__)

MAX_SECONDS_TO_ANSWER = 2.0  # Seconds in which the database and Discord must answer.
MAX_ANNOUNCEMENT_AGE = timedelta(minutes=5)
MIB = 2**20
INSTALL = "Install the bot again, in its folder: .venv/bin/pip install -c constraints.txt '.[{extra}]'"
NO_METRICS = f"/metrics needs the package prometheus-client. {INSTALL.format(extra='metrics')}"
# The messages for missing optional packages.
MISSING_PACKAGES = {
    "asyncpg": f"DATABASE_URL needs the package asyncpg. {INSTALL.format(extra='postgres')}",
    "simcord": "DISCORD_TOKEN is not set. Set it to run the bot on Discord. The local table needs the package simcord."
    f" {INSTALL.format(extra='table')}",
}
WRONG_TOKEN = "Discord rejected DISCORD_TOKEN. Copy the token again from the developer portal."

MIN_PYTHON = (3, 11)
LETTERS = "AzÄßęłŐű"  # sample letters of all the bot's languages
MIN_FREE, FEW_FREE = 50, 500  # MiB
MAX_BACKUP_AGE = timedelta(days=7)
MAX_CLOCK_ERROR = timedelta(seconds=10)
MAX_SECONDS_TO_EXAMINE = 10.0  # Seconds for each request to the database or Discord.
PRIVILEGED = ("presence", "guild_members", "message_content")


async def unhealthy_reason(app: App) -> str:
    """Return the reason why the bot is not healthy, or "" if it is."""
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


def present_fallbacks(app: App) -> list[str]:
    """Return the fallbacks in use. Every minute the bot retries most of the features that they replace."""
    found = [*app.pictures.fallbacks(), *app.capabilities.fallbacks()]
    if METRICS.simpler[EMOJI]:
        found.append("buttons have standard signs until a restart, because Discord refused the emoji")
    return found


async def collect_metrics(app: App) -> list[Any]:
    """Return all metrics in the form of prometheus-client. Raises DatabaseError."""
    from prometheus_client.core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
        SummaryMetricFamily,
    )

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
        ("fallbacks", "What the bot does in another way because something doesn't work", len(present_fallbacks(app))),
    )
    simpler = CounterMetricFamily(
        "miasma_simpler_messages", "Messages that Discord took only after this was removed", labels=["removed"]
    )
    for removed, count in sorted(METRICS.simpler.items()):
        simpler.add_metric([removed], count)
    refusals = CounterMetricFamily("miasma_refusals", "Refused actions, by code", labels=["code"])
    for code, count in sorted(METRICS.refusals.items()):
        refusals.add_metric([code], count)
    queues = app.computers.ai.queue, app.pictures.replays
    waiting_work = GaugeMetricFamily("miasma_work_waiting", "Costly work that waits for a worker", labels=["kind"])
    waits = SummaryMetricFamily("miasma_work_wait_seconds", "Time until costly work began", labels=["kind"])
    for kind in Work:
        waiting_work.add_metric([kind], sum(queue.length(kind) for queue in queues))
        waited = [queue.waited[kind] for queue in queues]
        waits.add_metric([kind], sum(one.served for one in waited), sum(one.seconds for one in waited))
    buckets = list(zip([*map(str, ANSWER_BUCKETS), "+Inf"], accumulate(METRICS.answered), strict=True))
    about, total = "Time to the first response to an interaction", METRICS.answering
    return [
        *(CounterMetricFamily(f"miasma_{name}", about, value=value) for name, about, value in counters),
        refusals,
        simpler,
        waiting_work,
        waits,
        *(GaugeMetricFamily(f"miasma_{name}", about, value=level) for name, about, level in levels),
        HistogramMetricFamily("miasma_answer_seconds", about, buckets=buckets, sum_value=total),
    ]


def health_site(running: Callable[[], App | None]) -> web.Application:
    """Return the web application for `/health` and `/metrics`.

    ``running`` returns the running bot's parts, or None while it is being created.
    """

    async def health(_: web.Request) -> web.Response:
        app = running()
        why = "starting" if app is None else await unhealthy_reason(app)
        but = "; ".join(present_fallbacks(app)) if app and not why else ""  # The bot works, so it needs no restart.
        return web.Response(text=why or (f"well, but {but}" if but else "well"), status=503 if why else 200)

    async def metrics(_: web.Request) -> web.Response:
        try:
            from prometheus_client import generate_latest
        except ImportError:
            return web.Response(text=NO_METRICS, status=501)
        if (app := running()) is None:
            return web.Response(text="starting", status=503)
        try:
            families = await collect_metrics(app)
        except DatabaseError as error:
            return web.Response(text=f"the database is not available ({type(error).__name__})", status=503)
        found = SimpleNamespace(collect=lambda: families)
        return web.Response(body=generate_latest(found), headers={"Content-Type": "text/plain; version=0.0.4"})

    served = web.Application()
    served.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return served


@asynccontextmanager
async def serve_health(running: Callable[[], App | None], host: str, port: int | None) -> AsyncIterator[None]:
    """Serve `health_site` at this address during the block, unless ``port`` is None. Raises BadSettings on failure."""
    if port is None:
        yield
        return
    runner = web.AppRunner(health_site(running), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        if error.errno == EADDRNOTAVAIL:
            raise BadSettings(f"MIASMA_HEALTH_HOST: this machine does not have the address {host}.") from None
        why = f"MIASMA_HEALTH_PORT: port {port} can't be used ({error.strerror}). Choose another port."
        raise BadSettings(why) from None
    log.info("serving /health and /metrics at %s, port %s", host, port)
    try:
        yield
    finally:
        await runner.cleanup()


async def health_report(app: App, w: Words) -> str:
    """Return the health report, one line per topic."""
    found, partition = await app.storage.health(app.clock.now()), app.storage.database.partition
    never = w._("never")
    if app.settings.address:
        kept = w._("The games are in a PostgreSQL database, which I don’t back up.")
    else:
        file = app.settings.database
        backup, free = await asyncio.to_thread(lambda: (last_backup(file), shutil.disk_usage(file.parent).free))
        kept = w._("Last backup: {when}. Free disk space: {free} MiB.", when=time_or(backup, never), free=free // MIB)
    requests = {"requests": METRICS.requests, "refused": METRICS.refused}
    process = {"slot": partition.slot + 1, "count": partition.processes, "shards": len(app.client.shards), **requests}
    kinds = {"answers": METRICS.answers, "pictures": METRICS.pictures, "sweeps": METRICS.sweeps}
    slow = {kind: p95(measured) for kind, measured in kinds.items()}
    states = w.join_list([f"{name} {count}" for name, count in sorted(found.tables.items())]) or "0"
    notices = w.join_list([f"{name} {count}" for name, count in sorted(found.notices.items()) if name]) or "0"
    lines = [
        w._("Version {version}, started {since}.", version=full_version(), since=time_or(app.since, never)),
        kept,
        w._("Process: {slot} of {count}. Shards: {shards}. Requests: {requests}, rate limited: {refused}.", **process),
        w._("Tables: {states}.", states=states),
        w._("Oldest waiting announcement: {when}.", when=time_or(found.announcement, w._("none"))),
        w._("Oldest waiting notification: {when}.", when=time_or(found.notice, w._("none"))),
        w._("Notifications in the last day: {notices}.", notices=notices),
        w._("p95: replies {answers}, pictures {pictures}, scheduler runs {sweeps}.", **slow),
        w._("Last unexpected errors: {errors}.", errors=w.join_list([*METRICS.errors]) or w._("none")),
    ]
    lines += [f"- {fallback}" for fallback in present_fallbacks(app)]
    return "\n".join(lines)


def time_or(at: datetime | None, none: str) -> str:
    """Return a moment as relative time, or ``none`` if there is none."""
    return none if at is None else format_dt(at, "R")


def last_backup(file: Path) -> datetime | None:
    """Return when the newest copy beside the database was written, or None. Empty files don't count."""
    found = [copy.stat() for copy in file.parent.glob(f"{file.stem}-*{file.suffix}")]
    times = [copy.st_mtime for copy in found if copy.st_size]
    return datetime.fromtimestamp(max(times), UTC) if times else None


class Verdict(StrEnum):
    """The outcome of a check."""

    OK = "ok"
    NOTE = "note"  # The bot works, but something could be better.
    FAILED = "FAIL"
    SKIPPED = "skip"


OK, NOTE, FAILED, SKIPPED = Verdict


@dataclass(frozen=True)
class Finding:
    """The result of a check. If it failed, the text says what is wrong and, if known, what to do."""

    topic: str
    verdict: Verdict
    text: str

    def __str__(self) -> str:
        return f"{self.verdict:<5}{self.topic}: {self.text}"


async def doctor(settings: Settings) -> None:
    """Run all checks, and print each finding on a line. Exit with status 1 if a check failed."""
    logging.getLogger("discord").setLevel(logging.ERROR)  # The findings report the same in fewer words.
    failed = False
    for check in (look_here, look_at_database, look_at_discord):
        for finding in await check(settings):
            sys.stdout.write(f"{finding}\n")
            failed |= finding.verdict == FAILED
    if failed:
        sys.exit(1)


async def look_here(settings: Settings) -> list[Finding]:
    """Run the checks that need neither a database nor a connection to Discord."""
    return await asyncio.to_thread(lambda: [*check_installation(settings), *check_files(settings)])


def check_installation(settings: Settings) -> Iterator[Finding]:
    """Check Python, the optional packages that the settings require, and the fonts."""
    text = f"Miasma {full_version()} on Python {platform.python_version()}, discord.py {discord.__version__}"
    if sys.version_info >= MIN_PYTHON:
        yield Finding("version", OK, text)
    else:
        yield Finding("version", FAILED, f"{text}. Install Python {'.'.join(map(str, MIN_PYTHON))} or newer.")
    needed = {"asyncpg": settings.address, "simcord": not settings.token}
    lacking = [name for name in needed if needed[name] and find_spec(name) is None]
    for name in lacking:
        yield Finding("packages", FAILED, MISSING_PACKAGES[name])
    if settings.health_port and find_spec("prometheus_client") is None:
        yield Finding("packages", NOTE, NO_METRICS)
    elif not lacking:
        yield Finding("packages", OK, "everything that these settings need is installed")
    incomplete = [name for name in (TITLE, PLAIN) if not has_letters(name)]
    if incomplete:
        yield Finding("fonts", FAILED, f"{incomplete[0]} can't be read. Pictures need it: install the bot again.")
    else:
        yield Finding("fonts", OK, "both have the letters of all languages")


def has_letters(font: str) -> bool:
    """Return whether a font is readable and has sample letters of every language."""
    try:
        return all(has_character(font, letter) for letter in LETTERS)
    except OSError:
        return False


def open_to_others(files: Iterable[Path]) -> str:
    """Return the files that other users of this machine can read or write, as shell arguments ("" on Windows)."""
    found = [file for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077]
    return " ".join(shlex.quote(str(file)) for file in found) if os.name == "posix" else ""


def check_files(settings: Settings) -> Iterator[Finding]:
    """Check who can read the token, the games and their backups, and check a database file's folder and free space."""
    if settings.token and (others := open_to_others([Path(".env")])):
        yield Finding(".env", NOTE, f"other users of this machine can read the token in it: chmod 600 {others}")
    kept = Path().glob(f"{glob.escape(settings.address.database)}-20*.dump") if settings.address else None
    if others := open_to_others(sorted(kept) if kept else files_of(settings.database.absolute())):
        yield Finding("games", NOTE, f"other users of this machine can read them: chmod 600 {others}")
    if settings.address:
        return
    path = settings.database.absolute().parent
    there = next(folder for folder in (path, *path.parents) if folder.is_dir())
    topic = "data folder"
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        text = f"cannot write to {there} ({error.strerror}). Make it writable for the user that runs the bot."
        yield Finding(topic, FAILED, text)
    else:
        if os.name == "posix" and there == path and stat.S_IMODE(path.stat().st_mode) & 0o002:
            yield Finding(topic, NOTE, f"every user of this machine can write to {path}: chmod o-w {path}")
        else:
            state = "is writable" if there == path else "will be created at the first start"
            yield Finding(topic, OK, f"{path} {state}")
    free = shutil.disk_usage(there).free // MIB
    text = f"{free} MiB are free"
    if free < MIN_FREE:
        yield Finding("disk", FAILED, f"{text}. Make room, or no move can be saved.")
    elif free < FEW_FREE:
        yield Finding("disk", NOTE, f"{text}. Make room soon: backups need it, too.")
    else:
        yield Finding("disk", OK, text)


async def look_at_database(settings: Settings) -> list[Finding]:
    """Check that this version can use the database, and that a database file has a recent backup."""
    try:
        if not settings.address:
            return await asyncio.to_thread(look_at_file, settings.database, Clock().now())
        from storage.postgres.connecting import check  # This module needs an optional extra.

        async with asyncio.timeout(MAX_SECONDS_TO_EXAMINE):
            await check(settings.address)
        return [Finding("database", OK, f"{settings.address} answers, and this version can use it")]
    except DatabaseError as error:
        return [Finding("database", FAILED, str(error))]
    except TimeoutError:
        return [Finding("database", FAILED, f"{settings.games} doesn't answer. Check its server and network.")]
    except ModuleNotFoundError:
        return [Finding("database", SKIPPED, "a package is missing")]


def look_at_file(path: Path, now: datetime) -> list[Finding]:
    """Check the database file and its backup, and that it wasn't written in the future. Raises DatabaseError."""
    if not has_content(path):
        return [Finding("database", OK, f"{path} will be created at the first start")]
    if not os.access(path, os.W_OK):
        text = f"{path} is read-only. Make it writable for the user that runs the bot."
        return [Finding("database", FAILED, text)]
    with TemporaryDirectory() as folder:
        copy_whole(path, Path(folder) / path.name)
    findings = [Finding("database", OK, f"{path} is undamaged ({path.stat().st_size // MIB} MiB)")]
    written = datetime.fromtimestamp(path.stat().st_mtime, now.tzinfo)
    if written > now + MAX_CLOCK_ERROR:
        text = f"{path} was last written in the future. Set the clock of this machine, or let it synchronise the time."
        findings.append(Finding("clock", FAILED, text))
    backup = last_backup(path)
    if backup is None or now - backup > MAX_BACKUP_AGE:
        text = "there is none" if backup is None else f"the last one is {(now - backup).days} days old"
        findings.append(Finding("backup", NOTE, f"{text}. Make one: miasma backup"))
    else:
        findings.append(Finding("backup", OK, f"the last one is from {backup:%Y-%m-%d %H:%M} UTC"))
    return findings


async def look_at_discord(settings: Settings) -> list[Finding]:
    """Check the token, the bot's settings in the developer portal, and the clock."""
    if not settings.token:
        return [Finding("token", NOTE, "DISCORD_TOKEN is not set: the bot runs as the local table")]
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(MAX_SECONDS_TO_EXAMINE):
            await client.login(settings.token)
            about = await client.application_info()
    except discord.LoginFailure:
        return [Finding("token", FAILED, WRONG_TOKEN)]
    except NO_WAY as error:
        text = f"Discord can't be reached ({type(error).__name__}). Check the network of this machine, then try again."
        return [Finding("token", SKIPPED, text)]
    finally:
        await client.close()
    flags = about.flags
    enabled = [one for one in PRIVILEGED if any(getattr(flags, f"gateway_{one}{end}") for end in ("", "_limited"))]
    never = f"{', '.join(enabled)} are enabled, but never used. Disable them in the developer portal, on the Bot page."
    return [
        Finding("token", OK, "Discord accepts it"),
        Finding("intents", NOTE, never)
        if enabled
        else Finding("intents", OK, "no privileged intent is enabled, and none is needed"),
        Finding("accounts", OK, "people can add the bot to their account")
        if allows_accounts(about)
        else Finding("accounts", NOTE, NO_ACCOUNTS),
        await check_clock(),
    ]


async def check_clock() -> Finding:
    """Compare the clock with Discord's."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(MAX_SECONDS_TO_EXAMINE)) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            theirs = parsedate_to_datetime(answer.headers["Date"])
    except (*NO_WAY, KeyError, ValueError) as error:
        return Finding("clock", SKIPPED, f"Discord didn't say the time ({type(error).__name__})")
    ahead = Clock().now() - theirs
    if abs(ahead) <= MAX_CLOCK_ERROR:
        return Finding("clock", OK, "it agrees with Discord's")
    way = "ahead of" if ahead > timedelta() else "behind"
    text = f"it is {abs(ahead).total_seconds():.0f} s {way} Discord's. Let this machine synchronise its time (NTP)."
    return Finding("clock", FAILED, text)
