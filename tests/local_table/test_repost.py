"""The local table opens first, then posts the boards of earlier runs one by one."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import pytest_asyncio

import renderer
from bot.client import MiasmaBot
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.settings import Settings
from local_table import LocalTable, open_table
from miasma.__main__ import main
from rules_service import Person, Place, acts
from rules_service.clock import Clock
from storage import Storage
from tests.local_table.player import Player

PATIENCE = 60.0


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=tmp_path / "games.sqlite")


@pytest_asyncio.fixture(loop_scope="session")
async def two_games(settings: Settings) -> None:
    """Make two running games. The last move of one of them has not been posted."""
    async with opened(settings) as table:
        bot = table.env.bot
        assert isinstance(bot, MiasmaBot)
        people = [Person(person.id, person.name) for person in table.world.people[:2]]
        for channel, game in zip(table.world.channels, ("rattus", "messina"), strict=False):
            bot.app.service.repository.on_announce = lambda table_id: None
            place = Place(channel.id, table.world.guild.id)
            info = await bot.app.service.opening.open(place, people[0], game, {"seating": "joined"})
            await bot.app.service.act(acts.join(), info.id, people[1])
            await bot.app.service.act(acts.start(), info.id, people[0])
            if game == "rattus":
                await bot.app.announcer.show(info.id)


def opened(settings: Settings) -> AbstractAsyncContextManager[LocalTable]:
    async def make(clock: Clock) -> MiasmaBot:
        return MiasmaBot(settings, await Storage.open(settings.database), clock)

    threads = settings.database.with_name("threads.json")
    return open_table(make, permissions=NEEDED_PERMISSIONS, threads=threads)


async def all_posted(table: LocalTable) -> None:
    """Wait until the table has posted all games of earlier runs."""
    while table.reposter.progress():
        await asyncio.sleep(0.05)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Yield an event that must be set before any picture is drawn."""
    may_draw = threading.Event()
    paint = renderer.Pictures.paint

    def late(*what: object, **how: object) -> object:
        may_draw.wait(PATIENCE)
        return paint(*what, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(renderer.Pictures, "paint", late)
    yield may_draw
    may_draw.set()


@pytest.mark.usefixtures("two_games")
async def test_the_page_opens_before_a_board_is_drawn_and_shows_the_progress(browser, settings, slow):
    async with opened(settings) as table:
        player = await Player.sit_down(browser, table.preview.url)
        news = player.page.locator("#table-news")
        await news.wait_for()
        assert await news.inner_text() == "0 of 2 tables from the last run posted."
        assert not table.world.channels[0].history()
        assert "Play with friends: open a table here." not in await player.text()
        slow.set()
        await player.picture_other_than("")
        await news.wait_for(state="hidden", timeout=PATIENCE * 1000)
        for channel in table.world.channels[:2]:
            [post] = channel.history()  # It is posted once, although the start announced one of them, too.
            assert post.components
        await player.go(table.world.channels[2].name)
        await player.reads("Play with friends: open a table here.")
        assert table.problems.texts() == []
        assert player.failures == []


@pytest.mark.usefixtures("two_games")
async def test_closing_before_all_is_posted_is_no_problem(settings: Settings, slow: threading.Event) -> None:
    async with opened(settings) as table:
        assert table.reposter.progress()
        slow.set()
    async with opened(settings) as table:
        await all_posted(table)
        assert [len(channel.history()) for channel in table.world.channels] == [1, 1, 0]


@pytest.mark.usefixtures("two_games")
async def test_a_table_that_cannot_be_posted_does_not_keep_back_the_others(settings, monkeypatch):
    real = MiasmaBot.appear

    async def fails_once(bot: MiasmaBot, table_id: int) -> None:
        if table_id == 1:
            raise RuntimeError
        await real(bot, table_id)

    monkeypatch.setattr(MiasmaBot, "appear", fails_once)
    async with opened(settings) as table:
        await all_posted(table)
        assert len(table.world.channels[1].history()) == 1
        [problem] = table.problems.texts()
        assert problem == "Could not post table 1: RuntimeError. Use `/table show` to try again."


def test_a_failure_of_the_simulation_has_words_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise TimeoutError

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr("local_table.serve", fail)
    monkeypatch.setattr("discord.utils.setup_logging", lambda: None)
    with pytest.raises(SystemExit, match=r"The simulated Discord failed \(TimeoutError\)"):
        main([])
