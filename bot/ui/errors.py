"""Error messages: any exception becomes a sentence for the person and, if it was unexpected, a log line.

A log line names the type of the error and its traceback without values, never its text, because the text may quote
another player's secrets.
"""

import asyncio
import logging
import secrets
import traceback
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.metrics import METRICS
from bot.texts import TEXTS
from bot.ui import Interaction
from rules.errors import RulesError
from storage import DatabaseError, DiskFull, Unavailable, Unwritable
from wording import Words

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

# All errors of a request to Discord: its refusals, and no response at all.
DISCORD_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
OLD_COMMANDS = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)


class Refusal(RulesError):
    """A request that the bot politely refuses."""


def track_task(interaction: Interaction) -> None:
    """Register the current task so that a stopping bot waits for it, and cancels it if it takes too long."""
    pending: set[asyncio.Task[Any]] = interaction.client.pending_tasks
    task = asyncio.current_task()
    assert task is not None
    pending.add(task)
    task.add_done_callback(pending.discard)


def reason(failure: BaseException) -> str:
    """Return why a request to Discord failed, for the log."""
    return f"{failure.status}/{failure.code}" if isinstance(failure, discord.HTTPException) else type(failure).__name__


def explain(error: BaseException, w: Words, place: str) -> str:
    """Return the sentence for the person; unexpected errors are logged under a short code."""
    expected: list[tuple[Any, int, str, str]] = [
        (OLD_COMMANDS, logging.WARNING, "Discord has outdated commands; run `make sync`", TEXTS.old_commands),
        (asyncio.CancelledError, logging.INFO, "cancelled by the shutdown", TEXTS.stopping),
        (discord.Forbidden, logging.WARNING, f"request to Discord failed, {reason(error)}", TEXTS.forbidden),
        (DISCORD_FAILED, logging.WARNING, f"request to Discord failed, {reason(error)}", TEXTS.discord_down),
        (Unavailable, logging.WARNING, str(error), TEXTS.database_down),
        (DiskFull, logging.ERROR, str(error), TEXTS.disk_full),
        (Unwritable, logging.ERROR, str(error), TEXTS.unwritable),
        (DatabaseError, logging.ERROR, str(error), TEXTS.unreadable),
    ]
    for kind, level, what, text in expected:
        if isinstance(error, kind):
            log.log(level, "%s: %s", place, what)
            return w._(text)
    code = secrets.token_hex(3)
    METRICS.unexpected += 1
    METRICS.errors.append(f"{code} {type(error).__name__}")
    log.error("%s: unexpected %s, code %s\n%s", place, type(error).__name__, code, format_traceback(error))
    return w._(TEXTS.unexpected, code=code)


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error without its text and values; for database failures, return the text."""
    if isinstance(error, Unavailable | Unwritable):
        return str(error)
    return "".join(traceback.format_tb(error.__traceback__)).rstrip()


def log_failure(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log that something has failed for an unexpected reason and is retried."""
    logger.error("%s failed, retrying later: %s\n%s", what, type(error).__name__, format_traceback(error))


def where(interaction: Interaction) -> str:
    """Return what was requested, for the log: the command or the button, and the channel."""
    data: Any = interaction.data or {}
    asked = interaction.command.qualified_name if interaction.command else data.get("custom_id", "?")
    return f"{asked} in channel {interaction.channel_id}"
