"""The AI workers: processes started when first needed, and ended if they take too long or too much memory.

They are programs of their own (`computer_players.ai_worker`), not copies of this one, so their memory contains nothing
that the bot knows. Requests wait for a worker in a queue, so that no table blocks the others.
"""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Sequence

import msgspec

import computer_players
from bot.workers import subprocesses as child
from computer_players.ai_worker import PlanRequest
from computer_players.thinker import PlanAdvice

COMMAND = (sys.executable, "-m", "computer_players.ai_worker")
NOBODY = "could not start an AI worker"


class NoThought(Exception):
    """An AI worker has found no answer. The text says why, and nothing about the request."""


class Thinking:
    """The pool of AI workers: one per core, leaving one core for the bot itself."""

    def __init__(self, most: int | None = None, command: Sequence[str] = COMMAND) -> None:
        """``most``: the most workers, by default one fewer than cores; ``command``: what each of them runs."""
        self.most = max(1, (os.cpu_count() or 1) - 1) if most is None else most
        self.command = command
        self.running: set[Process] = set()
        self._idle: list[Process] = []
        self._room = self.most  # How many workers may still be started.
        self._line: deque[asyncio.Future[None]] = deque()

    async def think(self, request: PlanRequest, limit: float, *, urgent: bool = False) -> PlanAdvice:
        """Return what a computer player would do. ``limit``: seconds; ``urgent``: a person waits, so it comes first.

        Raises:
            NoThought: it took too long, or the worker has exited.
        """
        await self._turn(urgent)
        process = None
        try:
            process = await self._process()
            async with asyncio.timeout(limit):
                found = await answer(process, request)
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
        """Wait for a free worker slot."""
        if self._room:
            self._room -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        (self._line.appendleft if urgent else self._line.append)(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # The slot was granted just as we were cancelled.
            raise

    def _next(self) -> None:
        """Pass the free slot to the first request in the queue."""
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._room += 1

    async def _process(self) -> Process:
        """Return a running worker that is idle, starting one if necessary."""
        self.running = {process for process in self.running if process.returncode is None}
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        process = await child.start(self.command)
        self.running.add(process)
        return process

    async def close(self) -> None:
        """Kill all workers."""
        self._idle = []
        await asyncio.gather(*map(child.end, self.running))


def can_play(game: str) -> bool:
    """Return whether there are computer players for a game."""
    return game in computer_players.EVALUATIONS


async def answer(process: Process, request: PlanRequest) -> PlanAdvice:
    """Return a worker's answer. Raises OSError if it has exited."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(request) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise ConnectionError
    return msgspec.json.decode(line, type=PlanAdvice)
