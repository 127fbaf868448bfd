"""``/moderate`` and ``/server``; servers can change who may use them under Integrations."""

import discord
from discord import app_commands

from bot.commands.at_table import at_seat, at_table, late_players
from bot.commands.command import Handler, make_command, make_group
from bot.context import Request
from bot.discord_api.permissions import TO_OPEN_THREADS
from bot.panels.find_players import list_at
from bot.panels.here import may_post, spoken_here
from bot.panels.table_acts import CLOSE_AS_MODERATOR, FREE_AS_MODERATOR, SLEEP_AS_MODERATOR
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from storage import TableStatus


def as_moderator(handler: Handler) -> Handler:
    """Refuse a command to moderators who play at the table: they decide as players."""

    async def run(request: Request) -> None:
        info = await request.info()
        if info.seat_of(request.user_id) is not None and info.status == TableStatus.RUNNING:
            raise Refusal(TEXTS.decide_as_player)
        await handler(request)

    return run


def moderate_group() -> app_commands.Group:
    """Return the commands of moderators, who can't see hidden information, move or vote for others."""
    group = make_group(
        "moderate",
        make_command("moderate sleep", at_table(as_moderator(SLEEP_AS_MODERATOR))),
        make_command("moderate close", at_table(as_moderator(CLOSE_AS_MODERATOR))),
        make_command("moderate free", at_seat(as_moderator(FREE_AS_MODERATOR)), player=late_players),
    )
    return app_commands.guild_only(app_commands.default_permissions(manage_channels=True)(group))


async def post_list(request: Request) -> None:
    """Post the list of tables and players looking for a game here, in place of the server's earlier one."""
    guild_id = request.interaction.guild_id
    if not isinstance(request.interaction.channel, discord.TextChannel) or guild_id is None:
        raise Refusal(TEXTS.no_threads)
    may_post(request)
    may_post(request, TO_OPEN_THREADS)
    lists = request.app.storage.matchmaking
    old = await lists.list_of(guild_id)
    await lists.create_list(guild_id, request.interaction.channel.id, spoken_here(request), request.app.clock.now())
    if old is not None:
        await request.app.notifier.lists.take_away(old)
    await request.app.notifier.lists.show()
    await request.say(request.words._(TEXTS.list_posted))


async def remove_list(request: Request) -> None:
    """Remove the list and its entries."""
    row = await list_at(request.app, request.interaction.guild_id or 0)
    await request.app.storage.matchmaking.drop_list(row.guild_id)
    await request.app.notifier.lists.take_away(row)
    await request.say(request.words._(TEXTS.list_gone))


def server_group() -> app_commands.Group:
    """Return the commands of server managers."""
    listing, unlist = make_command("server listing", post_list), make_command("server unlist", remove_list)
    group = make_group("server", listing, unlist)
    return app_commands.guild_only(app_commands.default_permissions(manage_guild=True)(group))
