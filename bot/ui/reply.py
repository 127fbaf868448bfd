"""How a command or a press is answered: at once where the work is quick, else in what was promised in time.

Discord waits three seconds for the first answer and takes only one. A direct answer is one request instead of two, and
its pictures are taken where an edit of what is there already may be refused for them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextvars import Context, copy_context
from functools import wraps
from io import BytesIO
from time import perf_counter
from types import MappingProxyType
from typing import Any, TypeVar, cast

import discord
from discord import ui

from bot.measures import MEASURES
from bot.ui import Answering, Interaction
from bot.ui.errors import DISCORD_FAILED, NOBODY, error_text, reason, take_in_hand, where
from bot.ui.picture import Picture, gallery

log = logging.getLogger(__name__)

Work = TypeVar("Work", bound=Callable[..., Coroutine[Any, Any, None]])

PATIENCE = 1.5  # seconds of work before Discord is asked to wait
DEADLINE = 3.0  # seconds in which Discord takes a first answer
HAS_ANSWER = 40060  # Discord's code for a first answer that is not the first
INVALID, TOO_LARGE = 400, 413  # how Discord refuses pictures
MOST = 2000  # characters of a message without components
REPLY = "reply"  # what it is called among the things an interaction carries along


class Reply:
    """The private answer to one command or press.

    ``opens``: the answer is a new message; else the panel that was pressed is redrawn.
    """

    def __init__(self, interaction: Interaction, *, opens: bool) -> None:
        self._interaction = interaction
        self._opens = opens
        self._came = perf_counter()
        self._arrived = False  # Discord says that it has had a first answer
        self._below = False  # the panel that was pressed has had its last words, and the answer comes below
        self._one_at_a_time = asyncio.Lock()  # the promise and the answer may want to be first at the same moment
        self._promising: asyncio.Task[None] | None = None

    def patient(self) -> asyncio.TimerHandle:
        """Promise an answer when the work has taken a while; not if the timer is cancelled before."""
        loop, here = asyncio.get_running_loop(), copy_context()

        def begin() -> None:
            self._promising = here.run(asyncio.create_task, self.promise())

        def start() -> asyncio.TimerHandle:
            return loop.call_later(PATIENCE, begin)

        # Out of our context: Discord waits in real time, whatever clock a simulation has for what runs in it.
        return Context().run(start)

    async def promise(self) -> None:
        """Acknowledge, if nothing has been answered yet. What fails here the answer finds out, so the work goes on."""
        response = self._interaction.response

        def send() -> Awaitable[object]:
            return response.defer(ephemeral=True, thinking=True) if self._opens else response.defer()

        async with self._one_at_a_time:
            try:
                if not self._begun:
                    await self._first(send)
            except DISCORD_FAILED as error:
                log.warning("%s: deferring the response failed, %s", where(self._interaction), reason(error))

    async def say(self, text: str, files: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Answer with a text, in a message of its own, and files by their names. A panel or post pressed stays."""
        text = text if len(text) <= MOST else text[: MOST - 1] + "…"

        def how() -> dict[str, Any]:
            attached = [discord.File(BytesIO(data), name) for name, data in files.items()]
            return {"ephemeral": True, "allowed_mentions": NOBODY, "files": attached}

        async with self._one_at_a_time:
            if self._begun or not await self._first(lambda: self._interaction.response.send_message(text, **how())):
                await self._interaction.followup.send(text, **how())

    async def ask(self, view: ui.LayoutView) -> None:
        """Answer with a message of its own. A panel or post that was pressed stays."""
        how: dict[str, Any] = {"view": view, "ephemeral": True, "allowed_mentions": NOBODY}
        async with self._one_at_a_time:
            if self._begun or not await self._first(lambda: self._interaction.response.send_message(**how)):
                await self._interaction.followup.send(**how)

    async def ask_form(self, form: ui.Modal) -> None:
        """Answer with a form. It can only be the first answer: nothing slow may come before it."""
        async with self._one_at_a_time:
            await self._first(lambda: self._interaction.response.send_modal(form))

    async def show(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        """Answer with a message; where its pictures are refused without them, and they come in one of their own.

        Returns whether the pictures have arrived.
        """
        client: Answering = self._interaction.client
        ways = client.ways
        async with self._one_at_a_time:
            edit_refused = False
            if ways.pictures_in_edits or not pictures or not self._edits:
                try:
                    await self._put(view, pictures)
                    return True
                except discord.HTTPException as error:
                    if not pictures or error.status not in (INVALID, TOO_LARGE):
                        raise
                    log.warning("%s: Discord refused the pictures, %s", where(self._interaction), reason(error))
                    edit_refused = self._edits and error.status == INVALID
            await self._put(without_pictures(view))
            if edit_refused:  # and for the pictures, as we see now
                ways.pictures_in_edits = False
            return await self._show_alone(pictures)

    async def move_down(self, view: ui.LayoutView) -> None:
        """Put this in the place of the panel that was pressed, and answer in a message of its own.

        It stands below whatever was posted meanwhile.
        """
        async with self._one_at_a_time:
            await self._put(view)
            self._below = True

    @property
    def _begun(self) -> bool:
        """Whether Discord has had the first answer: a promise or a message."""
        return self._arrived or self._interaction.response.is_done()

    @property
    def _edits(self) -> bool:
        """Whether the answer is an edit of something that is there already: the panel, or what was promised."""
        return not self._below and (self._begun or not self._opens)

    async def _put(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Send the message, or put it in the place of what is there."""
        if self._below:
            await self.add(view, pictures)
            return
        response = self._interaction.response

        def send() -> Awaitable[object]:
            files = [picture.file() for picture in pictures]
            if self._opens:
                return response.send_message(view=view, files=files, ephemeral=True, allowed_mentions=NOBODY)
            return response.edit_message(view=view, attachments=files, allowed_mentions=NOBODY)

        if self._begun or not await self._first(send):
            files = [picture.file() for picture in pictures]
            await self._interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NOBODY)

    async def _show_alone(self, pictures: Sequence[Picture]) -> bool:
        """The pictures in a message of their own. Returns whether they have arrived."""
        view = ui.LayoutView(timeout=None)
        for picture in pictures:
            view.add_item(gallery(picture))
        try:
            await self.add(view, pictures)
        except discord.HTTPException as error:
            log.warning("%s: Discord refused the pictures again, %s", where(self._interaction), reason(error))
            return False
        return True

    async def add(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
        """Another message, after the answer."""
        files = [picture.file() for picture in pictures]
        await self._interaction.followup.send(view=view, files=files, ephemeral=True, allowed_mentions=NOBODY)

    async def _first(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Give the first answer; once more where Discord did not say that it has arrived.

        Returns False if Discord has had one before, as when a promise has arrived and the word of that was lost.
        """
        for again in (False, True):
            try:
                async with asyncio.timeout(DEADLINE):
                    await send()
                MEASURES.answer(perf_counter() - self._came)
                break
            except DISCORD_FAILED as error:
                if isinstance(error, discord.HTTPException) and error.code == HAS_ANSWER:
                    self._arrived = True
                    return False
                if again or not lost(error):
                    raise
                log.info("%s: retrying the response, %s", where(self._interaction), reason(error))
        return True


def lost(error: BaseException) -> bool:
    """Whether Discord may have done what it was asked, though it did not say so."""
    return error.status >= 500 if isinstance(error, discord.HTTPException) else True


def without_pictures(view: ui.LayoutView) -> ui.LayoutView:
    """The message without its galleries."""
    for part in list(view.walk_children()):
        if isinstance(part, ui.MediaGallery) and part.parent is not None:
            cast("ui.Container[Any]", part.parent).remove_item(part)
    return view


def reply(interaction: Interaction) -> Reply:
    """The answer that the command or press is to get."""
    found: Reply = interaction.extras.get(REPLY) or Reply(interaction, opens=True)
    return found


async def attend(interaction: Interaction, work: Callable[[], Awaitable[None]], *, opens: bool) -> None:
    """Do the work of a command or press, which answers; answer whatever goes wrong. Never leaves it unanswered."""
    MEASURES.presses += 1
    own = interaction.extras[REPLY] = Reply(interaction, opens=opens)
    timer = own.patient()
    client: Answering = interaction.client
    take_in_hand(interaction)
    try:
        await client.heed(interaction)
        await work()
    except asyncio.CancelledError as error:  # by a bot that stops
        await answer(interaction, error)
        raise
    except Exception as error:
        await answer(interaction, error)
    finally:
        timer.cancel()
    await own.promise()  # for work that has nothing to say


def answering(work: Work) -> Work:
    """A command whose answer only the person sees, whatever goes wrong."""

    @wraps(work)
    async def run(self: Any, interaction: Interaction, *args: Any, **kwargs: Any) -> None:
        await attend(interaction, lambda: work(self, interaction, *args, **kwargs), opens=True)

    return cast(Work, run)


async def answer(interaction: Interaction, error: BaseException) -> None:
    """Tell the person privately what went wrong. Never raises."""
    try:
        await say(interaction, await error_text(interaction, error))
    except Exception as failure:
        log.warning("%s: could not send the error message, %s", where(interaction), reason(failure))


async def say(interaction: Interaction, text: str) -> None:
    """Answer privately with a text, however far the interaction has come."""
    await reply(interaction).say(text)


async def ask(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer privately with a message of its own, however far the interaction has come."""
    await reply(interaction).ask(view)


async def ask_form(interaction: Interaction, form: ui.Modal) -> None:
    """Answer with a form; what is typed into it comes as a press of its id."""
    await reply(interaction).ask_form(form)


async def show(interaction: Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
    """Answer privately with a message, new or in the place of the panel that was pressed.

    Returns whether the pictures have arrived; the rest has.
    """
    return await reply(interaction).show(view, pictures)


async def add(interaction: Interaction, view: ui.LayoutView) -> None:
    """Another private message, after the answer."""
    await reply(interaction).add(view)
