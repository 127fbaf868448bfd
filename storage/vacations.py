"""Vacations: when people are away, and their timers stop."""

from datetime import datetime

from storage.engine import Connection
from storage.records import stamp
from storage.sql_helpers import Part, periods


class Vacations(Part):
    """The vacations of people. What they mean for a table is decided when its timers are computed."""

    async def begin(
        self, player: int, begins: datetime, ends: datetime, stops: datetime, *, computer: bool = False
    ) -> None:
        """Record a vacation of a player; their timers stop until ``stops`` at most.

        ``computer``: a computer player may play for them in that time.
        """

        async def work(db: Connection) -> None:
            await db.run(
                "INSERT INTO aways (player, begins, ends, computer) VALUES (?, ?, ?, ?)",
                (player, stamp(begins), stamp(ends), int(computer)),
            )
            if stops > begins:
                await db.run(
                    "INSERT INTO stops (player, begins, ends, why) VALUES (?, ?, ?, 'away')",
                    (player, stamp(begins), stamp(stops)),
                )

        await self._database.write(work)

    async def end(self, player: int, now: datetime) -> None:
        """End or cancel the player's vacation: whatever is later than now is deleted."""

        async def work(db: Connection) -> None:
            for table in ("aways", "stops"):
                await db.run(f"DELETE FROM {table} WHERE player = ? AND begins >= ?", (player, stamp(now)))
                await db.run(
                    f"UPDATE {table} SET ends = ? WHERE player = ? AND ends > ?", (stamp(now), player, stamp(now))
                )

        await self._database.write(work)

    async def of_player(self, player: int, since: datetime) -> list[tuple[datetime, datetime]]:
        """Return the player's past, present and future vacations that end after this moment, in order."""
        return await self._database.query(
            "SELECT begins, ends FROM aways WHERE player = ? AND ends > ? ORDER BY begins",
            (player, stamp(since)),
            periods,
        )
