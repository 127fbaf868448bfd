"""``/me``: a person's stored data, and the players they have blocked."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.context import Request, answering
from bot.panels import me
from rules.errors import N_

_ = app_commands.locale_str


class Me(commands.GroupCog, group_name="me", group_description=_(N_("Your data, and the players you have blocked"))):
    """Commands about a person's own data and blocks."""

    @app_commands.command(description=_(N_("Get everything that is stored about you as a file")))
    @answering
    async def export(self, request: Request) -> None:
        """Send all stored data with explanations."""
        await me.export(request)

    @app_commands.command(description=_(N_("Delete everything about you, one day later")))
    @answering
    async def forget(self, request: Request) -> None:
        """Show what is deleted and what stays, and the button to delete it or to cancel that."""
        await me.ask_forget(request)

    @app_commands.command(description=_(N_("Block a player; they are not notified")))
    @app_commands.describe(person=_(N_("Who to invite or remove")))
    @answering
    async def block(self, request: Request, person: discord.User) -> None:
        """Block a player."""
        await me.block(request, person)

    @app_commands.command(description=_(N_("See whom you’ve blocked, and unblock them")))
    @answering
    async def unblock(self, request: Request) -> None:
        """Show the blocked players."""
        await me.show_blocked(request)
