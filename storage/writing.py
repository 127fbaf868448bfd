"""Steps of a write transaction that several parts of the storage take."""

import secrets
from datetime import datetime

from storage.engine import Connection
from storage.records import NewNotice, stamp


def own(place: int) -> str:
    """Whether a table ``t`` is in the share of a process, in a statement: its slot is the value at this place, the
    number of processes the next. `Share.has` says the same."""
    return f"coalesce((t.guild_id >> 22) % ?{place + 1}, 0) = ?{place}"


async def put_redraw(db: Connection, table_id: int, at: datetime) -> None:
    """From then on the live post of the table is not as things stand; what is noted sooner stays."""
    await db.run(
        "INSERT INTO redraws (table_id, at) VALUES (?, ?)"
        " ON CONFLICT (table_id) DO UPDATE SET at = excluded.at WHERE redraws.at > excluded.at",
        (table_id, stamp(at)),
    )


async def put_list(db: Connection, guild_id: int | None, at: datetime) -> None:
    """From then on the list of a server, if it has one, is not as things stand."""
    await db.run(
        "UPDATE lists SET next_at = ?1 WHERE guild_id = ?2 AND (next_at IS NULL OR next_at > ?1)", (stamp(at), guild_id)
    )


async def put_notice(db: Connection, new: NewNotice) -> bool:
    """Write a notice down, unless it was before. Returns whether it is new."""
    written = await db.run(
        "INSERT INTO notices (player, kind, table_id, seat, number, count, by, not_before, nonce)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(new.player, new.kind, new.table_id, new.seat, new.number, new.count, new.by),
            *(stamp(new.not_before), secrets.token_hex(8)),
        ),
    )
    return written == 1
