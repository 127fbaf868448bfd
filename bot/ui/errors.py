"""Error messages: any exception becomes a sentence for the person and, if it was unexpected, a log line.

A log line names the type of the error and its traceback without values, never its text, because the text may quote
another player's secrets.
"""

import asyncio
import logging
import secrets
import traceback
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot.metrics import METRICS
from bot.texts import TEXTS
from bot.ui import Interaction
from rules.errors import RulesError
from storage import DatabaseError, DiskFull, Unavailable, Unwritable
from wording import Words, words

log = logging.getLogger(__name__)

Offer = TypeVar("Offer", bound=Callable[..., Coroutine[Any, Any, Any]])

NOBODY = discord.AllowedMentions.none()


# All errors of a request to Discord: its refusals, and no response at all.
DISCORD_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


class Refusal(RulesError):
    """A request that the bot politely refuses."""


def track_task(interaction: Interaction) -> None:
    """Register the current task so that a stopping bot waits for it, and cancels it if it takes too long."""
    pending: set[asyncio.Task[Any]] = interaction.client.pending_tasks
    task = asyncio.current_task()
    assert task is not None
    pending.add(task)
    task.add_done_callback(pending.discard)


async def error_text(interaction: Interaction, error: BaseException) -> str:
    """Return the message about an error for the person."""
    if isinstance(error, RulesError):
        METRICS.refusals[error.code] += 1
        said: str = await interaction.client.refused(interaction, error)
        return said
    return explain(error, words(str(interaction.locale)), where(interaction))


def reason(failure: BaseException) -> str:
    """Return why a request to Discord failed, for the log."""
    return f"{failure.status}/{failure.code}" if isinstance(failure, discord.HTTPException) else type(failure).__name__


def explain(error: BaseException, w: Words, place: str) -> str:
    """Return the sentence for the person; unexpected errors are logged under a short code."""
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        log.warning("%s: Discord has outdated commands; run `make sync`", place)
        return w._(TEXTS.old_commands)
    if isinstance(error, asyncio.CancelledError):
        log.info("%s: cancelled by the shutdown", place)
        return w._(TEXTS.stopping)
    if isinstance(error, DISCORD_FAILED):
        log.warning("%s: request to Discord failed, %s", place, reason(error))
        return w._(TEXTS.forbidden if isinstance(error, discord.Forbidden) else TEXTS.discord_down)
    if isinstance(error, Unavailable):
        log.warning("%s: %s", place, error)
        return w._(TEXTS.database_down)
    if isinstance(error, Unwritable):
        log.error("%s: %s", place, error)
        return w._(TEXTS.disk_full if isinstance(error, DiskFull) else TEXTS.unwritable)
    if isinstance(error, DatabaseError):
        log.error("%s: %s", place, error)
        return w._(TEXTS.unreadable)
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
