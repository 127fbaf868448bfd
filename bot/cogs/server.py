"""``/server``: for server managers; servers can change who may use it under Integrations."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.context import Request, answering
from bot.discord_api.permissions import TO_OPEN_THREADS
from bot.panels.find import list_at
from bot.panels.opening import NO_THREADS, may_post, spoken_here
from bot.ui.errors import Refusal
from rules.errors import N_

_ = app_commands.locale_str

KEPT = N_("The list is posted. I keep it up to date in this one post, and it pings nobody.")
GONE = N_("The list is gone, along with everyone who was on it.")


@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
class Server(commands.GroupCog, group_name="server", group_description=_(N_("For server managers"))):
    """The server's one post that lists tables and players looking for a game."""

    @app_commands.command(
        description=_(N_("Post a list of open tables, free seats and players looking for a game here"))
    )
    @answering
    async def listing(self, request: Request) -> None:
        """Post the list here, in place of the server's earlier one."""
        guild_id = request.interaction.guild_id
        if not isinstance(request.interaction.channel, discord.TextChannel) or guild_id is None:
            raise Refusal(NO_THREADS)
        may_post(request)
        may_post(request, TO_OPEN_THREADS)
        lists = request.app.storage.looking
        old = await lists.list_of(guild_id)
        await lists.keep_list(guild_id, request.interaction.channel.id, spoken_here(request), request.app.clock.now())
        if old is not None:
            await request.app.notifier.lists.take_away(old)
        await request.app.notifier.lists.show()
        await request.say(request.words._(KEPT))

    @app_commands.command(description=_(N_("Remove that post and everyone who is looking for players")))
    @answering
    async def unlist(self, request: Request) -> None:
        """Remove the list and its entries."""
        row = await list_at(request.app, request.interaction.guild_id or 0)
        await request.app.storage.looking.drop_list(row.guild_id)
        await request.app.notifier.lists.take_away(row)
        await request.say(request.words._(GONE))
