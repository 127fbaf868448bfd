"""Who sits at a table: joining, leaving, where it goes. Each function decides one action; storing it is the service's.

What the others are asked is in `asks`, what may be done without somebody who does not come in `ladder`.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import waits
from rules_service.computers import alone
from rules_service.errors import (
    AlreadySeated,
    Asleep,
    Closed,
    NoMoreTime,
    NotAway,
    NotHost,
    NotSeated,
    SeatHeld,
    SeatTaken,
    TableFull,
    WrongPhase,
    damaged,
)
from rules_service.models import VOID, Place
from rules_service.options import read_options, write_options
from rules_service.pace import AFTER_LIVE, PACE
from storage import Change, LogRow, NewLine, NewNotice, SeatRow, TableRow

PLACE = "place"  # a kind of line, and of announcement: the table has come to another channel
RETURN = "return"  # a kind of line: somebody plays again themselves
FULL = "full"  # a kind of notice: the last seat of a lobby is taken
MORE, MORE_TIMES = "more", 3  # a kind of line: somebody asks for more time; how often they may in a game
PATIENCE = timedelta(days=7)  # of a lobby with its host
MODERATORS = timedelta(days=14)  # before a moderator may end a running game that waits
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
    """The seat the user holds.

    Raises:
        NotSeated: they hold none.
    """
    for seat in row.seats:
        if seat.user_id == user_id and not seat.vacant:
            return seat
    raise NotSeated(N_("You don’t have a seat at this table."))


def must_be_open(row: TableRow) -> None:
    """Raises Closed if the table has come to its end, Asleep if it must be woken first."""
    if row.asleep is not None and row.status == "running":
        raise Asleep(N_("This table is asleep. `/table wake` wakes it, and all timers restart."))
    if row.status == "over":
        raise Closed(N_("The game at this table is over."))
    if row.status == "cancelled":
        raise Closed(N_("This table was cancelled."))


def must_be_running(row: TableRow) -> None:
    """Raises Closed if the table has come to its end, WrongPhase if its game has not begun."""
    must_be_open(row)
    if row.status == "lobby":
        raise WrongPhase(N_("The game hasn’t started."))


def must_be_lobby(row: TableRow) -> None:
    """Raises Closed if the table has come to its end, WrongPhase if its game has begun."""
    must_be_open(row)
    if row.status != "lobby":
        raise WrongPhase(N_("The game has started; this was only possible before."))


def host_of(row: TableRow) -> SeatRow:
    """The host's seat in the lobby. Raises DamagedGame: nobody sits there who is the host."""
    for seat in row.seats:
        if seat.player == row.host:
            return seat
    raise damaged()


def must_host(row: TableRow, user_id: int) -> SeatRow:
    """The host's seat in the lobby.

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
    """From when the others may do without a seat, as it looks now; None: the table does not wait for it.

    A running game waits for the seats that are to move, a lobby for its host.
    """
    if row.status == "lobby":
        return max(row.opened, seat.acted or row.opened) + PATIENCE if seat.player == row.host else None
    return waits.late_from(row, seat, at)


def away(row: TableRow, seat: SeatRow, at: datetime) -> bool:
    """Whether whoever sits there has kept the table waiting for so long that the others may do without them."""
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
    """Sit down: in the lobby behind the others, in a running game in a vacant seat.

    Who has played a seat may return to that one only, for they may know what it knows. ``before``: the seats they have
    held as somebody who is forgotten.

    Raises:
        Closed, AlreadySeated, TableFull, SeatTaken, DamagedGame.
    """
    must_be_open(row)
    if any(seat.player == player and not seat.vacant for seat in row.seats):
        raise AlreadySeated(N_("You already have a seat at this table."))
    if row.status == "lobby":
        if len(row.seats) >= most:
            raise TableFull(N_("All seats are taken ({seats})."), seats=most)
        seats = (*row.seats, SeatRow(len(row.seats), player, acted=at))
        joined = change(row, at, [NewLine("join", len(row.seats), player)], "lobby", seats=seats)
        if len(seats) < most:
            return joined
        told = NewNotice(row.host, FULL, at, row.id, host_of(row).seat)
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
    return change(row, at, [NewLine("join", seat, player)], "seat", seats=seats)


def held_by(lines: Sequence[LogRow], player: int) -> set[int]:
    """The seats of a running game that a player has held. Raises DamagedGame: the log does not tell of its start."""
    start = next((line.number for line in lines if line.kind == "start"), None)
    if start is None:
        raise damaged()
    mine = [line for line in lines if line.player == player and (line.kind == "seat" or line.number > start)]
    return {line.seat for line in mine if line.seat is not None}


def seated(seat: SeatRow, player: int, at: datetime) -> SeatRow:
    """The free seat with somebody in it; who has not held it before has all the time of a wait that begins."""
    seat = replace(seat, vacant=False, freed=False, acted=at, computer="")
    if seat.player == player:
        return seat
    return replace(seat, player=player, moved=False, due_since=at if seat.due_since else None, hours="", stops="")


def remove(row: TableRow, user_id: int, seat: int, at: datetime) -> Change:
    """The host lets somebody go from the lobby (P92).

    Raises:
        Closed, NotHost, WrongPhase; NotSeated: nobody else sits there.
    """
    host = must_host(row, user_id)
    gone = next((one for one in row.seats if one.seat == seat and one is not host), None)
    if gone is None:
        raise NotSeated(N_("That seat is empty."))
    return unseat(row, gone, [NewLine("remove", host.seat, host.player, str(seat))], at)


def leave(row: TableRow, user_id: int, at: datetime) -> Change:
    """Get up: in the lobby the others move up and the first hosts; in a running game the seat becomes vacant.

    The table ends when nobody is left.

    Raises:
        Closed, NotSeated.
    """
    must_be_open(row)
    mine = seat_of(row, user_id)
    return unseat(row, mine, [NewLine("leave", mine.seat, mine.player)], at)


def leave_for(row: TableRow, at: datetime) -> Change | None:
    """Let the first go who sits there and is forgotten; None: there is nobody."""
    gone = next((seat for seat in row.seats if seat.person and seat.user_id is None and not seat.vacant), None)
    return None if gone is None else unseat(row, gone, [NewLine("leave", gone.seat, gone.player)], at)


def unseat(row: TableRow, gone: SeatRow, lines: list[NewLine], at: datetime, *, freed: bool = False) -> Change:
    """The table goes on without this person and what they asked, or is over: computers do not play by themselves."""
    if row.status == "running":
        left = replace(gone, vacant=True, freed=freed, computer="")
        seats = tuple(left if seat.seat == gone.seat else seat for seat in row.seats)
        if all(seat.vacant or not seat.person for seat in seats):
            return change(row, at, lines, "seat", seats=seats, cancelled=True)
        asked = tuple(one for one in row.asks if one.ended is None and one.player == gone.player)
        withdrawn = tuple(replace(one, ended=at, outcome=VOID) for one in asked)
        return replace(change(row, at, lines, "seat", seats=seats), asks=withdrawn)
    seats = tuple(
        replace(seat, seat=at) for at, seat in enumerate(seat for seat in row.seats if seat.seat != gone.seat)
    )
    people = [seat for seat in seats if seat.person]
    if not people:
        return change(row, at, lines, "lobby", cancelled=True)
    host = row.host
    if gone.player == host:
        new = replace(people[0], acted=at)  # who has just become the host has time, too
        host = new.player
        seats = tuple(new if seat.seat == new.seat else seat for seat in seats)
        lines = [*lines, NewLine("host", new.seat, host)]
    # Who has just become the host is asked anew whether the lobby is to stay.
    return replace(change(row, at, lines, "lobby", seats=seats, host=host), kept=host != row.host)


def cancel(row: TableRow, user_id: int, at: datetime, moderator: int | None) -> Change:
    """Close a lobby, or as a moderator a running game. ``moderator``: the player who looks after the channel.

    A lobby is closed by its host or a moderator, or by anybody in it when the host is away. A running game is ended
    by a moderator who does not play it when somebody is away.

    Raises:
        Closed, NotHost, NotSeated. NotAway: a moderator comes too early.
    """
    must_be_open(row)
    if row.status == "lobby":
        if moderator is not None and not sits(row, user_id):
            return change(row, at, [], "lobby", cancelled=True, closer=moderator)
        host = host_of(row)
        if moderator is None and not (sits(row, user_id) and away(row, host, at)):
            must_host(row, user_id)
        return change(row, at, [], "lobby", cancelled=True)
    assert moderator is not None  # whoever plays asks the others
    must_be_patient(row, at)
    return change(row, at, [], "cancel", cancelled=True, closer=moderator)


def must_be_patient(row: TableRow, at: datetime) -> None:
    """Raises NotAway if a moderator may not end a running game yet: nobody is late, or asleep, for so long."""
    since = [row.asleep, *(seat.late for seat in row.seats), *(seat.due_since for seat in row.seats if seat.vacant)]
    until = min((moment + MODERATORS for moment in since if moment is not None), default=None)
    if until is None:
        raise NotAway(
            N_(
                "A moderator can end a game when a player has been late for 14 days, or when the table "
                "has been asleep that long."
            )
        )
    if until > at:
        raise NotAway(N_("A moderator can end this game from <t:{until}:f> on."), until=int(until.timestamp()))


def whose(
    row: TableRow, user_id: int, wanted: int | None, at: datetime, moderator: int | None
) -> tuple[SeatRow | None, SeatRow]:
    """Who would have a seat freed (None: a moderator who does not play), and which; ``wanted``, if several are late.

    Raises:
        Closed, NotSeated, NotAway: there is nobody, or they still have time.
    """
    must_be_open(row)
    mine = None if moderator is not None and not sits(row, user_id) else seat_of(row, user_id)
    waited = [seat for seat in row.seats if late_from(row, seat, at) and not seat.vacant and seat != mine]
    if wanted is not None:
        waited = [seat for seat in waited if seat.seat == wanted]
    if not waited:
        raise NotAway(N_("The table isn’t waiting for a player whose seat could be freed."))
    seat = min(waited, key=lambda seat: late_from(row, seat, at) or at)
    must_be_away(row, seat, at)
    if sum(away(row, one, at) for one in waited) > 1:
        raise NotAway(N_("Several of them are away; say whose seat you mean."))
    return mine, seat


def free_host(row: TableRow, mine: SeatRow | None, seat: SeatRow, at: datetime, moderator: int | None) -> Change:
    """A lobby goes on without its host, who has left it alone."""
    line = NewLine("free", None, moderator) if mine is None else NewLine("free", mine.seat, mine.player)
    return unseat(row, seat, [replace(line, text=str(seat.seat))], at, freed=True)


def may_move(row: TableRow, place: Place) -> bool:
    """Whether one who sits there may bring the table there without asking: within its server, or who is alone."""
    return alone(row.seats) or (row.guild_id is not None and row.guild_id == place.guild_id)


def moved(row: TableRow, at: datetime, place: tuple[int, int | None, int | None], player: int) -> Change:
    """The table goes on in another channel; its old one gets a line."""
    seat = next((seat.seat for seat in row.seats if seat.player == player and not seat.vacant), None)
    line = NewLine(PLACE, seat, player, " ".join(str(part or 0) for part in place))
    return replace(change(row, at, [line], "lobby" if row.status == "lobby" else PLACE), place=place)


def takes_back(row: TableRow, mine: SeatRow, at: datetime) -> Change:
    """Somebody plays again themselves for whom a computer has played: at once (P62).

    Raises:
        AlreadySeated: no computer does.
    """
    if not mine.computer:
        raise AlreadySeated(N_("You already play for yourself."))
    back = replace(mine, computer="", acted=at, due_since=at if mine.due_since else None)
    seats = tuple(back if seat is mine else seat for seat in row.seats)
    return replace(change(row, at, [NewLine(RETURN, mine.seat, mine.player)], "", seats=seats), redraw=True)


def after_move(seats: tuple[SeatRow, ...], back: SeatRow, at: datetime) -> tuple[SeatRow, ...]:
    """The seats after a move of this one."""
    return tuple(
        replace(seat, acted=at, moved=True, late=None, final=None, gone=None, next_at=None, computer="")
        if seat.seat == back.seat
        else seat
        for seat in seats
    )


def sits(row: TableRow, user_id: int) -> bool:
    """Whether the user holds a seat."""
    return any(seat.user_id == user_id and not seat.vacant for seat in row.seats)


def more_time(row: TableRow, lines: Sequence[LogRow], user_id: int, at: datetime) -> Change:
    """Ask for more time for the present turn: once in it, and a few times in a game.

    Raises:
        Closed, NotSeated, NoMoreTime: nobody waits for them, or they have had it.
    """
    must_be_open(row)
    mine = seat_of(row, user_id)
    if late_from(row, mine, at) is None or row.status != "running" or alone(row.seats):
        raise NoMoreTime(N_("You aren’t keeping anyone waiting, so take all the time you want."))
    if mine.more:
        raise NoMoreTime(N_("You have already asked for more time this turn."))
    if sum(line.kind == MORE and line.player == mine.player for line in lines) >= MORE_TIMES:
        raise NoMoreTime(
            N_("You have asked for more time {count} times in this game, which is the limit."), count=MORE_TIMES
        )
    seats = tuple(replace(seat, more=True) if seat is mine else seat for seat in row.seats)
    return replace(change(row, at, [NewLine(MORE, mine.seat, mine.player)], "", seats=seats), redraw=True)


def evening_over(row: TableRow, at: datetime) -> Change:
    """Nobody has done anything for long at a table that is played live: it goes on day by day, all waits begin anew."""
    seats = tuple(replace(seat, due_since=at if seat.due_since else None, pace="") for seat in row.seats)
    line = NewLine(PACE.id, None, None, AFTER_LIVE)
    options = write_options({**read_options(row.options), PACE.id: AFTER_LIVE})
    return replace(change(row, at, [line], PACE.id, seats=seats), options=options)


def must_be_away(row: TableRow, seat: SeatRow, at: datetime) -> None:
    """Raises NotAway if they still have time."""
    late = late_from(row, seat, at)
    if late is None or late > at:
        raise NotAway(TIME_LEFT, owner=seat.seat, until=int(late.timestamp()) if late else 0)


def change(
    row: TableRow,
    at: datetime,
    lines: list[NewLine],
    announce: str,
    *,
    seats: tuple[SeatRow, ...] | None = None,
    host: int | None = None,
    cancelled: bool = False,
    closer: int | None = None,
) -> Change:
    """One action of people, with the end of the table if that is what it brings.

    ``closer``: the player who ends it without sitting at it.
    """
    if cancelled:
        lines = [*lines, NewLine("cancel", None, closer)]
        seats = tuple(replace(seat, due_since=None) for seat in seats or row.seats)
        announce = "lobby" if row.status == "lobby" else "cancel"
    return Change(
        row.id,
        row.number,
        at,
        tuple(lines),
        status="cancelled" if cancelled else "",
        host=host,
        seats=seats,
        closer=closer,
        announce=announce,
        since=row.number,
    )
