"""The past turns of a game, and what could be seen during them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from rules.log import Played
from rules.table import Table


@dataclass(frozen=True)
class TurnRecord:
    """A turn of the game, or its part that was posted in the channel. Moves are indices into `Table.steps`.

    ``number`` counts the turns of the game; 0 is before the first one. ``seats`` made the moves, and ``view`` is what
    could be seen before them.
    """

    number: int
    first: int
    last: int
    seats: tuple[int, ...]
    view: Any = field(repr=False)


def turns_of(table: Table, seat: int | None) -> list[TurnRecord]:
    """Return the turns that were posted in the channel, with the view of the seat (None: of the public) before each."""
    told = max((at for at, step in enumerate(table.steps, 1) if step.ends), default=0)
    found: dict[int, TurnRecord] = {}
    for at, (step, before) in enumerate(zip(table.steps[:told], table.moments(), strict=False)):
        turn = found.get(step.turn) or TurnRecord(step.turn, at, at, (), before.view(seat))
        found[step.turn] = replace(turn, last=at, seats=tuple(dict.fromkeys((*turn.seats, step.seat))))
    return list(found.values())


def moves_of(table: Table, seat: int | None, turns: Sequence[TurnRecord]) -> tuple[Any, list[Played[Any]]]:
    """Return the seat's (None: the public's) view before these consecutive turns, and their moves.

    The moves contain only what the seat may know.
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
