"""From the list of legal moves to the next thing to ask: as much of a move with one press as there is room for.

Works on notation alone; how a game likes to be asked stands in its `PickerHints`. Nothing is stored until a move is
whole.
A prefix is the beginning of a move in notation; ``*`` leaves a field open: ``go * h7`` is every way to hex 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games import PickerHints

ROOM = 22  # answers that fit beside each other: with all that goes with them a message has 35 components, of 40
PAGE = 20  # answers on a page where there are more
OPEN = "*"
MOST = 0.75  # of the goals of a kind of move must find room for them to stand beside other kinds


@dataclass(frozen=True)
class Choice:
    """One answer: the notation it stands for, and the moves it leads to."""

    prefix: str
    moves: tuple[str, ...]
    field: int = 0  # which word of the move it gives; 0: the kind of move, or all of it

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
    return [move for move in moves if _begins(move.split(), words)]


def _begins(move: list[str], words: list[str]) -> bool:
    return len(move) >= len(words) and all(word in (OPEN, said) for word, said in zip(words, move, strict=False))


def narrow(moves: Sequence[str], prefix: str = "", hints: PickerHints = PLAIN) -> list[Choice]:
    """The answers to the next question under the prefix, in the order of the moves; none if no move is left.

    What has one value is not asked, so two or more answers come back, or one that is a whole move.
    """
    left = below(moves, prefix)
    kinds: dict[str, list[str]] = {}
    for move in left:
        kinds.setdefault(move.split()[0], []).append(move)
    if len(kinds) == 1 and prefix in ("", *hints.ways):
        found = _spread(left, hints, ROOM) if next(iter(kinds)) in hints.spread else []
        return found or _fields(left, hints)
    if prefix or len(left) < 2:
        return _fields(left, hints, len(prefix.split()))
    shown = {kind: [Choice(kind, tuple(some))] for kind, some in kinds.items()}
    for kind in filter(kinds.__contains__, hints.spread):
        room = ROOM + 1 - sum(map(len, shown.values()))
        shown[kind] = _spread(kinds[kind], hints, room) or shown[kind]
    return [choice for some in shown.values() for choice in some]


def _spread(left: Sequence[str], hints: PickerHints, room: int) -> list[Choice]:
    """All answers to the first question about moves of one kind; none if there are more than there is room for."""
    kind = left[0].split()[0]
    found = _goals(left, hints, room) if kind in hints.ways else _fields(left, hints)
    return found if len(found) <= room else []


def _goals(left: Sequence[str], hints: PickerHints, room: int) -> list[Choice]:
    """Where moves lead, each by the cheapest way.

    Other ways stand beside each other as far as there is room, first those that are as cheap; all of them are found
    by choosing the way first.
    """
    kind = left[0].split()[0]
    goals: dict[str, list[str]] = {}
    for move in sorted(left, key=hints.cost):
        goals.setdefault(_without(move, hints.ways[kind]), []).append(move)
    first = _fields(left, hints) if room < len(left) > len(goals) else []
    if len(goals) + len(first) > room:
        first = first and [Choice(f"{kind} {OPEN}", tuple(left))]
    many = room - len(first) >= len(goals) * MOST
    shown = list(goals.items())[: room - len(first) if first and many else None]
    room -= len(shown) + len(first)
    found = []
    for goal, some in shown:
        best = [move for move in some if not first or hints.cost(move) == hints.cost(some[0])]
        if len(best) == 1:
            found.append(Choice(best[0], tuple(best), len(goal.split()) - 1))
        elif len(best) - 1 <= room:
            room -= len(best) - 1
            found += [Choice(move, (move,)) for move in best]
        else:
            found.append(Choice(goal, tuple(some), len(goal.split()) - 1))
    return found + first


def _without(move: str, place: int) -> str:
    """The move with one field left open."""
    words = move.split()
    words[place] = OPEN
    return " ".join(words)


def _fields(left: Sequence[str], hints: PickerHints, chosen: int = 1) -> list[Choice]:
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
    if len(left) == len(groups) if place == way else way is None and len(left) <= hints.whole:
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
