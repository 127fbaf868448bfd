"""A clock that is set back or on: what is repeated goes on at its pace, and what waits is tried again soon."""

import asyncio
import datetime as dt
from datetime import UTC, timedelta
from typing import Any

import pytest

import bot.periodic
from bot.periodic import Loop, periodic
from rules_service.clock import Clock
from tests.bot.players import seat_all
from tests.bot.sim import Sim, message, text


class Work:
    """Work that is repeated, which counts its runs."""

    def __init__(self) -> None:
        self.runs = 0

    async def wait_until_ready(self) -> None:
        """Be ready at once."""

    @periodic(0.05, "counting")
    async def count(self) -> None:
        self.runs += 1


@pytest.mark.parametrize("hours", [-2, 2])
async def test_a_loop_does_not_notice_the_clock(hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord.py's loops would stand still for two hours, or run without a pause until they have caught up."""
    shift = timedelta()

    class WallClock(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> dt.datetime:  # type: ignore[override]
            return dt.datetime.now(tz) + shift

    monkeypatch.setattr("discord.ext.tasks.datetime.datetime", WallClock, raising=False)
    work = Work()
    work.count.start()
    await asyncio.sleep(0.2)
    shift, before = timedelta(hours=hours), work.runs
    await asyncio.sleep(0.3)
    work.count.cancel()
    assert 2 <= work.runs - before <= 8


async def test_what_a_slow_run_missed_is_not_caught_up(monkeypatch: pytest.MonkeyPatch) -> None:
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
    loop = Loop(15.0, "working", work, Work())
    await loop._repeat()
    assert slept == [0.0, 15.0, 15.0]


async def test_every_loop_of_the_bot_is_one_of_ours(sim: Sim) -> None:
    app = sim.bot.app
    loops = (app.announcer.retry, app.announcer.tidy, app.notifier.sweep, app.computers.poll, app.reviewer.poll)
    upkeep: Any = sim.bot.get_cog("Upkeep")
    for loop in (*loops, app.computers.count_down, upkeep.checkpoint, upkeep.forget_interactions):
        assert isinstance(loop, Loop), loop


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_post_is_retried_within_minutes_though_the_clock_was_set_back(
    sim: Sim, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The attempt fails before the clock is set back, so that its retry is due in two hours, or after."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.pass_time(120)

    def set_back() -> None:
        sim.env.backend.clock._epoch -= timedelta(hours=2)

    sim.fail("POST", "/channels/*/messages", 500, times=2)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    if when == "after":
        set_back()
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    if when == "before":
        set_back()
    await sim.pass_time(300)
    assert [text(post) for post in sim.posts() if "2 cubes in Gallia" in text(post)]
    assert "the clock of this machine was set back by 7200 s" in caplog.text


async def test_a_clock_that_is_set_on_makes_no_loop_run_without_a_pause(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
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


def test_small_corrections_are_no_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
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
