"""A busy machine is not taken for a bot that hangs."""

import asyncio
from collections.abc import Awaitable
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
async def test_work_is_waited_for_while_others_keep_it_waiting_but_not_if_it_hangs_by_itself(
    sim: Sim, begun: Event, passing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait() -> Awaitable[None]:
        return sim.pass_time(1) if passing else sim.env.settle()

    def busy() -> dict[str, float]:
        begun.set()
        return {"cpu0": 1e9}

    monkeypatch.setattr(cores, "kept_waiting", lambda: sim.env._kept_waiting)  # type: ignore[attr-defined]
    with pytest.raises(TimeoutError, match="did not settle"):
        await wait()
    monkeypatch.setattr(cores, "kept_waiting", busy)
    await wait()
    assert begun.is_set()
