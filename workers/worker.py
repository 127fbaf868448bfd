"""The bot's side of a worker process, which is started on demand, monitored, and restarted if it dies.

Python runs one thread at a time in a process, so drawing and thinking are left to other processes. They are not forks
of this one but run their own program (`workers.program`), so their memory contains nothing that the bot knows. They end
with the bot, however the bot ends.
"""

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any, ParamSpec, TypeVar, cast

from workers.program import HEADER, READY

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# A subprocess gets only the environment variables that it needs.
ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "HOME", "LANG", "SYSTEMROOT")
# These programs use several threads: with one heap per thread, glibc would keep up to 60 MB more free memory.
# Huge pages, where the kernel has them, save a tenth of the time to draw pictures of several MB.
MEMORY = {"MALLOC_ARENA_MAX": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
MAX_SECONDS_TO_START = 60.0
# One failure may be the fault of one request. A worker pauses only after more failures in a row, without an answer
# between them.
MAX_QUICK_RESTARTS = 3
MAX_PAUSE = 300.0  # Seconds.


class WorkerUnavailable(Exception):
    """A worker could not do its work. The text gives the reason, and nothing about the request."""


class RequestFailed(WorkerUnavailable):
    """The function that a worker was asked to run raised an error. Retrying would not help."""


def usable_cores() -> int:
    """Return how many CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Process(asyncio.SubprocessProtocol):
    """A running worker process: its pipes, and the requests still waiting for a reply."""

    transport: asyncio.SubprocessTransport

    def __init__(self, on_failure: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[Any] = loop.create_future()
        self.exited: asyncio.Future[None] = loop.create_future()
        self.killed = False
        self._on_failure = on_failure
        self._numbers = count(READY + 1)
        self._waiting = {READY: self.ready}
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass on the replies that have arrived completely. Most arrive in one piece, which is not copied."""
        received = self._received + data if self._received else data
        while len(received) >= HEADER.size:
            number, length = HEADER.unpack_from(received)
            end = HEADER.size + length
            if len(received) < end:
                break
            error, result = pickle.loads(memoryview(received)[HEADER.size : end])
            received = received[end:]
            waiting = self._waiting.pop(number)
            if waiting.done():  # The caller no longer waits for the answer.
                continue
            if error:
                waiting.set_exception(RequestFailed(error))
            else:
                waiting.set_result(result)
        self._received = received

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail all pending requests, because the process has exited."""
        self.transport.close()
        if not self.killed and (code := self.transport.get_returncode()):
            self._on_failure(f"code {code}")
        self.exited.set_result(None)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(WorkerUnavailable("the worker has exited"))
        self.ready.exception()  # Read the exception, because nobody may be waiting for it.

    async def ask(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        number, packed = next(self._numbers), pickle.dumps((function, arguments))
        self._waiting[number] = asyncio.get_running_loop().create_future()
        pipe = cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))
        pipe.write(HEADER.pack(number, len(packed)) + packed)
        return await self._waiting[number]


class Worker:
    """A worker process, which runs the functions that the bot names."""

    def __init__(self, *command: str, most_answers: int = 0) -> None:
        """Create a worker. ``command`` starts a program that ends by calling `workers.program.main`.

        ``most_answers``: the number of answers after which a new process is started (0: no limit).
        """
        self.command = command
        self.most_answers = most_answers
        self._answers = 0  # how many answers this process has given
        self._process: _Process | None = None
        self._starting = asyncio.Lock()
        self._failures = 0  # Exits since the last reply.
        self._paused_until = 0.0

    @property
    def pid(self) -> int | None:
        """Return the id of the running process, or None."""
        return self._process.transport.get_pid() if self._process and not self._process.exited.done() else None

    @property
    def pause(self) -> float:
        """Return how many seconds to wait before the next start because the process failed, or 0."""
        return max(0.0, self._paused_until - monotonic())

    async def start(self) -> None:
        """Start the process unless it runs, and wait until it can answer. Raise WorkerUnavailable if that fails."""
        async with self._starting:
            if self._process is not None and self._process.killed:
                await self._process.exited
            if self.pid is None:
                if self.pause:
                    raise WorkerUnavailable(f"it has failed and is not started again for {self.pause:.0f} s")
                self._answers = 0
                env = MEMORY | {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
                try:
                    _, self._process = await asyncio.get_running_loop().subprocess_exec(
                        lambda: _Process(self._failed), *self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=env
                    )
                except OSError as error:
                    self._failed(type(error).__name__)
                    raise WorkerUnavailable(type(error).__name__) from None
        assert self._process is not None
        try:
            async with asyncio.timeout(MAX_SECONDS_TO_START):
                await asyncio.shield(self._process.ready)
        except TimeoutError:
            await self.close()
            raise WorkerUnavailable("it was not ready in time") from None

    async def call(self, function: Callable[P, T], limit: float, *arguments: P.args, **_: P.kwargs) -> T:
        """Return the result of a function run in the worker. ``limit``: seconds that it may take, including a start.

        Raise RequestFailed if the function raises an error, or WorkerUnavailable if the worker can't start, exits, or
        gives no answer in time. A worker that doesn't answer, for example because it is suspended, is killed.
        """
        try:
            async with asyncio.timeout(limit):
                await self.start()
                assert self._process is not None
                result: T = await self._process.ask(function, arguments)
        except TimeoutError:
            await self.close()
            raise WorkerUnavailable(f"no answer within {limit:g} s") from None
        self._failures = 0
        self._answers += 1
        if self._answers == self.most_answers:
            self.kill()
        return result

    def _failed(self, reason: str) -> None:
        self._failures += 1
        over = min(self._failures - MAX_QUICK_RESTARTS, 10)  # Limit the exponent, which would overflow one day.
        pause = min(2.0**over, MAX_PAUSE) if over > 0 else 0.0
        self._paused_until = monotonic() + pause
        log.warning("worker %s has failed (%s); next start in %.0f s", self.command[-1], reason, pause)

    def kill(self) -> None:
        """Kill the process without waiting for it to end."""
        if self._process is not None:
            self._process.killed = True
            self._process.transport.close()

    async def close(self) -> None:
        """Kill the process and wait until it is gone."""
        self.kill()
        if self._process is not None:
            await asyncio.shield(self._process.exited)


def command_of(module: str) -> tuple[str, ...]:
    """Return the command that starts a worker prepared by this module."""
    return (sys.executable, "-m", "workers.program", module)
