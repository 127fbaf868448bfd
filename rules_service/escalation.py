"""Late players (docs/spec/slow-play.md, section 5): who is late, what the others may do, and sleeping tables.

The state follows from stored rows: when a wait began, when the player became late and was notified, and the votes about
the seat. Each function decides one action; the service stores it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import membership, turn_timers, votes
from rules_service.computers import alone
from rules_service.errors import Awake, NobodyLate, TooSoon
from rules_service.models import Place
from rules_service.pace import ASLEEP
from storage import Change, LineKind, NewLine, NewNotice, NoticeKind, PostKind, SeatRow, TableRow, TableStatus

HERES = 2  # limit per wait for saying "I'm here"
ENOUGH = N_("You’ve already said you’re here {count} times this turn. Now you need to end your turn.")
VACANT_FOR = timedelta(days=3)  # a table may be put to sleep once a seat has been free this long
MODERATED = timedelta(days=1)  # wait before a table that a moderator put to sleep can wake in the same channel


def mark_late(row: TableRow, at: datetime) -> Change | None:
    """Return the change that marks players who have become late and notifies the others once, or None (P50)."""
    found = turn_timers.turns_late(row, at)
    if not found:
        return None
    late = {seat.seat for seat in found}
    seats = tuple(replace(seat, late_since=at) if seat.seat in late else seat for seat in row.seats)
    lines = [NewLine(LineKind.LATE, seat.seat, seat.player) for seat in found]
    told = [
        NewNotice(other.player, NoticeKind.LATE, at, row.id, other.seat, seat.due_number or 0)
        for seat in found
        for other in votes.present(replace(row, seats=seats), at)
        if other.seat not in late
    ]
    change = membership.change(row, at, lines, seats=seats)
    return replace(change, notices=tuple(told), redraw=True)


def confirm_presence(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Return the change when a player says "I'm here": votes about their seat end, and they get more time (P56).

    Raises:
        TooSoon: no one is waiting for them, or they have said so too often in this wait.
    """
    if mine.due_since is None or alone(row.seats):
        raise TooSoon(N_("You aren’t keeping anyone waiting."))
    if mine.presence_count >= HERES:
        raise TooSoon(ENOUGH, count=HERES)
    now = replace(
        mine,
        acted_at=at,
        presence_count=mine.presence_count + 1,
        late_since=None,
        left_server_at=None,
        final_warning_at=None,
        next_at=None,
    )
    seats = tuple(now if seat is mine else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(LineKind.HERE, mine.seat, mine.player)], seats=seats)
    return replace(change, votes=votes.voided(row, mine.seat, at), redraw=True)


def mark_left_server(row: TableRow, seat: SeatRow, at: datetime) -> Change:
    """Return the change when a due player has left the server: remind them now; they are late two days later (P67)."""
    seats = tuple(replace(one, left_server_at=at, next_at=None) if one is seat else one for one in row.seats)
    return replace(
        membership.change(row, at, [NewLine(LineKind.GONE, seat.seat, seat.player)], seats=seats), redraw=True
    )


def put_to_sleep(row: TableRow, at: datetime, by: SeatRow | None = None, moderator: int | None = None) -> Change:
    """Put the table to sleep: all waits and votes end, and its channel is free."""
    player = moderator if by is None else by.player
    text = "moderator" if moderator is not None else ""
    line = NewLine(LineKind.SLEEP, None if by is None else by.seat, player, text)
    seats = tuple(replace(seat, due_since=None) for seat in row.seats)
    change = membership.change(row, at, [line], seats=seats)
    return replace(change, asleep=True, votes=votes.voided(row, None, at), redraw=True)


def must_have_reason_to_sleep(row: TableRow, mine: SeatRow, at: datetime) -> None:
    """Raise NobodyLate if the table has no reason to sleep: no late player and no seat that is long free (P53)."""
    free = [seat for seat in row.seats if seat.vacant and seat.due_since and at - seat.due_since >= VACANT_FOR]
    if not alone(row.seats) and not free and not any(membership.is_late(row, seat, at) for seat in row.seats):
        raise NobodyLate(
            N_("A table can be put to sleep when a player is late, or when a seat has been free for three days.")
        )


def must_be_wakeable(row: TableRow, place: Place, laid: tuple[datetime, bool], at: datetime) -> None:
    """Raise an error if the table may not be woken here.

    ``laid``: when it was put to sleep, and whether by a moderator.

    Raises:
        Closed: the table has ended.
        Awake: it is not asleep.
        TooSoon: a moderator put it to sleep in this channel not long ago (P117).
    """
    if row.status != TableStatus.RUNNING:
        membership.must_be_open(row)
    if row.asleep_since is None:
        raise Awake(N_("This table is awake."))
    since, moderator = laid
    if moderator and place.channel_id == row.channel_id and at < since + MODERATED:
        until = int((since + MODERATED).timestamp())
        raise TooSoon(
            N_("A moderator put it to sleep in this channel. It can wake here <t:{until}:R>, and elsewhere now."),
            until=until,
        )


def wake(row: TableRow, mine: SeatRow, now: Sequence[int], place: Place, at: datetime) -> Change:
    """Wake the table, with the seats that have to decide ``now``; all timers restart (P66)."""
    seats = tuple(replace(seat, due_since=at if seat.seat in now else None) for seat in row.seats)
    change = membership.change(row, at, [NewLine(LineKind.WAKE, mine.seat, mine.player)], PostKind.WAKE, seats=seats)
    moved = None
    if place.channel_id != row.channel_id:
        moved = (place.channel_id, place.guild_id, place.parent_id)
    return replace(change, asleep=False, keeps_open=True, place=moved)


def keep_awake(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Keep the table awake: the time until it goes to sleep restarts (P65)."""
    change = membership.change(row, at, [NewLine(LineKind.KEEP, mine.seat, mine.player)])
    return replace(change, keeps_open=True, redraw=True)


def due_change(row: TableRow, at: datetime) -> Change | None:
    """Return what is due for the table itself: a warning to its players, sleep, or its end; None if nothing is due."""
    if row.asleep_since is not None:
        return membership.change(row, at, [], cancelled=True) if row.asleep_since + ASLEEP <= at else None
    drowsy, sleep = turn_timers.sleep_warning_at(row), turn_timers.sleeps_at(row)
    if drowsy is not None and drowsy <= at:
        told = [
            NewNotice(seat.player, NoticeKind.SLEEP_WARNING, at, row.id, seat.seat, row.number)
            for seat in row.seats
            if seat.person and not seat.vacant
        ]
        return replace(membership.change(row, at, []), warns_of_sleep=True, notices=tuple(told), redraw=True)
    if sleep is not None and sleep <= at:
        return put_to_sleep(row, at)
    return None


def start_reply_window(row: TableRow, seat: int, at: datetime) -> Change:
    """Start the answer time of a late player, who was notified of the vote or cannot be (P52)."""
    seats = tuple(replace(one, final_warning_at=at) if one.seat == seat else one for one in row.seats)
    pace = turn_timers.pace_of(row.options, row.seats[seat])
    closing = tuple(
        replace(one, closes=at + pace.reply_window)
        for one in row.votes
        if one.ended is None and one.closes is None and one.seat in (seat, None)
    )
    return replace(membership.change(row, at, [], seats=seats), votes=closing, redraw=True)
