"""The heartbeat of the bot, and the outages that it shows."""

from datetime import datetime, timedelta

from storage.engine import Connection, Engine
from storage.kinds import StopReason
from storage.records import stamp
from storage.sql_helpers import Part, first, moments

INTERVAL = timedelta(minutes=1)
# After an outage, everything scheduled is postponed by its length; what was already due stays due. Waits are an
# exception: each is checked at its old time and computed again, because quiet hours do not move with it.
POSTPONED = ("tables SET next_at = next_at", "asks SET closes = closes", "invitations SET until = until")


class Heartbeat(Part):
    """The heartbeat, and the consequences of an outage."""

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self._beat: datetime | None = None  # time of the last heartbeat from here; no other process writes it

    async def last(self) -> datetime | None:
        """Return the time of the last heartbeat, or None."""
        return first(await self._database.query("SELECT at FROM heartbeat", (), moments))

    async def beat(self, now: datetime, gap: timedelta) -> timedelta:
        """Write a heartbeat. Return the length of an outage longer than ``gap``, which stopped all timers, or zero."""
        if self._beat is not None and now - self._beat < INTERVAL:
            return timedelta()

        async def work(db: Connection) -> timedelta:
            last = first(moments(await db.rows("SELECT at FROM heartbeat")))
            await db.run(
                "INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                (stamp(now),),
            )
            if last is None or now - last <= gap:
                return timedelta()
            await db.run(
                "INSERT INTO stops (begins, ends, why) VALUES (?, ?, ?)", (stamp(last), stamp(now), StopReason.OUTAGE)
            )
            for what in POSTPONED:
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
