"""From the list of legal moves to the next thing to ask: first the verb, then field after field.

Works on notation alone, so it is the same for every game. Nothing is stored until a move is whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """One answer: the word that tells it from the others, and the moves it leads to."""

    prefix: str  # the notation up to and including the word
    word: str
    moves: tuple[str, ...]

    @property
    def move(self) -> str:
        """The whole move if this answer leaves only one, else empty."""
        return self.moves[0] if len(self.moves) == 1 else ""


def below(moves: Sequence[str], prefix: str) -> list[str]:
    """The moves that begin with the words of the prefix."""
    words = prefix.split()
    return [move for move in moves if move.split()[: len(words)] == words]


def narrow(moves: Sequence[str], prefix: str = "") -> list[Choice]:
    """The answers to the next question under the prefix, in the order of the moves; none if no move is left.

    A field with one value is skipped, so two or more answers come back, or one that is a whole move.
    """
    left = below(moves, prefix)
    if len(left) == 1:
        return [Choice(left[0], left[0].split()[-1], (left[0],))]
    depth = len(prefix.split())
    while True:
        groups: dict[str, list[str]] = {}
        for move in left:
            groups.setdefault(" ".join(move.split()[: depth + 1]), []).append(move)
        if len(groups) != 1:
            return [Choice(start, start.split()[-1], tuple(some)) for start, some in groups.items()]
        depth += 1


def back(moves: Sequence[str], prefix: str) -> str:
    """The prefix one question earlier: the longest shorter one that leaves more to choose from."""
    words = prefix.split()
    while words:
        words.pop()
        if len(below(moves, " ".join(words))) > len(below(moves, prefix)):
            break
    return " ".join(words)
