"""Building blocks of the changes that acts decide on."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from storage import Change, LineKind, NewLine, PostKind, SeatRow, TableRow, TableStatus

# What a sign of life of a player resets.
NO_LONGER_LATE = {"late_since": None, "final_warning_at": None, "left_server_at": None, "next_at": None}


def change(
    row: TableRow,
    at: datetime,
    lines: Sequence[NewLine] = (),
    announce: PostKind | None = None,
    *,
    seats: tuple[SeatRow, ...] | None = None,
    host: int | None = None,
) -> Change:
    """Return the change of an action by people. ``announce``: what a new post in the channel shows."""
    return Change(row.id, row.number, at, tuple(lines), host=host, seats=seats, announce=announce, since=row.number)


def quiet(row: TableRow, at: datetime, *lines: NewLine, seats: tuple[SeatRow, ...] | None = None) -> Change:
    """Return the change of an action that updates the live post without a new post in the channel."""
    return replace(change(row, at, lines, seats=seats), redraw=True)


def cancelled(
    row: TableRow,
    at: datetime,
    lines: Sequence[NewLine] = (),
    seats: tuple[SeatRow, ...] | None = None,
    closer: int | None = None,
) -> Change:
    """Return the change that ends the table without a result. ``closer``: a player without a seat who ends it."""
    lines = [*lines, NewLine(LineKind.CANCEL, None, closer)]
    announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.CANCEL
    over = change(row, at, lines, announce, seats=all_waits_ended(seats or row.seats))
    return replace(over, status=TableStatus.CANCELLED, closer=closer)


def moved(row: TableRow, at: datetime, place: tuple[int, int | None, int | None], player: int) -> Change:
    """Return the change that moves the table to another channel; its old one gets a line."""
    seat = next((seat.seat for seat in row.seats if seat.player == player and not seat.vacant), None)
    line = NewLine(LineKind.PLACE, seat, player, " ".join(str(part or 0) for part in place))
    announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.PLACE
    return replace(change(row, at, [line], announce), place=place)


def all_waits_ended(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats with no wait for any of them."""
    return tuple(replace(seat, due_since=None) for seat in seats)


def with_seat(row: TableRow, number: int, **values: Any) -> tuple[SeatRow, ...]:
    """Return the seats of the table, one of them with these values."""
    return tuple(replace(seat, **values) if seat.seat == number else seat for seat in row.seats)
