"""Private notes that people keep at a table."""

from storage.engine import Connection, Engine
from storage.people import meet
from storage.read_cache import ReadCache
from storage.records import storable
from storage.sql_helpers import Part, column, first


class Notes(Part):
    """The notes: one for each person and table. The end of the table deletes them (`tables.Tables.append`)."""

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self._known = ReadCache[str](lambda: database.written)

    async def read(self, user_id: int, table_id: int) -> str:
        """Return the person's note at the table, or ""."""

        async def read() -> str:
            sql = "SELECT text FROM notes JOIN players ON id = player WHERE user_id = ? AND table_id = ?"
            return str(first(await self._database.query(sql, (user_id, table_id), column)) or "")

        return await self._known.get((user_id, table_id), read)

    async def write(self, user_id: int, table_id: int, text: str) -> None:
        """Replace the note; "" deletes it. A table that has ended accepts no notes."""

        storable(text)

        async def work(db: Connection) -> None:
            player = await meet(db, user_id)
            await db.run("DELETE FROM notes WHERE player = ? AND table_id = ?", (player, table_id))
            if text:
                await db.run(
                    "INSERT INTO notes (player, table_id, text)"
                    " SELECT CAST(? AS BIGINT), id, ? FROM tables WHERE id = ? AND ended IS NULL",
                    (player, text, table_id),
                )

        await self._database.write(work)
