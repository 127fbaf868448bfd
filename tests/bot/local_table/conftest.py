"""A browser, and local tables to open in it. Tables and browser share the test's event loop."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from bot.clock import Clock
from bot.local_table import LocalTable, open_table
from bot.permissions import NEEDED
from tests.bot.local_table.player import Player
from tests.bot.local_table.probe import Probe
from tests.bot.strict import Strict

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium, headless. Where there is none the test is skipped, but not in CI."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        assert os.environ.get("CI") != "true", "CI needs Chromium: tests/install_browser.sh"
        pytest.skip("Chromium is not installed, see tests/install_browser.sh")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
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
