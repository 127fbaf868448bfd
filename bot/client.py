"""The bot: what it is made of, how it starts, and where errors of its commands end."""

import asyncio
import logging
import re
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import emoji
from bot.channel.announcer import Announcer
from bot.channel.delivery import Delivery
from bot.channel.notices import Notifier
from bot.cogs.admin import Admin
from bot.cogs.away import Away
from bot.cogs.lobby import Lobby
from bot.cogs.me import Me
from bot.cogs.moderate import Moderate
from bot.cogs.moves import commands_of
from bot.cogs.play import Play, help_command, learn_command, preferences_command
from bot.cogs.server import Server
from bot.cogs.table import Tables
from bot.computers import Computers
from bot.connecting import SHARDS
from bot.context import App
from bot.games import GAMES
from bot.pace import Pace, paced
from bot.panels.dispatch import dispatch, refused
from bot.permissions import invite
from bot.pictures import Painter
from bot.preferences import heed
from bot.settings import Settings
from bot.shards import ShardedBot
from bot.thinking import Thinking
from bot.ui import Interaction
from bot.ui.custom_id import PATTERN, Id, read_id
from bot.ui.reply import answer
from bot.ways import Ways
from rules.errors import RulesError
from rules_service import RulesService
from rules_service.clock import Clock
from storage import Storage
from wording import command_text, languages, words

log = logging.getLogger(__name__)

RESULTS = 30  # channels whose last result is posted at the local table, as far as there are so many
FORGETTING = 1.0  # hours between two times that old clicks are forgotten
# Seconds for the presses that are in hand when the bot stops, and for a word to those whose takes longer.
LAST, GOODBYE = 1.5, 0.5
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
CHECKPOINT = 3.0  # minutes between two times that the database file is brought up to date


NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)


class CommandWords(app_commands.Translator):
    """Descriptions of commands in the languages there are catalogues for.

    Names stay as every text of the bot quotes them. discord.py asks for them too, and a translation of the same word
    elsewhere ("witch": "Hexe") is no name that Discord takes: it would refuse all commands.
    """

    async def load(self) -> None:
        """Read the catalogues, so that nobody waits for one, and that one which cannot be read is told at the start."""
        for lang in languages():
            words(lang)

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in the language, or None to leave it English."""
        if context.location in NAMES:
            return None
        return command_text(string.message, str(locale))


class MiasmaBot(ShardedBot):
    """Miasma on Discord. Holds no game: every press and command finds its table by its id or its channel."""

    def __init__(self, settings: Settings, storage: Storage, clock: Clock) -> None:
        self.pace = Pace()
        super().__init__(
            http_trace=paced(self.pace),
            command_prefix=commands.when_mentioned,  # there are no text commands; discord.py wants a prefix
            help_command=None,
            intents=discord.Intents(guilds=True),
            # Only where the bot itself is: carried along by a user it can answer, but post no board.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        ways, pictures = Ways(), Painter()
        service = RulesService(storage, clock, {name: game.rules for name, game in GAMES.items()})
        announcer = Announcer(self, service, storage, clock, Delivery(self, pictures, ways))
        service.on_announce = announcer.wake
        notifier = Notifier(self, service, storage, clock, announcer)
        computers = Computers(self, service, Thinking(), settings.pause)
        # What several computers do in a row is told in one post: when they have done.
        service.on_computer, announcer.held, computers.on_rest = computers.wake, computers.at_work, announcer.wake
        self.clock, self.ways = clock, ways
        self.database, self.wanted = storage.database, settings.shards
        self.in_hand = set[asyncio.Task[Any]]()
        self.lost = asyncio.Event()  # whether another process has this one's part of the work, or may soon have it
        self.app = App(
            *(self, settings, storage, clock, ways, service, pictures, announcer, notifier, computers),
            since=clock.now(),
        )

    async def take_slot(self, processes: int) -> None:
        """Take a part of the work of so many processes, as soon as one is free. Raises DatabaseError."""
        sharing = self.database.sharing
        sharing.on_wake, sharing.on_lost, sharing.on_time = self.app.announcer.wake, self.lost.set, self.clock.hear
        self.database.share = await sharing.take(processes)
        self.pace.share(processes)

    async def setup_hook(self) -> None:
        """Load the commands; begin to announce what waits."""
        self.app = replace(self.app, since=self.clock.now())  # it may have been made long before
        await self.tree.set_translator(CommandWords())
        await self.add_commands()
        self.tree.error(answer)  # what fails outside of `errors.answering`
        if not await self.ways.recall(self.app.storage) and self.app.settings.token:
            log.info("this version has not been self-tested on Discord yet: run `/admin selftest`")
        await emoji.recall(self)
        self.app.announcer.start()
        self.app.notifier.start()
        self.app.computers.start()
        self.checkpoint.start()
        self.forget_interactions.start()

    async def add_commands(self) -> None:
        """The commands of the bot, and those of every game."""
        for cog in (
            Tables(self.app),
            Play(self.app),
            Away(self.app),
            Moderate(self.app),
            Lobby(self.app),
            Server(self.app),
            Me(self.app),
            Admin(self.app),
        ):
            await self.add_cog(cog)
        for command in (help_command(self.app), learn_command(self.app), preferences_command()):
            self.tree.add_command(command)
        for game in GAMES.values():
            self.tree.add_command(commands_of(game))

    async def heed(self, interaction: Interaction) -> None:
        """Let the person be answered in the language they want. Never raises."""
        await heed(self.app.storage, interaction)

    async def pressed(self, interaction: Interaction, press: Id) -> None:
        """Do what the id of a button or select says, and answer. Never raises."""
        await dispatch(self.app, interaction, press)

    async def on_interaction(self, interaction: Interaction) -> None:
        """A button or select that was pressed, or a form that was filled in; commands reach us by themselves.

        discord.py would look for the item in the whole message, which it would put together again for that.
        """
        data: Any = interaction.data or {}
        found = re.fullmatch(PATTERN, data.get("custom_id", ""))
        if interaction.type in PRESSES and found:
            await self.pressed(interaction, read_id(found.groupdict()))

    async def refused(self, interaction: Interaction, error: RulesError) -> str:
        """A refusal in the words of the table it is about."""
        return await refused(self.app, interaction, error)

    async def on_ready(self) -> None:
        """Tell the host where to invite the bot."""
        if self.app.settings.token:
            log.info("ready in %s servers; invite link: %s", len(self.guilds), invite(self.application_id or 0))

    # What may give the bot back what it lacked somewhere. With the intent "guilds" alone Discord sends all changes of
    # servers, roles, channels and threads, and of members only those of the bot itself: its roles, its time-out. A
    # thread that slept is not known to discord.py and "joins" when it wakes or is let to be seen.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot, perhaps again."""
        self.app.announcer.access(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server can be reached, perhaps again; what changed meanwhile is not told one by one."""
        self.app.announcer.access(guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role may allow more now."""
        self.app.announcer.access(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role may have forbidden something in a channel."""
        self.app.announcer.access(role.guild.id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """A channel or its category may allow more now."""
        self.app.announcer.access(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot may have got a role, or its time-out has been lifted."""
        self.app.announcer.access(after.guild.id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread may have been unlocked."""
        self.app.announcer.access(after.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """A thread may have been opened again."""
        self.app.announcer.access(thread.guild.id)

    @tasks.loop(minutes=CHECKPOINT)
    async def checkpoint(self) -> None:
        """Who copies the database file alone, without what SQLite keeps beside it, misses the last minutes only."""
        try:
            await self.app.storage.database.checkpoint()
        except Exception as error:  # which would end the loop; nothing is lost, and it is tried again
            log.error("database checkpoint failed: %s", type(error).__name__)

    @tasks.loop(hours=FORGETTING)
    async def forget_interactions(self) -> None:
        """Forget clicks that nobody asks for any more; of several processes one does."""
        tables = self.app.storage.tables
        try:
            while self.app.storage.database.share.slot == 0 and await tables.forget_interactions(self.clock.now()):
                pass
        except Exception as error:  # which would end the loop; nothing is lost, and it is tried again
            log.error("pruning old interaction ids failed: %s", type(error).__name__)

    async def fresh_channels(self) -> list[int]:
        """The channels are empty, as at each start of the local table: forget old messages.

        Returns the tables for each of which `appear` is to be called: each channel's last result, and what is open.
        """
        await self.app.storage.outbox.forget_posts()
        return [*await self.app.storage.tables.last_results(RESULTS), *await self.app.service.open_ids()]

    async def appear(self, table_id: int) -> None:
        """Post a table in its fresh channel, if it has not been posted there since."""
        if not await self.app.storage.outbox.posts(table_id):
            await self.app.announcer.show(table_id)

    async def close(self) -> None:
        """Take no more presses, end those in hand, stop announcing, reminding and drawing, and let the storage go."""
        await asyncio.gather(*(shard.close() for shard in getattr(self, SHARDS).values()), return_exceptions=True)
        await self._end_in_hand()
        self.app.notifier.stop()  # first: what falls due wakes computers
        await self.app.computers.close()
        await self.app.announcer.stop()
        self.checkpoint.cancel()
        self.forget_interactions.cancel()
        self.app.pictures.close()
        try:
            await super().close()
        finally:
            await self.app.storage.close()

    async def _end_in_hand(self) -> None:
        """Let presses come to their end for a while; then break them off, for the storage will be closed."""
        mine = {asyncio.current_task()}
        if in_hand := self.in_hand - mine:
            await asyncio.wait(in_hand, timeout=LAST)
        if in_hand := self.in_hand - mine:
            for task in in_hand:
                task.cancel()
            await asyncio.wait(in_hand, timeout=GOODBYE)
