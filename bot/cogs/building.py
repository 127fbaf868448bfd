"""Build commands with parameters or choices that come from the games and the preferences."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot.context import Interaction
from bot.typed.choices import Complete

Command = app_commands.Command[Any, ..., None]
Callback = Callable[..., Coroutine[Any, Any, None]]  # called with the interaction, and with the typed values by name


@dataclass(frozen=True)
class CommandParameter:
    """A parameter of a command: its description, its choices, and its autocomplete."""

    name: str
    about: str  # a key of the catalogue
    type: Any = str  # in discord.py's terms: str, bool, `app_commands.Range` …
    required: bool = False
    choices: Sequence[app_commands.Choice[Any]] = ()
    complete: Complete | None = None


def build_command(name: str, about: str, callback: Callback, parameters: Sequence[CommandParameter]) -> Command:
    """Return a command with these parameters. ``about``: the key of its description in the catalogue.

    The callback gets only the values that were typed.
    """

    async def call(interaction: Interaction, **typed: Any) -> None:
        await callback(interaction, **{key: value for key, value in typed.items() if value is not None})

    # discord.py reads the parameters of a command from the signature of its callback.
    shown = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for one in parameters:
        default = Parameter.empty if one.required else None
        shown.append(Parameter(one.name, Parameter.KEYWORD_ONLY, annotation=one.type, default=default))
    call.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    app_commands.describe(**{one.name: locale_str(one.about) for one in parameters})(call)
    app_commands.choices(**{one.name: list(one.choices) for one in parameters if one.choices})(call)
    app_commands.autocomplete(**{one.name: one.complete for one in parameters if one.complete})(call)
    return app_commands.Command(name=name, description=locale_str(about), callback=call)
