"""Access control: which tables a person may use from where they are. Every table id from a user is looked up here.

A person acting in a server reaches the tables of that server. Of a table in another server they can use only their own
seat, as `/mygames` offers it, or answer an invitation. Its lobby and public board can be used only where it is. A DM
belongs to no other server: there people do what concerns their own seat.
"""

import discord

from bot.texts import TEXTS
from bot.ui import Interaction
from rules_service import NoTable, Place, RulesService, TableInfo
from rules_service.repository import NO_SUCH_TABLE


def is_here(interaction: Interaction, place: Place) -> bool:
    """Return whether somebody acts in the table's server, or for a table in a DM in that DM."""
    if place.guild_id is None:
        return interaction.channel_id == place.channel_id
    return interaction.guild_id == place.guild_id


async def must_be_accessible(service: RulesService, interaction: Interaction, table_id: int, *, here: bool) -> None:
    """Raise as `accessible_table` does. Of most tables it is enough to know where they are."""
    if not is_here(interaction, await service.read.place(table_id)):
        await accessible_table(service, interaction, table_id, here=here)


async def accessible_table(
    service: RulesService, interaction: Interaction, table_id: int, *, here: bool = False
) -> TableInfo:
    """Return the table with this id; with ``here`` only if the person is where it is.

    Raises NoTable if there is none or, with the same words, none that the person may know of, or they are elsewhere.
    """
    info = await service.read.info(table_id)
    if is_here(interaction, info.place):
        return info
    if info.seat_of(interaction.user.id) is None and interaction.user.id not in {one.user_id for one in info.invited}:
        raise NoTable(NO_SUCH_TABLE)
    if here:
        raise NoTable(TEXTS.only_in_channel)
    return info


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Return whether the channel of a table is gone: deleted, or the bot is no longer in its server."""
    try:
        await client.fetch_channel(place.channel_id)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        try:  # Losing access to one channel doesn't count.
            if place.guild_id is not None:
                await client.fetch_guild(place.guild_id)
        except (discord.NotFound, discord.Forbidden):
            return True
    return False
