"""Processes in which computer players think: started when first needed, and ended when they take too long or too much.

They are programs of their own (`players.think`), not copies of this one: nothing of what this one knows is in their
memory. A question that waits for a process waits in line, so that no table keeps the others from theirs.
"""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Sequence

import msgspec

import players
from bot import child
from players.think import Problem, Solution

COMMAND = (sys.executable, "-m", "players.think")
NOBODY = "could not start an AI worker"


class NoThought(Exception):
    """A process has come to no answer. Its text says why, and nothing of the question."""


class Thinking:
    """As many processes as there are cores, less one for the bot itself."""

    def __init__(self, most: int | None = None, command: Sequence[str] = COMMAND) -> None:
        """``most``: processes, by default by the cores of the machine; ``command``: what is run in each."""
        self.most = max(1, (os.cpu_count() or 1) - 1) if most is None else most
        self.command = command
        self.running: set[Process] = set()
        self._idle: list[Process] = []
        self._room = self.most  # processes that may yet be started
        self._line: deque[asyncio.Future[None]] = deque()

    async def think(self, problem: Problem, limit: float, *, urgent: bool = False) -> Solution:
        """What a player would do. ``limit``: seconds for it; ``urgent``: somebody waits for it, so it is next.

        Raises:
            NoThought: it took too long, or the process has ended.
        """
        await self._turn(urgent)
        process = None
        try:
            process = await self._process()
            async with asyncio.timeout(limit):
                found = await answer(process, problem)
        except TimeoutError:
            raise NoThought(f"no answer within {limit:g} s") from None
        except (OSError, msgspec.DecodeError) as error:
            raise NoThought(type(error).__name__ if process else NOBODY) from None
        else:
            self._idle.append(process)
            process = None
            return found
        finally:
            if process is not None and process.returncode is None:
                process.kill()
            self._next()

    async def _turn(self, urgent: bool) -> None:
        """Wait until there is room to think."""
        if self._room:
            self._room -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        (self._line.appendleft if urgent else self._line.append)(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was our turn just as we gave up
            raise

    def _next(self) -> None:
        """There is room again: for whoever has waited longest."""
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._room += 1

    async def _process(self) -> Process:
        """One that runs and has nothing to do."""
        self.running = {process for process in self.running if process.returncode is None}
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        process = await child.start(self.command)
        self.running.add(process)
        return process

    async def close(self) -> None:
        """End all processes."""
        self._idle = []
        await asyncio.gather(*map(child.end, self.running))


def can_play(game: str) -> bool:
    """Whether there are computer players of a game."""
    return game in players.KNOWLEDGE


async def answer(process: Process, problem: Problem) -> Solution:
    """What a process answers. Raises OSError: it has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(problem) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise ConnectionError
    return msgspec.json.decode(line, type=Solution)
