"""The turns of a game that were played, and what could be seen in the course of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from rules.played import Played
from rules.table import Table


@dataclass(frozen=True)
class PastTurn:
    """A turn of the game, or as much of it as a channel was told: its moves, as places among `Table.steps`.

    ``number`` counts the turns through the game; what comes before the first one is 0. ``seats`` have made the moves,
    and ``view`` is what could be seen before them.
    """

    number: int
    first: int
    last: int
    seats: tuple[int, ...]
    view: Any = field(repr=False)


def turns_of(table: Table, seat: int | None) -> list[PastTurn]:
    """The turns as far as a channel was told of them, with what the seat, or the public, could see."""
    told = max((at for at, step in enumerate(table.steps, 1) if step.ends), default=0)
    found: dict[int, PastTurn] = {}
    for at, (step, before) in enumerate(zip(table.steps[:told], table.moments(), strict=False)):
        turn = found.get(step.turn) or PastTurn(step.turn, at, at, (), before.view(seat))
        found[step.turn] = replace(turn, last=at, seats=tuple(dict.fromkeys((*turn.seats, step.seat))))
    return list(found.values())


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
