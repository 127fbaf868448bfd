from datetime import timedelta

import pytest

from tests.bot.players import DAY
from tests.bot.sim import Sim, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")


async def test_P39_being_away_stops_the_wait_and_all_notices_and_is_shown(sim: Sim, table: int) -> None:
    """P39, P41, P42, P44: an absence is logged and stops timers and notifications. A notification marks its end."""
    live = sim.latest()
    service = sim.bot.app.service
    before = (await service.read.info(table)).seats[0].late_from
    assert before is not None
    answer = text(await sim.command(sim.alice, "away begin", days=14))
    assert "I won’t notify you during that time" in answer
    assert "46 more days this year" in answer
    await sim.sweep(2)
    assert "🌙 🔴 **Alice** is away until <t:" in text(sim.again(live))
    assert "planned to be away from <t:" in text(await sim.command(sim.bob, "log"))
    assert (await service.read.info(table)).seats[0].late_from == before + timedelta(days=14)
    assert "already away" in text(await sim.command(sim.alice, "away begin", days=2))
    assert "isn’t waiting for anyone else" in text(await sim.manage(sim.bob, "nudge"))
    sim.jump(13.9 * DAY)
    await sim.sweep(2)
    assert not any("waiting for you" in text(post) for post in sim.posts())
    sim.jump(0.1 * DAY + 60)
    await sim.sweep(2)
    back = sim.latest()
    assert text(back).startswith(f"<@{sim.alice.id}>, 1 table is waiting for you. Your turn began <t:")
    assert sim.pinged(back) == {"alice"}
    assert "🌙" not in text(sim.again(live))
    assert (await service.read.verify(table)).ok


async def test_P40_moves_are_welcome_and_back_ends_it(sim: Sim, table: int) -> None:
    """P40, P43: an absent player may still move. People can set only themselves as away."""
    assert "not away" in text(await sim.command(sim.alice, "away back"))
    await sim.command(sim.alice, "away begin", days=7)
    await sim.command(sim.alice, "move", move="place gallia 2")
    assert (await sim.bot.app.service.read.info(table)).seats[0].away_until is not None
    assert "Welcome back" in text(await sim.command(sim.alice, "away back"))
    assert (await sim.bot.app.service.read.info(table)).seats[0].away_until is None
    await sim.command(sim.bob, "away begin", days=3)
    await sim.command(sim.alice, "move", move="end")
    assert not sim.pinged(sim.latest())
    assert "Your turn" in buttons(sim.latest())
