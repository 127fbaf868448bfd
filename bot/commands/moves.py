"""A group of commands for each game, with one command for each kind of move, generated from the game's table of moves.

The autocomplete of every parameter offers the legal values for the player, given the values of the other parameters.
"""

from functools import lru_cache
from typing import Any

from discord import app_commands

from bot.commands.at_table import at_table, turn_here, waiting_for
from bot.commands.command import Choices, Command, CommandParameter, Complete, make_command, offering
from bot.commands.typed import (
    LARGEST,
    NO_FIT,
    NO_MATCH,
    NOT_NOW,
    OTHER_GAME,
    SAID,
    choices_of,
    found,
    lone_line,
    play_typed,
    way_of,
    word_for,
)
from bot.context import Request
from bot.games import GAMES, BotGame
from bot.panels.turn_parts import Turn
from bot.panels.turn_parts import commands_of as possible
from bot.ui.errors import Refusal
from rules.errors import N_
from rules.notation import words_of
from wording.text_limits import short

MOST = 25  # Discord's limit for choices


@lru_cache(maxsize=8)
def commands_of(game: BotGame) -> app_commands.Group:
    """Return the command group of a game, cached for all bots of this process because discord.py builds it slowly."""
    text = app_commands.locale_str(N_("Play your turn by typing"))
    group = app_commands.Group(name=game.rules.id, description=text)
    within: dict[str, app_commands.Group] = {}
    for name, part in game.commands.items():
        inner = app_commands.Group(name=name, description=app_commands.locale_str(part.about), parent=group)
        within |= dict.fromkeys(part.verbs, inner)
    for verb in game.rules.notation.kinds:
        within.get(verb, group).add_command(command(game, verb))
    return group


def command(game: BotGame, verb: str) -> Command:
    """Return the command of a kind of move: its parameters are the fields; numbers and the way may be left out."""
    kind = game.rules.notation.kinds[verb]
    types = {name: kind.__annotations__[name] for name in kind.__struct_fields__}
    parameters = [
        CommandParameter(
            name,
            game.words.fields[name],
            type=str if type_ is str or name in game.seat_fields else app_commands.Range[int, 0, LARGEST],
            required=type_ is str and name not in way_of(game, verb) and not game.is_optional(verb, name),
            complete=completing(game, verb, list(types), name),
        )
        for name, type_ in types.items()
    ]

    async def work(request: Request, **said: Any) -> None:
        await play_typed(request, game, verb, list(types), said)

    return make_command(game.command_names.get(verb, verb), game.words.moves[verb].text, at_table(work), *parameters)


def completing(game: BotGame, verb: str, fields: list[str], field: str) -> Complete:
    """Autocomplete a field: its legal values given the other fields, or a line that says why there are none."""
    by_number = game.rules.notation.kinds[verb].__annotations__[field] is not str and field not in game.seat_fields

    def line(text: str, current: str | int) -> Choices:
        return lone_line(text, current, number=by_number) if text else []

    @offering
    async def complete(request: Request, current: str) -> Choices:
        turn = await turn_here(request)
        if turn is None or not turn.moves:
            return line(await waiting_for(request), current)
        here = GAMES[turn.snapshot.info.game]
        if here is not game:
            return line(turn.words._(OTHER_GAME, game=here.title), current)
        said = {name: getattr(request.interaction.namespace, name) for name in fields if name != field}
        chosen = {
            name: read(turn, game, verb, fields.index(name) + 1, value)
            for name, value in said.items()
            if value is not None
        }
        return values(turn, verb, fields, field, chosen, current) or line(
            lacking(turn, verb, fields.index(field) + 1, chosen, str(current).strip()), current
        )

    return complete


def read(turn: Turn, game: BotGame, verb: str, at: int, value: object) -> str:
    """Return the word that the value of another field means, or the value as it is if it is ambiguous."""
    try:
        return word_for(turn, game, verb, at, str(value))
    except Refusal:
        return str(value)


def values(turn: Turn, verb: str, fields: list[str], field: str, chosen: dict[str, str], current: str | int) -> Choices:
    """Return the legal values of a field that match the other fields and what has been typed so far."""
    speaks, at = turn.speaker.discreet(), fields.index(field)
    game = GAMES[turn.snapshot.info.game]
    hints = game.hints(speaks.view)
    offers: dict[str, app_commands.Choice[Any]] = {}
    for move in sorted(turn.of_kind(verb), key=hints.cost):
        words = words_of(move)
        said = dict(zip(fields, words[1:], strict=False))
        if any(said[name] != value for name, value in chosen.items()) or said[field] in offers:
            continue
        number = said[field].isdecimal() and field not in game.seat_fields
        value: Any = int(said[field]) if number else said[field]
        name = speaks.choice(words[: at + 2])
        offers[said[field]] = app_commands.Choice(name=name, value=value)
    if str(current).strip():
        own = turn.of_kind(verb)
        called = {word: choice.name for word, choice in offers.items()}
        best = found(turn, str(current), called, choices_of(turn, at + 1, own, turn.in_english))
        return [offers[word] for word in dict.fromkeys(word for some in best for word in some)][:MOST]
    return list(offers.values())[:MOST]


def lacking(turn: Turn, verb: str, at: int, chosen: dict[str, str], typed: str) -> str:
    """Return why no value of a field can be offered, and which values are possible."""
    own = [words_of(move) for move in turn.of_kind(verb)]
    if not own:
        return turn.words._(NOT_NOW, commands=possible(turn))
    fields = list(GAMES[turn.snapshot.info.game].rules.notation.kinds[verb].__struct_fields__)
    fitting = [words for words in own if all(words[fields.index(name) + 1] == value for name, value in chosen.items())]
    speaks = turn.speaker.discreet()
    briefly = dict.fromkeys(speaks.facts(words[: at + 1]).name for words in fitting or own)
    names = turn.words._("; ").join(briefly)
    if fitting:
        return turn.words._(NO_FIT, said=short(typed, SAID), values=names)
    return turn.words._(NO_MATCH, values=names)
