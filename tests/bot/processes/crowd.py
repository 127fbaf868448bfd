"""Several processes on one database, killed and disconnected while the server restarts, seen from outside."""

import asyncio
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import asyncpg

from rules_service import RulesService
from rules_service.clock import Clock
from storage import Address, Storage
from tests.storage.postgres.proxy import Proxy
from tests.storage.postgres.server import Server

CHILD, ROOT = Path(__file__).with_name("child.py"), Path(__file__).parents[3]
LEASE = 1.0  # seconds
LIVES = 10_000_000  # maximum clicks per process lifetime
DURABLE = {"fsync": "on", "full_page_writes": "on"}
HOW = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)  # a fast shutdown, an immediate one, and a power failure


@dataclass
class Heard:
    """What the outside world knows of all processes and all their lifetimes."""

    here: int = 0  # lifetimes begun
    tried: set[int] = field(default_factory=set)
    acknowledged: set[int] = field(default_factory=set)
    unknown: set[int] = field(default_factory=set)
    numbers: Counter[int] = field(default_factory=Counter)  # each table's highest acknowledged log number
    telling: Counter[int] = field(default_factory=Counter)
    claims: Counter[int] = field(default_factory=Counter)  # by table: claims with unknown outcome
    told: Counter[int] = field(default_factory=Counter)

    def hear(self, line: str) -> None:
        kind, *rest = line.split()
        match kind, rest:
            case "here", []:
                self.here += 1
            case "try", [click]:
                self.tried.add(int(click))
            case "ack", [click, table, number]:
                self.acknowledged.add(int(click))
                self.numbers[int(table)] = max(int(number), self.numbers[int(table)])
            case "lost", [click]:
                self.unknown.add(int(click))
            case "claiming", [table]:
                self.claims[int(table)] += 1
            case "claimed", [table]:
                self.claims[int(table)] -= 1
            case "telling", [one]:
                self.telling[int(one)] += 1
            case "told", [one]:
                self.told[int(one)] += 1


class Crowd:
    """Processes that run the code of these folders, share the tables and reach the server through a proxy."""

    def __init__(self, server: Server, way: Proxy, code: Sequence[Path], tables: int, chance: random.Random) -> None:
        self.server, self.way, self.code, self.tables, self.chance = server, way, code, tables, chance
        self.cuts = (self.cut_by_the_server, self.cut, self.lose_what_is_on_its_way)
        self.heard = Heard()
        self.kills = 0
        self._lives = 0
        self._processes: list[asyncio.subprocess.Process | None] = [None] * len(code)
        self._listening: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start every process that is not running."""
        for place, process in enumerate(self._processes):
            if process is None:
                self._lives += 1
                made = await asyncio.create_subprocess_exec(
                    *(sys.executable, str(CHILD), self.way.address.secret, str(self._lives * LIVES)),
                    *(str(self.tables), str(LEASE)), cwd=self.code[place], env={"PYTHONPATH": str(self.code[place])},
                    stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
                self._processes[place] = made
                self._listening.append(asyncio.create_task(self._listen(made)))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if line.endswith(b"\n"):
                self.heard.hear(line.decode())

    async def kill(self, places: Sequence[int]) -> None:
        """Kill these processes with SIGKILL."""
        for place in places:
            process = self._processes[place]
            assert process.returncode is None, "a process ended by itself"
            process.kill()
            await process.wait()
            self._processes[place] = None
            self.kills += 1

    async def kill_one(self) -> None:
        """Kill one process, then wait until its successor is about to connect."""
        wanted = self._lives + 1
        await self.kill([self.chance.randrange(len(self._processes))])
        await self.begin()
        while self.heard.here < wanted:
            await asyncio.sleep(0.005)

    async def cut_by_the_server(self) -> None:
        """Let the server end all connections, as its operator may."""
        await self.server.do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'miasma%'"
        )

    async def cut(self) -> None:
        """Cut all connections."""
        self.way.cut()

    async def lose_what_is_on_its_way(self) -> None:
        """Stop the network for a while, so that data in flight both ways is lost with the connections."""
        self.way.open.clear()
        await asyncio.sleep(0.5)
        await self.cut()
        self.way.open.set()

    async def restart(self, how: signal.Signals) -> None:
        """Stop the server and start it again."""
        await asyncio.to_thread(self.server.end, how)
        await asyncio.to_thread(self.server.start, **DURABLE)

    async def until(self, more: int, patience: float) -> None:
        """Wait until this many more clicks are answered."""
        wanted, end = len(self.heard.acknowledged) + more, time.monotonic() + patience
        while len(self.heard.acknowledged) < wanted:
            assert time.monotonic() < end, "nothing goes on any more"
            await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Kill all processes, and read the rest of their output."""
        await self.kill([place for place, process in enumerate(self._processes) if process is not None])
        await asyncio.gather(*self._listening)


async def examine(address: Address, heard: Heard, kills: int) -> int:
    """Compare what is stored with what was heard, and send what is left. Return the number of log lines."""
    connection = await asyncpg.connect(address.secret)
    accepted = {click for [click] in await connection.fetch("SELECT id FROM interactions")}
    tables = [table for [table] in await connection.fetch("SELECT id FROM tables")]
    assert heard.acknowledged <= accepted <= heard.tried, "nothing that was answered is lost"
    assert len(accepted - heard.acknowledged - heard.unknown) <= kills, "at most the click in hand is unknown"
    lines = 0
    async with await Storage.open(address) as storage:
        service = RulesService(storage, Clock())
        for table in tables:
            row, log = await storage.tables.get(table), await storage.tables.log(table)
            assert [line.number for line in log] == list(range(1, row.number + 1)), "no gap, nothing doubled"
            assert row.number >= heard.numbers[table]
            assert (await service.read.verify(table)).ok
            lines += len(log)
        assert max(heard.telling.values()) == 1, "sent for the first time by two"
        assert max(heard.told.values()) == 1, "told twice"
        await asyncio.sleep(LEASE)
        for table in await storage.outbox.due_tables(Clock().now() + timedelta(days=1), 10_000):
            now = Clock().now()
            while claim := await storage.outbox.claim(table, now, now + timedelta(minutes=2), now + timedelta(days=9)):
                for one in claim.waiting:
                    assert one.tried or not heard.telling[one.id], "what was sent is looked for"
                    assert heard.telling[one.id] or not one.tried or heard.claims[table], "and nothing else"
                await storage.outbox.done([one.id for one in claim.waiting], now, claim=claim)
    assert await connection.fetchval("SELECT count(*) FROM announcements WHERE done_at IS NULL") == 0
    assert await connection.fetchval("SELECT count(*) FROM claims") == 0
    await connection.close()
    return lines
