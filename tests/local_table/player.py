"""A player with a browser tab: what a person does and sees at the local table."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from playwright.async_api import Browser, Locator, Page

from tests.bot.cores import BUSY

LOOKS = 0.06  # Seconds between two polls; each costs the page a full read.
WIDE = (1200, 900)
PHONE = (400, 800)


class Player:
    """A person in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.timeline = page.locator("#channel-timeline")
        self.failures: list[str] = []
        page.on("pageerror", lambda error: self.failures.append(str(error)))

    @classmethod
    async def sit_down(cls, browser: Browser, url: str, size: tuple[int, int] = WIDE) -> "Player":
        """Open the address in a new tab."""
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, bypass_csp=True, reduced_motion="reduce"
        )
        page = await context.new_page()
        player = cls(page)
        await page.goto(url)
        await page.locator(".table-seat[aria-pressed=true]").wait_for()
        return player

    async def be(self, name: str) -> None:
        """Switch this tab to the person with this name."""
        seat = self.page.locator(".table-seat", has_text=name)
        await seat.click()
        await self.page.locator(".table-seat[aria-pressed=true]", has_text=name).wait_for()

    async def go(self, channel: str) -> None:
        """Open a channel, a thread or the DM with the bot."""
        if await self.page.locator("#messages-toggle").is_visible():
            await self.page.locator("#messages-toggle").click()
        await self.page.locator(".table-channel", has_text=channel).first.click()
        await self.page.locator("#channel-name", has_text=channel).wait_for()

    def button(self, label: str) -> Locator:
        """Return the newest button with this label."""
        return self.timeline.get_by_role("button", name=label, exact=True).last

    async def press(self, label: str) -> None:
        """Press the newest button with this label."""
        await self.button(label).click()

    async def choose(self, label: str) -> None:
        """Choose an option in the newest select."""
        await self.timeline.locator(".select-trigger").last.click()
        await self.page.get_by_role("option", name=label).first.click()

    async def command(self, line: str, *values: str) -> None:
        """Type a slash command and, for each required option, a value or part of an offered choice."""
        typing = self.page.locator("#channel-composer-input")
        await typing.click()
        await typing.press_sequentially(line)
        await self.page.locator(".command-entry.is-active").wait_for()
        await typing.press("Enter")
        for value in values:
            await self.page.locator(".command-pill").first.wait_for()
            await self.page.keyboard.type(value)
            offered = self.page.locator(".command-suggestion", has_text=value)
            if not value.isdigit() and await _appears(offered, 1.5):  # Numbers have no choices.
                await offered.first.click()
        send = self.page.locator("#send-message")
        edge = await send.evaluate("button => innerWidth - button.getBoundingClientRect().right")
        assert edge >= 0, "the button is beyond the edge"
        await send.click()

    async def text(self) -> str:
        """Return all visible text of the channel."""
        return await self.timeline.inner_text()

    async def reads(self, words: str) -> float:
        """Wait until the channel shows these words. Return the elapsed seconds."""
        return await until(lambda: self._has(words), BUSY, f"{words!r} is not to be read")

    async def reads_no_more(self, words: str) -> None:
        """Wait until the channel no longer shows these words."""

        async def gone() -> bool:
            return not await self._has(words)

        await until(gone, BUSY, f"{words!r} is still to be read")

    async def _has(self, words: str) -> bool:
        return words in await self.text()

    async def picture(self) -> str:
        """Return the newest picture's scaled-down pixels as a string, or an empty string if there is none."""
        pixels: str = await self.page.evaluate(
            """() => {
                const all = document.querySelectorAll("#channel-timeline img.gallery-image:not(.table-stand-in)");
                const image = all[all.length - 1];
                if (!image?.complete || !image.naturalWidth) return "";
                if (image.lookedAt !== image.currentSrc) {  // else it would be scaled down anew at each look
                    const canvas = Object.assign(document.createElement("canvas"), {width: 64, height: 64});
                    canvas.getContext("2d").drawImage(image, 0, 0, 64, 64);
                    Object.assign(image, {lookedAt: image.currentSrc, pixels: canvas.toDataURL()});
                }
                return image.pixels;
            }"""
        )
        return pixels

    async def picture_other_than(self, old: str) -> str:
        """Wait until the newest picture differs from this one, and return it."""
        seen = [old]

        async def differs() -> bool:
            seen.append(await self.picture())
            return seen[-1] not in {"", old}

        await until(differs, BUSY, "the picture does not change")
        return seen[-1]


async def until(true: Callable[[], Awaitable[bool]], within: float, otherwise: str) -> float:
    """Wait until the condition is true. Return how many seconds it took. Fail if it takes longer than ``within``."""
    began = time.monotonic()
    while not await true():
        assert time.monotonic() - began < within, otherwise
        await asyncio.sleep(LOOKS)
    return time.monotonic() - began


async def _appears(locator: Locator, within: float) -> bool:
    began = time.monotonic()
    while time.monotonic() - began < within:
        if await locator.count():
            return True
        await asyncio.sleep(LOOKS)
    return False
