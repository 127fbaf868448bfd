from datetime import UTC, datetime

from storage import Storage
from tests.storage.contract.conftest import Where

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_findings_belong_to_one_version_and_survive_a_restart(where: Where) -> None:
    async with await Storage.open(where) as storage:
        assert await storage.capabilities.known("1") == {}
        await storage.capabilities.learn("1", {"stays": True, "edits": True}, NOW)
        await storage.capabilities.learn("1", {"edits": False}, NOW)
    async with await Storage.open(where) as storage:
        assert await storage.capabilities.known("1") == {"stays": True, "edits": False}
        assert await storage.capabilities.known("2") == {}
        await storage.capabilities.learn("2", {"edits": True}, NOW)
        assert await storage.capabilities.known("2") == {"edits": True}
        assert await storage.capabilities.known("1") == {}
