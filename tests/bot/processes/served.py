"""The simulated Discord behind a port, and bots as a host starts them: real processes that reach it over the network.

Its gateway supports shards, and its clock is the real one. Simulated people press, and the tests check the results.
"""

import asyncio
import json
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import discord
from aiohttp import WSMsgType, web
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message
from simcord.backend.models.interaction import ResponseKind
from simcord.builders import ChannelHandle, GuildHandle
from simcord.http import router
from simcord.intents import prune_guild_create, required_intent

from bench.turns import presses
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from local_table.simulation import SimulatedClock, SimulatedDiscord, grant_permissions

TOKEN = "hush.hush.hush"
SOON = 120.0  # seconds that a very busy machine may need for work of a few seconds
API = "/api/v10"
DISPATCH, HEARTBEAT, IDENTIFY, HELLO, ACKNOWLEDGED = 0, 1, 2, 10, 11
COMMAND = 2  # interaction type

T = TypeVar("T")


class RealClock(SimulatedClock):
    """A simulated Discord clock that follows the real one."""

    def __init__(self) -> None:
        super().__init__()
        self.ticks.now = lambda: datetime.now(UTC)  # type: ignore[method-assign]


class Session:
    """The connection of one shard, and the number of events sent over it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._sent = 0
        self._one_at_a_time = asyncio.Lock()

    async def say(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event, unless the shard has disconnected."""
        async with self._one_at_a_time:
            self._sent += 1
            with suppress(ConnectionError):
                await self.socket.send_json({"op": DISPATCH, "t": event, "s": self._sent, "d": dict(payload)})


class Hold:
    """A route whose requests are held back: before Discord carries them out or, if ``done``, before it responds."""

    def __init__(self, method: str, path: str, *, done: bool) -> None:
        self.asks = (method, path)
        self.done, self.reached = done, asyncio.Event()


class Served:
    """A Discord with servers on this many shards, each with a channel and people."""

    def __init__(self, shards: int) -> None:
        self.shards, self.at = shards, ""
        intents = discord.Intents(guilds=True)
        self.env = SimulatedDiscord(discord.Client(intents=intents), RealClock())
        self.backend = self.env.backend
        self.identified: list[tuple[float, int]] = []  # time and shard
        self.channels: list[tuple[GuildHandle, ChannelHandle]] = []  # by shard
        self.refused: list[str] = []  # requests for things that don't exist
        self._intents = intents
        self.hold: Hold | None = None
        self._sessions: dict[int, Session] = {}  # newest session by shard
        self._sending = set[asyncio.Task[None]]()
        self.people = [self.env.create_user(name) for name in ("alice", "bob", "carol")]
        self.members: dict[int, list[MemberActor]] = {}  # by server
        self.backend.subscribers.append(self._tell)

    def build(self) -> None:
        """Make a server with a channel for each shard."""
        wanted = dict.fromkeys(range(self.shards))
        found: dict[int, GuildHandle] = {}
        while len(found) < len(wanted):
            server = self.env.create_guild("A server")
            found.setdefault((server.id >> 22) % self.shards, server)
            time.sleep(0.001)  # Ids come from the clock, so wait for a new one.
        for shard in sorted(found):
            server = found[shard]
            self.members[server.id] = [server.add_member(person) for person in self.people]
            self.channels.append((server, server.create_text_channel("table")))
            grant_permissions(self.env, server, NEEDED_PERMISSIONS)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Served"]:
        """Serve on a port until the block ends."""
        self.build()
        app = web.Application(client_max_size=2**26)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", API + "/{path:.*}", self._request)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        self.at = f"http://127.0.0.1:{port}"
        try:
            yield self
        finally:
            for session in self._sessions.values():
                await session.socket.close()
            await runner.cleanup()

    # --- requests of bots

    async def _request(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        public = path.startswith(("/interactions/", "/webhooks/"))
        if not public and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return said_in_json({"message": "401: Unauthorized", "code": 0}, 401)
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.shards}
            at = self.at.replace("http", "ws") + "/gateway"
            return said_in_json({"url": at, "shards": self.shards, "session_start_limit": limit})
        body, files = await read(request)
        hold = self.hold if self.hold and self.hold.asks == (request.method, path) else None
        if hold and not hold.done:
            await never(hold)
        try:
            said = router.dispatch(
                self.backend, request.method, path, json=body, params=dict(request.query), files=files
            )
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.refused.append(f"{request.method} {path}: {error}")
            return said_in_json({"message": "there is no such thing here", "code": 0}, 400)
        except BackendError as error:
            return said_in_json(error.to_json(), error.status)
        if hold:
            await never(hold)
        return web.Response(status=204) if said is None else said_in_json(said)

    # --- events to bots

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": ACKNOWLEDGED})
            elif said["op"] == IDENTIFY:
                shard, count = said["d"]["shard"]
                assert count == self.shards
                self.identified.append((time.monotonic(), shard))
                session = self._sessions[shard] = Session(socket)
                await self._welcome(session, shard)
        return socket

    async def _welcome(self, session: Session, shard: int) -> None:
        mine = [
            self.backend.guilds[server.id] for server, _ in self.channels if (server.id >> 22) % self.shards == shard
        ]
        await session.say(
            "READY",
            {
                "v": 10,
                "user": dict(serializers.user_payload(self.backend.bot_user)),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
                "session_id": f"session {shard}",
                "resume_gateway_url": self.at.replace("http", "ws") + "/gateway",
                "shard": [shard, self.shards],
                "application": {"id": str(self.backend.application_id), "flags": 0},
            },
        )
        for guild in mine:
            about = dict(serializers.guild_create_payload(self.backend, guild))
            prune_guild_create(about, self._intents, self.backend.bot_user.id)
            await session.say("GUILD_CREATE", {**about, "unavailable": False})

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send the event to its server's shard, if a bot with the matching intents is connected there."""
        if required_intent(event, payload) not in (None, "guilds"):
            return
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD") else None)
        session = self._sessions.get((int(guild or 0) >> 22) % self.shards)
        if session is not None:
            task = asyncio.ensure_future(session.say(event, payload))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    # --- what people do and see

    def command(self, shard: int, name: str, part: str, **options: str) -> Interaction:
        """Type a subcommand in this shard's channel as the first person. Return the interaction."""
        server, channel = self.channels[shard]
        given = [{"type": 3, "name": option, "value": value} for option, value in options.items()]
        record, payload = interactions.base_payload(
            self.backend, type=COMMAND, channel_id=channel.id, guild_id=server.id, user_id=self.people[0].id,
            data={"id": "1", "name": name, "type": 1, "options": [{"type": 1, "name": part, "options": given}]},
        )  # fmt: skip
        self.backend.emit("INTERACTION_CREATE", payload)
        return patient(record)

    def newest(self, shard: int, reader: int | None = None) -> Message | None:
        """Return the newest post of a shard's channel, or this reader's newest ephemeral message there, or None."""
        seen = self.posts(shard, reader)
        return seen[-1] if seen else None

    def posts(self, shard: int, reader: int | None = None) -> list[Message]:
        """Return all public posts of a shard's channel, or all ephemeral messages of this reader there."""
        posts = self.backend.messages.get(self.channels[shard][1].id, {}).values()
        return [post for post in posts if post.is_ephemeral == bool(reader) and post.visible_to(reader)]

    def press(self, shard: int, who: int, message: Message, custom_id: str, values: list[str]) -> Interaction:
        """Press a button of this message, or choose values in its select, as this person. Return the interaction."""
        person = next(one for one in self.members[self.channels[shard][0].id] if one.id == who)
        return patient(self.env.press(person, message, custom_id, values=values))

    async def offered(self, shard: int, action: str, reader: int | None = None) -> tuple[Message, list[Any]]:
        """Return the newest post (or this reader's ephemeral message) and its buttons, once it offers this action."""

        def look() -> tuple[Message, list[Any]] | None:
            message = self.newest(shard, reader)
            found = presses(message, action) if message else []
            return (message, found) if message and found else None

        found = await until(look)
        assert found
        return found


def patient(record: Interaction) -> Interaction:
    """Remove an interaction's deadline, so that a busy machine has enough time."""
    record.initial_response_deadline = None
    return record


def said_in_json(said: Any, status: int = 200) -> web.Response:
    """Return a JSON response with the content type that discord.py expects: no charset."""
    body = json.dumps(said).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})


async def read(request: web.Request) -> tuple[Any, list[Any]]:
    """Return a request's body and files as the simulated Discord expects them."""
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else None), []
    body: Any = None
    files = []
    async for part in await request.multipart():
        name, data = str(part.name), await part.read()  # type: ignore[union-attr]
        if name == "payload_json":
            body = json.loads(data)
        else:
            files.append(SimpleNamespace(filename=part.filename, fp=BytesIO(data), description=None))  # type: ignore[union-attr]
    for file, about in zip(files, (body or {}).get("attachments", []), strict=False):
        file.description = about.get("description")
    return body, files


async def never(hold: Hold) -> None:
    """Report that a request has reached this hold, then block for as long as its sender stays connected."""
    hold.reached.set()
    await asyncio.Event().wait()


async def until(look: Callable[[], T], seconds: float = SOON) -> T:
    """Wait until the function returns a true value, and return it. Raise TimeoutError after this many seconds."""
    async with asyncio.timeout(seconds):
        while not (found := look()):
            await asyncio.sleep(0.02)
    return found


def has_answer(record: Interaction) -> bool:
    """Return whether the interaction has been answered, not only deferred."""
    return record.responded and record.response_kind is not ResponseKind.DEFERRED


async def answered(record: Interaction, seconds: float = SOON) -> bool:
    """Return whether the interaction was answered in time."""
    try:
        await until(lambda: has_answer(record), seconds)
    except TimeoutError:
        return False
    return True


class Bot:
    """A bot process, started as a host starts it: with the Procfile's command, in a folder with the code."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said: list[str] = []
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, folder: Path, way: Path, **environment: str) -> "Bot":
        """Start the bot. ``way``: the folder with the code that redirects it to the simulated Discord."""
        [command] = [line.partition(": ")[2] for line in (folder / "Procfile").read_text().splitlines()]
        assert command.startswith("python ")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-B", *command.split()[1:]),
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(way), **environment},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.said.append(line.decode().rstrip())

    async def says(self, text: str) -> None:
        """Wait until the bot has printed this text. Fail if the bot exits earlier."""
        with suppress(TimeoutError):
            await until(lambda: any(text in line for line in self.said) or self.process.returncode is not None)
        assert any(text in line for line in self.said), self.said

    async def end(self, how: signal.Signals | None = signal.SIGTERM) -> int:
        """Send the bot this signal, or only wait if it is None. Return the exit code once all output is read."""
        if how is not None:
            self.process.send_signal(how)
        async with asyncio.timeout(SOON):
            code = await self.process.wait()
            await self._listening
        return code
