"""Copies of the database file: backups, copies for trying things out, and restoring a backup."""

import glob
import os
import sqlite3
from contextlib import closing, nullcontext
from datetime import datetime
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from storage.engine import DatabaseError
from storage.sqlite.file import (
    InUse,
    copy_to,
    examine,
    forgotten_file,
    has_content,
    must_exist,
    note_forgotten,
    read_forgotten,
    read_only,
    reading,
    reason_of,
    refuse_newer,
    take_lock,
)
from storage.whole_file import remove, sync_folder, whole_file

JOURNAL = ("-wal", "-shm")  # the endings of the files beside the database that belong to its content
KEPT_FOR = 30 * 24 * 3600.0  # Seconds. Automatic copies may have data of forgotten people, so they aren't kept longer.


def files_of(database: Path) -> list[Path]:
    """Return the files that the bot has written for a database: the database, its companions, copies and backups."""
    name, stem, suffix = map(glob.escape, (database.name, database.stem, database.suffix))
    patterns = (name, f"{name}-*", f"{name}.*", f"{stem}-20*{suffix}", f"{stem}-20*{suffix}.forgotten")
    return sorted({file for pattern in patterns for file in database.parent.glob(pattern) if file.is_file()})


def delete_old_copies(database: Path, now: datetime) -> None:
    """Delete the copies made automatically before updates and restores, if they are older than 30 days."""
    for file in files_of(database):
        made_by_itself = file.name.startswith((f"{database.name}.schema-", f"{database.name}.replaced-"))
        if made_by_itself and now.timestamp() - file.stat().st_mtime > KEPT_FOR:
            file.unlink(missing_ok=True)


def backup(path: Path, copy: Path) -> None:
    """Write a copy of the database to a new file, and the list of forgotten people beside it, even during use.

    Raise DatabaseError if the database is missing or too new for this version, or the copy exists already, can't be
    written or is damaged. No copy is then left behind.
    """
    must_exist(path)
    if copy.exists():
        raise DatabaseError(f"{copy} already exists. A backup never overwrites a file.")
    try:
        with reading(path) as database:
            refuse_newer(database, path)
            copy_to(database, copy)
        if forgotten_file(path).exists():  # Copied last, to list people forgotten in between.
            with whole_file(forgotten_file(copy)) as listed:
                copyfile(forgotten_file(path), listed)
    except (sqlite3.Error, UnicodeError, OSError) as error:
        raise DatabaseError(f"Cannot write the backup {copy}: {reason_of(error)}.") from error


def delete_backup(copy: Path) -> None:
    """Delete a backup and its list of forgotten people."""
    remove([copy, forgotten_file(copy)])


def copy_whole(path: Path, copy: Path, lock: sqlite3.Connection | None = None) -> None:
    """Copy the database with the content of its journal and its list of forgotten players, and check the copy.

    Nothing is written to the database, even while a bot is using it. Raise DatabaseError if the database is missing,
    another program's, damaged or too new for this version, or can't be copied. ``lock``: a lock that the caller holds,
    which keeps bots away.
    """
    must_exist(path)
    has_content(path)
    try:
        try:
            with nullcontext() if lock else closing(take_lock(path)):
                for ending in ("", "-wal"):
                    if path.with_name(path.name + ending).exists():
                        copyfile(path.with_name(path.name + ending), copy.with_name(copy.name + ending))
        except InUse:
            with closing(read_only(path)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
        if forgotten_file(path).exists():
            copyfile(forgotten_file(path), forgotten_file(copy))
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"Cannot copy {path} to check it ({reason_of(error)}).") from error
    examine(copy, original=path)


def restore(path: Path, source: Path, now: str) -> Path | None:
    """Replace the database with a backup. Return the old file's new name, ending in ``now``, or None if there was none.

    The journal of the old file, which would be applied to any file with its name, is set aside with it. People in the
    backup's list of forgotten people are added to the database's list. Raise DatabaseError, without a change, if a bot
    is using the database, or the backup is damaged, another program's or a newer version's.
    """
    if not source.is_file():
        raise DatabaseError(f"There is no file {source}.")
    if path.exists() and source.samefile(path):
        raise DatabaseError(f"{source} is the database itself. Name a backup of it.")
    aside, restored = path.with_name(f"{path.name}.replaced-{now}"), path.with_name(f"{path.name}.restored")
    try:
        with closing(take_lock(path)) as lock, TemporaryDirectory() as folder:
            copy = Path(folder) / source.name
            copy_whole(source, copy, lock)
            remove([restored])
            with closing(sqlite3.connect(copy, isolation_level=None)) as database:
                copy_to(database, restored)
            there = [ending for ending in ("", *JOURNAL) if path.with_name(path.name + ending).exists()]
            for ending in there:
                copyfile(path.with_name(path.name + ending), aside.with_name(aside.name + ending))
            for player, at in read_forgotten(source):
                if (player, at) not in read_forgotten(path):
                    note_forgotten(path, player, at)
            remove([path.with_name(path.name + ending) for ending in JOURNAL])
            os.replace(restored, path)
            sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"Cannot restore {source} to {path}: {reason_of(error)}.") from error
    return aside if there else None
