"""The AI workers, which plan the turns of computer players, and review games when no turn is waiting.

Requests wait in queues, so no table blocks the others.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

import computer_players
from computer_players.ai_worker import PlanRequest, find_plan
from computer_players.review import Judgement, JudgeRequest, judge
from computer_players.thinker import PlanAdvice
from workers.worker import Worker, command_of, cores

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

COMMAND = command_of("computer_players.ai_worker")


class AiClient:
    """The pool of AI workers: one per core, leaving one core for the bot itself. Each plans one turn at a time."""

    def __init__(self, size: int | None = None, command: Sequence[str] = COMMAND) -> None:
        """``size``: the number of workers; ``command``: what each of them runs."""
        self.workers = [Worker(*command) for _ in range(max(1, cores() - 1) if size is None else size)]
        self._idle = [*self.workers]
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._reviews: deque[asyncio.Future[Worker]] = deque()  # These wait until the other queue is empty.

    async def plan(self, request: PlanRequest, limit: float, *, urgent: bool = False) -> PlanAdvice:
        """Return what a computer player would do. ``limit``: seconds; ``urgent``: a person waits, so it comes first.

        Raises WorkerUnavailable if it takes too long or the worker exits.
        """
        wait = self._queue.appendleft if urgent else self._queue.append
        return await self._ask(wait, find_plan, limit, request)

    async def judge(self, request: JudgeRequest, limit: float) -> Judgement:
        """Return the judgement of a part of a finished game, once no computer player waits for a worker.

        Raises WorkerUnavailable if it takes too long or the worker exits.
        """
        return await self._ask(self._reviews.append, judge, limit, request)

    async def _ask(
        self,
        wait: Callable[[asyncio.Future[Worker]], None],
        function: Callable[[Asked], Answer],
        limit: float,
        request: Asked,
    ) -> Answer:
        worker = self._idle.pop() if self._idle else await self._next_idle(wait)
        try:
            return await worker.call(function, limit, request)
        except asyncio.CancelledError:  # It would go on thinking beside its next request.
            worker.kill()
            raise
        finally:
            self._release(worker)

    async def _next_idle(self, wait: Callable[[asyncio.Future[Worker]], None]) -> Worker:
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        wait(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())  # It was granted just as we were cancelled.
            raise

    def _release(self, worker: Worker) -> None:
        """Pass the worker to the first request in the queue, or to the first review if there is none."""
        while queue := self._queue or self._reviews:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    async def close(self) -> None:
        """Kill all workers."""
        await asyncio.gather(*(worker.close() for worker in self.workers))


def can_play(game: str) -> bool:
    """Return whether there are computer players for a game."""
    return game in computer_players.EVALUATIONS
