"""The whole bot under load: hundreds of tables on the simulated Discord, and people who begin turns at a given rate.

``python -m bench.load --tables 100 --rate 4 --seconds 30 [--processes 2] [--postgres]`` prints its progress and, at the
end, the results. Every process has its own simulated Discord, with the servers for its share of the tables. The
processes share only the database. Times and memory include those of the simulation, so the bot needs less on the real
Discord.

``--lean`` shows how much memory a host needs: a render worker draws, as on a host, and the simulated Discord forgets
old posts, files and requests. With ``--memory 512`` the test fails if that is not enough. With ``--memory 256`` the bot
runs with ``MIASMA_MEMORY=small``. ``--computers 2`` adds a strong computer player at two tables of each process. A
finished game is followed by another one in its channel.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import re
import sys
import time
from collections import defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from simcord._settlement import _active_callbacks
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, GuildHandle

from bench.turns import TimedBot, presses
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.metrics import METRICS
from bot.pictures import warm_up
from bot.settings import Memory, Settings
from games import GAMES
from local_table.simulation import SimulatedClock, SimulatedDiscord, grant_permissions
from local_table.world import trim_data
from rules_service import Person, Place, acts
from storage import Address, Storage
from storage.address import read_address
from storage.engine import Partition
from tests.storage.postgres.server import serving

ROOT = Path(__file__).parents[1]
SEATS, EACH, TOGETHER = 3, 5, 60  # people at a table, tables per person, tables per server
SAID = 2.0  # minimum seconds between progress lines
PATIENCE = 60.0  # maximum seconds for a press
# The bot must be idle at least once in so many simulated seconds. Otherwise the simulated clock stops for good.
QUIET = 1e7
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
LEVEL = "strong"  # of the computer players
SMALL = 256  # MB; with this limit the bot runs with `MIASMA_MEMORY=small`
# What a forgetful Discord keeps: the public and as many private posts of a channel, and the requests of the bot.
KEPT_POSTS, KEPT_REQUESTS = 6, 100


@dataclass
class Table:
    """A table, where it is, and who plays there."""

    server: GuildHandle
    channel: ChannelHandle
    game: str
    computers: int
    people: list[MemberActor] = field(default_factory=list)
    number: int = 0  # of the table in the database


class Load:
    """One process: a bot, its servers and their players."""

    def __init__(self, bot: TimedBot, env: SimulatedDiscord, chance: random.Random, *, lean: bool = False) -> None:
        self.bot, self.env, self.chance, self.lean = bot, env, chance, lean
        self.memory = 0  # the most MB so far
        self.requests = 0  # requests that the simulation has forgotten
        self.tables: list[Table] = []
        self.groups: dict[int, deque[list[MemberActor]]] = defaultdict(deque)  # of each server
        self.turns = self.pressed = self.over = 0
        self.told: list[float] = []  # seconds from storing to posting
        self._stored: dict[int, float] = {}
        METRICS.answers = deque()
        METRICS.pictures = deque()

    def watch(self) -> None:
        """Measure how long channels wait for posts."""
        wake, done = self.bot.app.service.repository.on_announce, self.bot.app.storage.outbox.done

        def stored(table_id: int) -> None:
            self._stored.setdefault(table_id, time.perf_counter())
            wake(table_id)

        async def posted(ids: Any, now: Any, post: Any = None, *rest: Any) -> None:
            await done(ids, now, post, *rest)
            if post is not None and post.table_id in self._stored:
                self.told.append(time.perf_counter() - self._stored.pop(post.table_id))

        self.bot.app.service.repository.on_announce = stored
        self.bot.app.storage.outbox.done = posted  # type: ignore[method-assign, assignment]

    def build(self, servers: list[GuildHandle], tables: int, computers: int) -> list[Table]:
        """Make a channel for each table. Give the first ``computers`` tables a computer player. Return the tables."""
        made = []
        for number in range(tables):
            server = servers[number // TOGETHER]
            groups = self.groups[server.id]
            if number % EACH == 0:
                # The bot opens later games, and nobody can join the server then. Nobody may open many in an hour.
                members = [self.meet(server, number * SEATS + seat) for seat in range(SEATS)]
                groups += [[*members[shift:], *members[:shift]] for shift in range(SEATS)]
            channel, game = server.create_text_channel(f"table-{number}"), sorted(GAMES)[number % len(GAMES)]
            made.append(Table(server, channel, game, int(number < computers)))
        return made

    def meet(self, server: GuildHandle, number: int) -> MemberActor:
        """Add a person to a server."""
        return server.add_member(self.env.create_user(f"player-{number}"))

    async def open(self, table: Table) -> None:
        """Open a table for the group whose turn it is, and start its game."""
        groups = self.groups[table.server.id]
        table.people = groups[0]
        groups.rotate(-1)
        service, first, *others = self.bot.app.service, *(Person(one.id, str(one.name)) for one in table.people)
        table.number = (await service.opening.open(Place(table.channel.id, table.server.id), first, table.game)).id
        for person in others:
            await service.act(acts.join(), table.number, person)
        for _ in range(table.computers):
            await service.act(acts.add_computer(LEVEL), table.number, first)
        await service.act(acts.start(), table.number, first)
        while await self.bot.app.announcer.until_shown(table.number):  # noqa: ASYNC110 - it was shown without its end
            await asyncio.sleep(0.05)
        self.tidy()

    def tidy(self) -> None:
        """Remove cancelled timers from the simulation, because it searches all of them at each call.

        The simulation removes them itself when something waits for it to settle, as tests do. asyncpg adds timers for
        each statement.
        """
        _active_callbacks(self.env._settlement_state())
        if self.lean:
            self.forget()

    def forget(self) -> None:
        """Make the simulation forget the data that a real Discord keeps on its own machines."""
        for posts in self.env.backend.messages.values():
            for private in (True, False):
                numbers = [number for number in sorted(posts) if posts[number].is_ephemeral == private]
                for number in numbers[:-KEPT_POSTS]:
                    del posts[number]
        trim_data(self.env)
        self.env.forget_files(set())
        backend = self.env.backend
        self.requests += len(old := backend.http_requests[:-KEPT_REQUESTS])
        del backend.http_requests[: len(old)], backend.transcript[:-KEPT_REQUESTS]
        for number in sorted(backend.interactions)[: -KEPT_POSTS * max(len(self.tables), 1)]:
            backend.interaction_tokens.pop(backend.interactions.pop(number).token, None)

    async def press(self, who: MemberActor, message: Message, custom_id: str, values: list[str]) -> None:
        """Press a button or a select, and wait until the bot has finished everything that the press causes."""
        record = self.env.press(who, message, custom_id, values=values)
        await asyncio.wait_for(self.bot.done[record.id].wait(), PATIENCE)
        del self.bot.done[record.id]
        self.pressed += 1
        if self.lean:
            self.forget()

    async def turn(self, table: Table) -> None:
        """Play a whole turn of random answers, or begin the next game. Do nothing while a computer player thinks."""
        info = await self.bot.app.service.read.info(table.number)
        if not info.due:
            self.over += 1
            await self.open(table)
            return
        due = [person for seat in info.due for person in table.people if person.id == info.seats[seat].user_id]
        if not due:
            await asyncio.sleep(0.5)
            return
        who = due[0]

        def newest(private: bool) -> Message:
            posts = self.env.backend.messages[table.channel.id].values()
            return [post for post in posts if post.is_ephemeral == private and post.visible_to(who.id)][-1]

        while not (buttons := presses(newest(False), "turn")):  # noqa: ASYNC110 - the board is being sent
            await asyncio.sleep(0.02)
        await self.press(who, newest(False), *buttons[0])
        while answers := presses(newest(True), "pick"):
            await self.press(who, newest(True), *self.chance.choice(answers))
        self.turns += 1

    async def run(self, rate: float, seconds: float) -> float:
        """Start turns at this rate for this long, at tables without a turn in progress. Return the elapsed seconds."""
        free, playing = deque(self.tables), set[asyncio.Task[None]]()
        began = said = time.perf_counter()
        begun = 0

        async def play(table: Table) -> None:
            await self.turn(table)
            free.append(table)

        while (now := time.perf_counter()) - began < seconds:
            while begun < (now - began) * rate and free:
                begun += 1
                playing.add(asyncio.create_task(play(free.popleft())))
            for task in [task for task in playing if task.done()]:
                playing.discard(task)
                task.result()
                self.tidy()
            if now - said > SAID:
                said = now
                memory = memory_of(processes_of(self.bot))
                self.memory = max(self.memory, sum(memory))
                tell({"at": round(now - began), "turns": self.turns, "playing": len(playing), "memory MB": memory})
            await asyncio.sleep(0.005)
        if playing:
            await asyncio.wait(playing)
        took = time.perf_counter() - began
        await asyncio.gather(*(self.bot.app.announcer.until_shown(table.number) for table in self.tables))
        return took


def tell(about: dict[str, Any]) -> None:
    """Print a line of JSON for the parent process."""
    sys.stdout.write(json.dumps(about) + "\n")
    sys.stdout.flush()


def parts(values: Any) -> list[float]:
    """Return the 50th, 95th and 99th percentiles of these seconds, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return [round(ordered[int(len(ordered) * part)] * 1000, 1) for part in (0.5, 0.95, 0.99)]


def processes_of(bot: TimedBot) -> list[int]:
    """Return the ids of this process and its running workers."""
    workers = [bot.app.pictures.worker, *bot.app.computers.ai.workers]
    return [os.getpid(), *(worker.pid for worker in workers if worker and worker.pid)]


def memory_of(pids: Sequence[int]) -> list[int]:
    """Return the memory in MB of each of these processes that still runs. Shared memory is divided among them."""
    found = []
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
            [kilobytes] = re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
            found.append(int(kilobytes) * 1024 // 1_000_000)
    return found


async def one_process(
    where: Path | Address,
    slot: int,
    processes: int,
    tables: int,
    rate: float,
    seconds: float,
    *,
    lean: bool = False,
    memory: int = 0,
    computers: int = 0,
) -> None:
    """Run one of the processes, and print its progress and results."""
    logging.disable(logging.CRITICAL)
    clock = SimulatedClock()
    storage = await Storage.open(where)
    partition = storage.database.partition = Partition(slot, processes)
    small = Memory.SMALL if 0 < memory <= SMALL else Memory.NORMAL
    bot = TimedBot(Settings(token="load", memory=small), storage, clock)
    if lean:
        await bot.app.pictures.prepare()
    env = SimulatedDiscord(bot, clock, settle_timeout=QUIET)
    load = Load(bot, env, random.Random(slot), lean=lean)
    servers: list[GuildHandle] = []
    moment = FIRST + timedelta(seconds=slot)
    while len(servers) * TOGETHER < tables:
        moment += timedelta(milliseconds=1)
        clock.set(moment)
        server = env.create_guild(f"Server {len(servers)}")
        if partition.has(server.id):
            grant_permissions(env, server, NEEDED_PERMISSIONS)
            servers.append(server)
    load.tables = load.build(servers, tables, computers)
    await env.start()
    with env.as_bot():
        load.watch()
        for table in load.tables:
            await load.open(table)
        tell({"tables": len(load.tables)})
        for measured in (METRICS.answers, METRICS.pictures, load.told):
            measured.clear()
        asked, busy = load.requests + len(env.http_requests), time.process_time()
        took = await load.run(rate, seconds)
    busy, turns = time.process_time() - busy, max(load.turns, 1)
    pids = processes_of(bot)
    most = max(load.memory, sum(memory_of(pids)))
    sound = [(await bot.app.service.read.verify(table.number)).ok for table in load.tables]
    tell(
        {
            "turns per second": round(load.turns / took, 2),
            "presses a turn": round(load.pressed / turns, 1),
            "requests a turn": round((load.requests + len(env.http_requests) - asked) / turns, 1),
            "CPU ms a turn": round(busy / turns * 1000),
            "acknowledged ms (p50, p95, p99)": parts(METRICS.answers),
            "pictures ms": parts(METRICS.pictures),
            "announced ms": parts(load.told),
            "memory MB": most,
            "processes": len(pids),
            "games over": load.over,
            "all tables verify": all(sound),
        }
    )
    await env.shutdown()
    await bot.close()


async def crowd(
    where: str, processes: int, tables: int, rate: float, seconds: float, *more: str
) -> list[dict[str, Any]]:
    """Run the load test in processes that share the tables and the rate, and return their results."""
    last: dict[int, dict[str, Any]] = defaultdict(dict)

    async def run(slot: int) -> None:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.load", "--where", where, "--slot", str(slot)),
            *("--processes", str(processes), "--tables", str(tables // processes)),
            *("--rate", str(rate / processes), "--seconds", str(seconds), *more),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        assert child.stdout is not None
        async for line in child.stdout:
            last[slot] = json.loads(line)
            sys.stdout.write(f"{slot}: {', '.join(f'{name} {value}' for name, value in last[slot].items())}\n")
            sys.stdout.flush()
        if await child.wait():
            sys.exit(f"process {slot} failed")

    await asyncio.gather(*map(run, range(processes)))
    return [last[slot] for slot in range(processes)]


def read() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="measure the whole bot under load, on the simulated Discord")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=4.0, help="turns started per second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="use a temporary PostgreSQL server, like the tests")
    parser.add_argument(
        "--lean", action="store_true", help="draw in a render worker; the simulated Discord discards old data"
    )
    parser.add_argument("--memory", type=int, default=0, help="with --lean: fail if a process needs more MB than this")
    parser.add_argument(
        "--computers", type=int, default=0, help="with --lean: number of tables with a strong computer player"
    )
    parser.add_argument("--where", default="", help=argparse.SUPPRESS)
    parser.add_argument("--slot", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.memory and not wanted.lean:
        parser.error("--memory needs --lean: otherwise the simulation takes most of it")
    if wanted.processes > 1 and not (wanted.postgres or wanted.where):
        parser.error("several processes need --postgres")
    return wanted


def main() -> None:
    """Run the load test, or run as one of its processes."""
    wanted = read()
    how = (wanted.processes, wanted.tables, wanted.rate, wanted.seconds)
    if wanted.where:
        if not (wanted.cold or wanted.lean):
            warm_up()
        address = wanted.where.startswith("postgres")
        where = read_address(wanted.where, "--where") if address else Path(wanted.where)
        asyncio.run(
            one_process(where, wanted.slot, *how, lean=wanted.lean, memory=wanted.memory, computers=wanted.computers)
        )
        return
    lean = ("--lean", "--memory", str(wanted.memory), "--computers", str(wanted.computers))
    more = lean if wanted.lean else ()
    with TemporaryDirectory() as folder:
        if wanted.postgres:
            with serving() as server:
                server.end()
                server.start(fsync="on", full_page_writes="on")
                found = asyncio.run(on_postgres(server, *how, *more))
        else:
            found = asyncio.run(crowd(str(Path(folder, "load.sqlite")), *how, *more))
    total = sum(one["turns per second"] for one in found)
    sys.stdout.write(f"{total:.1f} turns per second by {wanted.processes} process(es); target: {wanted.rate}\n")
    if not all(one["all tables verify"] for one in found):
        sys.exit("a table does not verify")
    if wanted.memory and (most := max(one["memory MB"] for one in found)) > wanted.memory:
        sys.exit(f"the bot took {most} MB, more than {wanted.memory}")


async def on_postgres(server: Any, *how: Any) -> list[dict[str, Any]]:
    """Run the load test on a new database of this server, and return the results of its processes."""
    address = await server.games()
    return await crowd(address.secret, *how)


if __name__ == "__main__":
    main()
