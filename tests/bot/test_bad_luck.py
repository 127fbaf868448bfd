"""Discord fails, messages vanish, permissions are missing, the bot is killed: no move is lost or doubled."""

import logging

import pytest

from bot.channel.announcer import PATIENT_ATTEMPTS, back_off
from tests.bot.players import answers, due, game, seat_all
from tests.bot.sim import Sim, buttons, message, pictures, text


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table of two; Alice has the first seat and begins."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def place_and_end(sim: Sim) -> None:
    """Play Alice's first turn."""
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    await sim.click(sim.alice, sim.again(panel), "End my turn")


def boards(sim: Sim, words: str) -> list[str]:
    """Return the public posts that contain these words."""
    return [text(post) for post in sim.posts() if words in text(post)]


@pytest.mark.parametrize("status", [500, 429, 503])
async def test_a_post_that_fails_is_made_later_once(sim: Sim, table: int, status: int) -> None:
    sim.fail("POST", "/channels/*/messages", status)
    await place_and_end(sim)
    assert not boards(sim, "2 cubes in Gallia")
    assert (await due(sim, table)) == sim.bob
    await sim.pass_time(60)
    assert len(boards(sim, "2 cubes in Gallia")) == 1
    assert sim.pinged(sim.latest()) == {"bob"}
    await sim.wait_out(3600)
    assert len(boards(sim, "2 cubes in Gallia")) == 1


async def test_several_failures_are_waited_out_longer_and_longer(sim: Sim, table: int) -> None:
    before = len(sim.posts())
    sim.fail("POST", "/channels/*/messages", times=None)
    await place_and_end(sim)
    await sim.wait_out(3600)
    tries = [e for e in sim.env.http_requests if e.method == "POST" and e.path.endswith("/messages")]
    assert 3 < len(tries) < 20
    sim.env.backend.faults.clear()
    await sim.wait_out(3600)
    assert len(sim.posts()) == before + 1


def test_a_channel_is_left_alone_for_longer_and_longer_but_never_for_good() -> None:
    seconds = [back_off(tries).total_seconds() for tries in range(PATIENT_ATTEMPTS + 3)]
    assert seconds[:5] == [10, 20, 40, 80, 160]
    assert seconds[9 : PATIENT_ATTEMPTS + 1] == [3600] * (PATIENT_ATTEMPTS - 8), "every hour for two days"
    assert seconds[PATIENT_ATTEMPTS + 1 :] == [24 * 3600] * 2


async def test_a_failed_answer_loses_no_move(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    sim.fail("POST", "/interactions/*/callback", times=2)  # The bot tries twice.
    await sim.click(sim.alice, panel, "Gallia")
    assert (await game(sim, table)).number == 1
    assert "Your move is safe" in text(sim.panel(sim.alice))
    again = await sim.click(sim.alice, sim.latest(), "Your turn")
    assert "✅ End my turn" in buttons(again)


async def test_an_unexpected_error_is_answered_with_a_code_that_is_logged(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise ValueError(secret)

    secret = " ".join(["gallia-a", "shows", "4", "M"])  # Joined here, because a traceback quotes the code.
    monkeypatch.setattr(sim.bot.app.service.read, "seen_from_seat", broken)
    answer = await sim.click(sim.alice, sim.latest(), "Your turn")
    code = text(answer).rsplit(maxsplit=1)[-1].strip(".")
    assert len(code) == 6
    [record] = [record for record in caplog.records if code in record.getMessage()]
    assert record.levelno == logging.ERROR
    assert "ValueError" in record.getMessage()
    assert secret not in caplog.text
    caplog.clear()


async def test_a_refused_picture_leaves_the_board_in_words(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 413)
    await place_and_end(sim)
    assert not pictures(sim.env, sim.latest())
    assert "Regions" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_picture_that_cannot_be_drawn_leaves_the_board_in_words(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError("no font")

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    await place_and_end(sim)
    assert "Regions" in text(sim.latest())
    panel = await sim.click(sim.bob, sim.latest(), "Your turn")
    assert answers(panel)
    assert "cannot draw" in caplog.text
    caplog.clear()


async def test_without_attach_files_the_board_is_told_in_words(sim: Sim, table: int) -> None:
    sim.forbid("attach_files")
    await place_and_end(sim)
    assert not pictures(sim.env, sim.latest())
    assert "Regions" in text(sim.latest())


async def test_missing_permission_is_told_to_who_acts_and_mended_later(sim: Sim, table: int) -> None:
    board = sim.latest()
    sim.forbid("send_messages")
    await place_and_end(sim)
    assert sim.latest().id == board.id
    panel = message(await sim.click(sim.bob, board, "Your turn"))
    await sim.click(sim.bob, panel, "Italia")
    assert "Send Messages" in text(sim.again(panel))
    assert "game is safe" in text(sim.again(panel))
    sim.forbid()
    await sim.wait_out(3600)
    assert len(boards(sim, "2 cubes in Gallia")) == 1
    assert "Send Messages" not in text(await sim.click(sim.bob, sim.latest(), "Your turn"))


async def test_who_starts_where_the_bot_may_no_longer_post_is_told_at_once(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.click(sim.bob, sim.latest(), "Join")
    sim.forbid("send_messages")
    await sim.click(sim.alice, sim.latest(), "Start")
    assert "Send Messages" in text(sim.panel(sim.alice))
    sim.forbid()
    await sim.pass_time(60)
    assert "Your turn" in buttons(sim.latest())
    assert len(sim.pinged(sim.latest())) == 1


async def test_opening_where_the_bot_may_not_post_says_what_is_missing(sim: Sim) -> None:
    sim.forbid("send_messages")
    answer = await sim.command(sim.alice, "table open")
    assert "Send Messages" in text(answer)
    assert not await sim.open_tables()


async def test_a_deleted_board_is_posted_again_on_demand(sim: Sim, table: int) -> None:
    sim.delete(sim.latest())
    assert "Your turn" not in buttons(sim.latest())
    await sim.command(sim.bob, "table show")
    assert "Your turn" in buttons(sim.latest())
    assert not sim.pinged(sim.latest())
    await place_and_end(sim)
    assert len(boards(sim, "2 cubes in Gallia")) == 1


async def test_a_deleted_lobby_comes_back_with_the_next_change(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    sim.delete(sim.latest())
    await sim.command(sim.bob, "table join")
    assert "Bob" in text(sim.latest())
    assert "Join" in buttons(sim.latest())


@pytest.mark.parametrize("accident", ["none", "Discord fails", "killed after the post"])
async def test_a_deleted_lobby_that_is_drawn_anew_has_one_post(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, accident: str
) -> None:
    await sim.command(sim.alice, "table open")
    [info] = await sim.open_tables()
    sim.delete(sim.latest())
    await sim.bot.app.storage.outbox.redraw(info.id, sim.bot.clock.now())
    if accident == "Discord fails":
        sim.fail("POST", "/channels/*/messages")
    elif accident == "killed after the post":

        async def killed(*_: object, **__: object) -> None:
            raise SystemError("killed")

        with monkeypatch.context() as dying:
            dying.setattr(sim.bot.app.announcer.outbox, "done", killed)
            await sim.pass_time(60)
        caplog.clear()
        await sim.kill()
    await sim.pass_time(120)
    [lobby] = [post for post in sim.posts() if "Join" in buttons(post)]
    assert [post.message_id for post in await sim.bot.app.storage.outbox.posts(info.id)] == [lobby.id]
    await sim.command(sim.bob, "table join")
    assert [post.id for post in sim.posts() if "Join" in buttons(post)] == [lobby.id]
    assert "Bob" in text(sim.again(lobby))


@pytest.mark.parametrize("accident", ["none", "Discord fails", "killed after the post"])
async def test_a_deleted_board_that_is_drawn_anew_has_one_post(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, accident: str
) -> None:
    sim.delete(sim.latest())
    await sim.bot.app.storage.outbox.redraw(table, sim.bot.clock.now())
    if accident == "Discord fails":
        sim.fail("POST", "/channels/*/messages")
    elif accident == "killed after the post":

        async def killed(*_: object, **__: object) -> None:
            raise SystemError("killed")

        with monkeypatch.context() as dying:
            dying.setattr(sim.bot.app.announcer.outbox, "done", killed)
            await sim.pass_time(60)
        caplog.clear()
        await sim.kill()
    await sim.pass_time(120)
    [board] = [post for post in sim.posts() if "Your turn" in buttons(post)]
    assert [post.message_id for post in await sim.bot.app.storage.outbox.posts(table)] == [board.id]
    assert not sim.pinged(board), "the turn was announced before"
    await place_and_end(sim)
    assert len(boards(sim, "2 cubes in Gallia")) == 1


async def test_a_deleted_board_of_a_finished_game_stays_deleted(sim: Sim, table: int) -> None:
    await sim.manage(sim.alice, "close")
    await sim.click(sim.bob, next(post for post in reversed(sim.posts()) if "Yes" in buttons(post)), "Yes")
    await sim.pass_time(60)
    assert not (await sim.bot.app.service.read.info(table)).open
    for post in sim.posts():
        sim.delete(post)
    await sim.bot.app.storage.outbox.redraw(table, sim.bot.clock.now())
    await sim.pass_time(60)
    assert not sim.posts()


async def test_a_lobby_that_was_cancelled_and_deleted_stays_deleted(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    [info] = await sim.open_tables()
    await sim.manage(sim.alice, "close")
    sim.delete(sim.latest())
    await sim.bot.app.storage.outbox.redraw(info.id, sim.bot.clock.now())
    before = len(sim.posts())
    await sim.pass_time(60)
    assert len(sim.posts()) == before


async def test_a_deleted_channel_keeps_the_table_until_it_has_a_new_home(sim: Sim, table: int) -> None:
    home = sim.world.channels[1]
    sim.fail("POST", "/channels/*/messages")  # This leaves an announcement pending when the channel is deleted.
    await place_and_end(sim)
    sim.delete_channel(sim.channel)
    await sim.wait_out(600)
    assert "Rattus" in text(await sim.command(sim.alice, "mygames", home))
    stranger = await sim.command(sim.carol, "table show", home)
    assert "no table" in text(stranger)
    await sim.command(sim.bob, "table show", home)
    assert "2 cubes in Gallia" in text(sim.latest(home))
    assert sim.pinged(sim.latest(home)) == {"bob"}
    await sim.wait_out(7200)
    assert len(sim.posts(home)) == 1
    assert answers(await sim.click(sim.bob, sim.latest(home), "Your turn"))


async def test_a_locked_thread_keeps_the_table(sim: Sim) -> None:
    thread = sim.thread("plague")
    await sim.command(sim.alice, "table open", thread, start="0", seating="joined")
    await sim.click(sim.bob, sim.latest(thread), "Join")
    await sim.click(sim.alice, sim.latest(thread), "Start")
    [info] = await sim.open_tables()
    board = sim.latest(thread)
    sim.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    await sim.command(sim.alice, "move", thread, move="place gallia 2")
    await sim.command(sim.alice, "move", thread, move="end")
    assert sim.latest(thread).id == board.id
    panel = await sim.command(sim.bob, "move", thread, move="place italia 2")
    assert "table’s thread is locked" in text(panel)
    await sim.pass_time(120)
    assert "2 cubes in Gallia" in text(sim.latest(thread))
    assert (await sim.bot.app.service.read.info(info.id)).number > 0


async def test_restart_in_mid_turn_leaves_old_buttons_alive(sim: Sim, table: int) -> None:
    board = sim.latest()
    panel = message(await sim.click(sim.alice, board, "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    posts = len(sim.posts())
    await sim.restart()
    assert len(sim.posts()) == posts
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert (await due(sim, table)) == sim.bob
    assert len(boards(sim, "2 cubes in Gallia")) == 1
    assert buttons(sim.again(board)) == {}


@pytest.mark.parametrize("moment", ["before the post", "after the post"])
async def test_killed_between_commit_and_announcement_posts_exactly_once(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, moment: str
) -> None:
    announcer = sim.bot.app.announcer

    async def killed(*_: object, **__: object) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(*((announcer, "_post") if moment == "before the post" else (announcer.outbox, "done")), killed)
    await place_and_end(sim)
    caplog.clear()
    await sim.kill()
    await sim.pass_time(60)
    sent = [e for e in sim.env.http_requests if e.method == "POST" and e.path.endswith("/messages")]
    told = [e for e in sent if "2 cubes in Gallia" in str(e.json)]
    assert len({e.json["nonce"] for e in told}) == 1
    assert all(e.json["enforce_nonce"] for e in told)
    if moment == "before the post":
        assert len(told) == 1
        assert sim.pinged(sim.latest()) == {"bob"}


async def test_an_old_post_that_cannot_be_edited_loses_its_buttons_later(sim: Sim, table: int) -> None:
    board = sim.latest()
    sim.fail("PATCH", f"/channels/*/messages/{board.id}")
    await place_and_end(sim)
    assert buttons(sim.again(board))
    panel = message(await sim.click(sim.bob, sim.latest(), "Your turn"))
    await sim.click(sim.bob, panel, "Italia")
    await sim.click(sim.bob, sim.again(panel), "Gallia")
    await sim.click(sim.bob, sim.again(panel), "End my turn")
    assert not buttons(sim.again(board))
    assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]


async def test_commands_that_discord_knows_from_an_older_version(sim: Sim, table: int) -> None:
    sim.bot.tree.remove_command("mygames")
    answer = await sim.command(sim.alice, "mygames")
    assert "/admin sync" in text(answer)
