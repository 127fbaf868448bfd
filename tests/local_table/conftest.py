"""One browser for all these tests, and local tables to open in it. Tables and browser share an event loop."""

import os
from collections.abc import AsyncIterator, Generator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from bench import panels
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from local_table import LocalTable, open_table
from rules_service.clock import Clock
from tests.bot.cores import BUSY
from tests.bot.strict import Strict
from tests.local_table.player import Player
from tests.local_table.probe import Probe

HERE = Path(__file__).parent
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record for the browser fixture whether the test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Run this folder's tests on the browser's event loop."""
    for item in items:
        if item.path.parent == HERE and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Yield headless Chromium. Skip the test if it is not installed, but fail in CI."""
    found = panels.chromium()
    if found is None:
        assert os.environ.get("CI") != "true", "CI needs Chromium: tests/install_tools.sh"
        pytest.skip("Chromium is not installed, see tests/install_tools.sh")
    expect.set_options(timeout=1000 * BUSY)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(panels.FLAGS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Browser]:
    """Yield the browser without a tab. If the test fails, save a screenshot of every open tab in the test's folder."""
    yield chromium
    for context in chromium.contexts:
        if request.node.stash.get(FAILED, False):
            for number, page in enumerate(context.pages):
                await page.screenshot(path=tmp_path / f"tab-{chromium.contexts.index(context)}-{number}.png")
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def probes() -> AsyncIterator[list[Probe]]:
    """Yield a list to which each new probe is added. At the end, check that all of them are closed."""
    Probe.count = Probe.beats = 0
    Probe.drawn_at.clear()
    Probe.done.clear()
    made: list[Probe] = []
    yield made
    assert all(probe.closed for probe in made), "a local table leaves no bot open"


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path, probes: list[Probe]) -> AsyncIterator[LocalTable]:
    """Yield a local table that runs the probe as its bot, and apply the strict checks to it at the end."""

    async def make(clock: Clock) -> Probe:
        probes.append(Probe(clock))
        return probes[-1]

    async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=tmp_path / "threads.json") as table:
        strict = Strict(table.env)
        Probe.pinged = table.world.people[1].id
        yield table
        strict.check()


@pytest_asyncio.fixture(loop_scope="session")
async def player(browser: Browser, table: LocalTable) -> Player:
    """Return a player with one tab on the table."""
    return await Player.sit_down(browser, table.preview.url)
