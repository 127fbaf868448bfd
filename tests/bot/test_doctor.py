"""``miasma doctor`` prints each check's result and how to fix problems. It changes nothing and hides the token."""

import asyncio
import json
import os
import platform
import re
import shutil
import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, chdir
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import discord
import pytest
from aiohttp import web

from bot.hosting import health as doctor
from bot.hosting.health import NO_ACCOUNTS, WRONG_TOKEN, Finding, Verdict, look_at_database, look_at_discord
from bot.settings import Settings
from bot.version import full_version
from storage import Address, Storage, backup
from storage.address import read_address
from tests.miasma.command_line import Ended, start

TOKEN = "hush.hush.hush"
NOWHERE = "http://127.0.0.1:1"  # Nothing answers there.
PRESENCE_LIMITED, MEMBERS, CONTENT_LIMITED = 1 << 13, 1 << 14, 1 << 19


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent tests from reaching the real Discord."""
    monkeypatch.setattr(discord.http.Route, "BASE", NOWHERE)


def make_database(path: Path) -> bytes:
    async def make() -> None:
        await (await Storage.open(path)).close()

    asyncio.run(make())
    return path.read_bytes()


def found(ended: Ended) -> dict[str, tuple[str, str]]:
    """Return the verdict and the text of each printed line, by its topic."""
    lines = re.findall(r"^(ok|note|FAIL|skip) +([^:]+): (.+)$", ended.stdout, re.MULTILINE)
    assert len(lines) == len(ended.stdout.splitlines()), "one line each"
    assert "Traceback" not in ended.stderr
    assert TOKEN not in ended.stdout + ended.stderr
    return {topic: (verdict, text) for verdict, topic, text in lines}


def test_a_new_checkout_is_fine_and_nothing_is_created(tmp_path: Path) -> None:
    ended = start(tmp_path, "doctor")
    lines = found(ended)
    assert ended.returncode == 0
    assert {topic: verdict for topic, (verdict, _) in lines.items()} == {
        "version": "ok", "packages": "ok", "fonts": "ok", "data folder": "ok", "disk": "ok", "database": "ok",
        "token": "note",
    }  # fmt: skip
    assert f"Miasma {full_version()} on Python {platform.python_version()}" in lines["version"][1]
    assert "created at the first start" in lines["data folder"][1]
    assert "created at the first start" in lines["database"][1]
    assert "DISCORD_TOKEN is not set" in lines["token"][1]
    assert not list(tmp_path.iterdir())


async def test_it_works_without_a_network_and_beside_a_running_bot(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    async with await Storage.open(file):
        before = file.read_bytes()
        ended = await asyncio.to_thread(start, tmp_path, "doctor", DISCORD_TOKEN=TOKEN, MIASMA_DATABASE=str(file))
        assert file.read_bytes() == before
    lines = found(ended)
    assert ended.returncode == 0, "what can't be checked isn't wrong"
    verdict, text = lines["token"]
    assert verdict == "skip"
    assert "Discord can't be reached" in text
    assert lines["database"] == ("ok", f"{file} is undamaged (0 MiB)")
    assert lines["backup"] == ("note", "there is none. Make one: miasma backup")


def test_a_database_that_cannot_be_used_fails(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    good = make_database(file)
    file.write_bytes(good[: len(good) // 2])
    ended = start(tmp_path, "doctor", MIASMA_DATABASE=str(file))
    verdict, text = found(ended)["database"]
    assert (verdict, ended.returncode) == ("FAIL", 1)
    assert "Restore a backup" in text
    file.write_text("not a database, and longer than a hundred bytes. " * 5)
    assert "is not an SQLite database" in found(start(tmp_path, "doctor", MIASMA_DATABASE=str(file)))["database"][1]
    file.unlink()
    file.with_name("games.sqlite-wal").write_bytes(b"x")
    assert "is missing" in found(start(tmp_path, "doctor", MIASMA_DATABASE=str(file)))["database"][1]


def test_a_clock_may_be_a_little_behind_that_of_the_file_system(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    make_database(file)
    written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    assert not [one for one in doctor.look_at_file(file, written - timedelta(seconds=9)) if one.topic == "clock"]
    [clock] = [one for one in doctor.look_at_file(file, written - timedelta(seconds=11)) if one.topic == "clock"]
    assert clock.verdict == Verdict.FAILED
    assert "was last written in the future" in clock.text


def test_a_backup_is_recent_for_a_week(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.sqlite", tmp_path / "games-1.sqlite"
    make_database(file)
    backup(file, copy)
    now = datetime.fromtimestamp(int(file.stat().st_mtime), UTC)
    undamaged, week = Finding("database", Verdict.OK, f"{file} is undamaged (0 MiB)"), timedelta(days=7)
    for age, verdict, told in (
        (week, Verdict.OK, f"the last one is from {now - week:%Y-%m-%d %H:%M} UTC"),
        (week + timedelta(seconds=1), Verdict.NOTE, "the last one is 7 days old. Make one: miasma backup"),
    ):
        os.utime(copy, ((now - age).timestamp(),) * 2)
        assert [*doctor.look_at_file(file, now)] == [undamaged, Finding("backup", verdict, told)]


async def test_errors_distinguish_a_silent_and_an_unusable_database(monkeypatch):
    address = read_address("postgresql://anna:hush@db.example/games", "DATABASE_URL")
    for error, verdict, text in (
        (TimeoutError, Verdict.FAILED, f"{address} doesn't answer. Check its server and network."),
        (ModuleNotFoundError, Verdict.SKIPPED, "a package is missing"),
    ):

        async def fail(*_: object, error: type[Exception] = error, **__: object) -> int:
            raise error

        monkeypatch.setattr("storage.postgres.connecting.check", fail)
        assert await look_at_database(Settings(address=address)) == [Finding("database", verdict, text)]


def test_the_oldest_python_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={'.'.join(map(str, doctor.MIN_PYTHON))}"


def test_only_packages_that_the_settings_need_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    for settings, verdicts in (
        (Settings(token=TOKEN), [Verdict.OK]),
        (Settings(token=TOKEN, health_port=80), [Verdict.NOTE]),
        (Settings(), [Verdict.FAILED]),
        (Settings(health_port=80), [Verdict.FAILED, Verdict.NOTE]),
    ):
        assert [one.verdict for one in doctor.check_installation(settings) if one.topic == "packages"] == verdicts


def test_a_font_needs_every_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.has_letters(doctor.PLAIN)
    monkeypatch.setattr(doctor, "LETTERS", "A\N{CJK UNIFIED IDEOGRAPH-4E00}")
    assert not doctor.has_letters(doctor.PLAIN)


async def test_a_server_is_checked_but_not_migrated(address: Address) -> None:
    settings = Settings(address=address)
    assert await look_at_database(settings) == [
        Finding("database", Verdict.OK, f"{address} answers, and this version can use it")
    ]
    connection = await asyncpg.connect(address.secret)
    try:
        await connection.execute("UPDATE miasma SET schema = schema - 1")
        before = await connection.fetchval("SELECT schema FROM miasma")
        [older] = await look_at_database(settings)
        assert older.verdict == Verdict.OK
        assert await connection.fetchval("SELECT schema FROM miasma") == before
    finally:
        await connection.close()


def test_a_folder_that_cannot_be_written_fails(tmp_path: Path) -> None:
    ended = start(tmp_path, "doctor", MIASMA_DATABASE="/proc/data/games.sqlite")
    verdict, text = found(ended)["data folder"]
    assert (verdict, ended.returncode) == ("FAIL", 1)
    assert text.startswith("cannot write to /proc (")
    assert "Make it writable for the user that runs the bot" in text


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
def test_others_should_neither_write_the_games_nor_read_the_token(tmp_path, monkeypatch):
    data, env = tmp_path / "data", tmp_path / ".env"
    data.mkdir(mode=0o700)
    env.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    env.chmod(0o600)
    lines = found(start(tmp_path, "doctor"))
    assert lines["data folder"][0] == "ok"
    assert ".env" not in lines
    assert lines["token"][0] == "skip", "the token is read from the file"
    env.chmod(0o640)
    with monkeypatch.context() as here:
        here.chdir(tmp_path)
        assert not any(one.topic == ".env" for one in doctor.check_files(Settings(database=data / "games.sqlite")))
    data.chmod(0o702)
    lines = found(start(tmp_path, "doctor"))
    assert lines["data folder"] == ("note", f"every user of this machine can write to {data}: chmod o-w {data}")
    assert lines[".env"] == ("note", "other users of this machine can read the token in it: chmod 600 .env")


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
def test_others_should_not_read_the_games_nor_any_copy(tmp_path: Path) -> None:
    names = ["miasma.sqlite", "miasma.sqlite-wal", "miasma.sqlite.forgotten", "miasma.sqlite.schema-3"]
    dump, other = tmp_path / "games-2026-01-01-000000.dump", tmp_path / "data" / "notes.txt"
    for file in (*(tmp_path / "data" / name for name in (*names, "miasma-2026-01-01-000000.sqlite")), dump, other):
        file.parent.mkdir(exist_ok=True)
        file.touch(0o600)
    settings = Settings(database=tmp_path / "data" / "miasma.sqlite")
    address = read_address("postgresql://a@127.0.0.1:1/games", "DATABASE_URL")
    other.chmod(0o644)
    with chdir(tmp_path):
        for one, files in ((settings, [*other.parent.glob("miasma*")]), (replace(settings, address=address), [dump])):
            assert not [found for found in doctor.check_files(one) if found.topic == "games"]
            for file in files:
                file.chmod(0o640)
                [found] = [found for found in doctor.check_files(one) if found.topic == "games"]
                shown = file if one is settings else file.name
                assert found.text == f"other users of this machine can read them: chmod 600 {shown}"
                file.chmod(0o600)


@pytest.mark.parametrize(("mib", "verdict"), [(49, "FAIL"), (50, "note"), (499, "note"), (500, "ok")])
def test_a_full_disk_is_reported_before_a_move_is_lost(tmp_path, monkeypatch, mib, verdict):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=mib * 2**20))
    ended = start(tmp_path, "doctor")
    assert found(ended)["disk"][0] == verdict
    assert ended.returncode == (verdict == "FAIL")


def test_an_old_python_and_missing_packages_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MIN_PYTHON", (*sys.version_info[:2], 99))
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    ended = start(tmp_path, "doctor", MIASMA_HEALTH_PORT="8080")
    lines = found(ended)
    assert lines["version"][0] == "FAIL"
    assert lines["version"][1].endswith("or newer.")
    assert "'.[table]'" in ended.stdout
    assert "'.[metrics]'" in ended.stdout
    assert ended.returncode == 1
    monkeypatch.setattr(doctor, "MAX_SECONDS_TO_EXAMINE", 0.5)
    ended = start(tmp_path, "doctor", DATABASE_URL="postgresql://a:secret@127.0.0.1:1/b")
    assert "'.[postgres]'" in ended.stdout
    assert found(ended)["database"][0] == "FAIL"
    assert "disk" not in found(ended), "the games are on another machine"
    assert "secret" not in ended.stdout + ended.stderr


def reply(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON response with the content type that discord.py expects: no charset."""
    body = json.dumps(content).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


@dataclass
class Api:
    """A stand-in for Discord's API. `asked` lists the paths that were requested."""

    token: str = TOKEN
    flags: int = 0
    installs: dict[str, Any] = field(default_factory=lambda: {"0": {}, "1": {}})
    ahead: timedelta = timedelta()
    asked: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def serve(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
        """Serve this API, and direct discord.py's HTTP requests to it."""
        app = web.Application()
        app.router.add_get("/{path:.*}", self.answer)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        [(_, port)] = runner.addresses
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
        try:
            yield
        finally:
            await runner.cleanup()

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        headers = {"Date": format_datetime(datetime.now(UTC) + self.ahead, usegmt=True)}
        if request.path == "/gateway":
            assert "Authorization" not in request.headers
            return reply({"url": "wss://nowhere"}, headers=headers)
        if request.headers["Authorization"] != f"Bot {self.token}":
            return reply({"message": "401: Unauthorized", "code": 0}, status=401)
        user = {"id": "1", "username": "miasma", "discriminator": "0", "avatar": None, "bot": True}
        if request.path == "/users/@me":
            return reply(user)
        application = {
            "id": "1", "name": "Miasma", "icon": None, "description": "", "bot_public": True, "verify_key": "",
            "bot_require_code_grant": False, "owner": user, "flags": self.flags,
            "integration_types_config": self.installs,
        }  # fmt: skip
        return reply(application)


async def ask(api: Api, monkeypatch: pytest.MonkeyPatch) -> dict[str, Finding]:
    async with api.serve(monkeypatch):
        findings = await look_at_discord(Settings(token=TOKEN))
    assert not [finding for finding in findings if TOKEN in str(finding)]
    return {finding.topic: finding for finding in findings}


@pytest.mark.parametrize(
    ("api", "topic", "verdict", "says"),
    [
        (Api(token="another"), "token", Verdict.FAILED, re.escape(WRONG_TOKEN)),
        (Api(flags=PRESENCE_LIMITED), "intents", Verdict.NOTE, "presence are"),
        (Api(flags=MEMBERS | CONTENT_LIMITED), "intents", Verdict.NOTE, "guild_members, message_content are"),
        (Api(installs={"0": {}}), "accounts", Verdict.NOTE, re.escape(NO_ACCOUNTS)),
        (Api(ahead=timedelta(seconds=60)), "clock", Verdict.FAILED, ".*(59|60) s behind"),
        (Api(ahead=timedelta(seconds=-60)), "clock", Verdict.FAILED, ".*6[01] s ahead of"),
        (Api(ahead=timedelta(seconds=5)), "clock", Verdict.OK, "it agrees"),
    ],
)
async def test_each_problem_with_the_bot_at_discord_is_reported_alone(monkeypatch, api, topic, verdict, says):
    findings = await ask(api, monkeypatch)
    assert findings[topic].verdict == verdict
    assert re.match(says, findings[topic].text)
    del findings[topic]
    others = {"token", "intents", "accounts", "clock"} - {topic} if topic != "token" else set()
    assert {one: found.verdict for one, found in findings.items()} == dict.fromkeys(others, Verdict.OK)


async def test_a_discord_that_hangs_does_not_hold_up_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MAX_SECONDS_TO_EXAMINE", 0.2)

    async def never(*_: object) -> web.Response:
        await asyncio.sleep(1)
        return web.Response()

    api = Api()
    monkeypatch.setattr(api, "answer", never)
    findings = await ask(api, monkeypatch)
    assert findings["token"].verdict == Verdict.SKIPPED
