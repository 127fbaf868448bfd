"""``/lobby``: who plays, before the game: inviting and removing players, being ready, colours."""

import discord
from discord import app_commands
from discord.ext import commands

import wording
from bot.cogs.table import meant_seat, offered_seats
from bot.cogs.typed import table_here
from bot.context import App
from bot.panels import lobby
from bot.ui import Interaction
from bot.ui.errors import Refusal, offering
from bot.ui.reply import answering
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

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description=_(N_("Invite a player to your lobby and keep a seat for them")))
    @app_commands.describe(person=_(N_("Who to invite or remove")))
    @answering
    async def invite(self, interaction: Interaction, person: discord.User) -> None:
        """Invite a person, as the host."""
        info = await table_here(self.app, interaction)
        if person.bot:
            raise Refusal(lobby.BOTS)
        await lobby.invite(self.app, interaction, info.id, [Person(person.id, person.display_name)])
        await self._said(interaction, info.id, lobby.INVITED)

    @app_commands.command(description=_(N_("Remove a player from your lobby; they can rejoin")))
    @app_commands.describe(player=_(N_("Who to invite or remove")))
    @answering
    async def remove(self, interaction: Interaction, player: str) -> None:
        """Remove a player, as the host."""
        info = await table_here(self.app, interaction)
        seat = meant_seat(info, player)
        assert seat is not None
        await self.app.service.remove(info.id, lobby.person(interaction), seat, interaction=interaction.id)
        await self._said(interaction, info.id, N_("The seat is free again."))

    @remove.autocomplete("player")
    @offering
    async def _guests(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(self.app, interaction)
        guests = [seat for seat in info.seats if info.status == TableStatus.LOBBY and seat.user_id != info.host_id]
        return offered_seats(info, guests, interaction)

    @app_commands.command(description=_(N_("Say that you’re ready to start with these options")))
    @answering
    async def ready(self, interaction: Interaction) -> None:
        """Record that a player is ready."""
        info = await table_here(self.app, interaction)
        await lobby.be_ready(self.app, interaction, info.id)

    @app_commands.command(description=_(N_("Choose your colour and its shape")))
    @app_commands.describe(colour=_(N_("A colour that nobody else has here")))
    @app_commands.choices(
        colour=[
            *(app_commands.Choice(name=_(name), value=str(colour)) for colour, name in enumerate(wording.COLOURS)),
            app_commands.Choice(name=_(N_("Any colour")), value=lobby.ANY),
        ]
    )
    @answering
    async def colour(self, interaction: Interaction, colour: str) -> None:
        """Choose a player's colour."""
        info = await table_here(self.app, interaction)
        await lobby.play_as(self.app, interaction, info.id, colour)
        await self._said(interaction, info.id, N_("I’ll remember that."))

    async def _said(self, interaction: Interaction, table_id: int, text: str) -> None:
        await lobby.heard(self.app, interaction, table_id, wording.words(str(interaction.locale))._(text))
