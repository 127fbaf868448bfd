"""A group of commands for each game, one command for each kind of move, read off the game's own table of moves.

Every parameter completes itself from what is legal now for the person, given what stands before it.
"""

from collections.abc import Callable, Coroutine
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.cogs.typed import play_typed, turn_here, way_of
from bot.context import App
from bot.games import WORDS
from bot.panels.manners import manner
from bot.panels.turn_parts import Turn
from bot.ui import Interaction
from bot.ui.errors import offering
from bot.ui.reply import answering
from rules import GAMES
from rules.errors import N_
from rules.game import Game
from rules.notation import Move
from rules.rattus.cards import CARD_OF

Choices = list[app_commands.Choice[Any]]

# A group takes 25 commands, so kinds of move that belong together share a group within that of the game.
GROUPS = {
    "rattus": {
        "card": (
            N_("Use one of your class cards"),
            tuple(verb for verb, kind in GAMES["rattus"].notation.kinds.items() if kind in CARD_OF),
        ),
    },
    "messina": {
        "build": (N_("Build, after a restack or without"), ("restack", "hut", "workshop", "wagon")),
        "overseer": (N_("Advance and upgrade overseers"), ("advance", "promote", "elevate")),
        "use": (N_("Use what else is open"), ("step", "scroll", "gild", "activate", "copy")),
        "round": (N_("At the end of a round"), ("produce", "house", "priority")),
    },
}
MOST = 25  # choices that Discord shows


def commands_of(app: App, game: Game[Any]) -> app_commands.Group:
    """The group of commands of a game."""
    text = app_commands.locale_str(N_("Play your turn by typing"))
    group = app_commands.Group(name=game.id, description=text)
    within: dict[str, app_commands.Group] = {}
    for name, (about, verbs) in GROUPS.get(game.id, {}).items():
        part = app_commands.Group(name=name, description=app_commands.locale_str(about), parent=group)
        within |= dict.fromkeys(verbs, part)
    for verb, kind in game.notation.kinds.items():
        description = app_commands.locale_str(WORDS[game.id].moves[verb].text)
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=verb, description=description, callback=callback(app, game, verb, kind)
        )
        within.get(verb, group).add_command(command)
    return group


def command_name(game: str, verb: str) -> str:
    """What is typed for a kind of move, without the slash: "messina build hut"."""
    part = next((f"{name} " for name, (_, verbs) in GROUPS.get(game, {}).items() if verb in verbs), "")
    return f"{game} {part}{verb}"


def callback(app: App, game: Game[Any], verb: str, kind: type[Move]) -> Callable[..., Coroutine[Any, Any, None]]:
    """What a command does: its parameters are the fields of the move; numbers, and the way, may be left out."""
    types = {name: kind.__annotations__[name] for name in kind.__struct_fields__}
    free = {name for name, type_ in types.items() if type_ is not str} | way_of(game, verb)

    async def run(self: None, interaction: Interaction, **given: Any) -> None:
        await play_typed(app, interaction, game, verb, list(types), given)

    answered = answering(run)

    async def command(interaction: Interaction, **given: Any) -> None:
        await answered(None, interaction, **given)

    parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for name, type_ in types.items():
        default = None if name in free else Parameter.empty
        annotation = str if type_ is str else app_commands.Range[int, 0, 99]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    described = app_commands.describe(**{name: app_commands.locale_str(WORDS[game.id].fields[name]) for name in types})(
        command
    )
    return app_commands.autocomplete(**{name: completing(app, verb, list(types), name) for name in types})(described)


def completing(
    app: App, verb: str, fields: list[str], field: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    """The autocomplete of one field: its legal values under what was chosen for the others."""

    @offering
    async def complete(interaction: Interaction, current: str) -> Choices:
        turn = await turn_here(app, interaction)
        if turn is None:
            return []
        said = {name: getattr(interaction.namespace, name) for name in fields if name != field}
        chosen = {name: str(value) for name, value in said.items() if value is not None}
        return values(turn, verb, fields, field, chosen, current)

    return complete


def values(turn: Turn, verb: str, fields: list[str], field: str, chosen: dict[str, str], current: str | int) -> Choices:
    """The legal values of a field that go with what was chosen, and with what has been typed of it."""
    speaks, at = turn.speaker.discreet(), fields.index(field)
    how = manner(turn.snapshot.info.game, speaks.view)
    found: dict[str, app_commands.Choice[Any]] = {}
    for move in sorted(turn.moves, key=how.cost):
        words = move.split()
        said = dict(zip(fields, words[1:], strict=False))
        if words[0] != verb or any(said[name] != value for name, value in chosen.items()) or said[field] in found:
            continue
        text = speaks.choice(verb, field, said[field], words[: at + 1])
        if str(current).casefold() in f"{text} {said[field]}".casefold():
            value: Any = int(said[field]) if said[field].isdecimal() else said[field]
            found[said[field]] = app_commands.Choice(name=text, value=value)
    return list(found.values())[:MOST]
