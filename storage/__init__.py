"""Tables, seats, logs, announcements, posts and preferences in a database.

The storage knows nothing about games: it stores text, numbers and times. `Storage` opens the database and gives access
to all parts.
"""

from datetime import datetime, timedelta
from pathlib import Path

from storage.address import Address as Address
from storage.engine import (
    Connection,
    Coordinator,
    Engine,
    Conflict as Conflict,
    Damaged as Damaged,
    DatabaseError as DatabaseError,
    Unavailable as Unavailable,
    Unwritable as Unwritable,
)
from storage.kinds import (
    LineKind as LineKind,
    NoticeKind as NoticeKind,
    NoticeOutcome as NoticeOutcome,
    PostKind as PostKind,
    ReviewEnd as ReviewEnd,
    StopReason as StopReason,
    TableStatus as TableStatus,
    VoteKind as VoteKind,
    VoteOutcome as VoteOutcome,
)
from storage.records import (
    Announcement as Announcement,
    AttemptRow as AttemptRow,
    ChainRow as ChainRow,
    Change as Change,
    Contents as Contents,
    Counts as Counts,
    DailyRow as DailyRow,
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
    SearchEntry as SearchEntry,
    SeatRow as SeatRow,
    ServerResultRow as ServerResultRow,
    TableRow as TableRow,
    VoteRow as VoteRow,
    maybe_moment,
)
from storage.sqlite.copies import backup as backup, delete_backup as delete_backup, restore as restore
from storage.sqlite.file import must_exist as must_exist, older_schema as older_schema
from storage.dailies import Dailies
from storage.finished_games import Results, Reviews
from storage.matchmaking import LISTS_DUE, Matchmaking
from storage.notices import DUE_TABLES, OUTDATED, PENDING, Notices
from storage.operation import Capabilities, Heartbeat
from storage.outbox import REDRAWS, Outbox
from storage.part import Part
from storage.people import DUE_DELETIONS, Notes, People, Vacations
from storage.plans import DUE_PLANS, Plans
from storage.sqlite.database import Database
from storage.tables import WITH_FORGOTTEN_PLAYERS, Tables

ANYTHING = (DUE_DELETIONS, WITH_FORGOTTEN_PLAYERS, DUE_TABLES, DUE_PLANS, PENDING, OUTDATED, REDRAWS, LISTS_DUE)
ANYTHING_DUE = f"SELECT {' OR '.join(f'EXISTS ({query})' for query in ANYTHING)}"
STATES = """SELECT CASE WHEN asleep IS NOT NULL AND status = 'running' THEN 'asleep' ELSE status END AS state,
    count(*) AS count FROM tables GROUP BY state"""
CONTENTS = """SELECT (SELECT count(*) FROM players WHERE user_id IS NOT NULL) AS people,
    (SELECT count(*) FROM moves) AS lines, (SELECT max(at) FROM moves) AS last"""
OLDEST = """SELECT (SELECT min(created) FROM announcements WHERE done_at IS NULL) AS announcement,
    (SELECT min(not_before) FROM notices WHERE done IS NULL AND not_before <= ?) AS notice"""
OUTCOMES = "SELECT outcome, count(*) AS count FROM notices WHERE done > ? GROUP BY outcome"


def coordinator(where: Path | Address) -> Coordinator:
    """Return the coordinator of the processes that share this database, which doesn't have to be open."""
    if not isinstance(where, Address):
        return Coordinator()
    from storage.postgres.connecting import connect, retry_until_ready  # needs an optional extra
    from storage.postgres.partition_locks import PartitionLocks

    return PartitionLocks(lambda: retry_until_ready(lambda: connect(where, "miasma"), where))


class Storage(Part):
    """One database. Use `open`, or ``async with await Storage.open(where) as storage``."""

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self.database = database
        self.tables = Tables(database)
        self.outbox = Outbox(database)
        self.people = People(database)
        self.notices = Notices(database)
        self.notes = Notes(database)
        self.plans = Plans(database)
        self.results = Results(database)
        self.reviews = Reviews(database)
        self.heartbeat = Heartbeat(database)
        self.vacations = Vacations(database)
        self.matchmaking = Matchmaking(database)
        self.dailies = Dailies(database)
        self.capabilities = Capabilities(database)

    @classmethod
    async def open(cls, where: Path | Address) -> "Storage":
        """Open or create a file, or open the database at an address, and upgrade it to the current schema.

        Players who were forgotten before, but whom a restored backup has brought back, are deleted again. Raise
        DatabaseError, without changing anything, if the database belongs to another program or a newer version, or is
        damaged, unwritable or in use.
        """
        if isinstance(where, Address):
            from storage.postgres import database  # needs an optional extra

            storage = cls(await database.Database.open(where))
        else:
            storage = cls(await Database.open(where))
        try:
            await storage.people.forget_again()
        except BaseException:
            await storage.close()
            raise
        return storage

    async def anything_due(self, now: datetime) -> bool:
        """Return whether any scheduled work is due. This takes one query, because usually none is."""
        [due] = await self._column(ANYTHING_DUE, now=now, most=1, **self._partition)
        return bool(due)

    async def health(self, now: datetime) -> Health:
        """Count tables by state and recent notifications by outcome, and find since when work has been pending."""

        async def work(db: Connection) -> Health:
            [oldest] = await db.rows(OLDEST, (now,))
            tables, outcomes = await db.rows(STATES), await db.rows(OUTCOMES, (now - timedelta(days=1),))
            return Health(
                {row["state"]: row["count"] for row in tables},
                maybe_moment(oldest["announcement"]),
                maybe_moment(oldest["notice"]),
                {row["outcome"]: row["count"] for row in outcomes},
            )

        return await self._database.read(work)

    async def contents(self) -> Contents:
        """Return the numbers of tables by state, of people and of log lines, and the time of the last line."""

        async def work(db: Connection) -> Contents:
            tables = {row["state"]: row["count"] for row in await db.rows(STATES)}
            [found] = await db.rows(CONTENTS)
            return Contents(tables, found["people"], found["lines"], maybe_moment(found["last"]))

        return await self._database.read(work)

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        await self.database.close()

    async def __aenter__(self) -> "Storage":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()
