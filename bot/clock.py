"""The one clock of the bot, handed to whoever needs the time, so that tests and the simulated Discord can set it."""

from datetime import UTC, datetime


class Clock:
    """The real time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)
