"""The share of panels that can be answered without scrolling: pictures, question and controls, in a browser.

One person plays whole games against two computers, in each language, on the simulated Discord. Then the page of the
local table lays out every panel with a question for that person, in windows of the usual sizes. The height is measured
there, from the top of the first picture to the bottom of the last control.
"""

import asyncio
import logging
import random
import shutil
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components

from bench import MEASURED_GAMES, Row, line
from bench.turns import PRESSED, Press, newest, play_turn, presses
from bot.client import MiasmaBot
from bot.computers import AiClient
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.fair_queue import Ask
from bot.settings import Settings
from computer_players.ai_worker import PlanRequest, find_plan
from computer_players.search import PlanAdvice
from local_table import LocalTable, open_table
from rules_service import Person, Place, acts
from rules_service.clock import Clock
from storage import Storage, TableStatus
from wording import languages

# The first one found is used; the headless shell opens a tab in half the time of the others.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")
AT_ONCE = 40  # messages on the page at once: it has room for 50
GAME_NUMBERS = (1, 2)  # in each language
TIMEOUT = 120.0  # seconds for computers to move, or for the page to update
SETTLING = 0.15  # seconds between two measurements that must agree
MAX_PRESSES_PER_GAME = 4000
GALLERY = 12  # component type with pictures
PICTURE = "board.png"
COMPONENTS = 1 << 15  # message flag: it consists of components


@dataclass(frozen=True)
class Screen:
    """A window, the height that Discord leaves for messages, and the goals for the share of questions."""

    width: int
    height: int
    usable: int
    every: float
    first: float

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SCREENS = (
    Screen(400, 850, 690, 0.95, 0.90),
    Screen(1440, 900, 740, 0.95, 0.90),
    Screen(1280, 800, 640, 0.85, 0.80),
)


@dataclass(frozen=True)
class Panel:
    """A question as the person got it. ``first``: the first of a turn. ``sizes``: of its pictures, in px."""

    game: str
    lang: str
    first: bool
    components: list[dict[str, Any]]
    sizes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Laid:
    """A panel's heights on a screen in px: down to the last control, and those of the pictures and the texts."""

    panel: Panel
    screen: Screen
    whole: float
    pictures: float
    texts: float

    @property
    def fits(self) -> bool:
        """Return whether everything is on one screen."""
        return self.whole <= self.screen.usable


class AtOnce(AiClient):
    """Computer players that think in a thread, because their own processes run at the lowest priority."""

    async def plan(self, request: PlanRequest, limit: float, ask: Ask) -> PlanAdvice:
        """Return the player's plan."""
        return await asyncio.to_thread(find_plan, request)


def chromium() -> str | None:
    """Return the path of the browser, or None if none is installed."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[LocalTable]:
    """Open a local table with an empty database."""
    settings = Settings(database=folder / "games.sqlite", pause=0)

    async def make(clock: Clock) -> MiasmaBot:
        bot = MiasmaBot(settings, await Storage.open(settings.database), clock)
        bot.app.computers.ai = AtOnce()
        return bot

    async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=folder / "threads.json") as table:
        yield table


async def new_channel(table: LocalTable, name: str) -> ChannelHandle:
    """Make a channel while the table's clock is stopped, because the table rejects concurrent operations."""
    async with table.preview.turn:
        return table.world.guild.create_text_channel(name)


class Game:
    """A game of one person against two computers that keeps all panels."""

    def __init__(self, table: LocalTable, game: str, lang: str, number: int) -> None:
        assert isinstance(table.env.bot, MiasmaBot)
        self.table, self.env, self.world, self.bot = table, table.env, table.world, table.env.bot
        self.game, self.lang = game, lang
        self.seed = sha256(f"{game} {number}".encode()).hexdigest()[:32]
        self.chance = random.Random(self.seed)
        # Nobody may open all tables within an hour.
        self.me, self.name = self.world.people[number % len(self.world.people)], f"{game}-{lang}-{number}"
        self.channel: ChannelHandle
        self.panels: list[Panel] = []
        self.first = True  # The next question is the first of its turn.
        self.id = 0

    async def play(self) -> list[Panel]:
        """Play to the end with random answers. Returns the panels."""
        self.channel = await new_channel(self.table, self.name)
        self.env.backend.subscribers.insert(0, self._speak)
        service, me = self.bot.app.service, Person(self.me.id, str(self.me.name))
        with self.env.as_bot():
            place = Place(self.channel.id, self.world.guild.id)
            self.id = (await service.opening.open(place, me, self.game, {"seating": "joined"})).id
            for _ in range(2):
                await service.act(acts.add_computer("casual"), self.id, me)
            # Set the seed, so that each run and each language has the same game.
            sql = "UPDATE tables SET seed = ?, fingerprint = ? WHERE id = ?"
            values = self.seed, sha256(self.seed.encode()).hexdigest(), self.id
            await self.bot.app.storage.database.write(lambda db: db.run(sql, values))
            await service.act(acts.start(), self.id, me)
        while await self._due():
            self.first = True
            await play_turn(self.env, self.me, self.channel, self._answer, self.table.preview.turn)
        self.env.backend.subscribers.remove(self._speak)
        return self.panels

    def _speak(self, event: str, payload: Any) -> None:
        if event == PRESSED:
            payload["locale"] = payload["guild_locale"] = self.lang

    async def _due(self) -> bool:
        """Wait until it is the person's turn and the channel says so. Returns False if the game is over."""
        began = monotonic()
        while monotonic() - began < TIMEOUT:
            info = await self.bot.app.service.read.info(self.id)
            if info.status != TableStatus.RUNNING:
                return False
            at_work = self.bot.app.computers.at_work(self.id)
            if not at_work and any(info.seats[seat].user_id == self.me.id for seat in info.due):
                await self.bot.app.announcer.until_shown(self.id)
                if presses(newest(self.env, self.channel, self.me), "turn"):
                    return True
            await asyncio.sleep(0.02)
        raise TimeoutError(f"nobody is to move in {self.game}")

    def _answer(self, message: Message, answers: list[Press]) -> Press:
        """Keep the panel, and return a random answer."""
        if len(self.panels) > MAX_PRESSES_PER_GAME:
            raise TimeoutError(f"a game of {self.game} does not end")
        files = {one["url"]: self.env.backend.cdn.get(one["url"]) for one in message.attachments}
        shown = [part["items"][0] for part in walk_components(message.components) if part["type"] == GALLERY]
        sizes = [Image.open(BytesIO(files[item["media"]["url"]] or b"")).size for item in shown]
        self.panels.append(Panel(self.game, self.lang, self.first, deepcopy(message.components), tuple(sizes)))
        self.first = False
        groups: dict[str, list[Press]] = {}
        for press in answers:
            groups.setdefault(press[0], []).append(press)
        # A select counts as much as a button, as for a person: most people would choose the default.
        return self.chance.choice(self.chance.choice(list(groups.values())))


MEASURE = """() => [...document.querySelectorAll("#channel-message-list [data-message-id]")].map((message) => {
    const box = (found) => [...message.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
    const images = box("img.gallery-image"), controls = box("button.component-button, .select-trigger");
    const texts = box(".component-container > :not(.component-gallery):not(.component-row)");
    const top = images.length ? images[0].top : texts[0]?.top ?? 0;
    return {
        id: message.dataset.messageId,
        whole: Math.max(top, ...controls.map((one) => one.bottom)) - top,
        pictures: images.reduce((sum, one) => sum + one.height, 0),
        texts: texts.reduce((sum, one) => sum + (one.top >= top ? one.height : 0), 0),
    };
})"""
READY = """(newest) => {
    const all = [...document.querySelectorAll("#channel-message-list [data-message-id]")];
    const images = [...document.querySelectorAll("#channel-message-list img.gallery-image")];
    return all.at(-1)?.dataset.messageId === newest && images.every((one) => one.complete && one.naturalWidth);
}"""


class Layout:
    """A tab of the local table that lays out panels."""

    def __init__(self, table: LocalTable, page: Page, channel: ChannelHandle) -> None:
        self.table, self.page, self.channel = table, page, channel

    @classmethod
    async def open(cls, table: LocalTable, browser: Browser) -> "Layout":
        """Open a tab on an empty channel."""
        channel = await new_channel(table, "layout")
        page = await browser.new_page(bypass_csp=True, reduced_motion="reduce")
        await page.goto(table.preview.url)
        await page.locator(".table-seat[aria-pressed=true]").wait_for()
        await page.locator(".table-channel", has_text="layout").first.click()
        await page.locator("#channel-name", has_text="layout").wait_for()
        return cls(table, page, channel)

    async def lay_out(self, panels: Sequence[Panel], screens: Sequence[Screen] = SCREENS) -> list[Laid]:
        """Lay out panels on screens and return their sizes."""
        laid = []
        for start in range(0, len(panels), AT_ONCE):
            shown = self._show(panels[start : start + AT_ONCE])
            for screen in screens:
                await self.page.set_viewport_size({"width": screen.width, "height": screen.height})
                await self.page.wait_for_function(READY, arg=str(max(shown)), timeout=TIMEOUT * 1000)
                before: list[dict[str, Any]] = []
                while (now := await self.page.evaluate(MEASURE)) != before:  # the page takes a moment to follow
                    before = now
                    await asyncio.sleep(SETTLING)
                for found in now:
                    sizes = (found[name] for name in ("whole", "pictures", "texts"))
                    laid.append(Laid(shown[int(found["id"])], screen, *sizes))
        return laid

    def _show(self, panels: Sequence[Panel]) -> dict[int, Panel]:
        """Replace the channel's messages with messages for these panels. Returns the panels by message id."""
        backend = self.table.env.backend
        messages = backend.messages.setdefault(self.channel.id, {})
        messages.clear()
        found = {}
        for panel in panels:
            attached, components = [], deepcopy(panel.components)
            galleries = [part for part in walk_components(components) if part["type"] == GALLERY]
            for gallery, size in zip(galleries, panel.sizes, strict=True):
                png = BytesIO()
                Image.new("L", size).save(png, "PNG")  # the content makes no difference to the layout
                number, blob = backend.snowflake(), png.getvalue()
                attached.append(backend.cdn.store_attachment(number, self.channel.id, PICTURE, blob, None))
                gallery["items"][0]["media"] = {"url": attached[-1]["url"]}
            parts: dict[str, Any] = {"components": components, "attachments": attached, "flags": COMPONENTS}
            found[backend.create_message(self.channel.id, backend.bot_user.id, "", **parts, broadcast=False).id] = panel
        self.table.preview.age += 1
        return found


async def measured(games: Collection[str], langs: Collection[str], numbers: Sequence[int]) -> list[Laid]:
    """Play games and lay out their panels."""
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as table, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            layout = await Layout.open(table, browser)
            played = [await Game(table, *one).play() for one in product(games, langs, numbers)]
            return await layout.lay_out([panel for game in played for panel in game])


def rows(laid: Sequence[Laid]) -> list[Row]:
    """Return a line for each game and screen, for all questions and for the first of each turn.

    The ratio is the share in the worst language; the line lists the shares in all languages.
    """
    found: list[Row] = []
    for game, screen, first, some in kinds(laid):
        fits: dict[str, list[bool]] = {}
        for one in some:
            fits.setdefault(one.panel.lang, []).append(one.fits)
        shares = {lang: sum(these) / len(these) for lang, these in fits.items()}
        detail = ", ".join(f"{lang} {part:.0%}" for lang, part in shares.items())
        what = "first question of a turn" if first else "all questions"
        name = f"panel: share on one screen, {game}, {screen}, {what} ({detail}; {len(some)} questions)"
        found.append((name, min(shares.values()), screen.first if first else screen.every))
    return found


def kinds(laid: Sequence[Laid]) -> Iterator[tuple[str, Screen, bool, list[Laid]]]:
    """Yield the questions of every measured game and screen: all (False), then only the first of each turn (True)."""
    games, screens = ({one.panel.game: None for one in laid}, {one.screen: None for one in laid})
    for game, screen, first in product(games, screens, (False, True)):
        some = [one for one in laid if one.panel.game == game and one.screen == screen]
        yield game, screen, first, [one for one in some if one.panel.first or not first]


def panels() -> list[Row]:
    """Return the shares of panels on one screen, or a missed goal if there is no browser."""
    if chromium() is None:
        return [("panel: share on one screen (Chromium is not installed, see tests/install_tools.sh)", 0.0, 1.0)]
    return rows(asyncio.run(measured(MEASURED_GAMES, languages(), GAME_NUMBERS)))


def main() -> None:
    """Print the shares and the heights behind them: ``python -m bench.panels --game rattus --lang en``."""
    parser = ArgumentParser()
    parser.add_argument("--game", choices=MEASURED_GAMES, action="append")
    parser.add_argument("--lang", action="append")
    parser.add_argument("--games", type=int, default=1, help="how many of each game and language")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    langs = given.lang or languages()
    laid = asyncio.run(measured(given.game or MEASURED_GAMES, langs, range(1, given.games + 1)))
    for what, ratio, goal in rows(laid):
        print(line(what, ratio, ">=", goal))
    for game, screen, first, some in kinds(laid):
        parts = {
            "whole": [one.whole for one in some],
            "pictures": [one.pictures for one in some],
            "texts below": [one.texts for one in some],
            "controls": [one.whole - one.pictures - one.texts for one in some],
        }
        each = ((name, sorted(heights), len(heights)) for name, heights in parts.items())
        told = "; ".join(f"{name} {px[n // 2]:.0f} (90 %: {px[n * 9 // 10]:.0f})" for name, px, n in each)
        print(f"{game} {screen} ({screen.usable} px) {'first of a turn' if first else 'all'}: {told}")


if __name__ == "__main__":
    main()
