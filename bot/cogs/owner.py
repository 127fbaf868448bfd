"""``/admin``, which only the bot's host can use, and the loops that keep the bot and its database in order."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer
from bot.context import Bot, Interaction
from bot.hosting.replay_check import ReplayCheck
from bot.hosting.selftest import SelfTest
from bot.hosting.status import show_health, sync_commands
from bot.periodic import periodic
from bot.pictures import recall_emoji

SECONDS_BETWEEN_CHECKPOINTS = 180.0
SECONDS_TO_HEAL = 60.0
SECONDS_BETWEEN_DELETIONS = 3600.0  # The interval for deleting old interaction IDs.
TABLES_AT_ONCE = 20  # How many old tables of challenges one transaction deletes.


@app_commands.default_permissions(administrator=True)
class Admin(commands.GroupCog, group_name="admin", group_description=locale_str("For the bot’s host")):
    """Commands to operate the bot."""

    def __init__(self) -> None:
        self.replays = ReplayCheck()
        self.selftests = SelfTest()

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether the person owns the bot."""
        return bool(await interaction.client.is_owner(interaction.user))

    async def cog_unload(self) -> None:
        """Cancel a running replay check."""
        self.replays.stop()

    @app_commands.command(description=locale_str("Register this version’s commands with Discord"))
    async def sync(self, interaction: Interaction) -> None:
        await answer(interaction, sync_commands)

    @app_commands.command(description=locale_str("Replay all open games and compare every position"))
    async def check(self, interaction: Interaction) -> None:
        await answer(interaction, self.replays.start)

    @app_commands.command(description=locale_str("The bot’s health: what is waiting, response times, recent errors"))
    async def health(self, interaction: Interaction) -> None:
        await answer(interaction, show_health)

    @app_commands.command(description=locale_str("Check what Discord allows here; the first step on a new server"))
    async def selftest(self, interaction: Interaction) -> None:
        """Run the self-test. The response isn't deferred first, because the self-test also checks ways to respond."""
        await self.selftests.run(interaction)


class Upkeep(commands.Cog):
    """Loops that delete old data, checkpoint the database, and retry features whose fallback is in use."""

    def __init__(self, client: Bot) -> None:
        self.client = client

    async def cog_load(self) -> None:
        """Start the loops."""
        self.checkpoint.start()
        self.delete_old_rows.start()
        self.heal.start()

    async def cog_unload(self) -> None:
        """Stop the loops."""
        self.checkpoint.cancel()
        self.delete_old_rows.cancel()
        self.heal.cancel()

    @periodic(SECONDS_BETWEEN_CHECKPOINTS, "database checkpoint")
    async def checkpoint(self) -> None:
        """Checkpoint the database, so that a copy of the file without SQLite's journal lacks only the last minutes."""
        await self.client.app.storage.database.checkpoint()

    @periodic(SECONDS_TO_HEAL, "trying again what did not work")
    async def heal(self) -> None:
        """Retry what failed and may work now: methods that Discord refused, the emoji, and the render worker."""
        app = self.client.app
        app.capabilities.heal()
        if not app.capabilities.emoji_fetched:
            app.capabilities.emoji_fetched = await recall_emoji(self.client)
        await app.pictures.heal()

    @periodic(SECONDS_BETWEEN_DELETIONS, "deleting what is old")
    async def delete_old_rows(self) -> None:
        """Delete old copies of the database and, only in the first process, rows that have expired."""
        storage, clock = self.client.app.storage, self.client.clock
        await storage.database.delete_old_copies(clock.now())
        if storage.database.partition.slot == 0:
            while await storage.tables.forget_interactions(clock.now()):
                pass
            while await self.client.app.service.dailies.delete_old_tables(TABLES_AT_ONCE):
                pass


async def setup(bot: Bot) -> None:
    """Add the cogs. discord.py calls this when it loads the module."""
    for cog in (Admin(), Upkeep(bot)):
        await bot.add_cog(cog)
