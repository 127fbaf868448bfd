"""Post the tables of earlier runs, one after the other, in a server that starts empty."""

import asyncio
import logging
from typing import Any

from local_table.simulation import SimulatedDiscord

log = logging.getLogger(__name__)


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
        bot: Any = self.env.bot
        if hasattr(bot, "fresh_channels"):  # Bots without games, as in tests, have none.
            self._tables = await bot.fresh_channels()

    async def run(self) -> None:
        """Post all tables, however long each takes."""
        if self._tables:
            await self._quiet()
        for table_id in self._tables:
            async with self.turn:
                try:
                    with self.env.as_bot():
                        bot: Any = self.env.bot
                        await bot.appear(table_id)
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
