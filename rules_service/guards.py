"""Who may act on a table, and in which phase: guards that raise, and the conditions that they check."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import turn_timers
from rules_service.errors import Asleep, Closed, DailyAlone, NotHost, NotSeated, TooMany, WrongPhase, damaged_game
from storage import Counts, SeatRow, TableRow, TableStatus

# Limits per person and per server (docs/spec/slow-play.md, P119). Sleeping tables do not count.
LOBBIES = 3  # lobbies hosted by one person on a server
SEATS = 20  # seats of one person at open tables on all servers
MAX_TABLES = 100  # open tables on a server
MAX_INVITATIONS = 6  # invitations to a table
MAX_ENTRIES = 3  # entries of one person in a server's list of people looking for players
# A table causes about three posts, even if it is closed at once, so this limits them to 36. Friends who try out games
# and options open four or five tables in an evening.
MAX_OPENED = 12  # tables that one person opens within `OPENED_WITHIN`, anywhere
OPENED_WITHIN = timedelta(hours=1)
HOSTED = N_(
    "You host {count} tables here that have not started, which is the limit. Start one of "
    "them, or close it with `/table manage`."
)
SEATED = N_("You’re playing at {count} tables, which is the limit. Finish a game or leave one: `/mygames`.")
FULL = N_("{count} tables are open on this server, which is the limit. Finish one, or put one to sleep.")
OPENED = N_(
    "You have opened {count} tables within an hour, which is the limit. You can open another one "
    "<t:{until}:R>, or join someone else’s table."
)
ATTEMPT_ENDED = N_(
    "Your attempt at this challenge is over and counts as not finished. `/daily` shows today’s challenge."
)
HOST_PATIENCE = timedelta(days=7)  # how long a lobby waits for its host
HOST_ONLY = N_("Only {host}, the host of this table, can do this.")
WHILE_HERE = N_(
    "Only {host}, the host of this table, can do this. If {host} stays away, any player here can "
    "replace the host or close the table <t:{until}:R>: `/table manage`."
)
IN_DAILY = N_(
    "That isn’t possible in a challenge of the day: everybody plays the same game once, alone. You can only play on "
    "or give up."
)


def must_be_ordinary(day: int | None) -> None:
    """Raise DailyAlone if ``day`` isn't None: an attempt at that day's challenge gets no help at all (P153)."""
    if day is not None:
        raise DailyAlone(IN_DAILY)


def seat_of(row: TableRow, user_id: int) -> SeatRow:
    """Return the seat that the user holds. Raise NotSeated if they hold none."""
    for seat in row.seats:
        if seat.user_id == user_id and not seat.vacant:
            return seat
    raise NotSeated(N_("You don’t have a seat at this table."))


def sits(row: TableRow, user_id: int) -> bool:
    """Return whether the user holds a seat."""
    return any(seat.user_id == user_id and not seat.vacant for seat in row.seats)


def must_be_open(row: TableRow) -> None:
    """Raise Closed if the table has ended, Asleep if it must be woken first."""
    if row.asleep_since is not None and row.status == TableStatus.RUNNING:
        raise Asleep(N_("This table is asleep. `/table manage` wakes it, and all timers restart."))
    if row.status == TableStatus.OVER:
        raise Closed(N_("The game at this table is over."))
    if row.status == TableStatus.CANCELLED:
        raise Closed(N_("This table was cancelled.") if row.daily is None else ATTEMPT_ENDED)


def must_be_running(row: TableRow) -> None:
    """Raise Closed if the table has ended, Asleep if it is asleep, WrongPhase if its game has not started."""
    must_be_open(row)
    if row.status == TableStatus.LOBBY:
        raise WrongPhase(N_("The game hasn’t started."))


def must_be_lobby(row: TableRow) -> None:
    """Raise Closed if the table has ended, Asleep if it is asleep, WrongPhase if its game has started."""
    must_be_open(row)
    if row.status != TableStatus.LOBBY:
        raise WrongPhase(N_("The game has started; this was only possible before."))


def host_of(row: TableRow) -> SeatRow:
    """Return the host's seat in the lobby. Raise DamagedGame if the host has none."""
    for seat in row.seats:
        if seat.player == row.host:
            return seat
    raise damaged_game()


def must_host(row: TableRow, user_id: int) -> SeatRow:
    """Return the host's seat in the lobby, if the user is the host. Raise Closed, Asleep, WrongPhase or NotHost."""
    must_be_lobby(row)
    host = host_of(row)
    if host.user_id == user_id:
        return host
    if sits(row, user_id):
        until = late_from(row, host, row.opened) or row.opened
        raise NotHost(WHILE_HERE, host=host.name, until=int(until.timestamp()))
    raise NotHost(HOST_ONLY, host=host.name)


def late_from(row: TableRow, seat: SeatRow, at: datetime) -> datetime | None:
    """Return when the others may go on without a seat, or None if the table doesn't wait for it or waits forever.

    A running game waits for the seats that have to move, a lobby for its host.
    """
    if row.status == TableStatus.LOBBY:
        return (seat.acted_at or row.opened) + HOST_PATIENCE if seat.player == row.host else None
    return turn_timers.late_from(row, seat, at)


def is_late(row: TableRow, seat: SeatRow, at: datetime) -> bool:
    """Return whether the seat has kept the table waiting long enough for the others to go on without it."""
    late = late_from(row, seat, at)
    return late is not None and late <= at


def must_have_room(counts: Counts, *, hosts: bool) -> None:
    """Raise TooMany if a person can't take another seat, or with ``hosts`` if they can't open another table."""
    if counts.seats >= SEATS:
        raise TooMany(SEATED, count=SEATS)
    if hosts and counts.lobbies >= LOBBIES:
        raise TooMany(HOSTED, count=LOBBIES)
    if hosts and counts.tables >= MAX_TABLES:
        raise TooMany(FULL, count=MAX_TABLES)


def must_keep_pace(opened: Sequence[datetime]) -> None:
    """Raise TooMany if a person opened too many tables. ``opened``: when, in the last hour, oldest first."""
    if len(opened) >= MAX_OPENED:
        raise TooMany(OPENED, count=MAX_OPENED, until=int((opened[-MAX_OPENED] + OPENED_WITHIN).timestamp()))
