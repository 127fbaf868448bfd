"""Waits that are to be seen to, and what is told about them: written down before it is sent, and never twice."""

import secrets
from collections.abc import Sequence
from datetime import datetime

import aiosqlite

from storage.database import Database
from storage.records import NewNotice, Notice, maybe_moment, moment, stamp, whole

NOTICE = """SELECT n.id, n.table_id, n.seat, n.number, n.kind, n.player, n.nonce, n.begun, n.channel_id, n.message_id
    FROM notices n"""
# A wait is over when the seat waits for something else, or for nothing, or the table has come to its end.
OVER = """LEFT JOIN seats s ON s.table_id = n.table_id AND s.seat = n.seat JOIN tables t ON t.id = n.table_id
    WHERE n.message_id IS NOT NULL AND (s.due_number IS NOT n.number OR s.vacant OR t.status <> 'running')"""


class Notices:
    """A notice waits here from the moment it falls due until it is sent, and its message until the wait is over."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waits(self, now: datetime, most: int) -> list[int]:
        """The tables at which something is to be done about a wait, at most so many, the longest overdue first."""

        async def work(db: aiosqlite.Connection) -> list[int]:
            rows = await db.execute_fetchall(
                "SELECT table_id FROM seats WHERE next_at <= ? GROUP BY table_id ORDER BY min(next_at) LIMIT ?",
                (stamp(now), most),
            )
            return [table_id for [table_id] in rows]

        return await self._database.query(work)

    async def last_acts(self, player: int, most: int) -> list[datetime]:
        """When somebody last did something at any table, the newest first; at most so many.

        What others do with them, as they are given a seat or become the host, does not count.
        """

        async def work(db: aiosqlite.Connection) -> list[datetime]:
            rows = await db.execute_fetchall(
                "SELECT at FROM moves WHERE player = ? AND kind NOT IN ('seat', 'host') ORDER BY at DESC LIMIT ?",
                (player, most),
            )
            return [moment(at) for [at] in rows]

        return await self._database.query(work)

    async def write(
        self, table_id: int, seen_to: Sequence[tuple[int, int | None, datetime | None]], notices: Sequence[NewNotice]
    ) -> None:
        """Note what is to be told of a table's waits, and when each is seen to again.

        ``seen_to``: seat, the line with which its wait began, and the moment, if there is one. A notice that was
        written before is not written again; one of the same wait that has not been sent gives way to a newer one.
        """

        async def work(db: aiosqlite.Connection) -> None:
            await db.executemany(
                "UPDATE seats SET next_at = ? WHERE table_id = ? AND seat = ? AND due_number IS ?",
                [(None if at is None else stamp(at), table_id, seat, number) for seat, number, at in seen_to],
            )
            for new in notices:
                wait = (table_id, new.seat, new.number)
                cursor = await db.execute(
                    "INSERT OR IGNORE INTO notices (table_id, seat, number, kind, player, not_before, nonce)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*wait, new.kind, new.player, stamp(new.not_before), secrets.token_hex(8)),
                )
                if cursor.rowcount == 1:
                    await db.execute(
                        "UPDATE notices SET done = ? WHERE table_id = ? AND seat = ? AND number = ? AND kind <> ?"
                        " AND begun IS NULL AND done IS NULL",
                        (stamp(new.not_before), *wait, new.kind),
                    )

        await self._database.write(work)

    async def later(self, table_id: int, now: datetime, until: datetime) -> None:
        """What is to be done now about the waits of a table is done then."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.execute(
                "UPDATE seats SET next_at = ? WHERE table_id = ? AND next_at <= ?", (stamp(until), table_id, stamp(now))
            )

        await self._database.write(work)

    async def pending(self, now: datetime, most: int) -> list[Notice]:
        """What is to be sent now, at most so many, the longest overdue first."""
        return await self._select(
            f"{NOTICE} WHERE n.done IS NULL AND n.not_before <= ? ORDER BY n.not_before, n.id LIMIT ?", stamp(now), most
        )

    async def sent_to(self, player: int, since: datetime) -> list[datetime]:
        """When notices were sent to somebody since then, the oldest first."""

        async def work(db: aiosqlite.Connection) -> list[datetime]:
            rows = await db.execute_fetchall(
                "SELECT done FROM notices WHERE player = ? AND done > ? AND begun IS NOT NULL ORDER BY done",
                (player, stamp(since)),
            )
            return [moment(done) for [done] in rows]

        return await self._database.query(work)

    async def postpone(self, notice_id: int, until: datetime) -> None:
        """This one waits until then."""
        await self._set("not_before = ?", notice_id, stamp(until))

    async def begin(self, notice_id: int, now: datetime) -> None:
        """This one is being sent; when it was first stays."""
        await self._set("begun = coalesce(begun, ?)", notice_id, stamp(now))

    async def done(
        self, notice_id: int, now: datetime, message: tuple[int, int] | None = None, *, last: bool = False
    ) -> None:
        """This one is there, or need not be; ``message``: its channel and its number.

        ``last``: it was the last reminder of its wait, which has gone out, or cannot.
        """

        async def work(db: aiosqlite.Connection) -> None:
            await db.execute(
                "UPDATE notices SET done = ?, channel_id = ?, message_id = ? WHERE id = ?",
                (stamp(now), *(message or (None, None)), notice_id),
            )
            if last:
                await db.execute(
                    "UPDATE seats SET warned = ? WHERE warned IS NULL AND (table_id, seat, due_number) ="
                    " (SELECT table_id, seat, number FROM notices WHERE id = ?)",
                    (stamp(now), notice_id),
                )

        await self._database.write(work)

    async def over(self, most: int) -> list[Notice]:
        """Those whose message is there though their wait is over, at most so many."""
        return await self._select(f"{NOTICE} {OVER} LIMIT ?", most)

    async def gone(self, notice_id: int) -> None:
        """Its message is not there any more."""
        await self._set("channel_id = NULL, message_id = NULL", notice_id)

    async def _select(self, query: str, *values: object) -> list[Notice]:
        async def work(db: aiosqlite.Connection) -> list[Notice]:
            rows = await db.execute_fetchall(query, values)
            return [whole(Notice(**{**dict(row), "begun": maybe_moment(row["begun"])})) for row in rows]

        return await self._database.query(work)

    async def _set(self, what: str, notice_id: int, *values: object) -> None:
        async def work(db: aiosqlite.Connection) -> None:
            await db.execute(f"UPDATE notices SET {what} WHERE id = ?", (*values, notice_id))

        await self._database.write(work)
