"""Computer players at tables: which seats they play, when they move, and their names.

A computer has a seat of its own, or plays for a player who is away or late. The code that searches for its moves is
elsewhere.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage.records import SeatRow

COMPUTER_SIGN = "🤖"  # shown before a player's name while a computer plays for them
COMPUTER_LEVELS = ("casual", "steady", "strong")
STANDIN = "steady"  # the level of a computer that plays for a player
GRACE = timedelta(seconds=60)  # how long the player may still move before the computer does (P61)
# First names of the period that belong to no one in particular.
NAMES = ("Ugolina", "Berto", "Cosetta", "Nuccio", "Tilda", "Vanni", "Gisla", "Oddo")


def level_of(seat: SeatRow, now: datetime) -> str:
    """Return the level of the computer that plays the seat now, or "" if the seat is vacant or played by a person."""
    if seat.vacant:
        return ""
    return seat.computer or (STANDIN if seat.absence and seat.absence.computer and away_until(seat, now) else "")


def due(seats: Sequence[SeatRow], now: datetime) -> list[int]:
    """Return the seats that a computer has to move for now."""
    return [
        seat.seat
        for seat in seats
        if seat.due_since is not None and level_of(seat, now) and (not seat.person or seat.due_since + GRACE <= now)
    ]


def is_alone(seats: Sequence[SeatRow]) -> bool:
    """Return whether one person plays alone or against computers only, so that no other player waits."""
    return sum(seat.person for seat in seats) == 1


def away_until(seat: SeatRow, now: datetime) -> datetime | None:
    """Return the end of the absence of the seat's holder, or None if they are not away."""
    absence = seat.absence
    return absence.ends if absence and absence.begins <= now < absence.ends else None


def with_computer_sign(name: str) -> str:
    """Return the name with the sign for computer players."""
    return f"{COMPUTER_SIGN} {name}"
