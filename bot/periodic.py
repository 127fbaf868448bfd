"""Work that the bot repeats for as long as it runs."""

import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from discord.ext import tasks

from storage.failures import log_failure

log = logging.getLogger(__name__)

Method = Callable[[Any], Coroutine[Any, Any, None]]


def periodic(seconds: float, what: str) -> Callable[[Method], "tasks.Loop[Method]"]:
    """Repeat a method of the bot, or of something with it as ``client``, from when the bot is ready.

    An error is logged as a failure of ``what``, and doesn't end the loop.
    """

    def repeat(method: Method) -> "tasks.Loop[Method]":
        async def guarded(self: Any) -> None:
            try:
                await method(self)
            except Exception as error:
                log_failure(log, what, error)

        async def until_ready(self: Any) -> None:
            await getattr(self, "client", self).wait_until_ready()

        loop: tasks.Loop[Method] = tasks.loop(seconds=seconds)(wraps(method)(guarded))
        loop.before_loop(until_ready)
        return loop

    return repeat
