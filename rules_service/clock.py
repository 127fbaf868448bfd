"""The one clock of the bot, handed to whoever needs the time, so that tests and the simulated Discord can set it."""

import asyncio
from datetime import UTC, datetime


class Clock:
    """The real time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Let this much time pass. The simulated Discord sees to it that its own time passes here."""
        await asyncio.sleep(seconds)
