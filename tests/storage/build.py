"""Helpers that put data into a storage."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage import Change, NewLine, NewTable, Storage, TableRow
from storage.engine import Connection
from storage.sqlite import file

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECRET = "5ec7e75ec7e75ec7e75ec7e75ec7e700"
MANY = 2000
COPY = """
    INSERT INTO tables (id, game, channel_id, guild_id, host, seed, fingerprint, options, language, number,
        opened, status)
    WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < {many})
    SELECT n.id, game, n.id, CASE WHEN n.id % 2 = 1 THEN 7 ELSE 8 END, host, seed, fingerprint, options, language,
        number, opened, CASE WHEN n.id % 100 = 1 THEN 'lobby' ELSE 'running' END FROM n, tables WHERE tables.id = 1;
    INSERT INTO seats (table_id, seat, player, vacant) SELECT tables.id, 0, 1, 0 FROM tables WHERE id > 1;
    INSERT INTO announcements (table_id, number, since, kind, nonce, created, next_at)
    SELECT tables.id, 1, 0, 'turn', 'nonce', opened, opened + tables.id FROM tables WHERE id > 1;
"""


KEPT = ("players", "tables", "seats", "moves")  # The tables that have existed since the first schema.


def of_schema(schema: int, now: Path, old: Path) -> None:
    """Write the people, tables, seats and moves of a file into a new file with an older schema."""
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        database.execute(f"PRAGMA application_id = {file.APPLICATION_ID}")
        for number, script in enumerate(file.migrations()[:schema], 1):
            database.executescript(f"BEGIN;\n{script.read_text()}\nPRAGMA user_version = {number};\nCOMMIT;")
        database.execute("ATTACH ? AS now", (str(now),))
        for table in KEPT:
            known = {row[1] for row in database.execute(f"PRAGMA now.table_info ({table})")}
            then = database.execute(f"PRAGMA main.table_info ({table})").fetchall()
            # Columns that are no longer used get 0 if they need a value.
            values = {
                name: name if name in known else "0"
                for _, name, _, must, default, _ in then
                if name in known or (must and default is None)
            }
            database.execute(
                f"INSERT INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM now.{table}"
            )


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


async def open_table(
    storage: Storage, channel: int = 1, user: int = 100, interaction: int | None = None, guild: int | None = 7
) -> int:
    player = await storage.people.meet(user, f"user {user}")
    table = NewTable("toy", channel, guild, None, player, SECRET, "print", "{}", "en")
    return await storage.tables.create(table, NOON, interaction=interaction)


async def row_of(storage: Storage, table_id: int) -> TableRow:
    """Return the row of an existing table."""
    row = await storage.tables.get(table_id)
    assert row is not None
    return row


def move(table_id: int, after: int, text: str = "walk 1", **more: object) -> Change:
    line = NewLine("move", 0, 1, text, "0123456789abcdef")
    return Change(table_id, after, NOON, (line,), **more)  # type: ignore[arg-type]


async def crowd(storage: Storage) -> None:
    """Insert thousands of open tables, half of them on server 7."""
    await open_table(storage, channel=1)

    async def fill(db: Connection) -> None:
        for statement in COPY.format(many=MANY).split(";")[:-1]:
            await db.run(statement)

    await storage.database.write(fill)
