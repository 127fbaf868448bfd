"""The client of the render worker, a process that draws where the machine has a core for it beside the bot's own.

Python does one thing at a time in a process, and more than half of the cost of a turn is drawing. With a worker the bot
answers sooner and handles twice as many turns. The worker is a program of its own (`render_worker`), and ends with the
bot, however that ends. If it fails to draw a picture, the bot draws it itself.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from itertools import count
from typing import Any

from bot.pictures.render_worker import FAILED, HEAD, READY, cores
from bot.workers import subprocesses as child

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "bot.pictures.render_worker")
PATIENCE = 60.0  # In seconds: the longest replay takes a few, and may have to wait for others.


class NotDrawn(Exception):
    """The worker has exited, or can't draw this."""


class Drawing:
    """One render worker. It is not restarted after it exits, because the cause may occur again."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._numbers = count(READY)
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self._ready = self._expected()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> "Drawing":
        """Start a worker and wait until it can draw quickly. Raises NotDrawn."""
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
        """Return the result of a function of `bot.pictures.render_worker`. Raises NotDrawn."""
        stdin, number = self.process.stdin, next(self._numbers)
        assert stdin is not None
        if self._listening.done():
            raise NotDrawn("the render worker has exited")
        drawn = self._expected(number)
        question = pickle.dumps((name, given))
        stdin.write(HEAD.pack(number, len(question)) + question)
        return await self._answered(drawn)

    async def _answered(self, asked: asyncio.Future[bytes]) -> bytes:
        """Wait for the answer; kill a worker that doesn't answer, for example because it is suspended.

        Raises NotDrawn.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                return await asked
        except TimeoutError:
            log.warning("the render worker did not answer within %.0f s and was killed", PATIENCE)
            if self.process.returncode is None:
                self.process.kill()
            raise NotDrawn("no answer") from None

    def _expected(self, number: int | None = None) -> asyncio.Future[bytes]:
        """Return the future of the answer with this number, by default the next one."""
        number = next(self._numbers) if number is None else number
        found = self._asked[number] = asyncio.get_running_loop().create_future()
        return found

    async def _listen(self) -> None:
        """Pass on the worker's answers until it exits."""
        stdout = self.process.stdout
        assert stdout is not None
        try:
            while True:
                number, length = HEAD.unpack(await stdout.readexactly(HEAD.size))
                drawn = b"" if length == FAILED else await stdout.readexactly(length)
                asked = self._asked.pop(number)
                if asked.done():  # The caller doesn't wait for it any more.
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
        """Kill the worker."""
        self._listening.cancel()
        await child.end(self.process)


def has_room() -> bool:
    """Return whether the machine has a core for a worker."""
    return cores() > 1
