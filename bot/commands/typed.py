"""Shared code for typed moves: find the player's turn in this channel and play what they typed."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from string import digits
from types import MappingProxyType
from typing import Any

from discord import app_commands

from bot.commands.command import Choices
from bot.context import Request
from bot.games import GAMES, BotGame
from bot.panels.move_picker import place_of
from bot.panels.turn import show_outcome, turn_of
from bot.panels.turn_parts import Turn, commands_of
from bot.ui.errors import Refusal
from rules.errors import N_, BadNotation, IllegalMove
from rules.notation import Move, print_move, read_number, words_of
from wording import Speaker, Words, find
from wording.text_limits import short

OTHER_GAME = N_("The table in this channel is a game of {game}.")
SAY_MORE = N_("Please be more specific. Possible moves: {moves}.")
# Translators: {question} asks for what is missing: "How many cubes do you place in Gallia?"
MISSING = N_("{question} Use the `{option}` option. Possible values: {values}.")
NOT_NOW = N_("That is not possible now. Next: {commands}")
NO_SUCH = N_("None of your possible moves is called “{said}”. Next: {commands}")
RIGHT = N_("{refusal} Next: {commands}")
UNKNOWN = N_("“{said}” is not possible for `{option}` now. Possible values: {values}.")
AMBIGUOUS = N_("“{said}” can mean several things: {values}. Please be more specific.")
NO_FIT = N_("Nothing matches “{said}”. Possible values: {values}")
NO_MATCH = N_("Nothing matches your other options. Possible values: {values}")
NOTHING_FITS = N_("Nothing matches “{said}”. Next: {commands}")
NOTHING = "-"  # an empty field of a move
MOST = 25  # Discord's limit for choices
LARGEST = 99  # the largest number in a field of a move
SHOWN = 8  # moves listed when the text is ambiguous
LINE, SAID = 100, 20  # characters of an offered line, and of the typed text quoted in it


async def play_text(request: Request, move: str) -> None:
    """Play a typed move, in notation or as its label. A refusal also names the next possible commands."""
    await play_meant(request, await turn_of(request), move)


async def play_meant(request: Request, turn: Turn, text: str) -> None:
    """Play a typed move in this turn."""
    table_id, move = turn.snapshot.info.id, meant(turn, text)
    try:
        outcome = await request.service.play(table_id, request.user_id, move, interaction=request.id)
    except (BadNotation, IllegalMove) as error:
        verb = next(iter(move.lower().split()), "")
        alike, legal = turn.of_kind(verb), getattr(error, "legal", ())
        other = [one for one in turn.legal if print_move(one) in legal and one not in alike]
        # Nothing is possible, or the refusal already says what is.
        if not turn.moves or (alike and not other):
            raise
        commands = commands_of(turn, other)
        raise Refusal(RIGHT, refusal=turn.speaker.refusal(error), commands=commands) from error
    await show_outcome(request, turn, outcome)


async def play_typed(request: Request, game: BotGame, verb: str, fields: list[str], given: dict[str, Any]) -> None:
    """Play a move whose fields were typed one by one; fields may be missing if the move is still clear."""
    info = await request.info()
    if info.game != game.rules.id:
        raise Refusal(OTHER_GAME, game=GAMES[info.game].title)
    turn = await turn_of(request)
    own = turn.of_kind(verb)
    said = {name: word_for(turn, game, verb, fields.index(name) + 1, str(given[name])) for name in given}
    strange = {name for name, word in said.items() if not known_word(game, verb, name, word)}
    if turn.moves and not own and (strange or set(fields) - set(said)):
        raise Refusal(NOT_NOW, commands=commands_of(turn))
    for name in fields:
        if own and name in strange:
            called = choices_of(turn, fields.index(name) + 1, own)
            raise Refusal(UNKNOWN, said=str(given[name]), option=name, values=named(list(called.values()), turn.words))
    places = {name: at for at, name in enumerate(fields, 1)}
    fitting = [move for move in own if all(words_of(move)[places[name]] == word for name, word in said.items())]
    for name in (name for name in fields if game.is_optional(verb, name) and name not in said):
        fitting = [move for move in fitting if words_of(move)[places[name]] == NOTHING] or fitting
    if set(fields) - set(said) == way_of(game, verb):
        fitting = cheapest(turn, fitting)
    if len(fitting) > 1:
        raise missing(turn, fields, fitting)
    # A move that matches nothing is played as typed, so that the rules say what is wrong with it. Fields that weren't
    # typed are taken from the legal move that is most similar.
    its = map(words_of, own)
    like = max(its, key=lambda its: sum(its[places[name]] == word for name, word in said.items()), default=())
    words = dict(zip(fields, like[1:], strict=False)) | said
    text = print_move(fitting[0]) if fitting else " ".join([verb, *(words.get(name, "1") for name in fields)])
    await play_meant(request, turn, text)


def word_for(turn: Turn, game: BotGame, verb: str, at: int, typed: str) -> str:
    """Return the word of the notation that was meant: by itself, by its label as an answer, or by its name.

    Raises Refusal if several answers match.
    """
    word = "-".join(typed.lower().split())
    speaks = turn.speaker.discreet()
    moves = turn.of_kind(verb)
    called = choices_of(turn, at, moves)
    # A place with its number can't mean another place.
    numbered = word in game.rules.words() and any(map(str.isdigit, word))
    if word in called or numbered:
        return word
    place = next(iter(find(typed, [(one, name, "") for one, name in places_like(turn, called).items()])), [])
    if len(place) == 1:
        return place[0]
    best = next(iter(found(turn, typed, called, choices_of(turn, at, moves, turn.in_english))), [])
    if len(best) == 1:
        return best[0]
    if best:
        texts = [called[one] for one in best]
        raise Refusal(AMBIGUOUS, said=typed, values=named(texts, turn.words))
    if word in game.rules.words():
        return word
    names_ = [(one, speaks.name_of(one) or one, turn.in_english.name_of(one) or "") for one in game.rules.words()]
    best = next(iter(find(typed, names_)), [])
    return best[0] if len(best) == 1 else word


def places_like(turn: Turn, words: Collection[str]) -> dict[str, str]:
    """Return all numbered things of the same kinds as these, legal or not, with their names in both languages.

    A hex out of reach must not match another one whose effects happen to contain its number.
    """
    kinds = {word.rstrip(digits) for word in words if word[-1:].isdigit()}
    alike = [one for one in GAMES[turn.snapshot.info.game].rules.words() if one[-1:].isdigit()]
    return {one: names_of(turn, one) for one in alike if one.rstrip(digits) in kinds}


def names_of(turn: Turn, word: str) -> str:
    """Return a word of the notation with its names in the player's language and in English: "h6 Hex 6 Hex 6"."""
    return " ".join([word, *(speaks.name_of(word) or "" for speaks in (turn.speaker, turn.in_english))])


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
    said = {words_of(move)[at]: words_of(move)[: at + 1] for move in moves}
    return {word: speaks.choice(words) for word, words in said.items()}


def known_word(game: BotGame, verb: str, field: str, word: str) -> bool:
    """Return whether the word can occur in the notation of some move: a number, or a thing of the game."""
    kind = game.rules.notation.kinds[verb]
    return word in game.rules.words() or kind.__annotations__[field] is not str or "+" in word or word == NOTHING


def missing(turn: Turn, fields: Sequence[str], fitting: Sequence[Move]) -> Refusal:
    """Return the refusal when several moves match: the first field in which they differ, and its possible values."""
    speaks = turn.speaker.discreet()
    for at, field in enumerate(fields, 1):
        called = choices_of(turn, at, fitting)
        if len(called) > 1:
            question = speaks.ask(turn.question, words_of(fitting[0])[:at])
            return Refusal(MISSING, question=question, option=field, values=named(list(called.values()), turn.words))
    return Refusal(SAY_MORE, moves=named([speaks.label(move) for move in fitting], turn.words))


def way_of(game: BotGame, verb: str) -> set[str]:
    """Return the field of a kind of move that may be left out because the cheapest answer is chosen."""
    return {way} if (way := game.picker.path_fields.get(verb)) else set()


def cheapest(turn: Turn, moves: Sequence[Move]) -> list[Move]:
    """Return the cheapest of moves that differ only in their way, or all of them if they differ in more."""
    ways = GAMES[turn.snapshot.info.game].picker.path_fields
    goals = {
        tuple(word for place, word in enumerate(words_of(move)) if place != place_of(ways, move)) for move in moves
    }
    if len(goals) != 1:
        return list(moves)
    cost = GAMES[turn.snapshot.info.game].hints(turn.speaker.view).cost
    least = min(map(cost, moves))
    return [move for move in moves if cost(move) == least]


def goals(turn: Turn) -> dict[str, str]:
    """Return the goal of each move with a way ("h6 Hex 6", in both languages), and unreachable goals by their word."""
    ways = GAMES[turn.snapshot.info.game].picker.path_fields
    aims = {print_move(move): words_of(move)[-1] for move in turn.legal if words_of(move)[0] in ways}
    beyond = {word: name for word, name in places_like(turn, set(aims.values())).items() if word not in aims.values()}
    return {move: names_of(turn, word) for move, word in aims.items()} | beyond


def meant(turn: Turn, text: str) -> str:
    """Return the notation of the legal move with this label, or of the only one that contains all these words.

    Text in notation that isn't legal is returned as it is, so that the rules say what is wrong with it. Raises Refusal
    if several moves match, or none.
    """
    known = labels(turn)
    for label, move in known:
        if label.casefold() == text.strip().casefold():
            return move
    if turn.speaker.game.notation.parse(text) is not None:
        found = [(label, move) for label, move in known if shortened(text, move)]
    else:
        found = fitting(text, known, english(turn), goals(turn))
    by_text = dict(zip(turn.moves, turn.legal, strict=True))
    least = cheapest(turn, [by_text[move] for _, move in found])
    found = [(label, move) for label, move in found if by_text[move] in least]
    if len(found) > 1:
        raise Refusal(SAY_MORE, moves=named([label for label, _ in found], turn.words))
    verb = next(iter(text.lower().split()), "")
    if not found and turn.moves and verb not in turn.speaker.game.notation.kinds:
        raise Refusal(NO_SUCH, said=text[:80], commands=commands_of(turn))
    return found[0][1] if found else text


def shortened(text: str, move: str) -> bool:
    """Return whether the text is the move in notation, where a region may replace a rat in that region."""
    words, whole = text.lower().split(), move.split()
    return len(words) == len(whole) and all(
        known == word or known.startswith(f"{word}-") for word, known in zip(words, whole, strict=True)
    )


def named(labels: Sequence[str], w: Words) -> str:
    """Return some of several moves, and how many more there are."""
    more = len(labels) - SHOWN
    rest = [w.ngettext("and {count} more", "and {count} more", more)] if more > 0 else []
    return w._("; ").join([*labels[:SHOWN], *rest])


def fitting(
    text: str,
    known: Sequence[tuple[str, str]],
    english: Mapping[str, str] = MappingProxyType({}),
    goals: Mapping[str, str] = MappingProxyType({}),
) -> list[tuple[str, str]]:
    """Return the labels and moves that contain all typed words in any order, or all of them if no text was typed.

    ``english``: the English label of each move; ``goals``: the goal of each move with a way, and unreachable goals.

    "h13", "Hex 13" and "13 hex" mean the place rather than any other 13 if a move is about it, and the goal of a way
    rather than its start.
    """
    if not text.strip():
        return list(known)
    aimed = {move for some in find(text, [(move, goal, "") for move, goal in goals.items()]) for move in some}
    # The number may also be an amount if no way leads to a place with that number.
    if text.strip().isdecimal():
        aimed &= {move for _, move in known}
    if aimed:
        return [(label, move) for label, move in known if move in aimed]
    among = [(move, label, f"{move} {english.get(move, '')}") for label, move in known]
    hits = {move for some in find(text, among) for move in some}
    found = [(label, move) for label, move in known if move in hits]
    exact = [(label, move) for label, move in found if set(text.lower().split()) & set(move.split()[1:])]
    places = set(re.findall(r"\d+", text))
    found = exact if exact and places else found
    about = [(label, move) for label, move in found if places <= set(re.findall(r"\d+", move))]
    return about if places and about else found


def offered(found: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], int]:
    """Return as many labels and moves as Discord shows, a share for each kind of move, and how many are left out.

    If some are left out, one place stays free for a line that says so.
    """
    if len(found) <= MOST:
        return list(found), 0
    kinds: dict[str, list[tuple[str, str]]] = {}
    for entry in found:
        kinds.setdefault(entry[1].split()[0], []).append(entry)
    in_turn = [entry for one_each in zip_longest(*kinds.values()) for entry in one_each if entry]
    chosen = set(in_turn[: MOST - 1])
    return [entry for entry in found if entry in chosen], len(found) - len(chosen)


def lone_line(text: str, typed: str | int, *, number: bool = False) -> Choices:
    """Return the single line offered when there is no choice; choosing it sends what was typed."""
    said = str(typed).strip()
    value: Any = min(read_number(said) or 0, LARGEST) if number else said or text
    line = short(text.replace("`", ""), LINE)
    return [app_commands.Choice(name=line, value=value[:LINE] if isinstance(value, str) else value)]


def with_more(choices: Choices, left: int, typed: str, w: Words) -> Choices:
    """Return the choices, with a line that says how many more there are if some are left out."""
    text = w.ngettext(
        "… and {count} more: keep typing to narrow the list", "… and {count} more: keep typing to narrow the list", left
    )
    return [*choices, *lone_line(text, typed)] if left else choices


def labels(turn: Turn, by: Speaker[Any] | None = None) -> list[tuple[str, str]]:
    """Return the label of every legal move, by this player's speaker or another one, and its notation."""
    speaks, legal = (by or turn.speaker).discreet(), turn.snapshot.table.legal(turn.seat)
    return [(speaks.label(move), text) for move, text in zip(legal, turn.moves, strict=True)]


def english(turn: Turn) -> dict[str, str]:
    """Return the English label of each move, or nothing if the player's language is English."""
    return {} if turn.words.lang == "en" else {move: label for label, move in labels(turn, turn.in_english)}
