"""From the list of legal moves to the next thing to ask: as much of a move with one press as there is room for.

Works on notation alone; how a game likes to be asked stands in its `PickerHints`. Nothing is stored until a move is
whole.
A prefix is the beginning of a move in notation; ``*`` leaves a field open: ``go * h7`` is every way to hex 7.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.games import PickerHints
from bot.ui.item import OPTIONS

BESIDE = 10  # answers that stand beside each other; a select of further ones is one of them
SCANT = 3  # so few answers before a select of the rest look as if they were all
SELECTS = 2  # of one kind, at most, where answers can be asked for in two steps
OPEN = "*"


@dataclass(frozen=True)
class Choice:
    """One answer: the notation it stands for, and the moves it leads to."""

    prefix: str
    moves: tuple[str, ...]
    field: int = 0  # which word of the move it gives; 0: the kind of move, or all of it
    beside: bool = True  # it stands beside others; else in the select of its kind

    @property
    def kind(self) -> str:
        """The kind of move."""
        return self.prefix.partition(" ")[0]

    @property
    def move(self) -> str:
        """The whole move if this answer leaves only one, else empty."""
        return self.moves[0] if len(self.moves) == 1 else ""

    @property
    def words(self) -> list[str]:
        """The move as far as the answer says it."""
        return self.moves[0].split()[: self.field + 1] if self.field else self.prefix.split()


PLAIN = PickerHints()


def below(moves: Sequence[str], prefix: str) -> list[str]:
    """The moves that begin with the words of the prefix."""
    words = prefix.split()
    if OPEN not in words:
        start = "".join(f"{word} " for word in words)
        return [move for move in moves if f"{move} ".startswith(start)]
    said = [(place, word) for place, word in enumerate(words) if word != OPEN]
    return [
        move
        for move, its in ((move, move.split()) for move in moves)
        if len(its) >= len(words) and all(its[place] == word for place, word in said)
    ]


def narrow(moves: Sequence[str], prefix: str = "", hints: PickerHints = PLAIN) -> list[Choice]:
    """The answers to the next question under the prefix, in the order of the moves; none if no move is left.

    What has one value is not asked, so two or more answers come back, or one that is a whole move.
    """
    left = below(moves, prefix)
    kinds: dict[str, list[str]] = {}
    for move in left:
        kinds.setdefault(move.split()[0], []).append(move)
    if len(kinds) < 2:
        return _side_by_side(_answers(left, prefix, hints), BESIDE, hints) if left else []
    shown = {kind: [Choice(kind, tuple(some))] for kind, some in kinds.items()}
    for kind in filter(kinds.__contains__, hints.spread):
        others = [choice for one, some in shown.items() if one != kind for choice in some]
        room = BESIDE - _places(others)
        found = _answers(kinds[kind], "", hints)
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
    """Answers of one kind; where there is not room for all, those most wanted go before a select of the rest.

    Where these would be few, all of them stand in the select.
    """
    here = [choice for choice in found if choice.beside]
    rest = [choice for choice in found if not choice.beside]
    if len(here) + bool(rest) > room:
        first = room - 1 if room - 1 > SCANT else 0
        wanted = {choice.prefix for choice in sorted(here, key=lambda choice: hints.wanted(choice.moves[0]))[:first]}
        rest = [choice for choice in here if choice.prefix not in wanted] + rest
        here = [choice for choice in here if choice.prefix in wanted]
    if rest and rest[0].kind in hints.ways:
        rest = _further(rest, {choice.move for choice in here}, hints.ways[rest[0].kind])
    return [*here, *(replace(choice, beside=len(rest) == 1) for choice in rest)]


def _further(rest: Sequence[Choice], shown: Collection[str], way: int) -> list[Choice]:
    """All ways that are not shown yet, each by itself; if they are too many for selects, by where they lead."""
    left = dict.fromkeys(move for choice in rest for move in choice.moves if move not in shown)
    if len(left) <= SELECTS * OPTIONS:
        return [Choice(move, (move,), len(move.split()) - 1) for move in left]
    return list({_without(choice.moves[0], way): choice for choice in rest}.values())


def _answers(left: Sequence[str], prefix: str, hints: PickerHints) -> list[Choice]:
    """All answers to the next question about moves of one kind."""
    if len(left) > 1 and prefix in ("", *hints.ways) and left[0].split()[0] in hints.ways:
        return _goals(left, hints)
    return _fields(left, hints, max(len(prefix.split()), 1))


def _goals(left: Sequence[str], hints: PickerHints) -> list[Choice]:
    """Where moves lead, each goal by its cheapest way; goals with other ways a second time, not beside the others."""
    way, place = hints.ways[left[0].split()[0]], len(left[0].split()) - 1
    goals: dict[str, list[str]] = {}
    for move in sorted(left, key=hints.cost):
        goals.setdefault(_without(move, way), []).append(move)
    found = [Choice(some[0], (some[0],), place) for some in goals.values()]
    return [*found, *(Choice(goal, tuple(some), place, beside=False) for goal, some in goals.items() if some[1:])]


def _without(move: str, place: int) -> str:
    """The move with one field left open."""
    words = move.split()
    words[place] = OPEN
    return " ".join(words)


def _fields(left: Sequence[str], hints: PickerHints, chosen: int) -> list[Choice]:
    """The answers among moves of one kind: the moves themselves if they are few, else the values of a field."""
    if len(left) < 2:
        return [Choice(move, (move,)) for move in left]
    kind = left[0].split()[0]
    split = {move: move.split() for move in sorted(left, key=hints.cost)}
    fields = range(1, len(split[left[0]]))
    place = next(place for place in fields if len({words[place] for words in split.values()}) > 1)
    groups: dict[str, list[str]] = {}
    for move, words in split.items():
        groups.setdefault(words[place], []).append(move)
    way = hints.ways.get(kind)
    few = way is None and kind not in hints.by_field and len(left) <= hints.whole
    if place == way and len(left) == len(groups):
        return [Choice(move, (move,), place) for move in split]
    if few:
        return [Choice(move, (move,)) for move in split]
    return [Choice(_shared(some, max(place + 1, chosen)), tuple(some), place) for some in groups.values()]


def _shared(moves: Sequence[str], count: int) -> str:
    """The first words of the moves, as far as they are the same."""
    words = zip(*(move.split()[:count] for move in moves), strict=True)
    return " ".join(word if len({word, *others}) == 1 else OPEN for word, *others in words)


def back(moves: Sequence[str], prefix: str, hints: PickerHints = PLAIN) -> str:
    """The prefix one question earlier: under which the prefix is an answer; the first question where it is none."""
    left = set(below(moves, prefix))
    waiting = [""]
    for earlier in waiting:
        for choice in narrow(moves, earlier, hints):
            if choice.prefix == prefix:
                return earlier
            if choice.prefix not in waiting and left < set(choice.moves):
                waiting.append(choice.prefix)
    return ""
