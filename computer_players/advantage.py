"""The advantage of one way to play over another: the reason for a hint or for a review's better turn."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

import msgspec

LEAST = 0.25  # smaller differences in value are no reason

# An asset of a seat: the game's word for its kind, the amount, and its value.
Asset = tuple[str, float, float]
Assets = Callable[[Any, int], Iterable[Asset]]  # from a position and a seat; always the same kinds in the same order


class Advantage(msgspec.Struct, frozen=True):
    """An asset of which a seat has more after one way to play than after another (or less, if it is a drawback)."""

    kind: str
    more: int = 0
    less: int = 0


def largest(assets: Assets, better: Sequence[Any], other: Sequence[Any], seat: int) -> Advantage | None:
    """Return the seat's advantage that contributes most to the lead in value of one way to play over another.

    ``better`` and ``other``: the positions after each way. Only differences that round to at least one unit, and are
    worth at least `LEAST`, count. Return None if there are none.
    """
    found = []
    now, then = ([list(assets(state, seat)) for state in states] for states in (better, other))
    for some, few in zip(zip(*now, strict=True), zip(*then, strict=True), strict=True):
        less = fmean(one[1] for one in few)
        difference = round(fmean(one[1] for one in some) - less)
        value = fmean(one[2] for one in some) - fmean(one[2] for one in few)
        if difference and value >= LEAST:
            found.append((value, Advantage(some[0][0], round(less) + difference, round(less))))
    return max(found, key=lambda one: one[0])[1] if found else None
