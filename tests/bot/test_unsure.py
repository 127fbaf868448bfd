"""While it is unknown what a channel shows, nothing is posted twice, and no existing post is forgotten."""

import pytest
from simcord.backend.errors import BackendError

from bot.discord_api.refusals import MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_IS_ARCHIVED
from tests.bot.faults import POST, Request, befall, lose_next_post
from tests.bot.players import game, leave, turn
from tests.bot.sim import Sim, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.

HOUR = 3600.0
GALLIA = "2 cubes in Gallia"
TOOK = "took the Merchant"


def slowed_down(sim: Sim) -> None:
    sim.fail("GET", "/channels/*/messages", 429)


def locked_out(sim: Sim) -> None:
    sim.forbid("view_channel")


def not_to_read(sim: Sim) -> None:
    sim.forbid("read_message_history", "send_messages")


@pytest.mark.parametrize("trouble", [slowed_down, locked_out, not_to_read])
async def test_a_post_that_may_be_there_is_sought_until_its_channel_can_be_read(sim, table, monkeypatch, trouble):
    lose_next_post(monkeypatch)
    await turn(sim, "gallia")
    trouble(sim)
    sim.jump(HOUR / 6)  # By then Discord has forgotten the nonce.
    await sim.wait_out(HOUR / 3)
    sim.forbid()
    await sim.wait_out(HOUR)
    assert len(sim.telling(GALLIA)) == 1
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_post_found_late_counts_as_no_ping_for_later_turns(sim, table, monkeypatch):
    """P19: the post pinged Bob. Since then, he and Alice have had their turns."""
    lose_next_post(monkeypatch)
    await turn(sim, "gallia")
    locked_out(sim)
    for who, seat in ((sim.bob, 1), (sim.alice, 0)):
        while (due := (await game(sim, table)).due()[0]).seat == seat:
            await sim.command(who, "move", move="end" if "end" in due.moves else due.moves[0])
    sim.forbid()
    await sim.wait_out(HOUR)
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_post_that_is_found_counts_as_the_ping_of_its_turn(sim, table, monkeypatch):
    """P19: the post counts as Bob's ping although it also shows later acts of people."""
    sim.fail("POST", "/channels/*/messages", 403)
    await turn(sim, "gallia")
    begun = (await sim.bot.app.service.read.info(table)).seats[1].due_number
    lose_next_post(monkeypatch)
    await leave(sim, sim.alice)
    assert sim.pinged(sim.latest()) == {"bob"}
    sim.jump(HOUR / 6)
    await sim.wait_out(HOUR)
    assert (await sim.bot.app.service.read.info(table)).number != begun
    assert (1, begun) in await sim.bot.app.storage.outbox.pinged(table)


async def test_posts_held_back_by_an_unsure_one_follow_at_once(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "gallia")
    await turn(sim, "italia", "anglia")
    assert [GALLIA in text(post) for post in sim.posts()[-2:]] == [True, False]
    assert "2 cubes in Italia" in text(sim.latest())


async def test_a_requested_boards_news_are_not_posted_again(sim, table, monkeypatch):
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "gallia")
    lose_next_post(monkeypatch)
    await sim.command(sim.bob, "table show")
    assert sim.pinged(sim.latest()) == {"bob"}
    sim.jump(HOUR)
    await sim.bot.app.announcer._tidy(table)  # this happens each hour, with or without an announcement
    await sim.wait_out(HOUR)
    assert len(sim.telling(GALLIA)) == 1


async def test_a_board_that_was_asked_for_in_vain_is_not_sought(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 400, times=3)  # whole, without pictures, and as plain text
    await sim.command(sim.alice, "table show")
    before = len(sim.env.http_requests)
    await turn(sim, "gallia")
    assert not [e for e in list(sim.env.http_requests)[before:] if e.method == "GET" and POST.fullmatch(e.path)]


@pytest.mark.parametrize("refused", [False, True])
async def test_a_board_that_may_be_there_is_sought_although_another_was_asked_for(sim, table, monkeypatch, refused):
    """While the history is unreadable, another board, posted or refused, doesn't prove whether the first one exists."""
    sim.forbid("read_message_history")
    lose_next_post(monkeypatch)
    await sim.command(sim.alice, "table show")
    if refused:
        sim.fail("POST", "/channels/*/messages", 400, times=3)
    await sim.command(sim.alice, "table show")
    sim.forbid()
    await sim.wait_out(HOUR + 60)
    assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]


@pytest.mark.parametrize("readable", [True, False])
async def test_a_deleted_board_is_not_posted_again_beside_a_requested_one(sim, table, monkeypatch, readable):
    """Only if the history is unreadable is the board posted again. In the end, only the newest post has buttons."""
    if not readable:
        sim.forbid("read_message_history")
    first = sim.latest()
    lose_next_post(monkeypatch)
    await sim.command(sim.alice, "table show")
    sim.delete(first)
    before = len(sim.posts())
    await sim.bot.app.storage.outbox.redraw(table, sim.bot.clock.now())
    await sim.pass_time(60)
    assert len(sim.posts()) == before + (not readable)
    sim.forbid()
    await sim.wait_out(HOUR + 60)
    assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]


@pytest.mark.parametrize(("status", "code"), [(403, MISSING_ACCESS), (400, THREAD_IS_ARCHIVED)])
async def test_an_old_post_in_a_channel_out_of_reach_loses_its_buttons_when_that_is_back(sim, table, status, code):
    old = sim.latest()
    sim.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=status, code=code, times=1)
    await turn(sim, "gallia")
    assert buttons(sim.again(old))
    await sim.wait_out(HOUR + 60)
    assert not buttons(sim.again(old))
    assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]


async def test_undoable_steps_stay_hidden_when_people_leave_or_request_the_board(sim: Sim, table: int) -> None:
    places = ((sim.alice, "gallia"), (sim.bob, "italia"), (sim.bob, "anglia"), (sim.alice, "scandia"))
    for at, (person, region) in enumerate(places):
        await sim.command(person, "move", move=f"place {region} 2")
        if at != 1:
            await sim.command(person, "move", move="end")
    assert "has the first turn" in text(sim.latest())
    await sim.command(sim.alice, "move", move="take merchant")
    await leave(sim, sim.bob)
    assert "has left" in text(sim.latest())
    assert TOOK not in text(sim.latest())
    await sim.command(sim.alice, "table show")
    assert TOOK not in text(sim.latest())
    await sim.command(sim.bob, "table join")
    while TOOK not in text(sim.latest()):
        played = await game(sim, table)
        await sim.command(sim.alice, "move", move=played.due()[0].moves[0])
    assert len(sim.telling(TOOK)) == 1


async def test_a_board_without_permission_for_pictures_is_posted_in_words(sim, table, monkeypatch):
    def forbidden(request: Request) -> None:
        if request.method == "POST" and POST.fullmatch(request.path) and request.files:
            raise BackendError(403, MISSING_PERMISSIONS, "Missing Permissions")

    befall(monkeypatch, before=forbidden)
    await turn(sim, "gallia")
    assert GALLIA in text(sim.latest())
    assert "Regions" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"bob"}
