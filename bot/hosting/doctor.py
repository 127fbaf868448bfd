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
from collections.abc import Iterator
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
from bot.discord_api.permissions import NO_ACCOUNTS, allows_accounts
from bot.hosting.monitor import MIB, NO_METRICS, last_backup
from bot.settings import Settings
from bot.version import VERSION
from renderer.canvas.text import PLAIN, TITLE, knows
from rules_service.clock import Clock
from storage import DatabaseError, Storage
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


OK, NOTE, FAILED, SKIPPED = Verdict


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
            failed |= finding.verdict == FAILED
    if failed:
        sys.exit(1)


async def look_here(settings: Settings) -> list[Finding]:
    """Check what needs neither the database nor Discord."""
    return await asyncio.to_thread(lambda: [*installation(settings), *files(settings)])


def installation(settings: Settings) -> Iterator[Finding]:
    """Check Python, the optional packages that the settings need, and the letters of the fonts."""
    text = f"Miasma {VERSION} on Python {platform.python_version()}, discord.py {discord.__version__}"
    if sys.version_info >= MIN_PYTHON:
        yield Finding("version", OK, text)
    else:
        yield Finding("version", FAILED, f"{text}. Install Python {'.'.join(map(str, MIN_PYTHON))} or newer.")
    needed = {"asyncpg": settings.address, "simcord": not settings.token}
    lacking = [name for name in needed if needed[name] and find_spec(name) is None]
    for name in lacking:
        yield Finding("packages", FAILED, EXTRAS[name])
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
    """Return whether a font can be read and has the letters of every language."""
    try:
        return all(knows(font, letter) for letter in LETTERS)
    except OSError:
        return False


def files(settings: Settings) -> Iterator[Finding]:
    """Check that other users can't read the token in `.env`; of a database file also its folder and the free space."""
    env = Path(".env")
    if os.name == "posix" and settings.token and env.exists() and stat.S_IMODE(env.stat().st_mode) & 0o077:
        yield Finding(".env", NOTE, "other users of this machine can read the token in it: chmod 600 .env")
    if settings.address:
        return
    path = settings.database.absolute().parent
    there = next(folder for folder in (path, *path.parents) if folder.is_dir())
    topic = "data folder"
    try:
        with tempfile.TemporaryFile(dir=there):
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
    """Check that this version can use the database, and that a file has a recent backup."""
    try:
        if not settings.address:
            return await asyncio.to_thread(look_at_file, settings.database, Clock().now())
        async with asyncio.timeout(SECONDS), await Storage.open(settings.address, migrate=False):
            return [Finding("database", OK, f"{settings.address} answers, and this version can use it")]
    except DatabaseError as error:
        return [Finding("database", FAILED, str(error))]
    except TimeoutError:
        return [Finding("database", FAILED, f"{settings.games} doesn't answer. Check its server and network.")]
    except ModuleNotFoundError:
        return [Finding("database", SKIPPED, "a package is missing")]


def look_at_file(path: Path, now: datetime) -> list[Finding]:
    """Check the database file, its backup, and that it isn't from the future. Raises DatabaseError."""
    if not has_content(path):
        return [Finding("database", OK, f"{path} will be created at the first start")]
    examine(path)
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
    """Check the token, what the developer portal says about the bot, and the clock."""
    if not settings.token:
        return [Finding("token", NOTE, "DISCORD_TOKEN is not set: the bot runs as the local table")]
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            about = await client.application_info()
    except discord.LoginFailure:
        return [Finding("token", FAILED, WRONG_TOKEN)]
    except NO_WAY as error:
        text = f"Discord can't be reached ({type(error).__name__}). Check the network of this machine, then try again."
        return [Finding("token", SKIPPED, text)]
    finally:
        await client.close()
    enabled = [
        one for one in PRIVILEGED if any(getattr(about.flags, f"gateway_{one}{end}") for end in ("", "_limited"))
    ]
    never = f"{', '.join(enabled)} are enabled, but never used. Disable them in the developer portal, on the Bot page."
    return [
        Finding("token", OK, "Discord accepts it"),
        Finding("intents", NOTE, never)
        if enabled
        else Finding("intents", OK, "no privileged intent is enabled, and none is needed"),
        Finding("accounts", OK, "people can add the bot to their account")
        if allows_accounts(about)
        else Finding("accounts", NOTE, NO_ACCOUNTS),
        await clock(),
    ]


async def clock() -> Finding:
    """Compare the clock with Discord's."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(SECONDS)) as session,
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
