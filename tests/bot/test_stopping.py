"""The bot stops when its host asks: it finishes the work in progress and leaves the rest to its successor."""

import asyncio
import logging
from typing import Any

import pytest

from bot import client
from bot.channel import announcer
from miasma.play import SECONDS_TO_LEAVE
from rules_service.play import Play
from rules_service.read import Read
from storage import Storage
from tests.bot.players import game
from tests.bot.sim import Sim


def test_a_slot_is_free_in_time() -> None:
    """Q35: finishing presses, then posts, takes less than five seconds in all. Then the slot is free."""
    needed = client.SECONDS_TO_FINISH + client.SECONDS_TO_CANCEL + 2 * announcer.STOP_TIMEOUT
    assert needed < SECONDS_TO_LEAVE < 5.0


def hang(monkeypatch: pytest.MonkeyPatch, target: object, name: str) -> asyncio.Event:
    """Make a call hang until the bot cancels it. Return the event that is set when the call has begun."""
    reached = asyncio.Event()

    async def hanging(*_: Any, **__: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(target, name, hanging)
    return reached


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot cancel presses at once, and give a busy machine plenty of time to do so."""
    monkeypatch.setattr(client, "SECONDS_TO_FINISH", 0.1)
    monkeypatch.setattr(client, "SECONDS_TO_CANCEL", 60.0)


async def test_a_press_in_progress_is_answered(sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q35: a press that arrived before SIGTERM is answered."""
    old, reached, go_on = sim.bot, asyncio.Event(), asyncio.Event()
    play = Play.move

    async def slow(*what: Any, **how: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await play(*what, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Play, "move", slow)
        move = asyncio.create_task(sim.command(sim.alice, "move", move="place gallia 2"))
        await reached.wait()
        closing = asyncio.create_task(old.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        go_on.set()
        assert (await move).acknowledged
        await closing
    await sim.env.replace_bot(await sim.make_bot())
    assert (await sim.bot.app.service.read.snapshot(table)).table.entries[-1].move == "place gallia 2"


@pytest.mark.usefixtures("hurried")
@pytest.mark.deep(one_in=2)
@pytest.mark.parametrize("games", ["sqlite", "postgres"], indirect=True)
async def test_a_long_press_is_cancelled_and_its_person_informed(sim, table, monkeypatch, caplog):
    """Q35: a cancelled press never reaches a closed database, and logs no error that would frighten a host."""
    with monkeypatch.context() as patch:
        reached = hang(patch, Play, "move")
        move = asyncio.create_task(sim.command(sim.alice, "move", move="place gallia 2"))
        await reached.wait()
        await sim.bot.close()
        assert "being restarted" in (await move).response.content
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    await sim.env.replace_bot(await sim.make_bot())
    assert [entry.move for entry in (await game(sim, table)).entries] == []
    await sim.command(sim.alice, "move", move="place gallia 2")
    assert [entry.move for entry in (await game(sim, table)).entries] == ["place gallia 2"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("games", ["sqlite", "postgres"], indirect=True)
async def test_moves_stored_by_a_cancelled_press_are_posted_once(sim, table, monkeypatch, caplog):
    """Q35: a cancelled press may have stored something. The next process posts it, once."""
    await sim.command(sim.alice, "move", move="place gallia 2")
    before, stored = len(sim.posts()), asyncio.Event()
    play = Play.move

    async def slow(*what: Any, **how: Any) -> None:
        await play(*what, **how)
        stored.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(Play, "move", slow)
        # The process stops before it can announce.
        patch.setattr(sim.bot.app.service.repository, "on_announce", lambda table_id: None)
        move = asyncio.create_task(sim.command(sim.alice, "move", move="end"))
        await stored.wait()
        await sim.bot.close()
        assert "being restarted" in (await move).response.content
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    await sim.env.replace_bot(await sim.make_bot())
    await sim.pass_time(announcer.RETRY_INTERVAL)
    assert [entry.move for entry in (await game(sim, table)).entries] == ["place gallia 2", "end"]
    assert len(sim.posts()) == before + 1
    assert sim.pinged(sim.latest()) == {"bob"}


@pytest.mark.usefixtures("hurried")
async def test_autocompletes_are_cancelled_too(sim, table, monkeypatch):
    reached = hang(monkeypatch, Read, "table_in")
    typing = asyncio.create_task(sim.offers(sim.alice, "move", "move", "pl"))
    await reached.wait()
    await sim.bot.close()
    assert await typing == []


async def test_the_next_process_finishes_posts(sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q35: the next process posts at once, and only once, everything that this process was about to post."""
    service, before = sim.bot.app.service, len(sim.posts())
    monkeypatch.setattr(announcer, "STOP_TIMEOUT", 0.5)
    hanging = hang(monkeypatch, sim.bot.http, "send_message")
    for move in ("place gallia 2", "end"):
        await service.play.move(table, sim.alice.id, move)
    await hanging.wait()
    now = sim.bot.clock.now()
    assert await sim.bot.app.storage.outbox.due_tables(now, 9) == [], "it is claimed"
    await sim.bot.close()
    async with await Storage.open(sim.bot.app.settings.database) as storage:
        storage.database.alone = False  # Otherwise the start would clear all leases.
        assert await storage.outbox.due_tables(now, 9) == [table]
    await sim.env.replace_bot(await sim.make_bot())
    assert len(sim.posts()) == before + 1
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_finished_post_starts_no_other_work(sim, table, monkeypatch):
    """Old posts keep their buttons until the next start, because finding them would need the closed database."""
    old, before = sim.bot, len(sim.posts())
    reached, go_on = asyncio.Event(), asyncio.Event()
    post = old.http.send_message

    async def slow(*what: Any, **how: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await post(*what, **how)

    monkeypatch.setattr(old.http, "send_message", slow)
    for move in ("place gallia 2", "end"):
        await old.app.service.play.move(table, sim.alice.id, move)
    await reached.wait()
    stopping = asyncio.create_task(old.app.announcer.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping
    assert not [task for task in asyncio.all_tasks() if task.get_name() == f"table {table}"]
    assert len(sim.posts()) == before + 1
    await sim.restart()
