"""The one clock of the bot, passed to all code that needs the time, so that tests and simcord can set it."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from time import monotonic

NOTABLE = timedelta(minutes=1)  # corrections of a synchronised clock are smaller
CLOSE = timedelta(seconds=1)  # smaller corrections are ignored, because an answer takes some time to arrive


class Clock:
    """A clock that shows the real time.

    Processes that share a database use the database's time, because their hosts' clocks may differ.
    """

    _heard: tuple[datetime, float] | None = None
    _ahead: timedelta | None = None  # how far this clock was ahead of the monotonic one at the last `jump`

    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC."""
        if self._heard is None:
            return datetime.now(UTC)
        moment, since = self._heard
        return moment + timedelta(seconds=monotonic() - since)

    def hear(self, moment: datetime) -> None:
        """Follow the database's time (now ``moment``) instead of the host's. Ignore later differences up to `CLOSE`."""
        if self._heard is None or abs(moment - self.now()) > CLOSE:
            self._heard = moment, monotonic()

    def jump(self) -> timedelta:
        """Return how far the clock was set forward (negative: back) since the last call.

        Return zero for the first call, and for corrections smaller than `NOTABLE`.
        """
        ahead = self.now() - datetime.fromtimestamp(time.monotonic(), UTC)
        before, self._ahead = self._ahead, ahead
        jump = timedelta() if before is None else ahead - before
        return jump if abs(jump) >= NOTABLE else timedelta()

    async def sleep(self, seconds: float) -> None:
        """Sleep for this many seconds. The Discord simulator advances its own time instead."""
        await asyncio.sleep(seconds)
