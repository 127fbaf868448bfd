"""Stored games, loaded: replaying logs and comparing digests."""

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rules.game import Game
from rules.log import Entry, Log
from rules.table import Table
from rules_service.errors import damaged
from rules_service.models import Verdict
from rules_service.options import of_game, read_options
from storage import LogRow, TableRow

log = logging.getLogger(__name__)

# The kinds of the lines of a log, with their texts. Of the game: "move" (in notation), "undo" (of how many moves),
# "back" (to which line of this log), "start".
# Of its people: "open", "join", "leave", "host", "seat" (who has drawn it), "option" ("name value"), "vote"
# and "unvote" (for what), "free" (whose seat), "place" (channel, server and parent channel where it went), "cancel",
# "more" (time is wanted for a turn), "ask" (the others, of what kind, what), "yes", "no" and "unask" (the line of the
# question; who asked takes it back), "pace" (the one that holds from then on), "late" (of who is), "here" (they say so
# themselves), "sleep" and "wake", "keep" (the table stays awake), "language" (that of its posts from then on),
# "standin" (a computer plays for who is late), "return" (they play again themselves), "simpler" (the level at which a
# computer has played for once).
# A computer joins with its level; where it moves for somebody the line tells nobody's name.
MOVES = ("move", "undo", "back")
POSITIONS = ("start", *MOVES)  # these come to a position, and so have its digest


@dataclass(frozen=True)
class LoadedGame:
    """A game in memory, never played on: whoever plays does so on a fork of its table."""

    table: Table = field(repr=False)
    start: int  # the log number of the set-up
    numbers: tuple[int, ...]  # the log number of each of the table's own entries

    @property
    def played(self) -> int:
        """The line of the log that has come to this position."""
        return self.numbers[-1] if self.numbers else self.start


def replay(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> LoadedGame:
    """Bring a stored game, or the beginning of one, back to life.

    Raises:
        DamagedGame: it does not come to the digest that was stored.
    """
    start = next(line for line in lines if line.kind == "start")
    played = [line for line in lines if line.kind in MOVES]
    last = played[-1] if played else start
    try:
        entries = read_entries(played)
        options = of_game(game, len(row.seats), read_options(row.options))
        table = Table.load(game, Log(game.id, len(row.seats), row.seed, options, entries), trusted=True)
        same = table.digest == last.digest
    except Exception as error:  # whatever a log that is not as it was may bring about
        # Neither the error's text nor the traceback: they could tell what is secret.
        log.error("table %s: replaying its %s log lines failed: %s", row.id, len(played), type(error).__name__)
        raise damaged() from None
    if not same:
        log.error("table %s: the digest after line %s differs from the stored one", row.id, last.number)
        raise damaged()
    return LoadedGame(table, start.number, tuple(line.number for line in played))


def caught_up(loaded: LoadedGame, lines: Sequence[LogRow]) -> LoadedGame | None:
    """The game with these further lines of its log; None where they do not come to the digest that was stored."""
    played = [line for line in lines if line.kind in MOVES]
    numbers = (*loaded.numbers, *(line.number for line in played))
    table = loaded.table.fork()
    try:
        for line in played:
            carry_out(table, read_entry(line, numbers))
    except Exception:  # whatever a game that is not as it was may bring about
        return None
    return LoadedGame(table, loaded.start, numbers) if played and table.digest == played[-1].digest else None


def carry_out(table: Table, entry: Entry) -> None:
    """Do once more what a line of the log says, with every check."""
    if entry.back is not None:
        table.back(entry.seat, entry.back)
    elif entry.undo:
        table.undo(entry.seat, entry.undo)
    else:
        table.play(entry.seat, entry.move)


def read_entries(played: Sequence[LogRow]) -> list[Entry]:
    """Stored lines of the game as the rules know them, which count by themselves."""
    numbers = [line.number for line in played]
    return [read_entry(line, numbers) for line in played]


def read_entry(line: LogRow, numbers: Sequence[int]) -> Entry:
    """One of them; ``numbers``: those of all lines of the game."""
    assert line.seat is not None
    if line.kind == "back":
        return Entry(line.seat, back=bisect_right(numbers, int(line.text)))
    return Entry(line.seat, undo=int(line.text)) if line.kind == "undo" else Entry(line.seat, line.text)


def verify(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> Verdict:
    """Play a stored game again with every check, and compare every digest and the seed with its fingerprint."""
    why, moves = "", 0
    if sha256(row.seed.encode()).hexdigest() != row.fingerprint:
        why = "the seed is not the one of the fingerprint"
    else:
        why = strange(row, lines)
    if not why:
        why, moves = check_moves(game, row, lines)
    return Verdict(row.id, not why, moves, why)


def strange(row: TableRow, lines: Sequence[LogRow]) -> str:
    """What a table tells of its log and is not so; "" if there is nothing."""
    if [line.number for line in lines] != list(range(1, row.number + 1)):
        return "its log does not have the lines it should have"
    if any((line.kind in POSITIONS) != bool(line.digest) for line in lines):
        return "a line of its log is of another kind than it was"
    if max((line.number for line in lines if line.digest), default=0) != row.played:
        return "its last move is not where it should be"
    if ("start" in {line.kind for line in lines}) != (row.started is not None):
        return "its log does not tell whether it has begun"
    return ""


def check_moves(game: Game[Any], row: TableRow, lines: Sequence[LogRow]) -> tuple[str, int]:
    """Play the game of a log again with every check.

    Returns:
        The first line that is refused or comes to another digest than the stored one, or ""; and how many moves of the
        game everybody can see, without those that a player can still take back.
    """
    start = next((line for line in lines if line.kind == "start"), None)
    if start is None:
        return "", 0
    line = start
    try:
        table = Table(game, len(row.seats), row.seed, of_game(game, len(row.seats), read_options(row.options)))
        if table.digest != start.digest:
            return f"the set-up, line {start.number}, has another digest", 0
        numbers = [line.number for line in lines if line.kind in MOVES]
        for line in lines:
            if line.kind not in MOVES:
                continue
            carry_out(table, read_entry(line, numbers))
            if table.digest != line.digest:
                return f"line {line.number} has another digest", 0
        return "", len(table.settled().steps)
    except Exception as error:  # its text could tell what is secret
        return f"line {line.number} is refused: {type(error).__name__}", 0
