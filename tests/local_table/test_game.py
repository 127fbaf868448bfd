import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator

from bot.client import MiasmaBot
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.settings import Settings
from local_table import LocalTable, open_table
from rules_service.clock import Clock
from storage import Storage
from tests.bot.cores import BUSY
from tests.bot.strict import Strict
from tests.local_table.player import PHONE, Player, until

pytestmark = pytest.mark.deep

# Panel buttons that are not answers.
NO_ANSWER = re.compile(r"↩|Undo|Start over|Hint|Details|advice|More …|What happened|undo|Note")
DUE = re.compile(r"To act: [^\n]*?(Alice|Bob)")  # "To act: @Bob – place cubes (before the game)."
OpenTable = Callable[..., AbstractAsyncContextManager[LocalTable]]


@pytest.fixture
def open_here(tmp_path: Path) -> OpenTable:
    """Return a function that opens a local table with the real bot, always on the same database."""
    settings = Settings(database=tmp_path / "games.sqlite")

    async def make(clock: Clock) -> MiasmaBot:
        return MiasmaBot(settings, await Storage.open(settings.database), clock)

    @asynccontextmanager
    async def opened(port: int = 0) -> AsyncIterator[LocalTable]:
        async with open_table(
            make, permissions=NEEDED_PERMISSIONS, threads=tmp_path / "threads.json", port=port
        ) as table:
            strict = Strict(table.env)
            yield table
            async with table.preview.turn:  # Wait, because the last press may not be answered yet.
                strict.check()
            assert table.problems.texts() == []

    return opened


class Group:
    """Alice and Bob, who play, and Carol, who watches on her phone."""

    def __init__(self, alice: Player, bob: Player, carol: Player) -> None:
        self.tabs = {"Alice": alice, "Bob": bob}
        self.carol = carol

    @classmethod
    async def sit_down(cls, browser: Browser, url: str) -> "Group":
        group = cls(*[await Player.sit_down(browser, url, size) for size in ((1200, 900), (1200, 900), PHONE)])
        await group.tabs["Bob"].be("Bob")
        await group.carol.be("Carol")
        return group

    async def start(self) -> None:
        """Open a table of Rattus as Alice, join it as Bob, and start the game."""
        await self.tabs["Alice"].press("Rattus")  # The empty channel offers the games.
        await self.tabs["Bob"].press("Join")
        await self.tabs["Alice"].reads("Bob")
        await self.tabs["Alice"].press("Start")
        await self.carol.picture_other_than("")

    async def due(self) -> str:
        """Return the player whose turn it is, according to the newest post."""
        return due(await self.carol.text())

    async def turn(self, name: str) -> str:
        """Press buttons until another player is next. Return that player, as named in the new post."""
        await answer_all(self.tabs[name])

        async def another_is_due() -> bool:
            return await self.due() not in ("", name)

        await until(another_is_due, BUSY, f"no post tells what {name} did")
        return await self.due()

    async def hear(self, name: str) -> None:
        """Wait until the newest post names this player as next, in the tabs of the watcher and the player."""

        async def heard() -> bool:
            return await self.due() == due(await self.tabs[name].text()) == name

        await until(heard, BUSY, f"nobody hears that {name} is to act")


def due(text: str) -> str:
    """Return the player whose turn it is according to the end of a post or panel, or "" if it names none."""
    found: list[str] = DUE.findall(text)
    return found[-1] if found else ""


async def answer_all(player: Player) -> None:
    """Open the ephemeral panel and take the first answer to every question until the turn is done."""
    panels = player.timeline.locator(".channel-message:has(.message-ephemeral-note)")
    known = await panels.evaluate_all("panels => panels.map(panel => panel.dataset.messageId)")

    async def opened() -> bool:
        if not await panels.count():
            return False
        return await panels.last.get_attribute("data-message-id") not in known and bool(await answers(panels.last))

    await player.press("Your turn")
    try:
        await until(opened, BUSY, "no panel opens")
    except AssertionError:  # Pictures arriving above moved the button during the press, so press again.
        await player.press("Your turn")
        await until(opened, BUSY, "no panel opens")
    while "Your turn is done." not in (before := await panels.last.inner_text()):
        [first, *_] = await answers(panels.last)
        await first.click()

        async def answered(before: str = before) -> bool:
            # Otherwise the panel has not changed yet.
            settled = not await panels.last.locator(".is-pressed").count()
            return settled and await panels.last.inner_text() != before

        await until(answered, BUSY, "the panel does not go on")


async def offered_before_typing(player: Player, command: str, value: str) -> None:
    """Choose a command, check that its first option offers this value before any typing, and leave the command."""
    typing = player.page.locator("#channel-composer-input")
    await typing.click()
    await typing.press_sequentially(command)
    await player.page.locator(".command-entry.is-active").wait_for()
    await typing.press("Enter")
    await player.page.locator(".command-suggestion", has_text=value).wait_for()
    await player.page.locator(".command-context-close").click()
    await typing.fill("")


async def answers(panel: Locator) -> list[Locator]:
    """Return the buttons of a panel that answer its question."""
    return await panel.locator("button.component-button").filter(has_not_text=NO_ANSWER).all()


async def test_two_players_take_turns_by_buttons_and_all_see_the_picture_change(browser, open_here):
    async with open_here() as table:
        group = await Group.sit_down(browser, table.preview.url)
        await group.start()
        name, acted = await group.due(), []
        while len(acted) < 4:  # two acts of each player: the first cubes and a turn, which can be a single act
            picture = await group.carol.picture_other_than("")
            acted.append(name)
            name = await group.turn(name)
            await group.carol.picture_other_than(picture)
            if len(acted) == 2:
                await group.tabs[name].page.locator("#table-restart").click()
                await group.tabs[name].page.locator("#table-restart:enabled").wait_for()
        assert sorted(acted) == ["Alice", "Alice", "Bob", "Bob"]
        await group.carol.press("My view")
        await group.carol.timeline.locator(".select-trigger").last.wait_for()
        picture = await group.carol.picture_other_than("")
        await group.carol.choose("The whole board")
        await group.carol.picture_other_than(picture)
        await group.carol.timeline.locator(".channel-message").first.locator(".table-menu").click()
        await group.carol.page.get_by_role("button", name="Board as text").click()
        await group.carol.reads("This is the current board; the post is older.")
        await group.carol.go("chatter")
        await group.carol.press("Learn Rattus")  # Nothing has been posted there yet.
        await group.carol.reads("Lesson: Rattus")
        assert group.carol.failures + group.tabs["Alice"].failures + group.tabs["Bob"].failures == []


async def test_turns_by_commands_and_the_table_is_there_again_in_the_next_run(browser, open_here):
    async with open_here() as table:
        group = await Group.sit_down(browser, table.preview.url)
        await group.start()
        picture = await group.carol.picture_other_than("")
        for regions in (["Italia"], ["Italia", "Gallia"]):  # The last player places cubes twice in a row.
            name = await group.due()
            player = group.tabs[name]
            await offered_before_typing(player, "/rattus place", "Italia")
            for region in regions:
                await player.command("/rattus place", region[:4])
                await player.reads(f"2 cubes in {region}")
            await player.command("/rattus end")
            picture = await group.carol.picture_other_than(picture)
        await group.hear(next(other for other in group.tabs if other != name))
        name = await group.due()
        assert group.tabs[name] is not player
        url = table.preview.url
    for tab in (*group.tabs.values(), group.carol):
        await tab.page.locator("body.table-lost").wait_for()
    async with open_here(port=int(url.split(":")[2].split("/")[0])):
        for seat, tab in (*group.tabs.items(), ("Carol", group.carol)):  # Each tab reloads and keeps its seat.
            await tab.page.locator("body:not(.table-lost) .table-seat[aria-pressed=true]", has_text=seat).wait_for()
        await group.carol.reads("To act")
        assert await group.due() == name
        picture = await group.carol.picture_other_than("")
        await answer_all(group.tabs[name])
        await group.carol.picture_other_than(picture)


async def test_the_host_reads_how_the_bot_is_and_others_do_not_see_the_way_there(browser, open_here):
    async with open_here() as table:
        player = await Player.sit_down(browser, table.preview.url, PHONE)
        await player.page.locator("#channel-composer-input").fill("/help hex 5")
        await player.page.locator("#send-message").click()
        await player.reads("Action: 1 timber and 1 fire.")
        await player.command("/admin health")
        await player.reads("Version ")
        await player.reads("second")  # The uptime follows the table's clock.
        await player.be("Bob")
        await player.page.locator("#channel-composer-input").press_sequentially("/admin health")
        await player.page.locator(".command-entry").first.wait_for(state="detached")


async def test_a_table_has_pictures_for_the_screen_it_is_opened_on(browser: Browser, open_here: OpenTable) -> None:
    async with open_here() as table:
        for size, channel, shape in (((1200, 900), "table", "wide"), (PHONE, "second-table", "tall")):
            player = await Player.sit_down(browser, table.preview.url, size)
            await player.go(channel)
            await player.press("Rattus")
            await player.reads(f"Picture of the board: {shape}")


async def test_an_empty_channel_asks_for_the_language_and_then_speaks_it(browser, open_here):
    async with open_here() as table:
        player = await Player.sit_down(browser, table.preview.url, PHONE)
        await player.reads("Play against the computer")
        await player.press("Deutsch")
        await player.reads("Willkommen bei Miasma")
        await player.go("second-table")
        await player.reads("Mit Freunden spielen: Eröffne hier einen Tisch.")
        await player.press("Messina 1347 lernen")
        await player.reads("Messina 1347: Nach sechs Runden")
        await player.go("chatter")
        await player.press("Gegen den Computer spielen")
        await player.reads("Wie stark soll er sein?")
        await player.press("Mittel")
        await player.reads("Ugolina")
        assert player.failures == []
