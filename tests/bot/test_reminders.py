from datetime import timedelta

import discord
import pytest

from tests.bot.faults import killed
from tests.bot.players import DAY, due, seat_all, turn
from tests.bot.sim import Sim, buttons, message, text

pytestmark = pytest.mark.usefixtures("undrawn")


async def later(sim: Sim, days: float) -> list[discord.Message]:
    """Let this many days pass and run the scheduler. Return the channel's new posts."""
    before = {post.id for post in sim.posts()}
    sim.jump(days * DAY)
    await sim.sweep()
    return [post for post in sim.posts() if post.id not in before]


async def test_P25_a_player_is_reminded_twice_and_then_left_alone(sim: Sim, table: int) -> None:
    """P25, P33, P34: a reminder begins with the mention, names the game and place, and pings no other player."""
    [first] = await later(sim, 1)
    heard = text(first)
    assert heard.startswith(f"<@{sim.alice.id}>, Rattus in <#{sim.channel.id}> is waiting for you. Your turn began <t:")
    assert "No hurry." in heard
    assert sim.pinged(first) == {"alice"}
    assert list(buttons(first)) == ["Your turn", "More time"]
    assert await later(sim, 1.5) == []  # noon: so far she has been active around midnight only (P23)
    [second] = await later(sim, 0.5)
    late = (await sim.bot.app.service.read.info(table)).seats[0].late_from
    assert f"still waiting for you. From <t:{int(late.timestamp())}:f>" in text(second)
    assert sim.pinged(second) == {"alice"}
    for days in (1, 40):
        assert not [post for post in await later(sim, days) if "More time" in buttons(post)]


async def test_P36_a_reminder_is_deleted_with_its_wait(sim: Sim, table: int) -> None:
    """P36: a reminder has a button for its turn, and is deleted when that turn ends."""
    [first] = await later(sim, 1)
    panel = await sim.click(sim.alice, first, "Your turn")
    assert "Gallia" in str(buttons(panel))
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.sweep()
    assert first.id in {post.id for post in sim.posts()}  # Her turn has not ended.
    await sim.command(sim.alice, "move", move="end")
    board = sim.latest()
    await sim.sweep()
    assert first.id not in {post.id for post in sim.posts()}
    assert sim.latest().id == board.id
    assert await due(sim, table) == sim.bob


async def test_P2_reminders_due_during_an_outage_are_sent_after_it(sim: Sim, table: int) -> None:
    """P2: a timer that became due while no process was running is handled after the start."""
    sim.jump(DAY - 300)
    await sim.kill(540)
    await sim.pass_time(1)
    assert "waiting for you. Your turn began" in text(sim.latest())


async def test_P8_after_an_outage_only_the_latest_reminder_is_sent(sim: Sim, table: int) -> None:
    [only] = await later(sim, 3)
    assert "still waiting for you" in text(only)
    assert not any("More time" in buttons(post) for post in await later(sim, 3))


async def test_pointless_reminders_are_not_sent(sim: Sim, table: int) -> None:
    """P8: there is no reminder for a turn that ends between the reminder's due time and its sending."""
    sim.jump(DAY)
    await sim.bot.app.service.see_to(50)
    await turn(sim, "gallia")
    before = len(sim.strict)
    await sim.sweep()
    assert len(sim.strict) == before, "nothing is sent, not even to be taken away again"
    assert await sim.bot.app.storage.notices.pending(sim.bot.clock.now(), 50) == []


@pytest.mark.parametrize("away", [10.0, 600.0])
async def test_P28_a_reminder_cut_off_by_a_kill_is_not_sent_twice(sim, table, monkeypatch, away):
    """P28: the nonce is kept for three minutes, then the reminder counts as sent. P36: the end of a turn deletes it."""
    monkeypatch.setattr(sim.bot.app.storage.notices, "done", killed)
    [first] = await later(sim, 1)
    await sim.kill(away)
    sim.errors()
    await sim.sweep()
    assert [post.id for post in sim.posts() if "waiting for you. Your turn began" in text(post)] == [first.id]
    assert await sim.bot.app.storage.notices.pending(sim.bot.clock.now(), 50) == []
    await turn(sim, "gallia")
    await sim.sweep()
    assert first.id not in {post.id for post in sim.posts()}


async def test_P36_a_cut_off_and_pointless_reminder_is_deleted(sim, table, monkeypatch):
    """P36: if the process dies while sending a reminder and the turn ends, the reminder is deleted. The board stays."""
    with monkeypatch.context() as patch:
        patch.setattr(sim.bot.app.storage.notices, "done", killed)
        [first] = await later(sim, 1)
    sim.errors()
    await turn(sim, "gallia")
    posts = {post.id for post in sim.posts()}
    sim.fail("GET", "/channels/*/messages", 403)
    await sim.sweep()
    assert {post.id for post in sim.posts()} == posts, "it is too early to say"
    await sim.sweep()
    assert {post.id for post in sim.posts()} == posts - {first.id}


async def test_P28_failed_reminders_are_retried(sim: Sim, table: int) -> None:
    """P28: a reminder that failed is sent by the next scheduler run."""
    sim.fail("POST", "/channels/*/messages")
    await later(sim, 1)
    await sim.sweep()
    assert "waiting for you. Your turn began" in text(sim.latest())
    assert await sim.bot.app.storage.notices.pending(sim.bot.clock.now(), 50) == []


async def test_P14_more_time_by_button_or_command(sim: Sim, table: int) -> None:
    """P14: the answer shows until when the others wait. The next reminder doesn't offer more time again."""
    [first] = await later(sim, 1)
    answer = await sim.click(sim.alice, first, "More time")
    late = (await sim.bot.app.service.read.info(table)).seats[0].late_from
    assert f"The others will now wait for you until <t:{int(late.timestamp())}:f>" in text(answer)
    assert message(answer).flags.ephemeral
    assert "already" in text(await sim.manage(sim.alice, "time"))
    assert "You aren’t keeping anyone waiting" in text(await sim.manage(sim.bob, "time"))
    assert "don’t have a seat" in text(await sim.click(sim.carol, first, "More time"))
    assert await later(sim, 2) == []
    [second] = await later(sim, 2)
    assert list(buttons(second)) == ["Your turn"]


async def test_P67_a_player_who_left_the_server_gets_a_dm_and_is_late_soon(sim: Sim) -> None:
    """P67: at a table without a pace, the bot notices after three days that a player left, and notifies the table."""
    table = await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="0", seating="joined", pace="none")
    sim.env.backend.remove_member(sim.world.guild.id, sim.alice.id)
    sim.jump(3 * DAY + 60)
    await sim.sweep(3)
    await sim.bot.app.announcer.until_shown(table)
    info = await sim.bot.app.service.read.info(table)
    assert info.seats[0].left_server
    assert "Alice left this server." in text(sim.offering("My view"))
    assert not sim.telling("still waiting for you"), "it is for them alone"
    assert info.seats[0].late_from == sim.bot.clock.now() + timedelta(days=2)
    assert not info.seats[0].away
    sim.jump(2 * DAY + 1)
    await sim.sweep()
    assert (await sim.bot.app.service.read.info(table)).seats[0].late


async def test_P67_a_player_on_the_server_is_reminded_as_usual(sim: Sim) -> None:
    """P67: an error from Discord doesn't count as having left."""
    table = await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="0", seating="joined")
    sim.fail("GET", "/guilds/*/members/*", times=1)
    sim.jump(DAY + 60)
    await sim.sweep(2)
    assert not (await sim.bot.app.service.read.info(table)).seats[0].left_server
    assert sim.telling("is waiting for you. Your turn began")


async def test_P20_a_player_without_notices_is_not_reminded_but_becomes_late(sim: Sim, table: int) -> None:
    """P15, P20: a reminder that isn't wanted counts as undeliverable, so the player becomes late without a delay."""
    await sim.command(sim.alice, "preferences", notices="none", zone="London", quiet="none")
    assert await later(sim, 1) == []
    assert await later(sim, 1.5) == []
    assert not (await sim.bot.app.service.read.info(table)).seats[0].away
    await later(sim, 1)
    assert (await sim.bot.app.service.read.info(table)).seats[0].away
    kinds = {one.kind: one.sent for one in await sim.bot.app.storage.notices.of_table(table)}
    assert set(kinds) <= {"late"}, "the log names no reminder that was not sent"
