"""Repeat work for as long as the bot runs, timed by the monotonic clock.

discord.py's `tasks.loop` waits for a wall-clock time. If the clock is set back by two hours, that loop stops for two
hours. If the clock is set forward, it runs without a pause until it has caught up.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any

from storage.failures import log_failure

log = logging.getLogger(__name__)

Method = Callable[[Any], Coroutine[Any, Any, None]]


class Loop:
    """A loop that repeats a method for as long as the bot runs. Calling the loop does the work once."""

    def __init__(self, seconds: float, what: str, work: Callable[[], Coroutine[Any, Any, None]], client: Any) -> None:
        """Create a loop. ``what`` names the work in the log; the first run waits until ``client`` is ready.

        ``seconds``: the time between the starts of two runs. After a longer run the next one starts at once.
        """
        self.seconds, self.what = seconds, what
        self._work, self._client = work, client
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Start the loop, unless it is already running. The first run begins once the bot is ready."""
        if not self.is_running():
            self._stopping = False
            self._task = asyncio.create_task(self._repeat(), name=f"every {self.seconds:g} s: {self.what}")

    def is_running(self) -> bool:
        """Return whether the loop was started and hasn't ended."""
        return self._task is not None and not self._task.done()

    def stop(self) -> None:
        """End the loop after the current run."""
        self._stopping = True

    def cancel(self) -> None:
        """End the loop at once, even in the middle of a run."""
        if self._task is not None:
            self._task.cancel()

    async def __call__(self) -> None:
        """Do the work once. An error is logged."""
        try:
            await self._work()
        except Exception as error:
            log_failure(log, self.what, error)

    async def _repeat(self) -> None:
        await self._client.wait_until_ready()
        due = time.monotonic()
        while not self._stopping:
            await self()
            # Runs that were missed, for example because of a slow one, are skipped.
            due = max(due + self.seconds, time.monotonic())
            if not self._stopping:
                await asyncio.sleep(due - time.monotonic())


def periodic(seconds: float, what: str) -> Callable[[Method], "cached_property[Loop]"]:
    """Turn a method of the bot, or of an object with the bot as ``client``, into a `Loop` that can be started.

    An error is logged as a failure of ``what`` and doesn't end the loop.
    """

    def repeat(method: Method) -> "cached_property[Loop]":
        return cached_property(lambda self: Loop(seconds, what, lambda: method(self), getattr(self, "client", self)))

    return repeat
