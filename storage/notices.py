"""Waits that are to be seen to, and what people are told: written down before it is sent, and never twice."""

from collections.abc import Sequence
from datetime import datetime

from storage.engine import Connection, Engine, Row
from storage.records import NewNotice, Notice, Written, maybe_moment, moment, stamp, whole
from storage.writing import own, put_notice

NOTICE = """SELECT n.id, n.player, n.kind, n.not_before, n.table_id, n.seat, n.number, n.count, n.by, n.nonce, n.begun,
    n.channel_id, n.message_id FROM notices n"""
PENDING = f"""{NOTICE} LEFT JOIN tables t ON t.id = n.table_id WHERE n.done IS NULL AND n.not_before <= ?1 AND {own(3)}
    ORDER BY n.not_before, n.id LIMIT ?2"""
# A message gives way to a newer one about the same. A wait is over when the seat waits for something else, or for
# nothing, or the table has come to its end; a question when it is decided.
OVER = f"""{NOTICE} LEFT JOIN seats s ON s.table_id = n.table_id AND s.seat = n.seat JOIN tables t ON t.id = n.table_id
    LEFT JOIN asks a ON a.table_id = n.table_id AND a.number = n.number
    WHERE n.message_id IS NOT NULL AND n.kind <> 'over' AND {own(3)} AND (
        t.status <> CASE WHEN n.kind IN ('full', 'invite', 'idle') OR a.kind = 'start' THEN 'lobby' ELSE 'running' END
        OR t.asleep IS NOT NULL
        OR CASE n.kind WHEN 'ask' THEN a.ended IS NOT NULL WHEN 'late' THEN NOT EXISTS (SELECT 1 FROM seats o
            WHERE o.table_id = n.table_id AND o.due_number = n.number) WHEN 'drowsy' THEN t.kept >= n.not_before
            WHEN 'idle' THEN t.kept >= n.not_before WHEN 'full' THEN FALSE
            WHEN 'invite' THEN NOT EXISTS (SELECT 1 FROM invitations i
                WHERE i.table_id = n.table_id AND i.player = n.player AND i.until > ?1)
        ELSE s.due_number IS NULL OR s.due_number <> n.number OR s.vacant = 1 END
        OR EXISTS (SELECT 1 FROM notices newer WHERE newer.table_id = n.table_id AND newer.seat = n.seat
            AND newer.number = n.number AND newer.id > n.id AND newer.message_id IS NOT NULL))
    ORDER BY n.id DESC LIMIT ?2"""
TO_SEE_TO = f"""SELECT w.table_id FROM (
    SELECT table_id, min(next_at) AS at FROM seats WHERE next_at <= ?1 GROUP BY table_id
    UNION ALL SELECT id, next_at FROM tables WHERE next_at <= ?1
    UNION ALL SELECT table_id, min(closes) FROM asks WHERE ended IS NULL AND closes <= ?1 GROUP BY table_id) w
    JOIN tables t ON t.id = w.table_id WHERE {own(3)} GROUP BY w.table_id ORDER BY min(w.at) LIMIT ?2"""


class Notices:
    """A notice waits here from the moment it falls due until it is sent, and its message until the wait is over."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    @property
    def _share(self) -> tuple[int, int]:
        return self._database.share.slot, self._database.share.processes

    async def waits(self, now: datetime, most: int) -> list[int]:
        """The tables at which something is to be done now, at most so many, the longest overdue first."""

        async def work(db: Connection) -> list[int]:
            rows = await db.rows(TO_SEE_TO, (stamp(now), most, *self._share))
            return [table_id for [table_id] in rows]

        return await self._database.query(work)

    async def waits_of(self, player: int, since: datetime, until: datetime) -> list[int]:
        """The tables at which something is to be done about somebody's waits after the one moment, until the other."""

        async def work(db: Connection) -> list[int]:
            rows = await db.rows(
                "SELECT table_id FROM seats WHERE player = ? AND next_at > ? AND next_at <= ? ORDER BY next_at",
                (player, stamp(since), stamp(until)),
            )
            return [table_id for [table_id] in rows]

        return await self._database.query(work)

    async def last_acts(self, player: int, most: int) -> list[datetime]:
        """When somebody last did something at any table, the newest first; at most so many.

        What others do with them, as they are given a seat or become the host, does not count.
        """

        async def work(db: Connection) -> list[datetime]:
            rows = await db.rows(
                "SELECT at FROM moves WHERE player = ? AND kind NOT IN ('seat', 'host') ORDER BY at DESC LIMIT ?",
                (player, most),
            )
            return [moment(at) for [at] in rows]

        return await self._database.query(work)

    async def write(
        self,
        notices: Sequence[NewNotice],
        *,
        gives_way: Sequence[str] = (),
        table_id: int = 0,
        seen_to: Sequence[tuple[int, int | None, datetime | None]] = (),
    ) -> list[NewNotice]:
        """Note what is to be told, and when the waits of a table are seen to again. Returns what is new.

        ``seen_to``: seat, the line with which its wait began, and the moment, if there is one. A notice that was
        written before is not written again; one of these kinds (``gives_way``) and of the same wait that has not been
        sent gives way to a newer one of them.
        """

        async def work(db: Connection) -> list[NewNotice]:
            await db.many(
                "UPDATE seats SET next_at = ? WHERE table_id = ? AND seat = ? AND coalesce(due_number, 0) = ?",
                [(None if at is None else stamp(at), table_id, seat, number or 0) for seat, number, at in seen_to],
            )
            fresh = []
            for new in notices:
                if not await put_notice(db, new):
                    continue
                fresh.append(new)
                if new.kind in gives_way:
                    await db.run(
                        "UPDATE notices SET done = ?, outcome = 'moot' WHERE table_id = ? AND seat = ? AND number = ?"
                        f" AND kind <> ? AND kind IN ({', '.join('?' * len(gives_way))})"
                        " AND begun IS NULL AND done IS NULL",
                        (stamp(new.not_before), new.table_id, new.seat, new.number, new.kind, *gives_way),
                    )
            return fresh

        return await self._database.write(work)

    async def later(self, table_id: int, now: datetime, until: datetime) -> None:
        """What is to be done now about a table is done then."""

        async def work(db: Connection) -> None:
            for where in ("seats SET next_at = ? WHERE table_id", "tables SET next_at = ? WHERE id"):
                await db.run(f"UPDATE {where} = ? AND next_at <= ?", (stamp(until), table_id, stamp(now)))
            await db.run(
                "UPDATE asks SET closes = ? WHERE table_id = ? AND ended IS NULL AND closes <= ?",
                (stamp(until), table_id, stamp(now)),
            )

        await self._database.write(work)

    async def pending(self, now: datetime, most: int) -> list[Notice]:
        """What is to be sent now, at most so many, the longest overdue first."""
        return await self._select(PENDING, (stamp(now), most, *self._share))

    async def unsent(self, player: int, until: datetime) -> list[Notice]:
        """What somebody is to be told until then and has not been sent yet, in order."""
        return await self._select(
            f"{NOTICE} WHERE n.player = ? AND n.done IS NULL AND n.begun IS NULL AND n.not_before <= ?"
            " ORDER BY n.not_before, n.id",
            (player, stamp(until)),
        )

    async def written(self, table_id: int) -> list[Written]:
        """What was or is to be told about a table, but for what has become pointless, in order."""

        async def work(db: Connection) -> list[Written]:
            rows = await db.rows(
                "SELECT n.kind, n.seat, n.number, coalesce(n.done, n.not_before) AS at, coalesce(p.name, '') AS by,"
                " r.name, n.done IS NOT NULL FROM notices n LEFT JOIN players p ON p.id = n.by"
                " JOIN players r ON r.id = n.player"
                " WHERE n.table_id = ? AND n.outcome IN ('', 'sent', 'merged') ORDER BY at, n.id",
                (table_id,),
            )
            return [
                whole(Written(kind, seat, number, moment(at), by, name, bool(sent)))
                for kind, seat, number, at, by, name, sent in rows
            ]

        return await self._database.query(work)

    async def sent_to(self, player: int, since: datetime, but: Sequence[str] = ()) -> list[datetime]:
        """When notices were sent to somebody since then, but for those of some kinds, the oldest first."""

        kinds = ", ".join(["''", *"?" * len(but)])  # PostgreSQL knows no empty list

        async def work(db: Connection) -> list[datetime]:
            rows = await db.rows(
                "SELECT done FROM notices WHERE player = ? AND done > ? AND outcome = 'sent'"
                f" AND kind NOT IN ({kinds}) ORDER BY done",
                (player, stamp(since), *but),
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
        self, notice_id: int, now: datetime, outcome: str, message: tuple[int, int] | None = None, *, last: bool = False
    ) -> None:
        """This one is there, or need not be; ``message``: its channel and its number.

        ``outcome``: "sent", "merged" into another one, "refused" by Discord, "moot". ``last``: it was the last
        reminder of its wait, which has gone out, or cannot: from then on it is known when who is awaited is late, and
        the wait is looked at anew.
        """

        async def work(db: Connection) -> None:
            await db.run(
                "UPDATE notices SET done = ?, outcome = ?, channel_id = ?, message_id = ? WHERE id = ?",
                (stamp(now), outcome, *(message or (None, None)), notice_id),
            )
            if last:
                await db.run(
                    "UPDATE seats SET warned = ?1, next_at = CASE WHEN next_at > ?1 THEN ?1 ELSE next_at END"
                    " WHERE warned IS NULL AND"
                    " (table_id, seat, due_number) = (SELECT table_id, seat, number FROM notices WHERE id = ?2)",
                    (stamp(now), notice_id),
                )

        await self._database.write(work)

    async def over(self, now: datetime, most: int) -> list[Notice]:
        """Those whose message is there though what they are about is over, at most so many.

        The newest come first: where old ones cannot be taken away for long, they keep nobody else waiting.
        """
        return await self._select(OVER, (stamp(now), most, *self._share))

    async def gone(self, notice_id: int) -> None:
        """Its message is not there any more."""
        await self._set("channel_id = NULL, message_id = NULL", notice_id)

    async def drop(self, player: int, kind: str) -> None:
        """What of this kind has not been sent to somebody yet is not sent any more."""

        async def work(db: Connection) -> None:
            await db.run(
                "DELETE FROM notices WHERE player = ? AND kind = ? AND begun IS NULL AND done IS NULL", (player, kind)
            )

        await self._database.write(work)

    async def _select(self, query: str, values: Sequence[object]) -> list[Notice]:
        async def work(db: Connection) -> list[Notice]:
            return [read_notice(row) for row in await db.rows(query, values)]

        return await self._database.query(work)

    async def _set(self, what: str, notice_id: int, *values: object) -> None:
        async def work(db: Connection) -> None:
            await db.run(f"UPDATE notices SET {what} WHERE id = ?", (*values, notice_id))

        await self._database.write(work)


def read_notice(row: Row) -> Notice:
    """A row of `NOTICE`."""
    values = dict(zip(tuple(row.keys())[:13], row, strict=False))
    return whole(
        Notice(**{**values, "begun": maybe_moment(values["begun"]), "not_before": moment(values["not_before"])})
    )
