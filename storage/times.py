"""That the bot is alive, and the times for which waits stand still."""

from datetime import datetime, timedelta

from storage.engine import Connection, Engine
from storage.records import moment, stamp

EACH = timedelta(minutes=1)  # how often it is written down that the bot is alive
OUTAGE = "outage"  # why waits stand still: the bot was not there
# Whatever comes at a moment of its own comes later by as much as the bot was away; what had come before stays due. But
# for waits: each is looked at when it would have been, and reckoned anew, for quiet hours do not move with it.
MOVED = ("tables SET next_at = next_at", "asks SET closes = closes", "invitations SET until = until")


class Times:
    """The heartbeat of the bot, and what follows where it was missing."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._beat: datetime | None = None  # when it was last written down here: nobody else does

    async def last(self) -> datetime | None:
        """When it was last written down that the bot was alive; None: never."""

        async def work(db: Connection) -> datetime | None:
            return next((moment(at) for [at] in await db.rows("SELECT at FROM heartbeat")), None)

        return await self._database.query(work)

    async def beat(self, now: datetime, gap: timedelta) -> timedelta:
        """The bot is alive. Returns for how long it was not, if that was longer than the gap: waits stood still."""
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
            await db.run("INSERT INTO stops (begins, ends, why) VALUES (?, ?, ?)", (stamp(last), stamp(now), OUTAGE))
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
        """Somebody is away then; tables wait no longer than until ``stops`` without it counting.

        ``computer``: a computer player may play for them meanwhile.
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
        """Somebody is back, or does not go: what would be later is not."""

        async def work(db: Connection) -> None:
            for table in ("aways", "stops"):
                await db.run(f"DELETE FROM {table} WHERE player = ? AND begins >= ?", (player, stamp(now)))
                await db.run(
                    f"UPDATE {table} SET ends = ? WHERE player = ? AND ends > ?", (stamp(now), player, stamp(now))
                )

        await self._database.write(work)

    async def aways(self, player: int, since: datetime) -> list[tuple[datetime, datetime]]:
        """When somebody was, is or will be away after this moment, in order."""

        async def work(db: Connection) -> list[tuple[datetime, datetime]]:
            rows = await db.rows(
                "SELECT begins, ends FROM aways WHERE player = ? AND ends > ? ORDER BY begins", (player, stamp(since))
            )
            return [(moment(begins), moment(ends)) for begins, ends in rows]

        return await self._database.query(work)

    async def untold_outages(self, table_id: int) -> list[tuple[datetime, datetime]]:
        """The times at which the bot was not there since the channel of a table last heard of it, in order."""

        async def work(db: Connection) -> list[tuple[datetime, datetime]]:
            rows = await db.rows(
                "SELECT begins, ends FROM stops WHERE table_id IS NULL AND player IS NULL AND ends >"
                " (SELECT max(done_at) FROM announcements WHERE table_id = ?) ORDER BY begins",
                (table_id,),
            )
            return [(moment(begins), moment(ends)) for begins, ends in rows]

        return await self._database.query(work)
