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
from bot.panels import board_panel, lobby_panel, opening, personal, search, table_acts, tables
from bot.typed import options
from bot.typed.choices import game_choices
from bot.typed.tables import AnyTable, AwaitedSeat, LateSeat, VacantSeat
from bot.ui.reply import Interaction
from games import GAMES, BotGame
from rules.errors import N_
from rules_service.options import DISPLAY_OPTIONS, TABLE_OPTIONS, table_options
from rules_service.pace import PACE_OPTION
from wording.option_words import TABLE_OPTION_WORDS

Note = app_commands.Range[str, 1, personal.MAX_NOTE]
PACES = [
    app_commands.Choice(name=locale_str(TABLE_OPTION_WORDS[PACE_OPTION.id].values[one]), value=one)
    for one in PACE_OPTION.values
]


class Tables(
    commands.GroupCog, group_name="table", group_description=locale_str("Tables: open, join, start, leave, find")
):
    """Commands about tables, apart from playing."""

    def __init__(self, bot: commands.Bot) -> None:
        self.bot: Any = bot
        group = self.app_command
        assert isinstance(group, app_commands.Group)
        for command in (open_command(tuple(GAMES.values())), *group.commands):  # it comes first
            group.remove_command(command.name)
            group.add_command(command)

    @app_commands.command(description=locale_str("Take a seat at this channel's table"))
    @app_commands.describe(player=locale_str("Whose seat to take over; leave empty to see the position first"))
    async def join(self, interaction: Interaction, player: VacantSeat | None = None) -> None:
        await answer_here(interaction, lobby_panel.join, player)

    @app_commands.command(description=locale_str("Leave this channel's table"))
    async def leave(self, interaction: Interaction) -> None:
        await answer_here(interaction, lobby_panel.ask_to_leave)

    @app_commands.command(description=locale_str("Start the game"))
    @app_commands.describe(alone=locale_str("Play alone; leave empty to be asked"))
    async def start(self, interaction: Interaction, alone: bool = False) -> None:
        await answer_here(interaction, lobby_panel.start, alone=alone)

    @app_commands.command(description=locale_str("Close the lobby, or vote to end the running game"))
    async def cancel(self, interaction: Interaction) -> None:
        await answer_here(interaction, lobby_panel.ask_to_close)

    @app_commands.command(description=locale_str("Tell the others that you’re here, even if you can’t move yet"))
    async def here(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.confirm_presence)

    @app_commands.command(description=locale_str("Put the table to sleep, so that its channel is free"))
    async def sleep(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.sleep)

    @app_commands.command(description=locale_str("Wake a sleeping table, in this channel if its own is taken"))
    @app_commands.describe(table=locale_str("Which of your tables, if none is asleep in this channel"))
    async def wake(self, interaction: Interaction, table: AnyTable | None = None) -> None:
        await answer_at(interaction, table, opening.wake)

    @app_commands.command(name="more-time", description=locale_str("Ask the others to wait longer for your turn"))
    async def more_time(self, interaction: Interaction) -> None:
        await answer_here(interaction, table_acts.ask_more_time)

    @app_commands.command(description=locale_str("Nudge a player who keeps you waiting"))
    @app_commands.describe(player=locale_str("Whom, if it is several players’ turn"))
    async def nudge(self, interaction: Interaction, player: AwaitedSeat | None = None) -> None:
        await answer_here(interaction, lobby_panel.nudge, player)

    @app_commands.command(description=locale_str("Ask the others to change the pace; everyone who is there must agree"))
    @app_commands.describe(pace=locale_str("How soon players should move"))
    @app_commands.choices(pace=PACES)
    async def pace(self, interaction: Interaction, pace: str) -> None:
        await answer_here(interaction, table_acts.propose_pace, pace)

    @app_commands.command(description=locale_str("Ask the others to pause the table; everyone who is there must agree"))
    @app_commands.describe(days=locale_str("For how many days"))
    async def rest(self, interaction: Interaction, days: app_commands.Range[int, 1, 30]) -> None:
        await answer_here(interaction, table_acts.propose_pause, days)

    @app_commands.command(description=locale_str("Free a late player’s seat"))
    @app_commands.describe(player=locale_str("Whose seat, if several players are away"))
    async def free(self, interaction: Interaction, player: LateSeat | None = None) -> None:
        await answer_here(interaction, table_acts.free, player)

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
    async def show(self, interaction: Interaction, table: AnyTable | None = None) -> None:
        await answer_at(interaction, table, tables.show)

    @app_commands.command(description=locale_str("A note to yourself at this table, shown above your next turn"))
    @app_commands.describe(text=locale_str("The note; leave empty to get a form"))
    async def note(self, interaction: Interaction, text: Note | None = None) -> None:
        await answer_here(interaction, personal.write_note, text)

    @app_commands.command(name="list", description=locale_str("Open tables on this server"))
    async def list_tables(self, interaction: Interaction) -> None:
        await answer(interaction, tables.list_tables)

    @app_commands.command(description=locale_str("Look for players on this server; when enough fit, a table opens"))
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

    @app_commands.command(description=locale_str("Everyone’s points, or what they would have if the game ended now"))
    async def score(self, interaction: Interaction) -> None:
        await answer_here(interaction, board_panel.show_score)

    @app_commands.command(description=locale_str("Check a finished game: the seed, and every move against the rules"))
    async def verify(self, interaction: Interaction) -> None:
        await answer_here(interaction, board_panel.verify)

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
        """Retry the tables of a server where the bot may have permissions now that it lacked."""
        self.bot.app.announcer.retry_guild(getattr(changed[-1], "guild", changed[-1]).id)


async def open_table(
    interaction: Interaction, game: str = "", thread: bool = False, alone: bool = False, **options: str
) -> None:
    """Open a table."""
    await answer(interaction, opening.open_named, game, thread, alone, options)


@lru_cache(maxsize=8)
def open_command(games: tuple[BotGame, ...]) -> Command:
    """Return ``/table open``, whose parameters are the options that these games name."""
    own = [
        CommandParameter("game", N_("What to play; leave empty to choose from a list"), choices=game_choices()),
        CommandParameter("thread", N_("In a new thread, so that this channel stays free"), bool),
        CommandParameter("alone", N_("Play alone: the game starts right away"), bool),
    ]
    about = N_("Open a table in this channel, or in a new thread")
    return build_command("open", about, open_table, [*own, *option_parameters(games)])


def option_parameters(games: Sequence[BotGame]) -> list[CommandParameter]:
    """Return the options that can be chosen when a table is opened: those that games name, and those of every table."""
    named = [option for game in games for option in game.at_opening]
    # The options for pictures are only in the panel of options.
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


async def setup(bot: commands.Bot) -> None:
    """Add the cog: called by discord.py."""
    await bot.add_cog(Tables(bot))
