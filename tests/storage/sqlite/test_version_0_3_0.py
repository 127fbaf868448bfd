"""A file written by version 0.3.0 opens without losses, and its games can go on. The script says how it was made."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules_service import Person, RulesService, acts
from rules_service.clock import Clock
from storage import Storage, TableStatus
from storage.sqlite import file

SCRIPT = Path(__file__).with_name("version_0_3_0.sql")
ANNA, BEN, CARA = Person(101, "Anna"), Person(102, "Ben"), Person(103, "Cara")


class NextDay(Clock):
    """A clock that shows the day after the old file was written."""

    def now(self) -> datetime:
        return datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


@pytest.fixture
def old(path: Path) -> Iterator[sqlite3.Connection]:
    """Write the old file. Yield a copy of its content, in memory."""
    with closing(sqlite3.connect(path)) as database, closing(sqlite3.connect(":memory:")) as memory:
        database.executescript(SCRIPT.read_text())
        database.backup(memory)
        yield memory


def all_rows(database: sqlite3.Connection, columns: dict[str, list[str]]) -> dict[str, list[Any]]:
    """Return these columns of every row of these tables."""
    return {
        table: sorted(database.execute(f"SELECT {', '.join(names)} FROM {table}"), key=str)
        for table, names in columns.items()
    }


async def test_every_row_is_there_after_the_migrations(path: Path, old: sqlite3.Connection) -> None:
    columns = {
        table: [str(row[1]) for row in old.execute(f"PRAGMA table_info ({table})")] for table in file.tables(old)
    }
    async with await Storage.open(path):
        pass
    with closing(sqlite3.connect(path)) as now:
        assert file.read_version(now) == len(file.migrations())
        assert all_rows(now, columns) == all_rows(old, columns)
        assert now.execute("PRAGMA foreign_key_check").fetchall() == []
        assert now.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert sum(bool(rows) for rows in all_rows(old, columns).values()) > 18


@pytest.mark.usefixtures("old")
async def test_its_games_replay_and_a_move_can_be_played_in_each(path: Path) -> None:
    async with await Storage.open(path) as storage:
        service = RulesService(storage, NextDay())
        verdicts = [await service.read.verify(table) for table in (2, 3, 4)]
        assert [(verdict.ok, verdict.moves) for verdict in verdicts] == [(True, 7), (True, 14), (True, 131)]
        for table in (2, 3):
            before = await service.read.snapshot(table)
            due = before.table.due()[0]
            user, seen = before.info.seats[due.seat].user_id, before.read_by(due.seat).seen
            assert user is not None
            after = await service.play.move(table, user, due.moves[0], seen=seen)
            assert after.snapshot.number == before.number + 1
            assert (await service.read.verify(table)).ok
        assert (await service.read.info(4)).status == TableStatus.OVER
        assert [result.place for result in await service.read.results(BEN.id)] == [1]


@pytest.mark.usefixtures("old")
async def test_an_old_lobby_starts_and_its_people_play_on(path: Path) -> None:
    async with await Storage.open(path) as storage:
        service = RulesService(storage, NextDay())
        await service.act(acts.join(), 1, CARA)
        for person in (BEN, CARA):
            await service.act(acts.ready(), 1, person)
        started = await service.act(acts.start(), 1, ANNA)
        assert (started.status, started.language, len(started.seats)) == (TableStatus.RUNNING, "de", 3)
        [vote] = (await service.read.info(2)).votes
        await service.act(acts.answer(vote.number, True), 2, BEN)
        assert (await service.read.info(2)).votes == ()
        assert await storage.people.preferences(ANNA.id) == {"quiet": "22-7", "zone": "Europe/Budapest"}
        assert await storage.notes.read(ANNA.id, 2) == "Keep the knight for the end."
        assert [entry.name for entry in await service.matchmaking.entries(7)] == ["Dave"]
        assert [post.message_id for post in await storage.outbox.posts(2)] == [500]
        player = await storage.people.find(CARA.id)
        assert player is not None
        assert len(await storage.vacations.of_player(player, NextDay().now() - timedelta(days=9))) == 1
