from datetime import timedelta
from typing import Any

import pytest

from bot.channel.compose import post_announcements
from bot.channel.delivery import FOREVER
from bot.discord_api.refusals import THREAD_IS_ARCHIVED
from rules.errors import RulesError
from storage import Announcement, PostKind
from tests.bot.players import DAY, seat_all, turn
from tests.bot.sim import Sim, alts, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")  # Pictures differ all the same where boards do.


async def test_the_picture_shows_the_announced_position_not_later_moves(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "gallia")
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.pass_time(60)
    post = sim.latest()
    assert "**Alice**: 2 cubes in Gallia." in text(post)
    assert "Italia" not in text(post)
    assert "Italia: 1 rat, Bob 2" not in alts(post)[0]
    assert "Gallia: 1 rat, Alice 2" in alts(post)[0]
    assert sim.pinged(post) == {"bob"}


async def test_a_look_at_the_beginning_of_a_turn_begins_no_other(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", cards="base")
    await turn(sim, "gallia")
    await turn(sim, "italia", "anglia")
    await turn(sim, "hispania")
    await sim.command(sim.alice, "move", move="take witch")
    before = sim.latest().id
    for move in ("witch gallia-a", "keep"):
        await sim.command(sim.alice, "move", move=move)
    assert sim.latest().id == before


async def test_a_deleted_board_is_not_made_again_while_a_post_waits(sim: Sim, table: int) -> None:
    sim.delete(sim.latest())
    before = len(sim.posts())
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "gallia")
    with sim.env.as_bot():
        await sim.bot.app.announcer.announce(table)  # announce early, as another process may request it
    assert len(sim.posts()) == before
    await sim.wait_out(600)
    assert len(sim.posts()) == before + 1


async def test_an_update_is_tried_again_unless_discord_refuses_it_for_good(sim: Sim, table: int) -> None:
    outbox, clock = sim.bot.app.storage.outbox, sim.bot.clock
    for status, code, waits in ((503, 0, [0, 10, 20, 40]), (403, 50013, [0, 3600, 3600]), (404, 10003, [0])):
        await outbox.redraw(table, clock.now())
        sim.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
        for wait in waits:
            assert await outbox.redraws(clock.now() + timedelta(seconds=wait - 1), 9) == []
            sim.jump(wait)
            assert await outbox.redraws(clock.now(), 9) == [table]
            with sim.env.as_bot():
                await sim.bot.app.announcer.redraw(table)
        sim.env.backend.faults.clear()
        if code != 10003:
            sim.jump(DAY)
            with sim.env.as_bot():
                await sim.bot.app.announcer.redraw(table)
        assert await outbox.redraws(clock.now() + timedelta(days=9), 9) == []


@pytest.mark.parametrize("late", [True, False])
async def test_P49_a_board_in_an_archived_thread_says_that_a_player_is_late(sim: Sim, late: bool) -> None:
    """P49, P50: in a thread that archived itself, a late player is announced on a new board, without pings."""
    for one in sim.people[:3]:
        await sim.command(one, "preferences", notices="private")
    thread = sim.thread("plague")
    await seat_all(sim, sim.people[:3], thread, start="0", seating="joined")
    [board] = [post for post in sim.posts(thread) if "My view" in buttons(post)]
    for verb in ("PATCH", "DELETE"):
        sim.env.inject_error(verb, f"/channels/{thread.id}/messages/*", status=400, code=THREAD_IS_ARCHIVED, times=None)

    def reopened(event: str, payload: Any) -> None:
        if event == "MESSAGE_CREATE" and int(payload["channel_id"]) == thread.id:
            sim.env.backend.faults.clear()

    sim.env.backend.subscribers.insert(0, reopened)
    sim.jump(6 * DAY)
    await sim.wait_out(DAY / 2)
    if late:
        sim.jump(DAY)
        await sim.wait_out(DAY / 2)
    boards = [post for post in sim.posts(thread) if "My view" in buttons(post)]
    assert len(boards) == 1
    assert ("What now?" in buttons(boards[0])) == late, text(boards[0])
    assert (boards[0].id != board.id) == late
    assert not sim.pinged(boards[0])


async def test_a_post_that_could_not_be_composed_is_not_sought(sim, table, monkeypatch):
    async def refused(*_: object) -> None:
        raise RulesError("no")

    with monkeypatch.context() as broken:
        broken.setattr(sim.bot.app.service.read, "snapshot", refused)
        await turn(sim, "gallia")
    sim.errors()
    assert [one.tried for one in await sim.bot.app.storage.outbox.pending(FOREVER, table)] == [None]


async def test_moves_that_others_follow_at_once_are_not_posted_by_the_retry(sim, table, monkeypatch):
    before = len(sim.posts())
    with monkeypatch.context() as thinking:
        thinking.setattr(sim.bot.app.announcer, "more_follows", lambda about: about == table)
        await turn(sim, "gallia")
        await sim.pass_time(60)
        assert len(sim.posts()) == before
    await sim.pass_time(60)
    assert len(sim.posts()) == before + 1


async def test_a_change_of_a_server_retries_its_own_tables_only(sim: Sim, table: int) -> None:
    before, own = len(sim.posts()), sim.world.guild.id
    sim.fail("POST", "/channels/*/messages", 403, times=None)
    await turn(sim, "gallia")
    sim.env.backend.faults.clear()
    for server, posts in ((own + 1, before), (own, before + 1)):
        with sim.env.as_bot():
            sim.bot.app.announcer.retry_guild(server)
        await sim.env.settle()
        assert len(sim.posts()) == posts


async def test_a_channel_that_refuses_posts_is_not_tried_more_often_for_a_new_one(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 400, times=None)
    await turn(sim, "gallia")
    await sim.wait_out(200)
    await turn(sim, "italia", "anglia")
    before = len(sim.env.http_requests)
    await sim.pass_time(100)
    assert not [e for e in list(sim.env.http_requests)[before:] if e.method == "POST"]
    assert len(await sim.bot.app.storage.outbox.pending(FOREVER, table)) == 2


async def test_a_board_takes_no_nonce_of_the_lobby(sim: Sim, table: int) -> None:
    """If a board had the nonce of its lobby's post, Discord would return that post instead of creating the board."""
    delivery, info = sim.bot.app.announcer.delivery, await sim.bot.app.service.read.info(table)
    change = Announcement(1, table, 0, 0, PostKind.LOBBY, "lobby", sim.env.now(), 0, None, 1)
    before = len(sim.posts())
    with sim.env.as_bot():
        assert await post_announcements(delivery, info, [change], again=False) == (None, {})
        assert len(sim.posts()) == before
        await post_announcements(delivery, info, [change], again=True)
    assert len(sim.posts()) == before + 1
    assert sim.env.http_requests[-1].json.get("nonce") != "lobby"
