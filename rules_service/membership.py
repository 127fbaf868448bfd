"""The players of a table: joining, leaving, and moving the table. Each function decides one action.

The service stores it. Votes are in `votes`; going on without a late player is in `escalation`.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import turn_timers
from rules_service.computers import alone
from rules_service.errors import (
    AlreadySeated,
    Asleep,
    Closed,
    NobodyLate,
    NoMoreTime,
    NotHost,
    NotSeated,
    SeatHeld,
    SeatTaken,
    TableFull,
    WrongPhase,
    damaged,
)
from rules_service.models import Place
from rules_service.options import read_options, write_options
from rules_service.pace import AFTER_LIVE, PACE
from storage import (
    Change,
    LineKind,
    LogRow,
    NewLine,
    NewNotice,
    NoticeKind,
    PostKind,
    SeatRow,
    TableRow,
    TableStatus,
    VoteOutcome,
)

MORE_TIMES = 3  # limit per player and game
PATIENCE = timedelta(days=7)  # how long a lobby waits for its host
MODERATORS = timedelta(days=14)  # how long a running game waits before a moderator may end it
HOST_ONLY = N_("Only {host}, the host of this table, can do this.")
WHILE_HERE = N_(
    "Only {host}, the host of this table, can do this. If {host} stays away, any of its "
    "players can pass the table on with `/table free` or close it with `/table cancel` "
    "<t:{until}:R>."
)
TIME_LEFT = N_(
    "{owner} has time until <t:{until}:f> (<t:{until}:R>). After that the others together, "
    "or a moderator, can free that seat or end the game."
)


def seat_of(row: TableRow, user_id: int) -> SeatRow:
    """Return the seat that the user holds.

    Raises:
        NotSeated: they hold none.
    """
    for seat in row.seats:
        if seat.user_id == user_id and not seat.vacant:
            return seat
    raise NotSeated(N_("You don’t have a seat at this table."))


def must_be_open(row: TableRow) -> None:
    """Raise Closed if the table has ended, Asleep if it must be woken first."""
    if row.asleep_since is not None and row.status == TableStatus.RUNNING:
        raise Asleep(N_("This table is asleep. `/table wake` wakes it, and all timers restart."))
    if row.status == TableStatus.OVER:
        raise Closed(N_("The game at this table is over."))
    if row.status == TableStatus.CANCELLED:
        raise Closed(N_("This table was cancelled."))


def must_be_running(row: TableRow) -> None:
    """Raise Closed if the table has ended, Asleep if it is asleep, WrongPhase if its game has not begun."""
    must_be_open(row)
    if row.status == TableStatus.LOBBY:
        raise WrongPhase(N_("The game hasn’t started."))


def must_be_lobby(row: TableRow) -> None:
    """Raise Closed if the table has ended, WrongPhase if its game has begun."""
    must_be_open(row)
    if row.status != TableStatus.LOBBY:
        raise WrongPhase(N_("The game has started; this was only possible before."))


def host_of(row: TableRow) -> SeatRow:
    """Return the host's seat in the lobby. Raise DamagedGame if the host has none."""
    for seat in row.seats:
        if seat.player == row.host:
            return seat
    raise damaged()


def must_host(row: TableRow, user_id: int) -> SeatRow:
    """Return the host's seat in the lobby if the user is the host.

    Raises:
        Closed, WrongPhase, NotHost.
    """
    must_be_lobby(row)
    host = host_of(row)
    if host.user_id == user_id:
        return host
    if sits(row, user_id):
        raise NotHost(
            WHILE_HERE, host=host.name, until=int((late_from(row, host, row.opened) or row.opened).timestamp())
        )
    raise NotHost(HOST_ONLY, host=host.name)


def late_from(row: TableRow, seat: SeatRow, at: datetime) -> datetime | None:
    """Return from when the others may go on without a seat, as things are now; None: the table does not wait for it.

    A running game waits for the seats that have to move, a lobby for its host.
    """
    if row.status == TableStatus.LOBBY:
        return max(row.opened, seat.acted_at or row.opened) + PATIENCE if seat.player == row.host else None
    return turn_timers.late_from(row, seat, at)


def is_late(row: TableRow, seat: SeatRow, at: datetime) -> bool:
    """Return whether the seat has kept the table waiting long enough for the others to go on without it."""
    late = late_from(row, seat, at)
    return late is not None and late <= at


def join(
    row: TableRow,
    lines: Sequence[LogRow],
    player: int,
    most: int,
    wanted: int | None,
    at: datetime,
    before: Collection[int] = (),
) -> Change:
    """Take a seat: the next one in a lobby, or a vacant one in a running game.

    A player who has had a seat in this game may return only to that one, because they may know its secrets. ``before``:
    seats that they held under an identity since forgotten.

    Raises:
        Closed, AlreadySeated, TableFull, SeatTaken, DamagedGame.
    """
    must_be_open(row)
    if any(seat.player == player and not seat.vacant for seat in row.seats):
        raise AlreadySeated(N_("You already have a seat at this table."))
    if row.status == TableStatus.LOBBY:
        if len(row.seats) >= most:
            raise TableFull(N_("All seats are taken ({seats})."), seats=most)
        seats = (*row.seats, SeatRow(len(row.seats), player, acted_at=at))
        joined = change(row, at, [NewLine(LineKind.JOIN, len(row.seats), player)], PostKind.LOBBY, seats=seats)
        if len(seats) < most:
            return joined
        told = NewNotice(row.host, NoticeKind.FULL, at, row.id, host_of(row).seat)
        return replace(joined, notices=(told,))
    vacant = [seat.seat for seat in row.seats if seat.vacant]
    if not vacant and not held_by(lines, player) | set(before):
        raise TableFull(N_("All seats are taken ({seats})."), seats=len(row.seats))
    mine = held_by(lines, player) | set(before)
    if mine:
        vacant = [seat for seat in vacant if seat in mine]
        if not vacant:
            raise SeatHeld(N_("You had another seat at this table, and someone else has it now."))
    if wanted is not None and wanted not in vacant:
        raise SeatTaken(N_("This seat is not free for you."))
    seat = vacant[0] if wanted is None else wanted
    seats = tuple(seated(old, player, at) if old.seat == seat else old for old in row.seats)
    return change(row, at, [NewLine(LineKind.JOIN, seat, player)], PostKind.SEAT, seats=seats)


def held_by(lines: Sequence[LogRow], player: int) -> set[int]:
    """Return the seats of a running game that a player has held. Raise DamagedGame if the log has no start."""
    start = next((line.number for line in lines if line.kind == LineKind.START), None)
    if start is None:
        raise damaged()
    mine = [line for line in lines if line.player == player and (line.kind == LineKind.SEAT or line.number > start)]
    return {line.seat for line in mine if line.seat is not None}


def seated(seat: SeatRow, player: int, at: datetime) -> SeatRow:
    """Return the free seat with this player. A new holder gets the full time of a wait that starts now."""
    seat = replace(seat, vacant=False, freed=False, acted_at=at, computer="")
    if seat.player == player:
        return seat
    return replace(seat, player=player, moved=False, due_since=at if seat.due_since else None, hours="", stops="")


def remove(row: TableRow, user_id: int, seat: int, at: datetime) -> Change:
    """Let the host remove a player from the lobby (P92).

    Raises:
        Closed, NotHost, WrongPhase; NotSeated: no other player has that seat.
    """
    host = must_host(row, user_id)
    gone = next((one for one in row.seats if one.seat == seat and one is not host), None)
    if gone is None:
        raise NotSeated(N_("That seat is empty."))
    return unseat(row, gone, [NewLine(LineKind.REMOVE, host.seat, host.player, str(seat))], at)


def leave(row: TableRow, user_id: int, at: datetime) -> Change:
    """Leave the table. In a lobby the others move up, and the first one hosts; in a running game the seat is vacant.

    The table ends when no one is left.

    Raises:
        Closed, NotSeated.
    """
    must_be_open(row)
    mine = seat_of(row, user_id)
    return unseat(row, mine, [NewLine(LineKind.LEAVE, mine.seat, mine.player)], at)


def leave_for(row: TableRow, at: datetime) -> Change | None:
    """Remove the first player who is forgotten but still has a seat; None if there is none."""
    gone = next((seat for seat in row.seats if seat.person and seat.user_id is None and not seat.vacant), None)
    return None if gone is None else unseat(row, gone, [NewLine(LineKind.LEAVE, gone.seat, gone.player)], at)


def unseat(row: TableRow, gone: SeatRow, lines: list[NewLine], at: datetime, *, freed: bool = False) -> Change:
    """Remove a player and the votes they opened. The table ends if only computers are left."""
    if row.status == TableStatus.RUNNING:
        left = replace(gone, vacant=True, freed=freed, computer="")
        seats = tuple(left if seat.seat == gone.seat else seat for seat in row.seats)
        if all(seat.vacant or not seat.person for seat in seats):
            return change(row, at, lines, seats=seats, cancelled=True)
        asked = tuple(one for one in row.votes if one.ended is None and one.player == gone.player)
        withdrawn = tuple(replace(one, ended=at, outcome=VoteOutcome.VOID) for one in asked)
        return replace(change(row, at, lines, PostKind.SEAT, seats=seats), votes=withdrawn)
    seats = tuple(
        replace(seat, seat=at) for at, seat in enumerate(seat for seat in row.seats if seat.seat != gone.seat)
    )
    people = [seat for seat in seats if seat.person]
    if not people:
        return change(row, at, lines, cancelled=True)
    host = row.host
    if gone.player == host:
        new = replace(people[0], acted_at=at)  # a new host gets the full time, too
        host = new.player
        seats = tuple(new if seat.seat == new.seat else seat for seat in seats)
        lines = [*lines, NewLine(LineKind.HOST, new.seat, host)]
    # A new host is asked again whether to keep the lobby.
    return replace(change(row, at, lines, PostKind.LOBBY, seats=seats, host=host), keeps_open=host != row.host)


def cancel(row: TableRow, user_id: int, at: datetime, moderator: int | None) -> Change:
    """Close a lobby, or as a moderator a running game. ``moderator``: the moderator's player number.

    The host or a moderator may close a lobby, and any of its players if the host is away. A moderator who is not
    playing may end a running game after a player has been away long enough.

    Raises:
        Closed, NotHost, NotSeated. NobodyLate: it is too early for a moderator.
    """
    must_be_open(row)
    if row.status == TableStatus.LOBBY:
        if moderator is not None and not sits(row, user_id):
            return change(row, at, [], cancelled=True, closer=moderator)
        host = host_of(row)
        if moderator is None and not (sits(row, user_id) and is_late(row, host, at)):
            must_host(row, user_id)
        return change(row, at, [], cancelled=True)
    assert moderator is not None  # players open a vote instead
    must_be_patient(row, at)
    return change(row, at, [], cancelled=True, closer=moderator)


def must_be_patient(row: TableRow, at: datetime) -> None:
    """Raise NobodyLate until a player is late, or the table asleep, long enough for a moderator to end the game."""
    since = [
        row.asleep_since,
        *(seat.late_since for seat in row.seats),
        *(seat.due_since for seat in row.seats if seat.vacant),
    ]
    until = min((moment + MODERATORS for moment in since if moment is not None), default=None)
    if until is None:
        raise NobodyLate(
            N_(
                "A moderator can end a game when a player has been late for 14 days, or when the table "
                "has been asleep that long."
            )
        )
    if until > at:
        raise NobodyLate(N_("A moderator can end this game from <t:{until}:f> on."), until=int(until.timestamp()))


def whose(
    row: TableRow, user_id: int, wanted: int | None, at: datetime, moderator: int | None
) -> tuple[SeatRow | None, SeatRow]:
    """Return the seat that asks to free another (None: a moderator who is not playing), and that other seat.

    ``wanted``: the seat to free, if several are late.

    Raises:
        Closed, NotSeated, NobodyLate: no seat can be freed, or its player still has time.
    """
    must_be_open(row)
    mine = None if moderator is not None and not sits(row, user_id) else seat_of(row, user_id)
    waited = [seat for seat in row.seats if late_from(row, seat, at) and not seat.vacant and seat != mine]
    if wanted is not None:
        waited = [seat for seat in waited if seat.seat == wanted]
    if not waited:
        raise NobodyLate(N_("The table isn’t waiting for a player whose seat could be freed."))
    seat = min(waited, key=lambda seat: late_from(row, seat, at) or at)
    must_be_away(row, seat, at)
    if sum(is_late(row, one, at) for one in waited) > 1:
        raise NobodyLate(N_("Several of them are away; say whose seat you mean."))
    return mine, seat


def free_host(row: TableRow, mine: SeatRow | None, seat: SeatRow, at: datetime, moderator: int | None) -> Change:
    """Free the seat of a lobby's absent host; the lobby goes on."""
    line = NewLine(LineKind.FREE, None, moderator) if mine is None else NewLine(LineKind.FREE, mine.seat, mine.player)
    return unseat(row, seat, [replace(line, text=str(seat.seat))], at, freed=True)


def may_move(row: TableRow, place: Place) -> bool:
    """Return whether a player may move the table there without a vote: within its server, or if they play alone."""
    return alone(row.seats) or (row.guild_id is not None and row.guild_id == place.guild_id)


def moved(row: TableRow, at: datetime, place: tuple[int, int | None, int | None], player: int) -> Change:
    """Move the table to another channel; its old one gets a line."""
    seat = next((seat.seat for seat in row.seats if seat.player == player and not seat.vacant), None)
    line = NewLine(LineKind.PLACE, seat, player, " ".join(str(part or 0) for part in place))
    announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.PLACE
    return replace(change(row, at, [line], announce), place=place)


def takes_back(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Let a player play again at once instead of the computer (P62).

    Raises:
        AlreadySeated: no computer plays for them.
    """
    if not mine.computer:
        raise AlreadySeated(N_("You already play for yourself."))
    back = replace(mine, computer="", acted_at=at, due_since=at if mine.due_since else None)
    seats = tuple(back if seat is mine else seat for seat in row.seats)
    return replace(change(row, at, [NewLine(LineKind.RETURN, mine.seat, mine.player)], seats=seats), redraw=True)


def after_move(seats: tuple[SeatRow, ...], back: SeatRow, at: datetime) -> tuple[SeatRow, ...]:
    """Return the seats after a move by this one."""
    return tuple(
        replace(
            seat,
            acted_at=at,
            moved=True,
            late_since=None,
            final_warning_at=None,
            left_server_at=None,
            next_at=None,
            computer="",
        )
        if seat.seat == back.seat
        else seat
        for seat in seats
    )


def sits(row: TableRow, user_id: int) -> bool:
    """Return whether the user holds a seat."""
    return any(seat.user_id == user_id and not seat.vacant for seat in row.seats)


def more_time(row: TableRow, lines: Sequence[LogRow], user_id: int, at: datetime) -> Change:
    """Ask for more time: once per turn, and a limited number of times per game.

    Raises:
        Closed, NotSeated, NoMoreTime: no one waits for them, or they have used up their requests.
    """
    must_be_open(row)
    mine = seat_of(row, user_id)
    if late_from(row, mine, at) is None or row.status != TableStatus.RUNNING or alone(row.seats):
        raise NoMoreTime(N_("You aren’t keeping anyone waiting, so take all the time you want."))
    if mine.extra_time:
        raise NoMoreTime(N_("You have already asked for more time this turn."))
    if sum(line.kind == LineKind.MORE and line.player == mine.player for line in lines) >= MORE_TIMES:
        raise NoMoreTime(
            N_("You have asked for more time {count} times in this game, which is the limit."), count=MORE_TIMES
        )
    seats = tuple(replace(seat, extra_time=True) if seat is mine else seat for seat in row.seats)
    return replace(change(row, at, [NewLine(LineKind.MORE, mine.seat, mine.player)], seats=seats), redraw=True)


def evening_over(row: TableRow, at: datetime) -> Change:
    """Move a live table that has long been inactive to the pace `AFTER_LIVE`; all timers restart."""
    seats = tuple(replace(seat, due_since=at if seat.due_since else None, pace="") for seat in row.seats)
    line = NewLine(LineKind.PACE, None, None, AFTER_LIVE)
    options = write_options({**read_options(row.options), PACE.id: AFTER_LIVE})
    return replace(change(row, at, [line], PostKind.PACE, seats=seats), options=options)


def must_be_away(row: TableRow, seat: SeatRow, at: datetime) -> None:
    """Raise NobodyLate if the player still has time."""
    late = late_from(row, seat, at)
    if late is None or late > at:
        raise NobodyLate(TIME_LEFT, owner=seat.seat, until=int(late.timestamp()) if late else 0)


def change(
    row: TableRow,
    at: datetime,
    lines: list[NewLine],
    announce: PostKind | None = None,
    *,
    seats: tuple[SeatRow, ...] | None = None,
    host: int | None = None,
    cancelled: bool = False,
    closer: int | None = None,
) -> Change:
    """Return the change of an action by people, which with ``cancelled`` also ends the table.

    ``closer``: the player who ends the table without a seat at it.
    """
    if cancelled:
        lines = [*lines, NewLine(LineKind.CANCEL, None, closer)]
        seats = tuple(replace(seat, due_since=None) for seat in seats or row.seats)
        announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.CANCEL
    return Change(
        row.id,
        row.number,
        at,
        tuple(lines),
        status=TableStatus.CANCELLED if cancelled else None,
        host=host,
        seats=seats,
        closer=closer,
        announce=announce,
        since=row.number,
    )
