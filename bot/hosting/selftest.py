"""``/admin selftest``: try out in a channel what Discord does, report it, and store it in `Capabilities`.

Where Discord's documentation leaves its behaviour open, or people report otherwise, only a test on a server can tell.
Everything that is posted here says what it is, and is deleted in the end, whatever fails.

It is in English only, because only the bot's owner sees it.
"""

import asyncio
import logging
import math
import secrets
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import discord
from discord import ui
from PIL import Image

from bot.channel.strip_buttons import attached, keep
from bot.context import App
from bot.discord_api.permissions import NEEDED, SPELLED
from bot.ui import Interaction
from bot.ui.errors import DISCORD_FAILED, NOBODY, reason
from bot.ui.message import INK
from bot.ui.picture import Picture
from bot.ui.reply import answer

log = logging.getLogger(__name__)

MINUTE = 60.0  # Seconds until the same post is sent again.
PRESSES = 240.0  # Seconds for the owner's two presses.
EACH = 45.0  # Seconds for one check.
LIMIT = 720.0  # Seconds for all checks: Discord accepts edits of the answer for fifteen minutes.
SLOW = 1.0  # Seconds per request; any slower, an answer within three seconds is a matter of luck.
REFUSED = (400, 413)  # With these codes Discord refuses something permanently; all other failures may be temporary.
COLOURS = ("#c8a165", "#8a3b2f", "#5a6b4f", "#3d5a73", "#7a5c86", "#b8863b")
THREAD = "Miasma: self-test, safe to delete"
PICTURE = "selftest.png"
MARKS = {True: "✅", False: "❌", None: "➖"}

HEAD = "## Testing how Discord behaves here\nI delete everything that I post for this test. It takes about a minute."
WHAT = "**Self-test.** I delete this post in about a minute. If it is older, please delete it."
PICTURE_TEXT = "A plain test picture"
PRESS = "**Please press the button below**, then press it again. I wait for a minute."
DONE = "## Self-test results"
ONCE_MORE = "Press me again"
GONE = "the picture was missing"
OTHER = "it still showed the old picture"
SECOND = "it was posted twice"
NO_BUTTON = "it came back without its button"
UNPRESSED = "the button was not pressed"
TOO_LONG = "the test ran out of time"
NOT_ALLOWED = "missing permission"
NO_BASIS = "it depends on a test that failed"


@dataclass(frozen=True)
class Check:
    """One thing to test: what is reported when it works, or when it fails, with what the bot does instead."""

    holds: str
    fails: str


CHECKS = {
    "permissions": Check(
        "I have every permission I need.",
        "I am missing permissions here: {why}. A moderator can grant them.",
    ),
    "answer": Check(
        "The first response to a command can contain a picture.",
        "The first response to a command can't contain a picture ({why}). I send the picture in a second message.",
    ),
    "again": Check(
        "A response can be edited to show another picture.",
        "A response can't be edited to show another picture ({why}). I send the picture in a second message.",
    ),
    "follow": Check(
        "A follow-up message can contain a picture.",
        "A follow-up message can't contain a picture ({why}). I describe in words what the first message can't show.",
    ),
    "post": Check(
        "I can post pictures with buttons.",
        "I can't post pictures ({why}). I describe boards in words.",
    ),
    "read": Check(
        "I can read my own posts and their buttons.",
        "I can't read my own posts ({why}). A post may appear twice after a connection error.",
    ),
    "edit": Check(
        "A post can be edited to show another picture.",
        "A post can't be edited to show another picture ({why}). I send a new post and delete the old one.",
    ),
    "retire": Check(
        "A post keeps its picture when I remove its buttons.",
        "A post loses its picture when I remove its buttons ({why}). I fetch each post first and resend its picture.",
    ),
    "nonce": Check(
        "A post sent twice at the same time (same nonce) appears once.",
        "A post sent twice at the same time (same nonce) appears twice ({why}). I look for it before I retry.",
    ),
    "minute": Check(
        "A post sent again after a minute (same nonce) appears once.",
        "A post sent again after a minute (same nonce) appears twice ({why}). I look for it before I retry.",
    ),
    "thread": Check(
        "I can create a thread, post in it and archive it.",
        "I can't create a thread, post in it and archive it ({why}). Use channels or your own threads for tables.",
    ),
    "direct": Check(
        "I can send you a DM.",
        "I can't send you a DM ({why}). I mention you in the channel instead.",
    ),
    "panel": Check(
        "A button press can update the picture of its panel.",
        "A button press can't update the picture of its panel ({why}). I send the picture in a second message.",
    ),
    "promised": Check(
        "A deferred response can contain a picture.",
        "A deferred response can't contain a picture ({why}). I send the picture in a second message.",
    ),
    "speed": Check(
        "The latency to Discord is fine: {why}.",
        "The latency to Discord is high: {why}. I must respond within 3 seconds; check the network of this machine.",
    ),
    "clean": Check(
        "I deleted everything I posted for this test.",
        "I couldn't delete everything ({why}). Please delete the posts marked “Self-test”.",
    ),
}
# A way is remembered as working if all these checks passed, and as failing if Discord refused one permanently.
LEARNED = {"pictures_in_edits": ("again", "edit", "panel", "promised"), "pictures_stay": ("retire",)}


class CheckFailed(Exception):
    """Discord accepted a request, but did something else. The text says what, for the report."""


@dataclass
class Found:
    """The result of a check: passed, failed, or (None) not tested. ``firm``: repeating it would not change that."""

    holds: bool | None
    why: str = ""
    firm: bool = True


@dataclass
class Examination:
    """One run for one owner in one channel."""

    app: App
    interaction: Interaction
    channel: discord.TextChannel
    found: dict[str, Found] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)  # Seconds of each request without a picture.
    # These delete what was posted, the last first.
    left: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sent: set[int] = field(default_factory=set)  # The ids of the messages sent with the same nonce.
    archived: bool = False  # Whether the thread is archived.
    painted: int = 0
    asked: "Asking | None" = None

    def __post_init__(self) -> None:
        self.mark = secrets.token_hex(8)

    # --- the course of it

    async def run(self) -> None:
        """Run all checks, clean up, and report and remember the results."""
        try:
            async with asyncio.timeout(LIMIT):
                await self._everything()
        except TimeoutError:
            log.warning("selftest: timed out")
        finally:
            await self._clean()
        self._speed()
        for check in CHECKS:
            self.found.setdefault(check, Found(None, TOO_LONG))
        learned = {way: holds for way, of in LEARNED.items() if (holds := self._learned(of)) is not None}
        await self.app.capabilities.learn(self.app.storage, learned, self.app.clock.now())
        for check, found in self.found.items():
            verdict = {True: "passed", False: "failed", None: "skipped"}[found.holds]
            log.info("selftest: %s %s%s", check, verdict, f" ({found.why})" if found.why else "")
        await self._tell(DONE)

    def _learned(self, checks: Sequence[str]) -> bool | None:
        """Return what to remember of a way, or None if the checks leave it open."""
        found = [self.found[check] for check in checks]
        if any(one.holds is False and one.firm for one in found):
            return False
        return True if all(one.holds for one in found) else None

    async def _everything(self) -> None:
        lacking = [SPELLED[name] for name, wanted in NEEDED if wanted and not getattr(self._granted, name)]
        self.found["permissions"] = Found(not lacking, ", ".join(lacking))
        await self._answers()
        await self._posts()
        await self._beyond()
        await self._presses_and_a_minute()

    @property
    def _granted(self) -> discord.Permissions:
        return self.interaction.app_permissions

    async def _answers(self) -> None:
        """Check the answer to the command itself, an edit with another picture, and a follow-up."""
        response = self.interaction.response
        if not await self._try("answer", self._answer) and not response.is_done():
            await response.send_message(view=card([HEAD]), ephemeral=True, allowed_mentions=NOBODY)
        await self._try("again", self._answer_again)
        await self._try("follow", self._follow)
        await self._tell(HEAD)

    async def _answer(self) -> None:
        picture = self._paint()
        answered = await self.interaction.response.send_message(
            view=card([HEAD], picture), file=picture.file(), ephemeral=True, allowed_mentions=NOBODY
        )
        pictured(answered.resource)

    async def _answer_again(self) -> None:
        picture = self._paint()
        pictured(
            await self.interaction.edit_original_response(
                view=card([HEAD], picture), attachments=[picture.file()], allowed_mentions=NOBODY
            )
        )

    async def _follow(self) -> None:
        picture = self._paint()
        message = await self.interaction.followup.send(
            view=card([WHAT], picture),
            file=picture.file(),
            ephemeral=True,
            allowed_mentions=NOBODY,
            wait=True,
        )
        self.left.append(message.delete)
        pictured(message)

    async def _posts(self) -> None:
        """Check a post, its pictures and buttons, and a post that is sent twice."""
        posted: list[discord.Message] = []

        async def post() -> None:
            posted.append(await self._post(self._paint()))
            pictured(posted[0])

        may = self._may("send_messages")
        await self._try("post", post, may and self._may("attach_files"))
        await self._try("read", lambda: self._read(posted), bool(posted) and self._may("read_message_history"))
        await self._try("edit", lambda: self._edit(posted), bool(posted))
        await self._try("retire", lambda: self._retire(posted), bool(posted))
        await self._try("nonce", lambda: self._twice(at_once=True), may)
        await self._tell(HEAD)

    async def _post(self, picture: Picture | None = None, nonce: str | None = None) -> discord.Message:
        """Post in the channel, and have it deleted in the end."""
        how: dict[str, Any] = {"file": picture.file()} if picture else {}
        if nonce is not None:
            how["nonce"] = nonce
        begun = time.perf_counter()
        message = await self.channel.send(view=card([WHAT], picture, button=True), allowed_mentions=NOBODY, **how)
        if not picture:
            self.took.append(time.perf_counter() - begun)
        self.left.append(message.delete)
        return message

    async def _read(self, posted: Sequence[discord.Message]) -> None:
        async for message in self.channel.history(limit=25):
            if message.id == posted[0].id:
                if not any(isinstance(part, discord.Button) for part in parts(message)):
                    raise CheckFailed(NO_BUTTON)
                return
        raise CheckFailed(GONE)

    async def _edit(self, posted: list[discord.Message]) -> None:
        before, picture = posted[0], self._paint()
        view = card([WHAT], picture, button=True)
        after = await before.edit(view=view, attachments=[picture.file()], allowed_mentions=NOBODY)
        posted[0] = after
        if pictured(after).attachment_id == pictured(before).attachment_id:
            raise CheckFailed(OTHER)

    async def _retire(self, posted: Sequence[discord.Message]) -> None:
        """Remove the buttons as from old posts, then check the message and download its picture."""
        message = posted[0]
        kept = keep(message)
        after: discord.Message = await message.edit(
            view=kept.view(), attachments=attached(kept.pictures, message), allowed_mentions=NOBODY
        )
        if self.found["read"].holds:
            after = await message.fetch()
        if keep(after).pictures != kept.pictures:
            raise CheckFailed(GONE)
        try:
            await self.app.client.http.get_from_cdn(pictured(after).url)
        except discord.HTTPException as error:
            raise CheckFailed(GONE) from error

    async def _twice(self, *, at_once: bool) -> None:
        """Send a post with the same nonce again."""
        sent = [self._post(nonce=self.mark) for _ in range(2 if at_once else 1)]
        results = await asyncio.gather(*sent, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        self.sent |= {result.id for result in results if isinstance(result, discord.Message)}
        if len(self.sent) > 1:
            raise CheckFailed(SECOND)

    async def _beyond(self) -> None:
        """Check a thread and a DM."""
        may = self._may("send_messages", "create_public_threads", "send_messages_in_threads")
        await self._try("thread", self._thread, may)
        await self._try("direct", self._direct)
        await self._tell(HEAD)

    async def _thread(self) -> None:
        kind = discord.ChannelType.news_thread if self.channel.is_news() else discord.ChannelType.public_thread
        thread = await self.channel.create_thread(name=THREAD, type=kind, auto_archive_duration=60)
        self.left.append(lambda: self._close(thread))
        await thread.send(view=card([WHAT]), allowed_mentions=NOBODY)
        await thread.edit(archived=True)
        self.archived = True

    async def _close(self, thread: discord.Thread) -> None:
        """Delete the thread with its notice in the channel; without the permission to, leave it archived."""
        if self._granted.manage_threads:
            await thread.delete()
        else:
            if not self.archived:  # An archived thread can't be edited, not even without a change.
                await thread.edit(archived=True)
            self.notes.append(f"-# I can't delete the archived thread “{THREAD}”: only a moderator can.")
        if self.found["read"].holds:
            async for message in self.channel.history(limit=25):
                if message.type is discord.MessageType.thread_created and message.content == THREAD:
                    await message.delete()

    async def _direct(self) -> None:
        message = await self.interaction.user.send(view=card([WHAT]), allowed_mentions=NOBODY)
        self.left.append(message.delete)

    async def _presses_and_a_minute(self) -> None:
        """Wait for the owner's two presses and for a minute, then send the same post again."""
        self.asked = Asking(self)
        await self._tell(HEAD, PRESS)
        await self.app.clock.sleep(MINUTE)
        known = self.found["nonce"].holds
        await self._try("minute", lambda: self._twice(at_once=False), bool(known))
        await self.asked.wait()
        self.asked = None
        for check in ("panel", "promised"):
            self.found.setdefault(check, Found(None, UNPRESSED))

    async def panel(self, interaction: Interaction) -> None:
        """Answer the first press by editing the panel, with another picture."""

        async def redraw() -> None:
            picture = self._paint()
            answered = await interaction.response.edit_message(
                view=self._asking(picture), attachments=[picture.file()], allowed_mentions=NOBODY
            )
            pictured(answered.resource if answered else None)

        if not await self._try("panel", redraw) and not interaction.response.is_done():
            await interaction.response.edit_message(view=self._asking(), attachments=[], allowed_mentions=NOBODY)

    async def promised(self, interaction: Interaction) -> None:
        """Answer the second press with a new, deferred answer."""

        async def fill() -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            self.left.append(interaction.delete_original_response)
            picture = self._paint()
            pictured(
                await interaction.edit_original_response(
                    view=card([WHAT], picture), attachments=[picture.file()], allowed_mentions=NOBODY
                )
            )

        await self._try("promised", fill)

    # --- how a thing is tried

    async def _try(self, check: str, work: Callable[[], Awaitable[None]], possible: bool = True) -> bool:
        """Run a check and record its result. Return whether it passed."""
        if not possible:
            missing = self.found["permissions"].holds is False
            self.found[check] = Found(None, NOT_ALLOWED if missing else NO_BASIS)
            return False
        try:
            async with asyncio.timeout(EACH):
                await work()
            self.found[check] = Found(True)
        except CheckFailed as failed:
            self.found[check] = Found(False, str(failed))
        except DISCORD_FAILED as error:
            firm = isinstance(error, discord.HTTPException) and error.status in REFUSED
            self.found[check] = Found(False, reason(error), firm)
        return self.found[check].holds is True

    def _may(self, *permissions: str) -> bool:
        return all(getattr(self._granted, name) for name in permissions)

    def _paint(self) -> Picture:
        """Return a picture that differs from the one before."""
        self.painted += 1
        png = BytesIO()
        Image.new("RGB", (330, 210), COLOURS[self.painted % len(COLOURS)]).save(png, "PNG")
        return Picture(png.getvalue(), PICTURE_TEXT, PICTURE)

    def _speed(self) -> None:
        if not self.took:
            self.found["speed"] = Found(None, NO_BASIS)
            return
        middle, beat = statistics.median(self.took), self.app.client.latency
        texts = [f"{round(1000 * middle)} ms per request (median)"]
        if math.isfinite(beat):
            texts.append(f"{round(1000 * beat)} ms to the gateway")
        self.found["speed"] = Found(middle <= SLOW, ", ".join(texts))

    async def _clean(self) -> None:
        """Delete everything that was posted; ignore what is gone already."""
        failed = []
        for remove in reversed(self.left):
            try:
                async with asyncio.timeout(EACH):
                    await remove()
            except discord.NotFound:
                pass
            except DISCORD_FAILED as error:
                failed.append(reason(error))
        self.found["clean"] = Found(not failed, ", ".join(dict.fromkeys(failed)))

    # --- what the owner sees

    def _asking(self, picture: Picture | None = None) -> ui.LayoutView:
        assert self.asked is not None
        return self.asked.draw([HEAD, self._lines(), PRESS], picture)

    def _lines(self) -> str:
        """Return the results so far, in the order of the checks."""
        lines = []
        for name, check in CHECKS.items():
            found = self.found.get(name)
            if found is None:
                continue
            text = (check.fails if found.holds is False else check.holds).format(why=found.why)
            if found.holds is None:
                text = f"Not tested ({found.why}): {text}"
            lines.append(f"{MARKS[found.holds]} {text}")
        return "\n".join(lines)

    async def _tell(self, *texts: str) -> None:
        """Show the progress. A failure does no harm: the next call shows it again, and the log has it."""
        head, *below = texts
        parts = [head, self._lines(), *below, "\n".join(self.notes)]
        view = self.asked.draw(parts) if self.asked else card(parts)
        try:
            await self.interaction.edit_original_response(view=view, attachments=[], allowed_mentions=NOBODY)
        except DISCORD_FAILED as error:
            log.warning("selftest: could not show the progress, %s", reason(error))
            if texts[0] == DONE:
                await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)


class Asking(ui.LayoutView):
    """The answer with the button to be pressed twice."""

    def __init__(self, examination: Examination) -> None:
        super().__init__(timeout=PRESSES)
        self.examination = examination
        self.presses = 0

    def draw(self, texts: Sequence[str], picture: Picture | None = None) -> ui.LayoutView:
        """Return this view with these texts."""
        self.clear_items()
        label = ONCE_MORE if self.presses else "Press me"
        button: ui.Button[Any] = ui.Button(
            label=label, style=discord.ButtonStyle.primary, custom_id=f"selftest:{self.presses}"
        )
        button.callback = self.pressed  # type: ignore[method-assign]
        self.add_item(box(texts, picture, ui.ActionRow(button)))
        return self

    async def pressed(self, interaction: Interaction) -> None:
        """Handle one of the two presses."""
        self.presses += 1
        try:
            if self.presses == 1:
                await self.examination.panel(interaction)
            elif self.presses == 2:
                await self.examination.promised(interaction)
                self.stop()
            else:
                await interaction.response.defer()
        except Exception as error:
            await answer(interaction, error)


def card(texts: Sequence[str], picture: Picture | None = None, *, button: bool = False) -> ui.LayoutView:
    """Return a message of the self-test. Its button is only for show."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] | None = None
    if button:
        row = ui.ActionRow(ui.Button(label="🐀", disabled=True, custom_id="selftest"))
    view.add_item(box(texts, picture, row))
    return view


def box(texts: Sequence[str], picture: Picture | None, row: "ui.ActionRow[Any] | None") -> "ui.Container[Any]":
    """Return the content of a message."""
    made: ui.Container[Any] = ui.Container(accent_colour=INK)
    if picture:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt)
        made.add_item(gallery)
    for text in filter(None, texts):
        made.add_item(ui.TextDisplay(text))
    if row:
        made.add_item(row)
    return made


def parts(message: discord.Message) -> list[Any]:
    """Return every component of a message as Discord sent it."""
    found: list[Any] = []
    waiting: list[Any] = list(message.components)
    while waiting:
        found.append(waiting.pop(0))
        waiting[:0] = getattr(found[-1], "children", [])
    return found


def pictured(message: object) -> discord.UnfurledMediaItem:
    """Return the picture that a message shows. Raises CheckFailed if there is none."""
    for part in parts(message) if isinstance(message, discord.Message) else ():
        if isinstance(part, discord.MediaGalleryComponent):
            for item in part.items:
                return item.media
    raise CheckFailed(GONE)
