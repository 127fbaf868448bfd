"""Slash commands as data: texts in ``commands.md``, parameters, and the handler, which may be that of a button."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, TypeVar

from discord import app_commands

from bot.context import Request
from bot.ui import Interaction
from bot.ui.errors import format_traceback, track_task
from bot.ui.reply import attend
from games import GAMES
from rules.errors import RulesError
from wording.text_files import read_sections

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[Any]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Handler = Callable[..., Coroutine[Any, Any, None]]  # gets the request, and the typed values by name
Command = app_commands.Command[Any, ..., None]
COMMAND_TEXTS = read_sections(Path(__file__).with_name("commands.md"))
Offered = TypeVar("Offered", Command, app_commands.Group)
MAX_CHOICES = 25  # Discord's limit for choices and autocomplete


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
    """Return a command with an ephemeral answer.

    Args:
        path: its name after that of its group, by which ``commands.md`` has its texts: "table open".
        parameters: those in addition to the ones that the handler names.
        offers: autocomplete or choices, by the name of a parameter.
    """
    about, named = COMMAND_TEXTS[path], signature(handler).parameters
    own = [read_parameter(path, named[name], offers.get(name, ())) for name in about.tagged("option")]
    return build_command(path.rpartition(" ")[2], about.title, handler, [*own, *parameters])


def read_parameter(
    path: str, named: Parameter, offer: Complete | Sequence[app_commands.Choice[Any]]
) -> CommandParameter:
    """Return a parameter of a command with its text in ``commands.md``, required if it has no default."""
    about, required = COMMAND_TEXTS[path].tagged("option")[named.name], named.default is Parameter.empty
    if callable(offer):
        return CommandParameter(named.name, about, named.annotation, required, complete=offer)
    return CommandParameter(named.name, about, named.annotation, required, offer)


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
            log.error("autocomplete: unexpected %s\n%s", type(error).__name__, format_traceback(error))
            return []

    return complete


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the games as choices of a parameter."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in GAMES.items()]
