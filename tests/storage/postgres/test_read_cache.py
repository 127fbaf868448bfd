"""Several processes: rows that one has read, another may have changed since."""

from storage import Address, Storage
from tests.storage.build import open_table, row_of


async def test_what_another_process_has_written_is_read(storage: Storage, address: Address) -> None:
    table = await open_table(storage, user=5)
    assert await storage.people.preferences(5) == {}
    async with await Storage.open(address) as other:
        await other.people.meet(5, "New")
        await other.people.prefer(5, "theme", "dark")
    row = await row_of(storage, table)
    assert row.seats[0].name == "New"
    assert await storage.people.preferences(5) == {"theme": "dark"}
