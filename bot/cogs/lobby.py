"""``/lobby``: who plays, before the game: inviting and removing players, being ready, colours."""

import discord
from discord import app_commands
from discord.ext import commands

import wording
from bot.cogs.table import meant_seat, offered_seats
from bot.cogs.typed import table_here
from bot.context import Request, answering, offering
from bot.panels import lobby
from bot.ui.errors import Refusal
from rules.errors import N_
from rules_service import Person
from storage import TableStatus

_ = app_commands.locale_str


@app_commands.guild_only()
class Lobby(
    commands.GroupCog,
    group_name="lobby",
    group_description=_(N_("Before the game: invite players, say that you’re ready")),
):
    """Commands about the players of a table that hasn't started."""

    @app_commands.command(description=_(N_("Invite a player to your lobby and keep a seat for them")))
    @app_commands.describe(person=_(N_("Who to invite or remove")))
    @answering
    async def invite(self, request: Request, person: discord.User) -> None:
        """Invite a person, as the host."""
        info = await table_here(request)
        if person.bot:
            raise Refusal(lobby.BOTS)
        await lobby.invite(request, info.id, [Person(person.id, person.display_name)])
        await self._said(request, info.id, lobby.INVITED)

    @app_commands.command(description=_(N_("Remove a player from your lobby; they can rejoin")))
    @app_commands.describe(player=_(N_("Who to invite or remove")))
    @answering
    async def remove(self, request: Request, player: str) -> None:
        """Remove a player, as the host."""
        info = await table_here(request)
        seat = meant_seat(info, player)
        assert seat is not None
        await request.service.remove(info.id, request.person, seat, interaction=request.id)
        await self._said(request, info.id, N_("The seat is free again."))

    @remove.autocomplete("player")
    @offering
    async def _guests(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        guests = [seat for seat in info.seats if info.status == TableStatus.LOBBY and seat.user_id != info.host_id]
        return offered_seats(info, guests, request)

    @app_commands.command(description=_(N_("Say that you’re ready to start with these options")))
    @answering
    async def ready(self, request: Request) -> None:
        """Record that a player is ready."""
        info = await table_here(request)
        await lobby.be_ready(request, info.id)

    @app_commands.command(description=_(N_("Choose your colour and its shape")))
    @app_commands.describe(colour=_(N_("A colour that nobody else has here")))
    @app_commands.choices(
        colour=[
            *(app_commands.Choice(name=_(name), value=str(colour)) for colour, name in enumerate(wording.COLOURS)),
            app_commands.Choice(name=_(N_("Any colour")), value=lobby.ANY),
        ]
    )
    @answering
    async def colour(self, request: Request, colour: str) -> None:
        """Choose a player's colour."""
        info = await table_here(request)
        await lobby.play_as(request, info.id, colour)
        await self._said(request, info.id, N_("I’ll remember that."))

    async def _said(self, request: Request, table_id: int, text: str) -> None:
        await request.say_once_posted(table_id, request.words._(text))
