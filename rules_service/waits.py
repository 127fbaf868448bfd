"""Waits: which line began each, when it is seen to next, which reminders fall due (docs/slow-play.md, 2 and 3)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules_service.options import read_options
from rules_service.pace import PACE, PACES, Pace, Wait
from storage import Change, NewNotice, SeatRow, TableRow

FIRST, SECOND = "first", "second"  # kinds of notices: the two reminders
KNOWN = 10  # acts of a person from which the times of day are known at which they may be written to
NEAR, DAY = timedelta(minutes=30), timedelta(days=1)


def marked(row: TableRow, change: Change) -> Change:
    """The change with, at each seat that is awaited, with which line that began and when it is seen to next."""
    if change.seats is None:
        return change
    number, running = change.after + len(change.lines), (change.status or row.status) == "running"
    pace = pace_of(change.options or row.options)
    before = {(seat.seat, seat.player, seat.due_since): seat.due_number for seat in row.seats}

    def seat_now(seat: SeatRow) -> SeatRow:
        if not running or seat.due_since is None:
            return replace(seat, due_number=None, next_at=None, warned=None, more=False)
        began = before.get((seat.seat, seat.player, seat.due_since))
        if began is None:
            began, seat = number, replace(seat, next_at=None, warned=None, more=False)
        if seat.vacant or len(change.seats or ()) == 1:
            return replace(seat, due_number=began, next_at=None)
        if seat.next_at is not None and seat.next_at <= change.at:
            return seat  # the sweep has yet to see to it
        # Without its last reminder nobody would ever be late: one that fell due while the seat was free goes out now.
        missed = change.at if reminders(seat, pace) and seat.warned is None else None
        coming = min((at for at, _ in upcoming(seat, pace, change.at)), default=missed)
        return replace(seat, due_number=began, next_at=coming)

    return replace(change, seats=tuple(map(seat_now, change.seats)))


def upcoming(seat: SeatRow, pace: Pace, after: datetime) -> list[tuple[datetime, str]]:
    """The reminders of a wait that fall due after a moment, each with its kind."""
    return [(at, kind) for at, kind in reminders(seat, pace) if at > after]


def reminders(seat: SeatRow, pace: Pace) -> list[tuple[datetime, str]]:
    """When each reminder of a seat's present wait falls due, the first one first."""
    if seat.due_since is None:
        return []
    wait = Wait(seat.due_since, seat.acted, pace, seat.moved, seat.more)
    return [(at, kind) for kind, at in ((FIRST, wait.first()), (SECOND, wait.second())) if at is not None]


def fallen_due(row: TableRow, now: datetime) -> list[tuple[SeatRow, str]]:
    """The reminders of a table that have fallen due, in order: of several of one wait the last is what counts (P8)."""
    pace, found = pace_of(row.options), []
    for seat in row.seats:
        if row.status == "running" and seat.next_at is not None and seat.next_at <= now:
            found += [(seat, kind) for at, kind in reminders(seat, pace) if at <= now]
    return found


def seen_to(row: TableRow, now: datetime) -> list[tuple[int, int | None, datetime | None]]:
    """Each awaited seat that is seen to now, the line with which its wait began, and when it is seen to next."""
    pace = pace_of(row.options)
    return [
        (seat.seat, seat.due_number, min((at for at, _ in upcoming(seat, pace, now)), default=None))
        for seat in row.seats
        if seat.next_at is not None and seat.next_at <= now
    ]


def gentle(now: datetime, acts: Sequence[datetime]) -> datetime:
    """The next moment at a time of day at which a person is known to be awake: near one of their acts (P23).

    At once where nothing is known of them.
    """
    found = []
    for act in acts:
        since = (now - (act - NEAR)) % DAY  # how long ago the time of day near that act began
        found.append(now if since <= 2 * NEAR else now + (DAY - since))
    return min(found, default=now)


def new_notice(seat: SeatRow, kind: str, not_before: datetime) -> NewNotice:
    """A notice about the present wait of a seat."""
    assert seat.due_number is not None  # it is awaited
    return NewNotice(seat.seat, seat.due_number, kind, seat.player, not_before)


def pace_of(options: str) -> Pace:
    """The pace among a table's stored options. Raises DamagedGame: they are none."""
    return PACES[read_options(options)[PACE.id]]
