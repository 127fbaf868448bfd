"""The queue for work that takes seconds: hints, replays, tries, turns of computer players, and reviews.

No one can hold up the others: a person or table has at most one waiting request of each kind, and whoever's last
request of the same kind was served longest ago is next. Identical questions are worked on only once, and the answer is
cached. A computer player that has waited for `PATIENCE` comes first; reviews run when nothing else is waiting.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

from bot.ui.reply import Refusal
from rules.errors import N_

Server = TypeVar("Server")
Answer = TypeVar("Answer")


class Work(StrEnum):
    """The kinds of work. Among requests that are otherwise equal, the kind listed first here comes first."""

    HINT = "hint"
    REPLAY = "replay"
    TRY = "try"  # a try of a finished game's turn
    TURN = "turn"
    REVIEW = "review"


PATIENCE = 10.0  # Seconds. If a computer player takes longer, people think that the table is stuck.
MAX_SERVED = 1000  # For how many askers the time of the last service is remembered: more than ever wait at once.
STILL_BUSY = N_("I’m still working on your last request. Please wait until it’s done, then ask again.")


@dataclass(frozen=True)
class Ask:
    """A question for the queue, with the person or table that asks it."""

    kind: Work
    asker: int  # The Discord ID of the person who wants the work, or the table for which it is done.
    question: Hashable = None  # The same question may get the same answer. None: the answer isn't kept.


@dataclass
class Waited:
    """The number of served requests of a kind, and their total waiting time in seconds."""

    served: int = 0
    seconds: float = 0.0


@dataclass(eq=False)
class _Request(Generic[Server]):
    """A request that is waiting or being served."""

    ask: Ask
    work: Callable[[Server], Coroutine[Any, Any, Any]]
    since: float
    answer: asyncio.Future[Any]
    readers: int = 0  # How many callers wait for the answer.
    task: asyncio.Task[Any] | None = None  # The task that does the work, once the request is served.


def monotonic() -> float:
    """Return the time of the monotonic clock, looked up at each call because the simulated Discord replaces it."""
    return time.monotonic()


class FairQueue(Generic[Server]):
    """A queue of requests for servers, such as processes, that each do one piece of work at a time."""

    def __init__(self, servers: Iterable[Server], answers: int, now: Callable[[], float] = monotonic) -> None:
        """Create a queue.

        ``answers``: how many answers to cache; ``now``: a function that returns the time in seconds.
        """
        self._idle = [*servers]
        self._now = now
        self._waiting: list[_Request[Server]] = []  # The oldest first.
        self._serving: list[_Request[Server]] = []
        self._answers: LRUCache[tuple[Work, Hashable], Any] = LRUCache(answers)
        self._served = 0
        self._last_served: LRUCache[tuple[Work, int], int] = LRUCache(MAX_SERVED)
        self.waited = {kind: Waited() for kind in Work}

    def length(self, kind: Work) -> int:
        """Return how many requests of this kind are waiting."""
        return sum(one.ask.kind is kind for one in self._waiting)

    async def ask(self, ask: Ask, work: Callable[[Server], Coroutine[Any, Any, Answer]]) -> Answer:
        """Do the work as soon as a server is free for it, and return the result. Raises any error of the work.

        Requests of one kind with the same question share a result. The work is cancelled once no one is waiting for it
        any more. Raises Refusal if the asker has another waiting request of this kind.
        """
        if (ask.kind, ask.question) in self._answers:
            known: Answer = self._answers[ask.kind, ask.question]
            return known
        request = self._same(ask) or self._add(ask, work)
        request.readers += 1
        try:
            return await asyncio.shield(request.answer)
        finally:
            request.readers -= 1
            if not request.readers:
                self._give_up(request)

    def _same(self, ask: Ask) -> _Request[Server] | None:
        """Return the pending request of this kind with the same question, or None."""
        if ask.question is None:
            return None
        open_requests = (one for one in (*self._serving, *self._waiting) if not one.answer.done())
        wanted = ask.kind, ask.question
        return next((one for one in open_requests if (one.ask.kind, one.ask.question) == wanted), None)

    def _add(self, ask: Ask, work: Callable[[Server], Coroutine[Any, Any, Any]]) -> _Request[Server]:
        if any((one.ask.kind, one.ask.asker) == (ask.kind, ask.asker) for one in self._waiting):
            raise Refusal(STILL_BUSY)
        request = _Request(ask, work, self._now(), asyncio.get_running_loop().create_future())
        self._waiting.append(request)
        self._serve()
        return request

    def _serve(self) -> None:
        """Give the next requests to idle servers."""
        while self._idle and self._waiting:
            request = min(self._waiting, key=self._place)  # The oldest of equal ones.
            self._waiting.remove(request)
            self._serving.append(request)
            self._served += 1
            self._last_served[request.ask.kind, request.ask.asker] = self._served
            waited = self.waited[request.ask.kind]
            waited.served += 1
            waited.seconds += self._now() - request.since
            server = self._idle.pop()
            request.task = asyncio.create_task(request.work(server), name=f"{request.ask.kind}s")
            request.task.add_done_callback(partial(self._finish, request, server))

    def _place(self, request: _Request[Server]) -> tuple[int, ...]:
        """Return the sort key of a request: the smallest is served next."""
        kind, asker = request.ask.kind, request.ask.asker
        if kind is Work.TURN and self._now() - request.since >= PATIENCE:
            return ()  # before all others
        return kind is Work.REVIEW, self._last_served.get((kind, asker), 0), [*Work].index(kind)

    def _finish(self, request: _Request[Server], server: Server, task: asyncio.Task[Any]) -> None:
        """Pass the result or error of the work to its askers, then serve the next request."""
        self._serving.remove(request)
        self._idle.append(server)
        if task.cancelled():
            request.answer.cancel()
        elif error := task.exception():
            if not request.answer.done():
                request.answer.set_exception(error)
        else:
            if request.ask.question is not None:
                self._answers[request.ask.kind, request.ask.question] = task.result()
            if not request.answer.done():
                request.answer.set_result(task.result())
        self._serve()

    def _give_up(self, request: _Request[Server]) -> None:
        """Cancel a request, unless it is done."""
        request.answer.cancel()
        if request in self._waiting:
            self._waiting.remove(request)
        elif request in self._serving and request.task is not None:
            request.task.cancel()

    async def close(self) -> None:
        """Cancel all requests, and wait until none is worked on."""
        for request in [*self._waiting, *self._serving]:
            self._give_up(request)
        tasks = [request.task for request in self._serving if request.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
