"""One move or undo: check, play on a copy, store, and say what came of it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from rules.errors import RulesError
from rules.game import Event, begins, blocking
from rules.table import Table
from rules_service import asks, computers, membership
from rules_service.errors import Stale
from rules_service.loaded import LoadedGame
from rules_service.models import Outcome, Snapshot
from rules_service.repository import MOVED_ON, LockedTable, Twice
from storage import Change, NewLine, SeatRow

TURNS = ("turn", "over")  # kinds of announcements with which a turn is told whole
Act = Callable[[Table, int], list[Event]]  # does something on the table for the seat; the events it brought


async def take_turn(
    locked: LockedTable,
    mine: SeatRow,
    act: Act,
    number: int | None,
    interaction: int | None,
    at: datetime,
    level: str = "",
) -> Outcome:
    """Carry out what a player does in the game.

    ``level``: a computer player does it, at this one. Whoever moves themselves takes their seat back from one.

    Raises:
        Closed, WrongPhase, Stale, Overtaken, DamagedGame, and what ``act`` raises.
    """
    try:
        return await _taken(locked, mine, act, number, interaction, at, level)
    except Twice:
        pass
    except RulesError:  # of what was carried out before nothing else is known than that it cannot be done now
        if not await locked.accepted(interaction):
            raise
    return Outcome(snapshot_of(locked, await locked.load()), mine.seat, duplicate=True)


async def _taken(
    locked: LockedTable,
    mine: SeatRow,
    act: Act,
    number: int | None,
    interaction: int | None,
    at: datetime,
    level: str,
) -> Outcome:
    row = locked.row
    membership.must_be_open(row)
    loaded = await locked.load()
    # Lines about people change nothing on the board, so what was offered before them is still good.
    if number is not None and not row.played <= number <= row.number:
        raise Stale(MOVED_ON, number=row.number)
    table = loaded.table.fork()
    undoable = table.undoable(mine.seat)
    events = await asyncio.to_thread(act, table, mine.seat)
    entry = table.entries[-1]
    crossed = not entry.undo and table.undoable(mine.seat) <= undoable
    fresh = crossed and begins(table.state, mine.seat)
    kind = "" if entry.undo else announcement(table, crossed)
    seats = now_due(row.seats, blocking(table.state), at, mine.seat if fresh else None)
    seats = tuple(
        replace(seat, ending=only_end(table, mine.seat)) if seat.seat == mine.seat else seat for seat in seats
    )
    what = "undo" if entry.undo else "move"
    player = None if level and mine.person else mine.player  # what a computer does for somebody they have not done
    lines = [NewLine(what, mine.seat, player, str(entry.undo or entry.move), table.digest)]
    usual = computers.level_of(mine, at)
    if level and level != usual:
        lines.insert(0, NewLine(computers.SIMPLER, mine.seat, mine.player, level))
    elif mine.computer and not level:
        lines.insert(0, NewLine(membership.RETURN, mine.seat, player))
    change = Change(
        row.id,
        row.number,
        at,
        tuple(lines),
        status="over" if table.over else "",
        seats=seats if level else membership.after_move(seats, mine, at),
        asks=() if level else asks.voided(row, mine.seat, at),
        announce=kind,
        since=row.told,
        told=kind in TURNS,
        # Who was reminded has more time by it, which the live post says.
        redraw=not kind and mine.reminded is not None,
        interaction=interaction,
    )
    if not level:
        change = asks.moved(row, mine, change, at)
    after = LoadedGame(table, loaded.start, (*loaded.numbers, row.number + len(lines)))
    await locked.append(change, after)
    return Outcome(
        snapshot_of(locked, after),
        mine.seat,
        events=tuple(event for event in events if event.reader() in (None, mine.seat)),
        public=tuple(event for event in events if event.reader() is None),
        crossed_barrier=crossed,
        turn_over=mine.seat in blocking(loaded.table.state) and mine.seat not in blocking(table.state),
        announced=bool(kind),
    )


def only_end(table: Table, seat: int) -> bool:
    """Whether the seat has begun its turn, and one answer alone is left to it, which ends that."""
    state, stack = table.state, table.state.pending[seat]
    return bool(stack) and not begins(state, seat) and len(stack[-1].options(state, seat)) == 1


def announcement(after: Table, crossed: bool) -> str:
    """What the channel must hear of a move: the end, a turn that begins, what can no longer be taken back; or ""."""
    if after.over:
        return "over"
    return "turn" if after.steps[-1].ends else "reveal" if crossed else ""


def now_due(seats: Sequence[SeatRow], now: Sequence[int], at: datetime, anew: int | None) -> tuple[SeatRow, ...]:
    """The seats with those that have to decide now; who had to before goes on waiting since then, but one anew."""

    def since(seat: SeatRow) -> datetime | None:
        if seat.seat not in now:
            return None
        return at if seat.seat == anew else seat.due_since or at

    found = zip(seats, map(since, seats), strict=True)
    return tuple(seat if seat.due_since == began else replace(seat, due_since=began) for seat, began in found)


def snapshot_of(locked: LockedTable, loaded: LoadedGame, number: int | None = None) -> Snapshot:
    """The table and its game as they are now, or with ``number`` as they were after that line."""
    number = locked.row.number if number is None else number
    return Snapshot(locked.info, loaded.table, number, loaded.start, loaded.numbers)
