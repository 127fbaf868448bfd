import asyncio
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from rules_service import Person, Place, RulesService
from rules_service.clock import Clock
from storage import Storage
from storage.sqlite import file
from tests.miasma.command_line import start
from tests.storage.build import of_schema


def database(folder: Path) -> Path:
    return folder / "data" / "miasma.sqlite"


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as opened:
        return [
            name for [name] in opened.execute("SELECT name FROM players WHERE user_id IS NOT NULL ORDER BY user_id")
        ]


def content(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in (folder / "data").iterdir() if not one.name.endswith(".lock")}


async def meet(path: Path, people: dict[int, str], *, killed: bool = False) -> None:
    """Store people. ``killed``: they stay in the journal, as after a kill."""
    storage = await Storage.open(path)
    for user, name in people.items():
        await storage.people.meet(user, name)
    if killed:
        for ending in ("", "-wal", "-shm"):
            shutil.copy(path.with_name(path.name + ending), path.with_name(f"left{ending}"))
    await storage.close()
    for ending in ("", "-wal", "-shm") if killed else ():
        path.with_name(f"left{ending}").replace(path.with_name(path.name + ending))


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Return a backup of fifty people, who have since been renamed, beside the journal of a killed bot."""
    path = database(tmp_path)
    path.parent.mkdir()
    asyncio.run(meet(path, {number: f"early {number}" for number in range(50)}))
    assert start(tmp_path, "backup").returncode == 0
    asyncio.run(meet(path, {number: f"late {number}" for number in range(60)}, killed=True))
    [backup] = path.parent.glob("miasma-20*.sqlite")
    return backup


def test_the_old_journal_does_not_overwrite_a_restored_database(tmp_path: Path, backup: Path) -> None:
    before = content(tmp_path)
    assert before["miasma.sqlite-wal"]
    ended = start(tmp_path, "restore", f"data/{backup.name}")
    assert ended.returncode == 0, ended.stderr
    assert "people: 50" in ended.stderr
    assert names(database(tmp_path)) == [f"early {number}" for number in range(50)]
    [aside] = (tmp_path / "data").glob("miasma.sqlite.replaced-20*[0-9]")
    assert f"is now data/{aside.name}" in ended.stderr
    assert len(names(aside)) == 60, "the old database is set aside with its journal"
    after = content(tmp_path)
    assert after[backup.name] == before[backup.name]
    assert not after.get("miasma.sqlite-wal")
    asyncio.run(meet(database(tmp_path), {}))  # A bot can use the restored database, ...
    with closing(sqlite3.connect(database(tmp_path))) as opened:  # ... and as fast as before.
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_running_bot_is_left_alone(tmp_path: Path, backup: Path) -> None:
    with closing(file.take_lock(database(tmp_path))):
        before = content(tmp_path)
        ended = start(tmp_path, "restore", f"data/{backup.name}")
        assert ended.returncode != 0
        assert "in use by another bot. Stop that bot first." in ended.stderr
        assert content(tmp_path) == before


@pytest.mark.deep(one_in=6)
@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("PRAGMA user_version = 99", "migrated by a newer version of the bot"),
        ("PRAGMA application_id = 1", "the database of another program"),
        ("DROP TABLE moves", "is damaged (its schema is not the bot's)"),
        (None, "is damaged"),
        ("", "There is no file"),
    ],
)
def test_restoring_an_unusable_file_changes_nothing(tmp_path, backup, script, why):
    if script is None:
        with backup.open("r+b") as opened:
            opened.seek(4096)
            opened.write(b"\xfe" * 20000)
    elif script:
        with closing(sqlite3.connect(backup)) as changed:
            changed.executescript(script)
    else:
        backup.unlink()
    before = content(tmp_path)
    ended = start(tmp_path, "restore", f"data/{backup.name}")
    assert ended.returncode != 0
    assert why in ended.stderr
    assert backup.name in ended.stderr
    assert "Traceback" not in ended.stderr
    assert content(tmp_path) == before


def test_the_database_itself_is_no_backup(tmp_path: Path, backup: Path) -> None:
    before = content(tmp_path)
    assert "Name a backup of it" in start(tmp_path, "restore", "data/miasma.sqlite").stderr
    assert content(tmp_path) == before


def test_restoring_a_backup_works_without_a_database(tmp_path: Path, backup: Path) -> None:
    moved = backup.replace(tmp_path / "backup.sqlite")
    shutil.rmtree(tmp_path / "data")
    ended = start(tmp_path, "restore", moved.name)
    assert ended.returncode == 0, ended.stderr
    assert len(names(database(tmp_path))) == 50
    assert "that was there" not in ended.stderr


def test_people_who_were_forgotten_since_are_forgotten_again(tmp_path: Path, backup: Path) -> None:
    assert start(tmp_path, "forget", "7", typed="7\n").returncode == 0
    ended = start(tmp_path, "restore", f"data/{backup.name}")
    assert "deleted the personal data of 1 players again" in ended.stderr
    assert "people: 49" in ended.stderr
    assert b"early 7" not in database(tmp_path).read_bytes()
    assert "early 7" not in names(database(tmp_path))


def test_an_update_can_be_reverted(tmp_path: Path) -> None:
    """The copy that an update makes is restored like any other backup."""
    path = database(tmp_path)

    async def play() -> None:
        async with await Storage.open(tmp_path / "now.sqlite") as storage:
            await RulesService(storage, Clock()).opening.open(Place(1, 1), Person(10, "Anna"), "rattus")

    asyncio.run(play())
    path.parent.mkdir()
    of_schema(19, tmp_path / "now.sqlite", path)
    asyncio.run(meet(path, {11: "Ben"}))
    copy = path.with_name("miasma.sqlite.schema-19")
    assert names(path) == ["Anna", "Ben"]
    ended = start(tmp_path, "restore", f"data/{copy.name}")
    assert ended.returncode == 0, ended.stderr
    assert "tables: 1 lobby; people: 1; log lines: 1" in ended.stderr
    assert "the restored database has schema 19: start the version that made it" in ended.stderr
    assert names(path) == ["Anna"]
    with closing(sqlite3.connect(path)) as opened:
        assert opened.execute("PRAGMA user_version").fetchone() == (19,), "the older version can go on"


def test_a_backup_of_a_newer_file_is_refused(tmp_path: Path, backup: Path) -> None:
    backup.unlink()
    with closing(sqlite3.connect(database(tmp_path))) as opened:
        opened.execute("PRAGMA user_version = 99")
    ended = start(tmp_path, "backup")
    assert ended.returncode != 0
    assert "migrated by a newer version of the bot" in ended.stderr
    assert not [*(tmp_path / "data").glob("miasma-20*")]


def test_postgresql_is_restored_with_its_own_program(tmp_path: Path) -> None:
    ended = start(tmp_path, "restore", "games.dump", DATABASE_URL="postgresql://a:hush@127.0.0.1:1/games")
    assert ended.returncode != 0
    assert "pg_restore" in ended.stderr
    assert "hush" not in ended.stderr


def test_the_list_of_forgotten_people_travels_with_a_backup(tmp_path: Path, backup: Path) -> None:
    """On another machine, restoring an older backup also forgets people who are only on a newer backup's list."""
    assert start(tmp_path, "forget", "7", typed="7\n").returncode == 0
    older = backup.rename(tmp_path / "older.sqlite")
    assert start(tmp_path, "backup").returncode == 0
    [newer] = (tmp_path / "data").glob("miasma-20*.sqlite")
    listed = newer.with_name(f"{newer.name}.forgotten").replace(tmp_path / f"{newer.name}.forgotten")
    newer = newer.replace(tmp_path / newer.name)
    assert listed.stat().st_mode & 0o077 == 0
    shutil.rmtree(tmp_path / "data")
    for _ in range(2):
        assert start(tmp_path, "restore", newer.name).returncode == 0
    assert (tmp_path / "data" / "miasma.sqlite.forgotten").read_text() == listed.read_text()
    ended = start(tmp_path, "restore", older.name)
    assert "deleted the personal data of 1 players again" in ended.stderr
    assert "early 7" not in names(database(tmp_path))


def test_backups_older_than_those_to_keep_are_deleted(tmp_path: Path, backup: Path) -> None:
    backup = backup.rename(backup.with_name("miasma-2026-01-01-000000.sqlite"))
    listed, other = backup.with_name(f"{backup.name}.forgotten"), backup.with_name("other-2020.sqlite")
    copy = backup.with_name("miasma.sqlite.schema-19")
    for days, left in ((29, True), (31, False)):
        for one in (backup, listed, other, copy):
            one.touch()
            os.utime(one, (time.time() - days * 86400,) * 2)
        for made in {*backup.parent.glob("miasma-20*.sqlite")} - {backup}:
            made.unlink()  # within the same second, the next backup would have the same name
        assert start(tmp_path, "backup", "--keep", "30").returncode == 0
        assert [backup.exists(), listed.exists(), other.exists(), copy.exists()] == [left, left, True, True]
        assert len([*backup.parent.glob("miasma-20*.sqlite")]) == 1 + left
    for wrong in ("0", "-1", "x"):
        assert start(tmp_path, "backup", "--keep", wrong).returncode == 2
