"""The real bot on the simulated Discord, with a real database. These fixtures close the bots; simcord does not."""

import asyncio
import logging
import os
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client import MiasmaBot
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.pictures import warm_up
from games import GAMES
from local_table.simulation import SimulatedClock
from local_table.world import build_world
from rules_service.dailies import Dailies
from storage import Address, Storage
from tests.bot.cores import SETTLED
from tests.bot.drawn import leave_undrawn, remember
from tests.bot.patience import PatientDiscord
from tests.bot.players import certain_seeds, seat_all
from tests.bot.sim import Sim, engine, settings_of
from tests.bot.strict import Strict
from tests.renderer.cold import WARM
from workers.worker import Worker

MakeBot = Callable[[], Awaitable[MiasmaBot]]
# The commands that the first bot with these games synced. Translating them takes longer than a turn.
COMMANDS: dict[tuple[str, ...], Any] = {}
DEAL = os.environ.get("DEAL", "1")  # seed of the tables: fixed, so that a failing run fails again


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock()


@pytest.fixture
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Path | Address:
    """Return where the database is: a file, or a PostgreSQL server if the test or ``POSTGRES=1`` chooses it."""
    if getattr(request, "param", engine()) == "postgres":
        address: Address = request.getfixturevalue("address")
        return address
    return tmp_path / "games.sqlite"


class ThinkingThread(Worker):
    """An AI worker that thinks in this process, because a low-priority process might starve on a busy machine."""

    async def call(self, function: Callable[..., Any], limit: float, *arguments: Any, **_: Any) -> Any:
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        return pickle.loads(pickle.dumps(await asyncio.to_thread(function, *arguments)))


async def load_imported(bot: MiasmaBot, name: str) -> None:
    """Load an extension without running its module again, which would take 20 ms per bot."""
    await import_module(name).setup(bot)


@pytest.fixture
async def make_bot(
    games: Path | Address, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MakeBot]:
    """Yield a function that makes bots with the same database, as after restarts. Close all of them at the end."""
    monkeypatch.setattr(MiasmaBot, "load_extension", load_imported)
    monkeypatch.setattr("bot.computers.Worker", ThinkingThread)
    settings = settings_of(games)
    made: list[MiasmaBot] = []

    async def make() -> MiasmaBot:
        made.append(MiasmaBot(settings, await Storage.open(games), clock))
        return made[-1]

    yield make
    for bot in made:
        await bot.close()


async def sync(bot: MiasmaBot, strict: Strict) -> None:
    """Sync the commands to Discord, or reuse the result of another bot with these games."""
    games = tuple(GAMES)
    if games in COMMANDS:
        strict.env.backend.register_commands(None, COMMANDS[games])
    else:
        await bot.tree.sync()
        [request] = [entry for entry in strict if entry.method == "PUT"]
        COMMANDS[games] = [{key: command[key] for key in command if key != "nsfw"} for command in request.json]


@pytest.fixture
def warm() -> None:
    """Warm up once per process, as every bot does before it connects."""
    if "bot" not in WARM:
        warm_up()
        WARM.add("bot")


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the seeds of each test's tables, draw each picture only once, and skip long work on challenges."""
    certain_seeds(monkeypatch, (sha256(f"{DEAL} {number}".encode()).hexdigest()[:32] for number in count()))
    remember(monkeypatch)
    for work in ("without_par", "turn_to_find"):  # Otherwise the computer would play for minutes.
        monkeypatch.setattr(Dailies, work, AsyncMock(return_value=None))


@pytest.fixture
def undrawn(deals: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave boards undrawn, for whole games in which the pictures don't matter."""
    leave_undrawn(monkeypatch)


@pytest.fixture
async def sim(
    warm: None, deals: None, make_bot: MakeBot, clock: SimulatedClock, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Sim]:
    """Yield the simulated Discord with its people and the bot. At the end, fail on logged errors and bad requests.

    The bot answers an unexpected error politely and logs it, so a test that provokes one must call ``sim.errors()``.
    """
    bot = await make_bot()
    env = PatientDiscord(bot, clock, settle_timeout=SETTLED)
    strict = Strict(env)
    sim = Sim(env, build_world(env, NEEDED_PERMISSIONS), strict, make_bot, caplog)
    await env.start()
    try:
        await sync(bot, strict)
        yield sim
    finally:
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)
    strict.check()
    surprises = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not surprises, "\n".join(surprises)


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table of Rattus for Alice, who begins, and Bob. Return its id."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
