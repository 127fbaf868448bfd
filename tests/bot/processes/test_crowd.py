"""Real processes on one PostgreSQL, killed, disconnected and with server restarts, while they play the same tables."""

import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Address
from tests.bot.processes.crowd import DURABLE, HOW, ROOT, Crowd, examine
from tests.storage.postgres.proxy import Proxy
from tests.storage.postgres.server import Server, serving

pytestmark = pytest.mark.deep

TABLES, CLICKS = 6, 30
START = 60.0  # seconds that a busy machine may need to start a process


@pytest.fixture
async def durable() -> AsyncIterator[tuple[Server, Address]]:
    """Yield a server with durable commits, used by no other test, because this one stops it."""
    with serving() as server:
        server.end()
        server.start(**DURABLE)
        yield server, await server.games()


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """Return the code of a version that lacks the last migration."""
    shutil.copytree(ROOT / "storage", tmp_path / "storage", ignore=shutil.ignore_patterns("__pycache__"))
    max((tmp_path / "storage" / "postgres" / "migrations").iterdir()).unlink()
    for room in ("rules", "rules_service"):
        (tmp_path / room).symlink_to(ROOT / room)
    return tmp_path


async def test_processes_that_are_killed_and_cut_off_and_a_server_that_restarts(durable, before):
    """Q15, Q16, Q17, Q18, Q25, Q26, Q32: nothing is lost, doubled or left unposted, whichever process is killed or
    connection cut.

    All processes serve the same tables, and one runs the previous version. A process that starts while the server is
    down waits for it.
    """
    server, address = durable
    async with Proxy(address) as way:
        crowd = Crowd(server, way, (ROOT, ROOT, before), TABLES, random.Random(1347))
        await crowd.begin()
        for how, cut in zip(HOW, crowd.cuts, strict=True):
            await crowd.until(CLICKS, START)
            await cut()
            await crowd.until(CLICKS // 2, START)
            await crowd.kill_one()
            await crowd.restart(how)
        await crowd.until(CLICKS, START)
        await crowd.end()
    assert await examine(address, crowd.heard, crowd.kills) > 4 * CLICKS
    assert len(crowd.heard.told) > CLICKS
