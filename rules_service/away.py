"""Absences (slow-play.md, section 4): an absent player gets no notifications, and their timers stop within limits."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import membership
from rules_service.errors import VacationConflict
from storage import Change, LineKind, NewLine, SeatRow, TableRow

LONGEST, YEAR, IN_A_YEAR = timedelta(days=30), timedelta(days=365), timedelta(days=60)


def days_left(aways: Sequence[tuple[datetime, datetime]], now: datetime) -> timedelta:
    """Return for how much more absence in a year timers may stop (P42)."""
    used = sum(((ends - max(begins, now - YEAR)) for begins, ends in aways), start=timedelta())
    return max(IN_A_YEAR - used, timedelta())


def must_be_possible(
    aways: Sequence[tuple[datetime, datetime]], begins: datetime, ends: datetime, now: datetime
) -> None:
    """Raise VacationConflict if the player is away already, or wants to be away for too long."""
    if any(until > now for _, until in aways):
        raise VacationConflict(N_("You’re already away, or will be. `/away back` ends that."))
    if not timedelta() < ends - begins <= LONGEST or begins - now > LONGEST:
        raise VacationConflict(N_("You can be away for 1 to 30 days, starting within the next 30 days."))


def told(row: TableRow, mine: SeatRow, begins: datetime, ends: datetime, at: datetime) -> Change:
    """Return the change that logs a player's absence at one of their tables and recomputes its timers (P41)."""
    line = NewLine(LineKind.AWAY, mine.seat, mine.player, f"{int(begins.timestamp())} {int(ends.timestamp())}")
    return replace(membership.change(row, at, [line], seats=anew(row, mine.player, at)), redraw=True)


def anew(row: TableRow, player: int, at: datetime) -> tuple[SeatRow, ...]:
    """Return the seats, with those of the player marked for a check at ``at``."""
    return tuple(
        replace(seat, next_at=at) if seat.player == player and seat.due_since and not seat.vacant else seat
        for seat in row.seats
    )
