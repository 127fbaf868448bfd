"""How long a scheduler run takes over ten thousand tables, and how long it blocks the event loop when much is due."""

import asyncio
import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import Row
from bench.loop import longest_block
from bot.client import MiasmaBot
from bot.settings import Settings
from rules_service import Person, Place, acts
from rules_service.clock import Clock
from storage import Storage
from storage.engine import Connection
from storage.records import stamp

TABLES = 10_000
RUNS = 20
GOAL_SECONDS = 0.05  # for a run with nothing due, and for each block of the loop
COPIES = """WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ? - 1)
    INSERT INTO {table} SELECT {columns} FROM {table}, more"""


class Later(Clock):
    """The real time plus an offset."""

    def __init__(self) -> None:
        self.more = timedelta()

    def now(self) -> datetime:
        """Return the current time plus the offset."""
        return super().now() + self.more


async def fill(bot: MiasmaBot) -> None:
    """Create a table whose players want no notifications, and copies of it in other channels."""
    bot.app.service.repository.on_announce = lambda table: None  # no Discord
    people = [Person(number, f"Player {number}") for number in (1, 2)]
    info = await bot.app.service.opening.open(Place(1, 7), people[0], "rattus")
    await bot.app.service.act(acts.JOIN(), info.id, people[1])
    await bot.app.service.act(acts.START(), info.id, people[0])
    for person in people:
        await bot.app.storage.people.prefer(person.id, "notices", "none")

    async def work(db: Connection) -> None:
        await db.run("UPDATE announcements SET done_at = next_at")
        for table, numbers in (("tables", ("id", "channel_id")), ("moves", ("table_id",)), ("seats", ("table_id",))):
            names = [row["name"] for row in await db.rows(f"PRAGMA table_info ({table})")]
            columns = [f"{name} + n" if name in numbers else name for name in names]
            await db.run(COPIES.format(table=table, columns=", ".join(columns)), (TABLES,))

    await bot.app.storage.database.write(work)


async def measured(path: Path) -> tuple[float, float, float]:
    """Return seconds: a run with nothing due; the longest block of the loop when much is due; the whole of that run."""
    clock = Later()
    bot = MiasmaBot(Settings(database=path), await Storage.open(path), clock)
    await fill(bot)
    sweep = bot.app.notifier.sweep
    await sweep()
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        await sweep()
        took.append(time.perf_counter() - began)
    clock.more = timedelta(days=2)

    async def alive(db: Connection) -> None:
        await db.run("UPDATE heartbeat SET at = ?", (stamp(clock.now()),))

    await bot.app.storage.database.write(alive)
    longest, whole, _ = await longest_block(sweep())
    await bot.app.pictures.close()
    await bot.app.storage.close()
    return sorted(took)[RUNS // 2], longest, whole


def sweep() -> list[Row]:
    """Measure both times as shares of 50 ms."""
    with TemporaryDirectory() as folder:
        idle, longest, whole = asyncio.run(measured(Path(folder) / "games.sqlite"))
    return [
        (f"scheduler run over {TABLES} tables / 50 ms ({idle * 1000:.1f} ms)", idle / GOAL_SECONDS, 1.0),
        (
            f"longest event loop block in a scheduler run with all tables due / 50 ms ({longest * 1000:.0f} ms;"
            f" the run took {whole:.2f} s)",
            longest / GOAL_SECONDS,
            1.0,
        ),
    ]
