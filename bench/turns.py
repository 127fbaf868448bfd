"""The cost of turns on Discord, and the number per second that one process handles, excluding the simulation's time.

Games are played on the simulated Discord with random legal presses. Then a second bot gets the same presses at the same
tables, with all tables in parallel, and Discord's recorded responses without delay. Only that run is timed. It covers
storage, rules, texts, pictures and discord.py: everything except the network.
"""

import asyncio
import os
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from copy import deepcopy
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from discord.webhook.async_ import async_context
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from bench import MEASURED_GAMES, Row
from bot.client import MiasmaBot
from bot.context import Interaction
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.pictures import RENDER_WORKER
from bot.settings import Settings
from bot.ui.message import read_id
from local_table.simulation import SimulatedClock, SimulatedDiscord
from local_table.world import World, build_world
from rules_service import Person, Place, acts
from storage import Storage
from workers.worker import Worker

TABLES, TURNS, SEATS = 4, 5, 3  # turns at each table
GOAL = 16.0  # turns per second: as many as one bot can make within Discord's rate limit
PRESSED = "INTERACTION_CREATE"

Heard = dict[tuple[str, str], deque[Any]]  # by method and address: Discord's answers, in order
Pressed = dict[int, list[dict[str, Any]]]  # by channel
Press = tuple[str, list[str]]  # custom id and chosen values
NO_LOCK = nullcontext()


@contextmanager
def listening() -> Iterator[Heard]:
    """Record the responses of the simulated Discord while the context is open. Yield the growing record."""
    heard: Heard = defaultdict(deque)

    def recorded(request: Any) -> Any:
        async def ask(self: object, route: Any, *args: Any, **how: Any) -> Any:
            answer = await request(self, route, *args, **how)
            heard[route.method, route.url].append(deepcopy(answer))
            return answer

        return ask

    kinds: tuple[Any, ...] = (FakeHTTPClient, FakeWebhookAdapter)
    requests, responses = (patch.object(kind, "request", recorded(kind.request)) for kind in kinds)
    with requests, responses:
        yield heard


def echo(client: Any, heard: Heard) -> Any:
    """Make a client repeat Discord's recorded responses. Further requests of a kind get its last response."""

    async def request(route: Any, *args: Any, **how: Any) -> Any:
        answers = heard[route.method, route.url]
        return answers.popleft() if len(answers) > 1 else answers[0]

    client.request = request
    return client


class TimedBot(MiasmaBot):
    """A bot that records when it has finished handling a press."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.done: dict[int, asyncio.Event] = defaultdict(asyncio.Event)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle the press, then record it."""
        await super().on_interaction(interaction)
        self.done[interaction.id].set()


async def open_tables(bot: MiasmaBot, game: str, world: World, channels: list[ChannelHandle]) -> list[int]:
    """Start a game in each channel. Return the ids of their tables."""
    service, people = bot.app.service, [Person(one.id, str(one.name)) for one in world.people[:SEATS]]
    tables = []
    for channel in channels:
        info = await service.opening.open(Place(channel.id, world.guild.id), people[0], game)
        for person in people[1:]:
            await service.act(acts.join(), info.id, person)
        await service.act(acts.start(), info.id, people[0])
        await bot.app.announcer.until_shown(info.id)
        tables.append(info.id)
    return tables


def presses(message: Message, action: str) -> list[Press]:
    """Return the possible presses for an action on a message."""
    found: list[Press] = []
    for part in walk_components(message.components):
        press = read_id(part.get("custom_id"))
        if press and press.action == action and not part.get("disabled"):
            chosen = [[option["value"]] for option in part.get("options") or []]
            found += [(part["custom_id"], values) for values in chosen or [[]]]
    return found


def newest(env: SimulatedDiscord, channel: ChannelHandle, who: MemberActor, *, private: bool = False) -> Message:
    """Return the last post in a channel or, if ``private``, the last message that only this person sees."""
    posts = env.backend.messages[channel.id].values()
    return [post for post in posts if post.is_ephemeral == private and post.visible_to(who.id)][-1]


async def play_turn(
    env: SimulatedDiscord,
    who: MemberActor,
    channel: ChannelHandle,
    choose: Callable[[Message, list[Press]], Press],
    lock: AbstractAsyncContextManager[None] = NO_LOCK,
) -> None:
    """Play a whole turn. ``choose`` picks one of the answers that a message offers."""

    async def press(message: Message, custom_id: str, values: list[str]) -> None:
        async with lock, env.operation("press", PRESSED):
            env.press(who, message, custom_id, values=values)

    post = newest(env, channel, who)
    await press(post, *presses(post, "turn")[0])
    panel = newest(env, channel, who, private=True)
    # Playing alone, the next turn has a new panel.
    while newest(env, channel, who, private=True) is panel and (answers := presses(panel, "pick")):
        await press(panel, *choose(panel, answers))


async def play_on(env: SimulatedDiscord, world: World, channels: list[ChannelHandle], tables: list[int]) -> Pressed:
    """Play some turns at each table. Return the presses by channel."""
    pressed: Pressed = defaultdict(list)

    def note(event: str, payload: Any) -> None:
        if event == PRESSED:
            pressed[int(payload["channel_id"])].append(deepcopy(dict(payload)))

    assert isinstance(env.bot, MiasmaBot)
    env.backend.subscribers.insert(0, note)
    chance = random.Random(1347)
    for channel, table in zip(channels, tables, strict=True):
        for _ in range(TURNS):
            info = await env.bot.app.service.read.info(table)
            if not info.due:
                break
            user = info.seats[info.due[0]].user_id
            who = next(person for person in world.people if person.id == user)
            await play_turn(env, who, channel, lambda _, answers: chance.choice(answers))
    return pressed


async def start(bot: TimedBot, env: SimulatedDiscord, heard: Heard, world: World) -> None:
    """Start the bot with a Discord that repeats its recorded responses."""
    loop, state = asyncio.get_running_loop(), bot._connection
    bot.http = state.http = bot.tree._http = echo(FakeHTTPClient(env.backend, loop), heard)
    async_context.set(echo(FakeWebhookAdapter(env.backend), heard))
    state.guild_ready_timeout = 0.0
    state.shard_count = 1
    state.shard_ids = [0]
    await bot.login("token")
    user = dict(serializers.user_payload(env.backend.bot_user))
    ready = {"v": 10, "user": user, "guilds": [], "session_id": "", "shard": [0, 1]}
    state.parsers["READY"]({**ready, "application": {"id": str(env.backend.application_id), "flags": 0}})
    guild = env.backend.guilds[world.guild.id]
    state.parsers["GUILD_CREATE"](deepcopy(dict(serializers.guild_create_payload(env.backend, guild))))
    await bot.wait_until_ready()


def busy(pid: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measured(game: str, folder: Path, worker: Worker) -> tuple[float, float, float, float]:
    """Return the turns per second with all tables in parallel and, per turn, CPU seconds and presses.

    The CPU seconds are those of this process, and those for drawing. Raise RuntimeError if a table does not verify.
    """
    clock, first, second = SimulatedClock(), folder / "first.sqlite", folder / "second.sqlite"
    bot = MiasmaBot(Settings(database=first), await Storage.open(first), clock)
    bot.app.pictures.worker = worker
    env = SimulatedDiscord(bot, clock)
    world = build_world(env, NEEDED_PERMISSIONS)
    channels = [world.guild.create_text_channel(f"table-{number}") for number in range(TABLES)]
    with listening() as heard:
        await env.start()
        with env.as_bot():
            tables = await open_tables(bot, game, world, channels)
        await bot.app.storage.database.checkpoint()
        copy(first, second)
        pressed = await play_on(env, world, channels, tables)
        bot.app.pictures.worker = None  # The other bot needs the worker's caches, so it must not end with this bot.
        await env.shutdown()
        await bot.close()
    timed = TimedBot(Settings(database=second), await Storage.open(second), clock)
    timed.app.pictures.worker = worker
    await start(timed, env, heard, world)
    parse = timed._connection.parsers[PRESSED]

    async def play_again(payloads: list[dict[str, Any]]) -> None:
        for payload in payloads:
            parse(payload)
            await timed.done[int(payload["id"])].wait()

    assert worker.pid is not None
    pids = (os.getpid(), worker.pid)
    began, before = time.perf_counter(), [busy(pid) for pid in pids]
    await asyncio.gather(*map(play_again, pressed.values()))
    await asyncio.gather(*map(timed.app.announcer.until_shown, tables))
    took, after = time.perf_counter() - began, [busy(pid) for pid in pids]
    here, there = (late - early for early, late in zip(before, after, strict=True))
    turns = TABLES * TURNS
    for table in tables:
        if not (await timed.app.service.read.verify(table)).ok:
            raise RuntimeError("the presses did not come to the same")
    await timed.close()
    return turns / took, here / turns, there / turns, sum(map(len, pressed.values())) / turns


async def measured_apart(game: str, folder: Path) -> tuple[float, float, float, float]:
    """Return the results of `measured` when another process draws, as on a machine with several cores."""
    worker = Worker(*RENDER_WORKER)
    await worker.start()
    try:
        return await measured(game, folder, worker)
    finally:
        await worker.close()


def turns() -> list[Row]:
    """Measure how many turns per second one bot can handle."""
    rows: list[Row] = []
    for game in MEASURED_GAMES:
        with TemporaryDirectory() as folder:
            rate, here, there, pressed = asyncio.run(measured_apart(game, Path(folder)))
        detail = f"{here * 1000:.0f} ms of CPU each and {there * 1000:.0f} for drawing, {pressed:.1f} presses"
        rows.append((f"{game}: turns on Discord per second and bot ({detail})", rate, GOAL))
    return rows
