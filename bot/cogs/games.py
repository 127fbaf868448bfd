"""A command group for each game, built from its notation, with a command for each kind of move."""

from functools import lru_cache, partial
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer_here
from bot.cogs.building import Command, CommandParameter, build_command
from bot.context import Bot, Interaction
from bot.typed.choices import MAX_NUMBER
from bot.typed.move_fields import MoveKind, complete_field, play_fields
from games import GAMES, BotGame


@lru_cache(maxsize=8)
def commands_of(game: BotGame) -> app_commands.Group:
    """Return the command group of a game, cached for all bots of this process because discord.py builds it slowly."""
    text = locale_str("Play your turn by typing")
    group = app_commands.Group(name=game.rules.id, description=text)
    within: dict[str, app_commands.Group] = {}
    for name, part in game.commands.items():
        inner = app_commands.Group(name=name, description=locale_str(part.about), parent=group)
        within |= dict.fromkeys(part.verbs, inner)
    for verb in game.rules.notation.kinds:
        within.get(verb, group).add_command(move_command(MoveKind(game, verb)))
    return group


async def play_move(kind: MoveKind, interaction: Interaction, **fields: Any) -> None:
    """Play a move of this kind at the channel's table, with the typed values of its fields."""
    await answer_here(interaction, play_fields, kind, fields)


def move_command(kind: MoveKind) -> Command:
    """Return the command for a kind of move, with a parameter for each field.

    Numbers, seats, the path, and the fields that the game calls optional needn't be typed.
    """
    game, verb = kind.game, kind.verb
    parameters = [
        CommandParameter(
            name,
            game.words.fields[name],
            type=app_commands.Range[int, 0, MAX_NUMBER] if kind.takes_number(name) else str,
            required=type_ is str and not kind.is_path(name) and not game.is_optional(verb, name),
            complete=complete_field(kind, name),
        )
        for name, type_ in kind.types.items()
    ]
    name = game.command_names.get(verb, verb)
    return build_command(name, game.words.moves[verb].text, partial(play_move, kind), parameters)


class Moves(commands.Cog):
    """The cog with the move commands of all games."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Add the commands."""
        for game in GAMES.values():
            self.bot.tree.add_command(commands_of(game))

    async def cog_unload(self) -> None:
        """Remove the commands."""
        for game in GAMES:
            self.bot.tree.remove_command(game)


async def setup(bot: Bot) -> None:
    """Add the cog. discord.py calls this when it loads the module."""
    await bot.add_cog(Moves(bot))
