"""People: their preferences, and what a person may ask to see or to have forgotten."""

from storage.database import Database
from storage.records import Export


class People:
    """Users by their Discord id. Seats and logs hold the storage's own id, so that a user can be forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def meet(self, user_id: int, name: str) -> int:
        """The storage's own id of the user; the name is renewed."""
        raise NotImplementedError

    async def preferences(self, user_id: int) -> dict[str, str]:
        """All preferences of the user."""
        raise NotImplementedError

    async def prefer(self, user_id: int, key: str, value: str | None) -> None:
        """Set a preference, or with None forget it."""
        raise NotImplementedError

    async def export(self, user_id: int) -> Export | None:
        """Everything stored about the user; None if nothing is."""
        raise NotImplementedError

    async def forget(self, user_id: int) -> bool:
        """Delete name, Discord id and preferences. Seats and logs of tables stay, under a pseudonym."""
        raise NotImplementedError
