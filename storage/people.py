"""People: their names, their preferences, and that they can be forgotten."""

import aiosqlite

from storage.database import Database


class People:
    """Users by their Discord id. Seats and logs hold the storage's own id, so that a user can be forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def meet(self, user_id: int, name: str) -> int:
        """The storage's own id of the user; the name is renewed."""

        async def work(db: aiosqlite.Connection) -> int:
            return await meet(db, user_id, name)

        return await self._database.write(work)

    async def preferences(self, user_id: int) -> dict[str, str]:
        """All preferences of the user."""

        async def work(db: aiosqlite.Connection) -> dict[str, str]:
            rows = await db.execute_fetchall(
                "SELECT key, value FROM preferences JOIN players ON id = player WHERE user_id = ? ORDER BY key",
                (user_id,),
            )
            return {row["key"]: row["value"] for row in rows if isinstance(row["value"], str)}

        return await self._database.query(work)

    async def prefer(self, user_id: int, key: str, value: str | None) -> None:
        """Set a preference, or with None forget it."""

        async def work(db: aiosqlite.Connection) -> None:
            player = await meet(db, user_id)
            if value is None:
                await db.execute("DELETE FROM preferences WHERE player = ? AND key = ?", (player, key))
            else:
                await db.execute(
                    "INSERT OR REPLACE INTO preferences (player, key, value) VALUES (?, ?, ?)", (player, key, value)
                )

        await self._database.write(work)

    async def forget(self, user_id: int) -> bool:
        """Delete name, Discord id, preferences, notices and notes. Seats and logs of tables stay, under a pseudonym.

        Returns whether the user was known.
        """

        async def work(db: aiosqlite.Connection) -> bool:
            for table in ("preferences", "notices", "notes"):
                await db.execute(
                    f"DELETE FROM {table} WHERE player IN (SELECT id FROM players WHERE user_id = ?)", (user_id,)
                )
            await db.execute(  # the words of messages name those who play; Discord is asked for them where need be
                "UPDATE posts SET body = '' WHERE table_id IN (SELECT m.table_id FROM moves m"
                " JOIN players p ON p.id = m.player WHERE p.user_id = ?)",
                (user_id,),
            )
            cursor = await db.execute(
                "UPDATE players SET user_id = NULL, name = '#' || id WHERE user_id = ?", (user_id,)
            )
            return cursor.rowcount == 1

        return await self._database.write(work)


async def meet(db: aiosqlite.Connection, user_id: int, name: str = "") -> int:
    """Find or add a player; a name that is given replaces the known one."""
    await db.execute(
        "INSERT INTO players (user_id, name) VALUES (?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET name = excluded.name WHERE excluded.name NOT IN ('', name)",
        (user_id, name),
    )
    [[player]] = await db.execute_fetchall("SELECT id FROM players WHERE user_id = ?", (user_id,))
    return int(player)
