"""Commands that check something or register with Discord never change the database, so hosts can still go back."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import discord
import pytest

from bot.client import MiasmaBot
from miasma.__main__ import COMMANDS
from rules_service import Person, Place, RulesService, acts
from rules_service.clock import Clock
from storage import Storage
from storage.postgres import connecting
from storage.sqlite import file
from tests.miasma.command_line import start
from tests.storage.build import of_schema
from tests.storage.postgres.server import Server

WRITING = {"play", "forget", "restore"}
LOOKING = sorted(COMMANDS.keys() - WRITING)
OLDER = 19


@pytest.fixture(autouse=True)
def discord_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord accept everything that `sync` sends, and be unreachable for `doctor`."""

    async def nothing(*_: object) -> list[object]:
        return []

    for name in ("miasma.sync.register_commands", "miasma.sync.drawn_emoji", "miasma.sync.upload_emoji"):
        monkeypatch.setattr(name, nothing)
    monkeypatch.setattr(MiasmaBot, "login", nothing)
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1")


async def play_a_little(storage: Storage) -> None:
    service = RulesService(storage, Clock())
    table = await service.opening.open(Place(1, 1), Person(10, "Anna"), "rattus")
    await service.act(acts.join(), table.id, Person(11, "Ben"))
    await service.act(acts.start(), table.id, Person(10, "Anna"))


async def make_older_file(path: Path, folder: Path) -> None:
    """Write a database file of an older schema with its last row only in its journal, as after a kill."""
    async with await Storage.open(folder / "now.sqlite") as storage:
        await play_a_little(storage)
    of_schema(OLDER, folder / "now.sqlite", folder / "then.sqlite")
    with closing(sqlite3.connect(folder / "then.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO players (user_id, name) VALUES (12, 'Cara')")
        path.parent.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(folder / f"then.sqlite{ending}", path.with_name(path.name + ending))
    file.forgotten_file(path).write_text("2 1\n")


def content(folder: Path) -> dict[str, bytes]:
    """Return the content of each file in the folder except backups and the lock, which must be empty."""
    found = {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.startswith("miasma-20")}
    assert found.pop("miasma.sqlite.lock", b"") == b""
    return found


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("command", LOOKING)
def test_checks_write_nothing_to_the_file(tmp_path: Path, command: str, running: bool) -> None:
    data = tmp_path / "data"
    asyncio.run(make_older_file(data / "miasma.sqlite", tmp_path))
    if running:  # An older bot is using it; the index of its journal is no content.
        lock, reader = file.take_lock(data / "miasma.sqlite"), sqlite3.connect(data / "miasma.sqlite")
        assert reader.execute("SELECT count(*) FROM players").fetchone() == (3,)
    before = content(data)
    ended = start(tmp_path, command, DISCORD_TOKEN="hush.hush.hush")
    after = content(data)
    if running:
        reader.close()
        lock.close()
    for found in (before, after) if running or command == "backup" else ():
        found.pop("miasma.sqlite-shm", None)
    assert after == before, ended.stderr
    if command != "move-database":
        assert ended.returncode == 0, (ended.stdout, ended.stderr)
    if command == "verify":
        assert "replayed 1 open games" in ended.stderr
    if command == "backup":
        [backup] = data.glob("miasma-20*.sqlite")
        with closing(sqlite3.connect(backup)) as database:
            assert database.execute("SELECT count(*) FROM players").fetchone() == (3,), "the journal is part of it"


def dump(server: Server, address: str) -> str:
    done = subprocess.run([server.programs / "pg_dump", address], capture_output=True, text=True, check=True)
    return "\n".join(line for line in done.stdout.splitlines() if "restrict" not in line)


@pytest.mark.parametrize("older", [True, False])
def test_checks_write_nothing_to_postgresql(tmp_path: Path, server: Server, older: bool) -> None:
    address = asyncio.run(server.database())

    async def fill() -> None:
        async with await Storage.open(address) as storage:
            await play_a_little(storage)
        if older:  # A schema that only this version knows how to upgrade.
            await server.do("DROP TABLE reviews, losses", "UPDATE miasma SET schema = 20", database=address.database)

    asyncio.run(fill())
    path = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
    before = dump(server, address.secret)
    for command in LOOKING:
        ended = start(tmp_path, command, DISCORD_TOKEN="hush.hush.hush", DATABASE_URL=address.secret, PATH=path)
        if command != "move-database":
            assert ended.returncode == 0, (command, ended.stdout, ended.stderr)
        if command == "verify":
            assert "replayed 1 open games" in ended.stderr
        assert dump(server, address.secret) == before, command
    assert asyncio.run(connecting.check(address)) == (20 if older else connecting.migrations()[-1][0])
