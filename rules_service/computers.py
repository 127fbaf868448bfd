"""Computer players at tables: which seats they play, from when on, and what they are called.

A computer sits in a seat of its own, or plays for somebody who is away or does not come. Who thinks for it, and how,
is not known here.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from storage import SeatRow
from storage.records import moment

SIGN = "🤖"  # before the name of whom a computer plays
LEVELS = ("casual", "steady", "strong")
STANDIN = "steady"  # the level at which one plays for somebody
GRACE = timedelta(seconds=60)  # which somebody has to move themselves before one moves for them (P61)
SIMPLER = "simpler"  # a kind of line: a computer has played at a simpler level, for it could not think it through
# Given names of the time, of nobody in particular.
NAMES = ("Ugolina", "Berto", "Cosetta", "Nuccio", "Tilda", "Vanni", "Gisla", "Oddo")


def level_of(seat: SeatRow, now: datetime) -> str:
    """The level of the computer player that plays a seat now; "": whoever holds it does, or nobody."""
    if seat.vacant:
        return ""
    return seat.computer or (STANDIN if seat.aways and away(seat.aways)[2] and away_until(seat, now) else "")


def stands_in(seat: SeatRow, now: datetime) -> bool:
    """Whether a computer plays the seat for somebody."""
    return seat.person and bool(level_of(seat, now))


def due(seats: Sequence[SeatRow], now: datetime) -> list[int]:
    """The seats for which a computer is to move now."""
    return [
        seat.seat
        for seat in seats
        if seat.due_since is not None and level_of(seat, now) and (not seat.person or seat.due_since + GRACE <= now)
    ]


def alone(seats: Sequence[SeatRow]) -> bool:
    """Whether one person plays alone, or against computers only: nobody waits for them."""
    return sum(seat.person for seat in seats) == 1


@lru_cache(maxsize=1024)
def away(text: str) -> tuple[datetime, datetime, bool]:
    """When who holds a seat is away, or was last, as the storage tells it: from, until, and whether a computer may
    play for them then."""
    begins, ends, computer = msgspec.json.decode(text, type=tuple[int, int, int])
    return moment(begins), moment(ends), bool(computer)


def away_until(seat: SeatRow, now: datetime) -> datetime | None:
    """Until when who holds the seat is away; None: they are not."""
    if not seat.aways:
        return None
    begins, ends, _ = away(seat.aways)
    return ends if begins <= now < ends else None


def signed(name: str) -> str:
    """A name with the sign that a computer plays."""
    return f"{SIGN} {name}"


def free_name(taken: Collection[str]) -> str:
    """A name that nobody at the table has."""
    return next(name for name in NAMES if name not in taken)


def key(table_id: int, number: int) -> int:
    """By what the move of a computer that was decided on this line of the log is known if it comes twice.

    Discord's own numbers of presses are above 0.
    """
    return -((table_id << 24) + number)
