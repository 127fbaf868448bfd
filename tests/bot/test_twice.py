"""Posts and pings come only once, even if the bot is killed before recording a post and Discord forgets the nonce."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from inspect import isawaitable
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.channel.delivery import FOREVER
from tests.bot.chaos.fault_injection import FaultInjection
from tests.bot.faults import Request, befall, forget_posts, refuse_pictures_in_edits
from tests.bot.players import certain_seed, due, game, seat_all, turn
from tests.bot.sim import Sim, buttons, lasting, pictures, text

pytestmark = pytest.mark.usefixtures("undrawn")  # Pictures differ all the same where boards do.

HOUR = 3600.0
GALLIA = "2 cubes in Gallia"
GOES_ON = "turn continues:"


async def settled(sim: Sim, table: int) -> None:
    """Check that no post is pending, and that only the newest post has buttons."""
    await sim.wait_out(HOUR)
    assert await sim.bot.app.storage.outbox.pending(FOREVER) == []
    live = [post.message_id for post in await sim.bot.app.storage.outbox.posts(table)]
    assert [post.id for post in sim.posts() if buttons(post)] == live
    assert live in ([sim.latest().id], [])


def asked(sim: Sim, since: int = 0) -> list[tuple[str, str]]:
    """Return the requests about channel messages, from request ``since`` on."""
    return [(e.method, e.path) for e in list(sim.env.http_requests)[since:] if e.path.startswith("/channels/")]


# A kill between a post and its record.


DEEDS: dict[str, Callable[[Sim], Any]] = {
    "open": lambda sim: sim.command(sim.alice, "table open"),
    "join": lambda sim: sim.click(sim.bob, sim.latest(), "Join"),
    "start": lambda sim: sim.click(sim.alice, sim.latest(), "Start"),
    "begin": lambda sim: seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined"),
    "gallia": lambda sim: turn(sim, "gallia"),
    "show": lambda sim: sim.command(sim.bob, "table show"),
    "move": lambda sim: sim.command(sim.bob, "table show", sim.world.channels[1]),
    "close": lambda sim: sim.manage(sim.alice, "close"),
    "agree": lambda sim: sim.manage(sim.bob, "close"),
    "delete": lambda sim: sim.delete(sim.latest()),
    "london": lambda sim: sim.command(sim.bob, "preferences", zone="London"),
    "digest": lambda sim: sim.command(sim.alice, "preferences", zone="London", quiet="none", digest="9"),
    "night": lambda sim: sim.jump(9 * HOUR),
    "wake": lambda sim: sim.pass_time(31),
    "list": lambda sim: sim.command(sim.alice, "server listing", sim.world.channels[1]),
}


async def do(sim: Sim, deeds: str) -> None:
    for deed in deeds.split():
        done = DEEDS[deed](sim)
        if isawaitable(done):
            await done


class Mortal(FaultInjection):
    """Kills the process right after ``left`` further posts."""

    left = 0

    def _breathe(self, where: str) -> None:
        if self.left and where == "after POST /channels/*/messages":
            self.left -= 1
            if not self.left:
                self.die(where)
        super()._breathe(where)


def everything(sim: Sim) -> dict[int, frozenset[int]]:
    """Return the bot's public messages in all channels and DMs, each with the people it has pinged."""
    own = sim.env.backend.bot_user.id
    messages = (one for channel in sim.env.backend.messages.values() for one in channel.values())
    return {one.id: frozenset(one.ping_user_ids) for one in messages if one.author_id == own and not one.is_ephemeral}


# Reviews are in `test_review_interrupted`.
@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize(
    ("before", "act", "posts"),
    [
        *(("", "open", 1), ("open join", "start", 1), ("begin", "gallia", 1), ("begin close", "agree", 1)),
        *(("open", "delete close", 1), ("begin", "show", 1), ("begin", "move", 2)),
        *(("begin london gallia", "night wake", 1), ("begin digest", "night wake", 1), ("", "list wake", 1)),
    ],
)
async def test_a_post_that_was_made_but_not_noted_is_found_again(sim, monkeypatch, before, act, posts):
    """For each kind of post, the process is killed after posting and before recording, and restarts an hour later."""
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    await do(sim, before)
    mortal = Mortal(sim, "after a post", monkeypatch)
    known, mortal.left = everything(sim), posts
    await do(sim, act)
    assert mortal.dead
    made = everything(sim)
    assert len(made.keys() - known.keys()) == posts
    await sim.kill(HOUR)
    await sim.wait_out(HOUR)
    await sim.pass_time(31)
    assert everything(sim).keys() == made.keys()
    assert everything(sim)[max(made)] == made[max(made)]
    if "list" in act:
        await sim.command(sim.bob, "table open")
        await sim.pass_time(31)
        assert ["Bob" in text(post) for post in sim.posts(sim.world.channels[1])] == [True], "it is the same post"
    elif act not in ("move", "night wake"):
        await settled(sim, 1)
    sim.strict.forgive()
    mortal.close()


async def test_a_post_is_looked_for_among_what_people_write_until_discord_answers_and_its_pings_are_noted(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_posts(sim, monkeypatch)
    await turn(sim, "gallia")
    sim.errors()
    for number in range(150):
        sim.env.backend.create_message(sim.channel.id, sim.carol.id, content=f"still {number} sheep")
    posts = len(sim.posts())
    sim.fail("GET", "/channels/*/messages", 503, times=4)
    await sim.kill(HOUR)
    await sim.wait_out(HOUR)
    assert len(sim.posts()) == posts
    begun = (await sim.bot.app.service.read.info(table)).seats[1].due_number
    assert (1, begun) in await sim.bot.app.storage.outbox.pinged(table)
    await turn(sim, "italia", "anglia")
    assert sim.pinged(sim.latest()) == {"alice"}
    await settled(sim, table)


async def test_a_post_may_come_twice_if_the_history_is_unreadable(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.channel.delivery")
    sim.forbid("read_message_history")
    forget_posts(sim, monkeypatch)
    await turn(sim, "gallia")
    sim.errors()
    await sim.kill(HOUR)
    await sim.pass_time(60)
    assert len(sim.telling(GALLIA)) == 2
    assert "missing permission to read its message history" in caplog.text
    [post] = await sim.bot.app.storage.outbox.posts(table)
    assert post.message_id == sim.latest().id


# Late announcements.


async def test_a_late_post_does_not_ping_a_player_who_has_moved(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", times=None)
    await turn(sim, "gallia")  # It is Bob's turn; it is uncertain whether the channel knows.
    await sim.pass_time(1)
    await turn(sim, "italia", "anglia")  # It is Alice's turn.
    await sim.pass_time(1)
    await turn(sim, "hungaria")  # Alice goes on: hers is the first turn.
    while await due(sim, table) == sim.alice:
        moves = (await game(sim, table)).due()[0].moves
        ending = [move for move in moves if move.startswith(("plague", "end"))]
        await sim.command(sim.alice, "move", move=[*ending, *moves][0])
    await sim.pass_time(1)  # It is Bob's turn again.
    before, asked_before = len(sim.posts()), len(sim.env.http_requests)
    sim.env.backend.faults.clear()
    await sim.wait_out(2 * HOUR)
    late = sim.posts()[before:]
    assert GALLIA in text(late[0])
    assert GALLIA not in text(late[-1])
    sent = [e.json for e in list(sim.env.http_requests)[asked_before:] if e.method == "POST"]
    called = [post["allowed_mentions"].get("users", []) for post in sent]
    assert called == [[]] * (len(late) - 1) + [[(await due(sim, table)).id]], "by the post that tells of it, and once"


# Old posts.


async def test_a_post_without_a_record_is_fetched_and_keeps_its_picture(sim: Sim, table: int) -> None:
    old = sim.latest()
    said, shown = text(old), pictures(sim.env, old)
    [kept] = await sim.bot.app.storage.outbox.posts(table)
    assert kept.body
    await sim.bot.app.storage.outbox.add_post(replace(kept, body=""))
    before = len(sim.env.http_requests)
    await turn(sim, "gallia")
    assert [method for method, _ in asked(sim, before)] == ["POST", "GET", "PATCH"]
    assert text(sim.again(old)) == lasting(said)
    assert pictures(sim.env, sim.again(old)) == shown
    assert not buttons(sim.again(old))


def forgetful(monkeypatch: pytest.MonkeyPatch, *, refuses: bool) -> None:
    """Make Discord drop the pictures that an edit should keep or, if it ``refuses``, reject the edit."""

    def forget(request: Request) -> None:
        if request.method == "PATCH" and request.json.get("attachments") and not request.files:
            if refuses:
                raise BackendError(400, 0, "refused")
            [box] = request.json["components"]
            box["components"] = [part for part in box["components"] if "items" not in part]
            request.json["attachments"] = []

    befall(monkeypatch, before=forget)


@pytest.mark.parametrize("refuses", [True, False])
async def test_posts_are_fetched_before_edits_once_pictures_got_lost(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, refuses: bool
) -> None:
    forgetful(monkeypatch, refuses=refuses)
    first = sim.latest()
    shown = pictures(sim.env, first)
    await turn(sim, "gallia")
    assert not buttons(sim.again(first))
    assert not sim.bot.capabilities.pictures_stay
    if refuses:
        assert pictures(sim.env, sim.again(first)) == shown
    second = sim.latest()
    shown = pictures(sim.env, second)
    before = len(sim.env.http_requests)
    await turn(sim, "italia", "anglia")
    assert [method for method, _ in asked(sim, before)] == ["POST", "GET", "PATCH"]
    assert pictures(sim.env, sim.again(second)) == shown
    assert not buttons(sim.again(second))
    assert "drops the attachments named in an edit" in caplog.text


# A post that grows during a turn.


class Growing:
    """Plays a game move by move through turns in which several rats are turned over."""

    def __init__(self, sim: Sim, table: int) -> None:
        self.sim, self.table, self.chance = sim, table, random.Random(3)

    async def step(self) -> bool:
        """Play the next move, a plague move if there is one. Return whether the last post shows an unfinished turn."""
        played = await game(self.sim, self.table)
        assert not played.over, "no turn of this game turned several rats over; take another seed"
        [now, *_] = played.due()
        move = self.chance.choice([move for move in now.moves if move.startswith("plague")] or now.moves)
        await self.sim.command(await due(self.sim, self.table), "move", move=move)
        return GOES_ON in text(self.sim.latest())

    async def reveal(self) -> discord.Message:
        while not await self.step():
            pass
        return self.sim.latest()

    async def finish(self) -> None:
        """Play to the end of the turn."""
        while await self.step():
            pass

    async def until_reveal(self) -> tuple[discord.Message, str, list[bytes], str]:
        """Play until a post shows an unfinished turn. Return the post, its old text and pictures, and its text now."""
        while True:
            post = self.sim.latest()
            before = text(post), pictures(self.sim.env, post)
            if await self.step():
                return post, *before, text(self.sim.latest())


def edited(requests: list[Request]) -> list[int]:
    return [int(request.path.rpartition("/")[2]) for request in requests]


@pytest.fixture
async def growing(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> Growing:
    certain_seed(monkeypatch, "8" * 16)
    return Growing(sim, await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined"))


@pytest.mark.deep(one_in=10)
async def test_a_post_that_was_deleted_or_cannot_be_edited_is_posted_again(sim, growing):
    first = (await growing.reveal()).id
    await growing.finish()
    for spoil in (sim.delete, lambda post: sim.fail("PATCH", f"/channels/*/messages/{post.id}", 403)):
        assert GOES_ON not in text(sim.latest())
        first = sim.latest()
        spoil(first)
        second = await growing.reveal()
        assert second.id != first.id
        assert pictures(sim.env, second)
        assert sim.pinged(second) <= {(await due(sim, growing.table)).name}
        await growing.finish()
        assert GOES_ON not in text(sim.again(second)), "the next one tells it all"
        sim.env.backend.faults.clear()
    await settled(sim, growing.table)


async def test_a_post_that_could_not_grow_at_once_grows_later(sim: Sim, growing: Growing) -> None:
    sim.fail("PATCH", "/channels/*/messages/*", 503, times=None)
    posts = len(sim.posts())
    while growing.table not in sim.bot.app.announcer.troubles:
        posts = len(sim.posts())
        await growing.step()
    sim.env.backend.faults.clear()
    await sim.wait_out(HOUR)
    assert GOES_ON in (told := lasting(text(sim.latest())))
    assert len(sim.posts()) == posts
    await settled(sim, growing.table)
    await sim.bot.app.announcer.show(growing.table)
    assert f"{GOES_ON}{told.partition(GOES_ON)[2]}" in text(sim.latest()), "a repost repeats it"
    [*_, live] = await sim.bot.app.storage.outbox.posts(growing.table)
    delivered = await sim.bot.app.storage.outbox.delivered_state(growing.table, live.number)
    assert live.since == delivered.turns < live.number, "its picture shows all of the turn, too"


async def test_a_turn_is_posted_at_its_end_if_edits_lose_pictures(sim: Sim, growing: Growing) -> None:
    sim.bot.capabilities.pictures_in_edits = sim.bot.capabilities.pictures_stay = False
    silent = 0
    while not silent:
        before, shown = sim.latest(), text(sim.latest())
        reveals = await told_lines(sim, growing.table, "reveal")
        await growing.step()
        silent = (await told_lines(sim, growing.table, "reveal")) - reveals
    assert (sim.latest().id, text(sim.latest())) == (before.id, shown)
    assert pictures(sim.env, sim.latest())
    while sim.latest().id == before.id:
        await growing.step()
    assert "🐀" in text(sim.latest())


async def test_only_the_text_of_a_turn_grows_if_edits_take_no_pictures(sim, growing, monkeypatch, caplog):
    """P83: the post shows later reveals as text, and they don't get separate posts."""
    refused = refuse_pictures_in_edits(monkeypatch)
    first, said, drawn, told = await growing.until_reveal()
    assert edited(refused) == [first.id] == [sim.latest().id]
    assert GOES_ON in told
    assert pictures(sim.env, sim.latest()) == drawn
    assert "only its text was edited" in caplog.text
    assert not sim.bot.capabilities.pictures_in_edits
    await growing.finish()
    assert edited(refused) == [first.id], "once that is known it is not tried again"
    assert (text(sim.again(first)), pictures(sim.env, sim.again(first))) == (lasting(said), drawn)
    await settled(sim, growing.table)


async def test_a_post_keeps_its_pictures_if_it_grows_where_the_bot_may_not_attach_files_any_more(sim, growing):
    """P83: a board requested between two turns grows with the next turn, and keeps its pictures when that turn ends."""
    while True:
        await sim.command(sim.alice, "table show")
        asked_for = sim.latest()
        drawn = pictures(sim.env, asked_for)
        sim.forbid("attach_files")
        if await growing.step():
            break
        sim.forbid()
    assert sim.latest().id == asked_for.id
    assert pictures(sim.env, sim.latest()) == drawn != []
    await growing.finish()
    assert pictures(sim.env, sim.again(asked_for)) == drawn
    await settled(sim, growing.table)


async def test_a_board_requested_during_a_turn_keeps_only_its_picture(sim: Sim, growing: Growing) -> None:
    """P83: when the turn ends, its text disappears from the board. The picture stays, even if edits lose pictures."""
    sim.bot.capabilities.pictures_stay = False
    await growing.reveal()
    await sim.command(sim.alice, "table show")
    asked_for = sim.latest()
    assert GOES_ON in text(asked_for)
    await growing.finish()
    assert sim.latest().id != asked_for.id
    assert GOES_ON not in text(sim.again(asked_for))
    assert pictures(sim.env, sim.again(asked_for)) == pictures(sim.env, asked_for)
    await settled(sim, growing.table)


async def told_lines(sim: Sim, table: int, kind: str) -> int:
    """Return the number of a table's announcements of a kind, whether posted or pending."""
    with closing(sqlite3.connect(sim.bot.app.storage.database.path)) as database:
        found = database.execute("SELECT count(*) FROM announcements WHERE table_id = ? AND kind = ?", (table, kind))
        return int(found.fetchone()[0])


async def test_a_post_that_grew_and_was_not_noted_grows_no_second_time(sim, growing, monkeypatch):
    """P83: the post doesn't grow twice. When the turn has ended, it has its original text again."""
    with monkeypatch.context() as dying:
        forget_posts(sim, dying, "reveal")
        first, said, drawn, told = await growing.until_reveal()
        posts = [post.id for post in sim.posts()]
        await sim.kill(HOUR)
    sim.errors()
    await sim.wait_out(HOUR)
    assert [post.id for post in sim.posts()] == posts
    assert text(sim.latest()) == told
    await growing.finish()
    assert (text(sim.again(first)), pictures(sim.env, sim.again(first))) == (lasting(said), drawn)
    assert GOES_ON not in text(sim.again(first))
    await settled(sim, growing.table)


# The one message of a DM.


class Alone:
    """Alice's solo table in her DM with the bot."""

    def __init__(self, sim: Sim, table: int) -> None:
        self.sim, self.table, self.chance = sim, table, random.Random(5)
        self.alice, self.here = sim.alice.user, sim.alice.user.dm_channel

    async def turn(self) -> discord.Message:
        """Play a whole turn. Return the resulting message, the only one in the DM that is not ephemeral."""
        ended = await told_lines(self.sim, self.table, "turn")
        while await told_lines(self.sim, self.table, "turn") == ended:
            moves = (await game(self.sim, self.table)).due()[0].moves
            await self.sim.command(self.alice, "move", move=self.chance.choice(moves))
        [post] = [post for post in self.sim.posts(self.here) if not post.flags.ephemeral]
        assert pictures(self.sim.env, post)
        return post


@pytest.fixture
async def private(sim: Sim) -> Alone:
    await sim.command(sim.alice.user, "table open", game="messina")
    await sim.click(sim.alice.user, sim.latest(sim.alice.user.dm_channel), "Start")
    return Alone(sim, 1)


async def test_a_post_that_refuses_new_pictures_is_replaced(
    sim: Sim, private: Alone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = refuse_pictures_in_edits(monkeypatch)
    first = sim.latest(private.here)
    second = await private.turn()
    assert edited(refused) == [first.id]
    assert second.id != first.id
    assert not sim.bot.capabilities.pictures_in_edits
    assert "refused new pictures in an edited post" in caplog.text
    third = await private.turn()
    assert third.id != second.id
    assert edited(refused) == [first.id], "once that is known posts are made anew at once"


async def test_a_picture_that_is_refused_everywhere_says_nothing_about_edits(sim: Sim, private: Alone) -> None:
    first = (await private.turn()).id
    sim.fail("PATCH", f"/channels/*/messages/{first}", 413)
    sim.fail("POST", "/channels/*/messages", 413)
    while sim.latest(private.here).id == first:
        moves = (await game(sim, private.table)).due()[0].moves
        await sim.command(private.alice, "move", move=private.chance.choice(moves))
    assert sim.bot.capabilities.pictures_in_edits
    [post] = [post for post in sim.posts(private.here) if buttons(post)]
    assert not pictures(sim.env, post)


async def test_the_one_message_that_was_changed_and_not_noted_is_changed_again(sim, private, monkeypatch):
    first = await private.turn()
    forget_posts(sim, monkeypatch)
    second = await private.turn()
    sim.errors()
    await sim.kill(HOUR)
    await sim.wait_out(HOUR)
    assert [post.id for post in sim.posts(private.here)] == [first.id] == [second.id]
    assert text(sim.latest(private.here)) == text(second)
    assert (await private.turn()).id == first.id
