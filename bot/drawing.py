"""The process in which pictures are drawn, where the machine has a core for it beside the bot's own.

Python does one thing at a time in a process, and more than half of what a turn costs is drawing: so the bot answers
sooner, and comes to twice as many turns, if that is done in another. It is a program of its own (`bot.draw`), and ends
with the bot, however that ends. Where it does not come to a picture the bot draws it itself.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from itertools import count
from typing import Any

from bot import child
from bot.draw import FAILED, HEAD, READY, cores

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "bot.draw")
PATIENCE = 60.0  # seconds: the longest replay takes a few, and may have to wait for others


class NotDrawn(Exception):
    """The process has ended, or cannot draw this."""


class Drawing:
    """One such process, for as long as it runs: it is not started again, for what ended it may end it once more."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._numbers = count(READY)
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self._ready = self._expected()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> "Drawing":
        """Start it; it is ready to draw quickly when this returns. Raises NotDrawn."""
        try:
            process = await child.start(COMMAND)
        except OSError as error:
            raise NotDrawn(type(error).__name__) from None
        drawing = cls(process)
        try:
            await drawing._answered(drawing._ready)
        except BaseException:
            await drawing.close()
            raise
        return drawing

    async def draw(self, name: str, given: Sequence[Any]) -> bytes:
        """What a function of `bot.draw` comes to. Raises NotDrawn."""
        stdin, number = self.process.stdin, next(self._numbers)
        assert stdin is not None
        if self._listening.done():
            raise NotDrawn("the render worker has exited")
        drawn = self._expected(number)
        question = pickle.dumps((name, given))
        stdin.write(HEAD.pack(number, len(question)) + question)
        return await self._answered(drawn)

    async def _answered(self, asked: asyncio.Future[bytes]) -> bytes:
        """The answer; what does not come, as from a process that is held, nobody waits for. Raises NotDrawn."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await asked
        except TimeoutError:
            log.warning("the render worker did not answer within %.0f s and was killed", PATIENCE)
            if self.process.returncode is None:
                self.process.kill()
            raise NotDrawn("no answer") from None

    def _expected(self, number: int | None = None) -> asyncio.Future[bytes]:
        """What is to be answered under a number, by default the next one."""
        number = next(self._numbers) if number is None else number
        found = self._asked[number] = asyncio.get_running_loop().create_future()
        return found

    async def _listen(self) -> None:
        """Hand out what the process answers, until it ends."""
        stdout = self.process.stdout
        assert stdout is not None
        try:
            while True:
                number, length = HEAD.unpack(await stdout.readexactly(HEAD.size))
                drawn = b"" if length == FAILED else await stdout.readexactly(length)
                asked = self._asked.pop(number)
                if asked.done():  # nobody waits for it any more
                    continue
                if length == FAILED:
                    asked.set_exception(NotDrawn("the render worker failed to draw it"))
                else:
                    asked.set_result(drawn)
        except (OSError, EOFError):
            log.warning("the render worker has exited; from now on pictures are rendered in threads of the bot")
        finally:
            for asked in self._asked.values():
                if not asked.done():
                    asked.set_exception(NotDrawn("the render worker has exited"))

    async def close(self) -> None:
        """End it."""
        self._listening.cancel()
        await child.end(self.process)


def has_room() -> bool:
    """Whether the machine has a core for it."""
    return cores() > 1
