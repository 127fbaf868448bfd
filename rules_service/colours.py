"""Which colour each has (slow-play.md, P97): that they have chosen, else their favourite, else one that is left.

A colour is a number in the order of `COLOURS`; its shape and its letter go with it. Who sits down first has it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from rules.errors import N_
from rules_service import asks, membership
from rules_service.errors import ColourTaken
from storage import Change, TableRow

COLOURS = ("red", "blue", "green", "yellow")
FAVOURITE = "colour"  # a preference


def held(row: TableRow) -> dict[int, int]:
    """By seat: the colours that were chosen, and before the game the favourites that nobody else has."""
    found = {seat.seat: seat.colour for seat in row.seats if seat.colour is not None}
    if row.status == "lobby":
        for seat in row.seats:
            if seat.colour is None and seat.favourite in COLOURS:
                favourite = COLOURS.index(seat.favourite)
                if favourite not in found.values():
                    found[seat.seat] = favourite
    return found


def of_all(row: TableRow, held: Mapping[int, int]) -> tuple[int, ...]:
    """The colour of each seat; who has wished for none has that of the seat's number, else the first that is left."""
    found = dict(held)
    for seat in row.seats:
        if seat.seat not in found:
            taken = found.values()
            found[seat.seat] = next(one for one in (seat.seat, *range(len(COLOURS))) if one not in taken)
    return tuple(found[seat.seat] for seat in row.seats)


def choose(row: TableRow, user_id: int, colour: int | None, at: datetime) -> Change:
    """Somebody in the lobby wants that colour; None: their favourite, or any that is left.

    Raises:
        Closed, WrongPhase, NotSeated; ColourTaken: somebody else has it.
    """
    membership.must_be_lobby(row)
    mine = membership.seat_of(row, user_id)
    if colour is not None and colour in [one for seat, one in held(row).items() if seat != mine.seat]:
        raise ColourTaken(N_("Another player at this table has that colour."))
    seats = tuple(replace(seat, colour=colour) if seat is mine else seat for seat in row.seats)
    return replace(asks.plain(row, at), seats=seats)
