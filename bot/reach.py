"""What a person may touch from where they are. Every table that is named by a number is looked up here.

Who types or presses in a server reaches the tables of that server. One of another server is theirs to look at and to
move at if they sit there, as `/mygames` offers it, or to answer an invitation to; its lobby and its public board are
touched only where it is. A private conversation is no other server's: there people do what concerns their own seat.
"""

import discord

from bot.ui import Interaction
from rules.errors import N_
from rules_service import NoTable, Place, RulesService, TableInfo
from rules_service.repository import NO_SUCH_TABLE

ELSEWHERE = N_("That only works in the table’s channel.")


def is_here(interaction: Interaction, place: Place) -> bool:
    """Whether somebody acts in the table's server; for a table in a private conversation, in that conversation."""
    if place.guild_id is None:
        return interaction.channel_id == place.channel_id
    return interaction.guild_id == place.guild_id


async def reach(service: RulesService, interaction: Interaction, table_id: int, *, here: bool = False) -> TableInfo:
    """The table of this number; with ``here`` only if the person is where it is.

    Raises:
        NoTable: there is none, or none that the person may know of; the words are the same. Or they are elsewhere.
    """
    info = await service.info(table_id)
    if is_here(interaction, info.place):
        return info
    if info.seat_of(interaction.user.id) is None and interaction.user.id not in {one.user_id for one in info.invited}:
        raise NoTable(NO_SUCH_TABLE)
    if here:
        raise NoTable(ELSEWHERE)
    return info


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Whether the channel of a table is there no more: deleted, or the bot is no longer in its server."""
    try:
        await client.fetch_channel(place.channel_id)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        return place.guild_id is not None and await is_out(client, place.guild_id)
    return False


async def is_out(client: discord.Client, guild_id: int) -> bool:
    """Whether the bot is no longer in the server; being asked to leave one channel alone is not that."""
    try:
        await client.fetch_guild(guild_id)
    except (discord.NotFound, discord.Forbidden):
        return True
    return False
