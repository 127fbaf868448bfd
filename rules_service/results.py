"""The results of finished games, computed from their logs, the only record."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rules.game import Game, blocking
from rules_service.loaded import POSITIONS, LoadedGame, replay
from storage import LineKind, LogRow, ResultRow, TableRow


def results_of(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> list[ResultRow]:
    """Return by seat the points, the place, and the seconds that each answer took.

    Seats that changed hands are left out, because their result counts for no one.

    Raises:
        DamagedGame: the game does not replay to the stored digest.
    """
    loaded = replay(game, row, lines)
    score, answers = loaded.table.score(), answers_of(loaded, lines)
    return [
        ResultRow(seat, score.points[seat], score.ranking.index(seat) + 1, tuple(answers[seat]))
        for seat in range(loaded.table.seats)
        if len(holders(lines, loaded.start, seat)) == 1
    ]


def holders(lines: Sequence[LogRow], start: int, seat: int) -> set[int | None]:
    """Return the players who held the seat during the game. None: a computer moved for its player."""
    mine = [line for line in lines if line.seat == seat]
    held = [line for line in mine if line.kind in (LineKind.SEAT, LineKind.MOVE)]
    joined = [line for line in mine if line.kind == LineKind.JOIN and line.number > start]
    return {line.player for line in (*held, *joined)}


def answers_of(loaded: LoadedGame, lines: Sequence[LogRow]) -> list[list[int]]:
    """Return by seat how many seconds the game waited for it each time."""
    times = {line.number: line.at for line in lines if line.kind in POSITIONS}
    found: list[list[int]] = [[] for _ in range(loaded.table.seats)]
    moments = loaded.table.moments()
    since: dict[int, datetime] = dict.fromkeys(blocking(next(moments).state), times[loaded.start])
    for step, now in zip(loaded.table.steps, moments, strict=True):
        at, waiting = times[loaded.numbers[step.number - 1]], blocking(now.state)
        for seat in [*since]:
            if seat not in waiting or (seat == step.seat and step.ends):
                found[seat].append(round((at - since.pop(seat)).total_seconds()))
        since = {**dict.fromkeys(waiting, at), **since}
    return found
