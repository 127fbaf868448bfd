"""The bot's client: it creates the parts of the bot, starts and stops them, and dispatches presses."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel.announcer import Announcer
from bot.channel.delivery import Delivery
from bot.channel.notices import Notifier
from bot.channel.reviewer import Reviewer
from bot.cogs import EXTENSIONS
from bot.computers import AiClient, Computers
from bot.context import App, Bot, Interaction
from bot.discord_api.gateway import RateLimiter, rate_limit_trace
from bot.discord_api.permissions import Capabilities, server_link
from bot.handling import answer_failed
from bot.hard_turns import TurnJudge
from bot.panels.dispatch import dispatch
from bot.par import ParPlayer
from bot.pictures import Painter, recall_emoji
from bot.settings import Memory, Settings
from bot.ui.message import read_id
from bot.ui.reply import sent_data
from games import GAMES
from rules_service import RulesService
from rules_service.clock import Clock
from storage import Storage
from storage.failures import log_failure
from wording import command_text, languages, words

log = logging.getLogger(__name__)

MAX_RESULTS_POSTED_AGAIN = 30  # At the local table, the last result of a channel; at most this many of them.
# Seconds for the presses in progress when the bot stops, and then for replies to those that take longer.
SECONDS_TO_FINISH, SECONDS_TO_CANCEL = 1.5, 0.5
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
Location = app_commands.TranslationContextLocation
NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


class CommandWords(app_commands.Translator):
    """Translates the descriptions of commands into the languages of the catalogues.

    Names of slash commands are never translated, because the bot's texts quote them. discord.py asks for their
    translations, too. If such a name is also a word in the catalogues ("witch": "Hexe"), its translation may not be a
    valid name, and Discord would refuse all commands.
    """

    async def load(self) -> None:
        """Load the catalogues at startup, so that no user has to wait for them and an unreadable one is noticed."""
        for lang in languages():
            words(lang)

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in this locale's language, or None to leave it in English, as for names of slash commands."""
        if context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return None
        return command_text(string.message, str(locale))


class MiasmaBot(Bot):
    """Miasma on Discord. All games are stored, and a press or command looks up the table that it is about, if any."""

    def __init__(self, settings: Settings, storage: Storage, clock: Clock) -> None:
        self.rate_limiter = RateLimiter()
        super().__init__(
            http_trace=rate_limit_trace(self.rate_limiter),
            command_prefix=commands.when_mentioned,  # There are no text commands, but discord.py requires a prefix.
            help_command=None,
            intents=discord.Intents(guilds=True),
            # By default a command is only for servers. A command that makes sense without one has `allowed_installs`.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        small = settings.memory is Memory.SMALL
        capabilities, pictures = Capabilities(), Painter(small=small)
        service = RulesService(storage, clock, {name: game.rules for name, game in GAMES.items()})
        announcer = Announcer(Delivery(self, service, storage, clock, pictures, capabilities))
        service.repository.on_announce = announcer.wake
        notifier = Notifier(announcer)
        ai = AiClient(1 if small else None)
        computers = Computers(self, service, ai, settings.pause)
        reviewer = Reviewer(announcer.delivery, ai)
        self.par_player, self.turn_judge = ParPlayer(self, service, ai), TurnJudge(self, service, ai)
        # The moves of several computer players in a row become one post, once all have moved.
        service.repository.on_computer, computers.on_rest = computers.wake, announcer.wake
        announcer.more_follows = computers.at_work
        self.clock, self.capabilities = clock, capabilities
        self.storage, self.database, self.wanted = storage, storage.database, settings.shards
        self.pending_tasks = set()
        self.lost = asyncio.Event()  # Set once another process has this one's slot, or may soon have it.
        self.app = App(
            client=self,
            settings=settings,
            storage=storage,
            clock=clock,
            capabilities=capabilities,
            service=service,
            pictures=pictures,
            announcer=announcer,
            notifier=notifier,
            computers=computers,
            reviewer=reviewer,
            since=clock.now(),
        )

    async def take_slot(self, processes: int) -> None:
        """Wait until one of this many process slots is free, and take it. Raises DatabaseError."""
        coordinator = self.database.coordinator
        coordinator.on_wake = self.app.announcer.wake
        coordinator.on_lost, coordinator.on_time = self.lost.set, self.clock.hear
        self.database.partition = await coordinator.take(processes)
        self.rate_limiter.set_processes(processes)

    async def setup_hook(self) -> None:
        """Load the commands, and start the announcer and the other loops."""
        self.app = replace(self.app, since=self.clock.now())  # The bot may have been created long before.
        await self.tree.set_translator(CommandWords())
        await self.load_commands()
        self.tree.error(answer_failed)
        if not await self.capabilities.recall(self.app.storage) and self.app.settings.token:
            log.info("this version has not been self-tested on Discord yet: run `/admin selftest`")
        self.capabilities.emoji_fetched = await recall_emoji(self)
        # They also pick up what was left by a crash, or became due while the bot was offline.
        app = self.app
        loops = (app.announcer.retry, app.announcer.tidy, app.notifier.sweep, app.computers.poll, app.reviewer.poll)
        for loop in (*loops, self.par_player.poll, self.turn_judge.poll):
            loop.start()

    async def load_commands(self) -> None:
        """Load the commands, with the loops and listeners that belong to them."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a button press, a choice in a select or a submitted form. discord.py itself dispatches commands."""
        # To find the item, discord.py would rebuild the view of the whole message.
        if interaction.type in PRESSES and (press := read_id(sent_data(interaction).get("custom_id"))):
            await dispatch(interaction, press)

    async def on_ready(self) -> None:
        """Log the number of servers and the bot's invite link for the host, unless this is the local table."""
        if self.app.settings.token:
            log.info("ready in %s servers; invite link: %s", len(self.guilds), server_link(self.application_id or 0))

    async def fresh_channels(self) -> list[int]:
        """Forget all old posts, because the local table starts with empty channels.

        Return the IDs of the tables to pass to `appear`: the last finished game of each channel (at most
        `MAX_RESULTS_POSTED_AGAIN` games), then all open tables.
        """
        await self.app.storage.outbox.forget_posts()
        results = await self.app.storage.tables.last_results(MAX_RESULTS_POSTED_AGAIN)
        return [*results, *await self.app.storage.tables.open_ids()]

    async def appear(self, table_id: int) -> None:
        """Post a table in its channel, unless it belongs to a challenge of the day or has been posted meanwhile."""
        info = await self.app.service.read.info(table_id)
        if info.daily is None and not await self.app.storage.outbox.posts(table_id):
            await self.app.announcer.show(table_id)

    async def close(self) -> None:
        """Disconnect, give presses in progress up to two seconds, then stop everything and close the database."""
        try:
            await self._stop()
        finally:
            await self.app.storage.close()  # an open storage would keep the process alive

    async def _stop(self) -> None:
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()), return_exceptions=True)
        # Presses in progress may finish for a while, and are then cancelled before the storage is closed.
        mine = {asyncio.current_task()}
        if pending := self.pending_tasks - mine:
            await asyncio.wait(pending, timeout=SECONDS_TO_FINISH)
        if pending := self.pending_tasks - mine:
            for task in pending:
                task.cancel()
            await asyncio.wait(pending, timeout=SECONDS_TO_CANCEL)
        self.par_player.poll.cancel()
        self.turn_judge.poll.cancel()
        self.app.notifier.sweep.cancel()  # The notifier goes first because due timers wake computer players.
        app = self.app
        for stop in (app.reviewer.stop, app.computers.close, app.announcer.stop, app.pictures.close):
            try:
                await stop()
            except Exception as error:  # An error of one must not keep the others from being stopped.
                log_failure(log, f"stopping ({stop.__qualname__})", error)
        await super().close()


async def open_bot(settings: Settings, clock: Clock) -> MiasmaBot:
    """Return a bot with its storage open.

    Raises:
        DatabaseError: the database can't be opened.
    """
    if isinstance(settings.games, Path):
        settings.games.parent.mkdir(parents=True, exist_ok=True)
    storage = await Storage.open(settings.games)
    try:
        return MiasmaBot(settings, storage, clock)
    except BaseException:
        await storage.close()  # an open storage would keep the process alive
        raise
