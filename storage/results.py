"""The results of finished games: computed once by the caller, and stored."""

from collections.abc import Sequence

import msgspec

from storage.engine import Row
from storage.records import ResultRow, ResultsRow, records
from storage.sql_helpers import Part, column


class Results(Part):
    """The results of games, for their players."""

    async def missing(self, user_id: int) -> list[int]:
        """Return the user's finished games without stored results, oldest first."""
        return await self._database.query(
            "SELECT t.id FROM players p JOIN seats s ON s.player = p.id JOIN tables t ON t.id = s.table_id"
            " WHERE p.user_id = ? AND t.status = 'over'"
            " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id) ORDER BY t.id",
            (user_id,),
            column,
        )

    async def write(self, table_id: int, results: Sequence[ResultRow]) -> None:
        """Store the results of a game; existing ones are kept."""
        sql = (
            "INSERT INTO results (table_id, seat, points, place, answers) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        )
        values = [
            (table_id, one.seat, one.points, one.place, msgspec.json.encode(one.answers).decode()) for one in results
        ]
        await self._database.write(lambda db: db.many(sql, values))

    async def of_user(self, user_id: int) -> list[ResultsRow]:
        """Return all known results of the user's games, oldest first."""
        return await self._database.query(
            "SELECT r.answers, t.game, t.guild_id, (SELECT count(*) FROM seats WHERE table_id = t.id),"
            " (SELECT count(*) FROM seats c WHERE c.table_id = t.id AND c.computer <> ''),"
            " r.points, r.place FROM players p JOIN seats s ON s.player = p.id"
            " JOIN results r ON r.table_id = s.table_id AND r.seat = s.seat JOIN tables t ON t.id = r.table_id"
            " WHERE p.user_id = ? ORDER BY t.ended, t.id",
            (user_id,),
            read_results,
        )


def read_results(rows: Sequence[Row]) -> list[ResultsRow]:
    """Return the results in rows, which begin with the answers as JSON."""
    return records(ResultsRow)(
        (*values, msgspec.json.decode(answers, type=tuple[int, ...])) for answers, *values in rows
    )
