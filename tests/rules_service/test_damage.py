import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules_service import Place, RulesService
from rules_service.errors import DamagedGame
from storage import Damaged, Storage
from storage.sqlite import file
from tests.rules_service.house import ANNA, BEN, CARA, HERE, House, StillClock
from tests.rules_service.toy import TOY


@pytest.fixture
async def healthy(tmp_path: Path) -> Path:
    """Create a database with two running games and a lobby. Return its path."""
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
    return path


async def verdicts(service: RulesService) -> dict[int, str]:
    return {verdict.table_id: verdict.why async for verdict in service.read.verify_all()}


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
async def test_a_nonsensical_row_affects_only_its_table(healthy, change, monkeypatch, caplog):
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
    """Drop the triggers, STRICT and NOT NULL, so that the tables accept the values of a damaged file."""
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


async def test_the_error_of_a_damaged_file_quotes_none_of_its_content(healthy: Path) -> None:
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
