"""What channels get: several announcements in one post, in order, one table not waiting for another."""

import random
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from simcord.components import walk_components

from bot.channel.compose import newly_due, post_announcements
from bot.channel.delivery import FOREVER
from bot.discord_api.refusals import THREAD_IS_ARCHIVED
from rules.errors import RulesError
from storage import Announcement, PostKind
from tests.bot.players import DAY, certain_seed, due, game, seat_all
from tests.bot.sim import Anything, Sim, alts, buttons, components, lasting, message, pictures, text

GOES_ON = "turn goes on:"


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table of two; Alice has the first seat and begins."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def turn(sim: Sim, *moves: str) -> None:
    """Play the next turns, each one move and its end."""
    for at, move in enumerate(moves):
        person = (sim.alice, sim.bob)[at % 2]
        await sim.command(person, "move", move=move)
        await sim.command(person, "move", move="end")


async def test_what_waited_together_is_told_in_one_post(sim: Sim, table: int) -> None:
    before = len(sim.posts())
    sim.fail("POST", "/channels/*/messages", times=None)
    await turn(sim, "place gallia 2")
    sim.env.backend.faults.clear()
    sim.fail("POST", "/channels/*/messages", times=1)
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.command(sim.bob, "move", move="place anglia 2")
    await sim.command(sim.bob, "move", move="end")
    await sim.wait_out(600)
    told = [text(post) for post in sim.posts()[before:]]
    assert len(told) <= 2
    assert "Gallia" in told[0]
    assert "Italia" in told[-1]
    assert sim.pinged(sim.latest()) == {"alice"}


async def test_P19_a_turn_for_which_a_post_has_pinged_is_pinged_by_no_other(sim: Sim, table: int) -> None:
    snapshot = await sim.bot.app.service.read.snapshot(table)
    seat = snapshot.info.seats[0]
    assert seat.due_number is not None
    begins = Announcement(1, table, seat.due_number, 0, PostKind.TURN, "", sim.env.now(), 0, None, 1)
    assert list(newly_due(snapshot, [begins], set())) == [(seat, seat.due_number)]
    assert list(newly_due(snapshot, [begins], {(seat.seat, seat.due_number)})) == []


async def test_turns_that_were_all_refused_are_told_in_one_post_up_to_the_last(sim: Sim, table: int) -> None:
    before = len(sim.posts())
    sim.fail("POST", "/channels/*/messages", status=403, times=None)
    await turn(sim, "place gallia 2")
    for move in ("place italia 2", "place anglia 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    sim.env.backend.faults.clear()
    await sim.wait_out(3600)
    [post] = sim.posts()[before:]
    for region in ("Gallia", "Italia", "Anglia"):
        assert region in text(post)
    assert "Anglia: 1 rat, Bob 2" in alts(post)[0]
    assert sim.pinged(post) == {"alice"}


async def test_steps_that_can_be_taken_back_are_not_announced(sim: Sim, table: int) -> None:
    before = len(sim.posts())
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    await sim.click(sim.alice, sim.again(panel), "Undo")
    await sim.click(sim.alice, sim.again(panel), "Italia")
    assert len(sim.posts()) == before
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert len(sim.posts()) == before + 1
    assert "Italia" in text(sim.latest())
    assert "Gallia" not in text(sim.latest()).split("\n")[0]
    assert (await game(sim, table)).number == 4


async def test_others_see_the_table_without_what_may_be_taken_back(sim: Sim, table: int) -> None:
    """P81: the board, its picture, alt text and words, the log; also when something about people is posted."""
    described = alts(sim.latest())[0]
    words = text(await sim.command(sim.bob, "board", text=True))
    await sim.command(sim.alice, "move", move="place gallia 2")
    assert alts(await sim.command(sim.bob, "board"))[0] == described
    assert text(await sim.command(sim.bob, "board", text=True)) == words
    assert "cubes in Gallia" not in text(await sim.command(sim.bob, "log"))
    await sim.manage(sim.bob, "close")
    assert alts(sim.latest())[0] == described
    assert "2 cubes in Gallia" in text(await sim.command(sim.alice, "log"))
    assert "Gallia: 1 rat, Alice 2" in alts(await sim.command(sim.alice, "view"))[0]
    await sim.command(sim.alice, "move", move="end")
    assert "Gallia: 1 rat, Alice 2" in alts(sim.latest())[0]


@pytest.mark.deep(one_in=10)
async def test_a_turn_that_turns_rats_over_is_told_in_the_post_before_until_it_has_its_own(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P81, P83: the finished part of a turn is added to the existing post, and gives way to the one post of the whole
    turn.

    Then the post before shows its original content again.
    """
    certain_seed(monkeypatch, "1" * 16)
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    chance = random.Random(54)
    grown = 0
    first, said, drawn = sim.latest(), text(sim.latest()), pictures(sim.env, sim.latest())
    while True:
        person, played = await due(sim, table), await game(sim, table)
        assert not played.over, "no turn of this game turned several rats over; take another seed"
        shown, before = text(sim.again(first)), len(sim.posts())
        await sim.command(person, "move", move=chance.choice(played.due()[0].moves))
        now, told = sim.latest(), text(sim.latest())
        if now.id == first.id:
            assert len(sim.posts()) == before, "nothing is posted while a turn goes on"
            assert not shown.count("🐀") > told.count("🐀")
            assert described(now) == described(await sim.command(sim.carol, "board"))
            assert (pictures(sim.env, now) == drawn) == (told == said)
            if told != shown:
                assert f"**{person.name.title()}**’s {GOES_ON}" in told
                assert told.startswith(said.split("\n")[0])
                grown += 1
            continue
        assert text(sim.again(first)) == lasting(said), "what grew has gone with the buttons"
        assert pictures(sim.env, sim.again(first)) == drawn
        assert GOES_ON not in told
        stood = shown.partition(GOES_ON)[2].split("\n")
        struck = {line.split("**")[1] for line in stood if line.startswith("🐀")}
        assert all(f"🐀 **{region}**" in told for region in struck), "all of the turn is told again"
        ended = (await game(sim, table)).over
        assert sim.pinged(now) or ended or await due(sim, table) is person, "who has just moved is not called"
        if grown > 1:
            break
        grown, first, said, drawn = 0, now, told, pictures(sim.env, now)
    posts = await sim.bot.app.storage.outbox.posts(table, live=False)
    assert sum(post.live for post in posts) == 1


def described(post: Anything) -> str:
    """Return the board's alt text."""
    return alts(post)[0]


async def test_one_table_in_trouble_does_not_hold_up_another(sim: Sim, table: int) -> None:
    other = sim.world.channels[1]
    await sim.command(sim.carol, "table open", other, start="0", seating="joined")
    await sim.click(sim.dora, sim.latest(other), "Join")
    sim.fail("POST", f"/channels/{sim.channel.id}/messages", times=None)
    await turn(sim, "place gallia 2")
    await sim.click(sim.carol, sim.latest(other), "Start")
    await sim.pass_time(60)
    assert "Your turn" in buttons(sim.latest(other))
    assert list(sim.bot.app.announcer.troubles) == [table]


async def test_the_picture_shows_what_was_announced_not_what_has_begun_since(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "place gallia 2")
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.pass_time(60)
    post = sim.latest()
    assert "**Alice**: 2 cubes in Gallia." in text(post)
    assert "Italia" not in text(post)
    assert "Italia: 1 rat, Bob 2" not in alts(post)[0]
    assert "Gallia: 1 rat, Alice 2" in alts(post)[0]
    assert sim.pinged(post) == {"bob"}


async def test_an_old_post_keeps_its_picture_and_what_happened_but_not_who_is_waited_for(sim: Sim, table: int) -> None:
    old = sim.latest()
    said, [picture] = text(old), pictures(sim.env, old)
    described = alts(old)[0]
    await turn(sim, "place gallia 2")
    now = sim.again(old)
    assert not buttons(now)
    assert text(now) == lasting(said)
    assert pictures(sim.env, now) == [picture]
    assert alts(now)[0] == described
    [item] = [item for part in walk_components(components(now)) for item in part.get("items", [])]
    assert item["description"] == described
    assert item["media"]["url"].startswith(message(now).attachments[0].url.split("?")[0])
    assert not sim.pinged(now)


async def test_who_is_due_again_after_a_silent_round_is_pinged(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", times=None)
    await turn(sim, "place gallia 2")
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.command(sim.bob, "move", move="place anglia 2")
    await sim.command(sim.bob, "move", move="end")
    sim.env.backend.faults.clear()
    await sim.command(sim.alice, "table show")
    assert "Gallia" in text(sim.latest())
    assert "Anglia" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"alice"}


async def test_no_answer_from_discord_at_all_is_waited_out(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable(*_: object, **__: object) -> None:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patch:
        patch.setattr("discord.abc.Messageable.send", unreachable)
        await turn(sim, "place gallia 2")
        assert table in sim.bot.app.announcer.troubles
    await sim.pass_time(60)
    assert "Gallia" in text(sim.latest())
    assert table not in sim.bot.app.announcer.troubles


async def test_who_places_last_and_begins_gets_a_turn_of_its_own(sim: Sim, table: int) -> None:
    """The placements before the game are announced in full, and the first turn as a turn of its own."""
    await turn(sim, "place gallia 2")
    for move in ("place italia 2", "place anglia 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    await sim.pass_time(1)
    await sim.command(sim.alice, "move", move="place hispania 2")
    heard = text(await sim.command(sim.alice, "move", move="end"))
    assert "Everyone has placed cubes; you have the first turn." in heard
    assert "Everyone has placed cubes; 🔴 **Alice** has the first turn." in text(sim.latest())
    assert "goes on" not in text(sim.latest())
    assert "🔴 **Alice**: 2 cubes in Hispania." in text(sim.latest())
    assert "card, cubes and plague (turn 1)" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"alice"}, "even who has just moved is called (P19)"


async def test_a_look_at_the_beginning_of_a_turn_begins_no_other(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", cards="base")
    await turn(sim, "place gallia 2")
    for move in ("place italia 2", "place anglia 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    for move in ("place hispania 2", "end", "take witch"):
        await sim.command(sim.alice, "move", move=move)
    before = sim.latest().id
    await sim.command(sim.alice, "move", move="witch gallia-a")
    await sim.command(sim.alice, "move", move="keep")
    assert sim.latest().id == before


async def test_P35_what_notifies_nobody_is_silent(sim: Sim) -> None:
    """P35: a lobby and a board that is only shown again; the next player's ping is not silent."""
    await sim.command(sim.alice, "table open")
    assert sim.latest().flags.suppress_notifications
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    assert sim.pinged(sim.latest())
    assert not sim.latest().flags.suppress_notifications
    before = len(sim.env.http_requests)
    await sim.command(sim.bob, "table show")
    assert not sim.pinged(sim.latest())
    assert sim.latest().flags.suppress_notifications
    assert all(request.method != "GET" for request in list(sim.env.http_requests)[before:]), "no board is sought"


async def test_a_post_that_tells_nothing_but_whom_the_table_waits_for_keeps_that(sim: Sim, table: int) -> None:
    """Discord refuses a message without any content."""
    await turn(sim, "place gallia 2")
    await sim.command(sim.alice, "table show")
    old, said = sim.latest(), text(sim.latest())
    assert lasting(f"\n{said}") == "", "nothing else is told"
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.command(sim.bob, "move", move="place anglia 2")
    await sim.command(sim.bob, "move", move="end")
    assert sim.latest().id != old.id
    assert text(sim.again(old)) == said


async def test_a_deleted_board_is_not_made_again_while_a_post_waits(sim: Sim, table: int) -> None:
    sim.delete(sim.latest())
    before = len(sim.posts())
    sim.fail("POST", "/channels/*/messages")
    await turn(sim, "place gallia 2")
    with sim.env.as_bot():
        await sim.bot.app.announcer.announce(table)  # as another process may ask for before it is due
    assert len(sim.posts()) == before
    await sim.wait_out(600)
    assert len(sim.posts()) == before + 1


@pytest.mark.parametrize(
    ("status", "code", "waits"), [(503, 0, [0, 10, 20, 40]), (403, 50013, [0, 3600, 3600]), (404, 10003, [0])]
)
async def test_an_update_is_tried_again_unless_discord_refuses_it_for_good(
    sim: Sim, table: int, status: int, code: int, waits: list[float]
) -> None:
    outbox, clock = sim.bot.app.storage.outbox, sim.bot.clock
    await outbox.redraw(table, clock.now())
    sim.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    for wait in waits:
        assert await outbox.redraws(clock.now() + timedelta(seconds=wait - 1), 9) == []
        sim.jump(wait)
        assert await outbox.redraws(clock.now(), 9) == [table]
        with sim.env.as_bot():
            await sim.bot.app.announcer.redraw(table)
    if code == 10003:
        assert await outbox.redraws(clock.now() + timedelta(days=9), 9) == []


@pytest.mark.parametrize("late", [True, False])
async def test_P49_a_board_in_an_archived_thread_says_that_a_player_is_late(sim: Sim, late: bool) -> None:
    """P49, P50: the thread has archived itself, and all notices go by DM. Otherwise it is left alone."""
    for one in sim.people[:3]:
        await sim.command(one, "preferences", notices="private")
    thread = sim.thread("plague")
    await sim.command(sim.alice, "table open", thread, start="0", seating="joined")
    for one in sim.people[1:3]:
        await sim.click(one, sim.latest(thread), "Join")
    await sim.click(sim.alice, sim.latest(thread), "Start")
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


async def test_what_people_did_is_told_with_all_turns_that_waited_with_it(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 403, times=None)
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "away begin", days=1)
    await sim.command(sim.alice, "move", move="end")
    for move in ("place italia 2", "place anglia 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    sim.env.backend.faults.clear()
    await sim.wait_out(600)
    assert "Gallia" in text(sim.latest())
    assert "\n-# Alice is away from" in text(sim.latest())


async def test_a_post_that_could_not_be_composed_is_not_sought(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(*_: object) -> None:
        raise RulesError("no")

    with monkeypatch.context() as broken:
        broken.setattr(sim.bot.app.service.read, "snapshot", refused)
        await turn(sim, "place gallia 2")
    caplog.clear()
    assert [one.tried for one in await sim.bot.app.storage.outbox.pending(FOREVER, table)] == [None]


async def test_moves_that_others_follow_at_once_are_not_posted_by_the_retry(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = len(sim.posts())
    with monkeypatch.context() as thinking:
        thinking.setattr(sim.bot.app.announcer, "more_follows", lambda about: about == table)
        await turn(sim, "place gallia 2")
        await sim.pass_time(60)
        assert len(sim.posts()) == before
    await sim.pass_time(60)
    assert len(sim.posts()) == before + 1


async def test_a_change_of_a_server_retries_its_own_tables_only(sim: Sim, table: int) -> None:
    before, own = len(sim.posts()), sim.world.guild.id
    sim.fail("POST", "/channels/*/messages", 403, times=None)
    await turn(sim, "place gallia 2")
    sim.env.backend.faults.clear()
    for server, posts in ((own + 1, before), (own, before + 1)):
        with sim.env.as_bot():
            sim.bot.app.announcer.retry_guild(server)
        await sim.env.settle()
        assert len(sim.posts()) == posts


async def test_a_channel_that_refuses_posts_is_not_tried_more_often_for_a_new_one(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 400, times=None)
    await turn(sim, "place gallia 2")
    await sim.wait_out(200)
    for move in ("place italia 2", "place anglia 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    before = len(sim.env.http_requests)
    await sim.pass_time(100)
    assert not [e for e in list(sim.env.http_requests)[before:] if e.method == "POST"]
    assert len(await sim.bot.app.storage.outbox.pending(FOREVER, table)) == 2


async def test_a_board_takes_no_nonce_of_the_lobby(sim: Sim, table: int) -> None:
    """Discord would answer with the lobby's post. Without a request for the board, a lobby's change posts nothing."""
    delivery, info = sim.bot.app.announcer.delivery, await sim.bot.app.service.read.info(table)
    change = Announcement(1, table, 0, 0, PostKind.LOBBY, "lobby", sim.env.now(), 0, None, 1)
    before = len(sim.posts())
    with sim.env.as_bot():
        assert await post_announcements(delivery, info, [change], again=False) == (None, {})
        assert len(sim.posts()) == before
        await post_announcements(delivery, info, [change], again=True)
    assert len(sim.posts()) == before + 1
    assert sim.env.http_requests[-1].json.get("nonce") != "lobby"
