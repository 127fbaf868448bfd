"""SQL shared by several parts of the storage."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from storage.engine import Connection, Engine, Row, T
from storage.records import NewNotice, moment, stamp

# The preferences that rows of tables show, so that cached ones are out of date when they change: hours and colour.
HOURS, COLOUR = ("zone", "quiet", "quiet_days"), "colour"
SEAT_PREFERENCES = (*HOURS, COLOUR)


class Part:
    """A part of the storage: some tables of a database, and what is done with them."""

    def __init__(self, database: Engine) -> None:
        self._database = database


def column(rows: Sequence[Row]) -> list[Any]:
    """Return the first value of each row."""
    return [row[0] for row in rows]


def moments(rows: Sequence[Row]) -> list[datetime]:
    """Return the first value of each row, a time."""
    return [moment(row[0]) for row in rows]


def periods(rows: Sequence[Row]) -> list[tuple[datetime, datetime]]:
    """Return the begin and the end in each row."""
    return [(moment(begins), moment(ends)) for begins, ends in rows]


def one_of(count: int) -> str:
    """Return an SQL list of this many placeholders, which may be none. PostgreSQL has no empty list."""
    return ", ".join(["NULL", *"?" * count])


def first(found: Sequence[T]) -> T | None:
    """Return the first of what was found, or None."""
    return found[0] if found else None


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


async def accept(db: Connection, interaction: int | None, at: datetime) -> None:
    """Record that the interaction was accepted. Raise Conflict if it was before."""
    if interaction is None:
        return
    await db.run("INSERT INTO interactions (id, at) VALUES (?, ?)", (interaction, stamp(at)))
