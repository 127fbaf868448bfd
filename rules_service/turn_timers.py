"""Turn timers: each seat's wait, its next check, and its due reminders (docs/spec/slow-play.md, 2 and 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from rules.errors import N_
from rules_service import daily
from rules_service.computers import away_until, is_alone, level_of
from rules_service.errors import TooSoon
from rules_service.hours import awake_from, read_hours
from rules_service.options import read_options
from rules_service.pace import (
    CLOSE_ASLEEP_AFTER,
    LIVE_INACTIVE_AFTER,
    LIVE_PACE,
    PACE_OPTION,
    PACES,
    SOLO_SLEEP_AFTER,
    Pace,
    Wait,
)
from storage import NoticeKind, TableStatus
from storage.records import Change, NewNotice, SeatRow, TableNotice, TableRow

REMINDER_KINDS = (NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER)
MAX_NUDGES_PER_TURN = 3
BETWEEN_LIVE_NUDGES, BETWEEN_NUDGES = timedelta(minutes=10), timedelta(hours=6)
NUDGED_WITHOUT_HURRY = timedelta(days=3)  # when nudges become possible if the pace has no first reminder
NO_ONE_ELSE = N_("The table isn’t waiting for anyone else.")
NOT_YET = N_("It’s too early to nudge {owner}. You can do it <t:{until}:R>.")
KNOWN_ACTS = 10  # how many of a person's latest acts are used to guess when they may be notified
NEAR, DAY = timedelta(minutes=30), timedelta(days=1)
LATE_AFTER_REMINDER = timedelta(days=1)  # a player is never late sooner than this after the last reminder
VACANT = timedelta(days=14)  # the board shows a free seat as late after this time
LOBBY_TIMEOUT = timedelta(days=7)  # without a new player until the host is asked, and then until the lobby closes
READY = timedelta(days=1)  # how long a player in a lobby stays ready after joining or confirming
LIVE_LOBBY = timedelta(hours=3)  # the same at a live table, where the host is not asked
# A seat's fields about a wait, as they are when it begins.
NO_WAIT: Mapping[str, Any] = {
    "next_at": None,
    "second_reminder_at": None,
    "extra_time": False,
    "reminded": None,
    "late_since": None,
    "final_warning_at": None,
    "presence_count": 0,
    "left_server_at": None,
    "pace": "",
}


def without_wait(seat: SeatRow, **values: Any) -> SeatRow:
    """Return the seat without any marks of an earlier wait, and with these values."""
    values = {**NO_WAIT, **values}
    # Most seats have no such marks, and copying a record with this many fields is slow.
    return seat if all(getattr(seat, name) == value for name, value in values.items()) else replace(seat, **values)


def with_timers(row: TableRow, change: Change) -> Change:
    """Return the change with the line that began each wait, the wait's next check, and the table's own next check."""
    asleep = row.asleep_since is not None if change.asleep is None else change.asleep
    running = (change.status or row.status) == TableStatus.RUNNING and not asleep
    row = replace(row, options=change.options) if change.options else row
    number = change.after + len(change.lines)
    before = {(seat.seat, seat.player, seat.due_since): seat for seat in row.seats}

    def seat_now(seat: SeatRow) -> SeatRow:
        if not running or seat.due_since is None:
            return without_wait(seat, due_number=None, only_end_left=False)
        same = before.get((seat.seat, seat.player, seat.due_since))
        began = number if same is None or same.due_number is None else same.due_number
        if same is None or same.due_number is None:
            seat = without_wait(seat)
        elif same.late_since is not None and seat.late_since is None:
            now = late_from(row, seat, change.at)
            if now is not None and now <= change.at:  # the action has not extended their time (P13)
                seat = replace(seat, late_since=same.late_since)
        if seat.vacant or seat.computer or is_alone(change.seats or ()):
            return replace(seat, due_number=began, next_at=None)
        if seat.next_at is not None and seat.next_at <= change.at:
            return seat  # the scheduler has not handled it yet
        # Without its last reminder no player would ever be late, so one that was due while the seat was free goes out
        # now.
        due = reminders(row, seat)
        missed = change.at if seat.second_reminder_at is None else None
        coming = min((at for at, _ in due if at > change.at), default=missed)
        if coming is None and seat.late_since is None:
            late = late_from(row, seat, change.at)
            coming = None if late is None else max(late, change.at)
        return replace(seat, due_number=began, next_at=coming)

    seats = None if change.seats is None else tuple(map(seat_now, change.seats))
    return replace(change, seats=seats, next_at=change.next_at or next_table_check(row, change, seats or row.seats))


def next_table_check(row: TableRow, change: Change, seats: tuple[SeatRow, ...]) -> datetime | None:
    """Return when the table itself is checked next after a change that leaves it with these seats, or None."""
    if row.daily is not None:
        return None if change.status in (TableStatus.OVER, TableStatus.CANCELLED) else daily.deadline(row.opened)
    kept = change.at if change.keeps_open else row.kept_open_at
    warned = change.at if change.warns_of_sleep else row.sleep_warned_at
    now = replace(row, seats=seats, kept_open_at=kept, sleep_warned_at=warned)
    if (change.status or row.status) == TableStatus.LOBBY:  # to ask its host, to close it, or to release a held seat
        invited = {one.player: one.until for one in row.invited} | dict(change.invited)
        checks = (idle_at(now), closes_at(now), *(until for until in invited.values() if until > change.at))
        return min(at for at in checks if at is not None)
    if (change.status or row.status) != TableStatus.RUNNING:
        return None
    asleep = row.asleep_since if change.asleep is None else (change.at if change.asleep else None)
    if asleep is not None:
        return asleep + CLOSE_ASLEEP_AFTER
    if is_live(now) and not is_alone(now.seats):
        return change.at + LIVE_INACTIVE_AFTER
    return sleep_warning_at(now) or sleeps_at(now)


def idle_at(row: TableRow) -> datetime | None:
    """Return when the host of an inactive lobby is asked whether to keep it. None: already asked, or a live lobby."""
    return None if sleep_warning_sent(row) or is_live(row) else (row.kept_open_at or row.opened) + LOBBY_TIMEOUT


def closes_at(row: TableRow) -> datetime | None:
    """Return when an inactive lobby closes. None: its host must be asked first (P96), unless it is a live lobby."""
    if is_live(row):
        return (row.kept_open_at or row.opened) + LIVE_LOBBY
    return row.sleep_warned_at + LOBBY_TIMEOUT if row.sleep_warned_at is not None and sleep_warning_sent(row) else None


def is_ready(seat: SeatRow, at: datetime) -> bool:
    """Return whether the seat is a computer's, or its player joined or agreed to the options in the last day."""
    return bool(seat.computer) or (seat.acted_at is not None and at - seat.acted_at <= READY)


def sleeps_at(row: TableRow) -> datetime | None:
    """Return when a running table goes to sleep by itself, or None if it isn't waiting for anyone.

    A table with several people goes to sleep only after a warning.
    """
    found = [(wait_of(row, seat), seat) for seat in row.seats if seat.due_since]
    if not found:
        return None
    if is_alone(row.seats):
        return max(wait.after(SOLO_SLEEP_AFTER, max(wait.since, seat.acted_at or wait.since)) for wait, seat in found)
    at, told = min((wait.sleep(row.kept_open_at), wait.pace.sleep_warning) for wait, _ in found)
    return at if row.sleep_warned_at is None else max(at, row.sleep_warned_at + told)


def sleep_warning_at(row: TableRow) -> datetime | None:
    """Return when to warn the players that the table will go to sleep, or None if no warning is needed."""
    if is_alone(row.seats) or sleep_warning_sent(row):
        return None
    found = [wait_of(row, seat) for seat in row.seats if seat.due_since]
    return min((wait.sleep(row.kept_open_at) - wait.pace.sleep_warning for wait in found), default=None)


def sleep_warning_sent(row: TableRow) -> bool:
    """Return whether the players, or a lobby's host, were warned after the wait began and the table was last kept."""
    since = min((seat.due_since for seat in row.seats if seat.due_since), default=row.opened)
    return row.sleep_warned_at is not None and row.sleep_warned_at > max(row.kept_open_at or row.opened, since)


def wait_of(row: TableRow, seat: SeatRow) -> Wait:
    """Return the current wait for a seat."""
    assert seat.due_since is not None
    return Wait(
        since=seat.due_since,
        acted=seat.acted_at,
        pace=pace_of(row, seat),
        moved=seat.moved,
        more=seat.extra_time,
        stops=seat.stops,
        only_end=seat.only_end_left,
        gone=seat.left_server_at,
    )


def reminders(row: TableRow, seat: SeatRow) -> list[tuple[datetime, NoticeKind]]:
    """Return the due time and the kind of each reminder and check in a seat's current wait, from first to last."""
    if seat.due_since is None:
        return []
    wait = wait_of(row, seat)
    first, second = wait.first_reminder(), wait.second_reminder()
    # Without an early reminder, still check whether the player is on the server (P67).
    look = wait.after(NUDGED_WITHOUT_HURRY) if first is None else None
    kinds = (NoticeKind.FIRST_REMINDER, NoticeKind.MEMBER_CHECK, NoticeKind.SECOND_REMINDER)
    return [(at, kind) for at, kind in zip((first, look, second), kinds, strict=True) if at is not None]


def late_from(row: TableRow, seat: SeatRow, at: datetime) -> datetime | None:
    """Return when the others may go on without a seat, in the current state.

    Return None if there is no wait for the seat, a computer has taken it over, or its pace has no limit. A player is
    late no sooner than a day after the last reminder was sent, and never in quiet hours (P15).
    """
    if seat.due_since is None or seat.computer:
        return None
    wait = wait_of(row, seat)
    if seat.vacant:
        return wait.after(VACANT)
    late, last = wait.late(), wait.second_reminder()
    if late is None or last is None:
        return None
    if not is_alone(row.seats):
        late = max(late, wait.after(LATE_AFTER_REMINDER, seat.second_reminder_at or max(last, at)))
    return awake_from(read_hours(seat.hours), late)


def due_reminders(row: TableRow, now: datetime, player: int | None = None) -> list[tuple[SeatRow, NoticeKind]]:
    """Return the due reminders of a table, or of one player there: seat by seat, the earliest of each seat first.

    Of several for one wait, `Notices.write` keeps only the last (P8).
    """
    due = due_seats(row, now, player) if row.status == TableStatus.RUNNING else []
    return [(seat, kind) for seat in due for at, kind in reminders(row, seat) if at <= now]


def reschedule(
    row: TableRow, now: datetime, until: datetime, player: int | None = None
) -> list[tuple[int, int | None, datetime | None]]:
    """Return each due seat, the line that began its wait, and the time of its next check (None: no check).

    ``until``: reminders due by then are handled now. This doesn't change when a player becomes late.
    """
    found = []
    for seat in due_seats(row, until, player):
        late = None if seat.late_since or is_alone(row.seats) else late_from(row, seat, until)
        last = None if late is None else max(late, now)  # the next scheduler run handles a moment in the past
        coming = (at for at, _ in reminders(row, seat) if at > until)
        found.append((seat.seat, seat.due_number, min(coming, default=last)))
    return found


def due_seats(row: TableRow, now: datetime, player: int | None) -> list[SeatRow]:
    """Return the seats whose next check is due, of all players or of this one."""
    return [seat for seat in row.seats if seat.next_at and seat.next_at <= now and player in (None, seat.player)]


def must_be_nudgeable(row: TableRow, mine: SeatRow, wanted: int | None, now: datetime) -> SeatRow:
    """Return the seat to nudge: ``wanted``, or the one awaited longest. Raise TooSoon if none may be nudged now."""
    awaited = [
        seat
        for seat in row.seats
        if seat.due_since is not None and not seat.vacant and seat != mine and wanted in (None, seat.seat)
        if not away_until(seat, now) and not level_of(seat, now)
    ]
    if not awaited:
        raise TooSoon(NO_ONE_ELSE)
    seat = min(awaited, key=lambda seat: seat.due_since or now)
    wait = wait_of(row, seat)
    begins = wait.first_reminder() or wait.after(NUDGED_WITHOUT_HURRY)
    if begins > now:
        raise TooSoon(NOT_YET, owner=seat.seat, until=int(begins.timestamp()))
    return seat


def nudge(row: TableRow, mine: SeatRow, seat: SeatRow, written: Sequence[TableNotice], now: datetime) -> NewNotice:
    """Return the notification that nudges the player of a seat; ``written``: all notifications of the table (P26).

    Raise TooSoon after too many nudges in this wait, or too soon after another notification.
    """
    live = is_live(row)
    about = [one for one in written if (one.seat, one.number) == (seat.seat, seat.due_number)]
    before = [one for one in about if one.kind == NoticeKind.NUDGE]
    if len(before) >= MAX_NUDGES_PER_TURN:
        raise TooSoon(
            N_("This player has been nudged {count} times this turn, which is the limit."), count=MAX_NUDGES_PER_TURN
        )
    table_free = [one.at + (BETWEEN_LIVE_NUDGES if live else DAY) for one in written if one.kind == NoticeKind.NUDGE]
    wait_free = [one.at + (BETWEEN_LIVE_NUDGES if live else BETWEEN_NUDGES) for one in about]
    free = max([*table_free, *wait_free], default=now)
    if free > now:
        raise TooSoon(
            N_("This player got a notification not long ago. You can nudge them again <t:{until}:R>."),
            until=int(free.timestamp()),
        )
    return replace(new_notice(row, seat, NoticeKind.NUDGE, now), count=len(before) + 1, by=mine.player)


def polite_time(now: datetime, acts: Sequence[datetime]) -> datetime:
    """Return when the person is probably awake next: near the time of day of an earlier action (P23), or ``now``."""
    found = []
    for act in acts:
        since = (now - (act - NEAR)) % DAY  # how long ago the period around that act's time of day began
        found.append(now if since <= 2 * NEAR else now + (DAY - since))
    return min(found, default=now)


def new_notice(row: TableRow, seat: SeatRow, kind: NoticeKind, not_before: datetime) -> NewNotice:
    """Return a notification about the current wait for a seat, to be sent no earlier than ``not_before``."""
    assert seat.due_number is not None
    return NewNotice(seat.player, kind, not_before, row.id, seat.seat, seat.due_number)


def pace_of(row: TableRow, seat: SeatRow) -> Pace:
    """Return the pace of the wait for a seat: its own, or that of the table's options. Raise DamagedGame."""
    return PACES[seat.pace or read_options(row.options)[PACE_OPTION.id]]


def is_live(row: TableRow) -> bool:
    """Return whether the table is played live, so that time limits in days do not apply."""
    return read_options(row.options)[PACE_OPTION.id] == LIVE_PACE
