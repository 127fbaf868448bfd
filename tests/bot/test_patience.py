"""A busy machine is not taken for a bot that hangs."""

import asyncio
from threading import Event

import pytest

from tests.bot import cores
from tests.bot.sim import Sim


@pytest.fixture
async def begun(sim: Sim) -> Event:
    """Let the bot wait for an event in a thread."""
    event = Event()
    with sim.env.as_bot():
        sim.bot.hanging = asyncio.get_running_loop().run_in_executor(None, event.wait)  # type: ignore[attr-defined]
    sim.env.settle_timeout = 0.1
    return event


@pytest.mark.parametrize("passing", [False, True])
async def test_work_that_others_keep_waiting_is_waited_for(
    sim: Sim, begun: Event, passing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy() -> dict[str, float]:
        begun.set()
        return {"cpu0": 1e9}

    monkeypatch.setattr(cores, "kept_waiting", busy)
    await (sim.pass_time(1) if passing else sim.env.settle())
    assert begun.is_set()


@pytest.mark.parametrize("passing", [False, True])
async def test_work_that_hangs_by_itself_is_not(
    sim: Sim, begun: Event, passing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "kept_waiting", lambda: sim.env._kept_waiting)  # type: ignore[attr-defined]
    with pytest.raises(TimeoutError, match="did not settle"):
        await (sim.pass_time(1) if passing else sim.env.settle())
    begun.set()
    sim.env.settle_timeout = cores.SETTLED
    await sim.env.settle()
