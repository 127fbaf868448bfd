"""The one clock of the bot, handed to whoever needs the time, so that tests and the simulated Discord can set it."""

import asyncio
from datetime import UTC, datetime, timedelta
from time import monotonic

CLOSE = timedelta(seconds=1)  # what it says is not changed for less: an answer takes some time on its way


class Clock:
    """The real time. Of several processes on one database, whose hosts may differ, it is that of the database."""

    _heard: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        if self._heard is None:
            return datetime.now(UTC)
        moment, since = self._heard
        return moment + timedelta(seconds=monotonic() - since)

    def hear(self, moment: datetime) -> None:
        """It is this moment where all have their time from. From then on the host's own clock counts no more."""
        if self._heard is None or abs(moment - self.now()) > CLOSE:
            self._heard = moment, monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let this much time pass. The simulated Discord sees to it that its own time passes here."""
        await asyncio.sleep(seconds)
