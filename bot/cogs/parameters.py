"""Commands whose parameters are generated from tables."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.context import Request
from bot.games import GAMES
from bot.ui import Interaction
from bot.ui.reply import attend

Choices = list[app_commands.Choice[Any]]
Complete = Callable[..., Coroutine[Any, Any, Choices]]


@dataclass(frozen=True)
class CommandParameter:
    """A parameter of a command: its description, its choices, and its autocomplete."""

    name: str
    about: str  # a key of the catalogue
    type: Any = str  # as discord.py takes it: str, bool, `app_commands.Range` ...
    required: bool = False
    choices: Sequence[app_commands.Choice[Any]] = ()
    complete: Complete | None = None


def make_command(
    name: str, about: str, parameters: Sequence[CommandParameter], work: Callable[..., Coroutine[Any, Any, None]]
) -> app_commands.Command[Any, ..., None]:
    """Return a command with an ephemeral answer. ``work`` gets the request, and the typed values by name."""

    async def callback(interaction: Interaction, **said: Any) -> None:
        given = {key: value for key, value in said.items() if value is not None}
        await attend(interaction, lambda: work(Request(interaction), **given), opens=True)

    signature = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for one in parameters:
        default = Parameter.empty if one.required else None
        signature.append(Parameter(one.name, Parameter.KEYWORD_ONLY, annotation=one.type, default=default))
    callback.__signature__ = Signature(signature)  # type: ignore[attr-defined]
    app_commands.describe(**{one.name: app_commands.locale_str(one.about) for one in parameters})(callback)
    app_commands.choices(**{one.name: list(one.choices) for one in parameters if one.choices})(callback)
    app_commands.autocomplete(**{one.name: one.complete for one in parameters if one.complete})(callback)
    return app_commands.Command(name=name, description=app_commands.locale_str(about), callback=callback)


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the games as choices of a parameter."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in GAMES.items()]
