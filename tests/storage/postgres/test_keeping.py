import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from storage import (
    Address,
    Change,
    DatabaseError,
    NewLine,
    Post,
    SeatRow,
    Storage,
    VoteKind,
    VoteRow,
    migrate_to_postgres,
)
from storage.migrate_to_postgres import unused_copy
from storage.postgres import connecting, dump
from storage.sqlite import file
from storage.temporary_copy import temporary_copy
from tests.storage.build import NOON, later, move, of_schema, open_table, row_of
from tests.storage.postgres.server import Server


async def fill(storage: Storage) -> None:
    """Insert rows of every kind, leaving gaps in the numbers."""
    for channel in (1, 2, 3):
        table = await open_table(storage, channel, user=1 << 60 | channel, interaction=channel)
        seats = (SeatRow(0, 1, due_since=NOON, due_number=2, moved=True), SeatRow(1, 1, vacant=True))
        await storage.tables.append(
            move(table, 1, "walk 1 – żółć", seats=seats, announce="turn", shows_whole_turns=True)
        )
        await storage.outbox.add_post(Post(1 << 62 | channel, table, channel, 2, "board", True, 1, "two\nlines"))
    await storage.tables.append(Change(3, 2, NOON, (NewLine("over"),), status="over"))
    await storage.people.prefer(1 << 60 | 1, "theme", "dark")
    await storage.heartbeat.beat(NOON, later(60) - NOON)
    await storage.people.forget(1 << 60 | 2, NOON)


@pytest.fixture
async def full(path: Path) -> Path:
    """Return the path of a database file with games, which is not in use."""
    async with await Storage.open(path) as storage:
        await fill(storage)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE sqlite_sequence SET seq = 70 WHERE name = 'tables'")
        database.commit()
    return path


async def all_of(storage: Storage, table: int) -> object:
    """Return a table with its seats and log."""
    return await row_of(storage, table), await storage.tables.log(table)


async def rows(address: Address) -> dict[str, list[Any]]:
    connection = await asyncpg.connect(address.secret)
    try:
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        return {name: sorted(map(str, await connection.fetch(f"SELECT * FROM {name}"))) for [name] in names}
    finally:
        await connection.close()


async def test_q39_a_file_is_carried_over_whole_and_stays_as_it_was(full: Path, empty: Address) -> None:
    before = {beside.name: beside.read_bytes() for beside in full.parent.iterdir() if not beside.name.endswith(".lock")}
    async with await Storage.open(full) as storage:
        told = [await all_of(storage, table) for table in (1, 2, 3)]
        posts = await storage.outbox.posts(1)
    with unused_copy(full) as copy:
        assert file.forgotten_file(copy).read_bytes() == before[file.forgotten_file(full).name]
        counts = await migrate_to_postgres.migrate(copy, empty)
    operator = await asyncpg.connect(empty.secret)
    async with asyncio.timeout(60):
        while await operator.fetchval("SELECT count(*) FROM pg_stat_activity WHERE datname = $1", empty.database) > 1:
            await asyncio.sleep(0.01)
    await operator.close()
    assert (counts["tables"], counts["moves"]) == (3, 7)
    async with await Storage.open(empty) as storage:
        assert [await all_of(storage, table) for table in (1, 2, 3)] == told
        assert await storage.outbox.posts(1) == posts
        assert await open_table(storage, 4) == 71, "no number is given twice, not even one whose table is gone"
        assert (await storage.tables.append(move(1, 2))).number == 3
        await storage.vacations.begin(1, NOON, later(60), later(60))
        assert [row.partition(" ")[2].partition(" ")[0] for row in (await rows(empty))["aways"]] == ["id=1"], (
            "the first"
        )
    after = {beside.name: beside.read_bytes() for beside in full.parent.iterdir() if not beside.name.endswith(".lock")}
    assert after == before


@pytest.mark.deep
async def test_q39_a_file_of_every_schema_that_there_was_is_carried_over(full, server, tmp_path):
    """Q39: a file with an older schema is moved as if the bot had first migrated it at startup."""
    async with await Storage.open(full) as storage:
        logs = [await storage.tables.log(table) for table in (1, 2, 3)]
    for schema in range(1, len(file.migrations()) + 1):
        old = tmp_path / f"{schema}.sqlite"
        of_schema(schema, full, old)
        address = await server.games()
        with unused_copy(old) as copy:
            await migrate_to_postgres.migrate(copy, address)
        async with await Storage.open(address) as storage:
            assert [await storage.tables.log(table) for table in (1, 2, 3)] == logs, schema
            assert (await storage.tables.append(move(1, 2))).number == 3
        server.drop(address)


async def test_q39_a_failed_migration_leaves_the_target_empty(
    full: Path, empty: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in (1, 5, 12):
        left = at

        def fails(some: Any, real: Any = migrate_to_postgres.as_one) -> Any:
            nonlocal left
            left -= 1
            return real(some) if left else ["another row"]

        with monkeypatch.context() as patch, unused_copy(full) as copy:
            patch.setattr(migrate_to_postgres, "as_one", fails)
            with pytest.raises(DatabaseError, match="differs from the file"):
                await migrate_to_postgres.migrate(copy, empty)
        assert not [name for name, some in (await rows(empty)).items() if some and name != "miasma"]
    with unused_copy(full) as copy:
        await migrate_to_postgres.migrate(copy, empty)


async def test_q39_a_text_that_the_server_cannot_store_is_reported(full: Path, address: Address) -> None:
    with unused_copy(full) as copy:
        with closing(sqlite3.connect(copy)) as database:
            database.execute("UPDATE players SET name = 'A' || char(0) || 'n'")
            database.commit()
        with pytest.raises(DatabaseError, match="contains a text that PostgreSQL cannot store"):
            await migrate_to_postgres.migrate(copy, address)


async def test_q39_a_move_waits_for_others_that_change_the_database_and_has_no_limit_of_time(
    full: Path, address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q39: moving to PostgreSQL waits for other processes, and migrates the database's schema first."""
    async with await Storage.open(full) as storage:
        vote = VoteRow(3, VoteKind.PAUSE, "", None, 1, NOON, None, answers={1: True})
        await storage.tables.append(move(1, 2, votes=(vote,)))
    for _, script in connecting.migrations():
        copyfile(script, tmp_path / script.name)
    (tmp_path / "9001_slow.sql").write_text(
        "CREATE SCHEMA other; CREATE TABLE other.there (id BIGINT GENERATED ALWAYS AS IDENTITY);"
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.8); RETURN NULL; END';"
        "CREATE TRIGGER slow AFTER INSERT ON players FOR EACH STATEMENT EXECUTE FUNCTION slow();"
        # Reading the rows of this table now takes as long.
        "ALTER TABLE heartbeat RENAME TO beats;"
        "CREATE VIEW heartbeat AS SELECT * FROM beats WHERE pg_sleep(0.8)::text IS NOT NULL;"
        "CREATE FUNCTION beat() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN INSERT INTO beats SELECT NEW.*; RETURN NEW; END';"
        "CREATE TRIGGER beat INSTEAD OF INSERT ON heartbeat FOR EACH ROW EXECUTE FUNCTION beat();"
    )
    monkeypatch.setattr(connecting, "MIGRATIONS", tmp_path)
    await (await Storage.open(address)).close()
    (tmp_path / "9002_more.sql").write_text("CREATE TABLE more (x BIGINT);")
    monkeypatch.setattr(connecting, "STATEMENT_TIMEOUT", 0.6)
    monkeypatch.setitem(connecting.SESSION, "statement_timeout", "600")
    operator = await asyncpg.connect(address.secret)
    with unused_copy(full) as copy:
        await operator.execute("SELECT pg_advisory_lock($1)", connecting.SCHEMA_LOCK)
        moving = asyncio.create_task(migrate_to_postgres.migrate(copy, address))
        await asyncio.sleep(0.3)
        assert await operator.fetchval("SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'more')")
        await operator.execute("SELECT pg_advisory_unlock($1)", connecting.SCHEMA_LOCK)
        copying = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event = 'PgSleep')"
        while not await operator.fetchval(copying, address.database):
            await asyncio.sleep(0.01)
        assert not await operator.fetchval("SELECT pg_try_advisory_lock($1)", connecting.SCHEMA_LOCK), "the others wait"
        counts = await moving
    assert (counts["asks"], counts["answers"], counts["heartbeat"]) == (1, 1, 1)
    assert await operator.fetchval("SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'more')")
    await operator.close()


def test_q39_rows_are_compared_in_whatever_order_they_come() -> None:
    assert migrate_to_postgres.as_one(iter([(2, None), (1, "a")])) == migrate_to_postgres.as_one([(1, "a"), (2, None)])


async def test_q39_a_file_in_use_is_not_carried_over(full: Path) -> None:
    async with await Storage.open(full):
        with pytest.raises(DatabaseError, match="in use by another bot"), unused_copy(full):
            pass


async def test_q40_a_database_with_games_is_refused(full: Path, storage: Storage, address: Address) -> None:
    await open_table(storage)
    before = await rows(address)
    with pytest.raises(DatabaseError, match="is not empty"), unused_copy(full) as copy:
        await migrate_to_postgres.migrate(copy, address)
    assert await rows(address) == before


async def test_q40_newer_and_missing_files_are_refused_with_advice(path: Path) -> None:
    file.prepare(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 999")
    with pytest.raises(DatabaseError, match=f"^{path} was migrated by a newer version"), unused_copy(path):
        pass
    with pytest.raises(DatabaseError, match="does not exist"), unused_copy(path.with_name("none")):
        pass


async def test_a_copy_for_trying_things_out_has_everything_on_both_engines(full: Path, empty: Address) -> None:
    with unused_copy(full) as copy:
        await migrate_to_postgres.migrate(copy, empty)
    content = []
    for where in (full, empty):
        async with temporary_copy(where) as copy:
            with closing(sqlite3.connect(copy)) as database:
                names = sorted(file.tables(database))
                content.append({name: sorted(map(str, database.execute(f"SELECT * FROM {name}"))) for name in names})
            async with await Storage.open(copy) as storage:
                assert await open_table(storage, 4) > 3
        assert not copy.parent.exists()
    assert content[0] == content[1]
    assert content[0]["moves"]


# Backups.


@pytest.fixture
async def kept(server: Server, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> Storage:
    """Return a storage with games, and put the server's own programs on the PATH."""
    await fill(storage)
    monkeypatch.setenv("PATH", f"{server.programs}{os.pathsep}{os.environ['PATH']}")
    return storage


async def test_q41_a_backup_comes_back_whole_and_its_logs_stay_closed(
    server: Server, kept: Storage, address: Address, empty: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q7, Q41: the test follows the docs. A variable left empty by a container counts as unset."""
    copy = tmp_path / "games.dump"
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "")
    dump.backup(address, copy)
    with pytest.raises(DatabaseError, match="already exists"):
        dump.backup(address, copy)
    monkeypatch.delenv("PGCONNECT_TIMEOUT")
    subprocess.run(["pg_restore", "--no-owner", f"--dbname={empty.secret}", copy], check=True, timeout=60)
    assert await rows(empty) == await rows(address)
    for statement in ("TRUNCATE moves", "TRUNCATE tables CASCADE", "DELETE FROM moves", "UPDATE moves SET text = ''"):
        with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="a line of a log"):
            await server.do(statement, database=empty.database)
    async with await Storage.open(empty) as restored:
        assert (await restored.tables.append(move(1, 2))).number == 3


async def test_q41_the_password_is_passed_only_in_the_environment(kept, server, address, tmp_path, monkeypatch):
    """Q41: other users can see a program's arguments. This one must be quoted in a URL."""
    await server.do("CREATE ROLE keeper SUPERUSER LOGIN PASSWORD 'hush #@'")
    seen, wrapper = tmp_path / "seen", tmp_path / "pg_dump"
    wrapper.write_text(f'#!/bin/sh\necho "$@" > {seen}\nexec {server.programs}/pg_dump "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    dump.backup(server.address(address.database, "keeper", "hush%20%23%40"), tmp_path / "games.dump")
    assert "keeper@127.0.0.1" in seen.read_text()
    assert "hush" not in seen.read_text()
    assert {"--format=custom", "--no-owner"} < set(seen.read_text().split())
    await server.do("DROP ROLE keeper")


async def test_q41_a_failed_backup_says_why(address, tmp_path, monkeypatch):
    """Q41: the reason is the last line of the program's error output, or its exit code."""
    program, copy = tmp_path / "pg_dump", tmp_path / "games.dump"
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    for script, said in (
        ("echo out; echo 'a warning' >&2; echo 'the error' >&2; exit 1", "the error"),
        ("exit 3", "pg_dump failed with exit code 3"),
        ('echo "in $LC_ALL" >&2; exit 1', "in C"),
    ):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        with pytest.raises(DatabaseError) as refused:
            dump.backup(address, copy)
        assert str(refused.value) == f"Cannot write the backup {copy}: {said}"
    given = dict[str, Any]()
    monkeypatch.setattr(subprocess, "run", lambda *_, **how: given.update(how) or SimpleNamespace(returncode=0))
    dump.run(copy, {}, "pg_dump")
    assert given["stdin"] == subprocess.DEVNULL, "nobody is there to type a password"
    monkeypatch.setattr(dump, "run", lambda *_: None)
    with pytest.raises(DatabaseError, match=f"Cannot write the backup {copy}: No such file or directory"):
        dump.backup(address, copy)


async def test_q48_a_dump_that_is_not_whole_is_not_kept(kept, server, address, tmp_path, monkeypatch):
    """Q48: the program reports success although the end of the file is missing."""
    short = tmp_path / "pg_dump"
    short.write_text(
        f"""#!/bin/sh
        for word; do case $word in --file=*) file=${{word#--file=}}; esac; done
        {server.programs}/pg_dump "$@" && truncate --size=-{{missing}} "$file"
        """
    )
    short.chmod(0o755)
    text = short.read_text()
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{server.programs}{os.pathsep}/bin{os.pathsep}/usr/bin")
    for missing in (10, 1000):
        short.write_text(text.replace("{missing}", str(missing)))
        with pytest.raises(DatabaseError, match=r"Cannot write the backup .*: pg_restore: error"):
            dump.backup(address, tmp_path / "games.dump")
        assert not list(tmp_path.glob("games.dump*"))


async def test_q41_without_a_pg_dump_that_can_the_command_is_named(kept, server, address, tmp_path, monkeypatch):
    copy = tmp_path / "games.dump"
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2\nexit 1\n")
    old.chmod(0o755)
    wrong = server.address("nowhere", "anna", "hush")
    for folder, where, said in (
        (
            tmp_path / "nothing",
            address,
            "pg_dump is not installed here. Where a newer version is installed, run: pg_dump --format=custom",
        ),
        (
            tmp_path,
            address,
            "pg_dump is older than the PostgreSQL server. Where a newer version is installed, run: pg_dump --format",
        ),
        (server.programs, wrong, "Cannot write the backup"),
    ):
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin" if folder == tmp_path else str(folder))
        with pytest.raises(DatabaseError) as refused:
            dump.backup(where, copy)
        assert said in str(refused.value)
        assert "hush" not in str(refused.value)
        assert not list(tmp_path.glob("games.dump*"))
