import asyncio
import time
from typing import Any

import pytest
from simcord.components import walk_components
from simcord.http import FakeWebhookAdapter

import renderer
from bot import handling
from bot.ui import reply
from tests.bot import strict
from tests.bot.cores import BUSY
from tests.bot.drawn import forget
from tests.bot.faults import CALLBACK
from tests.bot.players import game
from tests.bot.sim import Anything, Sim, buttons, components, message, pictures, text

MESSAGE, PROMISE, QUIET_PROMISE, UPDATE = 4, 5, 6, 7
GALLERY = 12


def requests(sim: Sim, since: int) -> list[str]:
    """Return, in short form, the bot's answers to interactions from request ``since`` on."""
    found = []
    for entry in sim.env.http_requests[since:]:
        if CALLBACK.fullmatch(entry.path):
            found.append(f"answer {entry.json['type']}")
        elif entry.path.startswith("/webhooks/"):
            found.append(entry.method)
    return found


def work(sim: Sim) -> None:
    """Block a drawing thread until every interaction has a response, but at most for 1.2 seconds."""
    too_late = time.perf_counter() + 1.2
    while sim.strict.waiting and time.perf_counter() < too_late:
        time.sleep(0.02)


def slow(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make drawing slow. Shorten the time before a response is deferred, and the time that tests allow for one."""
    paint = renderer.Pictures.paint

    def slowly(*args: Any, **how: Any) -> Any:
        work(sim)
        return paint(*args, **how)

    monkeypatch.setattr("renderer.Pictures.paint", slowly)
    monkeypatch.setattr(handling, "DEFER_AFTER", 0.2)
    monkeypatch.setattr(strict, "SECONDS", 1.0)


def shown_with(sim: Sim, on: Anything) -> int:
    galleries = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    assert len(pictures(sim.env, on)) == len(galleries)
    return len(galleries)


async def test_a_press_and_a_command_are_answered_with_one_request(sim, table, monkeypatch):
    monkeypatch.setattr(handling, "DEFER_AFTER", BUSY)  # Don't defer, however busy the machine is.
    await sim.click(sim.alice, sim.latest(), "My view")  # This draws pictures, which are cached from then on.
    since = len(sim.env.http_requests)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert shown_with(sim, panel) == 1
    await sim.click(sim.alice, panel, "Gallia")
    assert "2 cubes in Gallia" in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Undo")
    assert shown_with(sim, sim.again(panel)) == 1
    await sim.command(sim.alice, "view")
    await sim.command(sim.bob, "undo")
    await sim.command(sim.alice, "table list")
    assert requests(sim, since) == [f"answer {kind}" for kind in (MESSAGE, UPDATE, UPDATE, MESSAGE, MESSAGE, MESSAGE)]


async def test_work_without_a_word_is_acknowledged(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    since = len(sim.env.http_requests)
    await sim.click(sim.bob, sim.latest(), "Join")
    assert requests(sim, since) == [f"answer {QUIET_PROMISE}"]
    assert "Bob" in text(sim.latest())


def test_slow_work_is_deferred_well_before_discord_gives_up() -> None:
    assert handling.DEFER_AFTER <= strict.SECONDS / 2


async def test_slow_work_is_promised_and_then_answered(sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(sim, monkeypatch)
    since = len(sim.env.http_requests)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert requests(sim, since) == [f"answer {PROMISE}", "PATCH"]
    assert shown_with(sim, panel) == 1
    await sim.click(sim.alice, panel, "Gallia")
    since = len(sim.env.http_requests)
    forget(sim.bot.app.pictures)
    await sim.click(sim.alice, sim.again(panel), "Undo")
    assert requests(sim, since) == [f"answer {QUIET_PROMISE}", "PATCH"]
    assert shown_with(sim, sim.again(panel)) == 1


async def test_an_answer_waits_for_the_promise_that_is_on_its_way(sim, table, monkeypatch):
    request = FakeWebhookAdapter.request

    async def slowly(*args: Any, **how: Any) -> Any:
        await asyncio.to_thread(time.sleep, 0.2)
        return await request(*args, **how)

    monkeypatch.setattr(FakeWebhookAdapter, "request", slowly)
    monkeypatch.setattr(handling, "DEFER_AFTER", 0)
    since = len(sim.env.http_requests)
    await sim.command(sim.alice, "log")
    assert requests(sim, since) == [f"answer {PROMISE}", "PATCH"]


async def test_a_promise_that_comes_while_the_answer_is_on_its_way_is_not_given(sim, table, monkeypatch):
    request, defer_after = FakeWebhookAdapter.request, reply.Reply.defer_after
    promising: list[asyncio.Task[None]] = []

    def remembered(own: reply.Reply, seconds: float) -> asyncio.TimerHandle:
        async def late(*args: Any, **how: Any) -> Any:
            promising.append(asyncio.create_task(own.defer()))
            await asyncio.sleep(0)  # The task starts here.
            return await request(*args, **how)

        monkeypatch.setattr(FakeWebhookAdapter, "request", late)
        return defer_after(own, seconds)

    monkeypatch.setattr(handling, "DEFER_AFTER", 60)
    monkeypatch.setattr(reply.Reply, "defer_after", remembered)
    since = len(sim.env.http_requests)
    await sim.command(sim.alice, "log")
    await asyncio.gather(*promising)
    assert requests(sim, since) == [f"answer {MESSAGE}"]


async def test_nothing_is_kept_for_a_message_that_was_sent(sim: Sim, table: int) -> None:
    before = len(asyncio.all_tasks())
    for _ in range(5):
        await sim.click(sim.alice, sim.latest(), "Your turn")
        await sim.command(sim.bob, "board", text=True)
    assert len(asyncio.all_tasks()) == before
    assert not sim.bot._connection._view_store._synced_message_views


# --- pictures that are refused


async def test_a_board_that_takes_no_picture_is_posted_in_words(sim: Sim, table: int) -> None:
    sim.fail("POST", "/interactions/*/callback", 400)
    sim.fail("POST", "/webhooks/*", 413)
    result = await sim.command(sim.alice, "view")
    assert result.response is not None
    assert "– place cubes" in text(result.response)
    assert any("Regions" in text(told) for told in result.followups)


# --- answers that are lost


async def test_a_move_counts_even_if_its_answer_comes_too_late(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    sim.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    sim.env.inject_error("POST", "/webhooks/*", status=404, code=10015, times=None)
    await sim.click(sim.alice, panel, "Gallia")
    assert (await game(sim, table)).number == 1
    sim.env.backend.faults.clear()
    assert "✅ End my turn" in buttons(await sim.click(sim.alice, sim.latest(), "Your turn"))
    sim.strict.forgive()
