"""Moves typed as free text: find the legal move that is meant, and offer those that match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from string import digits
from typing import Any

from discord import app_commands

from bot.commands.command import MAX_CHOICES, Choices
from bot.context import Request
from bot.panels.turn import show_outcome, turn_of
from bot.panels.turn_parts import Turn, commands_of
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from games import GAMES
from games.move_picker import goal_of
from rules.errors import BadNotation, IllegalMove
from rules.notation import Move, print_move, read_number, words_of
from wording import Words, find
from wording.text_limits import short

MAX_NUMBER = 99  # in a field of a move
MAX_NAMED = 8
MAX_LINE, MAX_QUOTE = 100, 20  # characters of an offered line, and of the typed text quoted in it


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
        return print_move(self.move)

    def is_written(self, text: str) -> bool:
        """Return whether the text is the move in notation, where a region may replace a rat in that region."""
        words, whole = text.lower().split(), words_of(self.move)
        return len(words) == len(whole) and all(
            known == word or known.startswith(f"{word}-") for word, known in zip(words, whole, strict=True)
        )


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
            names_of(turn, words_of(move)[-1]) if words_of(move)[0] in paths else "",
        )
        for move in turn.legal
    ]


def names_of(turn: Turn, word: str) -> str:
    """Return a word of the notation with its names in the player's language and in English: "h6 Hex 6 Hex 6"."""
    return " ".join([word, *(speaks.name_of(word) or "" for speaks in (turn.speaker, turn.in_english))])


def places_like(turn: Turn, words: Sequence[str]) -> dict[str, str]:
    """Return all numbered things of the same kinds as these, legal or not, with their names in both languages.

    A hex out of reach must not match another one whose effects happen to contain its number.
    """
    kinds = {word.rstrip(digits) for word in words if word[-1:].isdigit()}
    alike = [one for one in GAMES[turn.snapshot.info.game].rules.words() if one[-1:].isdigit()]
    return {one: names_of(turn, one) for one in alike if one.rstrip(digits) in kinds}


async def play_text(request: Request, move: str) -> None:
    """Play a typed move, in notation or as its label. A refusal also names the next possible commands."""
    turn = await turn_of(request)
    await play(request, turn, meant(turn, move))


async def play(request: Request, turn: Turn, move: str) -> None:
    """Play a move in notation, and show its outcome."""
    try:
        outcome = await request.service.play.move(turn.snapshot.info.id, request.user_id, move, interaction=request.id)
    except (BadNotation, IllegalMove) as error:
        verb = next(iter(move.lower().split()), "")
        alike, legal = turn.of_kind(verb), getattr(error, "legal", ())
        other = [one for one in turn.legal if print_move(one) in legal and one not in alike]
        # Nothing is possible, or the refusal already says what is.
        if not turn.moves or (alike and not other):
            raise
        commands = commands_of(turn, other)
        raise Refusal(TEXTS.refused_next, refusal=turn.speaker.refusal(error), commands=commands) from error
    await show_outcome(request, turn, outcome)


def meant(turn: Turn, text: str) -> str:
    """Return the notation of the legal move with this label, or of the only one that contains all these words.

    Text in notation that isn't legal is returned as it is, so that the rules say what is wrong with it. Raises Refusal
    if several moves match, or none.
    """
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
        raise Refusal(TEXTS.say_more, moves=some_of([one.label for one in found], turn.words))
    verb = next(iter(text.lower().split()), "")
    if not found and turn.moves and verb not in turn.speaker.game.notation.kinds:
        raise Refusal(TEXTS.no_such_move, said=text[:80], commands=commands_of(turn))
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
    exact = [one for one in found if {*text.lower().split()} & {*words_of(one.move)[1:]}] or found
    return [one for one in exact if places <= {*re.findall(r"\d+", one.text)}] or exact


def aimed_at(text: str, known: Sequence[TypedMove], turn: Turn) -> list[TypedMove] | None:
    """Return the moves to the place that is typed, or None if no such place is meant; it may be out of reach.

    A number alone may also be an amount if no path leads to a place with that number.
    """
    goals = {one.text: one.goal for one in known if one.goal}
    reached = {words_of(one.move)[-1] for one in known if one.goal}
    beyond = {word: names for word, names in places_like(turn, list(reached)).items() if word not in reached}
    aimed = {one for some in find(text, [(one, names, "") for one, names in (goals | beyond).items()]) for one in some}
    found = [one for one in known if one.text in aimed]
    return found if found or (aimed and not text.strip().isdecimal()) else None


def offered(found: Sequence[TypedMove]) -> tuple[list[TypedMove], int]:
    """Return as many moves as Discord shows, a share for each kind of move, and how many are left out.

    If some are left out, one place stays free for a line that says so.
    """
    if len(found) <= MAX_CHOICES:
        return list(found), 0
    kinds: dict[str, list[TypedMove]] = {}
    for one in found:
        kinds.setdefault(words_of(one.move)[0], []).append(one)
    in_turn = [one for one_each in zip_longest(*kinds.values()) for one in one_each if one]
    chosen = set(in_turn[: MAX_CHOICES - 1])
    return [one for one in found if one in chosen], len(found) - len(chosen)


def choices(moves: Sequence[TypedMove]) -> Choices:
    """Return moves as choices of a parameter."""
    return [app_commands.Choice(name=one.label, value=one.text) for one in moves]


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
