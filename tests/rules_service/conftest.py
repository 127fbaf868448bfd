"""A rules service with a tiny game, on a new file for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules_service import RulesService
from storage import Storage
from tests.rules_service.house import House, StillClock
from tests.rules_service.toy import TOY


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    clock = StillClock()
    async with await Storage.open(tmp_path / "miasma.sqlite") as storage:
        await storage.people.meet(99, "Zoe")  # so that nobody's storage number is their Discord id
        yield House(storage, RulesService(storage, clock, {"toy": TOY}), clock)
