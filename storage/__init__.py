"""Tables, seats, logs, announcements, posts and preferences in one SQLite file. Knows text, numbers, times, no game."""

from storage.file import DamagedFile, DatabaseError, backup, must_exist
from storage.records import (
    Announcement,
    AskRow,
    Change,
    Conflict,
    Counts,
    InvitedRow,
    LogRow,
    NewLine,
    NewNotice,
    NewTable,
    Notice,
    Post,
    ResultRow,
    ResultsRow,
    SeatRow,
    TableRow,
    Written,
)
from storage.storage import Storage

__all__ = [
    "Announcement",
    "AskRow",
    "Change",
    "Conflict",
    "Counts",
    "DamagedFile",
    "DatabaseError",
    "InvitedRow",
    "LogRow",
    "NewLine",
    "NewNotice",
    "NewTable",
    "Notice",
    "Post",
    "ResultRow",
    "ResultsRow",
    "SeatRow",
    "Storage",
    "TableRow",
    "Written",
    "backup",
    "must_exist",
]
