"""``/moderate`` and ``/server``. A server can choose in its settings, under Integrations, who may use them."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer, answer_here
from bot.context import Bot, Interaction
from bot.panels import search, table_acts
from bot.typed.tables import LateSeat


@app_commands.guild_only()
@app_commands.default_permissions(manage_channels=True)
class Moderate(
    commands.GroupCog, group_name="moderate", group_description=locale_str("For moderators of this channel")
):
    """Commands for moderators. They give no access to hidden information or other players' turns."""

    @app_commands.command(description=locale_str("Put the table to sleep, so that its channel is free"))
    async def sleep(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.sleep_as_moderator)

    @app_commands.command(description=locale_str("Close the lobby, or a game that has waited for 14 days"))
    async def close(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.close_as_moderator)

    @app_commands.command(description=locale_str("Free a late player’s seat"))
    @app_commands.describe(player=locale_str("Whose seat, if several players are late"))
    async def free(self, interaction: Interaction, player: LateSeat | None = None) -> None:
        await answer_here(interaction, table_acts.free_as_moderator, player)


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Server(commands.GroupCog, group_name="server", group_description=locale_str("For server managers")):
    """Commands for server managers."""

    @app_commands.command(
        description=locale_str("Post a list here: open tables, free seats, and players looking for a game")
    )
    async def listing(self, interaction: Interaction) -> None:
        await answer(interaction, search.post_list)

    @app_commands.command(description=locale_str("Remove this server’s list and all its entries"))
    async def unlist(self, interaction: Interaction) -> None:
        await answer(interaction, search.remove_list)


async def setup(bot: Bot) -> None:
    """Add the cogs. discord.py calls this when it loads the module."""
    for cog in (Moderate(), Server()):
        await bot.add_cog(cog)
