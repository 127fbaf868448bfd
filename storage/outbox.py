"""What channels must hear, what was posted, and who was pinged."""

from collections.abc import Collection, Sequence
from datetime import datetime

from storage.database import Database
from storage.records import Announcement, Post


class Outbox:
    """Announcements wait here from the transaction of their move until they are in the channel."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending(self, now: datetime, table_id: int | None = None) -> list[Announcement]:
        """What is to be announced now, of all tables or one, in order; nothing of a table whose first is to wait."""
        raise NotImplementedError

    async def next_at(self) -> datetime | None:
        """When the next announcement is to be tried; None if there is none."""
        raise NotImplementedError

    async def done(self, ids: Collection[int], now: datetime, post: Post | None = None) -> None:
        """These are in the channel (or the channel is gone for good); ``post`` is the message that says so."""
        raise NotImplementedError

    async def failed(self, ids: Collection[int], again: datetime) -> None:
        """These could not be posted; try again then."""
        raise NotImplementedError

    async def add_post(self, post: Post) -> None:
        """Remember a message (again: it is replaced)."""
        raise NotImplementedError

    async def posts(self, table_id: int, *, live: bool = True) -> list[Post]:
        """The messages of a table, oldest first; with ``live`` only those that still have their buttons."""
        raise NotImplementedError

    async def retire_posts(self, message_ids: Collection[int]) -> None:
        """These have lost their buttons, or are gone."""
        raise NotImplementedError

    async def forget_posts(self) -> None:
        """Forget every message of every table (those of a simulated channel end with the process)."""
        raise NotImplementedError

    async def pinged(self, table_id: int, seat: int, number: int, kind: str, now: datetime) -> bool:
        """Note a ping of this kind ("turn", "reminder", ...) for the turn that began with this log number.

        Returns whether it is the first: only then may it be sent.
        """
        raise NotImplementedError

    async def pings(self, table_id: int, number: int) -> Sequence[tuple[int, str, datetime]]:
        """Seat, kind and time of the pings for the turn that began with this log number."""
        raise NotImplementedError
