"""Loaded games: replaying stored logs and comparing digests."""

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rules.game import Game
from rules.log import Entry, Log
from rules.table import Table
from rules_service.errors import damaged_game
from rules_service.models import Verdict
from rules_service.options import game_options, read_options
from storage import LineKind, LogRow, TableRow

log = logging.getLogger(__name__)

MOVES = (LineKind.MOVE, LineKind.UNDO, LineKind.BACK)
POSITION_KINDS = (LineKind.START, *MOVES)  # each of these lines leads to a position, and has its digest


@dataclass(frozen=True)
class LoadedGame:
    """A game in memory. It is never changed: callers play on a fork of its table."""

    table: Table = field(repr=False)
    start: int  # log number of the set-up
    numbers: tuple[int, ...]  # log number of each of the table's entries
    views: dict[int | None, Any] = field(default_factory=dict, repr=False, compare=False)  # see `Snapshot`

    @property
    def played(self) -> int:
        """Return the number of the last log line that led to this position."""
        return self.numbers[-1] if self.numbers else self.start


def replay_game(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> LoadedGame:
    """Replay a stored game, or its beginning. Raise DamagedGame if the result does not match the stored digest."""
    start = next(line for line in lines if line.kind == LineKind.START)
    played = [line for line in lines if line.kind in MOVES]
    last = played[-1] if played else start
    try:
        numbers = [line.number for line in played]
        entries = [read_entry(line, numbers) for line in played]
        options = game_options(game, len(row.seats), read_options(row.options))
        table = Table.load(game, Log(game.id, len(row.seats), row.seed, options, entries), trusted=True)
        same = table.digest == last.digest
    except Exception as error:  # a damaged log may raise anything
        # The error's text and the traceback could reveal secrets, so neither is logged.
        log.error("table %s: replaying its %s log lines failed: %s", row.id, len(played), type(error).__name__)
        raise damaged_game() from None
    if not same:
        log.error("table %s: the digest after line %s differs from the stored one", row.id, last.number)
        raise damaged_game()
    return LoadedGame(table, start.number, tuple(numbers))


def caught_up(loaded: LoadedGame, lines: Sequence[LogRow]) -> LoadedGame | None:
    """Return the game after these further lines of its log, or None if they lead to another digest or have no moves."""
    played = [line for line in lines if line.kind in MOVES]
    numbers = (*loaded.numbers, *(line.number for line in played))
    table = loaded.table.fork()
    try:
        for line in played:
            table.repeat(read_entry(line, numbers))
    except Exception:  # a damaged game may raise anything
        return None
    return LoadedGame(table, loaded.start, numbers) if played and table.digest == played[-1].digest else None


def read_entry(line: LogRow, numbers: Sequence[int]) -> Entry:
    """Return a stored line as an entry of the game's own log. ``numbers``: the numbers of all its moves and undos."""
    assert line.seat is not None
    if line.kind == LineKind.BACK:
        return Entry(line.seat, back=bisect_right(numbers, int(line.text)))
    if line.kind == LineKind.UNDO:
        return Entry(line.seat, undo=int(line.text))
    return Entry(line.seat, line.text, joined=line.joined)


def verify_game(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> Verdict:
    """Replay a stored game with every check, and compare each digest, and the seed with its fingerprint."""
    why, moves = strange(row, lines), 0
    if not why:
        why, moves = check_moves(game, row, lines)
    return Verdict(row.id, not why, moves, why)


def strange(row: TableRow, lines: Sequence[LogRow]) -> str:
    """Describe how the table contradicts its fingerprint or log, or return ""."""
    if sha256(row.seed.encode()).hexdigest() != row.fingerprint:
        return "the seed is not the one of the fingerprint"
    if [line.number for line in lines] != list(range(1, row.number + 1)):
        return "its log does not have the lines it should have"
    if any((line.kind in POSITION_KINDS) != bool(line.digest) for line in lines):
        return "a line of its log is of another kind than it was"
    if max((line.number for line in lines if line.digest), default=0) != row.played:
        return "its last move is not where it should be"
    if (LineKind.START in {line.kind for line in lines}) != (row.started is not None):
        return "its log does not tell whether it has begun"
    return ""


def check_moves(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> tuple[str, int]:
    """Replay the game of a log with every check.

    Return a description of the first line that is refused or leads to another digest than the stored one, or "". Also
    return the number of moves that everyone can see, without those that a player can still undo (0 after a problem).
    """
    start = next((line for line in lines if line.kind == LineKind.START), None)
    if start is None:
        return "", 0
    line = start
    try:
        table = Table(game, len(row.seats), row.seed, game_options(game, len(row.seats), read_options(row.options)))
        if table.digest != start.digest:
            return f"the set-up, line {start.number}, has another digest", 0
        played = [line for line in lines if line.kind in MOVES]
        numbers = [line.number for line in played]
        for line in played:
            table.repeat(read_entry(line, numbers))
            if table.digest != line.digest:
                return f"line {line.number} has another digest", 0
        return "", len(table.settled().steps)
    except Exception as error:  # the error's text could reveal secrets
        return f"line {line.number} is refused: {type(error).__name__}", 0
