"""The SQLite file itself: opening, migrations, one write transaction at a time."""

from pathlib import Path


class DatabaseError(Exception):
    """The database cannot be used; the message says why and what to do, and the file is as it was."""


class Database:
    """Two connections to one file: one writes, behind a lock; one reads what is committed."""

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """See `Storage.open`."""
        raise NotImplementedError

    async def close(self) -> None:
        """Wait for the transaction in hand, then let the file go."""
        raise NotImplementedError

    async def backup(self, path: Path) -> None:
        """See `Storage.backup`."""
        raise NotImplementedError
