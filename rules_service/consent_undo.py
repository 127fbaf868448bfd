"""Undo by consent: which moves a seat may ask to undo, and undoing them once all agree (slow-play.md, 6)."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import N_, CannotUndo
from rules.game import blocking_seats
from rules.log import Step
from rules.table import Table
from rules_service.computers import is_alone
from rules_service.loaded import LoadedGame
from rules_service.options import TAKE_BACK_OPTION, read_options
from rules_service.play import now_due
from rules_service.repository import LockedTable
from rules_service.votes import void_votes
from storage import Change, LineKind, LogRow, NewLine, PostKind, SeatRow, TableRow, VoteKind, VoteOutcome, VoteRow

MAX_REQUESTS = 3  # limit of requests per player and game
# These lines change who plays.
SEATING_LINES = (LineKind.JOIN, LineKind.LEAVE, LineKind.FREE, LineKind.STANDIN, LineKind.RETURN)
NEVER = N_("At this table, you can’t undo anything that was revealed, or a turn that has ended.")
NOTHING = N_("You have made no move in this game that could be undone.")
OTHERS = N_("Someone has joined or left since your last turn, so it can’t be undone any more.")
ALREADY = N_("The others voted no. You can’t ask again for this turn.")
LIMIT_REACHED = N_("You have asked to undo {count} times in this game, which is the limit.")


@dataclass(frozen=True)
class UndoRequest:
    """The moves to undo: all moves after a line of the log, and the number of them made by each seat."""

    line: int
    moves: Mapping[int, int]

    @property
    def text(self) -> str:
        """Return the request as a vote's text: the line, and the number of moves by seat."""
        return " ".join([str(self.line), *(f"{seat}:{count}" for seat, count in self.moves.items())])


def read_request(text: str) -> UndoRequest:
    """Return the request that a vote's text describes."""
    line, *moves = text.split()
    return UndoRequest(int(line), {int(seat): int(count) for seat, _, count in (one.partition(":") for one in moves)})


def first_step(steps: Sequence[Step], seat: int) -> int:
    """Return the index of the first step of the seat's current or last turn. Raise CannotUndo if it made no move."""
    mine = [at for at, step in enumerate(steps) if step.seat == seat]
    if not mine:
        raise CannotUndo(NOTHING)
    first, turn = mine[-1], steps[mine[-1]].turn
    while first - 1 in mine and steps[first - 1].turn == turn:
        first -= 1
    # Answers of other players during the turn belong to it. The set-up, in which all players act, is no turn.
    while turn and (before := [at for at in mine if at < first and steps[at].turn == turn]):
        first = before[-1]
    return first


def undo_request(row: TableRow, loaded: LoadedGame, lines: Sequence[LogRow], mine: SeatRow) -> UndoRequest:
    """Return the moves that the seat may ask to undo. Raise CannotUndo if there aren't any."""
    table, numbers = loaded.table, loaded.numbers
    if table.over:
        raise CannotUndo(N_("The game is over, so nothing can be undone."))
    if read_options(row.options)[TAKE_BACK_OPTION.id] == "never":
        raise CannotUndo(NEVER)
    first = first_step(table.steps, mine.seat)
    at = table.steps[first].number - 1  # the last line of the game before it
    line = numbers[at - 1] if at else loaded.start
    if any(one.number > line and one.kind in SEATING_LINES for one in lines):
        raise CannotUndo(OTHERS)
    asked = [vote for vote in row.votes if vote.kind == VoteKind.UNDO and vote.player == mine.player]
    if any(vote.outcome == VoteOutcome.FAILED and read_request(vote.what).line == line for vote in asked):
        raise CannotUndo(ALREADY)
    if len(asked) >= MAX_REQUESTS and not is_alone(row.seats):  # a player alone asks no one, so there is no limit
        raise CannotUndo(LIMIT_REACHED, count=MAX_REQUESTS)
    seen = table.settled(mine.seat).steps  # the number of steps that others can still undo is secret
    return UndoRequest(line, Counter(step.seat for step in seen if step.number > at))


async def undo_by_consent(locked: LockedTable, vote: VoteRow, change: Change) -> tuple[Change, LoadedGame | None]:
    """Return the change with the undo that all have agreed to, and the game after it.

    If players have changed since the vote was opened, the vote is void, and there is no new game (None).
    """
    loaded, line = await locked.load(), read_request(vote.what).line
    seat = next((seat for seat in locked.row.seats if seat.player == vote.player), None)
    later = await locked.repository.lines(locked.row.id, line)
    if seat is None or any(one.kind in SEATING_LINES for one in later):
        # A player has joined or left since the vote was opened (P72).
        return replace(change, votes=(replace(vote, outcome=VoteOutcome.VOID),)), None
    table = loaded.table.fork()
    await asyncio.to_thread(table.back, seat.seat, sum(number <= line for number in loaded.numbers))
    number = change.after + len(change.lines) + 1
    fresh = [replace(one, due_since=None, acted_at=change.at) for one in change.seats or locked.row.seats]
    back = replace(
        change,
        lines=(*change.lines, NewLine(LineKind.BACK, seat.seat, seat.player, str(line), table.digest)),
        seats=now_due(fresh, blocking_seats(table.state), change.at, None),
        # All timers restart, so no player is still late, and votes about late players become void.
        votes=(*change.votes, *(void for one in fresh for void in void_votes(locked.row, one.seat, change.at))),
        announce=PostKind.TURN,
        since=number - 1,
        shows_whole_turns=True,
    )
    return back, LoadedGame(table, loaded.start, (*loaded.numbers, number))


def undone_steps(table: Table, at: int) -> list[Step]:
    """Return the moves that the vote in log entry ``at`` has undone, as far as everyone had seen them."""
    entry = table.entries[at - 1]
    assert entry.back is not None
    before = table.fork()
    before.entries = table.entries[: at - 1]
    before.replay()
    return [step for step in before.settled(None).steps if step.number > entry.back]
