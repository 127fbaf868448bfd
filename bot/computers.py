"""Computer players: the pool of AI workers, and the loop that makes their moves.

Nothing about their thinking is stored, so a restart loses only the computation in progress. A move that is submitted
twice is refused, because the log has grown since it was planned.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec
from discord.ext import commands

import computer_players
from bot.fair_queue import Ask, FairQueue, Work
from bot.periodic import periodic
from bot.ui.reply import Refusal
from computer_players.ai_worker import PlanRequest, find_plan
from computer_players.player import observe
from computer_players.review import (
    CheckRequest,
    Judgement,
    JudgeRequest,
    Way,
    WaysRequest,
    answer_question,
    compare_ways,
)
from computer_players.search import PlanAdvice
from rules.chance import Chance
from rules.errors import RulesError
from rules.game import sample_position
from rules_service import RulesService, Snapshot, Stale
from rules_service.computers import COMPUTER_LEVELS
from storage.failures import apart, log_failure
from workers.worker import Worker, WorkerUnavailable, command_of, usable_cores

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

COMMAND = command_of("computer_players.ai_worker")
log = logging.getLogger(__name__)
SECOND = 1.0
SECONDS_BETWEEN_POLLS = 15.0
MAX_SECONDS_TO_PLAN = {"casual": 10.0, "steady": 15.0, "strong": 30.0}  # Generous, because a busy machine is slow.
BY_CHANCE = "chance"  # The level of a move that is drawn by lot because the computer found none.
BEST = COMPUTER_LEVELS[-1]
PLAYED_TURNS = -1  # the asker of judgements of challenges, in place of a table's ID
MAX_SECONDS_FOR_HINT = MAX_SECONDS_FOR_TRY = 20.0  # including the wait in the queue
# A process keeps the memory of its largest search, because cached values lie between the freed blocks.
ANSWERS_OF_A_WORKER = 300
MAX_HINTS_KEPT = 200  # Each has a few moves.


class AiClient:
    """The pool of AI workers, each of which handles one request at a time. By default, one core is left for the bot.

    They plan the moves of computer players, find hints, review games, and compare ways to play a turn. Requests wait in
    a fair queue, so a table or a person can’t block the others.
    """

    def __init__(self, size: int | None = None, command: Sequence[str] = COMMAND) -> None:
        """Create the pool.

        ``size``: how many workers (None: one less than the cores, but at least one); ``command``: what each runs.
        """
        count = max(1, usable_cores() - 1) if size is None else size
        self.workers = [Worker(*command, most_answers=ANSWERS_OF_A_WORKER) for _ in range(count)]
        self.queue = FairQueue(self.workers, MAX_HINTS_KEPT)
        self._ahead = set[asyncio.Task[None]]()

    async def plan(self, request: PlanRequest, limit: float, ask: Ask) -> PlanAdvice:
        """Return a computer player's plan. ``limit``: its time to think, in seconds; ``ask``: who asks, and why.

        Raises WorkerUnavailable if it takes too long or the worker exits, and Refusal as `FairQueue.ask` does.
        """
        return await self.queue.ask(ask, partial(self._call, find_plan, limit, request))

    async def judge(self, request: JudgeRequest | CheckRequest, limit: float, table_id: int) -> Judgement:
        """Judge or check part of a finished game when only reviews are waiting. Raises the same errors as `plan`."""
        return await self.queue.ask(Ask(Work.REVIEW, table_id), partial(self._call, answer_question, limit, request))

    async def weigh(self, request: WaysRequest, limit: float) -> list[Way]:
        """Compare ways to play a turn when only reviews are waiting. Raises the same errors as `plan`."""
        return await self.queue.ask(Ask(Work.REVIEW, PLAYED_TURNS), partial(self._call, compare_ways, limit, request))

    async def compare(self, request: WaysRequest, user_id: int) -> list[Way]:
        """Compare ways to play the same turn, for this person. The result is cached, by the seed and the ways.

        Raises WorkerUnavailable if no result was found in time, and Refusal if another comparison for the person is
        still waiting in the queue.
        """
        question = request.request.seed, *map(tuple, request.ways)
        try:
            async with asyncio.timeout(MAX_SECONDS_FOR_TRY):
                ask = Ask(Work.TRY, user_id, question)
                return await self.queue.ask(ask, partial(self._call, compare_ways, MAX_SECONDS_FOR_TRY, request))
        except TimeoutError:
            raise WorkerUnavailable("all AI workers are busy") from None

    def judge_ahead(self, request: WaysRequest, user_id: int) -> None:
        """While this person tries a turn, let a worker judge the known ways to play it, once only reviews are waiting.

        The worker remembers the results. If it also compares the try with these ways, that takes a third of the time.
        Failures are ignored.
        """
        task = asyncio.create_task(self._judge_ahead(request, user_id), name="known ways")
        self._ahead.add(task)
        task.add_done_callback(self._ahead.discard)

    async def _judge_ahead(self, request: WaysRequest, user_id: int) -> None:
        with suppress(WorkerUnavailable, Refusal):
            ask = Ask(Work.REVIEW, user_id)
            await self.queue.ask(ask, partial(self._call, compare_ways, MAX_SECONDS_FOR_TRY, request))

    async def _call(self, function: Callable[[Asked], Answer], limit: float, request: Asked, worker: Worker) -> Answer:
        try:
            return await worker.call(function, limit, request)
        except asyncio.CancelledError:  # The worker would go on thinking about this request during the next one.
            worker.kill()
            raise

    async def close(self) -> None:
        """Cancel all requests, and kill all workers."""
        await self.queue.close()
        await asyncio.gather(*(worker.close() for worker in self.workers))


def can_play(game: str) -> bool:
    """Return whether computer players can play this game."""
    return game in computer_players.EVALUATIONS


class Computers:
    """The computer players at all tables."""

    def __init__(
        self, client: commands.AutoShardedBot, service: RulesService, ai: AiClient, pause: float = 0.0
    ) -> None:
        """Create the computer players.

        ``pause``: the seconds that players get to see the result of their turn before the computers' moves are posted.
        """
        self.client = client
        self.pause = pause
        self.service = service
        self.ai = ai
        self.on_rest: Callable[[int], None] = lambda table_id: None  # Called when a table has no computer moves left.
        self._woken: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._pausing: dict[int, float] = {}  # By table: seconds until its moves are posted.
        self._next: dict[int, Callable[[], Coroutine[Any, Any, None]]] = {}  # By table: see `then`.
        self._following: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop all computer players and their workers. Moves that haven't been made are made after the next start."""
        self.poll.cancel()
        self.count_down.cancel()
        running = [*self._running.values(), *self._following]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)  # A task that is storing a move still needs the storage.
        await self.ai.close()

    def wake(self, table_id: int) -> None:
        """Let the computer players of a table move in the background if they have to."""
        self._woken.add(table_id)
        if table_id not in self._running:
            self._running[table_id] = asyncio.create_task(self._play(table_id), name=f"computers of table {table_id}")

    def at_work(self, table_id: int) -> bool:
        """Return whether computers are moving at the table, or their moves will be posted after the current pause."""
        return table_id in self._running or table_id in self._pausing

    def then(self, table_id: int, work: Callable[[], Coroutine[Any, Any, None]] | None) -> None:
        """Run the work once the computers' moves at the table are being posted, or at once if no computer is at work.

        It replaces any work still waiting for this at the table. None only cancels that work.
        """
        self._next.pop(table_id, None)
        if work is not None:
            self._next[table_id] = work
            if not self.at_work(table_id):
                self._go_on(table_id)

    def _go_on(self, table_id: int) -> None:
        if work := self._next.pop(table_id, None):
            task = asyncio.create_task(work(), name=f"after the computers of table {table_id}")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    def _rest(self, table_id: int) -> None:
        self.on_rest(table_id)
        self._go_on(table_id)

    @periodic(SECONDS_BETWEEN_POLLS, "looking up computer players to move")
    async def poll(self) -> None:
        """Wake the tables where computer players have to move, for example because of a timer or a restart."""
        for table_id in await self.service.play.computers_to_move():
            self.wake(table_id)

    async def _play(self, table_id: int) -> None:
        """Let computer players move while it is their turn. Errors are only logged: `poll` wakes the table again.

        Their moves are stored at once. If they follow a person's turn, they are posted after the pause.
        """
        watched = False
        try:
            while table_id in self._woken:
                self._woken.discard(table_id)
                while (found := await self.service.play.computer_due(table_id)) is not None:
                    # If a person moved last, give them time to see the result.
                    info, steps = found[0].info, found[0].table.steps
                    watched = watched or (bool(steps) and not info.seats[steps[-1].seat].computer)
                    await self._turn(*found)
        except RulesError as error:
            log.warning("table %s: the computer player could not move: %s", table_id, type(error).__name__)
        except Exception as error:  # One table must not stop the others.
            log_failure(log, f"table {table_id}: the turn of a computer player", error)
        finally:
            self._woken.discard(table_id)
            del self._running[table_id]
        # This is skipped if the task was cancelled: the moves are then posted after the next start.
        if watched and self.pause:
            self._pausing[table_id] = self.pause
            if not self.count_down.is_running():
                self.count_down.start()
        elif table_id not in self._pausing:
            self._rest(table_id)

    @periodic(SECOND, "waiting to post the moves of computer players")
    async def count_down(self) -> None:
        """Post the computers' moves at each table whose pause is over. This loop runs only during pauses."""
        for table_id, left in list(self._pausing.items()):
            if left > 0:
                self._pausing[table_id] = left - SECOND
                continue
            del self._pausing[table_id]
            if table_id not in self._running:
                with apart(log, f"table {table_id}: posting the moves of computer players"):
                    self._rest(table_id)
        if not self._pausing:
            self.count_down.stop()

    async def _turn(self, snapshot: Snapshot, seat: int, usual: str) -> None:
        """Plan a computer player's moves and make them, until somebody else acts or a move can't be undone."""
        solution, level = await self._thought(snapshot, seat, usual)
        number = snapshot.number
        for move in solution.moves:
            try:
                outcome = await self.service.play.move_for(snapshot.info.id, seat, move, level, number)
            except Stale:
                break  # Another player has acted in the meantime.
            number, level = outcome.number, usual
            if outcome.duplicate or outcome.crossed_barrier:
                break

    async def _thought(self, snapshot: Snapshot, seat: int, usual: str) -> tuple[PlanAdvice, str]:
        """Return planned moves, and the level that planned them: the computer's own, tried twice, or a simpler one.

        If no level finds a move in time, return a random move with the level `BY_CHANCE`. If only one move is legal,
        return it without planning.
        """
        table_id, number = snapshot.info.id, snapshot.number
        request, moves = await asyncio.to_thread(posed, snapshot, seat, usual)
        if len(moves) == 1:
            return PlanAdvice(moves), usual
        for level in (usual, *reversed(COMPUTER_LEVELS[: COMPUTER_LEVELS.index(usual) + 1])):
            try:
                request = msgspec.structs.replace(request, level=level)
                return await self.ai.plan(request, MAX_SECONDS_TO_PLAN[level], Ask(Work.TURN, table_id)), level
            except WorkerUnavailable as error:
                text = "table %s, line %s: the AI worker found no move at level %s: %s"
                log.warning(text, table_id, number, level, error)
        return PlanAdvice([moves[Chance(request.seed).below(len(moves))]]), BY_CHANCE

    async def hint(self, snapshot: Snapshot, seat: int, user_id: int) -> PlanAdvice:
        """Return the strong computer player's plan for the person in this seat.

        The plan is cached for this seat and the log lines that it has seen, so no other seat gets it. Raises
        WorkerUnavailable if no hint was found in time, and Refusal if another hint for the person is still waiting in
        the queue.
        """
        request, moves = await asyncio.to_thread(posed, snapshot, seat, BEST)
        if len(moves) == 1:
            return PlanAdvice(moves)
        request = msgspec.structs.replace(request, explained=True)
        try:
            async with asyncio.timeout(MAX_SECONDS_FOR_HINT):
                ask = Ask(Work.HINT, user_id, (snapshot.info.id, seat, snapshot.seen))
                return await self.ai.plan(request, MAX_SECONDS_FOR_HINT, ask)
        except TimeoutError:
            raise WorkerUnavailable("all AI workers are busy") from None


def posed(snapshot: Snapshot, seat: int, level: str) -> tuple[PlanRequest, list[str]]:
    """Return the request for a plan for this seat at this level, with hidden things sampled, and the legal moves."""
    game, state = snapshot.table.game, snapshot.table.state
    observed = observe(game, state, seat)
    # Everything that the seat doesn't know is drawn at random, seeded by the table and the log lines that it has seen.
    seed = f"{snapshot.info.id} {snapshot.seen}"
    position = msgspec.to_builtins(sample_position(game, state, seat, Chance(seed)))
    return PlanRequest(game.id, seat, level, seed, position), [move.text for move in observed.moves]
