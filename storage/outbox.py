"""The transactional outbox: pending announcements, posted messages, and pinged players."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from storage.engine import Connection, Row
from storage.part import IN_MY_PARTITION, Part, first_or_none, put_redraw
from storage.records import Announcement, Claim, DeliveredState, Post, maybe_moment, moment, records

# All open announcements of each table that has one to send now, because a channel must show them in order.
PENDING = """SELECT a.id, a.table_id, a.number, a.since, a.kind, a.nonce, a.created, a.attempts, a.tried, t.channel_id
    FROM announcements a JOIN tables t ON t.id = a.table_id
    WHERE a.done_at IS NULL AND (CAST(:table_id AS BIGINT) IS NULL OR a.table_id = :table_id) AND :now >= (
        SELECT min(b.next_at) FROM announcements b WHERE b.table_id = a.table_id AND b.done_at IS NULL)
    ORDER BY a.table_id, a.number"""
# The tables with something to send now, longest wait first.
DUE = f"""SELECT a.table_id FROM announcements a JOIN tables t ON t.id = a.table_id
    WHERE a.done_at IS NULL AND {IN_MY_PARTITION}
    AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.table_id = a.table_id AND c.until > :now)
    GROUP BY a.table_id HAVING min(a.next_at) <= :now ORDER BY min(a.next_at), a.table_id LIMIT :most"""
# One row per table: if two processes claim it at once, one waits for the other, and then sees its claim.
CLAIM = f"""INSERT INTO claims (table_id, until) SELECT t.id, CAST(:until AS BIGINT) FROM tables t
    WHERE t.id = :table_id AND {IN_MY_PARTITION}
    AND :due >= (SELECT min(a.next_at) FROM announcements a WHERE a.table_id = t.id AND a.done_at IS NULL)
    ON CONFLICT (table_id) DO UPDATE SET until = excluded.until WHERE claims.until <= :now"""
WAITING = f"""SELECT count(*) AS count, min(a.created) AS since FROM announcements a JOIN tables t ON t.id = a.table_id
    WHERE a.done_at IS NULL AND {IN_MY_PARTITION}"""
OVERDUE = f"""SELECT a.table_id, min(a.next_at) AS next_at FROM announcements a JOIN tables t ON t.id = a.table_id
    WHERE a.done_at IS NULL AND a.created < :since AND {IN_MY_PARTITION} GROUP BY a.table_id"""
POST = "SELECT message_id, table_id, channel_id, number, kind, live, since, body FROM posts WHERE"
POSTS = f"{POST} table_id = ? AND live >= ? ORDER BY message_id"
# A row for each live post, or one without a post.
STALE = """SELECT b.tried, p.message_id, p.table_id, p.channel_id, p.number, p.kind, p.live, p.since, p.body
    FROM tables t LEFT JOIN boards_asked_for b ON b.table_id = t.id
    LEFT JOIN posts p ON p.table_id = t.id AND p.live = 1
    WHERE t.id = ? ORDER BY p.message_id"""
UNCONFIRMED_BOARD = "SELECT tried FROM boards_asked_for WHERE table_id = ?"
REDRAWN = "DELETE FROM redraws WHERE table_id = ? AND at <= ?"
# A table has one scheduled update, the earliest. So the next absence that its post has to show is added after each.
REDRAW_NEXT = """INSERT INTO redraws (table_id, at) SELECT s.table_id, min(a.begins)
    FROM seats s JOIN aways a ON a.player = s.player WHERE s.table_id = ? AND s.vacant = 0 AND a.begins > ?
    GROUP BY s.table_id ON CONFLICT (table_id) DO NOTHING"""
PING = ("table_id", "number", "seat", "kind", "at")
RELEASE = "DELETE FROM claims WHERE table_id = ? AND until = ?"
REDRAWS = f"""SELECT r.table_id FROM redraws r JOIN tables t ON t.id = r.table_id
    WHERE r.at <= :now AND {IN_MY_PARTITION} ORDER BY r.at LIMIT :most"""
STALE_POSTS = f"""SELECT u.table_id FROM (
    SELECT table_id FROM posts WHERE live = 1 GROUP BY table_id HAVING count(*) > 1
    UNION SELECT table_id FROM boards_asked_for) u JOIN tables t ON t.id = u.table_id WHERE {IN_MY_PARTITION}"""
RETRY = f"""UPDATE announcements SET next_at = :now WHERE done_at IS NULL AND next_at > :now
    AND table_id IN (SELECT t.id FROM tables t WHERE {IN_MY_PARTITION})"""
# These kinds are about the game, and all but the reveals show whole turns. The others are about people.
DELIVERED = """SELECT d.turns, d.until,
    (SELECT json_group_array(json_array(seat, number)) FROM pings
        WHERE table_id = :table_id AND kind = 'turn') AS pinged,
    (SELECT json_group_array(json_array(begins, ends)) FROM stops WHERE table_id IS NULL AND player IS NULL
        AND ends > (SELECT max(done_at) FROM announcements WHERE table_id = :table_id)) AS outages,
    p.message_id, p.table_id, p.channel_id, p.number, p.kind, p.live, p.since, p.body
    FROM (SELECT max(CASE WHEN kind <> 'reveal' THEN number END) AS turns, max(number) AS until FROM announcements
        WHERE table_id = :table_id AND number <= :number AND kind IN ('start', 'turn', 'reveal', 'over')) d
    LEFT JOIN posts p ON p.message_id = (SELECT max(message_id) FROM posts WHERE table_id = :table_id AND live = 1)"""


class Outbox(Part):
    """The announcements. Each is stored in the transaction of its change, and marked as done once it is posted."""

    async def pending(self, now: datetime, table_id: int | None = None) -> list[Announcement]:
        """Return the announcements to post now, for all tables or one, by table and line.

        Either all announcements of a table are returned or none. After a failure, the table waits until its next try,
        or until there is something new to announce.
        """
        return await self._records(Announcement, PENDING, now=now, table_id=table_id)

    async def due_tables(self, now: datetime, most: int) -> list[int]:
        """Return at most ``most`` of this process's tables with something to announce now, longest wait first.

        Tables that are claimed are left out.
        """
        return await self._column(DUE, now=now, most=most, **self._partition)

    async def claim(self, table_id: int, now: datetime, until: datetime, due: datetime) -> Claim | None:
        """Claim the table's announcements for this process until ``until``, if one is due by ``due``.

        Announcements sent without confirmation come first and alone; the rest wait for the next post. The attempt is
        recorded. Return None if nothing is due, another process has the claim, or the table is not in our partition.
        """

        async def work(db: Connection) -> Claim | None:
            values = {"now": now, "due": due, "until": until, "table_id": table_id, **self._partition}
            if not await db.run(CLAIM, values):
                return None
            found = records(Announcement)(await db.rows(PENDING, {"now": due, "table_id": table_id}))
            if not found:  # another process has just posted these announcements
                await db.run(RELEASE, (table_id, until))
                return None
            tried = [one for one in found if one.tried]
            waiting = tried or found
            sql = "UPDATE announcements SET attempts = attempts + 1, tried = coalesce(tried, ?) WHERE id = ?"
            await db.many(sql, [(now, one.id) for one in waiting])
            return Claim(table_id, until, tuple(waiting), tuple(one for one in found if one not in waiting))

        return await self._database.write(work, aside=True)

    async def release(self, claim: Claim, again: datetime, not_delivered: Collection[int] = ()) -> None:
        """Release a claim without a post. All its announcements wait until ``again``, or until a new one is added.

        ``not_delivered``: ids of announcements for which certainly no post exists.
        """

        async def work(db: Connection) -> None:
            await db.run(RELEASE, (claim.table_id, claim.until))
            waiting = [(again, one.id) for one in (*claim.waiting, *claim.held)]
            await db.many("UPDATE announcements SET next_at = ? WHERE id = ?", waiting)
            await db.many("UPDATE announcements SET tried = NULL WHERE id = ?", [(i,) for i in not_delivered])

        await self._database.write(work, aside=True)

    async def waiting(self) -> tuple[int, datetime | None]:
        """Return the number of this process's waiting announcements, and the time of the oldest (None: none wait)."""
        [row] = await self._database.query(WAITING, self._partition, list)
        return row["count"], maybe_moment(row["since"])

    async def overdue(self, since: datetime) -> list[tuple[int, bool]]:
        """Return this process's tables with an announcement from before ``since``, and whether posting was tried."""
        found = await self._database.query(OVERDUE, {"since": since, **self._partition}, list)
        return [(row["table_id"], moment(row["next_at"]) > since) for row in found]

    async def done(
        self,
        ids: Collection[int],
        now: datetime,
        post: Post | None = None,
        pinged: Mapping[int, int] | None = None,
        claim: Claim | None = None,
    ) -> None:
        """Record that these announcements are posted, or not needed; ``post`` is the message that shows them.

        ``pinged``: the pinged seats, with the lines that began their waits. The ``claim`` is released.
        """

        async def work(db: Connection) -> None:
            if claim is not None:
                await db.run(RELEASE, (claim.table_id, claim.until))
            sql = "UPDATE announcements SET done_at = ? WHERE id = ? AND done_at IS NULL"
            await db.many(sql, [(now, i) for i in ids])
            if post is not None:
                await db.put("posts", "message_id", **vars(post))
                await redrawn(db, post.table_id, now)
                pings = [(post.table_id, number, seat, "turn", now) for seat, number in (pinged or {}).items()]
                # The first ping of a turn counts.
                await db.insert_all("pings", PING, pings, "ON CONFLICT DO NOTHING")

        await self._database.write(work, aside=True)

    async def mark_in_flight(self, ids: Collection[int], at: datetime | None) -> None:
        """Record that a post with these announcements is being sent (None: certainly no such post exists)."""
        await self._database.write(
            lambda db: db.many("UPDATE announcements SET tried = ? WHERE id = ?", [(at, i) for i in ids]), aside=True
        )

    async def unconfirmed_board(self, table_id: int) -> datetime | None:
        """Return when a requested board was sent without Discord's confirmation, or None if no such post can exist."""
        return first_or_none(await self._moments(UNCONFIRMED_BOARD, table_id))

    async def mark_board_in_flight(self, table_id: int, at: datetime | None) -> None:
        """Record that a requested board is being sent. None: its post is recorded, or certainly does not exist.

        If several are unconfirmed, the time of the first is kept.
        """

        async def work(db: Connection) -> None:
            if at is None:
                await db.run("DELETE FROM boards_asked_for WHERE table_id = ?", (table_id,))
            else:
                await db.insert("boards_asked_for", "ON CONFLICT DO NOTHING", table_id=table_id, tried=at)

        await self._database.write(work, aside=True)

    async def delivered_state(self, table_id: int, number: int) -> DeliveredState:
        """Return what the table's channel should have shown of the log up to line ``number``."""
        return await self._database.query(DELIVERED, {"table_id": table_id, "number": number}, read_delivered)

    async def pinged(self, table_id: int) -> set[tuple[int, int]]:
        """Return the seat and the first log line of each wait for which a post has pinged the seat's player."""
        sql = "SELECT seat, number FROM pings WHERE table_id = ? AND kind = 'turn'"
        return {(row["seat"], row["number"]) for row in await self._database.query(sql, (table_id,), list)}

    async def redraws(self, now: datetime, most: int) -> list[int]:
        """Return at most ``most`` of this process's tables whose live post must be updated now."""
        return await self._column(REDRAWS, now=now, most=most, **self._partition)

    async def redraw(self, table_id: int, at: datetime) -> None:
        """Schedule an update of the table's live post."""
        await self._database.write(lambda db: put_redraw(db, table_id, at), aside=True)

    async def mark_redrawn(self, table_id: int, at: datetime, again: datetime | None = None) -> None:
        """Record that the live post was updated at that time, or can't be, and when to update it again."""

        async def work(db: Connection) -> None:
            await redrawn(db, table_id, at)
            if again is not None:
                await put_redraw(db, table_id, again)

        await self._database.write(work, aside=True)

    async def retry_all(self, now: datetime) -> None:
        """Make this process's announcements due now, even after failures. A single process also drops all claims."""

        async def work(db: Connection) -> None:
            if self._database.alone:
                await db.run("DELETE FROM claims")
            await db.run(RETRY, {"now": now, **self._partition})

        await self._database.write(work, aside=True)

    async def add_post(self, post: Post) -> None:
        """Store the record of a message, or replace it."""
        await self._database.write(lambda db: db.put("posts", "message_id", **vars(post)), aside=True)

    async def posts(self, table_id: int, *, live: bool = True) -> list[Post]:
        """Return the messages of a table, oldest first. With ``live``, return only those that still have buttons."""
        return await self._records(Post, POSTS, table_id, live)

    async def post(self, message_id: int) -> Post | None:
        """Return the record of the message with this id, or None."""
        return first_or_none(await self._records(Post, f"{POST} message_id = ?", message_id))

    async def stale_posts(self, table_id: int) -> tuple[list[Post], datetime | None]:
        """Return the live messages of a table, and when an unconfirmed board was sent (None: there is none)."""
        return await self._database.query(STALE, (table_id,), read_stale)

    async def tables_with_stale_posts(self) -> list[int]:
        """Return this process's tables with more than one live message, or with an unconfirmed board."""
        return await self._column(STALE_POSTS, **self._partition)

    async def retire_posts(self, message_ids: Collection[int]) -> None:
        """Record that these messages have lost their buttons or were deleted."""
        await self._database.write(
            lambda db: db.many(
                "UPDATE posts SET live = 0, body = '' WHERE message_id = ?", [(i,) for i in message_ids]
            ),
            aside=True,
        )

    async def forget_posts(self) -> None:
        """Delete the records of all messages, because a simulated channel's messages end with the process."""
        await self._run("DELETE FROM posts", aside=True)


async def redrawn(db: Connection, table_id: int, at: datetime) -> None:
    """Record that the table's live post was updated. Schedule the next update for when a player's absence begins."""
    await db.run(REDRAWN, (table_id, at))
    await db.run(REDRAW_NEXT, (table_id, at))


def read_delivered(rows: Sequence[Row]) -> DeliveredState:
    """Return the state in the only row of `DELIVERED`."""
    [row] = rows
    pinged, outages = (json.loads(row[name] or "[]") for name in ("pinged", "outages"))
    return DeliveredState(
        row["turns"] or 0,
        row["until"] or 0,
        frozenset(map(tuple, pinged)),
        first_or_none(read_posts(rows)),
        tuple((moment(begins), moment(ends)) for begins, ends in sorted(outages)),
    )


def read_stale(rows: Sequence[Row]) -> tuple[list[Post], datetime | None]:
    """Return the posts in rows of `STALE`, and when an unconfirmed board was sent (None: there is none)."""
    return read_posts(rows), maybe_moment(rows[0]["tried"]) if rows else None


def read_posts(rows: Sequence[Row]) -> list[Post]:
    """Return the posts in rows of an outer join, skipping rows without one."""
    return records(Post)(row for row in rows if row["message_id"] is not None)
