"""The one clock of the bot, passed to all code that needs the time, so that tests and simcord can set it."""

import asyncio
from datetime import UTC, datetime, timedelta
from time import monotonic

CLOSE = timedelta(seconds=1)  # smaller corrections are ignored, because an answer takes some time to arrive


class Clock:
    """The real time. Processes that share a database use its time, because their hosts' clocks may differ."""

    _heard: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """Return the present time, aware, in UTC."""
        if self._heard is None:
            return datetime.now(UTC)
        moment, since = self._heard
        return moment + timedelta(seconds=monotonic() - since)

    def hear(self, moment: datetime) -> None:
        """Set the clock by the time of the database. From then on the host's own clock is ignored."""
        if self._heard is None or abs(moment - self.now()) > CLOSE:
            self._heard = moment, monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep for so many seconds. The simulated Discord moves its own time on here."""
        await asyncio.sleep(seconds)
