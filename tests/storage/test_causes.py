"""What an error of a database means: damage, a full disk, or that it only does not answer now."""

import sqlite3

import asyncpg
import pytest

from storage.engine import UnreadableRow
from storage.postgres.connecting import passing
from storage.sqlite.database import damage


@pytest.mark.parametrize(
    ("error", "damaged"),
    [
        (sqlite3.OperationalError("no such column: kind"), True),
        (sqlite3.OperationalError("no such table: moves"), True),
        (sqlite3.OperationalError("foreign key mismatch - moves"), True),
        (sqlite3.OperationalError("table moves has no column named kind"), True),
        (sqlite3.OperationalError("database is locked"), False),
        (sqlite3.IntegrityError("no such column: kind"), False),
        (UnreadableRow(), True),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), True),
        (ValueError(), False),
    ],
    ids=str,
)
def test_which_errors_of_sqlite_come_from_a_damaged_file(error: Exception, damaged: bool) -> None:
    assert damage(error) is damaged


@pytest.mark.parametrize(
    ("error", "soon"),
    [
        (asyncpg.CannotConnectNowError("starting up"), True),
        (asyncpg.AdminShutdownError("stopping"), True),
        (asyncpg.TooManyConnectionsError("full"), True),
        (asyncpg.ConnectionDoesNotExistError("lost"), True),
        (asyncpg.InvalidPasswordError("no"), False),
        (asyncpg.UndefinedTableError("no"), False),
        (asyncpg.PostgresError("no state"), False),
        (ConnectionRefusedError(), True),
        (TimeoutError(), True),
        (asyncpg.InterfaceError("closed"), True),
        (UnicodeError("a name of a host"), False),
        (ValueError(), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_which_errors_of_postgres_mean_that_it_may_answer_soon(error: Exception, soon: bool) -> None:
    assert passing(error) is soon
