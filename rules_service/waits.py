"""Waits: which line began each, when it is seen to next, which reminders fall due (docs/spec/slow-play.md, 2 and 3)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from rules.errors import N_
from rules_service.computers import alone, away_until, level_of
from rules_service.errors import TooSoon
from rules_service.hours import awake_from
from rules_service.options import read_options
from rules_service.pace import ALONE, ASLEEP, LIVE, PACE, PACES, PATIENCE_OF_LIVE, Pace, Stop, Wait
from storage import Change, NewNotice, SeatRow, TableRow, Written
from storage.records import moment

FIRST, SECOND = "first", "second"  # kinds of notices: the two reminders
REMINDERS = (FIRST, SECOND)
LOOK = "look"  # a kind of notice that nobody reads: it is looked whether somebody is still on the server
LEFT = "gone"  # a kind of line: somebody has left the server
TURN, NUDGE = "turn", "nudge"  # that a turn has begun, where the board did not say so; that another one asks
NUDGES = 3  # in a wait at most
SOON, BETWEEN = timedelta(minutes=10), timedelta(hours=6)  # between two notices before a nudge: live, else
NUDGED_WITHOUT_HURRY = timedelta(days=3)  # from then on where the pace has no first reminder
NOT_YET = N_("It’s too early to nudge {owner}. You can do it <t:{until}:R>.")
KNOWN = 10  # acts of a person from which the times of day are known at which they may be written to
NEAR, DAY = timedelta(minutes=30), timedelta(days=1)
GRACE = timedelta(days=1)  # after the last reminder nobody is late before
FRESH: dict[str, Any] = {
    "reminded": None,
    "late": None,
    "final": None,
    "heres": 0,
    "gone": None,
    "pace": "",
}  # of a new wait
VACANT = timedelta(days=14)  # from then on a free seat is on the board as one that is late
LOBBY = timedelta(days=7)  # without anybody who joins until its host is asked, and then until it closes
READY = timedelta(days=1)  # for which whoever has joined a lobby, or said so, is ready
LIVE_LOBBY = timedelta(hours=3)  # the same of a table that is played live; nobody is asked
AWAY = "away"  # why a wait stands still: who is awaited is away


def marked(row: TableRow, change: Change) -> Change:
    """The change with, at each seat that is awaited, with which line that began and when it is seen to next."""
    asleep = row.asleep is not None if change.asleep is None else change.asleep
    running = (change.status or row.status) == "running" and not asleep
    options = change.options or row.options
    number = change.after + len(change.lines)
    before = {(seat.seat, seat.player, seat.due_since): seat for seat in row.seats}

    def seat_now(seat: SeatRow) -> SeatRow:
        if not running or seat.due_since is None:
            return replace(seat, due_number=None, next_at=None, warned=None, more=False, ending=False, **FRESH)
        same = before.get((seat.seat, seat.player, seat.due_since))
        began = number if same is None or same.due_number is None else same.due_number
        if same is None or same.due_number is None:
            seat = replace(seat, next_at=None, warned=None, more=False, **FRESH)
        elif same.late is not None and seat.late is None:
            now = late_from(replace(row, options=options), seat, change.at)
            if now is not None and now <= change.at:  # what they did has brought them no more time (P13)
                seat = replace(seat, late=same.late)
        pace = pace_of(options, seat)
        if seat.vacant or seat.computer or alone(change.seats or ()):
            return replace(seat, due_number=began, next_at=None)
        if seat.next_at is not None and seat.next_at <= change.at:
            return seat  # the sweep has yet to see to it
        # Without its last reminder nobody would ever be late: one that fell due while the seat was free goes out now.
        missed = change.at if reminders(seat, pace) and seat.warned is None else None
        coming = min((at for at, _ in upcoming(seat, pace, change.at)), default=missed)
        if coming is None and seat.late is None:
            late = late_from(replace(row, options=options), seat, change.at)
            coming = None if late is None else max(late, change.at)
        return replace(seat, due_number=began, next_at=coming)

    if change.seats is not None:
        change = replace(change, seats=tuple(map(seat_now, change.seats)))
    return replace(change, next_at=change.next_at or table_moment(row, change, options))


def table_moment(row: TableRow, change: Change, options: str) -> datetime | None:
    """When a table itself is seen to next after a change, if ever."""
    if (change.status or row.status) == "lobby":
        return lobby_moment(row, change, options)
    if (change.status or row.status) != "running":
        return None
    asleep = row.asleep if change.asleep is None else (change.at if change.asleep else None)
    if asleep is not None:
        return asleep + ASLEEP
    kept = change.at if change.kept else row.kept
    drowsy = change.at if change.drowsy else row.drowsy
    now = replace(row, options=options, seats=change.seats or row.seats, kept=kept, drowsy=drowsy)
    if is_live(now) and not alone(now.seats):
        return change.at + PATIENCE_OF_LIVE
    return drowsy_at(now) or sleeps_at(now)


def lobby_moment(row: TableRow, change: Change, options: str) -> datetime | None:
    """When a lobby is seen to next after a change: its host is asked, it closes, or a seat is held no longer."""
    kept = change.at if change.kept else row.kept
    now = replace(row, options=options, kept=kept, drowsy=change.at if change.drowsy else row.drowsy)
    invited = {one.player: one.until for one in row.invited} | dict(change.invited)
    coming = [until for until in invited.values() if until > change.at]
    return min([at for at in (idle_at(now), closes_at(now), *coming) if at is not None], default=None)


def patience_of_lobby(options: str) -> timedelta:
    """After how long without anybody who joins a lobby is seen to, by the table's stored options."""
    return LIVE_LOBBY if read_options(options)[PACE.id] == LIVE else LOBBY


def idle_at(row: TableRow) -> datetime | None:
    """When the host of a lobby is asked whether it is to stay, for nobody has joined for long; None: they have been."""
    return None if is_drowsy(row) or is_live(row) else (row.kept or row.opened) + LOBBY


def closes_at(row: TableRow) -> datetime | None:
    """When a lobby closes that nobody has wanted to stay; None: its host was not asked yet (P96)."""
    if is_live(row):
        return (row.kept or row.opened) + LIVE_LOBBY
    return row.drowsy + LOBBY if row.drowsy is not None and is_drowsy(row) else None


def is_ready(seat: SeatRow, at: datetime) -> bool:
    """Whether who sits there is ready: they have joined or said so within a day, and since the options changed."""
    return bool(seat.computer) or (seat.acted is not None and at - seat.acted <= READY)


def sleeps_at(row: TableRow) -> datetime | None:
    """When a running table sleeps by itself: after a wait that is too long, but not before its people were told."""
    found = [(wait_of(seat, pace_of(row.options, seat)), seat) for seat in row.seats if seat.due_since]
    if not found:
        return None
    if alone(row.seats):
        return max(wait.after(ALONE, max(wait.since, seat.acted or wait.since)) for wait, seat in found)
    at, told = min((wait.asleep(row.kept), wait.pace.told) for wait, _ in found)
    return max(at, row.drowsy + told) if row.drowsy is not None and is_drowsy(row) else at


def drowsy_at(row: TableRow) -> datetime | None:
    """When the people of a table are told that it will sleep; None: they have been, or nobody is there to be told."""
    if alone(row.seats) or is_drowsy(row):
        return None
    found = [wait_of(seat, pace_of(row.options, seat)) for seat in row.seats if seat.due_since]
    return min((wait.asleep(row.kept) - wait.pace.told for wait in found), default=None)


def is_drowsy(row: TableRow) -> bool:
    """Whether the people of a table were told that it will sleep, and nothing has changed since."""
    since = min((seat.due_since for seat in row.seats if seat.due_since), default=row.opened)
    return row.drowsy is not None and row.drowsy > max(row.kept or row.opened, since)


def turns_late(row: TableRow, now: datetime) -> list[SeatRow]:
    """The seats that are late now and were not known to be."""
    found = [(seat, late_from(row, seat, now)) for seat in row.seats if seat.late is None and not seat.vacant]
    return [seat for seat, at in found if at is not None and at <= now and not alone(row.seats)]


def wait_of(seat: SeatRow, pace: Pace) -> Wait:
    """The present wait for a seat that is awaited."""
    assert seat.due_since is not None
    stops = read_stops(seat.stops)
    return Wait(seat.due_since, seat.acted, pace, seat.moved, seat.more, stops, seat.ending, seat.gone)


@lru_cache(maxsize=1024)
def read_stops(text: str) -> tuple[Stop, ...]:
    """The times for which a wait stands still, as the storage tells them with a seat."""
    if text in ("", "[]"):
        return ()
    stops = msgspec.json.decode(text, type=list[tuple[int, int, str]])
    return tuple(Stop(moment(begins), moment(ends), why == AWAY) for begins, ends, why in stops)


def upcoming(seat: SeatRow, pace: Pace, after: datetime) -> list[tuple[datetime, str]]:
    """The reminders of a wait that fall due after a moment, each with its kind."""
    return [(at, kind) for at, kind in reminders(seat, pace) if at > after]


def reminders(seat: SeatRow, pace: Pace) -> list[tuple[datetime, str]]:
    """When each reminder of a seat's present wait falls due, the first one first."""
    if seat.due_since is None:
        return []
    wait = wait_of(seat, pace)
    first, second = wait.first(), wait.second()
    # Where nobody is reminded soon, it is looked all the same whether they are still on the server (P67).
    look = wait.after(NUDGED_WITHOUT_HURRY) if first is None and second is not None else None
    return [(at, kind) for kind, at in ((FIRST, first), (LOOK, look), (SECOND, second)) if at is not None]


def late_from(row: TableRow, seat: SeatRow, at: datetime) -> datetime | None:
    """From when the others may do without a seat that a running game waits for, as it looks now; None: never.

    Nobody is late before a day after the last reminder has gone out, nor in their quiet hours (P15).
    """
    if seat.due_since is None or seat.computer:
        return None
    wait = wait_of(seat, pace_of(row.options, seat))
    if seat.vacant:
        return wait.after(VACANT)
    late, last = wait.late(), wait.second()
    if late is None or last is None:
        return None
    if not alone(row.seats):
        late = max(late, wait.after(GRACE, seat.warned or max(last, at)))
    return awake_from(seat.hours, late)


def fallen_due(row: TableRow, now: datetime, player: int | None = None) -> list[tuple[SeatRow, str]]:
    """The reminders of a table, or of one player there, that have fallen due, in order.

    Of several of one wait the last is what counts (P8).
    """
    found = []
    for seat in row.seats:
        if row.status == "running" and is_due(seat, now, player):
            found += [(seat, kind) for at, kind in reminders(seat, pace_of(row.options, seat)) if at <= now]
    return found


def seen_to(
    row: TableRow, now: datetime, until: datetime, player: int | None = None
) -> list[tuple[int, int | None, datetime | None]]:
    """Each awaited seat that is seen to now, the line with which its wait began, and when it is seen to next.

    ``until``: reminders that fall due by then are seen to already; nobody is late sooner or later for that.
    """
    return [
        (
            *(seat.seat, seat.due_number),
            min(
                (at for at, _ in upcoming(seat, pace_of(row.options, seat), until)),
                default=None if seat.late or alone(row.seats) else later(late_from(row, seat, until), now),
            ),
        )
        for seat in row.seats
        if is_due(seat, until, player)
    ]


def later(at: datetime | None, now: datetime) -> datetime | None:
    """A moment that is still to come; what has come is seen to at the next look."""
    return None if at is None else max(at, now)


def is_due(seat: SeatRow, now: datetime, player: int | None) -> bool:
    """Whether something is to be done about the wait of a seat, of this player if one is named."""
    return seat.next_at is not None and seat.next_at <= now and player in (None, seat.player)


def must_be_slow(row: TableRow, mine: SeatRow, wanted: int | None, now: datetime) -> SeatRow:
    """The seat of somebody else who is awaited for so long that they may be asked whether they are still there.

    Raises:
        TooSoon: nobody is, or not yet.
    """
    awaited = [
        seat
        for seat in row.seats
        if seat.due_since is not None and not seat.vacant and seat != mine and wanted in (None, seat.seat)
        if not away_until(seat, now) and not level_of(seat, now)
    ]
    if not awaited:
        raise TooSoon(N_("The table isn’t waiting for anyone else."))
    seat = min(awaited, key=lambda seat: seat.due_since or now)
    wait = wait_of(seat, pace_of(row.options, seat))
    begins = wait.first() or wait.after(NUDGED_WITHOUT_HURRY)
    if begins > now:
        raise TooSoon(NOT_YET, owner=seat.seat, until=int(begins.timestamp()))
    return seat


def nudge(row: TableRow, mine: SeatRow, seat: SeatRow, written: Sequence[Written], now: datetime) -> NewNotice:
    """The notice with which somebody who is awaited is asked by another one; ``written``: all of the table (P26).

    Raises:
        TooSoon: too often in this wait, or too soon after another notice.
    """
    live = is_live(row)
    about = [one for one in written if (one.seat, one.number) == (seat.seat, seat.due_number)]
    before = [one for one in about if one.kind == NUDGE]
    if len(before) >= NUDGES:
        raise TooSoon(N_("They have been nudged {count} times this turn, which is the limit."), count=NUDGES)
    table_free = [one.at + (SOON if live else DAY) for one in written if one.kind == NUDGE]
    wait_free = [one.at + (SOON if live else BETWEEN) for one in about]
    free = max([*table_free, *wait_free], default=now)
    if free > now:
        raise TooSoon(
            N_("They got a notification not long ago. You can nudge them again <t:{until}:R>."),
            until=int(free.timestamp()),
        )
    return replace(new_notice(row, seat, NUDGE, now), count=len(before) + 1, by=mine.player)


def gentle(now: datetime, acts: Sequence[datetime]) -> datetime:
    """The next moment at a time of day at which a person is known to be awake: near one of their acts (P23).

    At once where nothing is known of them.
    """
    found = []
    for act in acts:
        since = (now - (act - NEAR)) % DAY  # how long ago the time of day near that act began
        found.append(now if since <= 2 * NEAR else now + (DAY - since))
    return min(found, default=now)


def new_notice(row: TableRow, seat: SeatRow, kind: str, not_before: datetime) -> NewNotice:
    """A notice about the present wait of a seat."""
    assert seat.due_number is not None  # it is awaited
    return NewNotice(seat.player, kind, not_before, row.id, seat.seat, seat.due_number)


def pace_of(options: str, seat: SeatRow) -> Pace:
    """The pace of the wait for a seat: the one among a table's stored options, but for a wait that keeps another one.

    Raises:
        DamagedGame: they are no options.
    """
    return PACES[seat.pace or read_options(options)[PACE.id]]


def is_live(row: TableRow) -> bool:
    """Whether those who sit there sit together now: what is told by the day does not hold for them."""
    return read_options(row.options)[PACE.id] == LIVE
