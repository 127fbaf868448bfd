"""``miasma doctor``: check the machine, the settings and the token before anybody plays, and say what to fix.

It changes no data, also while the bot runs, and never shows the token. What needs Discord is skipped without a network.
"""

import asyncio
import logging
import os
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

import aiohttp
import discord
from discord.http import Route

from bot.discord_api.gateway import NO_WAY
from bot.discord_api.installs import NO_ACCOUNTS, allows_accounts
from bot.hosting.monitor import MIB, last_backup
from bot.settings import Settings
from bot.version import VERSION
from renderer.canvas.text import PLAIN, TITLE, knows
from rules_service.clock import Clock
from storage import Address, DatabaseError, Storage
from storage.sqlite.file import examine, has_content

# The messages for missing optional packages.
EXTRAS = {
    "asyncpg": "DATABASE_URL needs the package asyncpg. Install the bot with: pip install 'miasma[postgres]'",
    "simcord": "DISCORD_TOKEN is not set. Set it to run the bot on Discord. To play at the local table, install the bot"
    " with: pip install 'miasma[table]'",
}
WRONG_TOKEN = "Discord rejected DISCORD_TOKEN. Copy the token again from the developer portal."

MIN_PYTHON = (3, 11)
LETTERS = "AzÄßęłŐű"  # of all languages of the bot
MIN_FREE, FEW_FREE = 50, 500  # MiB
MAX_BACKUP_AGE = timedelta(days=7)
MAX_CLOCK_ERROR = timedelta(seconds=10)
SECONDS = 10.0  # for each request
PRIVILEGED = ("presence", "guild_members", "message_content")


class Verdict(StrEnum):
    """What came of a check."""

    OK = "ok"
    NOTE = "note"  # The bot works, but something could be better.
    FAILED = "FAIL"
    SKIPPED = "skip"


@dataclass(frozen=True)
class Finding:
    """The result of a check, with what to do unless it is fine."""

    topic: str
    verdict: Verdict
    text: str

    def __str__(self) -> str:
        return f"{self.verdict:<5}{self.topic}: {self.text}"


async def doctor(settings: Settings) -> None:
    """Print a line for each check. Exit with 1 if one failed."""
    logging.getLogger("discord").setLevel(logging.ERROR)  # The findings say it in fewer words.
    failed = False
    for check in (look_here, look_at_database, look_at_discord):
        for finding in await check(settings):
            sys.stdout.write(f"{finding}\n")
            failed |= finding.verdict == Verdict.FAILED
    if failed:
        sys.exit(1)


async def look_here(settings: Settings) -> list[Finding]:
    """Check what needs neither the database nor Discord."""
    checks: list[Callable[[Settings], Iterator[Finding]]] = [python, packages, fonts, secret_file]
    if not settings.address:
        checks += [folder, disk]
    return await asyncio.to_thread(lambda: [finding for check in checks for finding in check(settings)])


def python(settings: Settings) -> Iterator[Finding]:
    """Check the version of Python."""
    text = f"Miasma {VERSION} on Python {platform.python_version()}, discord.py {discord.__version__}"
    if sys.version_info >= MIN_PYTHON:
        yield Finding("version", Verdict.OK, text)
    else:
        needed = ".".join(map(str, MIN_PYTHON))
        yield Finding("version", Verdict.FAILED, f"{text}. Install Python {needed} or newer.")


def packages(settings: Settings) -> Iterator[Finding]:
    """Check the optional packages that the settings need."""
    needed = [*["asyncpg"] * bool(settings.address), *["simcord"] * (not settings.token)]
    lacking = [name for name in needed if find_spec(name) is None]
    for name in lacking:
        yield Finding("packages", Verdict.FAILED, EXTRAS[name])
    if settings.health_port and find_spec("prometheus_client") is None:
        text = "/metrics needs the package prometheus-client. Install it with: pip install 'miasma[metrics]'"
        yield Finding("packages", Verdict.NOTE, text)
    elif not lacking:
        yield Finding("packages", Verdict.OK, "everything that these settings need is installed")


def fonts(settings: Settings) -> Iterator[Finding]:
    """Check that both fonts can be read and have the letters of every language."""
    for name in (TITLE, PLAIN):
        try:
            complete = all(knows(name, letter) for letter in LETTERS)
        except OSError:
            complete = False
        if not complete:
            text = f"{name} can't be read. Pictures need it: install the bot again."
            yield Finding("fonts", Verdict.FAILED, text)
            return
    yield Finding("fonts", Verdict.OK, "both have the letters of all languages")


def secret_file(settings: Settings) -> Iterator[Finding]:
    """Check that other users of this machine can't read the token in `.env`."""
    file = Path(".env")
    if os.name == "posix" and settings.token and file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        text = "other users of this machine can read the token in it: chmod 600 .env"
        yield Finding(".env", Verdict.NOTE, text)


def folder(settings: Settings) -> Iterator[Finding]:
    """Check that the bot can write to the folder of its database, and that other users can't."""
    path = settings.database.absolute().parent
    there = existing(path)
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        text = f"cannot write to {there} ({error.strerror}). Make it writable for the user that runs the bot."
        yield Finding("data folder", Verdict.FAILED, text)
        return
    if os.name == "posix" and there == path and stat.S_IMODE(path.stat().st_mode) & 0o002:
        text = f"every user of this machine can write to {path}: chmod o-w {path}"
        yield Finding("data folder", Verdict.NOTE, text)
    elif there != path:
        yield Finding("data folder", Verdict.OK, f"{path} will be created at the first start")
    else:
        yield Finding("data folder", Verdict.OK, f"{path} is writable")


def existing(path: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next(folder for folder in (path, *path.parents) if folder.is_dir())


def disk(settings: Settings) -> Iterator[Finding]:
    """Check the free space for the database."""
    free = shutil.disk_usage(existing(settings.database.absolute().parent)).free // MIB
    text = f"{free} MiB are free"
    if free < MIN_FREE:
        yield Finding("disk", Verdict.FAILED, f"{text}. Make room, or no move can be saved.")
    elif free < FEW_FREE:
        yield Finding("disk", Verdict.NOTE, f"{text}. Make room soon: backups need it, too.")
    else:
        yield Finding("disk", Verdict.OK, text)


async def look_at_database(settings: Settings) -> list[Finding]:
    """Check that this version can use the database, and that a file has a recent backup."""
    try:
        if settings.address:
            async with asyncio.timeout(SECONDS):
                return [await look_at_server(settings.address)]
        return await asyncio.to_thread(look_at_file, settings.database, Clock().now())
    except DatabaseError as error:
        return [Finding("database", Verdict.FAILED, str(error))]
    except TimeoutError:
        return [Finding("database", Verdict.FAILED, f"{settings.games} doesn't answer. Check its server and network.")]
    except ModuleNotFoundError:
        return [Finding("database", Verdict.SKIPPED, "a package is missing")]


async def look_at_server(address: Address) -> Finding:
    """Check a PostgreSQL database. Raises DatabaseError."""
    async with await Storage.open(address, migrate=False):
        return Finding("database", Verdict.OK, f"{address} answers, and this version can use it")


def look_at_file(path: Path, now: datetime) -> list[Finding]:
    """Check the database file, its backup, and that it isn't from the future. Raises DatabaseError."""
    if not has_content(path):
        return [Finding("database", Verdict.OK, f"{path} will be created at the first start")]
    examine(path)
    findings = [Finding("database", Verdict.OK, f"{path} is undamaged ({path.stat().st_size // MIB} MiB)")]
    written = datetime.fromtimestamp(path.stat().st_mtime, now.tzinfo)
    if written > now + MAX_CLOCK_ERROR:
        text = f"{path} was last written in the future. Set the clock of this machine, or let it synchronise the time."
        findings.append(Finding("clock", Verdict.FAILED, text))
    backup = last_backup(path)
    if backup is None or now - backup > MAX_BACKUP_AGE:
        text = "there is none" if backup is None else f"the last one is {(now - backup).days} days old"
        findings.append(Finding("backup", Verdict.NOTE, f"{text}. Make one: miasma backup"))
    else:
        findings.append(Finding("backup", Verdict.OK, f"the last one is from {backup:%Y-%m-%d %H:%M} UTC"))
    return findings


async def look_at_discord(settings: Settings) -> list[Finding]:
    """Check the token, what the developer portal says about the bot, and the clock."""
    if not settings.token:
        return [Finding("token", Verdict.NOTE, "DISCORD_TOKEN is not set: the bot runs as the local table")]
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            about = await client.application_info()
    except discord.LoginFailure:
        return [Finding("token", Verdict.FAILED, WRONG_TOKEN)]
    except NO_WAY as error:
        text = f"Discord can't be reached ({type(error).__name__}). Check the network of this machine, then try again."
        return [Finding("token", Verdict.SKIPPED, text)]
    finally:
        await client.close()
    return [
        Finding("token", Verdict.OK, "Discord accepts it"),
        intents(about),
        Finding("accounts", Verdict.OK, "people can add the bot to their account")
        if allows_accounts(about)
        else Finding("accounts", Verdict.NOTE, NO_ACCOUNTS),
        await clock(),
    ]


def intents(about: discord.AppInfo) -> Finding:
    """Check that the bot may not know more than it needs."""
    enabled = [
        name
        for name in PRIVILEGED
        if getattr(about.flags, f"gateway_{name}") or getattr(about.flags, f"gateway_{name}_limited")
    ]
    if enabled:
        text = (
            f"{', '.join(enabled)} are enabled, but never used. Disable them in the developer portal, on the Bot page."
        )
        return Finding("intents", Verdict.NOTE, text)
    return Finding("intents", Verdict.OK, "no privileged intent is enabled, and none is needed")


async def clock() -> Finding:
    """Compare the clock with Discord's."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(SECONDS)) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            theirs = parsedate_to_datetime(answer.headers["Date"])
    except (*NO_WAY, KeyError, ValueError) as error:
        return Finding("clock", Verdict.SKIPPED, f"Discord didn't say the time ({type(error).__name__})")
    ahead = Clock().now() - theirs
    if abs(ahead) <= MAX_CLOCK_ERROR:
        return Finding("clock", Verdict.OK, "it agrees with Discord's")
    way = "ahead of" if ahead > timedelta() else "behind"
    text = f"it is {abs(ahead).total_seconds():.0f} s {way} Discord's. Let this machine synchronise its time (NTP)."
    return Finding("clock", Verdict.FAILED, text)
