"""The meaning of a database error: damage, a full disk, or no answer at the moment."""

import asyncio
import sqlite3

import pytest

from storage.address import read_address
from storage.engine import Coordinator, UnreadableRow
from storage.sqlite.errors import damage


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


def test_an_address_names_its_server_and_port_and_never_its_password() -> None:
    for text, host in (
        ("postgresql://anna:secret@db.example/games", "db.example:5432"),
        ("postgres://anna:secret@db.example:6000/games", "db.example:6000"),
        ("postgresql:///games?host=/run/pg", "this machine:5432"),
    ):
        address = read_address(text, "DATABASE_URL")
        assert str(address) == f"the database games at {host}"
        assert "secret" not in repr(address)


async def test_connections_to_discord_identify_one_after_the_other_for_each_key(monkeypatch):
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    coordinator = Coordinator()
    with monkeypatch.context() as still:
        still.setattr(asyncio.get_running_loop(), "time", lambda: 100.0)
        still.setattr("storage.engine.asyncio.sleep", sleep)
        for key in (1, 1, 1, 0):
            await coordinator.acquire_identify(key)
    assert waited == [0, 5, 10, 0]
