"""The commands about stored games: ``miasma backup``, ``restore``, ``move-database``, ``verify`` and ``forget``."""

import asyncio
import glob
import logging
import sys
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import storage
from bot.client import open_bot
from bot.settings import Settings
from rules_service.clock import Clock
from storage.temporary_copy import temporary_copy

log = logging.getLogger(__name__)

FORGETTING = """\
This deletes the personal data of user {user}. It cannot be undone:
- They leave every open table. A lobby gets a new host, a running game waits for a substitute.
- Their name, user ID and preferences are deleted. Game logs keep their moves under a pseudonym.
- Posts on Discord are not changed. Delete them there if necessary.
Type the user ID again to confirm: """


async def backup(settings: Settings, keep: int | None = None) -> None:
    """Back up the database to a new file with the time in its name.

    Then delete backups older than ``keep`` days, or none if that is None.

    A backup of SQLite is written beside the database, one of PostgreSQL to the current folder.
    """
    now = f"{Clock().now().astimezone():%Y-%m-%d-%H%M%S}"
    if settings.address:
        from storage.postgres import dump  # This module needs an optional extra.

        path = Path(f"{settings.address.database}-{now}.dump")
        await asyncio.to_thread(dump.backup, settings.address, path)
    else:
        file = settings.database
        path = file.with_name(f"{file.stem}-{now}{file.suffix}")
        await asyncio.to_thread(storage.backup, file, path)
    log.info("backup written to %s", path)
    if keep is not None:
        name = settings.address.database if settings.address else settings.database.stem
        old = Clock().now() - timedelta(days=keep)
        for file in path.parent.glob(f"{glob.escape(name)}-20*{path.suffix}"):
            if file.stat().st_mtime < old.timestamp():
                storage.delete_backup(file)
                log.info("deleted the old backup %s", file)


async def restore(settings: Settings, file: Path) -> None:
    """Replace the SQLite database with a backup, forget again the people forgotten since then, and log its contents.

    Exit with an error if the games are in PostgreSQL.
    """
    if settings.address:
        sys.exit(f"The games are in {settings.address}. Fill an empty database with pg_restore (docs/postgresql.md).")
    path = settings.database
    aside = await asyncio.to_thread(storage.restore, path, file, f"{Clock().now().astimezone():%Y-%m-%d-%H%M%S}")
    schema = await asyncio.to_thread(storage.older_schema, path)
    # A database of an older version is not updated: perhaps the host is going back to that version.
    async with (
        temporary_copy(path) if schema else nullcontext(path) as copy,
        await storage.Storage.open(copy) as restored,
    ):
        found = await restored.contents()
    states = ", ".join(f"{count} {state}" for state, count in sorted(found.tables.items())) or "none"
    last = f"{found.last_line.astimezone():%Y-%m-%d %H:%M:%S}" if found.last_line else "never"
    log.info("restored %s from %s", path, file)
    log.info("tables: %s; people: %s; log lines: %s, the last at %s", states, found.people, found.lines, last)
    if schema:
        text = (
            "the restored database has schema %s: start the version that made it, or this version, which will update it"
        )
        log.info(text, schema)
    if aside:
        log.info("the previous database is now %s; it will be deleted after 30 days", aside)


async def move_database(settings: Settings) -> None:
    """Migrate the games of an SQLite file to an empty PostgreSQL database, if all open games can be replayed.

    Exit with an error if one of them can't, or if no PostgreSQL database is set.
    """
    if not settings.address:
        text = "Set DATABASE_URL to the target PostgreSQL database, and MIASMA_DATABASE to the SQLite file to migrate."
        sys.exit(text)
    from storage.migrate_to_postgres import migrate, unused_copy  # This module needs an optional extra.

    with unused_copy(settings.database) as file:
        await verify(replace(settings, database=file, address=None))
        counts = await migrate(file, settings.address)
    log.info("moved %s tables with %s log lines to %s", counts["tables"], counts["moves"], settings.address)
    log.info("%s is unchanged; it is not used while DATABASE_URL is set", settings.database)


async def verify(settings: Settings) -> None:
    """Replay every open game on a copy of the database. Exit with an error if this version can't continue one."""
    replayed = failed = 0
    async with (
        temporary_copy(settings.games) as file,
        await open_bot(replace(settings, database=file, address=None), Clock()) as bot,
    ):
        async for verdict in bot.app.service.read.verify_all():
            replayed += 1
            failed += not verdict.ok
            level = logging.INFO if verdict.ok else logging.ERROR
            log.log(level, "table %s: %s", verdict.table_id, verdict.why or "ok")
    log.info("replayed %s open games", replayed)
    if failed:
        sys.exit("Not every open game can be replayed with this version. Do not deploy it.")


def confirm_forgetting(settings: Settings, user_id: int) -> None:
    """Explain what forgetting a user means, and exit unless the host confirms it by typing the user ID again."""
    if isinstance(settings.games, Path):
        storage.must_exist(settings.games)
    try:
        typed = input(FORGETTING.format(user=user_id))
    except EOFError:  # No terminal is there to ask.
        typed = ""
    if typed.strip() != str(user_id):
        sys.exit("Cancelled. Nothing was deleted.")


async def forget(settings: Settings, user_id: int) -> None:
    """Delete a user's personal data, or exit with an error if there is no such user.

    Their tables show the empty seats once the bot runs again.
    """
    async with await open_bot(settings, Clock()) as bot:
        known = await bot.app.service.people.forget(user_id)
    if not known:
        sys.exit(f"There is no user with the ID {user_id} in {settings.games}.")
    log.info("deleted the personal data of user %s", user_id)
