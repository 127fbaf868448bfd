"""Whole bots in separate processes, as a host starts them, with one PostgreSQL server and one simulated Discord."""

import asyncio
import random
import shutil
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from local_table import simulation
from rules_service import RulesService, TableInfo
from rules_service.clock import Clock
from storage import Address, Storage
from storage.engine import Connection
from tests.bot import cold
from tests.bot.processes.served import API, SOON, TOKEN, Bot, Hold, Served, answered, has_answer, presses, until
from tests.packages import PACKAGES, ROOT

pytestmark = pytest.mark.deep


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the code as a host gets it, plus Python's compiled files, so that bots start faster."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / "clone" / package, ignore=shutil.ignore_patterns("*.pyc.*"))
    for file in ("Procfile", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / "clone" / file)
    return tmp_path / "clone"


@pytest.fixture
def way(tmp_path: Path) -> Path:
    """Return the folder whose code redirects a process to the simulated Discord and records the files it writes."""
    return shutil.copytree(Path(__file__).with_name("way"), tmp_path / "way")


def files(folder: Path) -> dict[str, int]:
    """Return every file below a folder with its modification time, except Python's compiled files."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in found}


async def test_q44_a_fresh_clone_with_an_address_and_a_token_is_on_discord_and_writes_nothing(
    clone: Path, way: Path, address: Address, tmp_path: Path
) -> None:
    """Q2, Q44: a fresh clone starts with the Procfile's command. A refused token is reported in one sentence."""
    home = tmp_path / "home"
    home.mkdir()
    before = files(clone)
    async with Served(1).open() as served:
        environment = {
            "DATABASE_URL": address.secret, "HOME": str(home), "TMPDIR": str(home), "DISCORD_AT": served.at + API,
        }  # fmt: skip
        refused = await Bot.start(clone, way, DISCORD_TOKEN="no.such.token", DRAW=cold.DRAW, **environment)
        assert await refused.end(None) == 1
        assert refused.said[-1] == "Discord rejected DISCORD_TOKEN. Copy the token again from the developer portal."
        bot = await Bot.start(clone, way, DISCORD_TOKEN=TOKEN, **environment)
        await bot.says("in 1 servers")
        assert await answered(served.command(0, "table", "open", game="rattus"))
        assert await until(lambda: served.newest(0))
        assert await bot.end() == 0
        assert not served.refused
    frightening = ("Traceback", "hush", "voice")
    assert not [line for line in refused.said + bot.said if any(word in line for word in frightening)]
    assert files(clone) == before
    assert not files(home)
    assert not (way / "written").exists(), (way / "written").read_text()


class Host:
    """Starts processes that share the work, and checks the games."""

    def __init__(self, served: Served, storage: Storage, clone: Path, way: Path, address: Address) -> None:
        self.served, self.storage, self.service = served, storage, RulesService(storage, Clock())
        self.chance = random.Random(1347)
        self.bots: list[Bot] = []
        self._start = clone, way
        self._environment = {
            "DATABASE_URL": address.secret, "DISCORD_TOKEN": TOKEN, "MIASMA_PROCESSES": str(served.shards),
            "DISCORD_AT": served.at + API, "DRAW": cold.DRAW,
        }  # fmt: skip

    async def start(self, says: str) -> Bot:
        """Start another process, and wait until it prints this text."""
        self.bots.append(await Bot.start(*self._start, **self._environment))
        await self.bots[-1].says(says)
        return self.bots[-1]

    def of(self, shard: int) -> Bot:
        """Return the process that now serves a shard."""
        return next(
            bot
            for bot in self.bots
            if bot.process.returncode is None
            and any(f"acquired slot {shard} of {self.served.shards}" in line for line in bot.said)
        )

    async def table(self, shard: int) -> TableInfo:
        """Return the table of a shard's channel."""
        found = [
            await self.service.read.info(table) for table in await self.service.repository.storage.tables.open_ids()
        ]
        return next(info for info in found if info.place.channel_id == self.served.channels[shard][1].id)

    async def begin(self, shard: int) -> None:
        """Let two people open a table in the shard's channel and start it."""
        first, second = (person.id for person in self.served.people[:2])
        assert await answered(self.served.command(shard, "table", "open", game="rattus"))
        for who, action in ((second, "join"), (first, "start")):
            message, [button, *_] = await self.served.offered(shard, action)
            assert await answered(self.served.press(shard, who, message, *button))
        await self.served.offered(shard, "turn")

    async def due(self, shard: int) -> int:
        """Return the user id of the player whose turn it is at the shard's table."""
        info = await self.table(shard)
        who = info.seats[info.due[0]].user_id
        assert who is not None
        return who

    async def open_panel(self, shard: int) -> int:
        """Open the turn panel of the shard's table as the player whose turn it is, and return their user id."""
        who = await self.due(shard)
        message, [button, *_] = await self.served.offered(shard, "turn")
        assert await answered(self.served.press(shard, who, message, *button))
        await self.served.offered(shard, "pick", who)
        return who

    async def play(self, shard: int, who: int) -> None:
        """Press this person's buttons until the turn has ended and been posted."""
        before, hold = self.served.newest(shard), self.served.hold
        while (panel := self.served.newest(shard, who)) and (found := presses(panel, "pick")):
            record = self.served.press(shard, who, panel, *self.chance.choice(found))
            await until(lambda: has_answer(record) or (hold and hold.reached.is_set()))  # noqa: B023 - at once
            if not has_answer(record):
                break
        await until(lambda: self.served.newest(shard) is not before)

    async def everything_is_told(self) -> None:
        """Wait for pending posts. Check that each is in its channel exactly once, and that every game replays."""
        async with asyncio.timeout(SOON):
            while (await self.storage.outbox.waiting())[0]:
                await asyncio.sleep(0.05)
        for shard in range(self.served.shards):
            info = await self.table(shard)
            known = {post.message_id: post.number for post in await self.storage.outbox.posts(info.id, live=False)}
            there = [post.id for post in self.served.posts(shard)]
            assert sorted(there) == sorted(known), "every post is noted"
            assert len(set(known.values())) == len(known), "nothing is told twice"
            assert (await self.service.read.verify(info.id)).ok

    async def lease_runs_out(self) -> None:
        """Let all leases on channels expire, as they do some time after a process was killed."""

        async def work(db: Connection) -> None:
            await db.run("UPDATE claims SET until = 0")

        await self.storage.database.write(work)

    async def end(self) -> None:
        """Stop every running process, and check that none logged an error."""
        for bot in self.bots:
            if bot.process.returncode is None:
                assert await bot.end() == 0
        assert not self.served.refused
        assert not [line for bot in self.bots for line in bot.said if "Traceback" in line or "ERROR" in line]


@pytest.fixture
async def host(request: pytest.FixtureRequest, clone: Path, way: Path, address: Address) -> AsyncIterator[Host]:
    """Yield a host with a Discord of two shards, or as many as the test asks for. Kill its processes at the end."""
    async with Served(getattr(request, "param", 2)).open() as served, await Storage.open(address) as storage:
        host = Host(served, storage, clone, way, address)
        yield host
        for bot in host.bots:
            if bot.process.returncode is None:
                bot.process.kill()


async def test_two_processes_and_a_spare_one_play_on_through_a_kill_and_a_deploy(host: Host) -> None:
    """Q27, Q29, Q35: each process serves its own servers, and its successor continues where it was interrupted."""
    served = host.served
    await asyncio.gather(host.start("in 1 servers"), host.start("in 1 servers"))
    assert sorted(shard for _, shard in served.identified) == [0, 1]
    spare = await host.start("all 2 slots are taken")
    await asyncio.gather(host.begin(0), host.begin(1))
    first, second = await asyncio.gather(host.open_panel(0), host.open_panel(1))
    await host.play(0, first)

    killed = host.of(1)
    await killed.end(signal.SIGKILL)
    await spare.says("in 1 servers")
    assert host.of(1) is spare
    assert [shard for _, shard in served.identified[2:]] == [1]
    await host.play(1, second)

    assert await host.of(0).end() == 0
    await host.start("in 1 servers")
    assert [shard for _, shard in served.identified[3:]] == [0]
    for shard in (0, 1):
        await host.play(shard, await host.open_panel(shard))
    await host.everything_is_told()
    await host.end()


@pytest.mark.parametrize("host", [1], indirect=True)
async def test_bots_that_are_killed_while_they_post(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q26: the next process makes sure that the post exists exactly once, whether or not Discord already has it."""
    served = host.served
    # Simulate a restart so late that Discord's nonce no longer prevents a second post.
    monkeypatch.setattr(simulation, "NONCE_LIFETIME", timedelta(0))
    bot = await host.start("in 1 servers")
    await host.begin(0)
    channel = served.channels[0][1].id
    for done in (False, True):
        who = await host.open_panel(0)
        before = len(served.posts(0))
        served.hold = Hold("POST", f"/channels/{channel}/messages", done=done)
        playing = asyncio.create_task(host.play(0, who))
        await until(served.hold.reached.is_set)
        await bot.end(signal.SIGKILL)
        assert len(served.posts(0)) == before + done
        served.hold = None
        await host.lease_runs_out()
        bot = await host.start("in 1 servers")
        await playing
        await host.everything_is_told()
        assert len(served.posts(0)) == before + 1
        await host.play(0, await host.open_panel(0))
        await host.everything_is_told()
    await host.end()
