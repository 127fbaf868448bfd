"""When somebody does not come (docs/spec/slow-play.md, section 5): who is late, what the others may do, and sleep.

Its state follows from rows: since when a seat is awaited, late, told; what is asked about it. Each function decides
one action; storing it is the service's.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import asks, membership, waits
from rules_service.computers import alone
from rules_service.errors import Awake, NotAway, TooSoon
from rules_service.models import Place
from rules_service.pace import ASLEEP
from storage import Change, NewLine, NewNotice, SeatRow, TableRow

LATE, HERE, WAKE, KEEP = "late", "here", "wake", "keep"  # kinds of lines
DROWSY = "drowsy"  # a kind of notice: the table will sleep. `LATE` is one, too: to the others
HERES = 2  # how often saying that one is there helps in a wait
ENOUGH = N_("You’ve already said you’re here {count} times this turn. Now you need to end your turn.")
VACANT_FOR = timedelta(days=3)  # a seat that is free may lay the table to sleep
MODERATED = timedelta(days=1)  # what a moderator laid to sleep wakes in its channel after so long at the earliest


def fell_late(row: TableRow, at: datetime) -> Change | None:
    """Those who have turned late are noted, and the others told once; None: nobody has (P50)."""
    found = waits.turns_late(row, at)
    if not found:
        return None
    late = {seat.seat for seat in found}
    seats = tuple(replace(seat, late=at) if seat.seat in late else seat for seat in row.seats)
    lines = [NewLine(LATE, seat.seat, seat.player) for seat in found]
    told = [
        NewNotice(other.player, LATE, at, row.id, other.seat, seat.due_number or 0)
        for seat in found
        for other in asks.present(replace(row, seats=seats), at)
        if other.seat not in late
    ]
    change = membership.change(row, at, lines, "", seats=seats)
    return replace(change, notices=tuple(told), redraw=True)


def here(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Somebody says that they are there: what is asked about their seat is over, and they have more time (P56).

    Raises:
        TooSoon: nobody waits for them, or they have said so often enough.
    """
    if mine.due_since is None or alone(row.seats):
        raise TooSoon(N_("You aren’t keeping anyone waiting."))
    if mine.heres >= HERES:
        raise TooSoon(ENOUGH, count=HERES)
    now = replace(mine, acted=at, heres=mine.heres + 1, late=None, gone=None, final=None, next_at=None)
    seats = tuple(now if seat is mine else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(HERE, mine.seat, mine.player)], "", seats=seats)
    return replace(change, asks=asks.voided(row, mine.seat, at), redraw=True)


def left(row: TableRow, seat: SeatRow, at: datetime) -> Change:
    """Somebody who is awaited has left the server: they are reminded at once, and late two days later (P67)."""
    seats = tuple(replace(one, gone=at, next_at=None) if one is seat else one for one in row.seats)
    return replace(
        membership.change(row, at, [NewLine(waits.LEFT, seat.seat, seat.player)], "", seats=seats), redraw=True
    )


def sleeps(row: TableRow, at: datetime, by: SeatRow | None = None, moderator: int | None = None) -> Change:
    """The table sleeps: nothing is awaited, nothing is asked, and its channel is free."""
    player = moderator if by is None else by.player
    line = NewLine(asks.SLEEP, None if by is None else by.seat, player, "moderator" if moderator is not None else "")
    seats = tuple(replace(seat, due_since=None) for seat in row.seats)
    change = membership.change(row, at, [line], "", seats=seats)
    return replace(change, asleep=True, asks=asks.voided(row, None, at), redraw=True)


def lay_to_sleep(row: TableRow, mine: SeatRow, at: datetime) -> None:
    """Raises NotAway: nobody is late, no seat is free for long, so the table has no reason to sleep (P53)."""
    free = [seat for seat in row.seats if seat.vacant and seat.due_since and at - seat.due_since >= VACANT_FOR]
    if not alone(row.seats) and not free and not any(membership.away(row, seat, at) for seat in row.seats):
        raise NotAway(
            N_("A table can be put to sleep when a player is late, or when a seat has been free for three days.")
        )


def may_wake(row: TableRow, place: Place, laid: tuple[datetime, bool], at: datetime) -> None:
    """Raises Closed: it has come to its end; Awake: it does not sleep; TooSoon: a moderator has laid it to sleep here
    not long ago (P117).

    ``laid``: when it was laid to sleep, and whether by a moderator.
    """
    if row.status != "running":
        membership.must_be_open(row)
    if row.asleep is None:
        raise Awake(N_("This table is awake."))
    since, moderator = laid
    if moderator and place.channel_id == row.channel_id and at < since + MODERATED:
        until = int((since + MODERATED).timestamp())
        raise TooSoon(
            N_("A moderator put it to sleep in this channel. It can wake here <t:{until}:R>, and elsewhere now."),
            until=until,
        )


def wakes(row: TableRow, mine: SeatRow, now: Sequence[int], place: Place, at: datetime) -> Change:
    """The table goes on, for the seats that have to decide ``now``; all waits begin anew (P66)."""
    seats = tuple(replace(seat, due_since=at if seat.seat in now else None) for seat in row.seats)
    change = membership.change(row, at, [NewLine(WAKE, mine.seat, mine.player)], WAKE, seats=seats)
    moved = None
    if place.channel_id != row.channel_id:
        moved = (place.channel_id, place.guild_id, place.parent_id)
    return replace(change, asleep=False, kept=True, place=moved)


def stays_awake(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Somebody wants the table to stay awake: the time until it sleeps counts anew (P65)."""
    change = membership.change(row, at, [NewLine(KEEP, mine.seat, mine.player)], "")
    return replace(change, kept=True, redraw=True)


def moment(row: TableRow, at: datetime) -> Change | None:
    """What the table itself comes to at its moment: its people are told, or it sleeps, or ends; None: nothing."""
    if row.asleep is not None:
        return membership.change(row, at, [], "", cancelled=True) if row.asleep + ASLEEP <= at else None
    drowsy, sleep = waits.drowsy_at(row), waits.sleeps_at(row)
    if drowsy is not None and drowsy <= at:
        told = [
            NewNotice(seat.player, DROWSY, at, row.id, seat.seat, row.number)
            for seat in row.seats
            if seat.person and not seat.vacant
        ]
        return replace(membership.change(row, at, [], ""), drowsy=True, notices=tuple(told), redraw=True)
    if sleep is not None and sleep <= at:
        return sleeps(row, at)
    return None


def told_final(row: TableRow, seat: int, at: datetime) -> Change:
    """Somebody was told, or cannot be, that the others ask to do without them: from now on their time runs (P52)."""
    seats = tuple(replace(one, final=at) if one.seat == seat else one for one in row.seats)
    pace = waits.pace_of(row.options, row.seats[seat])
    closing = tuple(
        replace(one, closes=at + pace.answer)
        for one in row.asks
        if one.ended is None and one.closes is None and one.seat in (seat, None)
    )
    return replace(membership.change(row, at, [], "", seats=seats), asks=closing, redraw=True)
