"""Tables, their seats and their logs."""

from datetime import datetime

from storage.database import Database
from storage.records import Change, LogRow, NewTable, TableRow


class Tables:
    """Every change of a table goes through `create` or `append`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, table: NewTable, at: datetime, *, interaction: int | None = None) -> int:
        """Open a table with its host in seat 0, and announce it. Raises Conflict: channel, interaction."""
        raise NotImplementedError

    async def append(self, change: Change) -> int:
        """Store one action whole; returns the new number. Raises Conflict: number, interaction; nothing is stored."""
        raise NotImplementedError

    async def move_to(self, table_id: int, channel_id: int, guild_id: int | None, parent_id: int | None) -> None:
        """Bring the table to another channel. Raises Conflict: channel."""
        raise NotImplementedError

    async def get(self, table_id: int) -> TableRow | None:
        """The table, or None."""
        raise NotImplementedError

    async def in_channel(self, channel_id: int) -> TableRow | None:
        """The open table of the channel, else the last that ended there."""
        raise NotImplementedError

    async def of_user(self, user_id: int) -> list[TableRow]:
        """Open tables where the user sits."""
        raise NotImplementedError

    async def all_open(self) -> list[TableRow]:
        """All open tables, oldest first."""
        raise NotImplementedError

    async def log(self, table_id: int) -> list[LogRow]:
        """The whole log in order."""
        raise NotImplementedError

    async def seen(self, interaction: int) -> bool:
        """Whether the interaction was accepted before."""
        raise NotImplementedError

    async def prune_interactions(self, before: datetime) -> int:
        """Forget interactions accepted before then; returns how many."""
        raise NotImplementedError
