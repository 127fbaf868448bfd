"""Commands that need no table: ``/play``, ``/daily``, ``/mygames``, ``/stats``, ``/help`` and ``/learn``."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.channel.table_words import LEVEL_NAMES
from bot.cogs import answering
from bot.context import Bot, Interaction, Request
from bot.panels import help_panel, opening, personal, stats
from bot.typed import moves
from bot.typed.choices import Choices, Steps, game_choices, offering
from wording.text_limits import MAX_ENTRY, shortened

OPPONENTS = [
    *(app_commands.Choice(name=locale_str(name), value=level) for level, name in LEVEL_NAMES.items()),
    app_commands.Choice(name=locale_str("nobody: play alone"), value=opening.SOLO),
]
DailyNumber = app_commands.Range[int, 1, 99_999]
LESSONS = [game for game in game_choices() if game.value in help_panel.games_with_lessons()]


@offering
async def offered_topics(request: Request, typed: str) -> Choices:
    """Offer the help pages, and the things in games, that match the typed text."""
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    said = request.interaction.namespace.game
    game = said or (info.game if info else help_panel.DEFAULT_GAME)
    topics = help_panel.suggestions(typed, game, request.words, elsewhere=not said)
    return [app_commands.Choice(name=shortened(label, MAX_ENTRY), value=topic) for label, topic in topics]


class Learn(commands.Cog):
    """Commands to learn and start games, to see one's own games, and to look things up."""

    @app_commands.command(description=locale_str("Play against the computer, or alone"))
    @app_commands.describe(
        game=locale_str("What to play; leave empty to choose from a list"),
        opponent=locale_str("How strong the computer plays; leave empty to choose from a list"),
    )
    @app_commands.choices(game=game_choices(), opponent=OPPONENTS)
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def play(self, interaction: Interaction, game: str = "", opponent: str = "") -> None:
        await answering.answer(interaction, opening.play_computers, game, opponent)

    @app_commands.command(description=locale_str("Challenge of the day: the same seed and one attempt for everyone"))
    @app_commands.describe(
        number=locale_str("Number of the challenge (default: today’s)"),
        move=locale_str("Your next move in the challenge, if you play by typing"),
        undo=locale_str("How many of your last steps to undo"),
        text=locale_str("Describe your board in words"),
    )
    @app_commands.autocomplete(move=moves.offered_daily_moves)
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def daily(
        self,
        interaction: Interaction,
        number: DailyNumber | None = None,
        move: str = "",
        undo: Steps | None = None,
        text: bool = False,
    ) -> None:
        await answering.answer(interaction, moves.daily_text, number, move, undo, text)

    @app_commands.command(description=locale_str("All your tables, starting with those where it’s your turn"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def mygames(self, interaction: Interaction) -> None:
        await answering.answer(interaction, personal.show_my_tables)

    @app_commands.command(description=locale_str("How your games ended, shown only to you"))
    @app_commands.describe(everywhere=locale_str("All servers, not only this one"))
    async def stats(self, interaction: Interaction, everywhere: bool = False) -> None:
        await answering.answer(interaction, stats.show_stats, everywhere)

    @app_commands.command(description=locale_str("How to play here, and the rules in short"))
    @app_commands.describe(
        topic=locale_str("What to look up: a topic, a card, a hex, an icon …"),
        game=locale_str("Which game (default: the one played here)"),
    )
    @app_commands.autocomplete(topic=offered_topics)
    @app_commands.choices(game=game_choices())
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: Interaction, topic: str = "", game: str = "") -> None:
        await answering.answer(interaction, help_panel.look_up_topic, topic, game)

    @app_commands.command(description=locale_str("Learn a game: a lesson with the real buttons; only you see it"))
    @app_commands.describe(
        game=locale_str("Which game; leave empty to choose from a list"),
        answer=locale_str("Your answer to the current step"),
    )
    @app_commands.choices(game=LESSONS)
    @app_commands.autocomplete(answer=moves.offered_answers)
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def learn(self, interaction: Interaction, game: str = "", answer: str = "") -> None:
        await answering.answer(interaction, moves.learn_text, game, answer)


async def setup(bot: Bot) -> None:
    """Add the cog. discord.py calls this when it loads the module."""
    await bot.add_cog(Learn())
