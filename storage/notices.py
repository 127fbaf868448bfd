"""Due waits and notifications. A notification is stored before it is sent, and is never sent twice."""

from collections.abc import Sequence
from datetime import datetime

from storage.engine import Connection
from storage.kinds import NoticeKind, NoticeOutcome
from storage.part import IN_MY_PARTITION, Part, put_notice
from storage.records import NewNotice, Notice, TableNotice

NOTICE = """SELECT n.id, n.player, n.kind, n.not_before, n.table_id, n.seat, n.number, n.count, n.by, n.nonce, n.begun,
    n.channel_id, n.message_id FROM notices n"""
PENDING = f"""{NOTICE} LEFT JOIN tables t ON t.id = n.table_id
    WHERE n.done IS NULL AND n.not_before <= :now AND {IN_MY_PARTITION}
    ORDER BY n.not_before, n.id LIMIT :most"""
# A message is replaced by a newer one about the same wait. A wait is over when the seat waits for something else or
# for nothing, or when the table has ended; a vote is over when it is decided.
OUTDATED = f"""{NOTICE} LEFT JOIN seats s ON s.table_id = n.table_id AND s.seat = n.seat
    JOIN tables t ON t.id = n.table_id LEFT JOIN asks a ON a.table_id = n.table_id AND a.number = n.number
    WHERE n.message_id IS NOT NULL AND n.kind <> 'over' AND {IN_MY_PARTITION} AND (
        t.status <> CASE WHEN n.kind IN ('full', 'invite', 'idle') OR a.kind = 'start' THEN 'lobby' ELSE 'running' END
        OR t.asleep IS NOT NULL
        OR CASE n.kind WHEN 'ask' THEN a.ended IS NOT NULL WHEN 'late' THEN NOT EXISTS (SELECT 1 FROM seats o
            WHERE o.table_id = n.table_id AND o.due_number = n.number) WHEN 'drowsy' THEN t.kept >= n.not_before
            WHEN 'idle' THEN t.kept >= n.not_before WHEN 'full' THEN FALSE
            WHEN 'invite' THEN NOT EXISTS (SELECT 1 FROM invitations i
                WHERE i.table_id = n.table_id AND i.player = n.player AND i.until > :now)
        ELSE s.due_number IS NULL OR s.due_number <> n.number OR s.vacant = 1 END
        OR EXISTS (SELECT 1 FROM notices newer WHERE newer.table_id = n.table_id AND newer.seat = n.seat
            AND newer.number = n.number AND newer.id > n.id AND newer.message_id IS NOT NULL))
    ORDER BY n.id DESC LIMIT :most"""
DUE_TABLES = f"""SELECT w.table_id FROM (
    SELECT table_id, next_at AS at FROM seats WHERE next_at <= :now
    UNION ALL SELECT id, next_at FROM tables WHERE next_at <= :now
    UNION ALL SELECT table_id, closes FROM asks WHERE ended IS NULL AND closes <= :now) w
    JOIN tables t ON t.id = w.table_id WHERE {IN_MY_PARTITION} GROUP BY w.table_id ORDER BY min(w.at) LIMIT :most"""


class Notices(Part):
    """The notifications.

    Each is stored before it is sent, and stays stored. Its message is recorded until it is deleted from Discord.
    """

    async def due_tables(self, now: datetime, most: int) -> list[int]:
        """Return at most ``most`` of this process's tables where a check or a vote's end is due, longest due first."""
        return await self._column(DUE_TABLES, now=now, most=most, **self._partition)

    async def due_tables_of(self, player: int, since: datetime, until: datetime) -> list[int]:
        """Return the tables where a check of the player's waits is due after ``since`` and no later than ``until``."""
        sql = "SELECT table_id FROM seats WHERE player = ? AND next_at > ? AND next_at <= ? ORDER BY next_at"
        return await self._column(sql, player, since, until)

    async def last_acts(self, player: int, most: int) -> list[datetime]:
        """Return at most ``most`` times when the player acted at any table, newest first.

        Being given a seat or becoming the host doesn't count.
        """
        sql = "SELECT at FROM moves WHERE player = ? AND kind NOT IN ('seat', 'host') ORDER BY at DESC LIMIT ?"
        return await self._moments(sql, player, most)

    async def write(
        self,
        notices: Sequence[NewNotice],
        *,
        gives_way: Sequence[NoticeKind] = (),
        table_id: int | None = None,
        seen_to: Sequence[tuple[int, int | None, datetime | None]] = (),
    ) -> list[NewNotice]:
        """Store notifications, and the next check times of a table's waits. Return the new notifications.

        ``seen_to``: for each checked wait, its seat, the line with which it began, and the time of the next check or
        None. A notification that exists is not stored again. A new one of a kind in ``gives_way`` replaces unsent ones
        of the other kinds in ``gives_way`` for the same wait.
        """

        async def work(db: Connection) -> list[NewNotice]:
            await db.many(
                "UPDATE seats SET next_at = ? WHERE table_id = ? AND seat = ? AND coalesce(due_number, 0) = ?",
                [(at, table_id, seat, number or 0) for seat, number, at in seen_to],
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
                        (new.not_before, new.table_id, new.seat, new.number, new.kind, *gives_way),
                    )
            return fresh

        return await self._database.write(work, aside=not seen_to)

    async def postpone_table(self, table_id: int, now: datetime, until: datetime) -> None:
        """Postpone everything that is due at a table to a later time."""

        async def work(db: Connection) -> None:
            for where in ("seats SET next_at = ? WHERE table_id", "tables SET next_at = ? WHERE id"):
                await db.run(f"UPDATE {where} = ? AND next_at <= ?", (until, table_id, now))
            sql = "UPDATE asks SET closes = ? WHERE table_id = ? AND ended IS NULL AND closes <= ?"
            await db.run(sql, (until, table_id, now))

        await self._database.write(work)

    async def pending(self, now: datetime, most: int) -> list[Notice]:
        """Return at most ``most`` of this process's notifications to send now, longest overdue first."""
        return await self._readable(Notice, PENDING, now=now, most=most, **self._partition)

    async def unsent(self, player: int, until: datetime) -> list[Notice]:
        """Return the player's unsent notifications that are due by ``until``, earliest first."""
        waiting = "n.player = ? AND n.done IS NULL AND n.begun IS NULL AND n.not_before <= ?"
        return await self._readable(Notice, f"{NOTICE} WHERE {waiting} ORDER BY n.not_before, n.id", player, until)

    async def of_table(self, table_id: int) -> list[TableNotice]:
        """Return the table's sent and pending notifications, earliest first, without moot and refused ones."""
        return await self._readable(
            TableNotice,
            "SELECT n.kind, n.seat, n.number, coalesce(n.done, n.not_before) AS at, coalesce(p.name, '') AS by,"
            " r.name, n.done IS NOT NULL AS sent FROM notices n LEFT JOIN players p ON p.id = n.by"
            " JOIN players r ON r.id = n.player"
            " WHERE n.table_id = ? AND n.outcome IN ('', 'sent', 'merged') ORDER BY at, n.id",
            table_id,
        )

    async def message_ids(self, table_id: int) -> set[int]:
        """Return the ids of the messages that are recorded for the table's notifications."""
        sql = "SELECT message_id FROM notices WHERE table_id = ? AND message_id IS NOT NULL"
        return set(await self._column(sql, table_id))

    async def sent_to(self, player: int, since: datetime, but: NoticeKind) -> list[datetime]:
        """Return when the player was sent notifications of kinds other than ``but`` after ``since``, oldest first."""
        sql = "SELECT done FROM notices WHERE player = ? AND done > ? AND outcome = 'sent' AND kind <> ? ORDER BY done"
        return await self._moments(sql, player, since, but)

    async def postpone(self, notice_id: int, until: datetime) -> None:
        """Postpone a notification for which certainly no message exists."""
        await self._run("UPDATE notices SET not_before = ?, begun = NULL WHERE id = ?", until, notice_id)

    async def begin(self, notice_id: int, now: datetime) -> None:
        """Record that a notification is being sent. The time of the first attempt is kept."""
        await self._run("UPDATE notices SET begun = coalesce(begun, ?) WHERE id = ?", now, notice_id)

    async def done(
        self,
        notice_id: int,
        now: datetime,
        outcome: NoticeOutcome,
        message: tuple[int, int] | None = None,
        *,
        last: bool = False,
    ) -> None:
        """Record the outcome of a notification. ``message``: the channel and id of its message, if it has one.

        ``outcome``: "sent", "merged" into another one, "refused" by Discord, "moot". ``last``: it was the last reminder
        of its wait. That fixes when the player becomes late, so the wait is checked again.
        """

        async def work(db: Connection) -> None:
            sql = "UPDATE notices SET done = ?, outcome = ?, channel_id = ?, message_id = ? WHERE id = ?"
            await db.run(sql, (now, outcome, *(message or (None, None)), notice_id))
            if last:
                await db.run(
                    "UPDATE seats SET warned = :now, next_at = CASE WHEN next_at > :now THEN :now ELSE next_at END"
                    " WHERE warned IS NULL AND"
                    " (table_id, seat, due_number) = (SELECT table_id, seat, number FROM notices WHERE id = :id)",
                    {"now": now, "id": notice_id},
                )

        await self._database.write(work)

    async def outdated(self, now: datetime, most: int) -> list[Notice]:
        """Return at most ``most`` of this process's notifications with a message that exists but is no longer relevant.

        The newest come first, so that old ones that can't be deleted don't delay the others.
        """
        return await self._readable(Notice, OUTDATED, now=now, most=most, **self._partition)

    async def mark_deleted(self, notice_id: int) -> None:
        """Record that the notification's message no longer exists."""
        await self._run("UPDATE notices SET channel_id = NULL, message_id = NULL WHERE id = ?", notice_id)

    async def drop(self, player: int, kind: NoticeKind, but: int | None = None) -> None:
        """Delete the player's unsent notifications of this kind, except the one with this number."""
        sql = "DELETE FROM notices WHERE player = ? AND kind = ? AND begun IS NULL AND done IS NULL AND number <> ?"
        await self._run(sql, player, kind, -1 if but is None else but)
