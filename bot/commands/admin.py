"""``/admin``: commands for the owner of the bot only."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import wraps
from itertools import islice
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.context import Request
from bot.discord_api.permissions import register_commands
from bot.hosting.monitor import health_report
from bot.hosting.selftest import Examination
from bot.texts import TEXTS
from bot.ui import Interaction
from bot.ui.errors import DISCORD_FAILED, NOBODY, Refusal, format_traceback, reason
from bot.ui.reply import answer, attend
from rules.errors import N_
from rules_service import Verdict

log = logging.getLogger(__name__)
_ = app_commands.locale_str

MAX_LISTED = 8
MAX_AGE_FOR_EDITS = timedelta(minutes=14)  # Discord allows editing an answer for fifteen minutes.
TIME_BETWEEN_REPORTS = timedelta(seconds=10)
MAX_GAMES_NAMED = 15  # The log names all.


async def must_be_owner(request: Request) -> None:
    """Raise Refusal if the person doesn't own the bot."""
    if not await request.app.client.is_owner(request.interaction.user):
        raise Refusal(N_("Only the bot’s host can do this."))


def for_owner(
    work: Callable[["Admin", Request], Coroutine[Any, Any, None]],
) -> Callable[["Admin", Interaction], Coroutine[Any, Any, None]]:
    """Make a command refuse everyone but the bot's owner, and answer any error."""

    @wraps(work)
    async def run(self: "Admin", interaction: Interaction, /) -> None:
        request = Request(interaction)

        async def checked() -> None:
            await must_be_owner(request)
            await work(self, request)

        await attend(interaction, checked, opens=True)

    return run


@app_commands.default_permissions(administrator=True)
class Admin(commands.GroupCog, group_name="admin", group_description=_(N_("For the bot’s host"))):
    """Commands to operate the bot."""

    def __init__(self) -> None:
        self._examining = False
        self._replay: Replay | None = None  # one at a time
        self._replaying: asyncio.Task[None] | None = None

    @app_commands.command(description=_(N_("Register this version’s commands with Discord")))
    @for_owner
    async def sync(self, request: Request) -> None:
        """Register the commands with Discord."""
        count = await register_commands(request.app.client)
        known = request.words.ngettext(
            "{count} command is registered with Discord.", "{count} commands are registered with Discord.", count
        )
        await request.say(known)

    @app_commands.command(description=_(N_("Replay all open games and compare every position")))
    @for_owner
    async def check(self, request: Request) -> None:
        """Replay all open games and compare their positions."""
        count = len(await request.service.read.open_ids())
        if self._replay is not None:
            raise Refusal(TEXTS.already_replaying, done=self._replay.done, count=self._replay.count)
        self._replay = Replay(request, count)
        try:
            await request.say(self._replay.progress())
        except BaseException:
            self._replay = None
            raise
        self._replaying = asyncio.create_task(self._replay.run(), name="replay")
        self._replaying.add_done_callback(self._replayed)

    def _replayed(self, _: asyncio.Task[None]) -> None:
        self._replay = self._replaying = None

    async def cog_unload(self) -> None:
        """Cancel a running replay when the bot stops; it changes nothing and can be started again."""
        if self._replaying is not None:
            self._replaying.cancel()

    @app_commands.command(description=_(N_("How the bot is doing")))
    @for_owner
    async def status(self, request: Request) -> None:
        """Show how many tables are open, and which have posts pending and why."""
        w = request.words
        troubles = request.app.announcer.troubles
        count = len(await request.service.read.open_ids())
        lines = [w.ngettext("{count} table is open.", "{count} tables are open.", count)]
        shown = islice(troubles.items(), MAX_LISTED)
        lines += [w._("Table {table}: {why}", table=table, why=trouble.text(w)) for table, trouble in shown]
        if (more := len(troubles) - MAX_LISTED) > 0:
            lines.append(w.ngettext("{count} more is not shown.", "{count} more are not shown.", more))
        await request.say("\n".join(lines))

    @app_commands.command(description=_(N_("The bot’s health: what is waiting, response times, recent errors")))
    @for_owner
    async def health(self, request: Request) -> None:
        """Show the health of the process and the database in a few lines."""
        await request.say(await health_report(request.app, request.words))

    @app_commands.command(description=_(N_("Check what Discord allows here; the first step on a new server")))
    async def selftest(self, interaction: Interaction) -> None:
        """Run the self-test without deferring the response first, because its checks include ways to respond."""
        try:
            request = Request(interaction)
            await must_be_owner(request)
            channel = interaction.channel
            if not isinstance(channel, discord.TextChannel) or not channel.guild.roles:
                raise Refusal(TEXTS.selftest_elsewhere)
            if self._examining:
                raise Refusal(N_("A self-test is already running. Please wait until it is done."))
            self._examining = True
            try:
                await Examination(request.app, interaction, channel).run()
            finally:
                self._examining = False
        except Exception as error:
            await answer(interaction, error)


class Replay:
    """One replay of all open games in the background, one at a time, so that presses are handled in between."""

    def __init__(self, request: Request, count: int) -> None:
        self.done, self.count = 0, count
        self._app, self._interaction, self._w = request.app, request.interaction, request.words
        self._begun = self._reported = request.app.clock.now()

    def progress(self) -> str:
        """Return the progress as a sentence."""
        return self._w.ngettext(
            "{done} of {count} game replayed.", "{done} of {count} games replayed.", self.count, done=self.done
        )

    async def run(self) -> None:
        """Replay all games and report to the host. Never raises: errors are logged and reported, too."""
        failed: list[Verdict] = []
        try:
            async for verdict in self._app.service.read.verify_all():
                self.done += 1
                if not verdict.ok:
                    failed.append(verdict)
                    log.error("table %s: replay failed: %s", verdict.table_id, verdict.why)
                now = self._app.clock.now()
                if now - self._reported >= TIME_BETWEEN_REPORTS:
                    self._reported = now
                    await self._edit(self.progress())
                await asyncio.sleep(0)
            log.info("replayed %s open games; %s failed", self.done, len(failed))
            text = self._result(failed)
        except Exception as error:
            kind, places = type(error).__name__, format_traceback(error)
            log.error("the replay check stopped after %s games: %s\n%s", self.done, kind, places)
            text = self._w._(TEXTS.replay_broke_off, done=self.done, count=self.count)
        if not await self._edit(text):
            try:
                await self._interaction.user.send(text, allowed_mentions=NOBODY)
            except DISCORD_FAILED as error:
                log.warning("could not send the host the result of /admin check: %s", reason(error))

    def _result(self, failed: list[Verdict]) -> str:
        w = self._w
        lines = [w.ngettext("{count} game replayed.", "{count} games replayed.", self.done)]
        lines += [w._("Table {table}: {why}", table=one.table_id, why=one.why) for one in failed[:MAX_GAMES_NAMED]]
        if (more := len(failed) - MAX_GAMES_NAMED) > 0:
            lines.append(w.ngettext("{count} more does not replay; my log names it.",
                             "{count} more do not replay; my log names them.", more))  # fmt: skip
        return "\n".join(lines)

    async def _edit(self, text: str) -> bool:
        """Put the text into the answer. Return whether that worked."""
        if self._app.clock.now() - self._begun > MAX_AGE_FOR_EDITS:
            return False
        try:
            await self._interaction.edit_original_response(content=text, allowed_mentions=NOBODY)
        except DISCORD_FAILED as error:
            log.info("could not edit the reply to /admin check: %s", reason(error))
            return False
        return True
