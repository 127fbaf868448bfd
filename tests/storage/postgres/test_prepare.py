import asyncio
import subprocess
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

import asyncpg
import pytest

from storage import Address, DatabaseError, Storage
from storage.postgres import connecting
from tests.storage.build import move, open_table, row_of
from tests.storage.postgres.server import Server

SAID = "hush"  # a password


def dump(server: Server, address: Address) -> str:
    """Return a dump of a database's schema and rows, without the lines that always differ."""
    done = subprocess.run(
        [server.programs / "pg_dump", address.secret], capture_output=True, text=True, check=True, timeout=60
    )
    return "\n".join(line for line in done.stdout.splitlines() if "restrict" not in line)


async def refusal(address: Address) -> str:
    with pytest.raises(DatabaseError) as refused:
        await Storage.open(address)
    assert SAID not in str(refused.value)
    assert refused.value.__cause__ is None
    return str(refused.value)


async def unchanged(server: Server, address: Address) -> str:
    """Check that opening the database is refused and leaves it unchanged. Return the error message."""
    before = dump(server, address)
    said = await refusal(address)
    assert dump(server, address) == before
    return said


@pytest.fixture
async def guest(server: Server, empty: Address) -> AsyncIterator[Address]:
    """Yield the same database's address for a user who has a password but no rights."""
    await server.do(f"CREATE ROLE guest LOGIN PASSWORD '{SAID}'")
    yield server.address(empty.database, "guest", SAID)
    await server.do("DROP OWNED BY guest CASCADE", database=empty.database)
    await server.do("DROP ROLE guest")


async def test_q13_the_tables_of_another_program(server: Server, empty: Address) -> None:
    await server.do("CREATE TABLE cats (name TEXT)", database=empty.database)
    assert "contains tables of another program" in await unchanged(server, empty)


async def test_q13_a_newer_schema(server: Server, address: Address) -> None:
    await server.do("UPDATE miasma SET schema = 99, oldest = 99", database=address.database)
    said = await unchanged(server, address)
    assert "newer version" in said
    assert "schema 99" in said


async def test_q13_a_server_that_only_reads(server: Server, empty: Address) -> None:
    """Q13: a database that is read-only, as a standby is, is refused."""
    await server.do(f"ALTER DATABASE {empty.database} SET default_transaction_read_only = on")
    assert "is read-only" in await unchanged(server, empty)


async def test_q13_missing_rights(server: Server, empty: Address, guest: Address) -> None:
    before = dump(server, empty)
    assert "lacks the privileges to use tables" in await refusal(guest)
    assert dump(server, empty) == before


async def test_q13_a_wrong_password(guest: Address) -> None:
    wrong = replace(guest, secret=guest.secret.replace(SAID, SAID + "y"))
    assert "rejected the user or password" in await refusal(wrong)


async def test_q13_a_database_that_is_not_there(server: Server) -> None:
    assert "does not exist" in await refusal(server.address("nowhere"))


async def test_q13_a_setting_the_server_does_not_know(server: Server, empty: Address) -> None:
    assert "sets a parameter" in await refusal(replace(empty, secret=empty.secret + "?pgbouncer=true"))


async def test_q13_a_server_that_is_too_old(empty: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connecting.OLDEST_SERVER == 14
    monkeypatch.setattr(connecting, "OLDEST_SERVER", 99)  # This makes even the newest server too old.
    assert "Version 99 or newer is required" in await refusal(empty)
    connection = await asyncpg.connect(empty.secret)
    version = connection.get_server_version().major
    await connection.close()
    monkeypatch.setattr(connecting, "OLDEST_SERVER", version + 1)
    assert f"runs PostgreSQL {version}." in await refusal(empty)
    monkeypatch.setattr(connecting, "OLDEST_SERVER", version)
    await (await Storage.open(empty)).close()


async def test_q13_a_database_that_cannot_store_every_character(server: Server, empty: Address) -> None:
    await server.do("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
    latin = server.address("latin")
    assert "has the wrong encoding" in await unchanged(server, latin)
    server.drop(latin)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (asyncpg.InvalidPasswordError("x"), "w rejected the user or password"),
        (asyncpg.InvalidAuthorizationSpecificationError("x"), "w does not allow the user"),
        (asyncpg.DiskFullError("x"), "Cannot write to w: the disk of the server is full"),
        (asyncpg.ReadOnlySQLTransactionError("x"), "w is read-only"),
        (asyncpg.ProtocolViolationError("x"), "w seems to be a connection pooler"),
        (asyncpg.ClientConfigurationError("x"), "a parameter or value that is not supported"),
        (asyncpg.UniqueViolationError("x"), "Cannot use w (UniqueViolationError)"),
        (ValueError("x"), "Cannot use w (ValueError)"),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_q13_permanent_errors_are_reported_at_once(error: Exception, said: str) -> None:

    async def work() -> None:
        raise error

    with pytest.raises(DatabaseError) as refused:
        await connecting.retry_until_ready(work, "w")  # type: ignore[arg-type]
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("passes", "kinds"),
    [
        (True, (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)),
        (True, (asyncpg.ConnectionDoesNotExistError, asyncpg.SerializationError, asyncpg.DeadlockDetectedError)),
        (True, (asyncpg.TooManyConnectionsError, asyncpg.CannotConnectNowError, asyncpg.AdminShutdownError)),
        (True, (asyncpg.QueryCanceledError, ConnectionRefusedError)),
        (True, (asyncpg.IdleInTransactionSessionTimeoutError, asyncpg.LockNotAvailableError)),
        (False, (asyncpg.UniqueViolationError, asyncpg.UndefinedTableError, asyncpg.PostgresError)),
        (False, (asyncpg.NoActiveSQLTransactionError, asyncpg.ObjectInUseError, asyncpg.DataError)),
        (False, (ValueError, KeyError, UnicodeError, asyncpg.exceptions.ClientConfigurationError)),
        (False, (asyncpg.InvalidPasswordError,)),
    ],
)
def test_q17_which_errors_pass_by_themselves(passes: bool, kinds: tuple[type[Exception], ...]) -> None:
    assert {kind.__name__: connecting.is_transient(kind("x")) for kind in kinds} == {
        kind.__name__: passes for kind in kinds
    }


async def test_q14_a_start_leaves_one_session_open(empty: Address) -> None:
    """Q14: the session that checked and migrated the database is closed at once, the others with the storage."""
    sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()"
    storage = await Storage.open(empty)
    connection = await asyncpg.connect(empty.secret)
    async with asyncio.timeout(60):
        while await connection.fetchval(sessions, empty.database) != 1:
            await asyncio.sleep(0.01)
        await storage.database.coordinator.take(1)
        await storage.close()
        while await connection.fetchval(sessions, empty.database):
            await asyncio.sleep(0.01)
    await connection.close()


async def test_q14_six_that_start_at_once_make_one_schema(server: Server, empty: Address) -> None:
    opened = await asyncio.gather(*(Storage.open(empty) for _ in range(6)))
    numbers = [await open_table(storage, channel) for channel, storage in enumerate(opened)]
    assert numbers == list(range(1, 7))
    for storage in opened:
        await storage.close()


@pytest.mark.parametrize("statements", [1, 2])
async def test_q14_a_schema_that_another_makes_while_one_looks_is_ours(empty: Address, statements: int) -> None:
    """Q14: the schema is accepted, at whatever stage this process saw it."""
    left = statements

    class Slow(asyncpg.Connection):  # type: ignore[misc]
        async def fetchval(self, query: str, *_: Any, **__: Any) -> Any:
            nonlocal left
            found = await super().fetchval(query)
            if (left := left - 1) == 0:
                await (await Storage.open(empty)).close()
            return found

    connection = await asyncpg.connect(empty.secret, connection_class=Slow)
    newest, _ = connecting.migrations()[-1]
    assert await connecting.read_schema(connection, empty) == (newest if statements == 1 else 0)
    assert left <= 0
    await connection.close()


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with the real migrations, to which a test adds others."""
    for _, script in connecting.migrations():
        copyfile(script, tmp_path / script.name)
    monkeypatch.setattr(connecting, "MIGRATIONS", tmp_path)
    return tmp_path


async def names(address: Address) -> Sequence[str]:
    connection = await asyncpg.connect(address.secret)
    try:
        return [str(name) for [name] in await connection.fetch("SELECT tablename FROM pg_tables")]
    finally:
        await connection.close()


async def test_q14_a_failing_migration_leaves_no_trace(address: Address, scripts: Path) -> None:
    (scripts / "9001_fine.sql").write_text("CREATE TABLE fine (x BIGINT);")
    (scripts / "9002_broken.sql").write_text("CREATE TABLE half (x BIGINT); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(DatabaseError, match=r"9002_broken\.sql failed and was rolled back"):
        await Storage.open(address)
    assert {"fine", "half"} & set(await names(address)) == {"fine"}
    (scripts / "9002_broken.sql").write_text("CREATE TABLE half (x BIGINT);")
    async with await Storage.open(address) as storage:
        assert await open_table(storage) == 1
    assert "half" in await names(address)


async def test_q15_the_previous_version_keeps_running_on_an_extended_schema(server, address, scripts):
    """Q15: the previous version can even restart, unless the migration is marked as incompatible."""
    before = await Storage.open(address)
    table = await open_table(before)
    await before.tables.append(move(table, 1, announce="turn", interaction=1))
    new = scripts / "9001_more.sql"
    new.write_text(
        "ALTER TABLE seats ADD COLUMN hat BIGINT NOT NULL DEFAULT 0; ALTER TABLE tables ADD COLUMN hue TEXT;"
    )
    await (await Storage.open(address)).close()
    assert (await before.tables.append(move(table, 2, announce="turn", interaction=2))).number == 3
    row = await row_of(before, table)
    assert row.number == 3
    new.unlink()
    async with await Storage.open(address) as old:
        assert (await old.tables.append(move(table, 3))).number == 4
    await server.do("UPDATE miasma SET oldest = 9001", database=address.database)
    assert "newer version" in await refusal(address)
    new.touch()
    await (await Storage.open(address)).close()
    await before.close()


async def test_q15_a_read_only_command_migrates_nothing(server: Server, address: Address, empty: Address) -> None:
    before = dump(server, empty)
    assert await connecting.check(empty) == 0
    assert dump(server, empty) == before
    before = dump(server, address)
    assert await connecting.check(address) == connecting.migrations()[-1][0]
    assert dump(server, address) == before
    await server.do("UPDATE miasma SET oldest = 9001", database=address.database)
    with pytest.raises(DatabaseError, match="newer version"):
        await connecting.check(address)
