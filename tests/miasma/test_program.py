import logging
import re
import tomllib
from collections.abc import AsyncIterator
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.client import MiasmaBot
from bot.discord_api.gateway import shorten_failures
from bot.hosting.health import MISSING_PACKAGES, WRONG_TOKEN
from bot.settings import BadSettings, Settings
from games import GAMES
from local_table.simulation import SimulatedClock
from miasma.__main__ import COMMANDS, advice, read_arguments, set_up_logging
from miasma.database import backup, verify
from miasma.play import open_local_bot
from rules_service.read import Read
from storage import DatabaseError
from storage.sqlite.file import prepare
from tests.bot.test_connecting import closed
from tests.miasma.command_line import process_as_it_was

ROOT = Path(__file__).parents[2]


def helped(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        read_arguments([*arguments, "--help"])
    assert ended.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def test_the_help_lists_every_command_and_says_what_it_does(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    whole = helped(capsys)
    titles = " and ".join(game.title for game in GAMES.values())
    about = "Without DISCORD_TOKEN it starts the local table, a simulated Discord in your browser."
    listed = " ".join(f"{command} {told}" for command, (_, told) in COMMANDS.items())
    assert whole.startswith("usage: miasma [-h] [--version] [--no-browser] COMMAND ...")
    assert f"{titles} on Discord. {about}" in whole
    assert f"commands: COMMAND {listed}" in whole
    for command, (_, told) in COMMANDS.items():
        assert told in helped(capsys, command)
    for command, told in (("forget", "USER_ID the user's"), ("restore", "FILE the backup"), ("backup", "--keep DAYS")):
        assert told in helped(capsys, command)
    assert read_arguments([]) == {"command": "play", "browser": True}
    for typed in (["--no-browser"], ["--no-browser", "play"], ["play", "--no-browser"]):
        assert read_arguments(typed) == {"command": "play", "browser": False}
    assert read_arguments(["sync"]) == {"command": "sync"}
    assert read_arguments(["forget", "5"]) == {"command": "forget", "user_id": 5}


def test_all_of_our_packages_log_at_the_chosen_level_and_others_only_what_they_warn_of() -> None:
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]["find"]
    with process_as_it_was():
        set_up_logging("DEBUG")
        for package in {name.rstrip("*") for name in packages["include"]} - {"computer_players"}:  # It has no log.
            assert logging.getLogger(f"{package}.part").getEffectiveLevel() == logging.DEBUG, package
        for other in ("discord.gateway", "PIL", "aiohttp"):
            assert logging.getLogger(other).getEffectiveLevel() == logging.INFO, other
        for teller in map(logging.getLogger, ("discord.client", "discord.shard")):
            assert shorten_failures in teller.filters
            teller.removeFilter(shorten_failures)
    assert not discord.VoiceClient.warn_nacl
    assert not discord.VoiceClient.warn_dave


class Response:
    """The part of a response used by discord.py's errors."""

    status = 503
    reason = ""


UNREACHABLE = (TimeoutError(), aiohttp.ClientError(), discord.HTTPException(Response(), ""))


def test_errors_that_a_host_can_fix_have_a_sentence() -> None:
    for error in (BadSettings("MIASMA_PORT is wrong."), DatabaseError("The database is damaged.")):
        assert advice(error) == str(error)
    for name in ("asyncpg", "simcord"):
        assert advice(ModuleNotFoundError(name=name)) == MISSING_PACKAGES[name]
    assert advice(discord.LoginFailure()) == advice(closed(4004)) == WRONG_TOKEN
    again = "Discord closed the gateway connection (code 4011). Restart the bot; no game is lost."
    assert advice(closed(4011)) == again
    intents = "Discord refused the gateway intents. Enable them in the developer portal, on the Bot page."
    assert advice(discord.PrivilegedIntentsRequired(0)) == intents
    for error in UNREACHABLE:
        why = f"Cannot connect to Discord ({type(error).__name__}). Try again later; no game is lost."
        assert advice(error) == why
    assert advice(ModuleNotFoundError(name="numpy")) is advice(KeyError("secret")) is None


@pytest.mark.parametrize("broken", [True, False])
async def test_every_open_game_is_checked_and_each_that_fails_is_an_error_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: bool
) -> None:
    file = tmp_path / "games.sqlite"
    prepare(file).close()
    caplog.set_level(logging.INFO, "miasma")

    async def verify_all(_: Read) -> AsyncIterator[Any]:
        yield SimpleNamespace(ok=True, table_id=3, why="")
        yield SimpleNamespace(ok=not broken, table_id=5, why="line 7: the digest differs" if broken else "")
        yield SimpleNamespace(ok=True, table_id=8, why="")

    monkeypatch.setattr(Read, "verify_all", verify_all)
    refused = pytest.raises(SystemExit, match="Not every open game can be replayed")
    with refused if broken else nullcontext():
        await verify(Settings(database=file))
    assert [(one.levelname, one.getMessage()) for one in caplog.records if one.name.startswith("miasma")] == [
        ("INFO", "table 3: ok"),
        ("ERROR", "table 5: line 7: the digest differs") if broken else ("INFO", "table 5: ok"),
        ("INFO", "table 8: ok"),
        ("INFO", "replayed 3 open games"),
    ]


async def test_a_backup_is_named_after_its_file_and_the_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "games.sqlite"
    prepare(file).close()
    caplog.set_level(logging.INFO, "miasma")
    await backup(Settings(database=file))
    [made] = tmp_path.glob("games-*")
    assert re.fullmatch(r"games-\d{4}-\d\d-\d\d-\d{6}\.sqlite", made.name)
    assert f"backup written to {made}" in caplog.messages


async def test_the_local_table_has_one_bot_at_a_time_in_a_new_folder(tmp_path: Path) -> None:
    settings, clock, bots = Settings(database=tmp_path / "new" / "games.sqlite"), SimulatedClock(), list[MiasmaBot]()
    now = clock.now()
    for reached in (None, now):
        bot = await open_local_bot(settings, bots, clock)
        assert bots == [bot]
        assert bot.clock is clock
        assert clock.reached == reached, "the end of the last run"
        await bot.app.storage.heartbeat.beat(now, timedelta())
        await bot.close()
