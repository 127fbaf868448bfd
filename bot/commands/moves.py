"""Typed moves: as free text, or field by field with a command for each kind of move of the game.

A move is found among the legal ones, and autocomplete offers those that match: whole moves, or the legal values of a
field given the values of the others.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import zip_longest
from string import digits
from typing import Any

from discord import app_commands

from bot.commands.command import (
    MAX_CHOICES,
    Choices,
    Command,
    CommandParameter,
    Complete,
    at_table,
    build_command,
    offering,
    turn_here,
    waiting_for,
)
from bot.context import Request
from bot.panels.turn import show_outcome, turn_of
from bot.panels.turn_parts import Turn
from bot.panels.turn_parts import commands_of as possible
from bot.ui.reply import Refusal
from games import GAMES, BotGame
from games.move_picker import goal_of
from rules.errors import N_, BadNotation, IllegalMove
from rules.notation import Move, read_number
from wording import Speaker, Words, find
from wording.text_limits import short

MAX_NUMBER = 99  # in a field of a move
MAX_NAMED = 8
MAX_LINE, MAX_QUOTE = 100, 20  # characters of an offered line, and of the typed text quoted in it

# Translators: {question} asks for what is missing: "How many cubes do you place in Gallia?"
MISSING = N_("{question} Use the `{option}` option. Possible values: {values}.")
NOTHING = "-"  # an empty field of a move
OTHER_GAME = N_("The table in this channel is a game of {game}.")
MOVE_NOT_NOW = N_("That is not possible now. Next: {commands}")
SAY_MORE = N_("Please be more specific. Possible moves: {moves}.")


@dataclass(frozen=True)
class TypedMove:
    """A legal move with the texts by which people can type it."""

    move: Move
    label: str
    english: str = ""  # the label in English
    goal: str = ""  # the names of the place that a path leads to, in both languages

    @property
    def text(self) -> str:
        """Return the move in notation."""
        return self.move.text

    def is_written(self, text: str) -> bool:
        """Return whether the text is the move in notation, where a region may replace a rat in that region."""
        words, whole = text.lower().split(), self.move.words
        pairs = zip(words, whole, strict=False)
        return len(words) == len(whole) and all(known == word or known.startswith(f"{word}-") for word, known in pairs)


def typed_moves(turn: Turn) -> list[TypedMove]:
    """Return every legal move with its texts for this player."""
    paths = GAMES[turn.snapshot.info.game].picker.path_fields
    speaks, english = turn.speaker.discreet(), turn.in_english.discreet()
    translated = turn.words.lang != "en"
    return [
        TypedMove(
            move,
            speaks.label(move),
            english.label(move) if translated else "",
            names_of(turn, move.words[-1]) if move.kind in paths else "",
        )
        for move in turn.legal
    ]


def names_of(turn: Turn, word: str) -> str:
    """Return a word of the notation with its names in the player's language and in English: "h6 Hex 6 Hex 6"."""
    return " ".join([word, *(speaks.name_of(word) or "" for speaks in (turn.speaker, turn.in_english))])


def places_like(turn: Turn, words: Sequence[str]) -> dict[str, str]:
    """Return all numbered things of the same kinds as these, legal or not, with their names in both languages."""
    # A hex out of reach must not match another one whose effects happen to contain its number.
    kinds = {word.rstrip(digits) for word in words if word[-1:].isdigit()}
    alike = [one for one in GAMES[turn.snapshot.info.game].rules.words() if one[-1:].isdigit()]
    return {one: names_of(turn, one) for one in alike if one.rstrip(digits) in kinds}


async def play_text(request: Request, move: str) -> None:
    """Play a typed move, in notation or as its label."""
    turn = await turn_of(request)
    await play(request, turn, meant(turn, move))


async def play(request: Request, turn: Turn, move: str) -> None:
    """Play a move in notation, and show its outcome. A refusal also names the next possible commands."""
    try:
        outcome = await request.service.play.move(turn.snapshot.info.id, request.user_id, move, interaction=request.id)
    except (BadNotation, IllegalMove) as error:
        verb = next(iter(move.lower().split()), "")
        alike, legal = turn.of_kind(verb), getattr(error, "legal", ())
        other = [one for one in turn.legal if one.text in legal and one not in alike]
        # Nothing is possible, or the refusal already says what is.
        if not turn.moves or (alike and not other):
            raise
        refusal = turn.speaker.refusal(error)
        raise Refusal(N_("{refusal} Next: {commands}"), refusal=refusal, commands=possible(turn, other)) from error
    await show_outcome(request, turn, outcome)


def meant(turn: Turn, text: str) -> str:
    """Return the notation of the legal move with this label, or of the only one with these words. Raises Refusal."""
    known = typed_moves(turn)
    for one in known:
        if one.label.casefold() == text.strip().casefold():
            return one.text
    if turn.speaker.game.notation.parse(text) is not None:
        found = [one for one in known if one.is_written(text)]
    else:
        found = fitting(text, known, turn)
    least = cheapest(turn, [one.move for one in found])
    found = [one for one in found if one.move in least]
    if len(found) > 1:
        raise Refusal(SAY_MORE, moves=some_of([one.label for one in found], turn.words))
    verb = next(iter(text.lower().split()), "")
    if not found and turn.moves and verb not in turn.speaker.game.notation.kinds:
        raise Refusal(
            N_("None of your possible moves is called “{said}”. Next: {commands}"),
            said=text[:80],
            commands=possible(turn),
        )
    # Text in notation that isn't legal is returned as it is, so that the rules say what is wrong with it.
    return found[0].text if found else text


def cheapest(turn: Turn, moves: Sequence[Move]) -> list[Move]:
    """Return the cheapest of moves that differ only in their path, or all of them if they differ in more."""
    game = GAMES[turn.snapshot.info.game]
    if len({goal_of(game.picker.path_fields, move) for move in moves}) != 1:
        return list(moves)
    cost = game.hints(turn.speaker.view).cost
    least = min(map(cost, moves))
    return [move for move in moves if cost(move) == least]


def fitting(text: str, known: Sequence[TypedMove], turn: Turn) -> list[TypedMove]:
    """Return the moves that contain all typed words in any order, or all of them if no text was typed.

    "h13", "Hex 13" and "13 hex" mean the place rather than any other 13 if a move is about it, and the goal of a path
    rather than its start.
    """
    if not text.strip():
        return list(known)
    aimed = aimed_at(text, known, turn)
    if aimed is not None:
        return aimed
    among = [(one.text, one.label, f"{one.text} {one.english}") for one in known]
    hits = {move for some in find(text, among) for move in some}
    found = [one for one in known if one.text in hits]
    places = set(re.findall(r"\d+", text))
    if not places:
        return found
    exact = [one for one in found if {*text.lower().split()} & {*one.move.words[1:]}] or found
    return [one for one in exact if places <= {*re.findall(r"\d+", one.text)}] or exact


def aimed_at(text: str, known: Sequence[TypedMove], turn: Turn) -> list[TypedMove] | None:
    """Return the moves to the place that is typed, or None if no such place is meant; it may be out of reach."""
    goals = {one.text: one.goal for one in known if one.goal}
    reached = {one.move.words[-1] for one in known if one.goal}
    beyond = {word: names for word, names in places_like(turn, list(reached)).items() if word not in reached}
    aimed = {one for some in find(text, [(one, names, "") for one, names in (goals | beyond).items()]) for one in some}
    found = [one for one in known if one.text in aimed]
    # A number alone may also be an amount if no path leads to a place with that number.
    return found if found or (aimed and not text.strip().isdecimal()) else None


def move_choices(turn: Turn, typed: str, *, counted: bool = True) -> Choices:
    """Offer the legal moves that match; ``counted``: with a line that says how many more there are."""
    shown, left = offered(fitting(typed, typed_moves(turn), turn))
    choices = [app_commands.Choice(name=one.label, value=one.text) for one in shown]
    return with_more(choices, left, typed, turn.words) if counted else choices


def offered(found: Sequence[TypedMove]) -> tuple[list[TypedMove], int]:
    """Return as many moves as Discord shows, a share for each kind of move, and how many are left out."""
    if len(found) <= MAX_CHOICES:
        return list(found), 0
    kinds: dict[str, list[TypedMove]] = {}
    for one in found:
        kinds.setdefault(one.move.kind, []).append(one)
    in_turn = [one for one_each in zip_longest(*kinds.values()) for one in one_each if one]
    # One place stays free for a line that says how many are left out.
    chosen = set(in_turn[: MAX_CHOICES - 1])
    return [one for one in found if one in chosen], len(found) - len(chosen)


def some_of(labels: Sequence[str], w: Words) -> str:
    """Return some of several moves or values, and how many more there are."""
    more = len(labels) - MAX_NAMED
    rest = [w.ngettext("and {count} more", "and {count} more", more)] if more > 0 else []
    return w._("; ").join([*labels[:MAX_NAMED], *rest])


def lone_line(text: str, typed: str | int, *, number: bool = False) -> Choices:
    """Return the single line offered when there is no choice; choosing it sends what was typed."""
    said = str(typed).strip()
    value: Any = min(read_number(said) or 0, MAX_NUMBER) if number else (said or text)[:MAX_LINE]
    return [app_commands.Choice(name=short(text.replace("`", ""), MAX_LINE), value=value)]


def with_more(choices: Choices, left: int, typed: str, w: Words) -> Choices:
    """Return the choices, with a line that says how many more there are if some are left out."""
    text = w.ngettext(
        "… and {count} more: keep typing to narrow the list", "… and {count} more: keep typing to narrow the list", left
    )
    return [*choices, *lone_line(text, typed)] if left else choices


@dataclass(frozen=True)
class MoveKind:
    """A kind of move of a game: each field is a parameter of its command."""

    game: BotGame
    verb: str

    @cached_property
    def types(self) -> dict[str, type]:
        """Return its fields with their types, in the order of the notation."""
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
        """Return whether a field may be left out because the cheapest path is chosen."""
        return self.game.picker.path_fields.get(self.verb) == field

    def matches(self, move: Move, said: Mapping[str, str]) -> bool:
        """Return whether a move has these words in these fields."""
        return all(move.words[self.places[name]] == word for name, word in said.items())

    def knows(self, field: str, word: str) -> bool:
        """Return whether a word can occur in a field of some move: a number, or a thing of the game."""
        return word in self.game.rules.words() or self.types[field] is not str or "+" in word or word == NOTHING


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
        within.get(verb, group).add_command(command(MoveKind(game, verb)))
    return group


def command(kind: MoveKind) -> Command:
    """Return the command of a kind of move: its parameters are the fields; numbers and the path may be left out."""
    game, verb = kind.game, kind.verb
    parameters = [
        CommandParameter(
            name,
            game.words.fields[name],
            type=app_commands.Range[int, 0, MAX_NUMBER] if kind.takes_number(name) else str,
            required=type_ is str and not kind.is_path(name) and not game.is_optional(verb, name),
            complete=completing(kind, name),
        )
        for name, type_ in kind.types.items()
    ]
    name, play_this = game.command_names.get(verb, verb), at_table(partial(play_fields, kind))
    return build_command(name, game.words.moves[verb].text, play_this, parameters)


async def play_fields(kind: MoveKind, request: Request, /, **fields: Any) -> None:
    """Play a move whose fields were typed one by one; fields may be missing if the move is still clear."""
    typed = {name: str(value) for name, value in fields.items()}
    info = await request.info()
    if info.game != kind.game.rules.id:
        raise Refusal(OTHER_GAME, game=GAMES[info.game].title)
    turn = await turn_of(request)
    own = turn.of_kind(kind.verb)
    said = {name: word_for(turn, kind, name, text) for name, text in typed.items()}
    unknown = [name for name in kind.types if name in said and not kind.knows(name, said[name])]
    if turn.moves and not own and (unknown or len(said) < len(kind.types)):
        raise Refusal(MOVE_NOT_NOW, commands=possible(turn))
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
        raise missing(turn, kind, fitting)
    # A move that matches nothing is played as typed, so that the rules say what is wrong with it.
    await play(request, turn, fitting[0].text if fitting else completed(turn, kind, said))


def fitting_moves(turn: Turn, kind: MoveKind, said: Mapping[str, str]) -> list[Move]:
    """Return the legal moves with these fields: without the optional ones left out, and by the cheapest path."""
    fitting = [move for move in turn.of_kind(kind.verb) if kind.matches(move, said)]
    lacking = [name for name in kind.types if name not in said]
    for name in lacking:
        if kind.game.is_optional(kind.verb, name):
            fitting = [move for move in fitting if kind.matches(move, {name: NOTHING})] or fitting
    return cheapest(turn, fitting) if len(lacking) == 1 and kind.is_path(lacking[0]) else fitting


def completed(turn: Turn, kind: MoveKind, said: Mapping[str, str]) -> str:
    """Return a move in notation with these fields, and the others from the legal move that is most similar."""
    legal = (move.words for move in turn.of_kind(kind.verb))
    like = max(legal, key=lambda its: sum(its[kind.places[name]] == word for name, word in said.items()), default=())
    words = {**dict(zip(kind.types, like[1:], strict=False)), **said}
    return " ".join([kind.verb, *(words.get(name, "1") for name in kind.types)])


def missing(turn: Turn, kind: MoveKind, fitting: Sequence[Move]) -> Refusal:
    """Return the refusal when several moves match: the first field in which they differ, and its possible values."""
    speaks = turn.speaker.discreet()
    for field, place in kind.places.items():
        called = choices_of(turn, place, fitting)
        if len(called) > 1:
            question = speaks.ask(turn.question, fitting[0].words[:place])
            return Refusal(MISSING, question=question, option=field, values=some_of(list(called.values()), turn.words))
    return Refusal(SAY_MORE, moves=some_of([speaks.label(move) for move in fitting], turn.words))


def word_for(turn: Turn, kind: MoveKind, field: str, typed: str) -> str:
    """Return the word that was meant, by itself, its label or its name. Raises Refusal if several answers match."""
    word, known = "-".join(typed.lower().split()), kind.game.rules.words()
    speaks, at, moves = turn.speaker.discreet(), kind.places[field], turn.of_kind(kind.verb)
    called = choices_of(turn, at, moves)
    # A place with its number can't mean another place.
    if word in called or (word in known and any(map(str.isdigit, word))):
        return word
    place = next(iter(find(typed, [(one, name, "") for one, name in places_like(turn, list(called)).items()])), [])
    if len(place) == 1:
        return place[0]
    best = next(iter(found(turn, typed, called, choices_of(turn, at, moves, turn.in_english))), [])
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


def found(turn: Turn, typed: str, called: Mapping[str, str], english: Mapping[str, str]) -> list[list[str]]:
    """Return the values of a field that match what was typed, in groups, the best first.

    "2" is hex 2 rather than a hex that brings 2 coins. ``called``: the label of each value; ``english``: its English
    label.
    """
    names = [[speaks.name_of(one) or "" for speaks in (turn.speaker, turn.in_english)] for one in called]
    by_name = find(typed, [(one, own, f"{one} {other}") for one, (own, other) in zip(called, names, strict=True)])
    return by_name + find(typed, [(one, text, f"{one} {english[one]}") for one, text in called.items()])


def choices_of(turn: Turn, at: int, moves: Sequence[Move], by: Speaker[Any] | None = None) -> dict[str, str]:
    """Return the words that moves have at a place, with their labels for this player or from another speaker."""
    speaks = (by or turn.speaker).discreet()
    said = {move.words[at]: move.words[: at + 1] for move in moves}
    return {word: speaks.choice(words) for word, words in said.items()}


def completing(kind: MoveKind, field: str) -> Complete:
    """Autocomplete a field: its legal values given the other fields, or a line that says why there are none."""

    @offering
    async def complete(request: Request, typed: str) -> Choices:
        turn = await turn_here(request)
        if turn is None or not turn.moves:
            line = await waiting_for(request)
        elif GAMES[turn.snapshot.info.game] is not kind.game:
            line = turn.words._(OTHER_GAME, game=GAMES[turn.snapshot.info.game].title)
        else:
            said = {name: getattr(request.interaction.namespace, name) for name in kind.types if name != field}
            chosen = {name: read(turn, kind, name, str(value)) for name, value in said.items() if value is not None}
            if offers := values(turn, kind, field, chosen, str(typed).strip()):
                return offers
            line = lacking(turn, kind, field, chosen, str(typed).strip())
        return lone_line(line, typed, number=kind.takes_number(field)) if line else []

    return complete


def read(turn: Turn, kind: MoveKind, field: str, typed: str) -> str:
    """Return the word that the value of another field means, or the value as it is if it is ambiguous."""
    try:
        return word_for(turn, kind, field, typed)
    except Refusal:
        return typed


def values(turn: Turn, kind: MoveKind, field: str, chosen: Mapping[str, str], typed: str) -> Choices:
    """Return the legal values of a field that match the other fields and what has been typed so far."""
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
    best = found(turn, typed, called, choices_of(turn, at, own, turn.in_english))
    return [offers[word] for word in dict.fromkeys(word for some in best for word in some)][:MAX_CHOICES]


def lacking(turn: Turn, kind: MoveKind, field: str, chosen: Mapping[str, str], typed: str) -> str:
    """Return why no value of a field can be offered, and which values are possible."""
    own = turn.of_kind(kind.verb)
    if not own:
        return turn.words._(MOVE_NOT_NOW, commands=possible(turn))
    fitting = [move for move in own if kind.matches(move, chosen)]
    speaks, at = turn.speaker.discreet(), kind.places[field]
    names = dict.fromkeys(speaks.facts(move.words[: at + 1]).name for move in fitting or own)
    text = turn.words._("; ").join(names)
    if fitting:
        return turn.words._(
            "Nothing matches “{said}”. Possible values: {values}", said=short(typed, MAX_QUOTE), values=text
        )
    return turn.words._("Nothing matches your other options. Possible values: {values}", values=text)
