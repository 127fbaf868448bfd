"""The past turns of a game as they could be seen then, and its results, computed from the log."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any

from rules.game import Game, blocking_seats
from rules.log import Played
from rules.table import Table
from rules_service.loaded import POSITION_KINDS, LoadedGame, replay_game
from storage import LineKind, LogRow, ResultRow, TableRow


@dataclass(frozen=True)
class TurnRecord:
    """A turn of the game, or the part of it that was posted in the channel.

    ``number`` counts the turns of the game; 0 is before the first one. ``first`` and ``last`` are the indices of its
    moves in `Table.steps`. ``seats`` made these moves, and ``view`` is the view before them.
    """

    number: int
    first: int
    last: int
    seats: tuple[int, ...]
    view: Any = field(repr=False)


def turns_of(table: Table, seat: int | None) -> list[TurnRecord]:
    """Return the turns that were posted in the channel, each with the seat's view (None: the public's) before it."""
    told = max((at for at, step in enumerate(table.steps, 1) if step.ends), default=0)
    found: dict[int, TurnRecord] = {}
    for at, (step, before) in enumerate(zip(table.steps[:told], table.moments(), strict=False)):
        turn = found.get(step.turn) or TurnRecord(step.turn, at, at, (), before.view(seat))
        found[step.turn] = replace(turn, last=at, seats=tuple(dict.fromkeys((*turn.seats, step.seat))))
    return list(found.values())


def moves_of(table: Table, seat: int | None, turns: Sequence[TurnRecord]) -> tuple[Any, list[Played[Any]]]:
    """Return the view before these consecutive turns and their moves, as known to the seat (None: to the public)."""
    first, last = turns[0].first, turns[-1].last
    before, *after = [now.view(seat) for now in islice(table.moments(), first, last + 2)]
    moves = []
    for at, view in enumerate(after, first):
        move = table.game.notation.parse(table.steps[at].move)
        touched = table.game.targets(move) if move is not None else ()
        events = [event for event in table.steps[at].events if event.reader() in (None, seat)]
        moves.append(Played(events, touched, view, any(at == turn.last for turn in turns)))
    return before, moves


def results_of(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> list[ResultRow]:
    """Return each seat's points, place, and response times in seconds.

    Seats that changed hands, even to a computer for a while, are left out, because their results count for no one.
    Raise DamagedGame if the game does not replay to the stored digest.
    """
    loaded = replay_game(game, row, lines)
    score, answers = loaded.table.score(), answers_of(loaded, lines)
    return [
        ResultRow(seat, score.points[seat], score.place(seat), tuple(answers[seat]))
        for seat in range(loaded.table.seats)
        if len(holders(lines, loaded.start, seat)) == 1
    ]


def holders(lines: Sequence[LogRow], start: int, seat: int) -> set[int | None]:
    """Return the players who held the seat during the game. None stands for a computer that moved for its player."""
    mine = [line for line in lines if line.seat == seat]
    held = [line for line in mine if line.kind in (LineKind.SEAT, LineKind.MOVE)]
    joined = [line for line in mine if line.kind == LineKind.JOIN and line.number > start]
    return {line.player for line in (*held, *joined)}


def answers_of(loaded: LoadedGame, lines: Sequence[LogRow]) -> list[list[int]]:
    """Return, for each seat, how many seconds the game waited for it each time."""
    times = {line.number: line.at for line in lines if line.kind in POSITION_KINDS}
    found: list[list[int]] = [[] for _ in range(loaded.table.seats)]
    moments = loaded.table.moments()
    since: dict[int, datetime] = dict.fromkeys(blocking_seats(next(moments).state), times[loaded.start])
    for step, now in zip(loaded.table.steps, moments, strict=True):
        at, waiting = times[loaded.numbers[step.number - 1]], blocking_seats(now.state)
        for seat in [*since]:
            if seat not in waiting or (seat == step.seat and step.ends):
                found[seat].append(round((at - since.pop(seat)).total_seconds()))
        since = {**dict.fromkeys(waiting, at), **since}
    return found
