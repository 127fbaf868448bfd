"""Tables, seats, logs, announcements, posts and preferences in a database.

It stores text, numbers and times, and knows no games.
"""

from storage.address import Address as Address, BadAddress as BadAddress, read_address as read_address
from storage.engine import (
    Conflict as Conflict,
    Damaged as Damaged,
    DatabaseError as DatabaseError,
    DiskFull as DiskFull,
    Partition as Partition,
    Unavailable as Unavailable,
    Unwritable as Unwritable,
)
from storage.kinds import (
    LineKind as LineKind,
    NoticeKind as NoticeKind,
    NoticeOutcome as NoticeOutcome,
    PostKind as PostKind,
    StopReason as StopReason,
    TableStatus as TableStatus,
    VoteKind as VoteKind,
    VoteOutcome as VoteOutcome,
)
from storage.records import (
    Announcement as Announcement,
    Change as Change,
    Claim as Claim,
    Counts as Counts,
    DeliveredState as DeliveredState,
    Health as Health,
    InvitedRow as InvitedRow,
    ListRow as ListRow,
    LogRow as LogRow,
    NewLine as NewLine,
    NewNotice as NewNotice,
    NewTable as NewTable,
    Notice as Notice,
    PlanRow as PlanRow,
    Post as Post,
    ResultRow as ResultRow,
    ResultsRow as ResultsRow,
    ReviewRow as ReviewRow,
    SearchEntry as SearchEntry,
    SeatLoss as SeatLoss,
    SeatRow as SeatRow,
    TableNotice as TableNotice,
    TableRow as TableRow,
    VoteRow as VoteRow,
)
from storage.sqlite.file import backup as backup, must_exist as must_exist
from storage.storage import Storage as Storage
