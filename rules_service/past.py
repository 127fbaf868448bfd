"""The turns of a game that were played, and what could be seen in the course of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from rules.game import blocking
from rules.played import Played
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


def moves_of(table: Table, seat: int | None, turns: Sequence[PastTurn]) -> tuple[Any, list[Played[Any]]]:
    """What the seat, or the public, could see before these turns, which follow each other, and their moves.

    Of these it has no more than the seat may know.
    """
    first, last = turns[0].first, turns[-1].last
    before, *after = [now.view(seat) for now in islice(table.moments(), first, last + 2)]
    moves = []
    for at, view in enumerate(after, first):
        move = table.game.notation.parse(table.steps[at].move)
        touched = table.game.targets(move) if move is not None else ()
        events = [event for event in table.steps[at].events if event.reader() in (None, seat)]
        moves.append(Played(events, touched, view, any(at == turn.last for turn in turns)))
    return before, moves
