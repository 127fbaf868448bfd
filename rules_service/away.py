"""Absences (slow-play.md, section 4): an absent player gets no notifications, and their timers stop within limits."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service.act import Case
from rules_service.changes import quiet, with_seat
from rules_service.errors import VacationConflict
from storage import Change, LineKind, NewLine, SeatRow

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


def note_absence(case: Case, mine: SeatRow, begins: datetime, ends: datetime) -> Change:
    """Log a player's absence at one of their tables and check its timers again (P41)."""
    line = NewLine(LineKind.AWAY, mine.seat, mine.player, f"{int(begins.timestamp())} {int(ends.timestamp())}")
    return quiet(case.row, case.at, line, seats=checked(case, mine))


def note_return(case: Case, mine: SeatRow) -> Change:
    """Check the timers of a player's table again, because their absence is over."""
    return quiet(case.row, case.at, seats=checked(case, mine))


def checked(case: Case, mine: SeatRow) -> tuple[SeatRow, ...]:
    """Return the seats, this one with a check at once if the table waits for it."""
    return with_seat(case.row, mine.seat, next_at=case.at if mine.due_since else mine.next_at)
