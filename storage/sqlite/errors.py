"""Translate SQLite's errors into the storage's own, with a sentence for the host. Faults of the bot are only logged."""

import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from storage.engine import Conflict, DiskFull, Key, Unavailable, UnreadableRow, Unwritable
from storage.sqlite.file import damaged, reason_of

log = logging.getLogger(__name__)

# What is already taken if one of these constraints is violated.
TAKEN: Mapping[str, Key] = {
    "UNIQUE constraint failed: interactions.id": "interaction",
    "UNIQUE constraint failed: moves.table_id, moves.number": "number",
    "UNIQUE constraint failed: tables.channel_id": "channel",
    "UNIQUE constraint failed: daily_attempts.day, daily_attempts.player": "attempt",
}
# The file can't be read or written now, and perhaps later.
UNUSABLE: Mapping[int, str] = {
    sqlite3.SQLITE_PERM: "the system does not allow it",
    sqlite3.SQLITE_BUSY: "another program has locked the file",
    sqlite3.SQLITE_LOCKED: "another connection has locked a table",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
    sqlite3.SQLITE_READONLY: "the file is read-only",
    sqlite3.SQLITE_INTERRUPT: "it was interrupted",
    sqlite3.SQLITE_IOERR: "the disk or the system reports an error",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "the file or one beside it can't be opened",
    sqlite3.SQLITE_PROTOCOL: "other programs lock and unlock the file all the time",
    sqlite3.SQLITE_NOLFS: "the system does not allow files of this size",
}
DAMAGED: Mapping[int, str] = {
    sqlite3.SQLITE_CORRUPT: "its pages contradict each other",
    sqlite3.SQLITE_FORMAT: "its format is unknown",
    sqlite3.SQLITE_NOTADB: "it is not a database",
}
# These are faults of the bot, not of the file.
FAULTY: Mapping[int, str] = {
    sqlite3.SQLITE_ERROR: "a statement is wrong",
    sqlite3.SQLITE_INTERNAL: "SQLite has a fault",
    sqlite3.SQLITE_ABORT: "a statement was broken off by a rollback",
    sqlite3.SQLITE_NOTFOUND: "SQLite does not know an operation",
    sqlite3.SQLITE_EMPTY: "there is nothing",
    sqlite3.SQLITE_SCHEMA: "the tables were changed during a statement",
    sqlite3.SQLITE_TOOBIG: "a value or a statement is too long",
    sqlite3.SQLITE_CONSTRAINT: "a row breaks a rule of its table",
    sqlite3.SQLITE_MISMATCH: "a value has the wrong type",
    sqlite3.SQLITE_MISUSE: "SQLite was used in a wrong way",
    sqlite3.SQLITE_AUTH: "a statement is not allowed",
    sqlite3.SQLITE_RANGE: "a statement has no such value",
    sqlite3.SQLITE_NOTICE: "SQLite has something to say",
    sqlite3.SQLITE_WARNING: "SQLite warns of something",
}


def storage_error(error: BaseException, path: Path, *, writing: bool) -> BaseException:
    """Return the storage's own error for an error of a transaction, or that error unchanged.

    The storage's error quotes no value. Raise it without its cause, whose text may quote secrets.
    """
    if str(error) in TAKEN:
        return Conflict(TAKEN[str(error)])
    code, name = error_code(error), getattr(error, "sqlite_errorname", "")
    if why := DAMAGED.get(code):
        return damaged(path, f"{why}, {name}")
    if damage(error):
        return damaged(path, reason_of(error))
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(path)
    if why := UNUSABLE.get(code):
        if writing:
            return Unwritable(f"Cannot write to {path}: {why} ({name}). Nothing was changed.")
        return Unavailable(f"Cannot read {path} now: {why} ({name}).")
    if why := FAULTY.get(code):
        log.error("%s: %s (%s)", path, why, name)
    return error


def damage(error: BaseException) -> TypeGuard[Exception]:
    """Return whether an error in a transaction comes from a damaged file.

    Its pages may be damaged, names may have vanished from its schema since it was opened, or values may be impossible.
    """
    missing = ("no such column", "no such table", "foreign key mismatch")
    gone = isinstance(error, sqlite3.OperationalError) and (
        str(error).startswith(missing) or "has no column named" in str(error)
    )
    return gone or error_code(error) in DAMAGED or isinstance(error, UnreadableRow | UnicodeError)


def error_code(error: BaseException) -> int:
    """Return SQLite's primary result code of an error, or the code of success for other errors."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF
