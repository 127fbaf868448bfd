"""Turn the list of legal moves into the next question, so that each press decides as much of a move as possible.

`PickerHints` says how each game wants to be asked. Nothing is stored until a move is complete. The choice so far is the
first words of a move (`Move.words`); ``*`` leaves a field open, so ``go * h7`` stands for every way to hex 7.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from games.bot_game import PickerHints
from rules.notation import Move
from wording.text_limits import MAX_OPTIONS

MAX_TAKEN_FOR_ALL = 3  # so few buttons before a select look as if they were all the answers
OPEN = "*"
Said = tuple[str, ...]


class Choice(msgspec.Struct, frozen=True):
    """One answer: the first words of a move that it sets, and the moves to which it leads."""

    said: Said
    moves: tuple[Move, ...]
    field: int = 0  # the index of the word of the move that the answer gives; 0: the kind of move, or the whole move
    beside: bool = True  # whether it is a button beside the others, not an entry in the select of its kind

    @property
    def kind(self) -> str:
        """Return the kind of move."""
        return self.said[0]

    @property
    def prefix(self) -> str:
        """Return the first words of the move as one text, as in a custom id."""
        return " ".join(self.said)

    @property
    def move(self) -> Move | None:
        """Return the whole move if this answer leaves only one, or None."""
        return self.moves[0] if len(self.moves) == 1 else None

    @property
    def words(self) -> Said:
        """Return the words of the move up to this answer."""
        return self.moves[0].words[: self.field + 1] if self.field else self.said


DEFAULT_HINTS = PickerHints()


def field_place(fields: Mapping[str, str], move: Move) -> int | None:
    """Return the position among a move's words of the field named for its kind (0 for "", None if none is named)."""
    name = fields.get(move.kind)
    if name is None:
        return None
    return move.__struct_fields__.index(name) + 1 if name else 0


def goal_words(paths: Mapping[str, str], move: Move) -> Said:
    """Return the move's words with the path left open, or left out if it is the last field."""
    words, path = move.words, field_place(paths, move)
    if path is None:
        return words
    return (*words[:path], OPEN, *words[path + 1 :]) if path < len(words) - 1 else words[:path]


def moves_beginning(moves: Sequence[Move], said: Said) -> list[Move]:
    """Return the moves that start with these words, where ``*`` stands for any word."""
    if not said:
        return list(moves)
    if OPEN not in said:
        return [move for move in moves if move.words[: len(said)] == said]
    return [
        move
        for move in moves
        if len(its := move.words) >= len(said)
        and all(word in (OPEN, own) for word, own in zip(said, its, strict=False))
    ]


def next_answers(
    moves: Sequence[Move], said: Said = (), hints: PickerHints = DEFAULT_HINTS, *, max_ways: int = MAX_OPTIONS
) -> list[Choice]:
    """Return the answers to the next question after these words, in the order of the moves, or none if no move is left.

    Fields with a single value aren't asked, so the result is two or more answers, or one that is a whole move. If there
    are more than ``max_ways`` other ways, their select has one answer per goal.
    """
    left = moves_beginning(moves, said)
    kinds: dict[str, list[Move]] = {}
    for move in left:
        kinds.setdefault(move.kind, []).append(move)
    if len(kinds) < 2:
        found = _answers(left, said, hints) if left else []
        return _side_by_side(found, hints.max_beside, hints, max_ways)
    shown = {kind: [Choice((kind,), tuple(some))] for kind, some in kinds.items()}
    for kind in filter(kinds.__contains__, hints.rare):
        found = _answers(kinds[kind], (), hints) if max_ways else shown[kind]
        shown[kind] = [replace(choice, beside=len(found) == 1 and bool(choice.move)) for choice in found]
    for kind in filter(kinds.__contains__, hints.inline):
        others = [choice for one, some in shown.items() if one != kind for choice in some]
        room = min(hints.max_beside - _places(others), hints.max_inline.get(kind, hints.max_beside))
        found = _answers(kinds[kind], (), hints)
        # Include fields with a single value, because the other kinds would hide them.
        if kind in hints.by_field and found[0].field != 1:
            found = [Choice(_shared(kinds[kind], 2), tuple(kinds[kind]), 1)]
        if _places(found) <= room or kind in hints.selects:
            shown[kind] = _side_by_side(found, room, hints, max_ways)
            if not shown[kind][0].beside:
                # Moves that come later in a turn aren't shown before this one.
                break
    answers = [choice for some in shown.values() for choice in some]
    together = {*hints.path_fields, *hints.rare}
    if 0 < max_ways < sum(not choice.beside and choice.kind in together for choice in answers):
        return next_answers(moves, said, hints, max_ways=0)  # The paths of several kinds share a select.
    return answers


def _places(choices: Sequence[Choice]) -> int:
    """Return how many button places the answers take; a select takes one."""
    return sum(choice.beside for choice in choices) + len({choice.kind for choice in choices if not choice.beside})


def _side_by_side(found: list[Choice], room: int, hints: PickerHints, max_ways: int) -> list[Choice]:
    """Return the answers of one kind, with as many side by side as there is room for, and the rest in a select.

    For kinds with paths, the answers with the highest priority stay before the select, unless they would be few. They
    use the default path to their goal, and the select has the other paths (`PickerHints.select_fields`).
    """
    here = [choice for choice in found if choice.beside]
    rest = [choice for choice in found if not choice.beside]
    if len(here) + bool(rest) > room:
        first = room - 1 if room - 1 > MAX_TAKEN_FOR_ALL and here[0].kind in hints.path_fields else 0
        wanted = {choice.said for choice in sorted(here, key=lambda choice: hints.priority(choice.moves[0]))[:first]}
        rest = [choice for choice in here if choice.said not in wanted] + rest
        here = [choice for choice in here if choice.said in wanted]
    if rest and rest[0].kind in hints.select_fields:
        rest = _further(rest, {choice.move for choice in here if choice.move}, hints.select_fields, max_ways)
    alone = len(rest) == 1 and rest[0].kind not in hints.path_fields
    return [*here, *(replace(choice, beside=alone) for choice in rest)]


def _further(rest: Sequence[Choice], shown: Collection[Move], ways: Mapping[str, str], max_ways: int) -> list[Choice]:
    """Return an answer for each move without a button, or for each goal if there are too many moves for a select."""
    alone = {choice.move: choice for choice in rest if choice.move}
    left = dict.fromkeys(move for choice in rest for move in choice.moves if move not in shown)
    if len(left) > max_ways:
        return list({goal_words(ways, choice.moves[0]): choice for choice in rest}.values())
    last = len(rest[0].moves[0].words) - 1
    place = last if field_place(ways, rest[0].moves[0]) != last else 0
    return [alone.get(move) or Choice(move.words, (move,), place) for move in left]


def _answers(left: Sequence[Move], said: Said, hints: PickerHints) -> list[Choice]:
    """Return all answers to the next question about moves of one kind.

    The answer for a goal uses the cheapest way to it. A goal with several ways also gets an answer in the select, for
    choosing the way.
    """
    ways, last = hints.select_fields, len(left[0].words) - 1
    way = field_place(ways, left[0])
    if not way or len(left) < 2 or len(said) > 1:
        return _fields(left, hints, max(len(said), 1))
    place = last if way != last else last - 1
    goals: dict[Said, list[Move]] = {}
    for move in sorted(left, key=hints.cost):
        goals.setdefault(goal_words(ways, move), []).append(move)
    found = [Choice(some[0].words, (some[0],), place) for some in goals.values()]
    return [*found, *(Choice(goal, tuple(some), place, beside=False) for goal, some in goals.items() if some[1:])]


def _fields(left: Sequence[Move], hints: PickerHints, chosen: int) -> list[Choice]:
    """Return the answers for moves of one kind: the moves themselves if they are few, otherwise a field's values."""
    if len(left) < 2:
        return [Choice(move.words, (move,)) for move in left]
    ordered = {move: move.words for move in sorted(left, key=hints.cost)}
    fields = range(1, len(left[0].words))
    place = next(place for place in fields if len({words[place] for words in ordered.values()}) > 1)
    groups: dict[str, list[Move]] = {}
    for move, words in ordered.items():
        groups.setdefault(words[place], []).append(move)
    way = field_place(hints.select_fields, left[0])
    few = way is None and left[0].kind not in hints.by_field and len(left) <= hints.max_whole
    if few or (place == way and len(left) == len(groups)):
        return [Choice(words, (move,), 0 if few else place) for move, words in ordered.items()]
    return [Choice(_shared(some, max(place + 1, chosen)), tuple(some), place) for some in groups.values()]


def _shared(moves: Sequence[Move], count: int) -> Said:
    """Return the first words of the moves, with open fields where they differ."""
    words = zip(*(move.words[:count] for move in moves), strict=True)
    return tuple(word if len({word, *others}) == 1 else OPEN for word, *others in words)


def question_before(moves: Sequence[Move], said: Said, hints: PickerHints = DEFAULT_HINTS) -> Said:
    """Return the words before the last answer, or () if only the first question was answered."""
    left = set(moves_beginning(moves, said))
    waiting: list[Said] = [()]
    for earlier in waiting:
        for choice in next_answers(moves, earlier, hints):
            if choice.said == said:
                return earlier
            if choice.said not in waiting and left < set(choice.moves):
                waiting.append(choice.said)
    return ()
