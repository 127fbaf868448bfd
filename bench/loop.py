"""The time for which the event loop is blocked while the boards of twenty tables are drawn, and during a scheduler run.

The scheduler also has a time limit for a run over ten thousand tables with nothing due.
"""

import asyncio
import time
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import wording
from bench import MEASURED_GAMES, Row
from bench.games import half_played
from bot.client import MiasmaBot
from bot.pictures import RENDER_WORKER, Painter
from bot.settings import Settings
from games import GAMES
from local_table.simulation import SimulatedClock
from renderer import Scene
from rules.table import Table
from rules_service import Person, Place, acts
from storage import Storage
from storage.engine import Connection
from workers.program import freeze_objects
from workers.worker import Worker

BOARDS = 20
TICK = 0.002
TABLES = 10_000
RUNS = 20
GOAL_SECONDS = 0.05  # the goal for a scheduler run with nothing due, and for each time the event loop is blocked
COPIES = """WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ? - 1)
    INSERT INTO {table} SELECT {columns} FROM {table}, more"""
T = TypeVar("T")


async def longest_block(work: Coroutine[Any, Any, T]) -> tuple[float, float, T]:
    """Return the longest block of the event loop during the work, its total time (both in seconds), and its result.

    Time taken by other processes doesn't count: the length of a block is the time that this process has worked in it.
    """
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            before, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK)
            longest = max(longest, min(time.perf_counter() - before - TICK, time.process_time() - worked))

    ticker = asyncio.create_task(tick())
    began = time.perf_counter()
    result = await work
    took = time.perf_counter() - began
    ticker.cancel()
    return longest, took, result


async def drawn(tables: list[Table], worker: Worker | None) -> tuple[float, float]:
    """Return the longest block and the total time for drawing all boards, in a render worker or (None) in threads.

    Raise RuntimeError if a board could not be drawn.
    """
    painter, names = Painter(), ["Anna", "Bob", "Cleo", "Dóra"]
    painter.worker = worker

    async def board(table: Table) -> Any:
        scene = Scene(table.view(None), names[: table.seats], words=wording.words("en"))
        return await painter.board(table.game.id, scene, GAMES[table.game.id].pictures.parts(scene.view, "tall"))

    async def boards() -> list[Any]:
        return await asyncio.gather(*map(board, tables))

    if worker is not None:
        await worker.start()
    freeze_objects()  # The bot does the same when it is ready.
    await asyncio.sleep(0.1)
    longest, took, pictures = await longest_block(boards())
    await painter.close()
    if not all(pictures):
        raise RuntimeError("a board could not be drawn")
    return longest, took


def loop() -> list[Row]:
    """Measure the longest block while boards are drawn, relative to the 50 ms that nobody notices."""
    rows: list[Row] = []
    for game_id in MEASURED_GAMES:
        tables = [half_played(game_id, f"loop {n}")[0] for n in range(BOARDS)]
        for where, worker in (("in threads", None), ("in a render worker", Worker(*RENDER_WORKER))):
            longest, took = asyncio.run(drawn(tables, worker))
            detail = f"{longest * 1000:.0f} ms; {BOARDS} boards {where} in {took:.2f} s"
            rows.append((f"{game_id}: longest event loop block / 50 ms ({detail})", longest / GOAL_SECONDS, 1.0))
    return rows


async def fill(bot: MiasmaBot) -> None:
    """Create a table whose players want no notifications, and copies of it in other channels."""
    service = bot.app.service
    service.repository.on_announce = lambda table: None  # no Discord
    people = [Person(number, f"Player {number}") for number in (1, 2)]
    info = await service.opening.open(Place(1, 7), people[0], "rattus")
    await service.act(acts.join(), info.id, people[1])
    await service.act(acts.start(), info.id, people[0])
    for person in people:
        await bot.app.storage.people.prefer(person.id, "notices", "none")

    async def work(db: Connection) -> None:
        await db.run("UPDATE announcements SET done_at = next_at")
        for table, numbers in (("tables", ("id", "channel_id")), ("moves", ("table_id",)), ("seats", ("table_id",))):
            names = [row["name"] for row in await db.rows(f"PRAGMA table_info ({table})")]
            columns = [f"{name} + n" if name in numbers else name for name in names]
            await db.run(COPIES.format(table=table, columns=", ".join(columns)), (TABLES,))

    await bot.app.storage.database.write(work)


async def swept(path: Path) -> tuple[float, float, float]:
    """Return the seconds of a run with nothing due, of the longest block when much is due, and of that whole run."""
    clock = SimulatedClock()
    bot = MiasmaBot(Settings(database=path), await Storage.open(path), clock)
    await fill(bot)
    sweep = bot.app.notifier.sweep
    await sweep()
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        await sweep()
        took.append(time.perf_counter() - began)
    clock.set(clock.now() + timedelta(days=2))
    await bot.app.storage.database.write(lambda db: db.run("UPDATE heartbeat SET at = ?", (clock.now(),)))
    longest, whole, _ = await longest_block(sweep())
    await bot.app.pictures.close()
    await bot.app.storage.close()
    return sorted(took)[RUNS // 2], longest, whole


def sweep() -> list[Row]:
    """Measure a scheduler run with nothing due, and the longest block of one with all tables due, relative to 50 ms."""
    with TemporaryDirectory() as folder:
        idle, longest, whole = asyncio.run(swept(Path(folder) / "games.sqlite"))
    block, detail = "longest event loop block in a scheduler run with all tables due", f"{longest * 1000:.0f} ms"
    return [
        (f"scheduler run over {TABLES} tables / 50 ms ({idle * 1000:.1f} ms)", idle / GOAL_SECONDS, 1.0),
        (f"{block} / 50 ms ({detail}; the run took {whole:.2f} s)", longest / GOAL_SECONDS, 1.0),
    ]
