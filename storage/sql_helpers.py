"""SQL shared by several parts of the storage."""

import secrets
from datetime import datetime

from storage.engine import Connection
from storage.records import NewNotice, stamp


def in_my_partition(place: int) -> str:
    """Return the SQL condition that a table ``t`` is in the partition of a process.

    The value at ``place`` is its slot, the next value the number of processes. `Partition.has` is the same in Python.
    """
    return f"coalesce((t.guild_id >> 22) % ?{place + 1}, 0) = ?{place}"


async def put_redraw(db: Connection, table_id: int, at: datetime) -> None:
    """Schedule an update of the table's live post, unless an earlier one is scheduled."""
    await db.run(
        "INSERT INTO redraws (table_id, at) VALUES (?, ?)"
        " ON CONFLICT (table_id) DO UPDATE SET at = excluded.at WHERE redraws.at > excluded.at",
        (table_id, stamp(at)),
    )


async def put_list(db: Connection, guild_id: int | None, at: datetime) -> None:
    """Schedule an update of the server's list, if it has one."""
    await db.run(
        "UPDATE lists SET next_at = ?1 WHERE guild_id = ?2 AND (next_at IS NULL OR next_at > ?1)", (stamp(at), guild_id)
    )


async def put_notice(db: Connection, new: NewNotice) -> bool:
    """Store a notification, unless it exists. Return whether it is new."""
    written = await db.run(
        "INSERT INTO notices (player, kind, table_id, seat, number, count, by, not_before, nonce)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(new.player, new.kind, new.table_id, new.seat, new.number, new.count, new.by),
            *(stamp(new.not_before), secrets.token_hex(8)),
        ),
    )
    return written == 1
