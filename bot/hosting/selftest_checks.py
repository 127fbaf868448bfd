"""What the self-test tries on Discord, and what it reports of each check."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from discord import ui
from PIL import Image

from bot.channel.strip_buttons import attached, keep
from bot.context import App
from bot.discord_api.installs import account_link, allows_accounts
from bot.ui import Interaction
from bot.ui.errors import NOBODY
from bot.ui.message import Picture, layout
from wording.text_files import read_sections

COLOURS = ("#c8a165", "#8a3b2f", "#5a6b4f", "#3d5a73", "#7a5c86", "#b8863b")
THREAD = "Miasma: self-test, safe to delete"
MESSAGES_READ = 25  # Among that many latest messages of the channel is what was just posted.

HEAD = "## Testing how Discord behaves here\nI delete everything that I post for this test. It takes about a minute."
WHAT = "**Self-test.** I delete this post in about a minute. If it is older, please delete it."
ON_ACCOUNTS = (
    "Only you can test this: [add me to your account](<{link}>), type `/play` in a DM with a friend, and start a game."
    " It must appear in our DM."
)
GONE = "the picture was missing"
# By the name of a check: what is reported if it passes (the title), and if it fails, with what the bot does instead.
CHECK_TEXTS = read_sections(Path(__file__).with_name("selftest.txt"))


class CheckFailed(Exception):
    """Discord accepted a request, but did something else. The text says what, for the report."""


@dataclass
class Result:
    """The result of a check: passed, failed, or (None) not tested. ``firm``: repeating it would not change that."""

    passed: bool | None
    why: str = ""
    firm: bool = True


@dataclass
class Trial:
    """What one run has to work with, and what it has done so far."""

    app: App
    interaction: Interaction
    channel: discord.TextChannel
    results: dict[str, Result] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)  # Seconds of each request without a picture.
    # These delete what was posted, the last first.
    cleanups: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    nonce: str = field(default_factory=lambda: secrets.token_hex(8))
    sent: set[int] = field(default_factory=set)  # The ids of the messages sent with the nonce.
    posted: discord.Message | None = None  # A post with a picture and a button.
    press: Interaction | None = None  # The owner's latest press of the button in the answer.
    # Returns the answer with that button.
    panel: Callable[[Picture | None], ui.LayoutView] = lambda picture: ui.LayoutView()
    painted: int = 0

    def may(self, *permissions: str) -> bool:
        """Return whether the bot has these permissions."""
        return all(getattr(self.interaction.app_permissions, name) for name in permissions)

    def paint(self) -> Picture:
        """Return a picture that differs from the one before."""
        self.painted += 1
        png = BytesIO()
        Image.new("RGB", (330, 210), COLOURS[self.painted % len(COLOURS)]).save(png, "PNG")
        return Picture(png.getvalue(), "A plain test picture", "selftest.png")

    async def post(self, picture: Picture | None = None, **options: Any) -> discord.Message:
        """Post in the channel, and have it deleted in the end."""
        if picture:
            options["file"] = picture.file()
        begun = time.perf_counter()
        message = await self.channel.send(view=post_view(picture), allowed_mentions=NOBODY, **options)
        if not picture:
            self.took.append(time.perf_counter() - begun)
        self.cleanups.append(message.delete)
        return message


@dataclass(frozen=True)
class Check:
    """One thing to test. Without the ``permissions`` or a post, or if the check that it ``needs`` failed, it is not."""

    run: Callable[[Trial], Awaitable[object]] | None = None
    permissions: tuple[str, ...] = ()
    needs_post: bool = False
    needs: str = ""

    def is_possible(self, trial: Trial) -> bool:
        """Return whether everything is there that the check needs."""
        if self.needs_post and trial.posted is None:
            return False
        return trial.may(*self.permissions) and (not self.needs or bool(trial.results[self.needs].passed))


def post_view(picture: Picture | None) -> ui.LayoutView:
    """Return the content of a post, with a button that is only for show."""
    button: ui.Button[Any] = ui.Button(label="🐀", disabled=True, custom_id="selftest")
    return layout([WHAT], [picture] if picture else [], [[button]])


async def answer_with_picture(trial: Trial) -> None:
    """Answer the command itself with a picture."""
    picture = trial.paint()
    answered = await trial.interaction.response.send_message(
        view=layout([HEAD], [picture]), file=picture.file(), ephemeral=True, allowed_mentions=NOBODY
    )
    shown_picture(answered.resource)


async def edit_answer(trial: Trial) -> None:
    """Show another picture in the answer."""
    await edit_response(trial.interaction, HEAD, trial.paint())


async def edit_response(interaction: Interaction, text: str, picture: Picture) -> None:
    """Show a picture in the answer to an interaction. Raises CheckFailed if it is not shown."""
    view = layout([text], [picture])
    shown_picture(
        await interaction.edit_original_response(view=view, attachments=[picture.file()], allowed_mentions=NOBODY)
    )


async def follow_up(trial: Trial) -> None:
    """Send a second message with a picture."""
    picture = trial.paint()
    view, file = layout([WHAT], [picture]), picture.file()
    message = await trial.interaction.followup.send(
        view=view, file=file, ephemeral=True, allowed_mentions=NOBODY, wait=True
    )
    trial.cleanups.append(message.delete)
    shown_picture(message)


async def post(trial: Trial) -> None:
    """Post a picture."""
    trial.posted = await trial.post(trial.paint())
    shown_picture(trial.posted)


async def read(trial: Trial) -> None:
    """Find the post among the channel's messages, with its button."""
    assert trial.posted is not None
    async for message in trial.channel.history(limit=MESSAGES_READ):
        if message.id == trial.posted.id:
            items = ui.LayoutView.from_message(message).walk_children()
            if not any(isinstance(item, ui.Button) for item in items):
                raise CheckFailed("it came back without its button")
            return
    raise CheckFailed(GONE)


async def edit_post(trial: Trial) -> None:
    """Show another picture in the post."""
    assert trial.posted is not None
    before, picture = trial.posted, trial.paint()
    trial.posted = await before.edit(view=post_view(picture), attachments=[picture.file()], allowed_mentions=NOBODY)
    if shown_picture(trial.posted).attachment_id == shown_picture(before).attachment_id:
        raise CheckFailed("it still showed the old picture")


async def retire_post(trial: Trial) -> None:
    """Remove the buttons as from old posts, then check the message and download its picture."""
    message = trial.posted
    assert message is not None
    kept = keep(message)
    after: discord.Message = await message.edit(
        view=kept.view(), attachments=attached(kept.pictures, message), allowed_mentions=NOBODY
    )
    if trial.results["read"].passed:
        after = await message.fetch()
    if keep(after).pictures != kept.pictures:
        raise CheckFailed(GONE)
    try:
        await trial.app.client.http.get_from_cdn(shown_picture(after).url)
    except discord.HTTPException as error:
        raise CheckFailed(GONE) from error


async def post_twice(trial: Trial) -> None:
    """Send a post with the same nonce twice at the same time."""
    both = await asyncio.gather(post_again(trial), post_again(trial), return_exceptions=True)
    for error in filter(None, both):
        raise error


async def post_again(trial: Trial) -> None:
    """Send a post with the same nonce as before."""
    trial.sent.add((await trial.post(nonce=trial.nonce)).id)
    if len(trial.sent) > 1:
        raise CheckFailed("it was posted twice")


async def use_thread(trial: Trial) -> None:
    """Create a thread, post in it and archive it."""
    kind = discord.ChannelType.news_thread if trial.channel.is_news() else discord.ChannelType.public_thread
    thread = await trial.channel.create_thread(name=THREAD, type=kind, auto_archive_duration=60)
    archived = False

    async def remove() -> None:
        """Delete the thread with its notice in the channel; without the permission to, leave it archived."""
        if trial.may("manage_threads"):
            await thread.delete()
        else:
            if not archived:  # An archived thread can't be edited, not even without a change.
                await thread.edit(archived=True)
            trial.notes.append(f"-# I can't delete the archived thread “{THREAD}”: only a moderator can.")
        if trial.results["read"].passed:
            async for message in trial.channel.history(limit=MESSAGES_READ):
                if message.type is discord.MessageType.thread_created and message.content == THREAD:
                    await message.delete()

    trial.cleanups.append(remove)
    await thread.send(view=layout([WHAT]), allowed_mentions=NOBODY)
    await thread.edit(archived=True)
    archived = True


async def send_dm(trial: Trial) -> None:
    """Send the owner a DM."""
    message = await trial.interaction.user.send(view=layout([WHAT]), allowed_mentions=NOBODY)
    trial.cleanups.append(message.delete)


async def look_up_accounts(trial: Trial) -> None:
    """Look up whether people may add the bot to their account, and say how to try that, which no test can."""
    client = trial.app.client
    if not allows_accounts(await client.application_info()):
        raise CheckFailed("User Install is disabled")
    link = account_link(client.application_id or 0)
    trial.notes.append(ON_ACCOUNTS.format(link=link))


async def edit_panel(trial: Trial) -> None:
    """Answer the first press by editing the panel, with another picture."""
    assert trial.press is not None
    picture = trial.paint()
    answered = await trial.press.response.edit_message(
        view=trial.panel(picture), attachments=[picture.file()], allowed_mentions=NOBODY
    )
    shown_picture(answered.resource if answered else None)


async def fill_deferred(trial: Trial) -> None:
    """Answer the second press with a new, deferred answer."""
    assert trial.press is not None
    await trial.press.response.defer(ephemeral=True, thinking=True)
    trial.cleanups.append(trial.press.delete_original_response)
    await edit_response(trial.press, WHAT, trial.paint())


# The checks in the order of the report. Those without a function are results of the whole run.
CHECKS = {
    "permissions": Check(),
    "answer": Check(answer_with_picture),
    "again": Check(edit_answer),
    "follow": Check(follow_up),
    "post": Check(post, ("send_messages", "attach_files")),
    "read": Check(read, ("read_message_history",), needs_post=True),
    "edit": Check(edit_post, needs_post=True),
    "retire": Check(retire_post, needs_post=True),
    "nonce": Check(post_twice, ("send_messages",)),
    "minute": Check(post_again, needs="nonce"),
    "thread": Check(use_thread, ("send_messages", "create_public_threads", "send_messages_in_threads")),
    "direct": Check(send_dm),
    "accounts": Check(look_up_accounts),
    "panel": Check(edit_panel),
    "promised": Check(fill_deferred),
    "speed": Check(),
    "clean": Check(),
}


def shown_picture(message: object) -> discord.UnfurledMediaItem:
    """Return the picture that a message shows. Raises CheckFailed if there is none."""
    view = ui.LayoutView.from_message(message) if isinstance(message, discord.Message) else ui.LayoutView()
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery) and item.items:
            return item.items[0].media
    raise CheckFailed(GONE)
