"""Short ways to put things into a storage."""

from datetime import UTC, datetime, timedelta

from storage import Change, NewLine, NewTable, Storage

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECRET = "5ec7e75ec7e75ec7e75ec7e75ec7e700"


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


async def open_table(storage: Storage, channel: int = 1, user: int = 100, interaction: int | None = None) -> int:
    player = await storage.people.meet(user, f"user {user}")
    table = NewTable("toy", channel, 7, None, player, SECRET, "print", "{}", "en")
    return await storage.tables.create(table, NOON, interaction=interaction)


def move(table_id: int, after: int, text: str = "walk 1", **more: object) -> Change:
    line = NewLine("move", 0, 1, text, "0123456789abcdef")
    return Change(table_id, after, NOON, (line,), **more)  # type: ignore[arg-type]
