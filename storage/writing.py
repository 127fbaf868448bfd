"""Steps of a write transaction that several parts of the storage take."""

import secrets
from datetime import datetime

import aiosqlite

from storage.records import NewNotice, stamp


async def put_redraw(db: aiosqlite.Connection, table_id: int, at: datetime) -> None:
    """From then on the live post of the table is not as things stand; what is noted sooner stays."""
    await db.execute(
        "INSERT INTO redraws (table_id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = min(at, excluded.at)",
        (table_id, stamp(at)),
    )


async def put_notice(db: aiosqlite.Connection, new: NewNotice) -> bool:
    """Write a notice down, unless it was before. Returns whether it is new."""
    cursor = await db.execute(
        "INSERT OR IGNORE INTO notices (player, kind, table_id, seat, number, count, by, not_before, nonce)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(new.player, new.kind, new.table_id, new.seat, new.number, new.count, new.by),
            *(stamp(new.not_before), secrets.token_hex(8)),
        ),
    )
    return cursor.rowcount == 1
