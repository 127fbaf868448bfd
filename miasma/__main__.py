"""The bot's program, installed as ``miasma``: run on Discord with a token, otherwise as the local table."""

import gc

if __name__ == "__main__":
    gc.disable()  # During the imports, garbage collection would run many times in vain.

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from bot.discord_api.gateway import NO_WAY, shorten_failures
from bot.hosting.health import MISSING_PACKAGES, WRONG_TOKEN, doctor
from bot.settings import BadSettings, read_settings
from bot.version import full_version
from games import GAMES
from miasma.database import backup, confirm_forgetting, forget, move_database, restore, verify
from miasma.play import play
from miasma.sync import sync
from rules.notation import read_number
from storage import DatabaseError

# Frequent garbage collections find little, and each takes time: a press leaves about a hundred small objects. Only
# pictures that were sent are large; drawing has them collected from time to time.
OBJECTS_TO_COLLECT = 20_000
# Our packages, whose detailed logs say nothing private. Those of others quote ephemeral answers and database writes.
LOGGED_IN_DETAIL = (
    "miasma",
    "local_table",
    "bot",
    "games",
    "rules_service",
    "wording",
    "renderer",
    "storage",
    "rules",
    "workers",
)

log = logging.getLogger("miasma")

# What each command does, and its help.
COMMANDS: dict[str, tuple[Callable[..., Coroutine[Any, Any, None]], str]] = {
    "play": (play, "run the bot on Discord, or the local table if DISCORD_TOKEN is not set (default)"),
    "doctor": (
        doctor,
        "check this machine, the settings and the token, and say what to fix; safe while the bot is running",
    ),
    "sync": (sync, "register this version's slash commands with Discord"),
    "backup": (backup, "back up the database; safe while the bot is running"),
    "restore": (restore, "replace the SQLite database with a backup; stop the bot first"),
    "move-database": (move_database, "migrate the games from SQLite to the empty PostgreSQL database in DATABASE_URL"),
    "verify": (verify, "check before an update that this version can replay every open game"),
    "forget": (forget, "permanently delete a user's personal data, after confirmation; stop the bot first"),
}


def read_arguments(arguments: Sequence[str] | None) -> dict[str, Any]:
    """Return the command and its arguments (default: those of the process). Exit with the usage if they are wrong."""
    parser = argparse.ArgumentParser(
        prog="miasma",
        description=f"{' and '.join(game.title for game in GAMES.values())} on Discord. Without DISCORD_TOKEN it"
        " starts the local table, a simulated Discord in your browser.",
    )
    parser.add_argument("--version", action="version", version=f"Miasma {full_version()}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command, (_, about) in COMMANDS.items():
        commands.add_parser(command, help=about, description=about)
    quiet: dict[str, Any] = {
        "dest": "browser",
        "action": "store_false",
        "help": "print the address of the local table without opening a browser",
    }
    parser.add_argument("--no-browser", **quiet)
    commands.choices["play"].add_argument("--no-browser", default=argparse.SUPPRESS, **quiet)
    days: dict[str, Any] = {"type": whole_days, "metavar": "DAYS"}
    commands.choices["backup"].add_argument(
        "--keep", help="afterwards, delete backups that are older than this many days", **days
    )
    commands.choices["forget"].add_argument("user_id", type=user_id, metavar="USER_ID", help="the user's Discord ID")
    commands.choices["restore"].add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.set_defaults(command="play")
    asked = vars(parser.parse_args(arguments))
    if asked["command"] != "play":
        del asked["browser"]
    return asked


def user_id(text: str) -> int:
    """Return the ID of a user from the command line. Raise ArgumentTypeError if it is not an ID."""
    if (number := read_number(text)) is None:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a user ID")
    return number


def whole_days(text: str) -> int:
    """Return a number of days from the command line. Raise ArgumentTypeError if it isn't a positive whole number."""
    if not (days := read_number(text)):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a number of days")
    return days


def set_up_logging(level: str) -> None:
    """Log the bot's messages from this level up, and those of other packages from INFO up."""
    discord.utils.setup_logging()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # The bot needs no voice support.
    for teller in ("discord.client", "discord.shard"):
        logging.getLogger(teller).addFilter(shorten_failures)
    for package in LOGGED_IN_DETAIL:
        logging.getLogger(package).setLevel(level)


def advice(error: Exception) -> str | None:
    """Return a sentence about an error that the host can fix, or None for any other error."""
    match error:
        case BadSettings() | DatabaseError():
            return str(error)
        case ModuleNotFoundError(name=str(name)):
            return MISSING_PACKAGES.get(name)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):  # The gateway's code for a refused token.
            return WRONG_TOKEN
        case discord.PrivilegedIntentsRequired():
            return "Discord refused the gateway intents. Enable them in the developer portal, on the Bot page."
        case discord.ConnectionClosed(code=code):
            return f"Discord closed the gateway connection (code {code}). Restart the bot; no game is lost."
    if isinstance(error, NO_WAY):
        return f"Cannot connect to Discord ({type(error).__name__}). Try again later; no game is lost."
    return None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Exit with a sentence, never a traceback, for errors that the host can fix."""
    gc.freeze()  # The imported modules stay for good.
    gc.set_threshold(OBJECTS_TO_COLLECT)
    gc.enable()
    os.umask(0o077)  # Only the user that runs the bot may read databases, backups and copies.
    asked = read_arguments(arguments)
    try:
        settings = read_settings()
        set_up_logging(settings.log_level)
        command, _ = COMMANDS[asked.pop("command")]
        if command is play:
            log.info("Miasma %s", full_version())
        elif command is forget:
            confirm_forgetting(settings, **asked)
        asyncio.run(command(settings, **asked))
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    except Exception as error:
        if sentence := advice(error):
            sys.exit(sentence)
        raise


if __name__ == "__main__":
    main()
