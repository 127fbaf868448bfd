"""``/server``: for server managers; servers can change who may use it under Integrations."""

import discord
from discord import app_commands
from discord.ext import commands

import wording
from bot.context import App
from bot.discord_api.permissions import TO_OPEN_THREADS
from bot.panels.find import list_at
from bot.panels.opening import NO_THREADS, may_post, spoken_here
from bot.ui import Interaction
from bot.ui.errors import Refusal
from bot.ui.reply import answering, say
from rules.errors import N_

_ = app_commands.locale_str

KEPT = N_("The list is posted. I keep it up to date in this one post, and it pings nobody.")
GONE = N_("The list is gone, along with everyone who was on it.")


@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
class Server(commands.GroupCog, group_name="server", group_description=_(N_("For server managers"))):
    """The server's one post that lists tables and players looking for a game."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(
        description=_(N_("Post a list of open tables, free seats and players looking for a game here"))
    )
    @answering
    async def listing(self, interaction: Interaction) -> None:
        """Post the list here, in place of the server's earlier one."""
        guild_id = interaction.guild_id
        if not isinstance(interaction.channel, discord.TextChannel) or guild_id is None:
            raise Refusal(NO_THREADS)
        may_post(interaction)
        may_post(interaction, TO_OPEN_THREADS)
        lists = self.app.storage.looking
        old = await lists.list_of(guild_id)
        await lists.keep_list(guild_id, interaction.channel.id, spoken_here(interaction), self.app.clock.now())
        if old is not None:
            await self.app.notifier.lists.take_away(old)
        await self.app.notifier.lists.show()
        await say(interaction, wording.words(str(interaction.locale))._(KEPT))

    @app_commands.command(description=_(N_("Remove that post and everyone who is looking for players")))
    @answering
    async def unlist(self, interaction: Interaction) -> None:
        """Remove the list and its entries."""
        row = await list_at(self.app, interaction.guild_id or 0)
        await self.app.storage.looking.drop_list(row.guild_id)
        await self.app.notifier.lists.take_away(row)
        await say(interaction, wording.words(str(interaction.locale))._(GONE))
