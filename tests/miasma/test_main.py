import asyncio
import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.client import MiasmaBot
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.settings import Settings
from bot.version import full_version
from miasma.__main__ import OBJECTS_TO_COLLECT
from miasma.play import leave_in_time
from miasma.sync import sync
from rules_service import Person, Place, RulesService, acts
from rules_service.clock import Clock
from storage import Storage
from storage.engine import Coordinator
from storage.sqlite.file import prepare
from tests.bot.cores import BUSY
from tests.miasma.command_line import start
from tests.storage.postgres.server import Server

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (["dance"], {}, "usage: miasma"), (["sync"], {}, "DISCORD_TOKEN"), (["backup"], {}, "does not exist"),
        (["verify"], {}, "does not exist"), (["forget", "1"], {}, "does not exist"), (["forget"], {}, "USER_ID"),
        (["forget", "9" * 5000], {}, "' is not a user ID"),
        (["forget", "9" * 20], {}, "'99999999999999999999' is not a user ID"),
        (
            ["verify"],
            {"MIASMA_DATABASE": "some/where/games.sqlite"},
            "The database some/where/games.sqlite does not exist",
        ),
        ([], {"MIASMA_PORT": "many"}, "MIASMA_PORT"),
        ([], {"MIASMA_PROCESSES": "9" * 5000}, "MIASMA_PROCESSES"),
        ([], {"MIASMA_DATABASE": "notes.txt"}, "notes.txt"),
    ],
)  # fmt: skip
def test_impossible_commands_exit_with_a_sentence(tmp_path, arguments, environment, told):
    (tmp_path / "notes.txt").write_text("not a database, and longer than a hundred bytes. " * 5)
    ended = start(tmp_path, *arguments, **environment)
    assert ended.returncode != 0
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "notes.txt").read_text().startswith("not a database")
    assert {path.name for path in tmp_path.iterdir()} <= {"notes.txt", "notes.txt.lock"}


def process(folder: Path, code: str, *arguments: str, **environment: str) -> str:
    """Run code in a new process, which must exit with 0. Return its output."""
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, timeout=BUSY, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


REFUSED = """
import os, sys
import bot.pictures, discord
from bot.client import MiasmaBot
from miasma.__main__ import main
from tests.bot.cold import COMMAND

bot.pictures.RENDER_WORKER = COMMAND

async def fail(self, token):
    raise ValueError("a surprise")

discord.Client.login = fail
for name in sys.argv[1:]:
    os.environ["MIASMA_DATABASE"] = name
    if name == "unlucky":
        MiasmaBot.__init__ = fail
    try:
        main([])
    except BaseException as error:
        print(error.code if isinstance(error, SystemExit) else type(error).__name__, flush=True)
"""


@pytest.mark.deep(one_in=4)
def test_the_process_exits_whatever_is_wrong_with_the_database(tmp_path: Path) -> None:
    """An open connection would keep the process alive through its thread."""
    for name in ("damaged", "newer", "locked", "well", "unlucky"):
        prepare(tmp_path / name).close()
    (tmp_path / "damaged").write_bytes((tmp_path / "damaged").read_bytes()[:-5000])
    with closing(sqlite3.connect(tmp_path / "newer")) as database:
        database.execute("PRAGMA user_version = 999")
    with closing(prepare(tmp_path / "locked")):
        names = ("damaged", "newer", "locked", "/proc/games", "well", "unlucky")
        told = process(tmp_path, REFUSED, *names, DISCORD_TOKEN="hush.hush.hush").splitlines()
    for line, why in zip(
        told, ("is damaged", "a newer version", "in use", "Cannot write", "ValueError", "TypeError"), strict=True
    ):
        assert why in line, told


def test_the_installed_program_collects_garbage_as_rarely_as_the_module(tmp_path, monkeypatch):
    """The image and the service start ``miasma``, which calls `main` directly."""
    thresholds: list[int] = []
    monkeypatch.setattr("miasma.__main__.gc.set_threshold", thresholds.append)
    start(tmp_path, "backup")
    assert thresholds == [OBJECTS_TO_COLLECT]


@pytest.mark.deep(one_in=4)
def test_q1_without_an_address_no_library_of_postgresql_is_imported(tmp_path: Path) -> None:
    """Q1: no library of PostgreSQL is imported, and no files are made except SQLite's."""
    prepare(tmp_path / "data" / "miasma.sqlite").close()
    run = 'import sys; from miasma.__main__ import main; main(["verify"]); print([*sys.modules])'
    told = process(tmp_path, run, DATABASE_URL="", DISCORD_TOKEN="")
    assert "'storage.sqlite.file'" in told
    assert "asyncpg" not in told
    assert "storage.postgres" not in told
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["miasma.sqlite", "miasma.sqlite.lock"]


@pytest.mark.parametrize(
    ("arguments", "display", "opens"),
    [((), "DISPLAY", True), (("--no-browser",), "DISPLAY", False), ((), "NONE", False)],
)
def test_q3_the_local_table_says_that_it_uses_its_file(tmp_path, monkeypatch, arguments, display, opens):
    """Q3: the local table uses its file even if DATABASE_URL is set. The browser opens if there is a display."""
    opened: list[object] = []

    async def serve(make_bot: Callable[[Clock], Awaitable[MiasmaBot]], **given: object) -> None:
        async with await make_bot(Clock()) as bot:
            opened.extend([bot.app.settings.games, given])

    monkeypatch.setattr("local_table.serve", serve)
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: None)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    ended = start(tmp_path, *arguments, DATABASE_URL="postgresql://anna:hush@127.0.0.1:1/games", **{display: ":0"})
    assert ended.returncode == 0, ended.stderr
    file, own = Path("data/miasma.sqlite"), {"host": Settings.host, "port": Settings.port}
    own |= {"permissions": NEEDED_PERMISSIONS, "on_stop": leave_in_time}
    assert opened == [file, {"database": file, "browser": opens, **own}]
    assert (
        "starting the local table; it ignores DATABASE_URL and stores its games in data/miasma.sqlite" in ended.stderr
    )
    assert "hush" not in ended.stderr


def test_q44_hosts_that_read_a_procfile_install_what_postgresql_needs() -> None:
    """Q44: requirements.txt installs PostgreSQL's driver, in the tested version."""
    assert "-e .[postgres]" in (ROOT / "requirements.txt").read_text().splitlines()
    assert re.search("^asyncpg==", (ROOT / "constraints.txt").read_text(), re.MULTILINE)


AS_A_PROGRAM = """
import atexit, gc, runpy, sys
atexit.register(lambda: print("collects:", gc.isenabled(), "leaves alone:", gc.get_freeze_count() > 10_000))
runpy.run_module(sys.argv.pop(1), run_name="__main__")
"""


@pytest.mark.deep
@pytest.mark.parametrize("module", ["miasma", "bot"])
def test_the_version_is_printed_and_imported_objects_are_frozen(tmp_path: Path, module: str) -> None:
    """Some hosts start the bot with ``python -m bot`` in a Procfile or systemd unit."""
    told = process(tmp_path, AS_A_PROGRAM, module, "--version")
    assert told == f"Miasma {full_version()}\ncollects: True leaves alone: True\n"
    assert not list(tmp_path.iterdir())


def test_sync_reports_at_once_that_discord_cannot_be_reached(tmp_path, monkeypatch):
    async def fail(*_: object, **__: object) -> None:
        raise aiohttp.ClientConnectionError

    monkeypatch.setattr("discord.Client.login", fail)
    ended = start(tmp_path, "sync", DISCORD_TOKEN="hush.hush.hush")
    assert ended.returncode != 0
    assert "Cannot connect to Discord" in ended.stderr
    assert "hush" not in ended.stderr


@pytest.fixture
async def anna(tmp_path: Path) -> int:
    """Return the user id of Anna, who has stored preferences and two tables."""
    async with await Storage.open(tmp_path / "data" / "miasma.sqlite") as storage:
        service = RulesService(storage, Clock())
        await storage.people.prefer(987654321, "coach", "off")
        for channel in (1, 2):
            await service.opening.open(Place(channel, 1), Person(987654321, "Anna"), "rattus")
        await service.act(acts.join(), 2, Person(5, "Ben"))
    return 987654321


def kept(folder: Path) -> tuple[str, list[str]]:
    """Return a dump of the database as text, and the status of each table of players in it."""
    with closing(sqlite3.connect(folder / "data" / "miasma.sqlite")) as database:
        status = [status for (status,) in database.execute("SELECT status FROM tables ORDER BY id")]
        return "\n".join(database.iterdump()), status


def test_a_host_forgets_a_person(tmp_path: Path, anna: int) -> None:
    asked = start(tmp_path, "forget", str(anna), typed=f"{anna}\n")
    assert asked.returncode == 0, asked.stderr
    assert "It cannot be undone" in asked.stdout
    assert "deleted the personal data of user" in asked.stderr
    left, status = kept(tmp_path)
    assert "Anna" not in left
    assert str(anna) not in left
    assert "coach" not in left
    assert status == ["cancelled", "lobby"]
    again = start(tmp_path, "forget", str(anna), typed=f"{anna}\n")
    assert again.returncode != 0
    assert "There is no user with the ID 987654321" in again.stderr


def test_q39_the_commands_for_a_host_who_moves_to_postgresql(tmp_path: Path, anna: int, server: Server) -> None:
    """Q39, Q40, Q41: a file is moved only once. Then the commands to verify, back up and forget work on the server."""
    address = asyncio.run(server.database())
    path = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
    before = kept(tmp_path)
    nowhere = start(tmp_path, "move-database")
    assert "Set DATABASE_URL to the target PostgreSQL database" in nowhere.stderr
    moved = start(tmp_path, "move-database", DATABASE_URL=address.secret)
    assert moved.returncode == 0, moved.stderr
    assert "replayed 2 open games" in moved.stderr
    assert f"moved 2 tables with 3 log lines to {address}" in moved.stderr
    again = start(tmp_path, "move-database", DATABASE_URL=address.secret)
    assert again.returncode != 0
    assert "is not empty" in again.stderr
    assert kept(tmp_path) == before
    checked = start(tmp_path, "verify", DATABASE_URL=address.secret)
    assert "replayed 2 open games" in checked.stderr
    assert start(tmp_path, "backup", DATABASE_URL=address.secret, PATH=path).returncode == 0
    assert len(list(tmp_path.glob(f"{address.database}-*.dump"))) == 1
    asked = start(tmp_path, "forget", str(anna), typed=f"{anna}\n", DATABASE_URL=address.secret)
    assert "deleted the personal data of user" in asked.stderr
    again = start(tmp_path, "forget", str(anna), typed=f"{anna}\n", DATABASE_URL=address.secret)
    assert f"There is no user with the ID {anna} in {address}" in again.stderr
    server.drop(address)


@pytest.mark.parametrize("typed", ["", "yes\n"])
def test_nobody_is_forgotten_unless_the_host_confirms_it(tmp_path: Path, anna: int, typed: str) -> None:
    before = kept(tmp_path)
    asked = start(tmp_path, "forget", str(anna), typed=typed)
    assert asked.returncode != 0
    assert "Cancelled. Nothing was deleted." in asked.stderr
    assert kept(tmp_path) == before


def test_a_host_without_token_and_local_table_is_told_so(tmp_path, monkeypatch):
    """For example, a bot installed from requirements.txt has no local table, and without a token it can't run."""
    for name in ("local_table", "simcord"):
        monkeypatch.setitem(sys.modules, name, None)  # type: ignore[arg-type]
    monkeypatch.delitem(sys.modules, "local_table")
    ended = start(tmp_path)
    assert ended.returncode != 0
    assert "DISCORD_TOKEN is not set" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.deep(one_in=2)
@pytest.mark.parametrize("first", [True, False])
async def test_q37_sync_registers_the_commands_once_for_all_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, first: bool
) -> None:
    told: list[str] = []

    @asynccontextmanager
    async def run_once(_: object) -> AsyncIterator[bool]:
        told.append("waited")
        yield first

    async def login(*_: object) -> None: ...

    async def about(_: object) -> SimpleNamespace:
        return SimpleNamespace(guild_integration_config=None)

    async def commands(*_: object) -> list[object]:
        told.append("commands")
        return []

    async def upload(*_: object) -> list[object]:
        told.append("emoji")
        return []

    monkeypatch.setattr(Coordinator, "run_once", run_once)
    monkeypatch.setattr(MiasmaBot, "login", login)
    monkeypatch.setattr(MiasmaBot, "application_info", about)
    monkeypatch.setattr(MiasmaBot, "application_id", 777)
    monkeypatch.setattr(discord.app_commands.CommandTree, "sync", commands)
    monkeypatch.setattr("miasma.sync.upload_emoji", upload)
    caplog.set_level(logging.INFO, "miasma")
    await sync(Settings(token="hush", database=tmp_path / "games.sqlite"))
    assert told == (["waited", "commands", "emoji"] if first else ["waited"])
    assert ("another process has just synced" in caplog.text) is not first
    assert caplog.text.count("client_id=777") == 2, "the links to add the bot to a server or an account"
