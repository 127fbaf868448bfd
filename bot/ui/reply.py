"""Responses to commands and presses: immediate if the work is quick, otherwise deferred in time.

Discord waits three seconds for the first response and accepts only one. An immediate response is one request instead of
two, and Discord accepts its pictures where it may refuse them in an edit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context, copy_context
from functools import partial
from io import BytesIO
from time import perf_counter
from types import MappingProxyType
from typing import Any, cast

import aiohttp
import discord
from discord import ui

from bot.discord_api.gateway import ShardedBot
from bot.discord_api.permissions import Capabilities
from bot.discord_api.refusals import HAS_ANSWER, INVALID, refuses_content
from bot.metrics import METRICS
from bot.ui.message import Item, Picture, drawn_signs, layout, picture_gallery
from bot.ui.simpler import PICTURES, accepted, without_pictures
from rules.errors import RulesError
from storage import Storage
from wording.text_limits import shortened

log = logging.getLogger(__name__)

NO_MENTIONS = discord.AllowedMentions.none()
# Arguments for a message that only one person can see.
EPHEMERAL: Mapping[str, Any] = {"ephemeral": True, "allowed_mentions": NO_MENTIONS}

# All errors of a request to Discord: its refusals, and no response at all.
DISCORD_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)

DEADLINE = 3.0  # seconds in which Discord accepts a first response
MAX_CONTENT = 2000  # characters of a message without components
REPLY_KEY = "reply"  # the key of a `Reply` in the extras of an interaction


class ReplyingBot(ShardedBot):
    """The attributes of the bot that replies need. `bot.context.Bot` has the rest."""

    storage: Storage
    capabilities: Capabilities
    pending_tasks: set[asyncio.Task[None]]  # Tasks that a stopping bot waits for.


Interaction = discord.Interaction[ReplyingBot]


class Refusal(RulesError):
    """Raised when the bot politely refuses a request. The text is for the person."""


def sent_data(interaction: Interaction) -> Mapping[str, Any]:
    """Return the data sent by Discord with a press, a choice in a select, or a form."""
    return cast("Mapping[str, Any]", interaction.data or {})


def failure_reason(failure: BaseException) -> str:
    """Return why a request to Discord failed, for the log."""
    return f"{failure.status}/{failure.code}" if isinstance(failure, discord.HTTPException) else type(failure).__name__


def origin(interaction: Interaction) -> str:
    """Return the command or button and the channel that it came from, for the log."""
    command = interaction.command
    asked = command.qualified_name if command else sent_data(interaction).get("custom_id", "?")
    return f"{asked} in channel {interaction.channel_id}"


class Reply:
    """The ephemeral response to a command or press: a new message if ``new_message``, otherwise the edited panel."""

    def __init__(self, interaction: Interaction, *, new_message: bool) -> None:
        self._interaction = interaction
        self._new_message = new_message
        self._came = perf_counter()
        self._arrived = False  # Discord reported that the interaction already has a first response
        self._below = False  # the response goes below everything, and the pressed panel is deleted
        # Deferring and answering may try to be the first response at the same moment.
        self._one_at_a_time = asyncio.Lock()
        self._deferring: asyncio.Task[None] | None = None

    def defer_after(self, seconds: float) -> asyncio.TimerHandle:
        """Return a timer that defers the response after this many seconds, unless it is cancelled."""
        loop, context = asyncio.get_running_loop(), copy_context()

        def begin() -> None:
            self._deferring = context.run(asyncio.create_task, self.defer())

        # Leave our context: Discord waits in real time, even if a simulation runs this task on its own clock.
        return Context().run(loop.call_later, seconds, begin)

    async def defer(self) -> None:
        """Defer the response unless there already is one.

        A failure is only logged: if an answer follows, it may still succeed.
        """
        how = {"ephemeral": True, "thinking": True} if self._new_message else {}
        async with self._one_at_a_time:
            try:
                if not self._begun:
                    await self._respond(partial(self._interaction.response.defer, **how))
            except DISCORD_FAILED as error:
                log.warning("%s: deferring the response failed, %s", origin(self._interaction), failure_reason(error))

    async def say(self, text: str, files: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Answer with a text in a new message. A pressed panel or post stays.

        ``files``: the contents of attached files, by file name.
        """
        [content] = drawn_signs([shortened(text, MAX_CONTENT)], most=MAX_CONTENT)
        await self._send_alone(files, content=content)

    async def send(self, view: ui.LayoutView) -> None:
        """Answer with a new message. A pressed panel or post stays."""

        async def send(view: ui.LayoutView, _: Sequence[Picture]) -> None:
            await self._send_alone({}, view=view)

        await accepted(send, view)

    async def _send_alone(self, files: Mapping[str, bytes], **message: Any) -> None:
        """Send a new message. ``files``: the contents of attached files, by file name."""

        def send_by(send: Callable[..., Awaitable[object]]) -> Awaitable[object]:
            attached = [discord.File(BytesIO(data), name) for name, data in files.items()]  # A file is read only once.
            return send(**message, files=attached, **EPHEMERAL)

        async with self._one_at_a_time:
            if self._begun or not await self._respond(partial(send_by, self._interaction.response.send_message)):
                await send_by(self._interaction.followup.send)

    async def send_form(self, form: ui.Modal, opener: Item) -> None:
        """Answer with a form. Discord accepts one only as the first response; otherwise offer it in a message.

        ``opener``: the button in that message that opens the form.
        """
        async with self._one_at_a_time:
            if not self._begun and await self._respond(partial(self._interaction.response.send_modal, form)):
                return
        await self.show(layout([form.title], (), [[opener]]))

    async def show(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        """Answer with a message. If Discord refuses its pictures, try to send them in a separate one.

        Return whether the pictures have arrived.
        """
        capabilities = self._interaction.client.capabilities
        async with self._one_at_a_time:
            edit_refused = False
            if capabilities.pictures_in_edits or not pictures or not self._edits:
                try:
                    await accepted(self._send_or_edit, view, pictures, keep_pictures=bool(pictures))
                    return True
                except discord.HTTPException as error:
                    if not pictures or not refuses_content(error):
                        raise
                    log.warning(
                        "%s: Discord refused the pictures, %s", origin(self._interaction), failure_reason(error)
                    )
                    edit_refused = self._edits and error.status == INVALID
                    METRICS.simpler[PICTURES] += 1
            taken = await accepted(self._send_or_edit, without_pictures(view))
            # The edit without pictures worked, so the pictures were the reason.
            if edit_refused and taken.whole:
                capabilities.pictures_in_edits = False
            alone = ui.LayoutView(timeout=None)
            for picture in pictures:
                alone.add_item(picture_gallery(picture))
            try:
                await self._follow(alone, pictures)
            except discord.HTTPException as error:
                log.warning(
                    "%s: Discord refused the pictures again, %s", origin(self._interaction), failure_reason(error)
                )
                return False
            return True

    def move_down(self) -> None:
        """Make the answer a new message below all newer posts, in place of the pressed panel.

        Call this before the answer is sent.
        """
        self._below = True

    @property
    def _begun(self) -> bool:
        """Return whether the interaction was answered or deferred."""
        return self._arrived or self._interaction.response.is_done()

    @property
    def _edits(self) -> bool:
        """Return whether the answer edits an existing message: the panel or the deferred response."""
        return not self._below and (self._begun or not self._new_message)

    async def _send_or_edit(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Send the message, or replace the existing one with it."""
        if self._below:
            if not self._begun:
                await self._respond(self._interaction.response.defer)
            await self._follow(view, pictures)
            await self._delete_panel()
            return
        response = self._interaction.response

        def send() -> Awaitable[object]:
            files = [picture.file() for picture in pictures]
            if self._new_message:
                return response.send_message(view=view, files=files, **EPHEMERAL)
            return response.edit_message(view=view, attachments=files, allowed_mentions=NO_MENTIONS)

        if self._begun or not await self._respond(send):
            files = [picture.file() for picture in pictures]
            await self._interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NO_MENTIONS)

    async def _delete_panel(self) -> None:
        """Delete the pressed panel, because an answer below replaces it.

        A panel that can't be deleted does no harm, because its buttons lead to the current state.
        """
        try:
            await self._interaction.delete_original_response()
        except DISCORD_FAILED as error:
            log.info("%s: could not delete the old panel, %s", origin(self._interaction), failure_reason(error))

    async def add(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Send another message after the answer."""
        await accepted(self._follow, view, pictures)

    async def _follow(self, view: ui.LayoutView, pictures: Sequence[Picture]) -> None:
        files = [picture.file() for picture in pictures]
        await self._interaction.followup.send(view=view, files=files, **EPHEMERAL)

    async def _respond(self, send: Callable[[], Awaitable[object]]) -> bool:
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
                if again or not may_have_arrived(error):
                    raise
                log.info("%s: retrying the response, %s", origin(self._interaction), failure_reason(error))
        return True


def may_have_arrived(error: BaseException) -> bool:
    """Return whether Discord may have processed a request although it didn't confirm it."""
    return error.status >= 500 if isinstance(error, discord.HTTPException) else True


def reply_to(interaction: Interaction) -> Reply:
    """Return the `Reply` stored for a command or press. If there is none, return one that sends a new message."""
    found: Reply = interaction.extras.get(REPLY_KEY) or Reply(interaction, new_message=True)
    return found
