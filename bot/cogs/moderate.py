"""``/moderate``: for moderators of a channel; servers can change who they are under Integrations."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.table import meant_seat, offered_seats
from bot.cogs.typed import table_here
from bot.context import Request, answering, offering
from bot.panels import absence, lobby
from bot.ui.errors import Refusal
from rules.errors import N_
from rules_service import TableInfo
from storage import TableStatus

_ = app_commands.locale_str

PLAYS = N_("You are a player at this table, so decide as one: *What now?* under the board, or `/table`.")
IS_ASKED = N_("The late player is notified, and any player here can object. After that the seat is free.")


@app_commands.default_permissions(manage_channels=True)
@app_commands.guild_only()
class Moderate(commands.GroupCog, group_name="moderate", group_description=_(N_("For moderators of this channel"))):
    """Moderators' commands for the table of a channel. They can't see hidden information, move or vote for others."""

    @app_commands.command(description=_(N_("Put the table to sleep, so that its channel is free")))
    @answering
    async def sleep(self, request: Request) -> None:
        """Put the table to sleep at once, at any time."""
        info = await self._table(request)
        await absence.sleep(request, info.id, moderator=True)

    @app_commands.command(description=_(N_("Close the lobby, or a game that has waited for 14 days")))
    @answering
    async def close(self, request: Request) -> None:
        """Close a lobby at any time, or a game that has waited for 14 days."""
        info = await self._table(request)
        await request.service.cancel(info.id, request.person, moderator=True, interaction=request.id)
        await request.say_once_posted(info.id, request.words._(lobby.CLOSED))

    @app_commands.command(description=_(N_("Free a late player’s seat")))
    @app_commands.describe(player=_(N_("Whose seat, if several players are late")))
    @answering
    async def free(self, request: Request, player: str | None = None) -> None:
        """Free a late player's seat unless one of the players objects."""
        info = await self._table(request)
        seat = meant_seat(info, player)
        await request.service.free(info.id, request.person, seat, moderator=True, interaction=request.id)
        await request.say_once_posted(info.id, request.words._(IS_ASKED))

    @free.autocomplete("player")
    @offering
    async def _late(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        return offered_seats(info, [seat for seat in info.seats if seat.away and not seat.vacant], request)

    async def _table(self, request: Request) -> TableInfo:
        """Return the channel's table. Raises NoTable, and Refusal if the moderator plays there."""
        info = await table_here(request)
        if info.seat_of(request.user_id) is not None and info.status == TableStatus.RUNNING:
            raise Refusal(PLAYS)
        return info
