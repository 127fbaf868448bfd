from dataclasses import replace
from datetime import timedelta

from storage import Storage
from storage.engine import Connection
from storage.records import stamp
from storage.tables import MAX_FORGOTTEN_AT_ONCE
from tests.storage.build import NOON, move, open_table

A_DAY = timedelta(days=1)


async def test_old_clicks_are_forgotten_in_pieces(storage: Storage) -> None:
    """Q36: each call deletes a batch of old clicks, and no other write deletes any."""

    async def many(db: Connection) -> None:
        await db.many(
            "INSERT INTO interactions (id, at) VALUES (?, ?)",
            [(n, stamp(NOON)) for n in range(MAX_FORGOTTEN_AT_ONCE + 2)],
        )

    await storage.database.write(many)
    table, late = await open_table(storage), NOON + A_DAY + timedelta(seconds=1)
    await storage.tables.append(replace(move(table, 1, interaction=9999), at=late))
    assert await storage.tables.accepted(1)
    assert await storage.tables.forget_interactions(NOON + A_DAY) == 0
    assert [await storage.tables.forget_interactions(late) for _ in range(3)] == [MAX_FORGOTTEN_AT_ONCE, 2, 0]
    assert not await storage.tables.accepted(1)
    assert await storage.tables.accepted(9999)
