"""Discord fails, messages vanish, permissions are missing or the bot is killed: no move is lost or doubled."""

import pytest

from tests.bot.faults import forget_posts
from tests.bot.players import answers, seat_all, turn
from tests.bot.sim import Sim, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.

GALLIA = "2 cubes in Gallia"


@pytest.mark.parametrize("accident", ["Discord fails", "killed after the post"])
@pytest.mark.parametrize("label", ["Join", "Your turn"])
async def test_a_deleted_post_that_is_drawn_again_exists_once(sim, monkeypatch, accident, label):
    """A deleted lobby or board is posted again exactly once."""
    await sim.command(sim.alice, "table open", start="0", seating="joined")
    if label == "Your turn":
        await sim.click(sim.bob, sim.latest(), "Join")
        await sim.click(sim.alice, sim.latest(), "Start")
    sim.delete(sim.latest())
    await sim.bot.app.storage.outbox.redraw(1, sim.bot.clock.now())
    if accident == "Discord fails":
        sim.fail("POST", "/channels/*/messages")
    else:
        forget_posts(sim, monkeypatch)
        await sim.pass_time(60)
        await sim.kill()
        sim.errors()
    await sim.pass_time(120)
    [post] = [post for post in sim.posts() if label in buttons(post)]
    assert [one.message_id for one in await sim.bot.app.storage.outbox.posts(1)] == [post.id]
    assert not sim.pinged(post), "a turn was announced before"
    if label == "Your turn":
        await turn(sim, "gallia")
        assert len(sim.telling(GALLIA)) == 1
    else:
        await sim.command(sim.bob, "table join")
        assert "Bob" in text(sim.again(post))


async def test_a_deleted_post_of_a_table_that_is_closed_stays_deleted(sim: Sim) -> None:
    """The deleted post of a cancelled lobby or an ended game is not posted again."""
    await sim.command(sim.alice, "table open")
    await sim.manage(sim.alice, "close")
    await seat_all(sim, [sim.alice, sim.bob])
    await sim.manage(sim.alice, "close")
    await sim.click(sim.bob, sim.offering("Yes"), "Yes")
    await sim.pass_time(60)
    assert not await sim.open_tables()
    for post in sim.posts():
        sim.delete(post)
    for table in (1, 2):
        await sim.bot.app.storage.outbox.redraw(table, sim.bot.clock.now())
    await sim.pass_time(60)
    assert not sim.posts()


async def test_a_deleted_channel_keeps_the_table_until_it_has_a_new_home(sim: Sim, table: int) -> None:
    home = sim.world.channels[1]
    sim.fail("POST", "/channels/*/messages")  # So an announcement is pending when the channel is deleted.
    await turn(sim, "gallia")
    sim.delete_channel(sim.channel)
    await sim.wait_out(600)
    assert "Rattus" in text(await sim.command(sim.alice, "mygames", home))
    stranger = await sim.command(sim.carol, "table show", home)
    assert "no table" in text(stranger)
    await sim.command(sim.bob, "table show", home)
    assert GALLIA in text(sim.latest(home))
    assert sim.pinged(sim.latest(home)) == {"bob"}
    await sim.wait_out(7200)
    assert len(sim.posts(home)) == 1
    assert answers(await sim.click(sim.bob, sim.latest(home), "Your turn"))
