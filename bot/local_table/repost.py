"""Post the tables of earlier runs, one after the other, in a server that starts empty."""

import asyncio
import logging
from typing import Protocol, cast

from bot.local_table.simulation import SimulatedDiscord

log = logging.getLogger(__name__)


class Remembering(Protocol):
    """A bot with tables from earlier runs. Other bots lack these methods."""

    async def fresh_channels(self) -> list[int]:
        """Forget old messages, because the channels are empty. Returns the tables to post."""

    async def appear(self, table_id: int) -> None:
        """Post a table, unless it has been posted since."""


class Reposter:
    """Posts the tables while people already use the page: presses are handled between two posts."""

    def __init__(self, env: SimulatedDiscord, turn: asyncio.Lock) -> None:
        self.env = env
        self.turn = turn
        self.done = asyncio.Event()
        self._tables: list[int] = []
        self._posted = 0

    def progress(self) -> str:
        """Return the progress as a sentence for the page; "" when all tables are posted."""
        if self.done.is_set() or not self._tables:
            return ""
        return f"{self._posted} of {len(self._tables)} tables from the last run posted."

    async def prepare(self) -> None:
        """Find out what to post, before the bot starts."""
        if hasattr(self.env.bot, "fresh_channels"):
            self._tables = await cast(Remembering, self.env.bot).fresh_channels()

    async def run(self) -> None:
        """Post all tables, however long each takes."""
        if self._tables:
            await self._quiet()
        for table_id in self._tables:
            async with self.turn:
                try:
                    with self.env.as_bot():
                        await cast(Remembering, self.env.bot).appear(table_id)
                except Exception as error:
                    log.error(
                        "Could not post table %s: %s. Use `/table show` to try again.", table_id, type(error).__name__
                    )
            self._posted += 1
        if self._tables:
            log.info("posted %s tables from the last run", len(self._tables))
        self.done.set()

    async def _quiet(self) -> None:
        """Wait for what the bot does on its own when it starts, which may include posting."""
        while True:
            async with self.turn:
                try:
                    await self.env.settle()
                except TimeoutError:
                    log.info("The simulated Discord is still waiting for the bot; it is busy.")
                    continue
            return
