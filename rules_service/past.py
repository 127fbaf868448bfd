"""The turns of a game that were played, and what could be seen in the course of them."""

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from rules.game import blocking
from rules.table import Table
from rules_service.turns import begins, ends_turn


@dataclass(frozen=True)
class PastTurn:
    """A turn that is over: the moves it took, as places among the table's `Table.steps`, and who made them.

    ``view`` is what could be seen as it began.
    """

    first: int
    last: int
    seats: tuple[int, ...]
    view: Any = field(repr=False)


def turns_of(table: Table, seat: int | None) -> list[PastTurn]:
    """The turns that are over, as a channel was told of them, with what the seat, or the public, could see."""
    found: list[PastTurn] = []
    moments = table.moments()
    now = next(moments)
    first, began = 0, now.view(seat)
    waited_for, undoable = blocking(now.state), [now.undoable(one) for one in range(now.seats)]
    for at, (step, now) in enumerate(zip(table.steps, moments, strict=True)):
        fresh = now.undoable(step.seat) <= undoable[step.seat] and begins(now, step.seat)
        if ends_turn(waited_for, now, fresh):
            seats = dict.fromkeys(one.seat for one in table.steps[first : at + 1])
            found.append(PastTurn(first, at, tuple(seats), began))
            first, began = at + 1, now.view(seat)
        waited_for, undoable = blocking(now.state), [now.undoable(one) for one in range(now.seats)]
    return found


def views(table: Table, seat: int | None, first: int, last: int) -> list[Any]:
    """What the seat, or the public, could see before the step in the place ``first``, and after each up to ``last``."""
    return [now.view(seat) for now in islice(table.moments(), first, last + 2)]
