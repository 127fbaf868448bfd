"""The challenges of the day: the secret chains of their seeds, each person's attempts, and where results are shown."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from storage.engine import Connection
from storage.part import Part, column, first_or_none
from storage.records import AttemptRow, ChainRow, Change, DailyRow

CHAIN = "SELECT first, last, root, anchor FROM daily_chains"
DAILY = "SELECT day, kind, fingerprint, opening, par, rounds, turn FROM dailies WHERE day = ?"
ATTEMPT = """SELECT a.day, a.player, a.table_id, a.started, a.ended, a.points, a.rounds, a.moves,
    p.user_id, p.name
    FROM daily_attempts a JOIN players p ON p.id = a.player"""
SHARED = f"""{ATTEMPT} JOIN daily_shares s ON s.day = a.day AND s.player = a.player
    WHERE s.guild_id = ? AND s.day = ? AND p.user_id IS NOT NULL
    ORDER BY a.points IS NULL, a.points DESC, a.ended, p.id"""
UNJUDGED = f"""{ATTEMPT} WHERE a.day >= ? AND a.points IS NULL AND a.moves <> '[]' AND p.user_id IS NOT NULL
    ORDER BY a.ended, p.id LIMIT ?"""
OLD_TABLES = "SELECT id FROM tables WHERE daily < ? ORDER BY daily, id LIMIT ?"
# The rows that refer to a table, in an order in which they can be deleted.
OF_A_TABLE = (
    *("answers", "asks", "announcements", "boards_asked_for", "claims", "forgotten_seats", "invitations", "losses"),
    *("notes", "notices", "pings", "plans", "posts", "redraws", "results", "reviews", "stops", "moves", "seats"),
)


class Dailies(Part):
    """The challenges. Attempts are stored in the transactions of their tables, by `begin_attempt` and `end_attempt`."""

    async def chains(self) -> list[ChainRow]:
        """Return all chains of seeds, earliest first."""
        return await self._records(ChainRow, f"{CHAIN} ORDER BY first")

    async def add_chain(self, chain: ChainRow) -> None:
        """Store a chain, unless another one begins on the same day."""
        await self._database.write(lambda db: db.insert("daily_chains", "ON CONFLICT DO NOTHING", **vars(chain)))

    async def of_day(self, day: int) -> DailyRow | None:
        """Return the challenge of a day, or None if it was not set up."""
        return first_or_none(await self._records(DailyRow, DAILY, day))

    async def add(self, row: DailyRow) -> None:
        """Store the challenge of a day, unless there is one already."""
        values = {**vars(row), "rounds": as_json(row.rounds)}
        await self._database.write(lambda db: db.insert("dailies", "ON CONFLICT DO NOTHING", **values))

    async def set_par(self, day: int, rounds: tuple[int, ...]) -> None:
        """Store the strong computer's points after each round, unless some are stored already."""
        sql = "UPDATE dailies SET par = ?, rounds = ? WHERE day = ? AND par IS NULL"
        await self._run(sql, rounds[-1], as_json(rounds), day)

    # Attempts

    async def attempt(self, user_id: int, day: int) -> AttemptRow | None:
        """Return the person's attempt at the challenge of a day, or None if they made none."""
        return first_or_none(
            await self._records(AttemptRow, f"{ATTEMPT} WHERE p.user_id = ? AND a.day = ?", user_id, day)
        )

    async def attempts(self, user_id: int, most: int) -> list[AttemptRow]:
        """Return at most ``most`` of the person's latest attempts, newest first."""
        return await self._records(
            AttemptRow, f"{ATTEMPT} WHERE p.user_id = ? ORDER BY a.day DESC LIMIT ?", user_id, most
        )

    async def unjudged(self, since: int, most: int) -> list[AttemptRow]:
        """Return at most ``most`` attempts from this day on that are played but not judged, in the order they ended."""
        return await self._records(AttemptRow, UNJUDGED, since, most)

    async def judge(self, day: int, player: int, points: int) -> None:
        """Store the points of a player's turn, unless they are stored already."""
        sql = "UPDATE daily_attempts SET points = ? WHERE day = ? AND player = ? AND points IS NULL AND moves <> '[]'"
        await self._run(sql, points, day, player)

    # Results on servers

    async def share(self, player: int, day: int, guild_id: int) -> None:
        """Show the player's result of a day on a server."""

        async def work(db: Connection) -> None:
            await db.insert("daily_shares", "ON CONFLICT DO NOTHING", day=day, guild_id=guild_id, player=player)

        await self._database.write(work)

    async def unshare(self, player: int, day: int, guild_id: int) -> None:
        """Stop showing the player's result of a day on a server."""
        await self._run("DELETE FROM daily_shares WHERE day = ? AND guild_id = ? AND player = ?", day, guild_id, player)

    async def shared(self, guild_id: int, day: int) -> list[AttemptRow]:
        """Return the results of a day that are shown on a server: most points first, then attempts without points."""
        return await self._records(AttemptRow, SHARED, guild_id, day)

    async def delete_tables(self, before: int, most: int) -> int:
        """Delete at most ``most`` tables of challenges before this day, but not their results.

        Return the number deleted.
        """

        async def work(db: Connection) -> int:
            old = column(await db.rows(OLD_TABLES, (before, most)))
            for table_id in old:
                await db.run("UPDATE daily_attempts SET table_id = NULL WHERE table_id = ?", (table_id,))
                for name in OF_A_TABLE:
                    await db.run(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))
                await db.run("DELETE FROM tables WHERE id = ?", (table_id,))
            return len(old)

        return await self._database.write(work)


async def begin_attempt(db: Connection, day: int, player: int, table_id: int, at: datetime) -> None:
    """Record that the player begins an attempt at a day's challenge, at this table.

    Raise Conflict ("attempt") if they began one before.
    """
    await db.insert("daily_attempts", day=day, player=player, table_id=table_id, started=at)


async def end_attempt(db: Connection, change: Change) -> None:
    """Store the result of an attempt that a change ends. Do nothing if its table has no attempt.

    An attempt without points is unfinished, or a turn that has not been judged yet.
    """
    sql = "UPDATE daily_attempts SET ended = ?, points = ?, rounds = ?, moves = ? WHERE table_id = ?"
    points = change.rounds[-1] if change.rounds else None
    await db.run(sql, (change.at, points, as_json(change.rounds), as_json(change.turn), change.table_id))


def as_json(values: Sequence[int | str]) -> str:
    """Return the points after each round, or the moves of a turn, as JSON."""
    return msgspec.json.encode(values).decode()
