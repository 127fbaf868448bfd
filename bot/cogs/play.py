"""Commands for playing and looking: ``/move``, ``/undo``, ``/board``, ``/view``, ``/log``, ``/help``, ``/mygames``."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.typed import labels, play_text, table_here, turn_here
from bot.context import App
from bot.games import TITLES, WORDS
from bot.panels import board, turn
from bot.panels.help import show_help
from bot.panels.my_tables import show_my_tables
from bot.panels.turn_parts import Turn
from bot.preferences import PREFERENCES, VALUES, prefer, preferences
from bot.preferences import TITLES as LIKES
from bot.ui import Interaction
from bot.ui.errors import offering
from bot.ui.reply import answering, say
from rules.errors import N_
from wording import BOT_HELP, help_topics, words

_ = app_commands.locale_str
MOST = 25  # choices that Discord shows


class Play(commands.Cog):
    """What a player does at the table of the channel."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description=_(N_("Play any legal move")))
    @app_commands.describe(move=_(N_("Choose one, or type it in notation, for example: place gallia 2")))
    @answering
    async def move(self, interaction: Interaction, move: str) -> None:
        """Play a move by its label or its notation."""
        await play_text(self.app, interaction, move)

    @move.autocomplete("move")
    @offering
    async def _moves(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        mine = await turn_here(self.app, interaction)
        if mine is None:
            return []
        said = current.casefold()
        fitting = [(label, move) for label, move in labels(mine) if said in label.casefold() or said in move]
        return [app_commands.Choice(name=label[:100], value=move) for label, move in fitting[:MOST]]

    @app_commands.command(description=_(N_("Take back your last step, or several")))
    @app_commands.describe(steps=_(N_("How many steps; 1 if you say nothing")))
    @answering
    async def undo(self, interaction: Interaction, steps: app_commands.Range[int, 1, 99] = 1) -> None:
        """Take back own steps down to the last thing that was revealed."""
        info = await table_here(self.app, interaction)
        mine = await turn.turn_of(self.app, interaction, info.id)
        outcome = await self.app.service.undo(info.id, interaction.user.id, steps, interaction=interaction.id)
        now = Turn(outcome.snapshot, mine.seat, mine.lang)
        await turn.redraw(self.app, interaction, now, note=words(mine.lang)._("It is taken back."))

    @app_commands.command(description=_(N_("Your turn: what you can do now, as buttons only you see")))
    @answering
    async def turn(self, interaction: Interaction) -> None:
        """The private panel."""
        info = await table_here(self.app, interaction)
        await turn.show_turn(self.app, interaction, info.id)

    @app_commands.command(description=_(N_("The board as everybody sees it, for you alone")))
    @app_commands.describe(text=_(N_("In words instead of a picture")))
    @answering
    async def board(self, interaction: Interaction, text: bool = False) -> None:
        """The board, privately."""
        info = await table_here(self.app, interaction)
        await board.show_board(self.app, interaction, info.id, None, text=text)

    @app_commands.command(description=_(N_("The board with what only you know")))
    @app_commands.describe(text=_(N_("In words instead of a picture")))
    @answering
    async def view(self, interaction: Interaction, text: bool = False) -> None:
        """The person's own view."""
        info = await table_here(self.app, interaction)
        seat = info.seat_of(interaction.user.id)
        await board.show_board(self.app, interaction, info.id, seat, text=text)

    @app_commands.command(description=_(N_("What has happened at this table")))
    @answering
    async def log(self, interaction: Interaction) -> None:
        """The log in sentences."""
        info = await table_here(self.app, interaction)
        await board.show_log(self.app, interaction, info.id)

    @app_commands.command(name="help", description=_(N_("How to play here, and the rules in short")))
    @app_commands.describe(topic=_(N_("About what")), game=_(N_("Of which game; else of the one played here")))
    @app_commands.choices(game=[app_commands.Choice(name=title, value=name) for name, title in TITLES.items()])
    @answering
    async def guide(self, interaction: Interaction, topic: str = "", game: str = "") -> None:
        """A page of help."""
        info = await self.app.service.table_in(interaction.channel_id or 0)
        await show_help(self.app, interaction, topic, info.id if info else 0, game)

    @guide.autocomplete("topic")
    @offering
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        info = await self.app.service.table_in(interaction.channel_id or 0)
        game = interaction.namespace.game or (info.game if info else next(iter(TITLES)))
        topics = help_topics([*BOT_HELP, *WORDS[game].help], words(str(interaction.locale)))
        fitting = [(title, name) for name, title, _about in topics if current.casefold() in title.casefold()]
        return [app_commands.Choice(name=title[:100], value=name) for title, name in fitting[:MOST]]

    @app_commands.command(description=_(N_("Your tables everywhere, those that wait for you first")))
    @answering
    async def mygames(self, interaction: Interaction) -> None:
        """The person's open tables."""
        await show_my_tables(self.app, interaction)

    @app_commands.command(description=_(N_("How the bot is to treat you")))
    @app_commands.describe(**{option.id: _(LIKES[option.id]) for option in PREFERENCES})
    @app_commands.choices(
        **{
            option.id: [
                app_commands.Choice(name=_(VALUES[f"{option.id} {value}"]), value=value) for value in option.values
            ]
            for option in PREFERENCES
        }
    )
    @answering
    async def preferences(
        self, interaction: Interaction, pictures: str | None = None, areas: str | None = None, hexes: str | None = None
    ) -> None:
        """Remember a person's choices, and tell them all."""
        choices = {"pictures": pictures, "areas": areas, "hexes": hexes}
        said = {key: value for key, value in choices.items() if value is not None}
        await prefer(self.app.storage, interaction.user.id, said)
        w = words(str(interaction.locale))
        head = w._("I will remember that.") if said else w._("These are your preferences.")
        known = await preferences(self.app.storage, interaction.user.id)
        lines = [f"**{w._(LIKES[key])}:** {w._(VALUES[f'{key} {value}'])}" for key, value in known.items()]
        await say(interaction, "\n".join([head, *lines]))
