import asyncio
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.channel import compose
from bot.channel.announcer import MAX_ANSWER_WAIT
from bot.channel.delivery import FOREVER
from bot.discord_api.refusals import MISSING_PERMISSIONS, THREAD_IS_ARCHIVED
from rules_service.loaded import damaged_game
from tests.bot.faults import killed
from tests.bot.players import due, seat_all, turn
from tests.bot.sim import Sim, buttons, message, text

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.

LONG = 2 * 3600.0  # After this time a channel is tried only once an hour.
GALLIA = "2 cubes in Gallia"
HIDDEN = "what lies hidden"


def locked_out(sim: Sim, code: int = MISSING_PERMISSIONS, status: int = 403) -> None:
    """Refuse all posts from now on, without informing the bot by an event."""
    sim.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)


async def begun(sim: Sim) -> None:
    """Check that the board exists and has pinged the first player, and that no lobby button is left."""
    assert "Your turn" in buttons(sim.latest())
    assert sim.pinged(sim.latest()) == {(await due(sim, 1)).name}
    await sim.wait_out(3600)
    boards = [post for post in sim.posts() if "Your turn" in buttons(post)]
    assert len(boards) == 1
    assert not [post for post in sim.posts() if "Start" in buttons(post)]
    assert await sim.bot.app.storage.outbox.pending(FOREVER) == []


# A game that begins while its lobby can't be updated.


async def test_a_game_begins_in_the_channel_after_a_kill_while_its_lobby_is_edited(sim, monkeypatch):
    await sim.command(sim.alice, "table open")
    with monkeypatch.context() as dying:
        dying.setattr(compose, "edit_lobby", killed)
        await sim.click(sim.bob, sim.latest(), "Join")
    sim.fail("PATCH", "/channels/*/messages/*", times=None)
    await sim.kill()
    sim.errors()
    await sim.click(sim.alice, sim.latest(), "Start")
    assert "Your turn" in buttons(sim.latest())
    sim.env.backend.faults.clear()
    await begun(sim)


async def test_a_game_whose_lobby_was_never_posted_begins_in_the_channel(sim: Sim) -> None:
    sim.fail("POST", "/channels/*/messages", times=None)
    await sim.command(sim.alice, "table open")
    await sim.command(sim.bob, "table join")
    sim.env.backend.faults.clear()
    await sim.command(sim.alice, "table start")
    await begun(sim)


async def test_a_lobby_that_was_posted_but_not_noted_loses_its_buttons_when_the_game_begins(sim, monkeypatch):
    monkeypatch.setattr(sim.bot.app.announcer.outbox, "done", killed)
    await sim.command(sim.alice, "table open")
    sim.fail("GET", "/channels/*/messages", times=1)
    await sim.kill(3600)
    sim.errors()
    await sim.command(sim.bob, "table join")
    await sim.command(sim.alice, "table start")
    await sim.pass_time(60)
    await begun(sim)
    assert "The game has started" in text(sim.posts()[0])


# Access that comes back.


async def test_the_next_turn_tries_at_once_however_long_the_channel_was_closed(sim: Sim, table: int) -> None:
    locked_out(sim)
    await turn(sim, "gallia")
    await sim.wait_out(LONG)
    sim.env.backend.faults.clear()
    assert "not allowed to post" not in text(await turn(sim, "italia", "anglia"))
    assert GALLIA in text(sim.latest())
    assert "Italia" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"alice"}


async def role(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.channel.guild.id]
    known = guild.roles[guild.members[sim.env.backend.bot_user.id].role_ids[-1]]
    payload = {"guild_id": str(guild.id), "role": dict(serializers.role_payload(known))}
    sim.env.backend.emit("GUILD_ROLE_UPDATE", payload)


async def deleted_role(sim: Sim) -> None:
    guild = sim.channel.guild
    muted = sim.env.backend.create_role(guild.id, "muted")
    await sim.pass_time(0)
    sim.env.backend.delete_role(guild.id, muted.id)


async def channel(sim: Sim) -> None:
    sim.forbid()


async def own_member(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.channel.guild.id]
    me = guild.members[sim.env.backend.bot_user.id]
    payload = {"guild_id": str(guild.id), **serializers.member_payload(sim.env.backend, guild, me)}
    before = asyncio.all_tasks()
    # simcord does not know that Discord sends this event without the members intent.
    sim.bot._connection.parse_guild_member_update(payload)  # type: ignore[arg-type]
    while work := asyncio.all_tasks() - before:
        await asyncio.wait(work)


async def server_back(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.channel.guild.id]
    sim.env.backend.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    payload = {**serializers.guild_create_payload(sim.env.backend, guild), "unavailable": False}
    sim.env.backend.emit("GUILD_CREATE", payload)


async def invited_again(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.channel.guild.id]
    sim.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    payload = dict(serializers.guild_create_payload(sim.env.backend, guild))
    payload.pop("unavailable", None)
    sim.env.backend.emit("GUILD_CREATE", payload)


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("event", [role, deleted_role, channel, own_member, server_back, invited_again])
async def test_events_that_may_give_access_back_try_at_once(sim, table, event):
    locked_out(sim)
    await turn(sim, "gallia")
    await sim.wait_out(LONG)
    sim.env.backend.faults.clear()
    await sim.pass_time(0)
    assert GALLIA not in text(sim.latest())
    await event(sim)
    await sim.pass_time(0)
    assert GALLIA in text(sim.latest())
    assert table not in sim.bot.app.announcer.troubles


async def test_all_tables_of_the_server_try_at_once(sim: Sim, table: int) -> None:
    other = sim.world.channels[1]
    await sim.command(sim.carol, "table open", other, start="0", seating="joined")
    await sim.click(sim.dora, sim.latest(other), "Join")
    locked_out(sim)
    await turn(sim, "gallia")
    await sim.click(sim.carol, sim.latest(other), "Start")
    await sim.wait_out(LONG)
    assert len(sim.bot.app.announcer.troubles) == 2
    sim.env.backend.faults.clear()
    await role(sim)
    await sim.pass_time(0)
    assert GALLIA in text(sim.latest())
    assert "Your turn" in buttons(sim.latest(other))
    assert not sim.bot.app.announcer.troubles


@pytest.mark.parametrize("known", [True, False])
async def test_a_reopened_thread_gets_its_post_at_once(sim: Sim, known: bool) -> None:
    thread = sim.thread("a game")
    await seat_all(sim, [sim.alice, sim.bob], thread, start="0", seating="joined")
    locked_out(sim, THREAD_IS_ARCHIVED, 400)
    await turn(sim, "gallia", channel=thread)
    await sim.wait_out(LONG)
    sim.env.backend.faults.clear()
    if not known:  # discord.py drops archived threads from its cache.
        sim.bot.guilds[0]._remove_thread(discord.Object(thread.id))  # type: ignore[arg-type]
    stored = sim.env.backend.get_channel(thread.id)
    sim.env.backend.emit("THREAD_UPDATE", dict(serializers.channel_payload(sim.env.backend, stored)))
    await sim.pass_time(0)
    assert GALLIA in text(sim.latest(thread))


# What people are shown in the meantime.


async def test_a_player_learns_that_the_channel_could_not_be_updated(sim: Sim, table: int) -> None:
    locked_out(sim)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    assert "although I have the permissions" not in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert "although I have the permissions" in text(sim.again(panel))
    assert "game is safe" in text(sim.again(panel))
    assert "although I have the permissions" in text(await turn(sim, "italia", "anglia"))


async def test_an_answer_does_not_wait_long_for_a_channel_that_takes_its_time(sim, table, monkeypatch):
    send = discord.abc.Messageable.send

    async def slow(*where: Any, **what: Any) -> Any:
        await asyncio.sleep(20 * MAX_ANSWER_WAIT)
        return await send(*where, **what)

    monkeypatch.setattr("discord.abc.Messageable.send", slow)
    await sim.command(sim.alice, "move", move="place gallia 2")
    began = sim.bot.clock.now()
    answer = asyncio.ensure_future(sim.command(sim.alice, "move", move="end"))
    said = text(await answer)
    assert "isn’t accepting my posts" in said
    assert (sim.bot.clock.now() - began).total_seconds() <= 3
    await sim.pass_time(60)
    assert GALLIA in text(sim.latest())
    assert table not in sim.bot.app.announcer.troubles


async def test_an_unexpected_error_is_logged_shown_and_retried(sim, table, monkeypatch, caplog):
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    sim.bot.owner_id = sim.alice.id
    with monkeypatch.context() as patch:
        patch.setattr("bot.channel.posts.board_rows", broken)
        said = text(await turn(sim, "gallia"))
        status = text(await sim.command(sim.alice, "admin health"))
        await sim.pass_time(60)
        assert (await sim.bot.app.storage.outbox.pending(FOREVER))[0].attempts > 1
    assert "can’t show this table" in said
    assert f"Table {table}: I can’t show this table" in status
    assert HIDDEN not in caplog.text
    assert len(sim.errors()) == 1, "once, not each time it is tried"
    await sim.pass_time(600)
    assert GALLIA in text(sim.latest())
    assert "can’t show" not in text(await sim.command(sim.alice, "admin health"))


async def test_a_damaged_game_is_reported_and_shown(sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    service = sim.bot.app.service
    snapshot = service.read.snapshot

    async def damaged_later(table_id: int, number: int | None = None) -> Any:
        if number is not None:
            raise damaged_game()
        return await snapshot(table_id)

    monkeypatch.setattr(service.read, "snapshot", damaged_later)
    assert "no longer leads to the stored position" in text(await turn(sim, "gallia"))
    monkeypatch.undo()
    sim.errors()
    await sim.pass_time(60)
    assert GALLIA in text(sim.latest())


def broken(*_: object, **__: object) -> None:
    """Raise an error, as a bug in the bot would do."""
    raise ValueError(HIDDEN)


async def test_retries_of_different_tables_do_not_wait_for_each_other(sim, table, monkeypatch):
    other = sim.world.channels[1]
    theirs = await seat_all(sim, [sim.carol, sim.dora], other, start="0", seating="joined")
    sim.fail("POST", "/channels/*/messages", times=None)
    await turn(sim, "gallia")
    await turn(sim, "italia", table=theirs, channel=other)
    sim.env.backend.faults.clear()
    send = discord.abc.Messageable.send

    async def slow(where: Any, *what: Any, **more: Any) -> Any:
        if where.id == sim.channel.id:
            await asyncio.sleep(300)
        return await send(where, *what, **more)

    monkeypatch.setattr("discord.abc.Messageable.send", slow)
    await sim.pass_time(60)
    assert "Italia" in text(sim.latest(other))
    assert GALLIA not in text(sim.latest())
    await sim.pass_time(300)
    assert GALLIA in text(sim.latest())
