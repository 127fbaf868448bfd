"""Slash commands as data: texts in ``commands.md``, parameters, and the handler, which may be that of a button.

It also finds the table and the seat that a typed command is about, and what autocomplete offers for them.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, TypeVar

from discord import app_commands

from bot.channel.table_words import named_for_log, plain_player
from bot.context import Request
from bot.panels.turn import turn_of
from bot.panels.turn_parts import Turn
from bot.ui.reply import Interaction, attend, track_task
from games import GAMES
from rules.errors import N_, RulesError
from rules.notation import read_number
from rules_service import NoTable, Seat, TableInfo
from storage import TableStatus
from storage.failures import log_failure, of_each
from wording.text_files import read_sections

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[Any]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Handler = Callable[..., Coroutine[Any, Any, None]]  # gets the request, and the typed values by name
Command = app_commands.Command[Any, ..., None]
COMMAND_TEXTS = read_sections(Path(__file__).with_name("commands.md"), tags=["option"])
Offered = TypeVar("Offered", Command, app_commands.Group)
MAX_CHOICES = 25  # Discord's limit for choices and autocomplete
MAX_TABLES_OFFERED = 20


@dataclass(frozen=True)
class CommandParameter:
    """A parameter of a command: its description, its choices, and its autocomplete."""

    name: str
    about: str  # a key of the catalogue
    type: Any = str  # as discord.py takes it: str, bool, `app_commands.Range` ...
    required: bool = False
    choices: Sequence[app_commands.Choice[Any]] = ()
    complete: Complete | None = None


def make_command(path: str, handler: Handler, *parameters: CommandParameter, **offers: Complete | Choices) -> Command:
    """Return a command with an ephemeral answer; ``path``, as "table open", names its texts in ``commands.md``.

    It has the parameters that its handler names, those without a default required, and ``parameters``. ``offers`` are
    autocomplete or choices, by the name of a parameter.
    """
    about, named, own = COMMAND_TEXTS[path], signature(handler).parameters, []
    for name, text in about.tagged("option").items():
        offer, required = offers.get(name, ()), named[name].default is Parameter.empty
        choices, complete = ((), offer) if callable(offer) else (offer, None)
        own.append(CommandParameter(name, text, named[name].annotation, required, choices, complete))
    return build_command(path.rpartition(" ")[2], about.title, handler, [*own, *parameters])


def build_command(name: str, about: str, handler: Handler, parameters: Sequence[CommandParameter]) -> Command:
    """Return a command with an ephemeral answer, with a description from the catalogue."""

    async def callback(interaction: Interaction, **typed: Any) -> None:
        given = {key: value for key, value in typed.items() if value is not None}
        await attend(interaction, lambda: handler(Request(interaction), **given), opens=True)

    shown = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for one in parameters:
        default = Parameter.empty if one.required else None
        shown.append(Parameter(one.name, Parameter.KEYWORD_ONLY, annotation=one.type, default=default))
    callback.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    app_commands.describe(**{one.name: app_commands.locale_str(one.about) for one in parameters})(callback)
    app_commands.choices(**{one.name: list(one.choices) for one in parameters if one.choices})(callback)
    app_commands.autocomplete(**{one.name: one.complete for one in parameters if one.complete})(callback)
    return app_commands.Command(name=name, description=app_commands.locale_str(about), callback=callback)


def make_group(name: str, *commands: Command) -> app_commands.Group:
    """Return a group of commands, whose description is in ``commands.md``."""
    group = app_commands.Group(name=name, description=app_commands.locale_str(COMMAND_TEXTS[name].title))
    for command in commands:
        group.add_command(command)
    return group


def for_accounts(command: Offered) -> Offered:
    """Offer a command, which makes sense without a server, to people who add the bot to their account."""
    installed = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(installed)


def offering(work: Callable[[Request, str], Coroutine[Any, Any, Choices]]) -> Complete:
    """Make an autocomplete return no choices if it fails, because discord.py would log the error with all its text.

    A refusal isn't a failure: without a table, in a lobby or before the first turn there may be no choices.
    """

    async def complete(interaction: Interaction, typed: str) -> Choices:
        try:
            track_task(interaction)
            await interaction.client.apply_locale(interaction)
            return await work(Request(interaction), typed)
        # The bot is stopping, or there is nothing to offer here.
        except (asyncio.CancelledError, RulesError):
            return []
        except Exception as error:
            log_failure(log, "autocomplete", error)
            return []

    return complete


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the games as choices of a parameter."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in GAMES.items()]


async def table_here(request: Request) -> TableInfo:
    """Return the channel's table, or in a DM the person's own if there is only one candidate. Raises NoTable."""
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    found = [info] if info else []
    if info is None and request.interaction.guild_id is None:
        mine = await request.service.read.my_tables(request.user_id)
        # Candidates are the running tables that wait for the person, or if none does, all where they play.
        running = [info for info in mine if info.status == TableStatus.RUNNING]
        found = [info for info in running if info.seat_of(request.user_id) in info.due] or running
    if len(found) != 1:
        raise NoTable(
            N_("You play at several tables. `/mygames` lists them; choose one there.")
            if found
            else N_("There is no table in this channel. `/table open` opens one; `/mygames` finds yours.")
        )
    return found[0]


async def named_table(request: Request, table: str) -> TableInfo:
    """Return the named table, or the channel's, or the person's only one. Raises NoTable."""
    if table:
        return await request.accessible_table(read_number(table) or 0)
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
        seats = {"": None, **{str(seat.seat): seat.seat for seat in info.seats}}
        await handler(request.at(info), seats.get(player, len(info.seats)))

    return run


def choices_of(tables: Sequence[TableInfo]) -> Choices:
    """Return tables as choices."""
    return of_each(log, named_for_log, choice_of, tables)


def choice_of(info: TableInfo) -> app_commands.Choice[str]:
    """Return a table as a choice."""
    return app_commands.Choice(name=f"{info.id}: {GAMES[info.game].title}", value=str(info.id))


@offering
async def my_tables(request: Request, typed: str) -> Choices:
    """Offer the person's tables."""
    return choices_of((await request.service.read.my_tables(request.user_id))[:MAX_TABLES_OFFERED])


def seats_where(fits: Callable[[TableInfo, Seat, int], bool]) -> Complete:
    """Return an autocomplete that offers the players of the seats that fit, given the id of the person who types."""

    @offering
    async def complete(request: Request, typed: str) -> Choices:
        info, w = await table_here(request), request.words

        def offer(seat: Seat) -> Choices:
            name, value = plain_player(info, seat.seat, w), str(seat.seat)
            return [app_commands.Choice(name=name, value=value)] if fits(info, seat, request.user_id) else []

        offered = of_each(log, lambda seat: f"table {info.id}: offering seat {seat.seat}", offer, info.seats)
        return [choice for choices in offered for choice in choices]

    return complete


late_players = seats_where(lambda info, seat, user: seat.away and not seat.vacant)
