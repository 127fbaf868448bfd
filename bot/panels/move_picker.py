"""From the list of legal moves to the next thing to ask: as much of a move with one press as there is room for.

How a game likes to be asked stands in its `PickerHints`. Nothing is stored until a move is whole. What has been said
of a move are its words (`rules.notation.words_of`) from the first one on; ``*`` leaves a field open: ``go * h7`` is
every way to hex 7.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.games import PickerHints
from bot.ui.item import OPTIONS
from rules.notation import Move, words_of

BESIDE = 15  # answers that stand beside each other; a select of further ones is one of them
SCANT = 3  # so few answers before a select of the rest look as if they were all
OPEN = "*"
Said = tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """One answer: what it says of the move, and the moves it leads to."""

    said: Said
    moves: tuple[Move, ...]
    field: int = 0  # which word of the move it gives; 0: the kind of move, or all of it
    beside: bool = True  # it stands beside others; else in the select of its kind

    @property
    def kind(self) -> str:
        """The kind of move."""
        return self.said[0]

    @property
    def prefix(self) -> str:
        """What it says as an id carries it."""
        return " ".join(self.said)

    @property
    def move(self) -> Move | None:
        """The whole move if this answer leaves only one."""
        return self.moves[0] if len(self.moves) == 1 else None

    @property
    def words(self) -> Said:
        """The move as far as the answer says it."""
        return words_of(self.moves[0])[: self.field + 1] if self.field else self.said


PLAIN = PickerHints()


def place_of(fields: Mapping[str, str], move: Move) -> int | None:
    """Where among the words of a move the field stands that is named for its kind; 0 for "", None where none is."""
    name = fields.get(words_of(move)[0])
    if name is None:
        return None
    return move.__struct_fields__.index(name) + 1 if name else 0


def below(moves: Sequence[Move], said: Said) -> list[Move]:
    """The moves of which this has been said."""
    if OPEN not in said:
        return [move for move in moves if words_of(move)[: len(said)] == said]
    return [
        move
        for move in moves
        if len(its := words_of(move)) >= len(said)
        and all(word in (OPEN, own) for word, own in zip(said, its, strict=False))
    ]


def narrow(moves: Sequence[Move], said: Said = (), hints: PickerHints = PLAIN) -> list[Choice]:
    """The answers to the next question when this has been said, in the order of the moves; none if no move is left.

    What has one value is not asked, so two or more answers come back, or one that is a whole move.
    """
    left = below(moves, said)
    kinds: dict[str, list[Move]] = {}
    for move in left:
        kinds.setdefault(words_of(move)[0], []).append(move)
    if len(kinds) < 2:
        found = _answers(left, said, hints) if left else []
        return _side_by_side(found, BESIDE, hints) if found else []
    shown = {kind: [Choice((kind,), tuple(some))] for kind, some in kinds.items()}
    for kind in filter(kinds.__contains__, hints.rare):
        found = _answers(kinds[kind], (), hints)
        shown[kind] = [replace(choice, beside=len(found) == 1) for choice in found]
    for kind in filter(kinds.__contains__, hints.spread):
        others = [choice for one, some in shown.items() if one != kind for choice in some]
        room = min(BESIDE - _places(others), hints.at_most.get(kind, BESIDE))
        found = _answers(kinds[kind], (), hints)
        if kind in hints.by_field and found[0].field > 1:  # what has one value is said here: the other kinds hide it
            found = [Choice(_shared(kinds[kind], found[0].field), tuple(kinds[kind]), 1)]
        if _places(found) <= room or kind in hints.selects:
            shown[kind] = _side_by_side(found, room, hints)
            if not shown[kind][0].beside:
                break  # what comes later in a turn does not stand before it
    return [choice for some in shown.values() for choice in some]


def _places(choices: Sequence[Choice]) -> int:
    """How many places beside each other the answers take: a select is one."""
    return sum(choice.beside for choice in choices) + len({choice.kind for choice in choices if not choice.beside})


def _side_by_side(found: list[Choice], room: int, hints: PickerHints) -> list[Choice]:
    """Answers of one kind; where there is not room for all, all of them stand in a select.

    Of kinds with ways (`PickerHints.folded`) those most wanted stand before it, unless they would be few: each place
    that is reached in the usual way is there, and the select holds the rest.
    """
    here = [choice for choice in found if choice.beside]
    rest = [choice for choice in found if not choice.beside]
    if len(here) + bool(rest) > room:
        first = room - 1 if room - 1 > SCANT and here[0].kind in hints.ways else 0
        wanted = {choice.said for choice in sorted(here, key=lambda choice: hints.wanted(choice.moves[0]))[:first]}
        rest = [choice for choice in here if choice.said not in wanted] + rest
        here = [choice for choice in here if choice.said in wanted]
    if rest and rest[0].kind in hints.folded:
        way = place_of(hints.folded, rest[0].moves[0])
        assert way
        rest = _further(rest, {choice.move for choice in here if choice.move}, way)
    alone = len(rest) == 1 and rest[0].kind not in hints.ways
    return [*here, *(replace(choice, beside=alone) for choice in rest)]


def _further(rest: Sequence[Choice], shown: Collection[Move], way: int) -> list[Choice]:
    """All ways that are not shown yet, each by itself; if they are too many for selects, by where they lead."""
    alone = {choice.move: choice for choice in rest if choice.move}
    left = dict.fromkeys(move for choice in rest for move in choice.moves if move not in shown)
    if len(left) > OPTIONS:
        return list({_without(choice.moves[0], way): choice for choice in rest}.values())
    last = len(words_of(rest[0].moves[0])) - 1
    return [alone.get(move) or Choice(words_of(move), (move,), last if way != last else 0) for move in left]


def _answers(left: Sequence[Move], said: Said, hints: PickerHints) -> list[Choice]:
    """All answers to the next question about moves of one kind."""
    if len(left) > 1 and len(said) < 2 and place_of(hints.folded, left[0]):
        return _goals(left, hints)
    return _fields(left, hints, max(len(said), 1))


def _goals(left: Sequence[Move], hints: PickerHints) -> list[Choice]:
    """Where moves lead, each goal by its cheapest way; goals with other ways a second time, not beside the others."""
    way, last = place_of(hints.folded, left[0]), len(words_of(left[0])) - 1
    assert way
    place = last if way != last else last - 1
    goals: dict[Said, list[Move]] = {}
    for move in sorted(left, key=hints.cost):
        goals.setdefault(_without(move, way), []).append(move)
    found = [Choice(words_of(some[0]), (some[0],), place) for some in goals.values()]
    return [*found, *(Choice(goal, tuple(some), place, beside=False) for goal, some in goals.items() if some[1:])]


def _without(move: Move, place: int) -> Said:
    """The move with one field left open; the last one is left out."""
    words = words_of(move)
    return (*words[:place], OPEN, *words[place + 1 :]) if place < len(words) - 1 else words[:place]


def _fields(left: Sequence[Move], hints: PickerHints, chosen: int) -> list[Choice]:
    """The answers among moves of one kind: the moves themselves if they are few, else the values of a field."""
    if len(left) < 2:
        return [Choice(words_of(move), (move,)) for move in left]
    kind = words_of(left[0])[0]
    ordered = {move: words_of(move) for move in sorted(left, key=hints.cost)}
    fields = range(1, len(words_of(left[0])))
    place = next(place for place in fields if len({words[place] for words in ordered.values()}) > 1)
    groups: dict[str, list[Move]] = {}
    for move, words in ordered.items():
        groups.setdefault(words[place], []).append(move)
    way = place_of(hints.folded, left[0])
    few = way is None and kind not in hints.by_field and len(left) <= hints.whole
    if place == way and len(left) == len(groups):
        return [Choice(words, (move,), place) for move, words in ordered.items()]
    if few:
        return [Choice(words, (move,)) for move, words in ordered.items()]
    return [Choice(_shared(some, max(place + 1, chosen)), tuple(some), place) for some in groups.values()]


def _shared(moves: Sequence[Move], count: int) -> Said:
    """The first words of the moves, as far as they are the same."""
    words = zip(*(words_of(move)[:count] for move in moves), strict=True)
    return tuple(word if len({word, *others}) == 1 else OPEN for word, *others in words)


def back(moves: Sequence[Move], said: Said, hints: PickerHints = PLAIN) -> Said:
    """What had been said one question earlier: where this was an answer; nothing where it is none."""
    left = set(below(moves, said))
    waiting: list[Said] = [()]
    for earlier in waiting:
        for choice in narrow(moves, earlier, hints):
            if choice.said == said:
                return earlier
            if choice.said not in waiting and left < set(choice.moves):
                waiting.append(choice.said)
    return ()
