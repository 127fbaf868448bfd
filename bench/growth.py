"""The growth of a press's CPU time with the number of the bot's tables, and with the length of a game's log."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import Row
from bench.loop import COPIES
from local_table.simulation import SimulatedClock
from rules_service import Person, Place, RulesService, acts
from storage import Storage
from storage.engine import Connection

TABLES, RUNS, PRESSES = 10_000, 25, 10
SHORT, LONG = 50, 1_000  # numbers of log lines
FLAT = 1.3  # the largest ratio that counts as no growth; two runs of the same work differ by up to 1.2
PEOPLE = [Person(number, f"Player {number}") for number in (1, 2)]
HERE = Place(1, 7)


async def open_game(service: RulesService, place: Place = HERE) -> int:
    """Start a game of Rattus. Return the id of its table."""
    info = await service.opening.open(place, PEOPLE[0], "rattus")
    await service.act(acts.join(), info.id, PEOPLE[1])
    await service.act(acts.start(), info.id, PEOPLE[0])
    return info.id


async def press(service: RulesService, table: int) -> None:
    """Make the first legal move and undo it, which adds two lines to the log."""
    snapshot = await service.read.snapshot(table)
    turn = snapshot.table.due()[0]
    who = snapshot.info.seats[turn.seat].user_id or 0
    await service.play.move(table, who, turn.moves[0])
    await service.play.undo(table, who)


async def least_seconds(*works: Callable[[], Awaitable[object]]) -> list[float]:
    """Return each function's CPU seconds per press in its fastest run, which other work disturbs least.

    The functions are measured in turn, so that each has its share of the quiet moments.
    """
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS):
        for work, seconds in zip(works, taken, strict=True):
            began = time.process_time()
            for _ in range(PRESSES):
                await work()
            seconds.append(time.process_time() - began)
    return [min(seconds) / PRESSES for seconds in taken]


async def add_copies(storage: Storage, table: int) -> None:
    """Add copies of a table in other channels and on other servers, with other people."""

    async def work(db: Connection) -> None:
        await db.run("UPDATE announcements SET done_at = next_at")
        names = [row["name"] for row in await db.rows("PRAGMA table_info (players)")]
        columns = ["id + 2 * n" if name == "id" else "user_id + 2 * n" if name == "user_id" else name for name in names]
        await db.run(COPIES.format(table="players", columns=", ".join(columns)), (TABLES,))
        changed = {"channel_id": "+ n", "guild_id": "+ n", "table_id": "+ n", "player": "+ 2 * n", "host": "+ 2 * n"}
        for name in ("tables", "moves", "seats"):
            rows = await db.rows(f"PRAGMA table_info ({name})")
            own = {"id": "+ n", **changed} if name == "tables" else changed
            columns = [f"{row['name']} {own.get(row['name'], '')}" for row in rows]
            await db.run(COPIES.format(table=name, columns=", ".join(columns)), (TABLES,))

    await storage.database.write(work)


def kinds_of_press(service: RulesService, table: int) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return a function for each request to measure, by name: presses, commands and a scheduler run."""
    return {
        "a move and its undo": lambda: press(service, table),
        "/mygames and the tables offered while typing": lambda: service.read.my_tables(PEOPLE[0].id),
        "/table list": lambda: service.read.tables_at(HERE, 10),
        "a scheduler run with nothing due": lambda: service.see_to(100),
    }


async def with_tables(folder: Path) -> list[tuple[str, float]]:
    """Return the cost of each kind of press with many tables, relative to its cost with one."""
    async with (
        await Storage.open(folder / "one.sqlite") as one,
        await Storage.open(folder / "many.sqlite") as many,
    ):
        kinds = []
        for storage in (one, many):
            service = RulesService(storage, SimulatedClock())
            table = await open_game(service)
            if storage is many:
                await add_copies(storage, table)
            await service.see_to(100)
            kinds.append(kinds_of_press(service, table))
        found = []
        for what in kinds[0]:
            of_one, of_many = await least_seconds(*(kind[what] for kind in kinds))
            found.append((what, of_many / of_one))
        return found


async def with_lines(path: Path) -> tuple[float, float]:
    """Return costs with a long log relative to a short one: of a move and its undo, and of loading per line."""
    async with await Storage.open(path) as storage:
        service = RulesService(storage, SimulatedClock())
        tables = {lines: await open_game(service, Place(lines, 7)) for lines in (SHORT, LONG)}
        for lines, table in tables.items():
            for _ in range(lines // 2):
                await press(service, table)

        async def load(table: int) -> None:
            await RulesService(storage, SimulatedClock()).read.snapshot(table)

        short, long = await least_seconds(*(partial(press, service, table) for table in tables.values()))
        cold_short, cold_long = await least_seconds(*(partial(load, table) for table in tables.values()))
        return long / short, cold_long / LONG / (cold_short / SHORT)


def growth() -> list[Row]:
    """Measure the costs that must not grow with the number of tables or the length of a log."""
    with TemporaryDirectory() as folder:
        found = asyncio.run(with_tables(Path(folder)))
        warm, cold = asyncio.run(with_lines(Path(folder) / "lines.sqlite"))
    rows = [(f"CPU of {what}: {TABLES} tables, of that with one", ratio, FLAT) for what, ratio in found]
    what = f"{LONG} lines of the log, of that with {SHORT}"
    return [
        *rows,
        # Half of these lines are undos, many more than people make. The lines hidden from a seat are read each time.
        (f"CPU of a move and its undo: {what}", warm, 1.6),
        (f"CPU of loading a game, for each line: {what}", cold, FLAT),
    ]
