"""A server that was empty a moment ago: the tables of earlier runs are posted in it, one after the other."""

import asyncio
import logging
from typing import Protocol, cast

from bot.local_table.simulation import SimulatedDiscord

log = logging.getLogger(__name__)


class Remembering(Protocol):
    """A bot that has tables from earlier runs. One that has none lacks these methods."""

    async def fresh_channels(self) -> list[int]:
        """The channels are empty: forget old messages. Returns the tables that are to be posted."""

    async def appear(self, table_id: int) -> None:
        """Post a table, if it has not been posted since."""


class Arrival:
    """Posts the tables while people are at the page already: between two of them presses get their turn."""

    def __init__(self, env: SimulatedDiscord, turn: asyncio.Lock) -> None:
        self.env = env
        self.turn = turn
        self.done = asyncio.Event()
        self._tables: list[int] = []
        self._posted = 0

    def news(self) -> str:
        """How far it has come, for the people at the page; "" when all are there."""
        if self.done.is_set() or not self._tables:
            return ""
        return f"{self._posted} of {len(self._tables)} tables from the last run posted."

    async def prepare(self) -> None:
        """Find out what there is to post, before the bot starts."""
        if hasattr(self.env.bot, "fresh_channels"):
            self._tables = await cast(Remembering, self.env.bot).fresh_channels()

    async def run(self) -> None:
        """Post them all, however long each takes."""
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
        """Wait for what the bot does by itself when it starts, and may be posting."""
        while True:
            async with self.turn:
                try:
                    await self.env.settle()
                except TimeoutError:
                    log.info("The simulated Discord is still waiting for the bot; it is busy.")
                    continue
            return
