"""The heartbeat of the bot, absences, and the times in which timers stop."""

from datetime import datetime, timedelta

from storage.engine import Connection, Engine
from storage.kinds import StopReason
from storage.records import moment, stamp

EACH = timedelta(minutes=1)  # interval of the heartbeat
# After an outage, everything scheduled is postponed by its length; what was already due stays due. Waits are an
# exception: each is checked at its old time and computed again, because quiet hours do not move with it.
MOVED = ("tables SET next_at = next_at", "asks SET closes = closes", "invitations SET until = until")


class Times:
    """The heartbeat, the consequences of an outage, and absences."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._beat: datetime | None = None  # time of the last heartbeat from here; no other process writes it

    async def last(self) -> datetime | None:
        """Return the time of the last heartbeat, or None."""

        async def work(db: Connection) -> datetime | None:
            return next((moment(at) for [at] in await db.rows("SELECT at FROM heartbeat")), None)

        return await self._database.query(work)

    async def beat(self, now: datetime, gap: timedelta) -> timedelta:
        """Write a heartbeat. Return the length of an outage longer than ``gap``, which stopped all timers, or zero."""
        if self._beat is not None and now - self._beat < EACH:
            return timedelta()

        async def work(db: Connection) -> timedelta:
            last = next((moment(at) for [at] in await db.rows("SELECT at FROM heartbeat")), None)
            await db.run(
                "INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                (stamp(now),),
            )
            if last is None or now - last <= gap:
                return timedelta()
            await db.run(
                "INSERT INTO stops (begins, ends, why) VALUES (?, ?, ?)", (stamp(last), stamp(now), StopReason.OUTAGE)
            )
            for what in MOVED:
                table, _, column = what.rpartition(" = ")
                await db.run(
                    f"UPDATE {table} = {column} + ? WHERE {column} > ?", (stamp(now) - stamp(last), stamp(last))
                )
            await db.run(
                "INSERT INTO redraws (table_id, at)"
                " SELECT DISTINCT table_id, CAST(? AS BIGINT) FROM seats WHERE due_since IS NOT NULL"
                " ON CONFLICT (table_id) DO UPDATE SET at = excluded.at",
                (stamp(now),),
            )
            return now - last

        gone = await self._database.write(work)
        self._beat = now
        return gone

    async def away(
        self, player: int, begins: datetime, ends: datetime, stops: datetime, *, computer: bool = False
    ) -> None:
        """Record an absence of a player; their timers stop until ``stops`` at most.

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

    async def back(self, player: int, now: datetime) -> None:
        """End or cancel the player's absence: whatever is later than now is deleted."""

        async def work(db: Connection) -> None:
            for table in ("aways", "stops"):
                await db.run(f"DELETE FROM {table} WHERE player = ? AND begins >= ?", (player, stamp(now)))
                await db.run(
                    f"UPDATE {table} SET ends = ? WHERE player = ? AND ends > ?", (stamp(now), player, stamp(now))
                )

        await self._database.write(work)

    async def aways(self, player: int, since: datetime) -> list[tuple[datetime, datetime]]:
        """Return the player's past, present and future absences that end after this moment, in order."""

        async def work(db: Connection) -> list[tuple[datetime, datetime]]:
            rows = await db.rows(
                "SELECT begins, ends FROM aways WHERE player = ? AND ends > ? ORDER BY begins", (player, stamp(since))
            )
            return [(moment(begins), moment(ends)) for begins, ends in rows]

        return await self._database.query(work)

    async def untold_outages(self, table_id: int) -> list[tuple[datetime, datetime]]:
        """Return the outages since the last post in the table's channel, in order."""

        async def work(db: Connection) -> list[tuple[datetime, datetime]]:
            rows = await db.rows(
                "SELECT begins, ends FROM stops WHERE table_id IS NULL AND player IS NULL AND ends >"
                " (SELECT max(done_at) FROM announcements WHERE table_id = ?) ORDER BY begins",
                (table_id,),
            )
            return [(moment(begins), moment(ends)) for begins, ends in rows]

        return await self._database.query(work)
