import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import Damaged, DatabaseError, Storage, Unavailable, Unwritable
from storage.engine import Connection, DiskFull
from storage.sqlite import errors
from tests.storage.build import SECRET, move, open_table
from tests.storage.conftest import OnCall

# Names in the module whose numbers aren't result codes: permissions of statements, answers about these, and limits.
NO_RESULTS = (
    *("SQLITE_ALTER_", "SQLITE_ANALYZE", "SQLITE_ATTACH", "SQLITE_CREATE_", "SQLITE_DELETE", "SQLITE_DENY"),
    *("SQLITE_DETACH", "SQLITE_DROP_", "SQLITE_FUNCTION", "SQLITE_IGNORE", "SQLITE_INSERT", "SQLITE_LIMIT_"),
    *("SQLITE_PRAGMA", "SQLITE_READ", "SQLITE_RECURSIVE", "SQLITE_REINDEX", "SQLITE_SAVEPOINT", "SQLITE_SELECT"),
    *("SQLITE_TRANSACTION", "SQLITE_UPDATE", "SQLITE_DBCONFIG_"),
)
SUCCESS = ("SQLITE_OK", "SQLITE_DONE", "SQLITE_ROW")
CODES = {
    name: code
    for name, code in vars(sqlite3).items()
    if name.startswith("SQLITE_") and (name == "SQLITE_READONLY" or not name.startswith(NO_RESULTS))
    if name not in SUCCESS and not name.startswith("SQLITE_OK_")
}


def error_of(name: str) -> sqlite3.OperationalError:
    """Return an error with this result code."""
    error = sqlite3.OperationalError(f"the text {SECRET}")
    error.sqlite_errorname, error.sqlite_errorcode = name, CODES[name]
    return error


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Lock a file for writing, as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_every_result_code_of_sqlite_has_one_sentence() -> None:
    of = (errors.UNUSABLE, errors.DAMAGED, errors.FAULTY)
    assert sorted(code for sentences in of for code in sentences) == sorted({code & 0xFF for code in CODES.values()})
    assert len(CODES) > 60, "codes with details included"


@pytest.mark.deep(one_in=5)
@pytest.mark.parametrize("name", CODES)
def test_an_error_with_any_code_is_named_and_quotes_nothing(path, name, caplog):
    code, error = CODES[name] & 0xFF, error_of(name)
    reading, writing = (errors.storage_error(error, path, writing=way) for way in (False, True))
    if code in errors.FAULTY:
        assert reading is writing is error
        assert f"{path}: {errors.FAULTY[code]} ({name})" in caplog.text
    elif code in errors.DAMAGED:
        assert isinstance(reading, Damaged)
        assert f"({errors.DAMAGED[code]}, {name})" in str(writing)
    elif code == sqlite3.SQLITE_FULL:
        assert isinstance(writing, DiskFull)
    else:
        assert isinstance(reading, Unavailable)
        assert type(writing) is Unwritable
        for told in (reading, writing):
            assert f"{errors.UNUSABLE[code]} ({name})" in str(told)
    assert SECRET not in f"{caplog.text}{reading if reading is not error else ''}"


async def test_a_file_that_another_program_locks_for_a_moment_is_waited_for(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    with locked(path) as other:
        moving = asyncio.create_task(storage.tables.append(move(table, 1)))
        await asyncio.sleep(0.2)
        assert not moving.done()
        row = await storage.tables.get(table)
        assert row is not None, "what is there can be read"
        other.execute("COMMIT")
    assert (await moving).number == 2
    assert storage.database.unwritable is None


async def test_a_file_that_another_program_locks_for_long_is_named_and_used_again(storage: Storage, path: Path) -> None:
    table = await open_table(storage)
    await storage.database.write(lambda db: db.rows("PRAGMA busy_timeout = 10"))
    with locked(path):
        with pytest.raises(Unwritable, match=r"another program has locked the file \(SQLITE_BUSY\)"):
            await storage.tables.append(move(table, 1))
        assert isinstance(storage.database.unwritable, Unwritable)
    assert (await storage.tables.append(move(table, 1))).number == 2
    assert storage.database.unwritable is None


@pytest.mark.parametrize("statement", ["UPDATE tables", "COMMIT"])
@pytest.mark.parametrize(
    ("name", "kind"), [("SQLITE_BUSY", Unwritable), ("SQLITE_FULL", DiskFull), ("SQLITE_IOERR_FSYNC", Unwritable)]
)
async def test_failed_writes_leave_no_trace_even_if_the_rollback_fails(
    storage: Storage, path: Path, on_call: OnCall, name: str, kind: type[DatabaseError], statement: str
) -> None:
    table, failing = await open_table(storage), [statement, "ROLLBACK"]

    def fail(said: str) -> None:
        if failing and said.startswith(failing[0]):
            failing.pop(0)
            raise error_of(name)

    on_call(fail)
    with pytest.raises(kind) as told:
        await storage.tables.append(move(table, 1, interaction=77))
    assert SECRET not in f"{told.value}{told.value.__cause__}"
    assert isinstance(storage.database.unwritable, kind)
    assert failing == []
    assert not await storage.tables.accepted(77)
    assert (await storage.tables.append(move(table, 1))).number == 2
    assert storage.database.unwritable is None
    assert not await storage.tables.accepted(77), "the next transaction begins with nothing"


async def test_a_statement_of_ours_that_is_wrong_stays_an_error_of_its_own(storage, caplog):
    async def work(db: Connection) -> None:
        await db.run(f"SELECT FROM '{SECRET}'")

    with caplog.at_level(logging.DEBUG), pytest.raises(sqlite3.OperationalError):
        await storage.database.write(work)
    assert "a statement is wrong (SQLITE_ERROR)" in caplog.text
    assert SECRET not in caplog.text
