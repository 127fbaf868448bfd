"""Kill -9 at any moment: no acknowledged click is lost, repeated or left unannounced."""

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules import GAMES
from rules.game import due_seats
from rules.table import Table
from rules_service import RulesService
from rules_service.clock import Clock
from rules_service.loaded import MOVES
from storage import LogRow, Storage, TableRow

CHILD = Path(__file__).with_name("kill_child.py")
ROOT = Path(__file__).parents[2]
FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
KILLS = 12
CLICKS = 40  # Maximum clicks of one process; each takes some milliseconds.
LIMIT = 300.0  # Seconds within which a process has certainly ended.


@dataclass
class Heard:
    """What players and channels know of all processes of the bot."""

    tried: set[int] = field(default_factory=set)
    acknowledged: set[int] = field(default_factory=set)
    numbers: dict[int, int] = field(default_factory=dict)  # The highest acknowledged log number of each table.
    telling: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)

    def hear(self, line: str) -> None:
        kind, *rest = line.split()
        numbers = [int(word) for word in rest]
        match kind, numbers:
            case "try", [click]:
                self.tried.add(click)
            case "ack", [click, table, number]:
                self.acknowledged.add(click)
                self.numbers[table] = max(number, self.numbers.get(table, 0))
            case "telling", [announcement]:
                self.telling.add(announcement)
            case "told", [announcement]:
                self.told.add(announcement)


@pytest.fixture
async def lives() -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the process that forks one bot after the other, so that imports run only once."""
    mother = await asyncio.create_subprocess_exec(
        *(sys.executable, str(CHILD)),
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    yield mother
    os.killpg(mother.pid, signal.SIGKILL)
    await mother.communicate()


async def live_and_die(lives: asyncio.subprocess.Process, path: Path, heard: Heard, clicks: int, moment: float) -> None:
    """Start a process, kill it `moment` seconds after this many clicks, and record all its output."""
    assert lives.stdin is not None
    lives.stdin.write(f"{path} {max(heard.tried, default=0)}\n".encode())
    said: list[bytes] = []

    def found(what: bytes) -> list[bytes]:
        return [line for line in said if line.startswith(what)]

    async def listen() -> None:
        assert lives.stdout is not None
        said.append(await lives.stdout.readline())
        assert said[-1], "nobody is there to bear a life"

    async with asyncio.timeout(LIMIT):
        while not found(b"born") or len(said) < 2 or len(found(b"ack")) < clicks:
            await listen()
            assert not found(b"dead"), "the life ended by itself"
        await asyncio.sleep(moment)
        os.kill(int(found(b"born")[0].split()[1]), signal.SIGKILL)
        while not found(b"dead"):
            await listen()
    assert said[-1] == b"dead -9\n", "the life ended by itself"
    for line in said:
        heard.hear(line.decode())


def actions(lines: list[LogRow]) -> list[tuple[LogRow, int]]:
    """Return the line that says what each accepted click did, and the number of the last line it added."""
    found: list[tuple[LogRow, int]] = []
    for line in lines:
        if line.kind in ("host", "cancel"):
            found[-1] = (found[-1][0], line.number)
        elif line.kind != "seat":
            found.append((line, line.number))
    return found


def must_be_announced(row: TableRow, lines: list[LogRow]) -> set[int]:
    """Return the log numbers to announce in the channel, found by replaying the game."""
    if row.started is None:
        return {last for _, last in actions(lines)}
    numbers = set()
    table = Table(GAMES[row.game], len(row.seats), row.seed, {"confirm": "on"})
    for line, last in actions(lines):
        if line.kind not in MOVES:
            numbers.add(last)
            continue
        assert line.seat is not None
        before, free = due_seats(table.state), table.undoable(line.seat)
        if line.kind == "undo":
            table.undo(line.seat, int(line.text))
        else:
            table.play(line.seat, line.text)
            if table.over or due_seats(table.state) != before or table.undoable(line.seat) <= free:
                numbers.add(last)
        assert table.digest == line.digest
    return numbers


async def examine(path: Path, heard: Heard) -> int:
    """Open the file as the next process would and compare it with the recorded output. Return the number of lines."""
    async with await Storage.open(path) as storage:
        service = RulesService(storage, Clock())
        with closing(sqlite3.connect(path)) as past:
            accepted = {click for (click,) in past.execute("SELECT id FROM interactions")}
            announced = past.execute("SELECT id, table_id, number, done_at FROM announcements").fetchall()
            tables = [table for (table,) in past.execute("SELECT id FROM tables")]
        assert heard.acknowledged <= accepted <= heard.tried
        assert len(accepted - heard.acknowledged) <= KILLS, "at most the click in hand is unknown"
        waiting = {announcement.id for announcement in await storage.outbox.pending(FOREVER)}
        done = {announcement for announcement, _, _, done_at in announced if done_at is not None}
        assert heard.told <= done <= heard.telling
        assert waiting == {announcement for announcement, _, _, _ in announced} - done
        total = done_by_clicks = 0
        for table in tables:
            row, lines = await storage.tables.get(table), await storage.tables.log(table)
            assert row is not None
            assert [line.number for line in lines] == list(range(1, row.number + 1))
            assert row.number >= heard.numbers.get(table, 0)
            assert {number for _, at, number, _ in announced if at == table} == must_be_announced(row, lines)
            assert (await service.read.verify(table)).ok
            if row.started is not None:
                snapshot = await service.read.snapshot(table)
                assert snapshot.info.due == tuple(due_seats(snapshot.table.state) if row.status == "running" else ())
                assert (row.status == "over") == snapshot.table.over
            done_by_clicks += len(actions(lines))
            total += len(lines)
        assert done_by_clicks == len(accepted), "every accepted click did one thing, once"
        return total


@pytest.mark.deep(one_in=4)
async def test_killed_at_any_moment_of_play(lives: asyncio.subprocess.Process, tmp_path: Path) -> None:
    path = tmp_path / "miasma.sqlite"
    chance = random.Random(1347)
    heard = Heard()
    lines = 0
    for _ in range(KILLS):
        await live_and_die(lives, path, heard, chance.randrange(CLICKS), chance.uniform(0.0, 0.02))
        now = await examine(path, heard)
        assert now >= lines
        lines = now
    assert len(heard.acknowledged) > 50
    assert heard.told


MAKE = """
import itertools, pathlib, sys
from storage.sqlite.file import prepare
for number in itertools.count():
    print(number, flush=True)
    prepare(pathlib.Path(sys.argv[1], f"{number}.sqlite")).close()
"""


@pytest.mark.deep(one_in=4)
async def test_killed_while_a_file_is_made(tmp_path: Path) -> None:
    chance = random.Random(1348)
    for life in range(5):
        folder = tmp_path / str(life)
        folder.mkdir()
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", MAKE, str(folder)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None
        await child.stdout.readline()
        await asyncio.sleep(chance.uniform(0.0, 0.1))
        child.kill()
        last = int((b"0\n" + await child.stdout.read()).split()[-1])
        await child.wait()
        for number in range(last + 1):
            async with await Storage.open(folder / f"{number}.sqlite") as storage:
                assert await storage.tables.open_ids() == []
