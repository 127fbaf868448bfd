"""The share of panels that can be answered without scrolling, and of posts on one screen of a phone, in a browser.

Whole games are played on the simulated Discord, for every number of players and variant, by people only or by one
person against computers. Then the page of the local table lays out every panel with a question for a person, in windows
of the usual sizes. The height is measured from the top of the first picture to the bottom of the last control.
"""

import asyncio
import logging
import random
import shutil
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright
from simcord.actors import MemberActor
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
from games import GAMES
from local_table import LocalTable, dress, open_table
from rules_service import Person, Place, acts
from rules_service.clock import Clock
from rules_service.guards import OPENED_WITHIN
from storage import Storage, TableStatus

# The first of these programs that is found is used. The headless shell opens a tab in half the time of the others.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")
AT_ONCE = 40  # messages on the page at the same time; it has room for 50
LANGUAGES = ("en", "de")
TIMEOUT = 120.0  # seconds for computers to move, or for the page to update
SETTLING = 0.15  # seconds between two measurements that must agree
MAX_PRESSES_PER_GAME = 4000
GALLERY = 12  # the component type of a media gallery
PICTURE = "board.png"
COMPONENTS = 1 << 15  # the flag of messages that consist of components


@dataclass(frozen=True)
class Screen:
    """A window, the height that Discord leaves for messages, and the goals for the share of questions that fit."""

    width: int
    height: int
    usable: int
    every: float
    first: float

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SCREENS = (Screen(400, 850, 690, 0.98, 0.95), Screen(1280, 800, 640, 0.95, 0.90))


POST_SCREEN = Screen(400, 850, 690, 0.95, 0.95)


class Kind(NamedTuple):
    """A game for a number of players, with a variant or "", by people only or by one person against computers."""

    game: str
    seats: int
    variant: str = ""
    computers: bool = False

    def __str__(self) -> str:
        players = f"{self.seats} players" if self.seats > 1 else "solo"
        return " ".join(filter(None, (self.game, players, self.variant, "with computers" * self.computers)))

    @property
    def options(self) -> dict[str, str]:
        """Return the table's options that differ from the default."""
        return {"seating": "joined"} | dict([VARIANTS[self.variant]] if self.variant else [])


VARIANTS = {
    "advanced": ("variant", "advanced"),
    "Pied Piper": ("cards", "rat_control"),
}  # by name: a table option and its value
OF_GAME = {"rattus": "Pied Piper", "messina": "advanced"}
KINDS = [
    Kind(game, seats, variant, computers)
    for game in MEASURED_GAMES
    for seats in GAMES[game].rules.seats
    for variant in ("", OF_GAME[game])
    for computers in (False, True)
    if seats > 1 or not computers
]


@dataclass(frozen=True)
class Panel:
    """A question as shown to a person. ``first``: it is the first of a turn.

    ``sizes``: the sizes of its pictures in px.
    """

    kind: Kind
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
    """Computer players that think in a thread, because their usual processes run at the lowest priority."""

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
        table.env.settle_timeout = TIMEOUT  # four computers think longer on a busy machine
        await dress(table.env, table.preview)
        yield table


async def new_channel(table: LocalTable, name: str) -> ChannelHandle:
    """Make a channel while the table's clock is stopped, because the table rejects concurrent operations."""
    async with table.preview.turn:
        return table.world.guild.create_text_channel(name)


class Game:
    """A game whose posts and panels for people are all kept."""

    def __init__(self, table: LocalTable, kind: Kind, lang: str, number: int) -> None:
        assert isinstance(table.env.bot, MiasmaBot)
        self.table, self.env, self.world, self.bot = table, table.env, table.world, table.env.bot
        self.kind, self.lang = kind, lang
        self.seed = sha256(f"{kind} {number}".encode()).hexdigest()[:32]
        self.chance = random.Random(self.seed)
        self.people = self.world.people[: 1 if kind.computers else kind.seats]
        self.name = f"{'-'.join(map(str, kind))}-{lang}-{number}".lower().replace(" ", "-")
        self.channel: ChannelHandle
        self.panels: list[Panel] = []
        self.posts: dict[int, Panel] = {}  # by message ID
        self.first = True  # Whether the next question is the first one of its turn.
        self.id = 0

    async def play(self) -> list[Panel]:
        """Play to the end with random answers. Return the panels. Raise TimeoutError if the game doesn't end."""
        self.channel = await new_channel(self.table, self.name)
        self.env.backend.subscribers.insert(0, self._speak)
        service, [host, *others] = self.bot.app.service, [Person(one.id, str(one.name)) for one in self.people]
        async with self.table.preview.turn:  # no person may open many tables within an hour
            await self.env.advance_time(OPENED_WITHIN.total_seconds())
        with self.env.as_bot():
            place = Place(self.channel.id, self.world.guild.id)
            self.id = (await service.opening.open(place, host, self.kind.game, self.kind.options)).id
            for person in others:
                await service.act(acts.join(), self.id, person)
            for _ in range(self.kind.seats - len(self.people)):
                await service.act(acts.add_computer("casual"), self.id, host)
            # Set the seed, so that each run and each language has the same game.
            sql = "UPDATE tables SET seed = ?, fingerprint = ? WHERE id = ?"
            values = self.seed, sha256(self.seed.encode()).hexdigest(), self.id
            await self.bot.app.storage.database.write(lambda db: db.run(sql, values))
            await service.act(acts.start(), self.id, host)
        while (who := await self._due()) is not None:
            self.first = True
            await play_turn(self.env, who, self.channel, self._answer, self.table.preview.turn)
        self.env.backend.subscribers.remove(self._speak)
        return self.panels

    def _speak(self, event: str, payload: Any) -> None:
        if event == PRESSED:
            payload["locale"] = payload["guild_locale"] = self.lang

    async def _due(self) -> MemberActor | None:
        """Wait until the channel shows that it is a person's turn, and return that person, or None if the game is over.

        Raise TimeoutError if that takes too long.
        """
        began = monotonic()
        while monotonic() - began < TIMEOUT:
            info = await self.bot.app.service.read.info(self.id)
            if info.status != TableStatus.RUNNING:
                return None
            due = {info.seats[seat].user_id for seat in info.due}
            who = next((person for person in self.people if person.id in due), None)
            if who is not None and not self.bot.app.computers.at_work(self.id):
                await self.bot.app.announcer.until_shown(self.id)
                post = newest(self.env, self.channel, who)
                if presses(post, "turn"):
                    self.posts.setdefault(post.id, self._panel(post))
                    return who
            await asyncio.sleep(0.02)
        raise TimeoutError(f"nobody is to move in {self.kind}")

    def _answer(self, message: Message, answers: list[Press]) -> Press:
        """Keep the panel, and return a random answer."""
        if len(self.panels) > MAX_PRESSES_PER_GAME:
            raise TimeoutError(f"a game of {self.kind} does not end")
        self.panels.append(self._panel(message))
        self.first = False
        groups: dict[str, list[Press]] = {}
        for press in answers:
            groups.setdefault(press[0], []).append(press)
        # A select counts as much as a button, as for a person: most people would choose the default.
        return self.chance.choice(self.chance.choice(list(groups.values())))

    def _panel(self, message: Message) -> Panel:
        """Return a panel or post as it will be laid out: its components, and the sizes of its pictures."""
        files = {one["url"]: self.env.backend.cdn.get(one["url"]) for one in message.attachments}
        shown = [part["items"][0] for part in walk_components(message.components) if part["type"] == GALLERY]
        sizes = [Image.open(BytesIO(files[item["media"]["url"]] or b"")).size for item in shown]
        return Panel(self.kind, self.lang, self.first, deepcopy(message.components), tuple(sizes))


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
        """Replace the channel's messages with messages for these panels. Return the panels by message id."""
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


async def measured(kinds: Collection[Kind], langs: Collection[str], games: int = 1) -> AsyncIterator["Share"]:
    """Play games of these kinds and lay out their panels. Yield the shares of each kind and language."""
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as table, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            layout = await Layout.open(table, browser)
            for kind, lang in product(kinds, langs):
                played = [Game(table, kind, lang, number) for number in range(1, games + 1)]
                laid = await layout.lay_out([panel for game in played for panel in await game.play()])
                for screen in SCREENS:
                    yield Share(kind, lang, screen, [one for one in laid if one.screen == screen])
                posts = [post for game in played for post in game.posts.values()]
                yield Share(kind, lang, POST_SCREEN, await layout.lay_out(posts, [POST_SCREEN]), "posts: ")


class Share(NamedTuple):
    """The panels of a kind of game in a language on a screen, and how well they reach the screen's goals."""

    kind: Kind
    lang: str
    screen: Screen
    every: list[Laid]
    what: str = ""

    @property
    def first(self) -> list[Laid]:
        """Return only the panels that begin a turn."""
        return [one for one in self.every if one.panel.first]

    @property
    def reached(self) -> float:
        """Return the share of fitting panels divided by its goal, for all or the first panels, whichever is smaller."""
        return min(share(self.every) / self.screen.every, share(self.first) / self.screen.first)

    def __str__(self) -> str:
        high = max(one.pictures for one in self.every)
        told = f"{share(self.every):.0%} of {len(self.every)}, first questions {share(self.first):.0%}"
        told += f" of {len(self.first)}; pictures up to {high:.0f} px"
        return f"{self.what}{self.kind}, {self.lang}, {self.screen}: {told}"


def share(laid: Sequence[Laid]) -> float:
    """Return the share of panels that fit on one screen."""
    return sum(one.fits for one in laid) / len(laid)


async def rows() -> list[Row]:
    """Return a line for each kind of game, language and screen."""
    return [(f"panels on one screen: {one}", one.reached, 1.0) async for one in measured(KINDS, LANGUAGES)]


def panels() -> list[Row]:
    """Return how well panels reach the goals, or a missed goal if there is no browser."""
    if chromium() is None:
        return [("panels on one screen (Chromium is not installed, see tests/install_tools.sh)", 0.0, 1.0)]
    return asyncio.run(rows())


async def told(kinds: Collection[Kind], langs: Collection[str], games: int) -> None:
    """Print the shares, and the heights of panels that don't fit."""
    async for one in measured(kinds, langs, games):
        print(line(str(one), one.reached, ">=", 1.0), flush=True)
        for laid in (laid for laid in one.every if not laid.fits):
            parts = f"pictures {laid.pictures:.0f}, texts {laid.texts:.0f}, whole {laid.whole:.0f} px"
            print(f"{'':20}{'first' if laid.panel.first else 'later'}: {parts}")


def main() -> None:
    """Print the measurements: ``python -m bench.panels --game rattus --seats 3``."""
    parser = ArgumentParser()
    parser.add_argument("--game", choices=MEASURED_GAMES, action="append")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--lang", action="append")
    parser.add_argument("--games", type=int, default=1, help="number of games of each kind and language")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    wanted = [one for one in KINDS if one.game in (given.game or MEASURED_GAMES)]
    wanted = [one for one in wanted if not given.seats or one.seats in given.seats]
    asyncio.run(told(wanted, given.lang or LANGUAGES, given.games))


if __name__ == "__main__":
    main()
