"""Reviews of finished games, in progress or finished, and what the decisions of each seat have cost it."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from storage.engine import Connection
from storage.records import ReviewRow, SeatLoss, records, stamp, stored
from storage.sql_helpers import Part, column, first, in_my_partition

MAX_REVIEWS = 500  # finished ones that are kept
REVIEWS = "SELECT r.table_id, r.judged, r.done, r.nonce, r.message_id FROM reviews r"


class Reviews(Part):
    """The reviews: one for each table. Nothing in them is about a person."""

    async def of_table(self, table_id: int) -> ReviewRow | None:
        """Return the review of a table, or None."""
        return first(await self._database.query(f"{REVIEWS} WHERE r.table_id = ?", (table_id,), records(ReviewRow)))

    async def begin(self, table_id: int, now: datetime) -> None:
        """Start the review of a table, unless there is one."""
        sql = "INSERT INTO reviews (table_id, created, nonce, judged) VALUES (?, ?, ?, '[]') ON CONFLICT DO NOTHING"
        values = table_id, stamp(now), secrets.token_hex(8)
        await self._database.write(lambda db: db.run(sql, values), aside=True)

    async def in_progress(self) -> list[int]:
        """Return the tables of this process whose reviews are in progress, the oldest review first."""
        return await self._database.query(
            "SELECT r.table_id FROM reviews r JOIN tables t ON t.id = r.table_id"
            f" WHERE r.done IS NULL AND {in_my_partition(1)} ORDER BY r.created, r.table_id",
            tuple(self._database.partition),
            column,
        )

    async def keep(self, table_id: int, judged: str, message_id: int | None) -> bool:
        """Store how far a review has come, and the message that shows it. Return False if it was cancelled."""
        sql = "UPDATE reviews SET judged = ?, message_id = ? WHERE table_id = ?"
        return bool(await self._database.write(lambda db: db.run(sql, (judged, message_id, table_id)), aside=True))

    async def finish(self, table_id: int, now: datetime, losses: Sequence[SeatLoss]) -> None:
        """Mark a review as finished, and delete the oldest finished ones.

        The losses of its seats stay when it is deleted.
        """

        async def work(db: Connection) -> None:
            await db.run("UPDATE reviews SET done = ? WHERE table_id = ?", (stamp(now), table_id))
            await db.many(
                "INSERT INTO losses (table_id, seat, turns, loss) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(table_id, *stored(one)) for one in losses],
            )
            await db.run(
                "DELETE FROM reviews WHERE table_id IN (SELECT table_id FROM reviews WHERE done IS NOT NULL"
                " ORDER BY done DESC, table_id DESC LIMIT 1000000 OFFSET ?)",
                (MAX_REVIEWS,),
            )

        await self._database.write(work, aside=True)

    async def cancel(self, table_id: int) -> bool:
        """Delete a review in progress. Return whether there was one."""
        sql = "DELETE FROM reviews WHERE table_id = ? AND done IS NULL"
        return bool(await self._database.write(lambda db: db.run(sql, (table_id,)), aside=True))

    async def losses_of(self, user_id: int) -> Sequence[tuple[int, int, float]]:
        """Return the user's losses in reviewed games with stored results: number of players, turns, and the loss."""
        return await self._database.query(
            "SELECT (SELECT count(*) FROM seats WHERE table_id = l.table_id), l.turns, l.loss FROM players p"
            " JOIN seats s ON s.player = p.id JOIN losses l ON l.table_id = s.table_id AND l.seat = s.seat"
            " JOIN results r ON r.table_id = s.table_id AND r.seat = s.seat"
            " WHERE p.user_id = ? ORDER BY l.table_id",
            (user_id,),
            lambda rows: [(int(players), int(turns), float(loss)) for players, turns, loss in rows],
        )
