"""The table in docs/hosting.md lists the files that the bot really writes, their readers, and how long they exist."""

import asyncio
import os
import re
import shutil
from pathlib import Path

from miasma.__main__ import COMMANDS
from rules_service import Person, Place, RulesService
from rules_service.clock import Clock
from storage import Storage
from storage.sqlite import copies
from tests.miasma.command_line import start
from tests.storage.build import of_schema
from tests.storage.postgres.server import Server

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
[SECTION] = re.findall(r"^## Files$(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
NAME, USER = "Annabella", 987654321
DATE = r"20\d\d-\d\d-\d\d-\d{6}"
GONE, STAYS = "has no data of the person", "has the person's data until the file is deleted"


def described() -> dict[str, tuple[str, str]]:
    """Return, for each file-name pattern, how long its files exist and the effect of forgetting a person."""
    found = {}
    for names, about, lifetime, after in re.findall(r"^\| (`.*) \| (.*) \| (.*) \| (.*) \|$", SECTION, re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", names):
            pattern = re.escape(name).replace("DATABASE", r"\w+").replace("DATE", DATE).replace("NN", r"\d+")
            found[pattern + ("(-wal|-shm)?" if "with its journal" in about else "")] = lifetime, after
    return found


def row(name: str) -> str:
    """Return the only pattern in the table that matches this file name."""
    [pattern] = [pattern for pattern in described() if re.fullmatch(pattern.replace(r"\-", "-"), name)]
    return pattern


async def play(path: Path) -> None:
    async with await Storage.open(path) as storage:
        await storage.people.prefer(USER, "coach", "off")
        await RulesService(storage, Clock()).opening.open(Place(1, 1), Person(USER, NAME), "rattus")


async def forget_while_running(path: Path, running: Path) -> None:
    """Store data about the person and forget them. Then copy the bot's files to ``running`` before it closes them."""
    async with await Storage.open(path) as storage:
        for number in range(100):
            await storage.people.prefer(USER, f"key {number}", f"{NAME} {number}")
        await storage.people.forget(USER, Clock().now())
        for file in copies.files_of(path):
            shutil.copy(file, running / file.name)


def test_every_file_is_described_correctly(tmp_path: Path, server: Server) -> None:
    data, running = tmp_path / "data", tmp_path / "running"
    path = data / "miasma.sqlite"
    mask = os.umask(0o077)  # The program does the same.
    try:
        data.mkdir()
        running.mkdir()
        asyncio.run(play(tmp_path / "now.sqlite"))
        of_schema(20, tmp_path / "now.sqlite", path)
        asyncio.run(meet_another(path))  # An update leaves a copy.
        for command in ("doctor", "verify", "backup"):
            ended = start(tmp_path, command)
            assert ended.returncode == 0, ended.stderr
        [backup] = data.glob("miasma-20*.sqlite")
        assert start(tmp_path, "restore", str(backup)).returncode == 0
        address = asyncio.run(server.games())
        programs = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
        assert start(data, "backup", DATABASE_URL=address.secret, PATH=programs).returncode == 0
        (data / "miasma.sqlite.threads.json").touch()  # The local table writes it, as tests/local_table checks.
        asyncio.run(forget_while_running(path, running))
    finally:
        os.umask(mask)
    written = {one.name: one for folder in (data, running) for one in folder.iterdir()}
    assert {row(name) for name in written} == described().keys(), "each line is about a file"
    for name, file in written.items():
        _, after = described()[row(name)]
        assert file.stat().st_mode & 0o777 == 0o600, name
        assert (NAME.encode() in file.read_bytes()) == (after == STAYS and file.suffix != ".dump"), name
    assert described()[row("miasma.sqlite-wal")][1] == GONE


async def meet_another(path: Path) -> None:
    async with await Storage.open(path) as storage:
        await storage.people.meet(USER + 1, "Ben")
        await storage.people.meet(USER + 2, "Cem")
        await storage.people.forget(USER + 2, Clock().now())


def test_copies_that_the_bot_makes_by_itself_are_deleted_after_a_month(tmp_path: Path) -> None:
    path = tmp_path / "miasma.sqlite"
    old = ["miasma.sqlite.schema-3", "miasma.sqlite.replaced-2026-01-01-000000", "miasma-2026-01-01-000000.sqlite"]
    new = ["miasma.sqlite.schema-4", "miasma.sqlite.forgotten"]
    for name in (*old, *new):
        (tmp_path / name).touch()
    for name in (*old, "miasma.sqlite.forgotten"):
        os.utime(tmp_path / name, (Clock().now().timestamp() - copies.KEPT_FOR - 60,) * 2)

    async def work() -> None:
        async with await Storage.open(path) as storage:
            await storage.database.delete_old_copies(Clock().now())

    asyncio.run(work())
    left = {one.name for one in tmp_path.iterdir()}
    assert left == {"miasma.sqlite", "miasma.sqlite.lock", *new, old[2]}
    for name in old:
        assert (described()[row(name)][0] == f"{copies.KEPT_FOR / 86400:g} days") == (name not in left)


def test_the_page_names_the_commands_that_copy() -> None:
    named = set(re.findall(r"`([a-z-]+)`", SECTION.strip().rsplit("\n\n", 1)[1]))
    assert named & COMMANDS.keys() == {"verify", "doctor", "restore", "move-database"}
