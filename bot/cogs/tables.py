"""``/table``: opening, joining, leaving, starting, ending and moving tables."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import wording
from bot.cogs.answering import answer, answer_at, answer_here
from bot.cogs.building import Command, CommandParameter, build_command
from bot.context import Bot, Interaction, Request
from bot.panels import lobby_panel, manage, opening, search, server_stats, tables
from bot.typed import options
from bot.typed.choices import game_choices
from bot.typed.tables import OpenTable, VacantSeat, named_table
from games import GAMES, BotGame
from rules.errors import N_
from rules_service import NoTable
from rules_service.options import DISPLAY_OPTIONS, TABLE_OPTIONS, table_options
from rules_service.pace import PACE_OPTION
from wording.option_words import TABLE_OPTION_WORDS

PACES = [
    app_commands.Choice(name=locale_str(TABLE_OPTION_WORDS[PACE_OPTION.id].values[one]), value=one)
    for one in PACE_OPTION.values
]


class Tables(
    commands.GroupCog, group_name="table", group_description=locale_str("Tables: open, join, start, leave, find")
):
    """Commands about tables, apart from playing."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        group = self.app_command
        assert isinstance(group, app_commands.Group)
        for command in (open_command(tuple(GAMES.values())), *group.commands):  # `/table open` comes first
            group.remove_command(command.name)
            group.add_command(command)

    @app_commands.command(description=locale_str("Take a seat at this channel’s table"))
    @app_commands.describe(player=locale_str("Whose seat to take over; leave empty to see the position first"))
    async def join(self, interaction: Interaction, player: VacantSeat | None = None) -> None:
        await answer_here(interaction, lobby_panel.join, player)

    @app_commands.command(description=locale_str("Leave this channel’s table"))
    async def leave(self, interaction: Interaction) -> None:
        await answer_here(interaction, manage.ask_to_leave)

    @app_commands.command(description=locale_str("Start the game"))
    @app_commands.describe(alone=locale_str("Play alone; leave empty to be asked"))
    async def start(self, interaction: Interaction, alone: bool = False) -> None:
        await answer_here(interaction, lobby_panel.start, alone=alone)

    @app_commands.command(description=locale_str("What you can do at your table now: nudge, pause, wake, score, end …"))
    @app_commands.describe(table=locale_str("Which of your tables; leave empty for the one in this channel"))
    async def manage(self, interaction: Interaction, table: OpenTable | None = None) -> None:
        await answer(interaction, manage_table, table)

    @app_commands.command(description=locale_str("Change the options before the start"))
    @app_commands.describe(
        option=locale_str("Which option, for example the variant; leave empty to see all"),
        value=locale_str("The new value; leave empty to list the choices"),
    )
    @app_commands.autocomplete(option=options.offered_options, value=options.offered_values)
    async def options(self, interaction: Interaction, option: str = "", value: str = "") -> None:
        await answer_here(interaction, options.change_options, option, value)

    @app_commands.command(
        description=locale_str("Post the board again at the end of this channel, or move the table here")
    )
    @app_commands.describe(table=locale_str("Which of your tables to move here, if this channel has none"))
    async def show(self, interaction: Interaction, table: OpenTable | None = None) -> None:
        await answer_at(interaction, table, tables.show)

    @app_commands.command(name="list", description=locale_str("Open tables on this server"))
    async def list_tables(self, interaction: Interaction) -> None:
        await answer(interaction, tables.list_tables)

    @app_commands.command(description=locale_str("Look for players on this server; with enough of them, a table opens"))
    @app_commands.describe(
        game=locale_str("What to play; leave empty to choose from a list"),
        players=locale_str("How many players in all; leave empty for any number"),
        pace=locale_str("How soon players should move"),
    )
    @app_commands.choices(game=game_choices(), pace=PACES)
    async def find(
        self,
        interaction: Interaction,
        game: str = "",
        players: app_commands.Range[int, 2, 9] | None = None,
        pace: str = PACE_OPTION.default,
    ) -> None:
        await answer(interaction, search.look_for_players, game, players, pace)

    @app_commands.command(description=locale_str("How often people have played on this server, and their results"))
    @app_commands.describe(ever=locale_str("All games, not only those of the last 90 days"))
    async def stats(self, interaction: Interaction, ever: bool = False) -> None:
        await answer(interaction, server_stats.show_server_stats, ever)

    # With the intent "guilds" alone Discord sends all changes of servers, roles, channels and threads, but of members
    # only the bot itself: its roles and its time-out. Changes during an outage are not reported one by one. An archived
    # thread is unknown to discord.py, which reports a "join" when it is reopened or becomes visible.
    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_member_update")
    @commands.Cog.listener("on_thread_update")
    @commands.Cog.listener("on_thread_join")
    async def retry_tables(self, *changed: Any) -> None:
        """Retry the tables of a server where the bot may have gained permissions."""
        self.bot.app.announcer.retry_guild(getattr(changed[-1], "guild", changed[-1]).id)
        self.bot.app.reviewer.retry()


async def manage_table(request: Request, table: int | None) -> None:
    """Show the possible acts at the typed table, the channel's, or the person's only one, or ask which table is meant.

    Raises NoTable if the typed table doesn't exist or may not be used here, or the person plays at none.
    """
    try:
        info = await named_table(request, table)
    except NoTable:
        if table is not None or not await manage.choose_table(request):
            raise
    else:
        await manage.show(request.about(info))


async def open_typed_table(
    interaction: Interaction, game: str = "", thread: bool = False, alone: bool = False, **options: str
) -> None:
    """Open a table with the typed game, place and options."""
    await answer(interaction, opening.open_named, game, thread, alone, options)


@lru_cache(maxsize=8)
def open_command(games: tuple[BotGame, ...]) -> Command:
    """Return ``/table open``, with parameters for the game, the place, playing alone, and the options of a table."""
    own = [
        CommandParameter("game", N_("What to play; leave empty to choose from a list"), choices=game_choices()),
        CommandParameter("thread", N_("In a new thread, so that this channel stays free"), bool),
        CommandParameter("alone", N_("Play alone: the game starts right away"), bool),
    ]
    about = N_("Open a table in this channel, or in a new thread")
    return build_command("open", about, open_typed_table, [*own, *option_parameters(games)])


def option_parameters(games: Sequence[BotGame]) -> list[CommandParameter]:
    """Return a parameter for each option of ``/table open``: those named by games, and those of every table.

    The options for pictures are left out.
    """
    named = [option for game in games for option in game.at_opening]
    # The options for pictures are only in the options panel.
    shown = {option.id for option in DISPLAY_OPTIONS}
    known = {game: {one.id: one.values for one in table_options(game.rules)} for game in games}
    w, parameters = wording.words("en"), []
    for option in dict.fromkeys([*named, *(option for option in TABLE_OPTIONS if option not in shown)]):
        # An option shared by several games offers all values that it has in them.
        words = {value: game.words.option(option) for game in games for value in known[game].get(option, ())}
        labels = {value: locale_str(its.value(value, w)) for value, its in words.items()}
        choices = [app_commands.Choice(name=name, value=value) for value, name in labels.items()]
        parameters.append(CommandParameter(option, next(iter(words.values())).title, choices=choices))
    return parameters


async def setup(bot: Bot) -> None:
    """Add the cog. discord.py calls this when it loads the module."""
    await bot.add_cog(Tables(bot))
