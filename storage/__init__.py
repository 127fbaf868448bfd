"""Tables, seats, logs, announcements, posts and preferences in a database.

It stores text, numbers and times, and knows no games.
"""

from storage.address import Address, BadAddress, read_address
from storage.engine import Conflict, Damaged, DatabaseError, DiskFull, Partition, Unavailable, Unwritable
from storage.kinds import LineKind, NoticeKind, NoticeOutcome, PostKind, StopReason, TableStatus, VoteKind, VoteOutcome
from storage.records import (
    Announcement,
    Change,
    Claim,
    Counts,
    DeliveredState,
    Health,
    InvitedRow,
    ListRow,
    LogRow,
    NewLine,
    NewNotice,
    NewTable,
    Notice,
    Post,
    ResultRow,
    ResultsRow,
    SearchEntry,
    SeatRow,
    TableNotice,
    TableRow,
    VoteRow,
)
from storage.sqlite.file import backup, must_exist
from storage.storage import Storage

__all__ = [
    "Address",
    "Announcement",
    "BadAddress",
    "Change",
    "Claim",
    "Conflict",
    "Counts",
    "Damaged",
    "DatabaseError",
    "DeliveredState",
    "DiskFull",
    "Health",
    "InvitedRow",
    "LineKind",
    "ListRow",
    "LogRow",
    "NewLine",
    "NewNotice",
    "NewTable",
    "Notice",
    "NoticeKind",
    "NoticeOutcome",
    "Partition",
    "Post",
    "PostKind",
    "ResultRow",
    "ResultsRow",
    "SearchEntry",
    "SeatRow",
    "StopReason",
    "Storage",
    "TableNotice",
    "TableRow",
    "TableStatus",
    "Unavailable",
    "Unwritable",
    "VoteKind",
    "VoteOutcome",
    "VoteRow",
    "backup",
    "must_exist",
    "read_address",
]
