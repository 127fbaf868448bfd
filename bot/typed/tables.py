"""Tables and seats as people type them, and the default table of a command."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from discord import app_commands

from bot.channel.table_words import named_for_log, plain_player
from bot.computers import can_play
from bot.context import Interaction, Request
from bot.panels.turn import turn_of
from bot.panels.turn_parts import Turn
from bot.typed.choices import MAX_CHOICES, Choices, offering
from games import GAMES
from rules.errors import N_, RulesError
from rules.notation import read_number
from rules_service import NoTable, Seat, TableInfo
from storage import TableStatus
from storage.failures import of_each

log = logging.getLogger(__name__)

MAX_TABLES_OFFERED = 20
NO_SEAT = 99  # the number of no seat at any table


async def table_here(request: Request) -> TableInfo:
    """Return the channel's table or, in a DM, the person's own if there is only one candidate.

    Raises NoTable if there is no table, or several are possible.
    """
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    found = [info] if info else []
    if info is None and request.interaction.guild_id is None:
        mine = await request.service.read.my_tables(request.user_id)
        # The candidates are the running tables that wait for the person or, if there are none, all tables where they
        # play.
        running = [info for info in mine if info.status == TableStatus.RUNNING]
        found = [info for info in running if info.seat_of(request.user_id) in info.due] or running
    if len(found) != 1:
        raise NoTable(
            N_("You’re playing at several tables. `/mygames` lists them; choose one there.")
            if found
            else N_("There is no table in this channel. `/table open` opens one; `/mygames` finds yours.")
        )
    return found[0]


async def named_table(request: Request, table: int | None) -> TableInfo:
    """Return the table with this number or, if none was typed, the channel's table or the person's only one.

    Raises NoTable if there is none, several are possible, or the person may not use the table from here.
    """
    if table is not None:
        return await request.accessible_table(table)
    here = await request.service.read.table_in(request.interaction.channel_id or 0)
    if here is not None:
        return here
    mine = await request.service.read.my_tables(request.user_id)
    return mine[0] if len(mine) == 1 else await table_here(request)


async def turn_here(request: Request) -> Turn | None:
    """Return the channel's game as the player sees it, or None if no game in which they play is running here."""
    try:
        info = await table_here(request)
        if info.status != TableStatus.RUNNING or info.seat_of(request.user_id) is None:
            return None
        return await turn_of(request.about(info))
    # Autocomplete has nothing to offer; sending the command shows the reason.
    except RulesError:
        return None


async def waiting_for(request: Request) -> str:
    """Return a line of plain text about whose turn it is at the channel's table, or "" if no turn is due."""
    try:
        info = await table_here(request)
    except RulesError:
        return ""
    w = request.words
    people = [plain_player(info, seat, w) for seat in info.due]
    if not people or info.status != TableStatus.RUNNING:
        return ""
    if len(people) == 1:
        return w._("{player}’s turn", player=people[0])
    return w._("{players} to move", players=w.join_list(people))


def choices_of(tables: Sequence[TableInfo]) -> Choices:
    """Return these tables as choices. Tables that cause an error are logged and left out."""
    return of_each(log, named_for_log, choice_of, tables)


def choice_of(info: TableInfo) -> app_commands.Choice[str]:
    """Return a table as a choice."""
    return app_commands.Choice(name=f"{info.id}: {GAMES[info.game].title}", value=str(info.id))


class TypedTable(app_commands.Transformer[Any]):
    """A command parameter for one of the person's tables: its number, or 0 for invalid input."""

    async def transform(self, interaction: Interaction, value: str) -> int:
        """Return the number of the table."""
        return read_number(value) or 0

    async def autocomplete(self, interaction: Interaction, value: str | float) -> Choices:
        """Offer the person's tables."""
        return await offering(self.offered)(interaction, str(value))

    async def offered(self, request: Request, typed: str) -> Choices:
        """Return the person's open tables as choices."""
        return choices_of((await request.service.read.my_tables(request.user_id))[:MAX_TABLES_OFFERED])


class TypedFinishedTable(TypedTable):
    """A command parameter for one of the person's finished tables, if the bot has computer players for its game."""

    async def offered(self, request: Request, typed: str) -> Choices:
        """Return the finished tables whose numbers start with the typed text, latest first."""
        tables = await request.service.read.finished_tables(request.user_id, MAX_CHOICES)
        return choices_of([info for info in tables if str(info.id).startswith(typed.strip()) and can_play(info.game)])


class TypedSeat(app_commands.Transformer[Any]):
    """A command parameter for a player at the channel's table: the number of a seat, or `NO_SEAT` for invalid input."""

    def __init__(self, fits: Callable[[TableInfo, Seat, int], bool]) -> None:
        self._fits = fits  # whether a seat is offered to the person with this id

    async def transform(self, interaction: Interaction, value: str) -> int:
        """Return the number of the seat."""
        seat = read_number(value)
        return NO_SEAT if seat is None else seat

    async def autocomplete(self, interaction: Interaction, value: str | float) -> Choices:
        """Offer the players whose seats suit this parameter."""
        return await offering(self.offered)(interaction, str(value))

    async def offered(self, request: Request, typed: str) -> Choices:
        """Return the players whose seats suit this parameter as choices."""
        info, w = await table_here(request), request.words

        def offer(seat: Seat) -> Choices:
            name, value = plain_player(info, seat.seat, w), str(seat.seat)
            return [app_commands.Choice(name=name, value=value)] if self._fits(info, seat, request.user_id) else []

        offered = of_each(log, lambda seat: f"table {info.id}: offering seat {seat.seat}", offer, info.seats)
        return [choice for choices in offered for choice in choices]


def is_vacant(info: TableInfo, seat: Seat, user_id: int) -> bool:
    """Return whether anybody may take the seat."""
    return seat.vacant


def is_late(info: TableInfo, seat: Seat, user_id: int) -> bool:
    """Return whether the others may free the seat."""
    return seat.away and not seat.vacant


OpenTable = app_commands.Transform[int, TypedTable()]
FinishedTable = app_commands.Transform[int, TypedFinishedTable()]
VacantSeat = app_commands.Transform[int, TypedSeat(is_vacant)]
LateSeat = app_commands.Transform[int, TypedSeat(is_late)]
