"""Commands by role: of everyone (``/preferences``, ``/away``, ``/me``), ``/moderate``, ``/server``, and ``/admin``.

Servers can change who may use ``/moderate`` and ``/server`` under Integrations; ``/admin`` is for the bot's owner only.
"""

import asyncio
import logging
import time
from datetime import timedelta
from functools import lru_cache
from itertools import islice

import discord
from discord import app_commands

from bot.commands.command import (
    COMMAND_TEXTS,
    MAX_CHOICES,
    Choices,
    Command,
    CommandParameter,
    Handler,
    at_seat,
    at_table,
    build_command,
    for_accounts,
    late_players,
    make_command,
    make_group,
    offering,
)
from bot.context import Request
from bot.discord_api.permissions import TO_OPEN_THREADS, register_commands
from bot.hosting.health import health_report
from bot.hosting.selftest import Examination
from bot.panels import personal, table_acts
from bot.panels.opening import NO_THREADS, list_at, may_post, spoken_here
from bot.preferences import cities, city
from bot.preferences import offered as preferable
from bot.ui.reply import DISCORD_FAILED, NOBODY, Interaction, Refusal, answer, reason
from rules.errors import N_
from rules_service import Verdict
from rules_service.hours import ZONE_KEY
from storage.failures import format_traceback
from wording import languages

log = logging.getLogger(__name__)

MAX_LISTED = 8
MAX_AGE_FOR_EDITS = 14 * 60.0  # Seconds: Discord allows editing an answer for fifteen minutes.
TIME_BETWEEN_REPORTS = 10.0  # Seconds.
MAX_GAMES_NAMED = 15  # The log names all.
YOU_ARE_AWAY = N_(
    "You’re away from {begin} until {end}. I won’t notify you in that time, and your turns wait as long as each "
    "table’s pace allows. `/away back` ends it; you can still move whenever you like."
)
SELFTEST_ELSEWHERE = N_(
    "Please run the self-test in a text channel of a server that I’m a member of: I have to post there."
)


@offering
async def offered_cities(request: Request, typed: str) -> Choices:
    """Offer the cities that match."""
    lang, said = request.words.lang, typed.strip().casefold()
    found = sorted((city(zone, lang), zone) for zone in cities())
    fitting = [(name, zone) for name, zone in found if said in name.casefold() or said in zone.casefold()]
    return [app_commands.Choice(name=f"{name} ({zone})"[:100], value=zone) for name, zone in fitting[:MAX_CHOICES]]


@lru_cache(maxsize=1)
def preferences_command() -> Command:
    """Return ``/preferences``, cached for all bots of this process."""

    def choice(value: str, label: str) -> app_commands.Choice[str]:
        spoken = label[0].isdigit() or value in languages()
        return app_commands.Choice(name=label if spoken else app_commands.locale_str(label), value=value)

    texts, parameters = COMMAND_TEXTS["preferences"], []
    for one in preferable():
        choices = [choice(value, label) for value, label in one.words.values.items()]
        parameters.append(CommandParameter(one.option.id, one.words.title, choices=choices))
    for name, about in texts.tagged("option").items():
        parameters.append(CommandParameter(name, about, complete=offered_cities if name == ZONE_KEY else None))
    return for_accounts(build_command("preferences", texts.title, personal.save_preferences, parameters))


async def go_away(
    request: Request,
    days: app_commands.Range[int, 1, 30],
    begin: app_commands.Range[int, 0, 30] = 0,
    computer: bool = False,
) -> None:
    """Set the player's time off, from now or from a later day."""
    begins = request.app.clock.now() + timedelta(days=begin)
    ends = begins + timedelta(days=days)
    left = await request.service.people.go_away(request.person, begins, ends, computer=computer)
    w = request.words
    text = w._(YOU_ARE_AWAY, begin=discord.utils.format_dt(begins, "D"), end=discord.utils.format_dt(ends, "D"))
    rest = w.ngettext(
        "Tables can wait for you {count} more day this year.",
        "Tables can wait for you {count} more days this year.",
        left.days,
    )
    playing = w._("While you’re away, a steady computer plays for you, a minute after each of your turns begins.")
    await request.say("\n".join([text, *[playing] * computer, rest]))


async def come_back(request: Request) -> None:
    """End the player's time off now."""
    await request.service.people.come_back(request.person)
    await request.say(request.words._("Welcome back."))


async def must_be_owner(request: Request) -> None:
    """Raise Refusal if the person doesn't own the bot."""
    if not await request.app.client.is_owner(request.interaction.user):
        raise Refusal(N_("Only the bot’s host can do this."))


def after(check: Handler, handler: Handler) -> Handler:
    """Make a command do its work only if the check doesn't refuse it."""

    async def run(request: Request) -> None:
        await check(request)
        await handler(request)

    return run


async def post_list(request: Request) -> None:
    """Post the list of tables and players looking for a game here, in place of the server's earlier one."""
    guild_id = request.interaction.guild_id
    if not isinstance(request.interaction.channel, discord.TextChannel) or guild_id is None:
        raise Refusal(NO_THREADS)
    may_post(request)
    may_post(request, TO_OPEN_THREADS)
    lists = request.app.storage.matchmaking
    old = await lists.list_of(guild_id)
    await lists.create_list(guild_id, request.interaction.channel.id, spoken_here(request), request.app.clock.now())
    if old is not None:
        await request.app.notifier.lists.take_away(old)
    await request.app.notifier.lists.show()
    await request.say(
        request.words._("The list is posted. I keep it up to date in this one post, and it pings nobody.")
    )


async def remove_list(request: Request) -> None:
    """Remove the list and its entries."""
    row = await list_at(request.app, request.interaction.guild_id or 0)
    await request.app.storage.matchmaking.drop_list(row.guild_id)
    await request.app.notifier.lists.take_away(row)
    await request.say(request.words._("The list is gone, along with everyone who was on it."))


def commands_by_role() -> list[Command | app_commands.Group]:
    """Return the commands of everyone, of moderators (who see and play nothing hidden), and of server managers."""
    away = make_group("away", make_command("away begin", go_away), make_command("away back", come_back))
    own = make_group(
        "me",
        make_command("me export", personal.export),
        make_command("me forget", personal.ask_forget),
        make_command("me block", personal.block),
        make_command("me unblock", personal.show_blocked),
    )
    moderate = make_group(
        "moderate",
        make_command("moderate sleep", at_table(table_acts.sleep_as_moderator)),
        make_command("moderate close", at_table(table_acts.close_as_moderator)),
        make_command("moderate free", at_seat(table_acts.free_as_moderator), player=late_players),
    )
    server = make_group("server", make_command("server listing", post_list), make_command("server unlist", remove_list))
    guild_only, permissions = app_commands.guild_only, app_commands.default_permissions
    return [
        preferences_command(),
        away,
        for_accounts(own),
        guild_only(permissions(manage_channels=True)(moderate)),
        guild_only(permissions(manage_guild=True)(server)),
    ]


class Admin:
    """Commands to operate the bot."""

    def __init__(self) -> None:
        work = {"sync": self.sync, "check": self.check, "status": self.status, "health": self.health}
        own = [make_command(f"admin {name}", after(must_be_owner, handler)) for name, handler in work.items()]
        about = app_commands.locale_str(COMMAND_TEXTS["admin selftest"].title)
        own.append(app_commands.Command(name="selftest", description=about, callback=self.selftest))
        self.group = app_commands.default_permissions(administrator=True)(make_group("admin", *own))
        self._examining = False
        self._replay: Replay | None = None  # one at a time
        self._replaying: asyncio.Task[None] | None = None

    async def sync(self, request: Request) -> None:
        """Register the commands with Discord."""
        count = await register_commands(request.app.client)
        known = request.words.ngettext(
            "{count} command is registered with Discord.", "{count} commands are registered with Discord.", count
        )
        await request.say(known)

    async def check(self, request: Request) -> None:
        """Replay all open games and compare their positions."""
        count = len(await request.app.storage.tables.open_ids())
        if self._replay is not None:
            raise Refusal(
                N_("A check is already running: {done} of {count} games replayed."),
                done=self._replay.done,
                count=self._replay.count,
            )
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

    def stop(self) -> None:
        """Cancel a running replay; it changes nothing and can be started again."""
        if self._replaying is not None:
            self._replaying.cancel()

    async def status(self, request: Request) -> None:
        """Show how many tables are open, and which have posts pending and why."""
        w = request.words
        troubles = request.app.announcer.troubles
        count = len(await request.app.storage.tables.open_ids())
        lines = [w.ngettext("{count} table is open.", "{count} tables are open.", count)]
        shown = islice(troubles.items(), MAX_LISTED)
        lines += [w._("Table {table}: {why}", table=table, why=trouble.text(w)) for table, trouble in shown]
        if (more := len(troubles) - MAX_LISTED) > 0:
            lines.append(w.ngettext("{count} more is not shown.", "{count} more are not shown.", more))
        await request.say("\n".join(lines))

    async def health(self, request: Request) -> None:
        """Show the health of the process and the database in a few lines."""
        await request.say(await health_report(request.app, request.words))

    async def selftest(self, interaction: Interaction) -> None:
        """Run the self-test without deferring the response first, because its checks include ways to respond."""
        try:
            request = Request(interaction)
            await must_be_owner(request)
            channel = interaction.channel
            if not isinstance(channel, discord.TextChannel) or not channel.guild.roles:
                raise Refusal(SELFTEST_ELSEWHERE)
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
        self._begun = self._reported = time.monotonic()

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
                now = time.monotonic()
                if now - self._reported >= TIME_BETWEEN_REPORTS:
                    self._reported = now
                    await self._edit(self.progress())
                await asyncio.sleep(0)
            log.info("replayed %s open games; %s failed", self.done, len(failed))
            text = self._result(failed)
        except Exception as error:
            kind, places = type(error).__name__, format_traceback(error)
            log.error("the replay check stopped after %s games: %s\n%s", self.done, kind, places)
            text = self._w._(
                "Something went wrong on my side after {done} of {count} games. My log has the details.",
                done=self.done,
                count=self.count,
            )
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
        if time.monotonic() - self._begun > MAX_AGE_FOR_EDITS:
            return False
        try:
            await self._interaction.edit_original_response(content=text, allowed_mentions=NOBODY)
        except DISCORD_FAILED as error:
            log.info("could not edit the reply to /admin check: %s", reason(error))
            return False
        return True
