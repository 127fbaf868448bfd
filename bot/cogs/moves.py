"""A group of commands for each game, one command for each kind of move, read off the game's own table of moves.

Every parameter completes itself from what is legal now for the person, given what stands before it.
"""

from typing import Any

from discord import app_commands

from bot.cogs.parameters import Choices, CommandParameter, Complete, make_command
from bot.cogs.typed import choices_of, play_typed, turn_here, way_of
from bot.context import App
from bot.games import GAMES, BotGame
from bot.panels.turn_parts import Turn
from bot.ui import Interaction
from bot.ui.errors import offering
from rules.errors import N_
from wording import find

MOST = 25  # choices that Discord shows


def commands_of(app: App, game: BotGame) -> app_commands.Group:
    """The group of commands of a game."""
    text = app_commands.locale_str(N_("Play your turn by typing"))
    group = app_commands.Group(name=game.rules.id, description=text)
    within: dict[str, app_commands.Group] = {}
    for name, part in game.commands.items():
        inner = app_commands.Group(name=name, description=app_commands.locale_str(part.about), parent=group)
        within |= dict.fromkeys(part.verbs, inner)
    for verb in game.rules.notation.kinds:
        within.get(verb, group).add_command(command(app, game, verb))
    return group


def command(app: App, game: BotGame, verb: str) -> app_commands.Command[Any, ..., None]:
    """The command of a kind of move: its parameters are the fields; numbers, and the way, may be left out."""
    kind = game.rules.notation.kinds[verb]
    types = {name: kind.__annotations__[name] for name in kind.__struct_fields__}
    parameters = [
        CommandParameter(
            name,
            game.words.fields[name],
            type=str if type_ is str or name in game.by_name else app_commands.Range[int, 0, 99],
            required=type_ is str and name not in way_of(game, verb) and not game.may_lack(verb, name),
            complete=completing(app, verb, list(types), name),
        )
        for name, type_ in types.items()
    ]

    async def work(interaction: Interaction, **said: Any) -> None:
        await play_typed(app, interaction, game, verb, list(types), said)

    return make_command(game.called.get(verb, verb), game.words.moves[verb].text, parameters, work)


def completing(app: App, verb: str, fields: list[str], field: str) -> Complete:
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
    game = GAMES[turn.snapshot.info.game]
    hints = game.hints(speaks.view)
    found: dict[str, app_commands.Choice[Any]] = {}
    for move in sorted(turn.moves, key=hints.cost):
        words = move.split()
        said = dict(zip(fields, words[1:], strict=False))
        if words[0] != verb or any(said[name] != value for name, value in chosen.items()) or said[field] in found:
            continue
        number = said[field].isdecimal() and field not in game.by_name
        value: Any = int(said[field]) if number else said[field]
        text = speaks.choice(verb, field, said[field], words[: at + 1])
        found[said[field]] = app_commands.Choice(name=text, value=value)
    if str(current).strip():
        english = choices_of(
            turn, field, at + 1, [move for move in turn.moves if move.split()[0] == verb], turn.in_english
        )
        best = find(str(current), [(choice, choice.name, f"{word} {english[word]}") for word, choice in found.items()])
        return [choice for some in best for choice in some][:MOST]
    return list(found.values())[:MOST]
