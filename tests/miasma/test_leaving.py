"""A bot that is asked to stop ends within five seconds, whatever its threads are doing."""

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from unittest.mock import Mock, call

import pytest

from miasma.play import leave_in_time
from tests.bot.cores import BUSY

ROOT = Path(__file__).parents[2]
STOPPED = """
import asyncio, os, signal, sys, time
import bot.pictures, discord
from games import GAMES
from miasma.__main__ import main
from renderer import Scene
from rules.table import Table
from rules_service.history import moves_of, turns_of
from tests.test_recorded import FILES, read
from wording import words

async def replay(bot):
    log = read(next(path for path in FILES if path.stem == "4_players_advanced")).log
    table = Table.load(GAMES[log.game].rules, log)
    before, moves = moves_of(table, None, turns_of(table, None))
    scene = Scene(before, ["A", "B", "C", "D"], GAMES[log.game].pictures.replay_part, words("en"))
    await bot.app.pictures.replay(log.game, scene, moves, 1, moving=True)

async def sleep(bot):
    await asyncio.get_running_loop().run_in_executor(None, time.sleep, 60)

async def login(bot, token):
    task = asyncio.create_task(globals()[sys.argv[1]](bot))
    await asyncio.sleep(1.5)
    assert not task.done()
    print("at work", flush=True)
    os.kill(os.getpid(), getattr(signal, sys.argv[2]))
    await asyncio.sleep(3600)

if sys.argv[1] == "sleep":  # It draws nothing.
    bot.pictures.warm_up = lambda enough: None
discord.Client.login = login
main([])
print("left in good order")
"""


@pytest.mark.deep
@pytest.mark.parametrize(("work", "way", "orderly"), [("replay", "SIGTERM", True), ("sleep", "SIGINT", False)])
def test_a_busy_thread_does_not_delay_the_exit(tmp_path: Path, work: str, way: str, orderly: bool) -> None:
    """With `MIASMA_MEMORY=small`, the bot draws replays in a thread of its own process."""
    settings = {"DISCORD_TOKEN": "hush.hush.hush", "MIASMA_DATABASE": "games", "MIASMA_MEMORY": "small"}
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED, work, way],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        said = process.stdout.readline()
        begun = time.monotonic()
        rest, log = process.communicate(timeout=BUSY)
        took = time.monotonic() - begun
    assert said == "at work\n", log
    assert process.returncode == 0, log
    assert "Traceback" not in log
    assert ("left in good order" in rest) == orderly, log
    assert ("although some work is still unfinished" in log) != orderly
    assert took < 5.0
    assert not (tmp_path / "games-wal").exists(), "the database was closed before"


def test_hanging_work_is_abandoned_after_the_log_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    did = Mock()
    monkeypatch.setattr(logging, "shutdown", did.write)
    monkeypatch.setattr(os, "_exit", did.leave)
    leave_in_time()
    [timer] = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    timer.cancel()
    timer.function()
    assert did.mock_calls == [call.write(), call.leave(0)]
    assert timer.daemon, "if nothing hangs, it holds up nothing"
