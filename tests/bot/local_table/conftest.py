"""A browser, and local tables to open in it. Tables and browser share the test's event loop."""

import os
import shutil
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from bot.local_table import LocalTable, open_table
from bot.permissions import NEEDED
from rules_service.clock import Clock
from tests.bot.local_table.player import Player
from tests.bot.local_table.probe import Probe
from tests.bot.strict import Strict

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FAILED = pytest.StashKey[bool]()
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the browser fixture know whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
async def browser(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Browser]:
    """Chromium, headless. Where there is none the test is skipped, but not in CI.

    When the test fails, the folder of the test has a picture of every tab that is still open.
    """
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        assert os.environ.get("CI") != "true", "CI needs Chromium: tests/install_browser.sh"
        pytest.skip("Chromium is not installed, see tests/install_browser.sh")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        if request.node.stash.get(FAILED, False):
            pages = [page for context in browser.contexts for page in context.pages]
            for number, page in enumerate(pages):
                await page.screenshot(path=tmp_path / f"tab-{number}.png")
        await browser.close()


@pytest.fixture
async def probes() -> AsyncIterator[list[Probe]]:
    """Every probe that was made, in order."""
    Probe.count = Probe.beats = 0
    Probe.drawn_at.clear()
    made: list[Probe] = []
    yield made
    assert all(probe.closed for probe in made), "a local table leaves no bot open"


@pytest.fixture
async def table(tmp_path: Path, probes: list[Probe]) -> AsyncIterator[LocalTable]:
    """A local table with the probe, and everything strictly watched."""

    async def make(clock: Clock) -> Probe:
        probes.append(Probe(clock))
        return probes[-1]

    async with open_table(make, permissions=NEEDED, threads=tmp_path / "threads.json") as table:
        strict = Strict(table.env)
        Probe.pinged = table.world.people[1].id
        yield table
        strict.check()


@pytest.fixture
async def player(browser: Browser, table: LocalTable) -> Player:
    """Somebody with one tab on the table."""
    return await Player.sit_down(browser, table.url)
