"""What channels must hear, what was posted, and who was pinged."""

from collections.abc import Collection, Mapping
from datetime import datetime

import aiosqlite

from storage.database import Database
from storage.records import Announcement, Post, maybe_moment, maybe_stamp, moment, stamp, whole
from storage.writing import put_redraw

# All that is undone of the tables of which something may be tried now: a channel hears things in order.
PENDING = """SELECT a.id, a.table_id, a.number, a.since, a.kind, a.nonce, a.created, a.attempts, a.tried, t.channel_id
    FROM announcements a JOIN tables t ON t.id = a.table_id
    WHERE a.done_at IS NULL AND (:table IS NULL OR a.table_id = :table) AND :now >= (
        SELECT min(b.next_at) FROM announcements b WHERE b.table_id = a.table_id AND b.done_at IS NULL)
    ORDER BY a.table_id, a.number"""
# The tables of which something may be tried now, whoever has waited longest first.
DUE = """SELECT table_id FROM announcements WHERE done_at IS NULL
    GROUP BY table_id HAVING min(next_at) <= ? ORDER BY min(next_at), table_id LIMIT ?"""
REDRAWS = "SELECT table_id FROM redraws WHERE at <= :now ORDER BY at LIMIT :most"
# Of the game tell these kinds, of whole turns all but the reveals; the others are about the people at the table.
TOLD = """SELECT max(CASE WHEN kind <> 'reveal' THEN number END), max(number) FROM announcements
    WHERE table_id = ? AND number <= ? AND kind IN ('start', 'turn', 'reveal', 'over')"""


class Outbox:
    """Announcements wait here from the transaction of their move until they are in the channel."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending(self, now: datetime, table_id: int | None = None) -> list[Announcement]:
        """What is to be announced now, of all tables or one, in order: of a table everything or nothing.

        A table that has failed waits, until something new is to be announced there.
        """

        async def work(db: aiosqlite.Connection) -> list[Announcement]:
            rows = await db.execute_fetchall(PENDING, {"now": stamp(now), "table": table_id})
            return [
                whole(
                    Announcement(
                        **{**dict(row), "created": moment(row["created"]), "tried": maybe_moment(row["tried"])}
                    )
                )
                for row in rows
            ]

        return await self._database.query(work)

    async def due_tables(self, now: datetime, most: int) -> list[int]:
        """The tables for which there is something to announce now, at most so many, the longest wait first."""

        async def work(db: aiosqlite.Connection) -> list[int]:
            return [row[0] for row in await db.execute_fetchall(DUE, (stamp(now), most))]

        return await self._database.query(work)

    async def done(
        self, ids: Collection[int], now: datetime, post: Post | None = None, pinged: Mapping[int, int] | None = None
    ) -> None:
        """These are in the channel, or need not be; ``post`` is the message that says so.

        ``pinged``: the seats that it calls, with the lines with which their waits began.
        """

        async def work(db: aiosqlite.Connection) -> None:
            await db.executemany(
                "UPDATE announcements SET done_at = ? WHERE id = ? AND done_at IS NULL", [(stamp(now), i) for i in ids]
            )
            if post is not None:
                await put_post(db, post)
                await db.execute("DELETE FROM redraws WHERE table_id = ? AND at <= ?", (post.table_id, stamp(now)))
                for seat, number in (pinged or {}).items():
                    await put_ping(db, post.table_id, seat, number, "turn", now)

        await self._database.write(work)

    async def note_attempt(
        self, ids: Collection[int], again: datetime, sent: datetime | None = None, held: Collection[int] = ()
    ) -> None:
        """These are tried now; what is not done then waits until ``again``, and with it what is ``held`` behind it.

        ``sent``: this is when a post of them goes out.
        """

        async def work(db: aiosqlite.Connection) -> None:
            await db.executemany(
                "UPDATE announcements SET attempts = attempts + 1, tried = coalesce(?, tried) WHERE id = ?",
                [(maybe_stamp(sent), i) for i in ids],
            )
            await db.executemany(
                "UPDATE announcements SET next_at = ? WHERE id = ?", [(stamp(again), i) for i in {*ids, *held}]
            )

        await self._database.write(work)

    async def note_sent(self, ids: Collection[int], at: datetime | None) -> None:
        """A post of these goes out now; None: it has come to nothing, that is certain."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.executemany("UPDATE announcements SET tried = ? WHERE id = ?", [(maybe_stamp(at), i) for i in ids])

        await self._database.write(work)

    async def unanswered_board(self, table_id: int) -> datetime | None:
        """When a board that somebody asked for was sent without Discord's answer; None: none can be there."""

        async def work(db: aiosqlite.Connection) -> datetime | None:
            rows = await db.execute_fetchall("SELECT tried FROM boards_asked_for WHERE table_id = ?", (table_id,))
            return next((moment(tried) for [tried] in rows), None)

        return await self._database.query(work)

    async def note_board(self, table_id: int, at: datetime | None) -> None:
        """A board that somebody asked for goes out now; None: it is noted, or has certainly come to nothing.

        Of several that are not known the first counts.
        """

        async def work(db: aiosqlite.Connection) -> None:
            if at is None:
                await db.execute("DELETE FROM boards_asked_for WHERE table_id = ?", (table_id,))
            else:
                await db.execute("INSERT OR IGNORE INTO boards_asked_for VALUES (?, ?)", (table_id, stamp(at)))

        await self._database.write(work)

    async def told_until(self, table_id: int, number: int) -> tuple[int, int]:
        """The last lines, up to this one, after which the channel had to hear of whole turns, and of the game at all.

        What is between them is of the turn that goes on. 0 if there is none.
        """

        async def work(db: aiosqlite.Connection) -> tuple[int, int]:
            [[turns, last]] = await db.execute_fetchall(TOLD, (table_id, number))
            return turns or 0, last or 0

        return await self._database.query(work)

    async def pinged(self, table_id: int) -> set[tuple[int, int]]:
        """The waits of which a post has called the seat: seat and line."""

        async def work(db: aiosqlite.Connection) -> set[tuple[int, int]]:
            rows = await db.execute_fetchall(
                "SELECT seat, number FROM pings WHERE table_id = ? AND kind = 'turn'", (table_id,)
            )
            return {(seat, number) for seat, number in rows}

        return await self._database.query(work)

    async def told_last(self, table_id: int) -> datetime | None:
        """When the channel last heard of the table."""

        async def work(db: aiosqlite.Connection) -> datetime | None:
            [[at]] = await db.execute_fetchall("SELECT max(done_at) FROM announcements WHERE table_id = ?", (table_id,))
            return maybe_moment(at)

        return await self._database.query(work)

    async def redraws(self, now: datetime, most: int) -> list[int]:
        """The tables whose live post is to be as things stand now, at most so many."""

        async def work(db: aiosqlite.Connection) -> list[int]:
            rows = await db.execute_fetchall(REDRAWS, {"now": stamp(now), "most": most})
            return [table_id for [table_id] in rows]

        return await self._database.query(work)

    async def redraw(self, table_id: int, at: datetime) -> None:
        """The live post of a table is to be drawn anew from then on."""

        async def work(db: aiosqlite.Connection) -> None:
            await put_redraw(db, table_id, at)

        await self._database.write(work)

    async def redrawn(self, table_id: int, at: datetime) -> None:
        """The live post of a table is as things stood then, or cannot be."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.execute("DELETE FROM redraws WHERE table_id = ? AND at <= ?", (table_id, stamp(at)))

        await self._database.write(work)

    async def retry_all(self, now: datetime) -> None:
        """Whatever waits may be tried now, however often it has failed."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.execute("UPDATE announcements SET next_at = ? WHERE done_at IS NULL", (stamp(now),))

        await self._database.write(work)

    async def add_post(self, post: Post) -> None:
        """Remember a message; one already known is replaced."""

        async def work(db: aiosqlite.Connection) -> None:
            await put_post(db, post)

        await self._database.write(work)

    async def posts(self, table_id: int, *, live: bool = True) -> list[Post]:
        """The messages of a table, oldest first; with ``live`` only those that still have their buttons."""

        async def work(db: aiosqlite.Connection) -> list[Post]:
            rows = await db.execute_fetchall(
                "SELECT message_id, table_id, channel_id, number, kind, live, since, body FROM posts"
                " WHERE table_id = ? AND live >= ? ORDER BY message_id",
                (table_id, live),
            )
            return [whole(Post(**{**dict(row), "live": bool(row["live"])})) for row in rows]

        return await self._database.query(work)

    async def tables_to_tidy(self) -> list[int]:
        """The tables with more than one live message, or with one that may be there and is not known."""

        async def work(db: aiosqlite.Connection) -> list[int]:
            rows = await db.execute_fetchall(
                "SELECT table_id FROM posts WHERE live = 1 GROUP BY table_id HAVING count(*) > 1"
                " UNION SELECT table_id FROM boards_asked_for"
            )
            return [table_id for [table_id] in rows]

        return await self._database.query(work)

    async def retire_posts(self, message_ids: Collection[int]) -> None:
        """These have lost their buttons, or are gone."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.executemany(
                "UPDATE posts SET live = 0, body = '' WHERE message_id = ?", [(i,) for i in message_ids]
            )

        await self._database.write(work)

    async def forget_posts(self) -> None:
        """Forget every message of every table (those of a simulated channel end with the process)."""

        async def work(db: aiosqlite.Connection) -> None:
            await db.execute("DELETE FROM posts")

        await self._database.write(work)


async def put_post(db: aiosqlite.Connection, post: Post) -> None:
    """Write one row of posts."""
    await db.execute(
        "INSERT OR REPLACE INTO posts (message_id, table_id, channel_id, number, kind, live, since, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (post.message_id, post.table_id, post.channel_id, post.number, post.kind, post.live, post.since, post.body),
    )


async def put_ping(db: aiosqlite.Connection, table_id: int, seat: int, number: int, kind: str, now: datetime) -> None:
    """Write one row of pings, unless it is there: the first of a turn counts."""
    await db.execute(
        "INSERT OR IGNORE INTO pings (table_id, number, seat, kind, at) VALUES (?, ?, ?, ?, ?)",
        (table_id, number, seat, kind, stamp(now)),
    )
