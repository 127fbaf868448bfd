"""Commands to play and view the channel's table: ``/move``, ``/undo``, ``/board``, ``/log``, ``/replay`` …

*Board as text* is a context-menu command for the bot's posts.
"""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer, answer_at, answer_here
from bot.context import Bot, Interaction, Request
from bot.panels import board_panel, history, plan, turn
from bot.typed import moves
from bot.typed.choices import MAX_CHOICES, Choices, Steps, offering
from bot.typed.tables import FinishedTable, table_here
from rules.errors import N_
from wording.text_limits import MAX_ENTRY, shortened

TurnNumber = app_commands.Range[int, 0, 9999]
Fallback = app_commands.Range[int, 1, 2]
# Translators: a command in the menu of a message, at most 32 characters.
BOARD_AS_TEXT = N_("Board as text")


@offering
async def offered_parts(request: Request, typed: str) -> Choices:
    """Offer the parts of the textual board that match the typed text."""
    parts = await board_panel.parts_of(request.about(await table_here(request)))
    meant = board_panel.meant_parts(typed, parts) if typed.strip() else list(parts)
    return [app_commands.Choice(name=shortened(parts[name], MAX_ENTRY), value=name) for name in meant[:MAX_CHOICES]]


@offering
async def offered_turns(request: Request, typed: int | str) -> Choices:
    """Offer the turns that can be replayed and whose labels contain the typed text, latest first."""
    game = await history.turns_to_replay(request.about(await table_here(request)))
    turns = [(turn.number, game.label(turn, request.words)) for turn in reversed(game.turns)]
    fitting = [(number, text) for number, text in turns if str(typed).casefold() in text.casefold()]
    return [
        app_commands.Choice(name=shortened(text, MAX_ENTRY), value=number) for number, text in fitting[:MAX_CHOICES]
    ]


class Play(commands.Cog):
    """Commands for playing and viewing."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.board_menu = app_commands.ContextMenu(name=locale_str(BOARD_AS_TEXT), callback=self.board_as_text)

    async def cog_load(self) -> None:
        """Add the context-menu command, because discord.py adds only the slash commands of a cog."""
        self.bot.tree.add_command(self.board_menu)

    async def cog_unload(self) -> None:
        """Remove the context-menu command."""
        self.bot.tree.remove_command(self.board_menu.name, type=self.board_menu.type)

    async def board_as_text(self, interaction: Interaction, message: discord.Message) -> None:
        """Show in words the current board of the table that a post is about."""
        await answer(interaction, board_panel.read_post, message)

    @app_commands.command(description=locale_str("Play any legal move"))
    @app_commands.describe(move=locale_str("Choose a move or type it, for example: place gallia 2"))
    @app_commands.autocomplete(move=moves.offered_moves)
    async def move(self, interaction: Interaction, move: str) -> None:
        await answer_here(interaction, moves.play_text, move)

    @app_commands.command(description=locale_str("Undo your last step, or several"))
    @app_commands.describe(steps=locale_str("How many steps (default: 1)"))
    async def undo(self, interaction: Interaction, steps: Steps = 1) -> None:
        await answer_here(interaction, turn.undo_steps, steps)

    @app_commands.command(description=locale_str("Your turn: your possible moves, as buttons only you see"))
    async def turn(self, interaction: Interaction) -> None:
        await answer_here(interaction, plan.show_turn)

    @app_commands.command(description=locale_str("The board as everyone sees it, shown only to you"))
    @app_commands.describe(text=locale_str("In words instead of a picture"), part=locale_str("Only this part, as text"))
    @app_commands.autocomplete(part=offered_parts)
    async def board(self, interaction: Interaction, text: bool = False, part: str = "") -> None:
        await answer_here(interaction, board_panel.look, own=False, text=text, part=part)

    @app_commands.command(description=locale_str("The board with everything only you know"))
    @app_commands.describe(text=locale_str("In words instead of a picture"), part=locale_str("Only this part, as text"))
    @app_commands.autocomplete(part=offered_parts)
    async def view(self, interaction: Interaction, text: bool = False, part: str = "") -> None:
        await answer_here(interaction, board_panel.look, own=True, text=text, part=part)

    @app_commands.command(description=locale_str("What has happened at this table"))
    async def log(self, interaction: Interaction) -> None:
        await answer_here(interaction, history.show_log)

    @app_commands.command(description=locale_str("Watch turns again as an animation"))
    @app_commands.describe(
        turn=locale_str("Turn number (default: the last one)"),
        to=locale_str("Last turn to show (default: only the first one)"),
    )
    @app_commands.autocomplete(turn=offered_turns, to=offered_turns)
    async def replay(
        self, interaction: Interaction, turn: TurnNumber | None = None, to: TurnNumber | None = None
    ) -> None:
        await answer_here(interaction, history.show_turns, turn, to)

    @app_commands.command(description=locale_str("Review a finished game: where it was decided, and how much was luck"))
    @app_commands.describe(
        table=locale_str("Which of your finished games; leave empty for the last one in this channel"),
        text=locale_str("In words, without a chart"),
    )
    async def review(self, interaction: Interaction, table: FinishedTable | None = None, text: bool = False) -> None:
        await answer_at(interaction, table, history.review, text)

    @app_commands.command(description=locale_str("Plan your next turn while others are playing; only you see it"))
    @app_commands.describe(
        move=locale_str("A move to add to your plan"),
        undo=locale_str("How many moves to remove from your plan"),
        for_me=locale_str("Let me play the plan for you, if nothing it depends on has changed"),
        play=locale_str("Play the plan once your turn has begun"),
        fallback=locale_str("Number of the fallback (1 or 2), which is used if the plan is no longer possible"),
    )
    @app_commands.autocomplete(move=moves.offered_plan_moves)
    async def plan(
        self,
        interaction: Interaction,
        move: str = "",
        undo: Steps | None = None,
        for_me: bool | None = None,
        play: bool = False,
        fallback: Fallback | None = None,
    ) -> None:
        await answer_here(interaction, moves.plan_text, move, undo, for_me, play, fallback or 0)


async def setup(bot: Bot) -> None:
    """Add the cog. discord.py calls this when it loads the module."""
    await bot.add_cog(Play(bot))
