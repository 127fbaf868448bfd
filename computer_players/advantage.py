"""In what one way to play is better than another: the reason for a hint, and for the better turn of a review."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

LEAST = 0.25  # the least difference in value that is a reason


class Advantage(msgspec.Struct, frozen=True):
    """What the position after one way to play has that the one after another lacks.

    ``kind`` is a word of the game's, and ``about`` the id of what it is about, if there is one. ``more`` is how much of
    it the better position has, and ``less`` the other one.
    """

    kind: str
    about: str = ""
    more: int = 0
    less: int = 0


# Names the largest advantage from the position before, positions after the better way to play, and, drawn alike, after
# the other one, and the seat.
NameAdvantage = Callable[[Any, Sequence[Any], Sequence[Any], int], Advantage | None]


def largest(found: Iterable[tuple[float, Advantage]]) -> Advantage | None:
    """Return the advantage with the most value, of those that are larger in whole numbers; None if there is none."""
    worth = [one for one in found if one[0] >= LEAST and one[1].more != one[1].less]
    return max(worth, key=lambda one: one[0])[1] if worth else None
