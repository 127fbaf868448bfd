"""``/me``: a person's stored data, and the players they have blocked."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.context import App
from bot.panels import me
from bot.ui import Interaction
from bot.ui.reply import answering
from rules.errors import N_

_ = app_commands.locale_str


class Me(commands.GroupCog, group_name="me", group_description=_(N_("Your data, and the players you have blocked"))):
    """Commands about a person's own data and blocks."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description=_(N_("Get everything that is stored about you as a file")))
    @answering
    async def export(self, interaction: Interaction) -> None:
        """Send all stored data with explanations."""
        await me.export(self.app, interaction)

    @app_commands.command(description=_(N_("Delete everything about you, one day later")))
    @answering
    async def forget(self, interaction: Interaction) -> None:
        """Show what is deleted and what stays, and the button to delete it or to cancel that."""
        await me.ask_forget(self.app, interaction)

    @app_commands.command(description=_(N_("Block a player; they are not notified")))
    @app_commands.describe(person=_(N_("Who to invite or remove")))
    @answering
    async def block(self, interaction: Interaction, person: discord.User) -> None:
        """Block a player."""
        await me.block(self.app, interaction, person)

    @app_commands.command(description=_(N_("See whom you’ve blocked, and unblock them")))
    @answering
    async def unblock(self, interaction: Interaction) -> None:
        """Show the blocked players."""
        await me.show_blocked(self.app, interaction)
