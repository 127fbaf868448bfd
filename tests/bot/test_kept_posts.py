"""The requests to Discord for a table's posts and notifications, and their order, are as kept."""

import json
import re
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
from PIL import Image

import bot.pictures
from games import GAMES
from renderer import Scene
from storage import Post
from tests.bot.faults import POST, Request, befall
from tests.bot.players import certain_seed, leave, seat_all, take_seat
from tests.bot.sim import Sim
from tests.bot.story import KEPT, SNOWFLAKE, TIMESTAMP, parts, told
from tests.kept import kept

pytestmark = pytest.mark.kept

HOUR = 3600.0
ABOUT_CHANNELS = re.compile(r"/channels/.*|/users/@me/channels|/guilds/.*/members/.*")


class Requests:
    """The requests for a table, and the changes recorded with them. No real pictures are drawn."""

    def __init__(self, sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sim, self.monkeypatch = sim, monkeypatch
        self.noted: list[str] = []
        self._lines: list[str] = []
        self._rows: list[str] = []
        self.names = {f"{who.id}": who.name for who in sim.people}
        self.lost = 0  # number of the next posts that are made, but not answered
        self._drawn: list[str] = []
        small = GAMES["rattus"].pictures.png(Image.new("RGB", (11, 7)))

        def draw(game: str, scene: Scene[Any], side: int | None) -> bytes:
            if scene.view.seat is None:
                self._drawn.append(f"  [drawn: {told(scene)} {side}]")
            return small

        monkeypatch.setattr(bot.pictures, "draw_picture", draw)
        befall(monkeypatch, before=self._before, after=self._after)

    async def done(self, what: str, *tables: int) -> None:
        """Note an action, the requests that it caused, and the changes in the records."""
        await self.sim.env.settle()
        outbox = self.sim.bot.app.storage.outbox
        rows = [self._named(self._recorded(post)) for table in tables for post in await outbox.posts(table, live=False)]
        rows += [f"pings at {table}: {sorted(await outbox.pinged(table))}" for table in tables]
        self.noted += [f"=== {what}", *self._lines, *(f"recorded: {row}" for row in rows if row not in self._rows), ""]
        self._lines, self._rows = [], rows

    @staticmethod
    def _recorded(post: Post) -> str:
        kept = json.loads(post.body or "{}")
        pictures = [picture["name"] for picture in kept.get("pictures", ())]
        shown = (
            f"{len(kept.get('texts', ()))} texts, {pictures}, passing {kept.get('passing')}, above {kept.get('above')}"
        )
        where = f"{post.message_id} in {post.channel_id} of {post.table_id}"
        return f"{post.kind} {where}, lines {post.since} to {post.number}, live {post.live}: {shown}"

    def _before(self, request: Request) -> None:
        if ABOUT_CHANNELS.fullmatch(request.path):
            self._lines += [*sorted(self._drawn), *self._told(request), "  (failed)"]
            self._drawn.clear()

    def _after(self, request: Request) -> None:
        if not ABOUT_CHANNELS.fullmatch(request.path):
            return
        if self.lost and request.method == "POST" and POST.fullmatch(request.path):
            self.lost -= 1
            self._lines[-1] = "  (done, but not answered)"
            raise aiohttp.ServerDisconnectedError
        self._lines.pop()

    def _told(self, request: Request) -> Iterator[str]:
        asked = f"?{json.dumps(request.params, sort_keys=True)}" if request.params else ""
        yield self._named(f"{request.method} {request.path}{asked}{' with a file' * request.files}")
        if isinstance(request.json, dict):
            body = {key: value for key, value in request.json.items() if key != "components"}
            if "nonce" in body:
                body["nonce"] = self._name(f"{body['nonce']}", "nonce ")
            yield "  " + self._named(json.dumps(body, sort_keys=True, ensure_ascii=False))
            shown = "\n".join(parts(request.json.get("components", [])))
            yield from (f"  | {self._named(line)}" for line in shown.split("\n"))

    def _name(self, number: str, kind: str = "id ") -> str:
        return self.names.setdefault(number, f"{kind}{len(self.names)}")

    def _named(self, text: str) -> str:
        at = self.sim.env.now().timestamp()
        text = TIMESTAMP.sub(lambda found: f"<{round((int(found[1]) - at) / HOUR)} h:{found[2]}>", text)
        return SNOWFLAKE.sub(lambda found: self._name(found[0]), text)

    @property
    def text(self) -> str:
        """Return all notes as one text."""
        return "\n".join(self.noted)


async def opened(sim: Sim, monkeypatch: pytest.MonkeyPatch, **options: Any) -> tuple[Requests, int]:
    """Start a table where Alice has the first seat and begins. Return its requests so far and its id."""
    certain_seed(monkeypatch, "kept")
    requests = Requests(sim, monkeypatch)
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", **options)
    await requests.done("the lobby and the start", table)
    return requests, table


async def play(sim: Sim, who: Any, *moves: str) -> None:
    """Let a player type these moves, a minute after the last event."""
    sim.jump(60)
    for move in moves:
        await sim.command(who, "move", move=move)


async def play_first(sim: Sim, who: Any, table: int, moves: int) -> None:
    """Let a solo player make this number of moves: end the turn if possible, otherwise the first legal move."""
    sim.jump(60)
    for _ in range(moves):
        due = (await sim.bot.app.service.read.snapshot(table)).table.due()[0]
        await sim.command(who, "move", move="end" if "end" in due.moves else due.moves[0])


async def test_the_requests_of_turns_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P19, P35, P81: this covers boards with pings, updates, partial turns, people's acts, and requested boards."""
    requests, table = await opened(sim, monkeypatch)
    outbox = sim.bot.app.storage.outbox
    await play(sim, sim.alice, "place gallia 2", "end")
    await requests.done("Alice's turn", table)
    sim.delete(sim.latest())
    await outbox.redraw(table, sim.bot.clock.now())
    await sim.pass_time(60)
    await requests.done("it was deleted", table)
    await play(sim, sim.bob, "place italia 2", "place anglia 2", "end")
    await play(sim, sim.alice, "place hispania 2", "end")
    await requests.done("all have placed", table)
    await sim.command(sim.bob, "table show")
    await requests.done("Bob asks for the board", table)
    await play(sim, sim.alice, "take merchant", "place germania", "plague italia", "spread gallia")
    await requests.done("Alice's whole turn", table)
    await sim.command(sim.alice, "away begin", days=1)
    await leave(sim, sim.bob)
    await requests.done("Alice is away, and Bob leaves", table)
    await take_seat(sim, sim.carol)
    await requests.done("Carol takes the seat", table)
    assert requests.text == kept(KEPT / "posts-turns.txt", requests.text)


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("lacks", ["nothing", "pictures_in_edits", "pictures_stay"])
async def test_the_requests_for_a_turn_that_goes_on_are_as_kept(sim, monkeypatch, lacks):
    """P81: a step that can't be undone is added to the last post, which then gets its own pictures back."""
    certain_seed(monkeypatch, "kept")
    requests = Requests(sim, monkeypatch)
    table = await seat_all(sim, [sim.alice], game="messina")
    if lacks != "nothing":
        setattr(sim.bot.app.announcer.delivery.capabilities, lacks, False)
    await play_first(sim, sim.alice, table, 17)
    await requests.done("turns", table)
    await sim.bot.app.storage.outbox.redraw(table, sim.bot.clock.now())
    await sim.pass_time(60)
    await requests.done("the live post is updated", table)
    await play_first(sim, sim.alice, table, 4)
    await requests.done("the turn is over", table)
    assert requests.text == kept(KEPT / f"posts-lacking-{lacks}.txt", requests.text)


async def test_the_requests_in_a_DM_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table in a DM keeps one message with buttons, even after the message was deleted or can't be edited."""
    certain_seed(monkeypatch, "kept")
    requests, alone = Requests(sim, monkeypatch), sim.alice.user
    await sim.command(alone, "table open", game="messina")
    await sim.click(alone, sim.latest(alone.dm_channel), "Start")
    table = (await sim.open_tables())[-1].id
    await requests.done("the lobby and the start", table)
    await play_first(sim, alone, table, 9)
    await requests.done("turns", table)
    sim.delete(sim.latest(alone.dm_channel))
    await play_first(sim, alone, table, 9)
    await requests.done("the post was deleted", table)
    sim.fail("PATCH", "/channels/*/messages/*", 403)
    await play_first(sim, alone, table, 4)
    await requests.done("the post can't be edited", table)
    assert requests.text == kept(KEPT / "posts-dm.txt", requests.text)


async def test_the_requests_when_discord_fails_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P19: this covers missing permissions, lost responses, refusals, and a board requested in another channel."""
    requests, table = await opened(sim, monkeypatch)
    sim.forbid("send_messages")
    await play(sim, sim.alice, "place gallia 2", "end")
    await requests.done("may not post", table)
    sim.forbid()
    await sim.wait_out(HOUR)
    await requests.done("may post again", table)
    requests.lost = 1
    await play(sim, sim.bob, "place italia 2", "place anglia 2", "end")
    await requests.done("no answer", table)
    sim.jump(HOUR)
    await sim.wait_out(HOUR)
    await requests.done("found and adopted", table)
    requests.lost = 1
    await sim.command(sim.bob, "table show")
    await requests.done("asked for the board, no answer", table)
    await play(sim, sim.alice, "place hispania 2", "end")
    await sim.wait_out(HOUR + 60)
    await requests.done("adopted and retired", table)
    sim.forbid("attach_files")
    await sim.command(sim.bob, "table show")
    await requests.done("without pictures", table)
    sim.forbid()
    sim.fail("PATCH", "/channels/*/messages/*", 500)
    sim.fail("POST", "/channels/*/messages", 400)
    await sim.command(sim.alice, "table show")
    await requests.done("pictures are refused, and the old post can't be edited", table)
    await sim.wait_out(HOUR + 60)
    await requests.done("it is retired later", table)
    await sim.command(sim.alice, "table show", sim.world.channels[1])
    await requests.done("asked for elsewhere", table)
    assert requests.text == kept(KEPT / "posts-trouble.txt", requests.text)


async def test_the_requests_of_notifications_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P20, P21, P22, P29, P31: this covers DMs, morning DMs, reminders of two tables, a digest and refused DMs."""
    requests, _ = await opened(sim, monkeypatch)
    there = sim.world.channels[1]
    await seat_all(sim, [sim.alice, sim.bob], there, game="messina", seating="joined")
    tables = [info.id for info in await sim.open_tables()]
    await sim.command(sim.bob, "preferences", notices="both", zone="Europe/London", next="on")
    await requests.done("another table", *tables)
    await play(sim, sim.alice, "place gallia 2", "end")
    await requests.done("Bob sleeps", *tables)
    sim.jump(8 * HOUR)
    await sim.sweep(2)
    await requests.done("in the morning", *tables)
    await sim.command(sim.bob, "preferences", digest="10")
    for day in (1, 2):
        sim.jump(24 * HOUR)
        await sim.sweep(2)
        await requests.done(f"day {day}", *tables)
    sim.fail("POST", f"/channels/{sim.env.backend.dm_channels[sim.bob.id]}/messages", 403)
    sim.jump(24 * HOUR)
    await sim.sweep(2)
    await requests.done("day 3: Bob's digest is refused, and a reminder follows in the channel", *tables)
    await sim.command(sim.bob, "preferences", notices="private", digest="off")
    await play(sim, sim.bob, "place italia 2", "place anglia 2", "end")
    await sim.sweep(2)
    await requests.done("Bob's turn: his notifications are deleted", *tables)
    assert requests.text == kept(KEPT / "posts-notifications.txt", requests.text)
