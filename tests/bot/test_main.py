"""Starting from the command line: what cannot work ends in a sentence, not in a traceback."""

import io
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import aiohttp
import discord
import pytest

from bot import VERSION
from bot.__main__ import main
from bot.client import MiasmaBot
from rules_service import Person, Place, RulesService
from rules_service.clock import Clock
from storage import Storage
from storage.file import prepare

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ended:
    """How a run of the bot has ended, and what it has told."""

    returncode: int
    stdout: str
    stderr: str  # with what was logged


def start(folder: Path, *arguments: str, typed: str = "", **environment: str) -> Ended:
    """Run the bot where there is no `.env`, by somebody who types this when asked."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIASMA", "DISCORD"))}
    told, errors, code = io.StringIO(), io.StringIO(), 0
    with (
        chdir(folder),
        patch.dict(os.environ, {**clean, **environment}, clear=True),
        patch("sys.stdin", io.StringIO(typed)),
        redirect_stdout(told),
        redirect_stderr(errors),
        logging_as_it_was(),
    ):
        try:
            main(arguments)
        except SystemExit as ended:  # a sentence is written to the errors by the interpreter
            code = ended.code if isinstance(ended.code, int) else 1
            print("" if isinstance(ended.code, int) else ended.code, file=sys.stderr)  # noqa: T201
    return Ended(code, told.getvalue(), errors.getvalue())


@contextmanager
def logging_as_it_was() -> Iterator[None]:
    """Undo at the end what a start of the bot does to the log of its process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for room in ("bot", "rules_service", "wording", "rules", "renderer", "storage"):
            logging.getLogger(room).setLevel(logging.NOTSET)


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (["dance"], {}, "usage: miasma"),
        (["sync"], {}, "DISCORD_TOKEN"),
        (["backup"], {}, "There is no database"),
        (["verify"], {}, "There is no database"),
        (["forget", "1"], {}, "There is no database"),
        (["forget"], {}, "USER_ID"),
        (["verify"], {"MIASMA_DATABASE": "some/where/games.sqlite"}, "There is no database some/where/games.sqlite"),
        ([], {"MIASMA_PORT": "many"}, "MIASMA_PORT"),
        ([], {"MIASMA_DATABASE": "notes.txt"}, "notes.txt"),
    ],
)
def test_what_cannot_work_ends_in_a_sentence(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], told: str
) -> None:
    (tmp_path / "notes.txt").write_text("not a database, and longer than a hundred bytes. " * 5)
    ended = start(tmp_path, *arguments, **environment)
    assert ended.returncode != 0
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "notes.txt").read_text().startswith("not a database")
    assert {path.name for path in tmp_path.iterdir()} <= {"notes.txt", "notes.txt.lock"}


def test_the_version_is_told(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "--version"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stdout == f"Miasma {VERSION}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (aiohttp.ClientConnectionError, "cannot be reached"),
        (TimeoutError, "cannot be reached"),
        (discord.GatewayNotFound, "cannot be reached"),
        (discord.LoginFailure, "does not accept DISCORD_TOKEN"),
    ],
)
def test_who_waits_for_a_sync_is_told_at_once_that_there_is_no_way_to_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: type[Exception], told: str
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "hush.hush.hush")
    monkeypatch.setattr("discord.Client.login", fail)
    monkeypatch.setattr("discord.utils.setup_logging", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main(["sync"])
    assert told in str(ended.value)
    assert "hush" not in str(ended.value)


STOPPED = """
import asyncio, os, signal
import discord
from bot.__main__ import main
from bot.client import MiasmaBot
from rules_service import Person, Place, RulesService
from rules_service.clock import Clock
from storage import Storage
from storage.file import prepare

async def login(self, token):
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.sleep(60)

discord.Client.login = login
main([])
print("left in good order")
"""


def test_a_host_that_stops_the_bot_lets_it_leave_in_good_order(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STOPPED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "hush.hush.hush", "MIASMA_DATABASE": "games"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "left in good order" in ended.stdout
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "games-wal").exists()  # SQLite has put everything into its file


def test_only_our_own_rooms_log_in_detail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIASMA_LOG_LEVEL", "DEBUG")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    with logging_as_it_was():
        with pytest.raises(SystemExit):
            main(["sync"])
        assert logging.getLogger("bot.channel.announcer").isEnabledFor(logging.DEBUG)
        for other in ("discord.http", "discord.gateway", "aiosqlite", "PIL"):
            assert not logging.getLogger(other).isEnabledFor(logging.DEBUG), other


def test_a_backup_and_a_check_of_every_open_game(tmp_path: Path) -> None:
    prepare(tmp_path / "data" / "miasma.sqlite").close()
    checked = start(tmp_path, "verify")
    assert checked.returncode == 0
    assert "0 open games replayed" in checked.stderr
    assert start(tmp_path, "backup").returncode == 0
    assert len(list((tmp_path / "data").glob("miasma-*.sqlite"))) == 1


@pytest.fixture
async def anna(tmp_path: Path) -> int:
    """Somebody whose preferences are stored, and two tables where she sits."""
    async with await Storage.open(tmp_path / "data" / "miasma.sqlite") as storage:
        service = RulesService(storage, Clock())
        await storage.people.prefer(987654321, "coach", "off")
        for channel in (1, 2):
            await service.open(Place(channel, 1), Person(987654321, "Anna"), "rattus")
        await service.join(2, Person(5, "Ben"))
    return 987654321


def kept(folder: Path) -> tuple[str, list[str]]:
    """Everything in the database, and how its tables stand."""
    with closing(sqlite3.connect(folder / "data" / "miasma.sqlite")) as database:
        status = [status for (status,) in database.execute("SELECT status FROM tables ORDER BY id")]
        return "\n".join(database.iterdump()), status


def test_a_host_forgets_a_person(tmp_path: Path, anna: int) -> None:
    asked = start(tmp_path, "forget", str(anna), typed=f"{anna}\n")
    assert asked.returncode == 0, asked.stderr
    assert "This cannot be taken back" in asked.stdout
    assert "is forgotten" in asked.stderr
    left, status = kept(tmp_path)
    assert "Anna" not in left
    assert str(anna) not in left
    assert "coach" not in left
    assert status == ["cancelled", "lobby"]
    again = start(tmp_path, "forget", str(anna), typed=f"{anna}\n")
    assert again.returncode != 0
    assert "There is nobody with the number 987654321" in again.stderr


@pytest.mark.parametrize("typed", ["", "yes\n"])
def test_nobody_is_forgotten_unless_the_host_confirms_it(tmp_path: Path, anna: int, typed: str) -> None:
    before = kept(tmp_path)
    asked = start(tmp_path, "forget", str(anna), typed=typed)
    assert asked.returncode != 0
    assert "Nobody is forgotten." in asked.stderr
    assert kept(tmp_path) == before


def test_on_discord_pictures_are_ready_before_the_bot_connects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    async def start(self: MiasmaBot, token: str) -> None:
        done.append("connected")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr(MiasmaBot, "start", start)
    monkeypatch.setattr("bot.__main__.warm_up", lambda: done.append("warm"))
    main([])
    assert done == ["warm", "connected"]
