"""Make rows of tables and seats in memory, and read the changes to them that acts decide."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from rules_service.options import complete_options, write_options
from storage import Change, SeatRow, TableRow, TableStatus
from tests.rules_service.house import NOON
from tests.rules_service.toy import TOY

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def seat(number: int, **values: Any) -> SeatRow:
    """Return the seat of a player who has moved. Seat 0 has the Discord id 101, seat 1 has 102, and so on."""
    return SeatRow(
        number, **{"player": number + 1, "moved": True, "user_id": number + 101, "name": f"P{number}"} | values
    )


def waiting(number: int, since: datetime = NOON, **values: Any) -> SeatRow:
    """Return a seat that the game is waiting for, by default since noon and log line 1."""
    return seat(number, due_since=since, **{"due_number": 1} | values)


def computer(number: int, **values: Any) -> SeatRow:
    """Return the seat of a computer player."""
    return seat(number, **{"computer": "steady", "person": False, "user_id": None} | values)


def table(*seats: SeatRow, pace: str = "daily", **values: Any) -> TableRow:
    """Return a running table of the toy game with these seats, opened at noon by the first player."""
    row = TableRow(
        id=1, game="toy", status=TableStatus.RUNNING, channel_id=10, guild_id=7, parent_id=None, host=1, seed="",
        fingerprint="",
        options=write_options(complete_options(TOY, {"pace": pace})),
        language="en", number=9, played=1, announced_until=1, opened=NOON, started=NOON, ended=None, closer=None,
        next_at=None, asleep_since=None, paused_until=None, kept_open_at=None, sleep_warned_at=None, votes=(),
        invited=(), changed=(), seats=seats,
    )  # fmt: skip
    return replace(row, **values)


def lobby(*seats: SeatRow, **values: Any) -> TableRow:
    """Return a table whose game has not started."""
    return table(*seats, **{"status": TableStatus.LOBBY, "started": None, "pace": "relaxed"} | values)


def change(row: TableRow, at: datetime, **values: Any) -> Change:
    """Return a change to this table at this time. By default it writes the seats as they are."""
    return Change(row.id, row.number, at, (), **{"seats": row.seats} | values)


def seats_of(change: Change | None) -> tuple[SeatRow, ...]:
    """Return the seats that a change writes."""
    assert change.seats is not None
    return change.seats
