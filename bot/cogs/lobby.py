"""``/lobby``: who plays at a table that hasn't started."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer_here
from bot.panels import lobby_panel, table_acts
from bot.typed.tables import GuestSeat
from bot.ui.reply import Interaction
from wording import COLOUR_NAMES

COLOURS = [
    *(app_commands.Choice(name=locale_str(name), value=str(colour)) for colour, name in enumerate(COLOUR_NAMES)),
    app_commands.Choice(name=locale_str("Any colour"), value=lobby_panel.ANY),
]


@app_commands.guild_only()
class Lobby(
    commands.GroupCog,
    group_name="lobby",
    group_description=locale_str("Before the game: invite players, say that you’re ready"),
):
    """Commands about the players of a table that hasn't started."""

    @app_commands.command(description=locale_str("Invite a player to your lobby and keep a seat for them"))
    @app_commands.describe(person=locale_str("Who to invite or remove"))
    async def invite(self, interaction: Interaction, person: discord.User) -> None:
        await answer_here(interaction, lobby_panel.invite, person)

    @app_commands.command(description=locale_str("Remove a player from your lobby; they can rejoin"))
    @app_commands.describe(player=locale_str("Who to invite or remove"))
    async def remove(self, interaction: Interaction, player: GuestSeat) -> None:
        await answer_here(interaction, table_acts.remove, player)

    @app_commands.command(description=locale_str("Say that you’re ready to start with these options"))
    async def ready(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.ready)

    @app_commands.command(description=locale_str("Choose your colour and its shape"))
    @app_commands.describe(colour=locale_str("A colour that nobody else has here"))
    @app_commands.choices(colour=COLOURS)
    async def colour(self, interaction: Interaction, colour: str) -> None:
        await answer_here(interaction, lobby_panel.take_colour, colour)


async def setup(bot: commands.Bot) -> None:
    """Add the cog: called by discord.py."""
    await bot.add_cog(Lobby())
