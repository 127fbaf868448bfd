"""Responses to commands and presses: immediate if the work is quick, otherwise deferred in time; and errors in words.

Discord waits three seconds for the first response and accepts only one. An immediate response is one request instead of
two, and its pictures are accepted where they may be refused when an existing message is edited.

Any exception becomes a sentence for the person and, if it was unexpected, a log line. That names its type and its
traceback without values, never its text, which may quote another player's secrets.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context, copy_context
from io import BytesIO
from time import perf_counter
from types import MappingProxyType
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui

from bot.discord_api.refusals import HAS_ANSWER, INVALID, refuses_content
from bot.metrics import METRICS
from bot.ui.message import Item, Picture, layout, picture_gallery
from bot.ui.simpler import PICTURES, accepted, without_pictures
from rules.errors import N_, RulesError
from storage.engine import DatabaseError, DiskFull, Unavailable, Unwritable
from storage.failures import format_traceback
from wording import Words, words
from wording.text_limits import shortened

log = logging.getLogger(__name__)

NO_MENTIONS = discord.AllowedMentions.none()
# Of an answer that only one person sees.
EPHEMERAL: Mapping[str, Any] = {"ephemeral": True, "allowed_mentions": NO_MENTIONS}

# All errors of a request to Discord: its refusals, and no response at all.
DISCORD_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
OLD_COMMANDS = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)

DEFER_AFTER = 1.5  # seconds of work before the response is deferred
DEFER_FORM_AFTER = 2.4  # seconds of work before a form is given up for a button that opens it
DEADLINE = 3.0  # seconds in which Discord accepts a first response
MAX_CONTENT = 2000  # characters of a message without components
REPLY = "reply"  # its key in the extras of an interaction

# Its client has `capabilities`, the set `pending_tasks`, `apply_locale` and `refused`.
Interaction = discord.Interaction[Any]
COMMANDS_HAVE_CHANGED = N_(
    "My commands have changed since Discord last loaded them. My host can fix that with `/admin sync`."
)
STOPPING = N_("I’m being restarted and couldn’t finish this. Nothing is half done; please look again in a moment.")
FORBIDDEN = N_("Discord doesn’t let me do this here. Ask a moderator to check my permissions in this channel.")
DISCORD_DOWN = N_("Discord didn’t accept my answer. Your move is safe if you made one. Please try again.")
DATABASE_DOWN = N_("I can’t reach my database right now. What you did before is safe; please try again soon.")
DISK_FULL = N_("I can’t save this because my disk is full. What was saved before is safe. Please tell my host.")
UNWRITABLE = N_("I can’t save this right now. What was saved before is safe. Please tell my host.")
UNREADABLE = N_("I can’t read the stored game any more, and I have changed nothing. Please tell my host.")
UNEXPECTED = N_(
    "Something went wrong on my side, but nothing was lost. If it happens again, give my host the code {code}."
)
NOT_THE_HOST = N_("Only the bot’s host can do this.")


class Refusal(RulesError):
    """A request that the bot politely refuses."""


def track_task(interaction: Interaction) -> None:
    """Register the current task so that a stopping bot waits for it, and cancels it if it takes too long."""
    pending: set[asyncio.Task[Any]] = interaction.client.pending_tasks
    task = asyncio.current_task()
    assert task is not None
    pending.add(task)
    task.add_done_callback(pending.discard)


def failure_reason(failure: BaseException) -> str:
    """Return why a request to Discord failed, for the log."""
    return f"{failure.status}/{failure.code}" if isinstance(failure, discord.HTTPException) else type(failure).__name__


def explain(error: BaseException, w: Words, place: str) -> str:
    """Return the sentence for the person; unexpected errors are logged under a short code."""
    # The first kind that fits counts, so the more special ones come first.
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


def where(interaction: Interaction) -> str:
    """Return what was requested, for the log: the command or the button, and the channel."""
    data: Any = interaction.data or {}
    asked = interaction.command.qualified_name if interaction.command else data.get("custom_id", "?")
    return f"{asked} in channel {interaction.channel_id}"


class Reply:
    """The ephemeral response to a command or press: a new message if it ``opens`` one, or in the pressed panel."""

    def __init__(self, interaction: Interaction, *, opens: bool) -> None:
        self._interaction = interaction
        self._opens = opens
        self._came = perf_counter()
        self._arrived = False  # Discord reported that it already has a first response
        self._below = False  # the pressed panel is final, and the response goes below it
        # Deferring and answering may try to be the first response at the same moment.
        self._one_at_a_time = asyncio.Lock()
        self._promising: asyncio.Task[None] | None = None

    def patient(self, seconds: float) -> asyncio.TimerHandle:
        """Return a timer that defers the response when the work has taken that long, unless it is cancelled before."""
        loop, here = asyncio.get_running_loop(), copy_context()

        def begin() -> None:
            self._promising = here.run(asyncio.create_task, self.promise())

        # Leave our context: Discord waits in real time, even if a simulation runs this task on its own clock.
        return Context().run(loop.call_later, seconds, begin)

    async def promise(self) -> None:
        """Defer the response if there was none yet. Failures are only logged, as answering will hit them too."""
        how = {"ephemeral": True, "thinking": True} if self._opens else {}
        async with self._one_at_a_time:
            try:
                if not self._begun:
                    await self._first(lambda: self._interaction.response.defer(**how))
            except DISCORD_FAILED as error:
                log.warning("%s: deferring the response failed, %s", where(self._interaction), failure_reason(error))

    async def say(self, text: str, files: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Answer with a text in a message of its own, with files by name. A pressed panel or post stays."""
        text = shortened(text, MAX_CONTENT)
        await self._send_alone(
            lambda: {"content": text, "files": [discord.File(BytesIO(data), name) for name, data in files.items()]}
        )

    async def ask(self, view: ui.LayoutView) -> None:
        """Answer with a message of its own. A pressed panel or post stays."""
        await accepted(lambda view, _: self._send_alone(lambda: {"view": view}), view)

    async def _send_alone(self, content: Callable[[], dict[str, Any]]) -> None:
        """Send a message of its own; ``content`` is called for each try because a file can be read only once."""
        async with self._one_at_a_time:
            send: Callable[..., Awaitable[object]] = self._interaction.response.send_message
            if self._begun or not await self._first(lambda: send(**content(), **EPHEMERAL)):
                await self._interaction.followup.send(**content(), **EPHEMERAL)

    async def ask_form(self, form: ui.Modal, opener: Item) -> None:
        """Answer with a form, which is only possible as the first response; after another one offer it with a button.

        ``opener``: the button that opens it.
        """
        async with self._one_at_a_time:
            if not self._begun and await self._first(lambda: self._interaction.response.send_modal(form)):
                return
        await self.show(layout([form.title], (), [[opener]]))

    async def show(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        """Answer with a message, with refused pictures in a separate one. Return whether the pictures have arrived."""
        capabilities = self._interaction.client.capabilities
        async with self._one_at_a_time:
            edit_refused = False
            if capabilities.pictures_in_edits or not pictures or not self._edits:
                try:
                    await accepted(self._put, view, pictures, keep_pictures=bool(pictures))
                    return True
                except discord.HTTPException as error:
                    if not pictures or not refuses_content(error):
                        raise
                    log.warning("%s: Discord refused the pictures, %s", where(self._interaction), failure_reason(error))
                    edit_refused = self._edits and error.status == INVALID
                    METRICS.simpler[PICTURES] += 1
            taken = await accepted(self._put, without_pictures(view))
            # The pictures were the reason, because the edit without them worked.
            if edit_refused and taken.whole:
                capabilities.pictures_in_edits = False
            alone = ui.LayoutView(timeout=None)
            for picture in pictures:
                alone.add_item(picture_gallery(picture))
            try:
                await self._follow(alone, pictures)
            except discord.HTTPException as error:
                log.warning(
                    "%s: Discord refused the pictures again, %s", where(self._interaction), failure_reason(error)
                )
                return False
            return True

    async def move_down(self, view: ui.LayoutView) -> None:
        """Put this message in place of the pressed panel, and answer below everything that was posted since."""
        async with self._one_at_a_time:
            await accepted(self._put, view)
            self._below = True

    @property
    def _begun(self) -> bool:
        """Return whether Discord has had the first response: deferred or a message."""
        return self._arrived or self._interaction.response.is_done()

    @property
    def _edits(self) -> bool:
        """Return whether the answer edits an existing message: the panel or the deferred response."""
        return not self._below and (self._begun or not self._opens)

    async def _put(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Send the message, or put it in place of the existing one."""
        if self._below:
            await self._follow(view, pictures)
            return
        response = self._interaction.response

        def send() -> Awaitable[object]:
            files = [picture.file() for picture in pictures]
            if self._opens:
                return response.send_message(view=view, files=files, **EPHEMERAL)
            return response.edit_message(view=view, attachments=files, allowed_mentions=NO_MENTIONS)

        if self._begun or not await self._first(send):
            files = [picture.file() for picture in pictures]
            await self._interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NO_MENTIONS)

    async def add(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Send another message after the answer."""
        await accepted(self._follow, view, pictures)

    async def _follow(self, view: ui.LayoutView, pictures: Sequence[Picture]) -> None:
        files = [picture.file() for picture in pictures]
        await self._interaction.followup.send(view=view, files=files, **EPHEMERAL)

    async def _first(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Send the first response, with one retry if Discord didn't confirm it.

        Return False if Discord already has one, for example if it was deferred and the confirmation was lost.
        """
        for again in (False, True):
            try:
                async with asyncio.timeout(DEADLINE):
                    await send()
                METRICS.answer(perf_counter() - self._came)
                break
            except DISCORD_FAILED as error:
                if isinstance(error, discord.HTTPException) and error.code == HAS_ANSWER:
                    self._arrived = True
                    return False
                if again or not lost(error):
                    raise
                log.info("%s: retrying the response, %s", where(self._interaction), failure_reason(error))
        return True


def lost(error: BaseException) -> bool:
    """Return whether Discord may have processed a request although it didn't confirm it."""
    return error.status >= 500 if isinstance(error, discord.HTTPException) else True


def reply_to(interaction: Interaction) -> Reply:
    """Return the reply of the command or press."""
    found: Reply = interaction.extras.get(REPLY) or Reply(interaction, opens=True)
    return found


async def attend(
    interaction: Interaction, work: Callable[[], Awaitable[None]], *, opens: bool, form: bool = False
) -> None:
    """Do the work of a command or press and answer any error. The interaction never stays unanswered.

    ``form``: the answer is a form, which can't follow a deferred response, so that is put off as long as possible.
    """
    METRICS.presses += 1
    own = interaction.extras[REPLY] = Reply(interaction, opens=opens)
    timer = own.patient(DEFER_FORM_AFTER if form else DEFER_AFTER)
    track_task(interaction)
    try:
        await interaction.client.apply_locale(interaction)
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
    await own.promise()


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Send the person an ephemeral error message. Never raises."""
    try:
        if isinstance(error, RulesError):
            METRICS.refusals[error.code] += 1
            text = await interaction.client.refused(interaction, error)
        else:
            text = explain(error, words(str(interaction.locale)), where(interaction))
        await reply_to(interaction).say(text)
    except Exception as failure:
        log.warning("%s: could not send the error message, %s", where(interaction), failure_reason(failure))


async def answer_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Send the person an error message about a command that failed outside of `attend`. Never raises."""
    try:
        await interaction.client.apply_locale(interaction)
    except Exception as failure:
        log.warning("%s: could not read the language, %s", where(interaction), type(failure).__name__)
    await answer_error(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)
