"""Who sits at a table: joining, leaving, votes. Each function decides one action; storing it is the service's."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.rules_service.errors import (
    AlreadySeated,
    Closed,
    NotHost,
    NotSeated,
    NoVote,
    SeatTaken,
    TableFull,
    WrongPhase,
)
from rules.errors import N_
from storage import Change, LogRow, NewLine, SeatRow, TableRow


def seat_of(row: TableRow, user_id: int) -> SeatRow:
    """The seat the user holds.

    Raises:
        NotSeated: they hold none.
    """
    for seat in row.seats:
        if seat.user_id == user_id and not seat.vacant:
            return seat
    raise NotSeated(N_("You do not sit at this table."))


def must_be_open(row: TableRow) -> None:
    """Raises Closed if the table has come to its end."""
    if row.status == "over":
        raise Closed(N_("The game at this table is over."))
    if row.status == "cancelled":
        raise Closed(N_("This table was cancelled."))


def must_host(row: TableRow, user_id: int) -> SeatRow:
    """The host's seat in the lobby.

    Raises:
        Closed, WrongPhase, NotHost.
    """
    must_be_open(row)
    if row.status != "lobby":
        raise WrongPhase(N_("The game has begun; this could be done only before."))
    for seat in row.seats:
        if seat.player == row.host and seat.user_id == user_id:
            return seat
    raise NotHost(N_("Only the host of the table can do this."))


def join(row: TableRow, lines: Sequence[LogRow], player: int, most: int, wanted: int | None, at: datetime) -> Change:
    """Sit down: in the lobby behind the others, in a running game in a vacant seat.

    Who has played a seat may return to that one only, for they may know what it knows.

    Raises:
        Closed, AlreadySeated, TableFull, SeatTaken.
    """
    must_be_open(row)
    if any(seat.player == player and not seat.vacant for seat in row.seats):
        raise AlreadySeated(N_("You sit at this table already."))
    if row.status == "lobby":
        if len(row.seats) >= most:
            raise TableFull(N_("All {seats} seats are taken."), seats=most)
        seats = (*row.seats, SeatRow(len(row.seats), player))
        return change(row, at, [NewLine("join", len(row.seats), player)], "lobby", seats=seats)
    vacant = [seat.seat for seat in row.seats if seat.vacant]
    if not vacant:
        raise TableFull(N_("All {seats} seats are taken."), seats=len(row.seats))
    start = next(line.number for line in lines if line.kind == "start")
    mine = {line.seat for line in lines if line.player == player and (line.kind == "seat" or line.number > start)}
    mine.discard(None)
    if mine:
        vacant = [seat for seat in vacant if seat in mine]
        if not vacant:
            raise SeatTaken(N_("You have played another seat of this table, and somebody else holds it now."))
    if wanted is not None and wanted not in vacant:
        raise SeatTaken(N_("This seat is not free for you."))
    seat = vacant[0] if wanted is None else wanted
    seats = tuple(replace(old, player=player, vacant=False) if old.seat == seat else old for old in row.seats)
    return change(row, at, [NewLine("join", seat, player)], "seat", seats=seats)


def leave(row: TableRow, user_id: int, at: datetime) -> Change:
    """Get up: in the lobby the others move up and the first hosts; in a running game the seat becomes vacant.

    The table ends when nobody is left, or when all who are left have voted to cancel.

    Raises:
        Closed, NotSeated.
    """
    must_be_open(row)
    mine = seat_of(row, user_id)
    lines = [NewLine("leave", mine.seat, mine.player)]
    if row.status == "running":
        seats = tuple(replace(seat, vacant=True, vote=False) if seat is mine else seat for seat in row.seats)
        return change(row, at, lines, "seat", seats=seats, cancelled=agreed(seats))
    seats = tuple(replace(seat, seat=at) for at, seat in enumerate(seat for seat in row.seats if seat is not mine))
    if not seats:
        return change(row, at, lines, "lobby", cancelled=True)
    host = row.host
    if mine.player == host:
        host = seats[0].player
        lines.append(NewLine("host", 0, host))
    return change(row, at, lines, "lobby", seats=seats, host=host)


def cancel(row: TableRow, user_id: int, at: datetime) -> Change:
    """The host closes the lobby; in a running game it is a vote.

    Raises:
        Closed, NotHost, NotSeated, NoVote: given before.
    """
    must_be_open(row)
    if row.status == "lobby":
        must_host(row, user_id)
        return change(row, at, [], "lobby", cancelled=True)
    mine = seat_of(row, user_id)
    if mine.vote:
        raise NoVote(N_("You have voted already to cancel the game. It ends when everybody at the table has."))
    seats = tuple(replace(seat, vote=True) if seat is mine else seat for seat in row.seats)
    return change(row, at, [NewLine("vote", mine.seat, mine.player)], "vote", seats=seats, cancelled=agreed(seats))


def withdraw(row: TableRow, user_id: int, at: datetime) -> Change:
    """Take a vote to cancel back.

    Raises:
        Closed, WrongPhase, NotSeated, NoVote: there is none.
    """
    must_be_open(row)
    if row.status == "lobby":
        raise WrongPhase(N_("The game has not begun."))
    mine = seat_of(row, user_id)
    if not mine.vote:
        raise NoVote(N_("You have not voted to cancel the game."))
    seats = tuple(replace(seat, vote=False) if seat is mine else seat for seat in row.seats)
    return change(row, at, [NewLine("unvote", mine.seat, mine.player)], "vote", seats=seats)


def agreed(seats: Sequence[SeatRow]) -> bool:
    """Whether everybody who is left wants the game to be cancelled; nobody being left counts as yes."""
    return all(seat.vote for seat in seats if not seat.vacant)


def change(
    row: TableRow,
    at: datetime,
    lines: list[NewLine],
    announce: str,
    *,
    seats: tuple[SeatRow, ...] | None = None,
    host: int | None = None,
    cancelled: bool = False,
) -> Change:
    """One action of people, with the end of the table if that is what it brings."""
    if cancelled:
        lines = [*lines, NewLine("cancel")]
        seats = tuple(replace(seat, due_since=None) for seat in seats or row.seats)
        announce = "lobby" if row.status == "lobby" else "cancel"
    status = "cancelled" if cancelled else ""
    return Change(row.id, row.number, at, tuple(lines), status, "", host, seats, announce, since=row.number)
