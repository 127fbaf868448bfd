"""The colour of each player (slow-play.md, P97): the one they chose, or their favourite, or one that is left.

A colour is an index into `COLOURS`; its shape and letter go with it. The player who sat down first has precedence.
"""

from collections.abc import Mapping

from rules.errors import N_
from rules_service.act import Case
from rules_service.changes import quiet, with_seat
from rules_service.errors import ColourTaken
from storage import Change, SeatRow, TableRow, TableStatus

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


def choose(case: Case, mine: SeatRow, colour: int | None) -> Change:
    """Choose a colour; None: the favourite, or any that is left. Raise ColourTaken if another player has it."""
    if colour is not None and colour in [one for seat, one in held(case.row).items() if seat != mine.seat]:
        raise ColourTaken(N_("Another player at this table has that colour."))
    return quiet(case.row, case.at, seats=with_seat(case.row, mine.seat, colour=colour))
