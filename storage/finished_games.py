"""Finished games: their results, computed once by the caller, their reviews, and the cost of each seat's decisions."""

import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec

from storage.engine import Connection
from storage.kinds import ReviewEnd
from storage.part import IN_MY_PARTITION, Part, first_or_none
from storage.records import ResultRow, ResultsRow, ReviewRow, SeatLoss, ServerResultRow

MAX_REVIEWS = 500  # finished reviews that are kept
REVIEW = """SELECT r.table_id, r.judged, r.done, r.nonce, r.message_id, r.tried, r.untold, p.user_id AS asked_by
    FROM reviews r LEFT JOIN players p ON p.id = r.player WHERE r.table_id = ?"""
IN_PROGRESS = f"""SELECT r.table_id FROM reviews r JOIN tables t ON t.id = r.table_id
    WHERE r.done IS NULL AND {IN_MY_PARTITION} ORDER BY r.created, r.table_id"""
UNTOLD = f"""SELECT r.table_id FROM reviews r JOIN tables t ON t.id = r.table_id
    WHERE r.untold <> '' AND {IN_MY_PARTITION} ORDER BY r.done, r.table_id"""
# Games with at least two people; seats of computers and of forgotten people are left out.
OF_SERVER = """SELECT t.id AS table_id, t.game, p.id AS player, p.name, r.points, r.place
    FROM tables t JOIN results r ON r.table_id = t.id
    JOIN seats s ON s.table_id = t.id AND s.seat = r.seat JOIN players p ON p.id = s.player
    WHERE t.guild_id = :guild_id AND t.status = 'over' AND t.ended >= :since
    AND s.computer = '' AND p.user_id IS NOT NULL
    AND (SELECT count(*) FROM seats c WHERE c.table_id = t.id AND c.computer = '') > 1
    AND NOT EXISTS (SELECT 1 FROM preferences f WHERE f.player = p.id AND f.key = :key AND f.value <> :shown)
    ORDER BY t.ended, t.id, r.place"""
# A review that was stopped or has failed continues if a person asks for it again before its post shows the end.
BEGIN = """INSERT INTO reviews (table_id, created, nonce, judged, player)
    VALUES (:table_id, :now, :nonce, '[]', (SELECT id FROM players WHERE user_id = :user_id))
    ON CONFLICT (table_id) DO UPDATE SET done = NULL, untold = '', player = excluded.player
    WHERE reviews.untold IN ('stopped', 'failed')"""
WAITING = """SELECT r.table_id FROM reviews r JOIN players p ON p.id = r.player
    WHERE p.user_id = ? AND r.done IS NULL ORDER BY r.table_id"""


class Results(Part):
    """The stored results of games, by player or server."""

    async def missing(self, user_id: int) -> list[int]:
        """Return the tables of the user's finished games whose results aren't stored, oldest first.

        Challenges are left out.
        """
        return await self._column(
            "SELECT t.id FROM players p JOIN seats s ON s.player = p.id JOIN tables t ON t.id = s.table_id"
            " WHERE p.user_id = ? AND t.status = 'over' AND t.daily IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id) ORDER BY t.id",
            user_id,
        )

    async def missing_on(self, guild_id: int, most: int) -> list[int]:
        """Return at most ``most`` tables of a server's finished games whose results aren't stored, newest first."""
        return await self._column(
            "SELECT t.id FROM tables t WHERE t.guild_id = ? AND t.status = 'over'"
            " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id) ORDER BY t.id DESC LIMIT ?",
            *(guild_id, most),
        )

    async def on_server(self, guild_id: int, since: datetime, key: str, shown: str) -> list[ServerResultRow]:
        """Return people's stored results in a server's games that ended at or after ``since``, oldest first.

        Left out are games with only one person, forgotten people, and people who have set the preference ``key`` to a
        value other than ``shown``.
        """
        return await self._readable(ServerResultRow, OF_SERVER, guild_id=guild_id, since=since, key=key, shown=shown)

    async def write(self, table_id: int, results: Sequence[ResultRow]) -> None:
        """Store the results of a game's seats. Results that are stored already are kept."""

        async def work(db: Connection) -> None:
            for one in results:
                values = {**vars(one), "answers": msgspec.json.encode(one.answers).decode()}
                await db.insert("results", "ON CONFLICT DO NOTHING", table_id=table_id, **values)

        await self._database.write(work)

    async def of_user(self, user_id: int) -> list[ResultsRow]:
        """Return the stored results of the user's games, oldest first."""
        return await self._readable(
            ResultsRow,
            "SELECT t.id AS table_id, t.ended, t.game, t.guild_id,"
            " (SELECT count(*) FROM seats WHERE table_id = t.id) AS people,"
            " (SELECT count(*) FROM seats c WHERE c.table_id = t.id AND c.computer <> '') AS computers,"
            " r.points, r.place, r.answers FROM players p JOIN seats s ON s.player = p.id"
            " JOIN results r ON r.table_id = s.table_id AND r.seat = s.seat JOIN tables t ON t.id = r.table_id"
            " WHERE p.user_id = ? ORDER BY t.ended, t.id",
            user_id,
        )


class Reviews(Part):
    """The reviews, in progress or finished, at most one for each table.

    The person who requested a review is stored until it is posted.
    """

    async def of_table(self, table_id: int) -> ReviewRow | None:
        """Return the review of a table, or None if it has none."""
        return first_or_none(await self._records(ReviewRow, REVIEW, table_id))

    async def begin(self, table_id: int, user_id: int, now: datetime) -> None:
        """Start the review of a table, requested by a user who has or had a seat, unless there is one already.

        A review that was stopped or has failed continues if its post doesn't show that yet.
        """
        nonce = secrets.token_hex(8)
        await self._run(BEGIN, table_id=table_id, user_id=user_id, now=now, nonce=nonce, aside=True)

    async def asked_by(self, user_id: int) -> list[int]:
        """Return the tables whose reviews in progress were requested by the user."""
        return await self._column(WAITING, user_id)

    async def in_progress(self) -> list[int]:
        """Return this process's tables whose reviews are in progress, the oldest review first."""
        return await self._column(IN_PROGRESS, **self._partition)

    async def untold(self) -> list[int]:
        """Return this process's tables whose posts don't show yet that the review has ended."""
        return await self._column(UNTOLD, **self._partition)

    async def keep(self, table_id: int, judged: str) -> bool:
        """Store the progress of a review. Return False if it is no longer in progress."""
        sql = "UPDATE reviews SET judged = ? WHERE table_id = ? AND done IS NULL"
        return bool(await self._run(sql, judged, table_id, aside=True))

    async def improve(self, table_id: int, judged: str, better: str) -> bool:
        """Replace the judgements of a finished review.

        Return False if they are no longer ``judged``, or the review is gone.
        """
        sql = "UPDATE reviews SET judged = ? WHERE table_id = ? AND judged = ? AND done IS NOT NULL"
        return bool(await self._run(sql, better, table_id, judged, aside=True))

    async def mark_in_flight(self, table_id: int, at: datetime | None) -> None:
        """Record since when a post of the review may be on its way (None: it can't be). An earlier time is kept."""
        sql = "UPDATE reviews SET tried = CASE WHEN CAST(:at AS BIGINT) IS NULL THEN NULL ELSE coalesce(tried, :at) END"
        await self._run(f"{sql} WHERE table_id = :table_id", at=at, table_id=table_id, aside=True)

    async def posted(self, table_id: int, message_id: int) -> None:
        """Record the message that shows the review or its progress."""
        sql = "UPDATE reviews SET message_id = ?, tried = NULL WHERE table_id = ?"
        await self._run(sql, message_id, table_id, aside=True)

    async def finish(self, table_id: int, now: datetime, losses: Sequence[SeatLoss]) -> None:
        """Mark a review in progress as finished, and store what each seat lost. Do nothing if it isn't in progress.

        Only the last `MAX_REVIEWS` finished reviews are kept. The losses of older ones stay.
        """

        async def work(db: Connection) -> None:
            sql = "UPDATE reviews SET done = ?, untold = ? WHERE table_id = ? AND done IS NULL"
            if not await db.run(sql, (now, ReviewEnd.FINISHED, table_id)):
                return
            for one in losses:
                await db.insert("losses", "ON CONFLICT DO NOTHING", table_id=table_id, **vars(one))
            await db.run(
                "DELETE FROM reviews WHERE table_id IN (SELECT table_id FROM reviews WHERE done IS NOT NULL"
                " ORDER BY done DESC, table_id DESC LIMIT 1000000 OFFSET ?)",
                (MAX_REVIEWS,),
            )

        await self._database.write(work, aside=True)

    async def end(self, table_id: int, now: datetime, how: ReviewEnd) -> bool:
        """End an unfinished review early. Return whether there was one."""
        sql = "UPDATE reviews SET done = ?, untold = ? WHERE table_id = ? AND done IS NULL"
        return bool(await self._run(sql, now, how, table_id, aside=True))

    async def told(self, table_id: int, how: ReviewEnd) -> None:
        """Record that the post of a review shows how it ended, or no longer exists.

        Delete a review that ended early.
        """

        async def work(db: Connection) -> None:
            if how == ReviewEnd.FINISHED:
                await db.run(
                    "UPDATE reviews SET untold = '', player = NULL WHERE table_id = ? AND untold = ?", (table_id, how)
                )
            else:
                await db.run("DELETE FROM reviews WHERE table_id = ? AND untold = ?", (table_id, how))

        await self._database.write(work, aside=True)

    async def losses_of(self, user_id: int) -> Sequence[tuple[int, int, float]]:
        """Return the number of players, the turns and the loss for each of the user's reviewed games with a result."""
        return await self._database.query(
            "SELECT (SELECT count(*) FROM seats WHERE table_id = l.table_id) AS people, l.turns, l.loss FROM players p"
            " JOIN seats s ON s.player = p.id JOIN losses l ON l.table_id = s.table_id AND l.seat = s.seat"
            " JOIN results r ON r.table_id = s.table_id AND r.seat = s.seat"
            " WHERE p.user_id = ? ORDER BY l.table_id",
            (user_id,),
            lambda rows: [(row["people"], row["turns"], float(row["loss"])) for row in rows],
        )
