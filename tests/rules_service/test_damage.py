"""Flipped bits in a file lead to an error about the file or the table, never to an unforeseen one."""

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules_service import Place, RulesService, acts
from rules_service.errors import DamagedGame
from storage import Damaged, DatabaseError, Storage
from storage.sqlite import file
from tests.rules_service.house import ANNA, BEN, CARA, HERE, House, StillClock
from tests.rules_service.toy import TOY

FLIPS, AT_ONCE = 80, 8
LONG = "Anna the Long" * 900  # It overflows onto pages of its own.
HEADER = 100  # bytes


@pytest.fixture
async def healthy(tmp_path: Path) -> Path:
    """Make a file with games that are running, over, and not started."""
    path = tmp_path / "healthy.sqlite"
    clock = StillClock()
    async with await Storage.open(path) as storage:
        house = House(storage, RulesService(storage, clock, {"toy": TOY}), clock)
        for channel in (1, 2):
            snapshot = await house.running((ANNA, BEN, CARA), Place(channel, 7))
            await house.play(snapshot.info.id, ANNA, "walk 1", "walk 2", "look", "end")
            await house.play(snapshot.info.id, BEN, "walk 3")
            await house.service.play.undo(snapshot.info.id, BEN.id)
            await house.play(snapshot.info.id, BEN, "walk 2", "end")
        await house.lobby((ANNA, BEN), HERE)
        await storage.people.meet(ANNA.id, LONG)
        await storage.people.prefer(ANNA.id, "wide", "yes")
    assert not path.with_name(path.name + "-wal").exists()
    return path


def flipped(healthy: Path, chance: random.Random, number: int) -> Path:
    """Return a copy with one bit flipped.

    Sometimes in the header or the schema's page, otherwise in any non-zero byte.
    """
    data = bytearray(healthy.read_bytes())
    last = (HEADER, 4096, len(data))[min(number % 5, 2)]
    places = range(HEADER) if last == HEADER else filled(bytes(data[:last]))
    data[chance.choice(places)] ^= 1 << chance.randrange(8)
    path = healthy.with_name(f"flipped-{number}.sqlite")
    path.write_bytes(data)
    return path


@lru_cache(maxsize=2)
def filled(data: bytes) -> list[int]:
    """Return the positions of the bytes that are not zero."""
    return [at for at, byte in enumerate(data) if byte]


async def use(path: Path) -> Counter[str]:
    """Use every table in every way. Return how often each outcome occurred; only foreseen errors may end an attempt."""
    ends: Counter[str] = Counter()

    async def attempt(what: Awaitable[object]) -> None:
        try:
            await what
        except (RulesError, DatabaseError) as foreseen:
            ends[type(foreseen).__name__] += 1
        else:
            ends["done"] += 1

    try:
        storage = await Storage.open(path)
    except DatabaseError as refused:
        why = str(refused)
        return Counter(refused=int("igration" in why or why.startswith(str(path))))
    async with storage:
        service = RulesService(storage, clock := StillClock(), {"toy": TOY})
        for table in (1, 2, 3):
            await attempt(service.read.info(table))
            await attempt(service.read.snapshot(table))
            await attempt(service.read.snapshot(table, 6))
            await attempt(storage.tables.log(table))
            await attempt(service.play.move(table, BEN.id, "walk 1", interaction=table))
            await attempt(service.play.move(table, CARA.id, "walk 1", interaction=table + 10))
            await attempt(service.play.undo(table, CARA.id))
            await attempt(service.act(acts.leave(), table, BEN))
            await attempt(service.act(acts.join(), table, BEN))
            await attempt(storage.outbox.pending(clock.now(), table))
            await attempt(storage.outbox.posts(table))
        await attempt(service.read.tables_at(HERE, 20))
        await attempt(service.read.table_in(1))
        await attempt(service.read.my_tables(ANNA.id))
        await attempt(storage.people.preferences(ANNA.id))
        await attempt(storage.outbox.due_tables(clock.now(), 9))
        await attempt(storage.database.checkpoint())
        await attempt(verdicts(service))
    return ends


async def use_all(healthy: Path, chance: random.Random) -> Counter[str]:
    """Use many flipped copies, several at a time, because most of the time is spent waiting for the disk."""
    ends: Counter[str] = Counter()
    for first in range(0, FLIPS, AT_ONCE):
        paths = [flipped(healthy, chance, number) for number in range(first, first + AT_ONCE)]
        for found in await asyncio.gather(*map(use, paths)):
            ends += found
    return ends


async def verdicts(service: RulesService) -> dict[int, str]:
    return {verdict.table_id: verdict.why async for verdict in service.read.verify_all()}


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("examined", [True, False], ids=["starting", "running"])
async def test_whatever_bit_flips_ends_in_a_sentence(
    healthy: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, examined: bool
) -> None:
    """While the bot runs nobody looks at the whole file: it was checked when it was opened."""
    if not examined:
        monkeypatch.setattr(file, "examine", lambda path: None)
    ends = await use_all(healthy, random.Random(1347 if examined else 1348))
    assert "Traceback" not in caplog.text
    if examined:
        assert ends["refused"] > FLIPS / 10
        assert ends["done"] > FLIPS
    else:
        assert ends["Damaged"]
        assert ends["DamagedGame"] > 20


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE moves SET text = CAST(x'77ff616c6b' AS TEXT) WHERE table_id = 2 AND kind = 'move'",
        "UPDATE moves SET at = 9223372036854775807 WHERE table_id = 2",
        "UPDATE moves SET at = NULL WHERE table_id = 2",
        "UPDATE moves SET text = NULL WHERE table_id = 2",
        "UPDATE moves SET text = CAST('walk 1' AS BLOB) WHERE table_id = 2 AND kind = 'move'",
        "UPDATE moves SET number = number + 100 WHERE table_id = 2 AND number > 7",
        "UPDATE tables SET options = '{' WHERE id = 2",
        "UPDATE tables SET options = '[1]' WHERE id = 2",
        "UPDATE tables SET options = CAST(x'7bff7d' AS TEXT) WHERE id = 2",
        "UPDATE tables SET number = 'x' WHERE id = 2",
        "UPDATE tables SET started = NULL WHERE id = 2",
        "UPDATE tables SET started = 'x' WHERE id = 2",
        "UPDATE tables SET game = 'tag' WHERE id = 2",
        "UPDATE seats SET seat = seat + 5 WHERE table_id = 2",
    ],
)
async def test_what_makes_no_sense_is_the_matter_of_its_table_alone(
    healthy: Path, change: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    loosen(healthy)
    with closing(sqlite3.connect(healthy)) as database:
        database.execute(change)
        database.commit()
    monkeypatch.setattr(file, "examine", lambda path: None)
    async with await Storage.open(healthy) as storage:
        service = RulesService(storage, StillClock(), {"toy": TOY})
        found = await verdicts(service)
        assert found[2]
        assert not found[1]
        assert (await service.play.move(1, CARA.id, "walk 1")).number
        with pytest.raises(RulesError):
            await service.play.move(2, CARA.id, "walk 1")
        for listed in ((await service.read.tables_at(HERE, 20))[0], await service.read.my_tables(ANNA.id)):
            assert {info.id for info in listed} >= {1, 3}
    assert "Traceback" not in caplog.text


def loosen(path: Path) -> None:
    """Make the tables accept anything a damaged file may contain.

    No types, constraints or protection against changes.
    """
    with closing(sqlite3.connect(path)) as database:
        for trigger in ("moves_are_not_changed", "moves_are_not_deleted"):
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_master"
            " SET sql = replace(replace(replace(sql, 'STRICT, ', ''), ') STRICT', ')'), ' NOT NULL', '')"
            " WHERE type = 'table' AND name IN ('moves', 'tables', 'seats')"
        )
        database.commit()


async def test_a_damaged_file_tells_nothing_of_what_it_holds(healthy: Path) -> None:
    with closing(sqlite3.connect(healthy)) as database:
        [seed] = database.execute("SELECT seed FROM tables WHERE id = 2").fetchone()
        spoiled = seed[:20].encode() + b"\xff"
        database.execute("UPDATE tables SET seed = CAST(? AS TEXT) WHERE id = 2", (spoiled,))
        database.commit()
    async with await Storage.open(healthy) as storage:
        with pytest.raises(Damaged) as damaged:
            await storage.tables.get(2)
        assert seed[:8] not in str(damaged.value)
        assert damaged.value.__cause__ is None
        with pytest.raises(DamagedGame):
            await RulesService(storage, StillClock(), {"toy": TOY}).read.snapshot(2)
