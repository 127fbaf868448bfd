"""Work that the bot repeats for as long as it runs."""

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from discord.ext import tasks

from bot.ui.errors import format_traceback

log = logging.getLogger(__name__)

Method = Callable[[Any], Awaitable[None]]


def periodic(seconds: float, what: str) -> "Callable[[Method], tasks.Loop[Method]]":
    """Repeat a method of something with a ``client``, from when that is ready.

    An error is logged as a failure of ``what``, and doesn't end the loop.
    """

    def repeat(method: Method) -> "tasks.Loop[Method]":
        @wraps(method)
        async def guarded(self: Any) -> None:
            try:
                await method(self)
            except Exception as error:
                log.error("%s failed, retrying later: %s\n%s", what, type(error).__name__, format_traceback(error))

        async def until_ready(self: Any) -> None:
            await self.client.wait_until_ready()

        loop: tasks.Loop[Method] = tasks.loop(seconds=seconds)(guarded)
        loop.before_loop(until_ready)
        return loop

    return repeat
