"""Facts belong to the version that found them."""

from datetime import UTC, datetime

from storage import Storage
from tests.storage.contract.conftest import Where

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_facts_are_known_to_their_version_alone_and_outlive_a_restart(where: Where) -> None:
    async with await Storage.open(where) as storage:
        assert await storage.facts.known("1") == {}
        await storage.facts.learn("1", {"stays": True, "edits": True}, NOW)
        await storage.facts.learn("1", {"edits": False}, NOW)
    async with await Storage.open(where) as storage:
        assert await storage.facts.known("1") == {"stays": True, "edits": False}
        assert await storage.facts.known("2") == {}
        await storage.facts.learn("2", {"edits": True}, NOW)
        assert await storage.facts.known("2") == {"edits": True}
        assert await storage.facts.known("1") == {}
