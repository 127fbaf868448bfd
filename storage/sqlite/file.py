"""Prepare the database file for use: check that it is ours, undamaged, compatible and free, and upgrade its schema.

A refused file is left unchanged, byte for byte.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from storage.engine import Damaged, DatabaseError
from storage.whole_file import whole_file

MAGIC = b"SQLite format 3\0"
APPLICATION_ID = 0x4D49_4153  # "MIAS" in bytes 68 to 71 of the file
MIGRATIONS = Path(__file__).with_name("migrations")


def damaged(path: Path, problem: str) -> Damaged:
    """Return the error for a file with this problem."""
    return Damaged(f"{path} is damaged ({problem}). Restore a backup; nothing was changed.")


class InUse(DatabaseError):
    """Another process is using the file."""


def forgotten_file(database: Path) -> Path:
    """Return the path of the list of forgotten players beside a database. It contains the storage's ids, no names."""
    return database.with_name(database.name + ".forgotten")


def note_forgotten(database: Path, player: int, at: int) -> None:
    """Add a player to the list of forgotten players beside a database."""
    with forgotten_file(database).open("a", encoding="ascii") as file:
        file.write(f"{player} {at}\n")


def read_forgotten(database: Path) -> list[tuple[int, int]]:
    """Return the forgotten players listed beside a database, and when each was forgotten. Ignore incomplete lines."""
    try:
        lines = forgotten_file(database).read_text("ascii", errors="replace").split("\n")[:-1]
    except FileNotFoundError:
        return []
    read = [re.fullmatch(r"(\d{1,18}) (\d{1,18})", line) for line in lines]
    return [(int(line[1]), int(line[2])) for line in read if line]


def migrations() -> tuple[Path, ...]:
    """Return the numbered scripts in order. The first creates version 1 in an empty file."""
    return tuple(sorted(MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql")))


def prepare(path: Path) -> sqlite3.Connection:
    """Check the file and upgrade it. Return the lock that keeps other processes out until it is closed.

    Raise DatabaseError if the file is another program's, damaged, too new for this version, unwritable or in use.
    """
    lock = take_lock(path)
    try:
        if has_content(path):
            examine(path)
            upgrade(path)
        else:  # create it under a temporary name, so that no partial file is ever seen
            with whole_file(path, beside=("-wal", "-shm")) as new:
                new.write_bytes(fresh(migrations()))
                with closing(sqlite3.connect(new, isolation_level=None)) as database:
                    database.execute("PRAGMA journal_mode = WAL")
    except BaseException as error:
        lock.close()
        if isinstance(error, sqlite3.Error | UnicodeError | OSError):
            raise DatabaseError(f"Cannot open {path} ({reason_of(error)}).") from error
        raise
    return lock


def take_lock(path: Path) -> sqlite3.Connection:
    """Open an exclusive transaction on an empty file beside the database. It also ends if the process is killed.

    Raise InUse if another bot has it, or DatabaseError if the folder can't be written to.
    """
    beside = path.with_name(path.name + ".lock")
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder. Name a file in it.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.OperationalError) as error:
        raise DatabaseError(f"Cannot write to the folder {path.parent}: {error}.") from error
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        lock.close()
        if "locked" in str(error):
            raise InUse(f"{path} is in use by another bot. Stop that bot first.") from error
        raise DatabaseError(f"Cannot write to the folder {path.parent}: {error}.") from error
    return lock


def has_content(path: Path) -> bool:
    """Return whether the file exists and is not empty. Raise DatabaseError if only its write-ahead log exists."""
    if path.exists() and path.stat().st_size:
        return True
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        raise DatabaseError(
            f"{path} is missing, but its write-ahead log {wal.name} exists. Put the database file back next to it."
        )
    return False


def read_only(path: Path) -> sqlite3.Connection:
    """Open the file read-only, because closing another kind of connection could write its journal into the file."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a read-only connection that leaves no journal beside a database that is not in use."""
    with ExitStack() as opened:
        options = "mode=ro"
        with suppress(InUse):
            opened.enter_context(closing(take_lock(path)))
            if not path.with_name(path.name + "-wal").exists():
                options += "&immutable=1"  # With this, SQLite doesn't create the journal and its index.
        yield opened.enter_context(closing(sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True)))


def older_schema(path: Path) -> int | None:
    """Return the number of the file's schema if that is older than this version's, otherwise None."""
    with reading(path) as database:
        version = read_version(database)
    return version if version < len(migrations()) else None


def examine(path: Path, *, original: Path | None = None) -> None:
    """Raise DatabaseError if a file is another program's, damaged, too new or read-only, without writing a byte.

    ``original``: the file of which this one is a copy. The error then names it, and the check is thorough but slow.
    """
    called, check = (original, "integrity_check") if original else (path, "quick_check")
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise DatabaseError(f"Cannot read {called}: {error}.") from error
    if len(header) < 100 or not header.startswith(MAGIC):
        raise DatabaseError(f"{called} is not an SQLite database. Move it away or name another file.")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise DatabaseError(f"{called} is the database of another program. Name another file.")
    if not os.access(path, os.W_OK):
        raise DatabaseError(f"{called} is read-only. Make it writable for the user that runs the bot.")
    try:
        with closing(read_only(path)) as database:
            version = refuse_newer(database, called)
            problem = str(database.execute(f"PRAGMA {check} (1)").fetchone()[0])
            if problem == "ok":
                with closing(sqlite3.connect(":memory:")) as model:
                    model.deserialize(fresh(migrations()[:version]))
                    if version < 1 or not columns(model) <= columns(database):
                        problem = "its schema is not the bot's"
    except (sqlite3.DatabaseError, UnicodeError) as error:  # SQLite's own message may quote binary data
        problem = reason_of(error)
    if problem != "ok":
        raise damaged(called, problem)


def refuse_newer(database: sqlite3.Connection, path: Path) -> int:
    """Return the number of the file's last migration. Raise DatabaseError if this version doesn't know it."""
    version, newest = read_version(database), len(migrations())
    if version > newest:
        raise DatabaseError(
            f"{path} was migrated by a newer version of the bot (schema {version}, this one knows {newest})."
            " Run the newer version."
        )
    return version


def reason_of(error: Exception) -> str:
    """Describe an error of SQLite or the system in a few words, without the file's content, which it may quote."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    quotes = not isinstance(error, sqlite3.Error) or "Could not decode" in str(error)
    return "it contains invalid data" if quotes else str(error)


def columns(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Return all columns, indexes and triggers of the schema, for comparison."""
    return set(
        database.execute(
            "SELECT m.type, m.name, m.tbl_name, coalesce(c.name, ''), coalesce(c.type, '')"
            " FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c"
        )
    )


@cache
def fresh(scripts: tuple[Path, ...]) -> bytes:
    """Return the content of a new file with these migrations.

    It is cached, because making it is the slowest part of starting the bot.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(database, scripts)
        return database.serialize()


def read_version(database: sqlite3.Connection) -> int:
    """Return the number of the file's last migration."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def upgrade(path: Path) -> None:
    """Upgrade an older file to the current schema, after writing a copy beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")  # A backup that was put back by hand has another mode.
        version = read_version(database)
        if version == len(migrations()):
            return
        copy_to(database, path.with_name(f"{path.name}.schema-{version}"))
        migrate(database, migrations())


def migrate(database: sqlite3.Connection, scripts: tuple[Path, ...]) -> None:
    """Run the missing migrations, each in one transaction with the new version number.

    Raise DatabaseError if one fails. It is rolled back.
    """
    done = read_version(database)
    for number, script in enumerate(scripts[done:], done + 1):
        text = script.read_text("utf-8")
        try:
            database.executescript(f"BEGIN IMMEDIATE;\n{text}\nPRAGMA user_version = {number};\nCOMMIT;")
        except sqlite3.Error as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise DatabaseError(f"Migration {script.name} failed and was rolled back: {error}.") from error


def tables(database: sqlite3.Connection) -> list[str]:
    """Return the names of the bot's tables."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for [name] in found]


def must_exist(path: Path) -> None:
    """Raise DatabaseError if there is no database, because opening it would create one."""
    if not path.exists():
        raise DatabaseError(f"The database {path} does not exist. Set MIASMA_DATABASE to the file with the games.")


def copy_to(database: sqlite3.Connection, copy: Path) -> None:
    """Write a copy of the database to a temporary file, check it, and rename it if it is undamaged.

    Raise sqlite3.Error or OSError if it can't be written, or Damaged if the copy is damaged.
    """
    with whole_file(copy, beside=("-journal",)) as new:
        database.execute("VACUUM INTO ?", (str(new),))
        with closing(read_only(new)) as written:
            problem = str(written.execute("PRAGMA integrity_check (1)").fetchone()[0])
        if problem != "ok":
            raise Damaged(f"The backup {copy} failed its integrity check ({problem}) and was deleted. Check the disk.")
