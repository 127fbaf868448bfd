"""Moves typed field by field: each kind of move of a game has a command.

Autocomplete offers the legal values of a field given the values of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from discord import app_commands

from bot.context import Request
from bot.panels.turn import turn_of
from bot.panels.turn_parts import Turn, commands_of
from bot.typed.choices import MAX_CHOICES, MAX_QUOTE, Choices, Complete, lone_line, offering
from bot.typed.moves import SAY_MORE, cheapest_moves, places_like, play_notation, some_of
from bot.typed.tables import turn_here, waiting_for
from bot.ui.reply import Refusal
from games import GAMES, BotGame
from rules.errors import N_
from rules.notation import Move, read_number
from wording import Speaker, find
from wording.text_limits import shortened

# Translators: {question} asks for what is missing: "How many cubes do you place in Gallia?"
MISSING = N_("{question} Use the `{option}` option. Possible values: {values}.")
FILLED_IN = "1"  # the value of a field that was not typed, if no legal move has a value for it
NOTHING = "-"  # an empty field of a move
OTHER_GAME = N_("The table in this channel is a game of {game}.")
MOVE_NOT_NOW = N_("That is not possible now. Next: {commands}")


@dataclass(frozen=True)
class MoveKind:
    """A kind of move of a game, whose fields are the parameters of its command."""

    game: BotGame
    verb: str

    @cached_property
    def types(self) -> dict[str, type]:
        """Return the fields with their types, in the order of the notation."""
        kind = self.game.rules.notation.kinds[self.verb]
        return {name: kind.__annotations__[name] for name in kind.__struct_fields__}

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the place of each field among the words of a move."""
        return {name: place for place, name in enumerate(self.types, 1)}

    def takes_number(self, field: str) -> bool:
        """Return whether people type a number for a field."""
        return self.types[field] is not str and field not in self.game.seat_fields

    def is_path(self, field: str) -> bool:
        """Return whether a field is a path, which may be omitted: the cheapest path is then chosen."""
        return self.game.picker.path_fields.get(self.verb) == field

    def matches(self, move: Move, said: Mapping[str, str]) -> bool:
        """Return whether a move has these values in these fields."""
        return all(move.words[self.places[name]] == word for name, word in said.items())

    def knows(self, field: str, word: str) -> bool:
        """Return whether a word can occur in a field of some move: a number, a thing, several joined by "+", or "-"."""
        return word in self.game.rules.words() or self.types[field] is not str or "+" in word or word == NOTHING


async def play_fields(request: Request, kind: MoveKind, fields: Mapping[str, Any]) -> None:
    """Play a move whose fields were typed one by one. Fields may be missing if the move is still clear.

    Raises Refusal if the move isn't clear, a typed value is unknown, no move of this kind is possible now, or the
    channel's table is for another game. Otherwise raises as `play_notation` does.
    """
    typed = {name: str(value) for name, value in fields.items()}
    info = await request.info()
    if info.game != kind.game.rules.id:
        raise Refusal(OTHER_GAME, game=GAMES[info.game].title)
    turn = await turn_of(request)
    own = turn.of_kind(kind.verb)
    said = {name: word_for(turn, kind, name, text) for name, text in typed.items()}
    unknown = [name for name in kind.types if name in said and not kind.knows(name, said[name])]
    if turn.moves and not own and (unknown or len(said) < len(kind.types)):
        raise not_now(turn, kind, said)
    if own and unknown:
        values = some_of(list(choices_of(turn, kind.places[unknown[0]], own).values()), turn.words)
        raise Refusal(
            N_("“{said}” is not possible for `{option}` now. Possible values: {values}."),
            said=typed[unknown[0]],
            option=unknown[0],
            values=values,
        )
    fitting = fitting_moves(turn, kind, said)
    if len(fitting) > 1:
        raise missing_field(turn, kind, fitting)
    # A move that matches nothing is played as typed, so that the rules give the reason why it is illegal.
    await play_notation(request, turn, fitting[0].text if fitting else completed_move(turn, kind, said))


def not_now(turn: Turn, kind: MoveKind, said: Mapping[str, str]) -> Refusal:
    """Return the refusal of a kind of move that isn't possible now, with the rules' reason if they give one."""
    suggested = kind.game.moves_to_explain(turn.speaker.view, turn.kinds)
    moves = [move.text for move in suggested if move.kind == kind.verb]
    reasons = (turn.snapshot.table.why_not(turn.seat, text) for text in (*moves, completed_move(turn, kind, said)))
    # A reason about a field that was not typed doesn't count.
    known = [one for one in reasons if one is not None and FILLED_IN not in map(str, one.values.values())]
    if not known:
        return Refusal(MOVE_NOT_NOW, commands=commands_of(turn))
    return Refusal(N_("{refusal} Next: {commands}"), refusal=turn.speaker.refusal(known[0]), commands=commands_of(turn))


def fitting_moves(turn: Turn, kind: MoveKind, said: Mapping[str, str]) -> list[Move]:
    """Return the legal moves with these values. Untyped optional fields are left empty if possible.

    If only the path was not typed, return only the moves with the cheapest path.
    """
    fitting = [move for move in turn.of_kind(kind.verb) if kind.matches(move, said)]
    lacking = [name for name in kind.types if name not in said]
    for name in lacking:
        if kind.game.is_optional(kind.verb, name):
            fitting = [move for move in fitting if kind.matches(move, {name: NOTHING})] or fitting
    return cheapest_moves(turn, fitting) if len(lacking) == 1 and kind.is_path(lacking[0]) else fitting


def completed_move(turn: Turn, kind: MoveKind, said: Mapping[str, str]) -> str:
    """Return a move in notation with these fields, taking the others from the most similar legal move.

    If no move of this kind is legal, the other fields are `FILLED_IN`.
    """
    legal = (move.words for move in turn.of_kind(kind.verb))
    like = max(legal, key=lambda its: sum(its[kind.places[name]] == word for name, word in said.items()), default=())
    words = {**dict(zip(kind.types, like[1:], strict=False)), **said}
    return " ".join([kind.verb, *(words.get(name, FILLED_IN) for name in kind.types)])


def missing_field(turn: Turn, kind: MoveKind, fitting: Sequence[Move]) -> Refusal:
    """Return the refusal of a command that matches several moves.

    It asks for the first field in which they differ and lists its possible values. Without such a field, it lists the
    moves.
    """
    speaks = turn.speaker.discreet()
    for field, place in kind.places.items():
        called = choices_of(turn, place, fitting)
        if len(called) > 1:
            question = speaks.ask(turn.question, fitting[0].words[:place])
            return Refusal(MISSING, question=question, option=field, values=some_of(list(called.values()), turn.words))
    return Refusal(SAY_MORE, moves=some_of([speaks.label(move) for move in fitting], turn.words))


def word_for(turn: Turn, kind: MoveKind, field: str, typed: str) -> str:
    """Return the notation of the typed word, which may be a name. Raises Refusal if several values match equally well.

    A word that matches nothing is returned in lower case, with hyphens for spaces.
    """
    word, known = "-".join(typed.lower().split()), kind.game.rules.words()
    speaks, at, moves = turn.speaker.discreet(), kind.places[field], turn.of_kind(kind.verb)
    called = choices_of(turn, at, moves)
    # A place typed with its number can't mean another place.
    if word in called or (word in known and any(map(str.isdigit, word))):
        return word
    place = next(iter(find(typed, [(one, name, "") for one, name in places_like(turn, list(called)).items()])), [])
    if len(place) == 1:
        return place[0]
    best = next(iter(matching_values(turn, typed, called, choices_of(turn, at, moves, turn.in_english))), [])
    if len(best) == 1:
        return best[0]
    if best:
        raise Refusal(
            N_("“{said}” can mean several things: {values}. Please be more specific."),
            said=typed,
            values=some_of([called[one] for one in best], turn.words),
        )
    if word in known:
        return word
    names = [(one, speaks.name_of(one) or one, turn.in_english.name_of(one) or "") for one in known]
    best = next(iter(find(typed, names)), [])
    return best[0] if len(best) == 1 else word


def matching_values(turn: Turn, typed: str, called: Mapping[str, str], english: Mapping[str, str]) -> list[list[str]]:
    """Return the values of a field that match the typed text, in groups, best matches first.

    "2" is hex 2 rather than a hex that gives 2 coins. ``called``: the label of each value; ``english``: its English
    label.
    """
    names = [[speaks.name_of(one) or "" for speaks in (turn.speaker, turn.in_english)] for one in called]
    by_name = find(typed, [(one, own, f"{one} {other}") for one, (own, other) in zip(called, names, strict=True)])
    return by_name + find(typed, [(one, text, f"{one} {english[one]}") for one, text in called.items()])


def choices_of(turn: Turn, at: int, moves: Sequence[Move], by: Speaker[Any] | None = None) -> dict[str, str]:
    """Return the values that the moves have in the field at this place, with their labels.

    ``by``: the speaker that names them (default: the player's own).
    """
    speaks = (by or turn.speaker).discreet()
    said = {move.words[at]: move.words[: at + 1] for move in moves}
    return {word: speaks.choice(words) for word, words in said.items()}


def complete_field(kind: MoveKind, field: str) -> Complete:
    """Return the autocomplete of a field: its legal values given the other fields, or the reason why there are none."""

    @offering
    async def complete(request: Request, typed: str) -> Choices:
        turn = await turn_here(request)
        if turn is None or not turn.moves:
            line = await waiting_for(request)
        elif GAMES[turn.snapshot.info.game] is not kind.game:
            line = turn.words._(OTHER_GAME, game=GAMES[turn.snapshot.info.game].title)
        else:
            said = {name: getattr(request.interaction.namespace, name) for name in kind.types if name != field}
            chosen = {
                name: meant_word(turn, kind, name, str(value)) for name, value in said.items() if value is not None
            }
            if offers := field_values(turn, kind, field, chosen, str(typed).strip()):
                return offers
            line = why_no_values(turn, kind, field, chosen, str(typed).strip())
        return lone_line(line, typed, number=kind.takes_number(field)) if line else []

    return complete


def meant_word(turn: Turn, kind: MoveKind, field: str, typed: str) -> str:
    """Return the notation of the value typed for another field, or the value unchanged if it is ambiguous."""
    try:
        return word_for(turn, kind, field, typed)
    except Refusal:
        return typed


def field_values(turn: Turn, kind: MoveKind, field: str, chosen: Mapping[str, str], typed: str) -> Choices:
    """Return the legal values of a field as choices, given the other fields and the text typed so far."""
    speaks, at = turn.speaker.discreet(), kind.places[field]
    own = turn.of_kind(kind.verb)
    offers: dict[str, app_commands.Choice[Any]] = {}
    for move in sorted(own, key=kind.game.hints(speaks.view).cost):
        words = move.words
        if words[at] not in offers and kind.matches(move, chosen):
            number = None if field in kind.game.seat_fields else read_number(words[at])
            value: Any = words[at] if number is None else number
            offers[words[at]] = app_commands.Choice(name=speaks.choice(words[: at + 1]), value=value)
    if not typed:
        return list(offers.values())[:MAX_CHOICES]
    called = {word: choice.name for word, choice in offers.items()}
    best = matching_values(turn, typed, called, choices_of(turn, at, own, turn.in_english))
    return [offers[word] for word in dict.fromkeys(word for some in best for word in some)][:MAX_CHOICES]


def why_no_values(turn: Turn, kind: MoveKind, field: str, chosen: Mapping[str, str], typed: str) -> str:
    """Explain why no value of a field can be offered, and name the possible values.

    If this kind of move isn't possible at all, name the commands that are possible now.
    """
    own = turn.of_kind(kind.verb)
    if not own:
        return turn.words._(MOVE_NOT_NOW, commands=commands_of(turn))
    fitting = [move for move in own if kind.matches(move, chosen)]
    speaks, at = turn.speaker.discreet(), kind.places[field]
    names = dict.fromkeys(speaks.facts(move.words[: at + 1]).name for move in fitting or own)
    text = turn.words._("; ").join(names)
    if fitting:
        return turn.words._(
            "Nothing matches “{said}”. Possible values: {values}", said=shortened(typed, MAX_QUOTE), values=text
        )
    return turn.words._("Nothing matches your other options. Possible values: {values}", values=text)
