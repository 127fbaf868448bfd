"""Which table and which seat a typed command is about, and what autocomplete offers for them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from discord import app_commands

from bot.access import accessible_table
from bot.channel.table_words import plain_player
from bot.commands.command import Choices, Complete, Handler, offering
from bot.context import Request
from bot.panels.turn import turn_of
from bot.panels.turn_parts import Turn
from bot.texts import TEXTS
from games import GAMES
from rules.errors import RulesError
from rules.notation import read_number
from rules_service import NoTable, Seat, TableInfo
from storage import TableStatus

MAX_TABLES_OFFERED = 20


async def table_here(request: Request) -> TableInfo:
    """Return the channel's table, or in a DM the person's own if there is only one candidate. Raises NoTable."""
    info: TableInfo | None = await request.service.read.table_in(request.interaction.channel_id or 0)
    if info is None and request.interaction.guild_id is None:
        return await own_table(request)
    if info is None:
        raise NoTable(TEXTS.no_table_here)
    return info


async def own_table(request: Request) -> TableInfo:
    """Return the only running table that waits for the person, or the only one where they play. Raises NoTable."""
    mine = await request.service.read.my_tables(request.user_id)
    running = [info for info in mine if info.status == TableStatus.RUNNING]
    waiting = [info for info in running if info.seat_of(request.user_id) in info.due]
    found: list[TableInfo] = waiting or running
    if len(found) > 1:
        raise NoTable(TEXTS.several_tables)
    if not found:
        raise NoTable(TEXTS.no_table_here)
    return found[0]


async def named_table(request: Request, table: str) -> TableInfo:
    """Return the named table, or the channel's, or the person's only one. Raises NoTable."""
    if table:
        return await accessible_table(request.service, request.interaction, read_number(table) or 0)
    here = await request.service.read.table_in(request.interaction.channel_id or 0)
    if here is not None:
        return here
    mine = await request.service.read.my_tables(request.user_id)
    return mine[0] if len(mine) == 1 else await table_here(request)


async def turn_here(request: Request) -> Turn | None:
    """Return the channel's table as the player sees it, or None if they have nothing to decide here."""
    try:
        info = await table_here(request)
        if info.status != TableStatus.RUNNING or info.seat_of(request.user_id) is None:
            return None
        return await turn_of(request.at(info))
    # Autocomplete has nothing to offer; sending the command shows the reason.
    except RulesError:
        return None


async def waiting_for(request: Request) -> str:
    """Return a line of plain text that says whose turn it is at the channel's table, or "" if no turn is due."""
    try:
        info = await table_here(request)
    except RulesError:
        return ""
    w = request.words
    people = [plain_player(info, seat, w) for seat in info.due]
    if not people or info.status != TableStatus.RUNNING:
        return ""
    if len(people) == 1:
        return w._("{player}'s turn", player=people[0])
    return w._("It is the turn of {players}", players=w.join_list(people))


def at_table(handler: Handler) -> Handler:
    """Make a command be about the table of the channel, like a button of that table."""

    @wraps(handler)
    async def run(request: Request, **typed: Any) -> None:
        await handler(request.at(await table_here(request)), **typed)

    return run


def at_named_table(handler: Handler) -> Handler:
    """Make a command be about the table that is typed, or the channel's, or the person's only one."""

    async def run(request: Request, table: str = "") -> None:
        await handler(request.at(await named_table(request, table)))

    return run


def at_seat(handler: Handler) -> Handler:
    """Make a command be about a seat of the channel's table, if one is typed, like a button about that seat."""

    async def run(request: Request, player: str = "") -> None:
        info = await table_here(request)
        # An unknown name means a seat that doesn't exist.
        seats = {"": "", **{str(seat.seat): str(seat.seat) for seat in info.seats}}
        await handler(request.at(info, seats.get(player, str(len(info.seats)))))

    return run


@offering
async def my_tables(request: Request, typed: str) -> Choices:
    """Offer the person's tables."""
    mine = (await request.service.read.my_tables(request.user_id))[:MAX_TABLES_OFFERED]
    return [app_commands.Choice(name=f"{info.id}: {GAMES[info.game].title}", value=str(info.id)) for info in mine]


def seats_where(fits: Callable[[TableInfo, Seat, int], bool]) -> Complete:
    """Return an autocomplete that offers the players of the seats that fit, given the id of the person who types."""

    @offering
    async def complete(request: Request, typed: str) -> Choices:
        info, w = await table_here(request), request.words
        seats = [seat.seat for seat in info.seats if fits(info, seat, request.user_id)]
        return [app_commands.Choice(name=plain_player(info, seat, w), value=str(seat)) for seat in seats]

    return complete


late_players = seats_where(lambda info, seat, user: seat.away and not seat.vacant)
