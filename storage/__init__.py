"""Tables, seats, logs, announcements, posts and preferences in one SQLite file. Knows text, numbers, times, no game."""

from storage.file import DamagedFile, DatabaseError, backup, must_exist
from storage.records import (
    Announcement,
    Change,
    Conflict,
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
)
from storage.storage import Storage

__all__ = [
    "Announcement",
    "Change",
    "Conflict",
    "DamagedFile",
    "DatabaseError",
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
    "backup",
    "must_exist",
]
