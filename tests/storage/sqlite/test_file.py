import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from storage import DatabaseError, Storage, Unwritable, backup
from storage.engine import Connection
from storage.sqlite import copies, file
from tests.storage.build import NOON, move, open_table
from tests.storage.conftest import OnCall

MADE_BY_ANOTHER = "CREATE TABLE cats (name TEXT); PRAGMA application_id = 12345;"


def sqlite_file(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(script)


async def ours(path: Path) -> None:
    async with await Storage.open(path) as storage:
        table = await open_table(storage)
        for number in range(1, 60):
            await storage.tables.append(move(table, number, f"walk {number}" * 20))


async def refusal(path: Path) -> str:
    """Check that opening the file is refused and leaves its bytes unchanged. Return the error message."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(DatabaseError) as refused:
        await Storage.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    return str(refused.value)


def test_migrations_are_numbered_without_a_gap() -> None:
    numbers = [int(script.name.partition("_")[0]) for script in file.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_folders_are_made_and_an_empty_file_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "some" / "folder" / "miasma.sqlite"
    path.parent.mkdir(parents=True)
    path.touch()
    async with await Storage.open(path) as storage:
        assert await open_table(storage) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Dear diary, " * 50, "is not an SQLite database"),
        (file.MAGIC, "is not an SQLite database"),  # a truncated file
        (MADE_BY_ANOTHER, "another program"),
    ],
    ids=["text", "stump", "another program"],
)
async def test_a_file_that_is_not_our_database_is_refused(path: Path, content: bytes | str, said: str) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        sqlite_file(path, content)
    assert said in await refusal(path)
    path.unlink()
    async with await Storage.open(path) as storage:  # a refused file is not locked
        assert await open_table(storage) == 1


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("PRAGMA user_version = 99;", "a newer version of the bot (schema 99"),
        ("PRAGMA user_version = -5;", "is damaged"),
        ("ALTER TABLE seats RENAME TO sedts;", "its schema is not the bot's"),
    ],
)
async def test_a_file_whose_schema_is_not_ours(path: Path, script: str, said: str) -> None:
    await ours(path)
    sqlite_file(path, script)
    assert said in await refusal(path)


async def test_a_newer_schema_in_the_wal_of_a_killed_process_is_refused(path: Path) -> None:
    await ours(path)
    copy = path.with_name("killed.sqlite")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
        # A killed process leaves such files: the WAL was not checkpointed.
        copy.write_bytes(path.read_bytes())
        copy.with_name("killed.sqlite-wal").write_bytes(path.with_name(path.name + "-wal").read_bytes())
    wal = copy.with_name("killed.sqlite-wal").read_bytes()
    assert "schema 99" in await refusal(copy)
    assert copy.with_name("killed.sqlite-wal").read_bytes() == wal


@pytest.mark.parametrize("at", [100, 8192, None])
async def test_damaged_pages(path: Path, at: int | None) -> None:
    await ours(path)
    if at is None:
        os.truncate(path, path.stat().st_size // 2)
    else:
        with path.open("r+b") as opened:
            opened.seek(at)
            opened.write(b"\xfe" * 6000)
    assert "is damaged" in await refusal(path)


async def test_an_index_that_lacks_rows_is_found_when_every_page_is_checked(path: Path) -> None:
    await ours(path)
    sqlite_file(
        path,
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_master SET sql = replace(sql, '(channel_id)', '(guild_id)') WHERE type = 'index'",
    )
    with pytest.raises(DatabaseError, match=f"^{path} is damaged .*index"):
        copies.copy_whole(path, path.with_name("copy"))


async def test_the_file_is_gone_but_its_wal_is_there(path: Path) -> None:
    wal = path.with_name(path.name + "-wal")
    wal.write_bytes(b"the last moves")
    with pytest.raises(DatabaseError, match="is missing, but its write-ahead log"):
        await Storage.open(path)
    assert wal.read_bytes() == b"the last moves"
    assert not path.exists()


async def test_a_second_bot_on_the_same_file(path: Path) -> None:
    async with await Storage.open(path) as first:
        with pytest.raises(DatabaseError, match="in use by another bot"):
            await Storage.open(path)
        assert await open_table(first) == 1
    async with await Storage.open(path) as second:
        assert await second.tables.get(1) is not None


HOLD = """
import pathlib, sys, time
from storage.sqlite.file import prepare
lock = prepare(pathlib.Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


async def test_another_process_on_the_same_file_until_it_is_killed(path: Path) -> None:
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], cwd=root, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        assert "in use by another bot" in await refusal(path)
        other.kill()
    async with await Storage.open(path) as storage:
        assert await open_table(storage) == 1


async def test_a_failed_open_leaves_no_connection_open(path: Path, on_call: OnCall) -> None:
    """Each open connection has a thread, which would keep the process alive."""
    await ours(path)
    left, calls, refused, told = 0, 0, True, ""

    def fail(statement: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise sqlite3.OperationalError("disk I/O error")

    def threads() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if not thread.name.startswith("asyncio_")}

    on_call(fail)
    before = threads()
    while refused:
        calls += 1
        left = calls
        with suppress(sqlite3.OperationalError):
            try:
                async with await Storage.open(path):
                    refused, left = False, -1
            except DatabaseError as error:
                told = str(error)
        assert "in use" not in told
        for thread in threads() - before:
            await asyncio.to_thread(thread.join, 5)
        assert threads() <= before
    assert calls > 10


async def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert "is a folder" in await refusal(tmp_path)


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file")
    assert "Cannot write to the folder" in await refusal(tmp_path / "blocked" / "miasma.sqlite")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which even root cannot write")
async def test_a_folder_that_cannot_be_written() -> None:
    assert "Cannot write to the folder" in await refusal(Path("/proc/self/miasma.sqlite"))


async def test_a_file_that_may_only_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await ours(path)
    real: Callable[..., bool] = os.access  # Root may write everywhere, so the answer is faked.
    monkeypatch.setattr(os, "access", lambda file, mode: mode != os.W_OK and real(file, mode))
    assert "is read-only" in await refusal(path)


# Future migrations: a folder with the real ones and more after them.


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir()
    for script in file.migrations():
        (folder / script.name).write_text(script.read_text())
    monkeypatch.setattr(file, "MIGRATIONS", folder)
    return folder


async def test_a_new_migration_runs_once_and_leaves_a_copy(path: Path, scripts: Path) -> None:
    """A host may restore a backup and update again while the copy of the first attempt still exists."""
    await ours(path)
    now = len(file.migrations())
    path.with_name(f"{path.name}.schema-{now}").write_text("of an earlier attempt")
    (scripts / "9001_more.sql").write_text("CREATE TABLE more (x); INSERT INTO more VALUES (1);")
    for _ in range(2):
        async with await Storage.open(path) as storage:
            assert len(await storage.tables.log(1)) == 60
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM more").fetchone() == (1,)
        assert database.execute("PRAGMA user_version").fetchone() == (now + 1,)
    with closing(sqlite3.connect(path.with_name(f"{path.name}.schema-{now}"))) as copy:
        assert copy.execute("SELECT count(*) FROM moves").fetchone() == (60,)


async def test_a_failing_migration_leaves_no_trace(path: Path, scripts: Path) -> None:
    await ours(path)
    now = len(file.migrations())
    (scripts / "9001_fine.sql").write_text("CREATE TABLE fine (x);")
    (scripts / "9002_broken.sql").write_text("CREATE TABLE half (x); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(DatabaseError, match=r"9002_broken\.sql failed and was rolled back"):
        await Storage.open(path)
    with closing(sqlite3.connect(path)) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        assert database.execute("PRAGMA user_version").fetchone() == (now + 1,)
    assert "fine" in names
    assert "half" not in names
    (scripts / "9002_broken.sql").write_text("CREATE TABLE half (x);")
    async with await Storage.open(path) as storage:
        assert len(await storage.tables.log(1)) == 60


async def test_a_failed_first_migration_leaves_no_file(path: Path, scripts: Path) -> None:
    (scripts / "9001_broken.sql").write_text("nonsense")
    with pytest.raises(DatabaseError, match="9001_broken"):
        await Storage.open(path)
    assert not path.exists()


async def test_a_backup_is_whole_and_never_replaces(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    await storage.tables.append(move(table, 1))
    copy = path.with_name("copy.sqlite")
    backup(path, copy)
    with pytest.raises(DatabaseError, match="already exists"):
        backup(path, copy)
    with pytest.raises(DatabaseError, match="Cannot write the backup"):
        backup(path, path.with_name("no") / "such.sqlite")
    with pytest.raises(DatabaseError, match="does not exist"):
        backup(path.with_name("none.sqlite"), path.with_name("other.sqlite"))
    async with await Storage.open(copy) as restored:
        assert await restored.tables.log(table) == await storage.tables.log(table)
        assert await restored.outbox.pending(move(1, 1).at) == await storage.outbox.pending(move(1, 1).at)


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Make the system refuse files larger than this many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_q48_a_backup_that_fails_in_the_middle_leaves_nothing(storage: Storage, path: Path) -> None:
    """Q48: no empty or partial file is left, even if an earlier backup was killed."""
    table = await open_table(storage)
    for number in range(1, 60):
        await storage.tables.append(move(table, number, f"walk {number}" * 500))
    there = set(path.parent.iterdir())
    copy = path.with_name("miasma-2026-01-01.sqlite")
    with small_files(100_000), pytest.raises(DatabaseError, match=r"Cannot write the backup .*: disk I/O error"):
        backup(path, copy)
    assert set(path.parent.iterdir()) == there
    copy.with_name(copy.name + ".new").write_bytes(b"SQLite format 3\0 of one that was killed")
    backup(path, copy)
    assert set(path.parent.iterdir()) == {*there, copy}


async def test_q48_a_backup_that_is_not_whole_is_not_kept(path: Path) -> None:
    """Q48: the source is already damaged, because a log line lacks a value that every line must have."""
    await ours(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        [[schema]] = database.execute("SELECT sql FROM sqlite_master WHERE name = 'moves'")
        database.execute("PRAGMA writable_schema = ON")
        loose = schema.replace("text     TEXT NOT NULL", "text     TEXT")
        assert loose != schema
        for sql in (loose, schema):
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'moves'", (sql,))
            [[version]] = database.execute("PRAGMA schema_version")
            database.execute(f"PRAGMA schema_version = {version + 1}")
            if sql == loose:
                database.execute("DROP TRIGGER moves_are_not_changed")
                database.execute("UPDATE moves SET text = NULL WHERE number = 30")
    there = set(path.parent.iterdir())
    with pytest.raises(DatabaseError, match="failed its integrity check"):
        backup(path, path.with_name("copy.sqlite"))
    assert set(path.parent.iterdir()) == there


async def test_q47_refused_writes_are_expected_errors(storage: Storage) -> None:
    """Q47: a write that the system refuses, for example because of a quota, is an expected error."""
    table = await open_table(storage)
    with small_files(1000), pytest.raises(Unwritable, match=r"reports an error \(SQLITE_IOERR_WRITE\)"):
        await storage.tables.append(move(table, 1))
    assert (await storage.tables.append(move(table, 1))).number == 2


async def test_q47_nobody_is_forgotten_if_the_list_cannot_be_written(storage: Storage, path: Path) -> None:
    """Q47: without the entry in the list, the person would come back with a restored backup."""
    player = await storage.people.meet(5, "Anna")
    file.forgotten_file(path).write_text("1 1\n" * 500, "ascii")
    with small_files(1000), pytest.raises(Unwritable, match=r"forgotten \(File too large\)"):
        await storage.people.forget(5, NOON)
    assert await storage.people.find(5) == player


async def test_the_file_alone_has_everything_after_a_checkpoint(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    await storage.tables.append(move(table, 1))

    async def in_a_copy(name: str) -> int:
        copy = path.with_name(name)
        copy.write_bytes(path.read_bytes())
        async with await Storage.open(copy) as copied:
            return len(await copied.tables.log(table))

    assert await in_a_copy("before.sqlite") == 0
    await storage.database.checkpoint()
    assert await in_a_copy("after.sqlite") == 2
    assert (await storage.tables.append(move(table, 2))).number == 3


async def test_commits_are_synced_and_readers_cannot_write(storage: Storage) -> None:
    """Commits are synced and foreign keys checked. Reads can't write. Both connections wait for a busy file."""

    async def settings(db: Connection, *names: str) -> list[int]:
        return [value for name in names for row in await db.rows(f"PRAGMA {name}") for value in row.values()]

    full, checked, wait = 2, 1, 5000
    names = "synchronous", "foreign_keys", "busy_timeout", "query_only"
    assert await storage.database.write(lambda db: settings(db, *names)) == [full, checked, wait, 0]
    assert await storage.database.read(lambda db: settings(db, "busy_timeout", "query_only")) == [wait, 1]
