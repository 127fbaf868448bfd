"""The program without a token, as newcomers start it: it prints an address, exits cleanly, and explains errors."""

import asyncio
import os
import signal
import socket
import sys
import urllib.request
from pathlib import Path

import pytest

from local_table.world import BOT
from tests.bot.cores import BUSY
from tests.miasma.command_line import start
from tests.storage.postgres.server import free_port

ROOT = Path(__file__).parents[2]


PAGE = ("/", "/app.js", "/table/stock_page.js")  # The second file is ours, and loads the third before the stock page.


def read(port: int, path: str) -> str:
    text: str = urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").read().decode()
    return text


async def start_process(folder: Path, port: int, health_port: int) -> asyncio.subprocess.Process:
    """Start the bot with its database in this folder, reachable from outside as in a container."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "", "MIASMA_DATABASE": str(folder / "games.sqlite"),
        "MIASMA_PORT": str(port), "MIASMA_HOST": "0.0.0.0", "MIASMA_HEALTH_PORT": str(health_port),
    }  # fmt: skip
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "miasma"), cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.deep(one_in=4)
async def test_the_program_prints_its_address_serves_the_page_and_stops(tmp_path: Path) -> None:
    port, health_port = free_port(), free_port()
    process = await start_process(tmp_path, port, health_port)
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), BUSY)).decode()
        assert line.strip() == f"The local table is running at http://127.0.0.1:{port}/#table"
        page, script, first = [await asyncio.to_thread(read, port, path) for path in PAGE]
        assert 'src="/app.js"' in page
        assert "/table/table.js" in script
        assert BOT in first
        assert await asyncio.to_thread(read, health_port, "/health") == "well"
        assert "miasma_presses_total" in await asyncio.to_thread(read, health_port, "/metrics")
        socket.create_connection(("127.0.0.2", port)).close()  # Other addresses than the loopback address work, too.
        process.send_signal(signal.SIGINT)
        _, errors = await asyncio.wait_for(process.communicate(), BUSY)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    assert b"Traceback" not in errors


@pytest.mark.parametrize("what", ["port", "threads"])
def test_obstacles_to_a_start_are_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        if what == "threads":
            (tmp_path / "data").mkdir()
            (tmp_path / "data" / "miasma.sqlite.threads.json").write_text("no file of threads")
        port = taken.getsockname()[1] if what == "port" else free_port()
        ended = start(tmp_path, MIASMA_PORT=str(port))
    assert ended.returncode == 1
    assert {"port": "MIASMA_PORT", "threads": "miasma.sqlite.threads.json"}[what] in ended.stderr
    assert "Traceback" not in ended.stderr
