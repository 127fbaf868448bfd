"""``/admin selftest``: test Discord's behaviour in a channel, report the results, and store them in `Capabilities`.

Where Discord's documentation leaves its behaviour open, or people report otherwise, only a test on a server can tell.
Every post explains its purpose. At the end the bot tries to delete all of them, whatever failed before.

The texts are in English only, because they are for the bot's owner.
"""

import asyncio
import logging
import math
import random
import secrets
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
from discord import ui
from PIL import Image

from bot.channel.delivery import kept_attachments, kept_parts
from bot.context import App, Interaction
from bot.discord_api.permissions import NEEDED_PERMISSIONS, PERMISSION_NAMES, account_link, allows_accounts
from bot.discord_api.refusals import refuses_content
from bot.handling import answer_error
from bot.hosting.selftest_texts import CHECK_TEXTS
from bot.pictures import DRAWN_SIGNS
from bot.ui.message import MAX_TEXT, PRIMARY, SIGN_EMOJI, Item, Picture, layout, select_option
from bot.ui.reply import DISCORD_FAILED, EPHEMERAL, NO_MENTIONS, Refusal, failure_reason
from bot.version import full_version
from rules.errors import N_
from wording.text_limits import MAX_ENTRY, MAX_OPTIONS

log = logging.getLogger(__name__)

SECONDS_UNTIL_REPEATED = 60.0  # Seconds until the same post is sent again.
SECONDS_FOR_PRESSES = 240.0
MAX_SECONDS_PER_CHECK = 45.0
MAX_SECONDS = 720.0  # Discord accepts edits of the answer for fifteen minutes.
MAX_LATENCY = 1.0  # Seconds. With a higher latency, an answer within three seconds is a matter of luck.
MESSAGES_READ = 25  # How many of the channel's latest messages are searched for what was just posted.
MARKS = {True: "✅", False: "❌", None: "➖"}
ACCOUNT = discord.app_commands.AppInstallationType.USER
VERDICTS = {True: "passed", False: "failed", None: "skipped"}
LARGE = (660, 420)  # Noise of this size, as a picture, has 830 kB; ours have at most a megabyte.
BUTTON_ROWS = 5  # With this many rows, the test panel has 35 components, as many as the bot's largest panel.
COLOURS = ("#c8a165", "#8a3b2f", "#5a6b4f", "#3d5a73", "#7a5c86", "#b8863b")

HEAD = "## Testing how Discord behaves here\nI delete everything that I post for this test. It takes about a minute."
WHAT = "**Self-test.** I delete this post in about a minute. If it is older, please delete it."
THREAD_NAME = "Miasma: self-test, safe to delete"
PRESS = "**Please press the button below**, then press it again. I wait for a minute."
ON_ACCOUNTS = (
    "Only you can test this: [add me to your account](<{link}>), type `/play` in a DM with a friend, and start a game."
    " It must appear in our DM."
)
DONE = "## Self-test results"
GONE = "the picture was missing"
SHORTENED = "parts of it were missing"
UNPRESSED = "the button was not pressed"
TOO_LONG = "the test ran out of time"
NOT_ALLOWED = "missing permission"
NO_HEARTBEAT = "the gateway has not answered a heartbeat yet"
NO_BASIS = "it depends on a test that failed"
SELFTEST_ELSEWHERE = N_(
    "Please run the self-test in a text channel of a server that I’m a member of: I have to post there."
)

# After each group the owner sees the results so far.
GROUPS = (
    ("answer", "again", "follow", "largest"),
    ("post", "read", "edit", "retire", "nonce", "emoji"),
    ("thread", "archived", "direct", "commands", "accounts"),
)
# A capability is stored as there if all these checks passed, and as missing if Discord refused one permanently.
LEARNED = {"pictures_in_edits": ("again", "edit", "panel", "promised"), "pictures_stay": ("retire",)}


class CheckFailed(Exception):
    """Raised when Discord accepts a request but doesn't do what a check expects. The text is for the report."""


@dataclass
class Result:
    """The result of a check: passed, failed, or (None) not tested. ``firm``: repeating it would not change that."""

    passed: bool | None
    why: str = ""
    firm: bool = True


def versions() -> str:
    """Return the versions of the bot and discord.py, for the report."""
    return f"-# Miasma {full_version()}, discord.py {discord.__version__}"


class SelfTest:
    """The self-tests of a process, one at a time."""

    def __init__(self) -> None:
        self._running = False

    async def run(self, interaction: Interaction) -> None:
        """Run a self-test in this channel. Raises Refusal if that isn't possible here, or one is running already."""
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or not channel.guild.roles:
            raise Refusal(SELFTEST_ELSEWHERE)
        if self._running:
            raise Refusal(N_("A self-test is already running. Please wait until it is done."))
        self._running = True
        try:
            await Examination(interaction.client.app, interaction, channel).run()
        finally:
            self._running = False


def judge_latency(seconds: float) -> Result:
    """Return the check's result for a measured latency: passed up to `MAX_LATENCY`."""
    return Result(seconds <= MAX_LATENCY, f"{round(1000 * seconds)} ms")


class Examination:
    """One run of the self-test, for one owner in one channel."""

    def __init__(self, app: App, interaction: Interaction, channel: discord.TextChannel) -> None:
        self.app, self.interaction, self.channel = app, interaction, channel
        self.results: dict[str, Result] = {}
        self.took: list[float] = []  # Seconds of each request without a picture.
        # By message ID: how to delete the message, the last one first. A post that is sent again is the same message.
        self.cleanups: dict[int, Callable[[], Awaitable[None]]] = {}
        self.notes: list[str] = []
        self.nonce, self.sent = secrets.token_hex(8), set[int]()  # The ids of the messages sent with the nonce.
        self.posted: discord.Message | None = None  # A post with a picture and a button.
        self.in_thread: discord.Message | None = None  # A post in an archived thread.
        self.button: PressButton | None = None
        self.press: Interaction | None = None  # The owner's latest press of the button in the answer.
        self.painted = 0

    def may(self, *permissions: str) -> bool:
        """Return whether the bot has these permissions in the channel."""
        return all(getattr(self.interaction.app_permissions, name) for name in permissions)

    def paint(self) -> Picture:
        """Return a picture that differs from the one before."""
        self.painted += 1
        png = BytesIO()
        Image.new("RGB", (330, 210), COLOURS[self.painted % len(COLOURS)]).save(png, "PNG")
        return Picture(png.getvalue(), "A plain test picture", "selftest.png")

    async def post(
        self, picture: Picture | None = None, view: ui.LayoutView | None = None, **options: Any
    ) -> discord.Message:
        """Post in the channel, and note the post for deletion at the end."""
        if picture:
            options["file"] = picture.file()
        begun = time.perf_counter()
        message = await self.channel.send(view=view or post_view(picture), allowed_mentions=NO_MENTIONS, **options)
        if not picture:
            self.took.append(time.perf_counter() - begun)
        self.cleanups[message.id] = message.delete
        return message

    async def run(self) -> None:
        """Run all checks, clean up, and report and store the results."""
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._run_all()
        except TimeoutError:
            log.warning("selftest: timed out")
        finally:
            await self._clean()
        self._measure()
        for check in CHECKS:
            self.results.setdefault(check, Result(None, TOO_LONG))
        learned = {}
        for capability, checks in LEARNED.items():
            results = [self.results[check] for check in checks]
            refused = any(one.passed is False and one.firm for one in results)
            if refused or all(one.passed for one in results):
                learned[capability] = not refused
        await self.app.capabilities.learn(self.app.storage, learned, self.app.clock.now())
        for check, result in self.results.items():
            log.info("selftest: %s %s%s", check, VERDICTS[result.passed], f" ({result.why})" if result.why else "")
        await self._show(DONE, versions())

    async def _run_all(self) -> None:
        """Run all checks. The last ones need a minute's wait, and the owner to press a button twice."""
        lacking = [PERMISSION_NAMES[name] for name, wanted in NEEDED_PERMISSIONS if wanted and not self.may(name)]
        self.results["permissions"] = Result(not lacking, ", ".join(lacking))
        for group in GROUPS:
            for name in group:
                await self.check(name)
                response = self.interaction.response
                if not response.is_done():
                    await response.send_message(view=layout([HEAD]), **EPHEMERAL)
            await self._show(HEAD)
        self.button = PressButton(self)
        await self._show(HEAD, PRESS)
        await self.app.clock.sleep(SECONDS_UNTIL_REPEATED)
        await self.check("minute")
        await self.button.wait()
        self.button = None
        for name in ("panel", "promised"):
            self.results.setdefault(name, Result(None, UNPRESSED))

    async def check(self, name: str) -> bool:
        """Run a check, unless something it needs is missing. Record its result, and return whether it passed."""
        check = CHECKS[name]
        assert check.run is not None
        based = (self.posted or not check.needs_post) and (not check.needs or self.results[check.needs].passed)
        if not based or not self.may(*check.permissions):
            self.results[name] = Result(None, NO_BASIS if self.results["permissions"].passed else NOT_ALLOWED)
            return False
        try:
            async with asyncio.timeout(MAX_SECONDS_PER_CHECK):
                await check.run(self)
            self.results[name] = Result(True)
        except CheckFailed as failed:
            self.results[name] = Result(False, str(failed))
        except DISCORD_FAILED as error:
            # A check that was refused for another reason may succeed another time.
            self.results[name] = Result(False, failure_reason(error), refuses_content(error))
        return self.results[name].passed is True

    def _measure(self) -> None:
        """Judge the median latency of the requests, and the latency of the gateway."""
        self.results["speed"] = judge_latency(statistics.median(self.took)) if self.took else Result(None, NO_BASIS)
        beat = self.app.client.latency
        self.results["gateway"] = judge_latency(beat) if math.isfinite(beat) else Result(None, NO_HEARTBEAT)

    async def _clean(self) -> None:
        """Delete everything that was posted, and record whether that succeeded. Ignore messages already gone."""
        failed = []
        for remove in reversed(self.cleanups.values()):
            try:
                async with asyncio.timeout(MAX_SECONDS_PER_CHECK):
                    await remove()
            except discord.NotFound:
                pass
            except DISCORD_FAILED as error:
                failed.append(failure_reason(error))
        self.results["clean"] = Result(not failed, ", ".join(dict.fromkeys(failed)))

    def panel(self, picture: Picture | None = None) -> ui.LayoutView:
        """Return the message with the button that the owner has to press."""
        assert self.button is not None
        return self.button.draw([HEAD, self._report(), PRESS], picture)

    def _report(self) -> str:
        """Return the results so far, in the order of the checks."""
        lines = []
        for name in CHECKS:
            if (result := self.results.get(name)) is not None:
                texts = CHECK_TEXTS[name]
                if result.passed is None:
                    text = f"Not tested ({result.why}): {texts.passed.replace(': {why}', '')}"
                else:
                    text = (texts.passed if result.passed else texts.failed).format(why=result.why)
                lines.append(f"{MARKS[result.passed]} {text}")
        return "\n".join(lines)

    async def _show(self, head: str, *below: str) -> None:
        """Show the results so far. Failures are only logged, because the next call shows the results again.

        If the final results can't be shown in the response, they are sent as a new message.
        """
        texts = [head, self._report(), *below, "\n".join(self.notes)]
        view = self.button.draw(texts) if self.button else layout(texts)
        try:
            await self.interaction.edit_original_response(view=view, attachments=[], allowed_mentions=NO_MENTIONS)
        except DISCORD_FAILED as error:
            log.warning("selftest: could not show the progress, %s", failure_reason(error))
            if head == DONE:
                await self.interaction.followup.send(view=view, **EPHEMERAL)


class PressButton(ui.LayoutView):
    """The response to the command, with the button that the owner has to press twice."""

    def __init__(self, examination: Examination) -> None:
        super().__init__(timeout=SECONDS_FOR_PRESSES)
        self.examination = examination
        self.presses = 0

    def draw(self, texts: list[str], picture: Picture | None = None) -> ui.LayoutView:
        """Rebuild this view from these texts, the picture, if any, and the button, and return it."""
        self.clear_items()
        label = "Press me again" if self.presses else "Press me"
        button: ui.Button[Any] = ui.Button(label=label, style=PRIMARY, custom_id=f"selftest:{self.presses}")
        button.callback = self.pressed  # type: ignore[method-assign, assignment]
        for item in layout(texts, [picture] if picture else [], [[button]]).children:
            self.add_item(item)
        return self

    async def pressed(self, interaction: Interaction) -> None:
        """Handle one of the owner's two presses."""
        self.presses += 1
        self.examination.press = interaction
        try:
            if self.presses == 1:
                passed = await self.examination.check("panel")
                if not passed and not interaction.response.is_done():
                    view = self.examination.panel()
                    await interaction.response.edit_message(view=view, attachments=[], allowed_mentions=NO_MENTIONS)
            elif self.presses == 2:
                await self.examination.check("promised")
                self.stop()
            else:
                await interaction.response.defer()
        except Exception as error:
            await answer_error(interaction, error)


def post_view(picture: Picture | None) -> ui.LayoutView:
    """Return the content of a post, with a button that does nothing."""
    return layout([WHAT], [picture] if picture else [], [[sample_button()]])


def sample_button(name: str = "post") -> ui.Button[Any]:
    """Return a button that does nothing."""
    return ui.Button(label="🐀", disabled=True, custom_id=f"selftest:{name}")


def shown_picture(message: object) -> discord.UnfurledMediaItem:
    """Return the picture that a message shows. Raises CheckFailed if there is none."""
    view = ui.LayoutView.from_message(message) if isinstance(message, discord.Message) else ui.LayoutView()
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery) and item.items:
            return item.items[0].media
    raise CheckFailed(GONE)


async def answer_with_picture(run: Examination) -> None:
    """Respond to the command itself with a picture. Raises CheckFailed if the picture is missing."""
    picture = run.paint()
    view, file = layout([HEAD], [picture]), picture.file()
    answered = await run.interaction.response.send_message(view=view, file=file, **EPHEMERAL)
    shown_picture(answered.resource)


async def edit_answer(run: Examination, interaction: Interaction | None = None, text: str = HEAD) -> None:
    """Edit the response to the command, or to another interaction, to show another picture."""
    picture, answered = run.paint(), interaction or run.interaction
    view, files = layout([text], [picture]), [picture.file()]
    shown_picture(await answered.edit_original_response(view=view, attachments=files, allowed_mentions=NO_MENTIONS))


async def follow_up(run: Examination) -> None:
    """Send a follow-up message with a picture."""
    picture = run.paint()
    view, file = layout([WHAT], [picture]), picture.file()
    message = await run.interaction.followup.send(view=view, file=file, wait=True, **EPHEMERAL)
    run.cleanups[message.id] = message.delete
    shown_picture(message)


async def send_largest(run: Examination) -> None:
    """Send a panel of our maximum size, with texts, buttons, a select, and a picture.

    Raises CheckFailed if Discord shortened it.
    """
    png = BytesIO()
    noise = random.Random(0).randbytes(3 * LARGE[0] * LARGE[1])
    Image.frombytes("RGB", LARGE, noise).save(png, "PNG", compress_level=1)
    picture = Picture(png.getvalue(), "A large test picture", "selftest.png")
    options = [select_option(str(at), f"{at} ".ljust(MAX_ENTRY, "a"), "b" * MAX_ENTRY) for at in range(MAX_OPTIONS)]
    rows: list[list[Item]] = [[ui.Select(custom_id="selftest:select", options=options, disabled=True)]]
    rows += [[sample_button(f"{row}:{at}") for at in range(5)] for row in range(BUTTON_ROWS)]
    view = layout(["\n".join([WHAT, *["x" * 99] * (MAX_TEXT // 100)])], [picture], rows)
    message = await run.interaction.followup.send(view=view, file=picture.file(), wait=True, **EPHEMERAL)
    run.cleanups[message.id] = message.delete
    shown_picture(message)
    if len(list(ui.LayoutView.from_message(message).walk_children())) != len(list(view.walk_children())):
        raise CheckFailed(SHORTENED)


async def show_emoji(run: Examination) -> None:
    """Post all of our emoji in a text, and one on a button. Raises CheckFailed if some are missing."""
    signs = list(DRAWN_SIGNS)
    if missing := len([sign for sign in signs if sign not in SIGN_EMOJI]):
        raise CheckFailed(f"{missing} of {len(signs)} are missing")
    drawn = sample_button("emoji")
    drawn.emoji = SIGN_EMOJI[signs[0]]
    message = await run.post(view=layout([WHAT, " ".join(signs)], [], [[drawn]]))
    children = list(ui.LayoutView.from_message(message).walk_children())
    buttons = [one.emoji.id for one in children if isinstance(one, ui.Button) and one.emoji]
    told = "".join(one.content for one in children if isinstance(one, ui.TextDisplay))
    if buttons != [drawn.emoji.id] or not all(str(SIGN_EMOJI[sign]) in told for sign in signs):
        raise CheckFailed(SHORTENED)


async def post(run: Examination) -> None:
    """Post a picture."""
    run.posted = await run.post(run.paint())
    shown_picture(run.posted)


async def read(run: Examination) -> None:
    """Find the post among the channel's messages. Raises CheckFailed if it or its button is missing."""
    assert run.posted is not None
    async for message in run.channel.history(limit=MESSAGES_READ):
        if message.id == run.posted.id:
            items = ui.LayoutView.from_message(message).walk_children()
            if not any(isinstance(item, ui.Button) for item in items):
                raise CheckFailed("it came back without its button")
            return
    raise CheckFailed(GONE)


async def edit_post(run: Examination) -> None:
    """Show another picture in the post. Raises CheckFailed if the post still shows the old one."""
    assert run.posted is not None
    before, picture = run.posted, run.paint()
    run.posted = await before.edit(view=post_view(picture), attachments=[picture.file()], allowed_mentions=NO_MENTIONS)
    if shown_picture(run.posted).attachment_id == shown_picture(before).attachment_id:
        raise CheckFailed("it still showed the old picture")


async def retire_post(run: Examination) -> None:
    """Remove the buttons as the bot does with old posts, then download the picture.

    Raises CheckFailed if the picture is gone.
    """
    assert run.posted is not None
    message, kept = run.posted, kept_parts(run.posted)
    files = kept_attachments(kept.pictures, message)
    after: discord.Message = await message.edit(view=kept.view(), attachments=files, allowed_mentions=NO_MENTIONS)
    if run.results["read"].passed:
        after = await message.fetch()
    if kept_parts(after).pictures != kept.pictures:
        raise CheckFailed(GONE)
    try:
        await run.app.client.http.get_from_cdn(shown_picture(after).url)
    except discord.HTTPException as error:
        raise CheckFailed(GONE) from error


async def post_twice(run: Examination) -> None:
    """Send a post twice at the same time with the same nonce. Raises CheckFailed if Discord posts it twice."""
    both = await asyncio.gather(post_again(run), post_again(run), return_exceptions=True)
    for error in filter(None, both):
        raise error


async def post_again(run: Examination) -> None:
    """Send a post with the same nonce as before. Raises CheckFailed if Discord posts it twice."""
    run.sent.add((await run.post(nonce=run.nonce)).id)
    if len(run.sent) > 1:
        raise CheckFailed("it was posted twice")


async def use_thread(run: Examination) -> None:
    """Create a thread, post in it and archive it."""
    kind = discord.ChannelType.news_thread if run.channel.is_news() else discord.ChannelType.public_thread
    thread = await run.channel.create_thread(name=THREAD_NAME, type=kind, auto_archive_duration=60)
    archived = False

    async def remove() -> None:
        """Delete the thread with its notice in the channel. Without the permission, leave it archived."""
        if run.may("manage_threads"):
            await thread.delete()
        else:
            if not archived:  # An archived thread can't be edited, not even without a change.
                await thread.edit(archived=True)
            run.notes.append(f"-# I can't delete the archived thread “{THREAD_NAME}”: only a moderator can.")
        if run.results["read"].passed:
            async for message in run.channel.history(limit=MESSAGES_READ):
                if message.type is discord.MessageType.thread_created and message.content == THREAD_NAME:
                    await message.delete()

    run.cleanups[thread.id] = remove
    posted = await thread.send(view=post_view(None), allowed_mentions=NO_MENTIONS)
    await thread.edit(archived=True)
    archived = True
    run.in_thread = posted


async def edit_in_archived_thread(run: Examination) -> None:
    """Remove the buttons from the post in the archived thread."""
    assert run.in_thread is not None
    await run.in_thread.edit(view=layout([WHAT]), allowed_mentions=NO_MENTIONS)


async def send_dm(run: Examination) -> None:
    """Send the owner a DM with a picture and a button, and edit it to show another picture."""
    picture, another = run.paint(), run.paint()
    view, file = post_view(picture), picture.file()
    message = await run.interaction.user.send(view=view, file=file, allowed_mentions=NO_MENTIONS)
    run.cleanups[message.id] = message.delete
    view, files = post_view(another), [another.file()]
    shown_picture(await message.edit(view=view, attachments=files, allowed_mentions=NO_MENTIONS))


async def look_up_commands(run: Examination) -> None:
    """Look up whether all commands of this version are registered. Raises CheckFailed if they aren't."""
    tree = run.app.client.tree
    known = {one.name for one in await tree.fetch_commands()}
    if missing := [one.name for one in tree.get_commands() if one.name not in known]:
        raise CheckFailed(", ".join(missing))


async def look_up_accounts(run: Examination) -> None:
    """Look up whether people may add the bot to their account, and explain how to try that by hand.

    Raises CheckFailed if they may not, or if a command isn't registered for accounts.
    """
    client = run.app.client
    if not allows_accounts(await client.application_info()):
        raise CheckFailed("User Install is disabled")
    personal = {one.name for one in client.tree.get_commands() if one.allowed_installs and one.allowed_installs.user}
    # discord.py 2.7 reads the installations of a fetched command wrongly.
    known = await client.http.get_global_commands(client.application_id or 0)
    there = {one["name"] for one in known if ACCOUNT in (one.get("integration_types") or ())}
    if missing := sorted(personal - there):
        raise CheckFailed(f"not there: {', '.join(missing)}")
    run.notes.append(ON_ACCOUNTS.format(link=account_link(client.application_id or 0)))


async def edit_panel(run: Examination) -> None:
    """Respond to the first press by editing the panel to show another picture."""
    assert run.press is not None
    picture = run.paint()
    view, files = run.panel(picture), [picture.file()]
    answered = await run.press.response.edit_message(view=view, attachments=files, allowed_mentions=NO_MENTIONS)
    shown_picture(answered.resource if answered else None)


async def fill_deferred(run: Examination) -> None:
    """Defer the response to the second press, then edit it to show a picture."""
    assert run.press is not None
    await run.press.response.defer(ephemeral=True, thinking=True)
    run.cleanups[run.press.id] = run.press.delete_original_response
    await edit_answer(run, run.press, WHAT)


@dataclass(frozen=True)
class Check:
    """A check of the self-test, with its conditions.

    It is skipped if the bot lacks the ``permissions``, if it ``needs_post`` and there is no post, or if the check that
    it ``needs`` failed.
    """

    run: Callable[[Examination], Awaitable[object]] | None = None
    permissions: tuple[str, ...] = ()
    needs_post: bool = False
    needs: str = ""


# The checks in the order of the report. Those without a function are results of the whole run.
CHECKS = {
    "permissions": Check(),
    "answer": Check(answer_with_picture),
    "again": Check(edit_answer),
    "follow": Check(follow_up),
    "largest": Check(send_largest),
    "post": Check(post, ("send_messages", "attach_files")),
    "read": Check(read, ("read_message_history",), needs_post=True),
    "edit": Check(edit_post, needs_post=True),
    "retire": Check(retire_post, needs_post=True),
    "nonce": Check(post_twice, ("send_messages",)),
    "minute": Check(post_again, needs="nonce"),
    "emoji": Check(show_emoji, ("send_messages",)),
    "thread": Check(use_thread, ("send_messages", "create_public_threads", "send_messages_in_threads")),
    "archived": Check(edit_in_archived_thread, needs="thread"),
    "direct": Check(send_dm),
    "commands": Check(look_up_commands),
    "accounts": Check(look_up_accounts),
    "panel": Check(edit_panel),
    "promised": Check(fill_deferred),
    "speed": Check(),
    "gateway": Check(),
    "clean": Check(),
}
