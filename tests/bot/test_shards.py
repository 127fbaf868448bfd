"""The shards of a process, and when they connect (docs/spec/storage.md)."""

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from bot.client import MiasmaBot
from bot.settings import BadSettings, Settings, read_settings
from rules_service.clock import Clock
from storage import DatabaseError, Storage
from storage.engine import IDENTIFY_INTERVAL, Coordinator, Partition
from tests.bot.test_connecting import GATEWAY, LIMITS, Down, Patience


class Counting(Down):
    """A Discord that recommends this many shards. It reports these session start limits in turn, repeating the last."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, shards: int, *limits: dict[str, int]) -> None:
        super().__init__(monkeypatch)
        self.shards, self.limits = shards, [{**LIMITS, **limit} for limit in limits or ({},)]

    async def _request(self, route: Route, **_: Any) -> Any:
        answer = await super()._request(route)
        if route.path != GATEWAY:
            return answer
        limit = self.limits.pop(0) if len(self.limits) > 1 else self.limits[0]
        return {**answer, "shards": self.shards, "session_start_limit": limit}


async def launched(
    path: Path, partition: Partition, agreed: int | None = None, wanted: int = 0
) -> tuple[MiasmaBot, list[int]]:
    """Start a bot with this partition, and wait for its connections. Return the bot and the ids of its shards."""
    path.mkdir(exist_ok=True)
    storage = await Storage.open(path / "games.sqlite")
    storage.database.partition = partition

    async def said() -> int | None:
        return agreed

    storage.database.coordinator.agreed_shards = said  # type: ignore[method-assign]
    bot = MiasmaBot(Settings(token="hush", shards=wanted), storage, Patience())
    async with bot:
        running = asyncio.create_task(bot.start("hush"))
        while not running.done() and len(bot.shards) < len(bot.shard_ids or [0]) + (bot.shard_ids is None):
            await asyncio.sleep(0)
        found = sorted(bot.shards)
        running.cancel()
    return bot, found


@pytest.mark.parametrize(
    ("asked", "processes", "wanted", "agreed", "count"),
    [
        *((1, 1, 0, None, 1), (5, 1, 0, None, 5), (5, 2, 0, None, 6)),
        *((1, 4, 0, None, 4), (5, 2, 0, 8, 8), (5, 2, 4, None, 4)),
    ],
)
async def test_the_processes_have_every_connection_once(tmp_path, monkeypatch, asked, processes, wanted, agreed, count):
    """Q29, Q38: the number of connections is given by Discord, by the host, or by the processes already running."""
    Counting(monkeypatch, asked)
    every: list[int] = []
    for slot in range(processes):
        bot, mine = await launched(tmp_path / str(slot), Partition(slot, processes), agreed, wanted)
        assert bot.shard_count == count
        assert all(Partition(slot, processes).has(number << 22) for number in mine)
        every += mine
    assert sorted(every) == list(range(count))


@pytest.mark.parametrize(("left", "waited"), [(3, [3601]), (4, [])])
async def test_a_process_without_connections_left_waits_and_says_how_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, left: int, waited: list[int]
) -> None:
    """Q33: Discord allows a thousand connections a day, counted over all processes."""
    caplog.set_level(logging.WARNING)
    Counting(monkeypatch, 4, {"remaining": left, "reset_after": 3_600_000}, {"remaining": 1000})
    bot, mine = await launched(tmp_path, Partition())
    assert mine == [0, 1, 2, 3]
    assert isinstance(bot.clock, Patience)
    assert bot.clock.waited == waited
    said = "Discord's session limit has 3 starts left, this process needs 4; waiting until 2"
    assert (said in caplog.text) == bool(waited)


async def test_each_connection_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q33: Discord limits how many connections may begin at once. Those with the same key wait, even in one process."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("storage.engine.asyncio.sleep", sleep)
    alone = Coordinator()
    for key in (0, 1, 0, 0, 1):
        await alone.acquire_identify(key)
    assert [round(one / IDENTIFY_INTERVAL, 1) for one in waited] == [0, 0, 1, 2, 1]


async def test_several_processes_need_a_database_that_they_share() -> None:
    with pytest.raises(DatabaseError, match="DATABASE_URL"):
        await Coordinator().take(2)
    assert await Coordinator().take(1) == Partition()


def test_processes_and_shards_that_make_no_sense_are_refused() -> None:
    assert read_settings({}).processes == 1
    assert read_settings({"MIASMA_PROCESSES": "2", "MIASMA_SHARDS": "6"}).shards == 6
    for wrong in (
        {"MIASMA_PROCESSES": "0"},
        {"MIASMA_SHARDS": "many"},
        {"MIASMA_PROCESSES": "4", "MIASMA_SHARDS": "6"},
    ):
        with pytest.raises(BadSettings, match="MIASMA_"):
            read_settings(wrong)


async def test_q46_a_bot_uses_only_the_clock_it_was_given(tmp_path: Path) -> None:
    """Q46: the parts of the bot share its clock, which follows the time of the database."""
    async with await Storage.open(tmp_path / "games.sqlite") as storage:
        bot = MiasmaBot(Settings(token="hush"), storage, Clock())
        await bot.take_slot(1)
        moment = bot.clock.now() + timedelta(hours=1)
        storage.database.coordinator.on_time(moment)
        assert moment <= bot.clock.now() < moment + timedelta(minutes=1)
        assert bot.app.clock is bot.app.announcer.clock is bot.app.notifier.clock is bot.clock
        await bot.close()
