"""Where a person presses or types: the place, its language, and whether the bot may post there."""

import discord

import wording
from bot.context import Request
from bot.discord_api.permissions import ATTACH, missing
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from rules_service import Place


def place(request: Request) -> Place:
    """Return the place where the person typed or pressed; `place_to_play` also works where the bot can't post."""
    return place_of(request.interaction.channel, request.interaction.channel_id or 0, request.interaction.guild_id)


async def place_to_play(request: Request) -> Place:
    """Return the place for a table: here, or the person's DM where the bot can't post. Raises Refusal if there is none.

    Raises Refusal, which lists missing permissions, if the bot isn't allowed to post here.
    """
    if not request.is_guest:
        may_post(request)
        return place(request)
    try:
        return Place((await request.app.client.create_dm(request.interaction.user)).id)
    except discord.Forbidden:
        raise Refusal(TEXTS.no_dm) from None


def place_of(channel: object, channel_id: int, guild_id: int | None) -> Place:
    """Return a channel or thread in the form that the service uses."""
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(channel_id, guild_id, parent)


def may_post(request: Request, needed: discord.Permissions | None = None) -> None:
    """Raise Refusal, which lists missing permissions, if a table can't be posted here or ``needed`` is missing."""
    channel = request.interaction.channel
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        # Discord sends no details of a server that the bot isn't a member of.
        if not channel.guild.roles:
            raise Refusal(TEXTS.not_a_member)
        lacking = missing(channel, needed, request.interaction.app_permissions)
        # Without ATTACH, the board is posted in words.
        needful = tuple(one for one in lacking if one != ATTACH)
        if needful:
            raise Refusal(TEXTS.lacking_permissions, permissions=needful)


def spoken_here(request: Request) -> str:
    """Return the language for posts here: the server's if it has chosen a supported one, otherwise that of the person.

    Only Community servers have chosen one; for all others Discord reports American English.
    """
    server = request.interaction.guild
    if server is not None and not request.is_guest and "COMMUNITY" in server.features:
        chosen = str(request.interaction.guild_locale).split("-")[0]
        if chosen in wording.languages():
            return chosen
    return request.words.lang
