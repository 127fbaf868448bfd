"""A clock that is set back or forward: loops keep their pace, and pending work is soon retried."""

import datetime as dt
from datetime import UTC, timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest

import bot.periodic
from bot.periodic import Loop
from rules_service.clock import Clock
from tests.bot.players import turn
from tests.bot.sim import Sim


async def test_a_loop_does_not_notice_the_clock_and_catches_up_with_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops of discord.py would stop while the clock is set back, or run without a pause to catch up."""
    now, slept = 1000.0, list[float]()
    loop: Loop

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds
        if len(slept) == 3:
            loop.stop()

    async def work() -> None:
        nonlocal now
        now += 100.0 if not slept else 0.0

    monkeypatch.setattr(bot.periodic.time, "monotonic", lambda: now)
    monkeypatch.setattr(bot.periodic.asyncio, "sleep", sleep)
    loop = Loop(15.0, "working", work, AsyncMock())
    await loop._repeat()
    assert slept == [0.0, 15.0, 15.0]


async def test_every_loop_of_the_bot_is_one_of_ours(sim: Sim) -> None:
    app = sim.bot.app
    loops = (app.announcer.retry, app.announcer.tidy, app.notifier.sweep, app.computers.poll, app.reviewer.poll)
    upkeep: Any = sim.bot.get_cog("Upkeep")
    for loop in (*loops, app.computers.count_down, sim.bot.par_player.poll, upkeep.checkpoint, upkeep.delete_old_rows):
        assert isinstance(loop, Loop), loop


@pytest.mark.usefixtures("undrawn", "table")
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_post_is_retried_within_minutes_though_the_clock_was_set_back(sim, when, caplog):
    """The attempt fails before or after the clock is set back. In the first case, the retry is two hours away."""
    await sim.pass_time(120)

    def set_back() -> None:
        sim.env.backend.clock._epoch -= timedelta(hours=2)

    sim.fail("POST", "/channels/*/messages", 500, times=2)
    if when == "after":
        set_back()
    await turn(sim, "gallia")
    if when == "before":
        set_back()
    await sim.pass_time(300)
    assert sim.telling("2 cubes in Gallia")
    assert "the clock of this machine was set back by 7200 s" in caplog.text


async def test_a_clock_that_is_set_on_makes_no_loop_run_without_a_pause(sim, monkeypatch, caplog):
    due, looks = sim.bot.app.announcer.outbox.due_tables, list[dt.datetime]()

    async def look(now: dt.datetime, most: int) -> list[int]:
        looks.append(now)
        return await due(now, most)

    monkeypatch.setattr(sim.bot.app.announcer.outbox, "due_tables", look)
    await sim.pass_time(60)
    sim.env.backend.clock._epoch += timedelta(days=1)
    before = len(looks)
    await sim.pass_time(60)
    assert 3 <= len(looks) - before <= 6
    assert "the clock of this machine was set on by 86400 s" in caplog.text


def test_small_clock_corrections_do_not_count_as_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wall(Clock):
        shift = timedelta()

        def now(self) -> dt.datetime:
            return super().now() + self.shift

    clock = Wall()
    jumps = []
    for shift in (0, 30, 7200, 0, -20):
        clock.shift = timedelta(seconds=shift)
        jumps.append(round(clock.jump().total_seconds()))
    assert jumps == [0, 0, 7170, -7200, 0]
    assert clock.now().tzinfo is UTC
