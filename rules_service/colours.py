"""The colour of each player (slow-play.md, P97): the one they chose, or their favourite, or one that is left.

A colour is an index into `COLOURS`; its shape and letter go with it. The player who sat down first has precedence.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from rules.errors import N_
from rules_service import membership, votes
from rules_service.errors import ColourTaken
from storage import Change, TableRow, TableStatus

COLOURS = ("red", "blue", "green", "yellow")
FAVOURITE = "colour"  # key of a preference


def held(row: TableRow) -> dict[int, int]:
    """Return by seat the chosen colours, and in a lobby the favourites that no one else has."""
    found = {seat.seat: seat.colour for seat in row.seats if seat.colour is not None}
    if row.status == TableStatus.LOBBY:
        for seat in row.seats:
            if seat.colour is None and seat.favourite in COLOURS:
                favourite = COLOURS.index(seat.favourite)
                if favourite not in found.values():
                    found[seat.seat] = favourite
    return found


def of_all(row: TableRow, held: Mapping[int, int]) -> tuple[int, ...]:
    """Return the colour of each seat. Without a wish it is the colour of the seat's number, or the first one left."""
    found = dict(held)
    for seat in row.seats:
        if seat.seat not in found:
            taken = found.values()
            found[seat.seat] = next(one for one in (seat.seat, *range(len(COLOURS))) if one not in taken)
    return tuple(found[seat.seat] for seat in row.seats)


def choose(row: TableRow, user_id: int, colour: int | None, at: datetime) -> Change:
    """Choose a colour in the lobby; None: the player's favourite, or any that is left.

    Raises:
        Closed, WrongPhase, NotSeated; ColourTaken: another player has it.
    """
    membership.must_be_lobby(row)
    mine = membership.seat_of(row, user_id)
    if colour is not None and colour in [one for seat, one in held(row).items() if seat != mine.seat]:
        raise ColourTaken(N_("Another player at this table has that colour."))
    seats = tuple(replace(seat, colour=colour) if seat is mine else seat for seat in row.seats)
    return replace(votes.plain(row, at), seats=seats)
