"""Handle commands and presses: in the person's language, tracked until done, and with explained errors.

Every exception becomes a sentence for the person. An unexpected one is logged with its type and its traceback without
values, but never with its message, which may quote another player's secrets.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

import wording
from bot.channel.table_words import seat_names, speaker_of
from bot.context import Interaction, Request
from bot.metrics import METRICS
from bot.preferences import apply_locale
from bot.ui.message import read_id
from bot.ui.reply import (
    DISCORD_FAILED,
    REPLY_KEY,
    Reply,
    failure_reason,
    origin,
    reply_to,
    sent_data,
)
from games import GAMES
from rules.errors import N_, RulesError
from storage.engine import DatabaseError, DiskFull, Unavailable, Unwritable
from storage.failures import format_traceback
from wording import Words, words

log = logging.getLogger(__name__)

DEFER_AFTER = 1.5  # seconds of work before the response is deferred
DEFER_FORM_AFTER = 2.4  # seconds of work before a button that opens the form is sent instead of a form
OLD_COMMANDS = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
COMMANDS_HAVE_CHANGED = N_(
    "My commands have changed since Discord last loaded them. My host can fix that with `/admin sync`."
)
STOPPING = N_(
    "I’m being restarted and couldn’t finish this. Nothing was left half done. Please look again in a moment."
)
FORBIDDEN = N_("Discord doesn’t let me do this here. Ask a moderator to check my permissions in this channel.")
DISCORD_DOWN = N_("Discord didn’t accept my answer. Your move is safe if you made one. Please try again.")
DATABASE_DOWN = N_("I can’t reach my database right now. What you did before is safe; please try again soon.")
DISK_FULL = N_("I can’t save this because my disk is full. What was saved before is safe. Please tell my host.")
UNWRITABLE = N_("I can’t save this right now. What was saved before is safe. Please tell my host.")
UNREADABLE = N_("I can no longer read the stored game. Nothing was changed. Please tell my host.")
UNEXPECTED = N_(
    "Something went wrong on my side, but nothing was lost. If it happens again, give my host the code {code}."
)
NOT_THE_HOST = N_("Only the bot’s host can do this.")


def track_task(interaction: Interaction) -> None:
    """Register the current task so that a stopping bot waits for it, or cancels it if it takes too long."""
    pending, task = interaction.client.pending_tasks, asyncio.current_task()
    assert task is not None
    pending.add(task)
    task.add_done_callback(pending.discard)


def explain(error: BaseException, w: Words, place: str) -> str:
    """Log an error, and return the sentence that explains it to the person. An unexpected error gets a short code.

    ``place``: the command or press in which it occurred, for the log.
    """
    # The first matching kind counts, so the more specific ones come first.
    expected: list[tuple[Any, int, object, str]] = [
        (app_commands.CheckFailure, logging.INFO, "refused", NOT_THE_HOST),
        (OLD_COMMANDS, logging.WARNING, "Discord has outdated commands; run `make sync`", COMMANDS_HAVE_CHANGED),
        (asyncio.CancelledError, logging.INFO, "cancelled by the shutdown", STOPPING),
        (discord.Forbidden, logging.WARNING, f"request to Discord failed, {failure_reason(error)}", FORBIDDEN),
        (DISCORD_FAILED, logging.WARNING, f"request to Discord failed, {failure_reason(error)}", DISCORD_DOWN),
        (Unavailable, logging.WARNING, error, DATABASE_DOWN),
        (DiskFull, logging.ERROR, error, DISK_FULL),
        (Unwritable, logging.ERROR, error, UNWRITABLE),
        (DatabaseError, logging.ERROR, error, UNREADABLE),
    ]
    for kind, level, what, text in expected:
        if isinstance(error, kind):
            log.log(level, "%s: %s", place, what)
            return w._(text)
    code = secrets.token_hex(3)
    METRICS.unexpected += 1
    METRICS.errors.append(f"{code} {type(error).__name__}")
    log.error("%s: unexpected %s, code %s\n%s", place, type(error).__name__, code, format_traceback(error))
    return w._(UNEXPECTED, code=code)


async def handle(
    interaction: Interaction, work: Callable[[], Awaitable[None]], *, new_message: bool, form: bool = False
) -> None:
    """Do the work of a command or press, and explain any error.

    If the work sends no answer, the interaction is only acknowledged.

    ``new_message``: answer with a new message rather than by editing the pressed panel. ``form``: the answer is a form,
    which can't follow a deferred response, so deferring is delayed as long as possible.
    """
    METRICS.presses += 1
    own = interaction.extras[REPLY_KEY] = Reply(interaction, new_message=new_message)
    timer = own.defer_after(DEFER_FORM_AFTER if form else DEFER_AFTER)
    track_task(interaction)
    try:
        await apply_locale(interaction)
        await work()
    # The bot is stopping.
    except asyncio.CancelledError as error:
        await answer_error(interaction, error)
        raise
    except Exception as error:
        await answer_error(interaction, error)
    finally:
        timer.cancel()
    # Acknowledge work that sends no answer.
    await own.defer()


async def refusal_text(interaction: Interaction, error: RulesError) -> str:
    """Return the text of a refusal with the names used at its table, and with the legal moves if the error has them."""
    request = Request(interaction)
    w = request.words
    press = read_id(sent_data(interaction).get("custom_id"))
    try:
        here = None if press else await request.service.read.table_in(interaction.channel_id or 0)
        info = await request.service.read.info(press.table if press else here.id if here else 0)
        view = (await request.service.read.seen(info.id, None)).table.view(None) if info.started else None
    except RulesError:
        return wording.refusal(error, w)
    game = GAMES[info.game].words
    if view is None:
        return wording.refusal(
            error, w, lambda word: game.name_of(word, w), names=seat_names(info), colours=info.colours
        )
    return speaker_of(info, view, w.lang).refusal(error)


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Send the person an ephemeral error message. Never raises."""
    try:
        if isinstance(error, RulesError):
            METRICS.refusals[error.code] += 1
            text = await refusal_text(interaction, error)
        else:
            text = explain(error, words(str(interaction.locale)), origin(interaction))
        await reply_to(interaction).say(text)
    except Exception as failure:
        log.warning("%s: could not send the error message, %s", origin(interaction), failure_reason(failure))


async def answer_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Send the person an error message about a command that failed outside of `handle`. Never raises."""
    try:
        await apply_locale(interaction)
    except Exception as failure:
        log.warning("%s: could not read the language, %s", origin(interaction), type(failure).__name__)
    await answer_error(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)
