"""The bot's own records: its heartbeat, the resulting outages, and the capabilities found on Discord."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from storage.engine import Connection
from storage.kinds import StopReason
from storage.part import Part, column_of_moments, first_or_none
from storage.records import MILLISECOND

INTERVAL = timedelta(minutes=1)
LAST = "SELECT at FROM heartbeat"
# After an outage, everything scheduled is postponed by its length; what was already due stays due. Waits are an
# exception: each is checked at its old time and computed again, because quiet hours do not move with it.
POSTPONED = (("tables", "next_at"), ("asks", "closes"), ("invitations", "until"))


class Heartbeat(Part):
    """The heartbeat, and the consequences of an outage."""

    _beat: datetime | None = None  # the time of this process's last heartbeat

    async def last(self) -> datetime | None:
        """Return the time of the last heartbeat of any process, or None if there has been none."""
        return first_or_none(await self._moments(LAST))

    async def beat(self, now: datetime, gap: timedelta) -> timedelta:
        """Write a heartbeat, unless this process wrote one less than a minute ago.

        If the last heartbeat was more than ``gap`` ago, stop all timers for this outage and return its length.
        Otherwise return zero.
        """
        if self._beat is not None and timedelta() <= now - self._beat < INTERVAL:  # the clock may be set back
            return timedelta()

        async def work(db: Connection) -> timedelta:
            last = first_or_none(column_of_moments(await db.rows(LAST)))
            await db.put("heartbeat", "one", one=1, at=now)
            if last is None or now - last <= gap:
                return timedelta()
            await db.insert("stops", begins=last, ends=now, why=StopReason.OUTAGE)
            for table, column in POSTPONED:
                sql = f"UPDATE {table} SET {column} = {column} + ? WHERE {column} > ?"
                await db.run(sql, ((now - last) // MILLISECOND, last))
            await db.run(
                "INSERT INTO redraws (table_id, at)"
                " SELECT DISTINCT table_id, CAST(? AS BIGINT) FROM seats WHERE due_since IS NOT NULL"
                " ON CONFLICT (table_id) DO UPDATE SET at = excluded.at",
                (now,),
            )
            return now - last

        gone = await self._database.write(work)
        self._beat = now
        return gone


class Capabilities(Part):
    """The capabilities found on Discord, by name. Findings are valid only for the version that made them."""

    async def known(self, version: str) -> dict[str, bool]:
        """Return the findings of this version: whether each named capability works."""
        found = await self._database.query("SELECT name, holds FROM facts WHERE version = ?", (version,), list)
        return {row["name"]: bool(row["holds"]) for row in found}

    async def learn(self, version: str, findings: Mapping[str, bool], now: datetime) -> None:
        """Store these findings and delete those of other versions."""

        async def work(db: Connection) -> None:
            await db.run("DELETE FROM facts WHERE version <> ?", (version,))
            for name, holds in findings.items():
                await db.put("facts", "name", name=name, holds=holds, version=version, at=now)

        await self._database.write(work)
