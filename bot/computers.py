"""Computer players take their turns: whose turn it is stands in the storage, the rest is thought anew each time.

A restart in mid-thought loses nothing but the thought; a move that comes twice finds the board moved on.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec
from discord.ext import commands, tasks

from bot.thinking import NoThought, Thinking
from bot.ui.errors import steps
from players.player import ask
from players.think import Problem, Solution
from rules.chance import Chance
from rules.errors import RulesError
from rules.game import redrawn
from rules.notation import print_move
from rules_service import RulesService, Snapshot, Stale
from rules_service.computers import LEVELS

log = logging.getLogger(__name__)

SECOND = 1.0
TICK = 15.0  # seconds between two looks for computers that are to move, as after a restart
LIMITS = {"casual": 10.0, "steady": 15.0, "strong": 30.0}  # seconds for a plan; a busy machine takes its time
BY_CHANCE = "chance"  # the level of whom nothing comes to mind
BEST = LEVELS[-1]
PATIENCE = 20.0  # seconds that a person waits for a hint


class Computers:
    """Whoever plays by themselves, at all tables."""

    def __init__(
        self, client: commands.AutoShardedBot, service: RulesService, thinking: Thinking, pause: float = 0.0
    ) -> None:
        """``pause``: seconds for which a person sees what came of their turn before a post covers it."""
        self.client = client
        self.pause = pause
        self.service = service
        self.thinking = thinking
        self.on_rest: Callable[[int], None] = lambda table_id: None  # called when no computer moves at a table any more
        self._woken: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._pausing: dict[int, float] = {}  # seconds until what was done at a table is told

    def start(self) -> None:
        """Begin to look for tables that wait for a computer player."""
        self.look.start()

    async def close(self) -> None:
        """Think no more. Whoever is to move still is after the next start."""
        self.look.cancel()
        self.count_down.cancel()
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)  # whoever stores a move just now still needs the storage
        await self.thinking.close()

    def wake(self, table_id: int) -> None:
        """A computer is to move there. Returns at once."""
        self._woken.add(table_id)
        if table_id not in self._running:
            self._running[table_id] = asyncio.create_task(self._play(table_id), name=f"computers of table {table_id}")

    def at_work(self, table_id: int) -> bool:
        """Whether a computer is moving there, or has just moved: what it does is told with what was done before."""
        return table_id in self._running or table_id in self._pausing

    @tasks.loop(seconds=TICK)
    async def look(self) -> None:
        """See to the tables at which nobody has been told that a computer is to move: it falls due by time, too."""
        try:
            waiting = await self.service.computers_to_move()
        except Exception as error:  # which would end the loop
            log.error("could not look up computer players to move: %s\n%s", type(error).__name__, steps(error))
            return
        for table_id in waiting:
            self.wake(table_id)

    @look.before_loop
    async def _ready(self) -> None:
        await self.client.wait_until_ready()

    async def _play(self, table_id: int) -> None:
        """Let computers move as long as it is their turn. Never raises: what fails is tried again at the next look.

        What they have done is stored at once; after the turn of a person it is told when the pause is over.
        """
        watched = False
        try:
            while table_id in self._woken:
                self._woken.discard(table_id)
                while (found := await self.service.computer_due(table_id)) is not None:
                    watched = watched or follows_person(found[0])
                    await self._turn(*found)
        except RulesError as error:
            log.warning("table %s: the computer player could not move: %s", table_id, type(error).__name__)
        except Exception as error:  # one table must not stop the others
            log.error(
                "table %s: the computer player could not move: %s\n%s", table_id, type(error).__name__, steps(error)
            )
        finally:
            self._woken.discard(table_id)
            del self._running[table_id]
        # Not where it was broken off: what was done is told after the next start.
        if watched and self.pause:
            self._pausing[table_id] = self.pause
            if not self.count_down.is_running():
                self.count_down.start()
        elif table_id not in self._pausing:
            self.on_rest(table_id)

    @tasks.loop(seconds=SECOND)
    async def count_down(self) -> None:
        """Let what was done at a table be told when its pause is over. Runs only while there are any."""
        for table_id, left in list(self._pausing.items()):
            if left > 0:
                self._pausing[table_id] = left - SECOND
                continue
            del self._pausing[table_id]
            if table_id not in self._running:
                self.on_rest(table_id)
        if not self._pausing:
            self.count_down.stop()

    async def _turn(self, snapshot: Snapshot, seat: int, usual: str) -> None:
        """Carry out what a computer has planned, as far as it comes as foreseen."""
        table_id = snapshot.info.id
        solution, level = await self._thought(snapshot, seat, usual)
        number = snapshot.number
        for at, move in enumerate(solution.moves):
            try:
                outcome = await self.service.play_for(table_id, seat, move, usual if at else level, number)
            except Stale:
                break  # somebody else has done something meanwhile
            number = outcome.number
            if outcome.duplicate or outcome.crossed_barrier:
                break

    async def _thought(self, snapshot: Snapshot, seat: int, usual: str) -> tuple[Solution, str]:
        """What a computer has come to, and at which level: at its own, tried twice, else at a simpler one."""
        table_id, number = snapshot.info.id, snapshot.number
        problem, moves = await asyncio.to_thread(posed, snapshot, seat, usual)
        if len(moves) == 1:
            return Solution(moves), usual
        for level in (usual, *reversed(LEVELS[: LEVELS.index(usual) + 1])):
            try:
                return await self.thinking.think(msgspec.structs.replace(problem, level=level), LIMITS[level]), level
            except NoThought as error:
                log.warning(
                    "table %s, line %s: the AI worker found no move at level %s: %s", table_id, number, level, error
                )
        return Solution([moves[Chance(problem.seed).below(len(moves))]]), BY_CHANCE

    async def hint(self, snapshot: Snapshot, seat: int) -> Solution:
        """What the strong player would do in a seat that is to move. Raises NoThought: it comes to nothing in time."""
        problem, moves = await asyncio.to_thread(posed, snapshot, seat, BEST)
        if len(moves) == 1:
            return Solution(moves)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.thinking.think(problem, PATIENCE, urgent=True)
        except TimeoutError:
            raise NoThought("all AI workers are busy") from None


def follows_person(snapshot: Snapshot) -> bool:
    """Whether the last move at a table was a person's."""
    steps = snapshot.table.steps
    return bool(steps) and not snapshot.info.seats[steps[-1].seat].computer


def posed(snapshot: Snapshot, seat: int, level: str) -> tuple[Problem, list[str]]:
    """What a player of a level is to think about, and the legal moves.

    What its seat does not know has been drawn anew. What is drawn by lot hangs on the table and the line of its log.
    """
    game, state = snapshot.table.game, snapshot.table.state
    asked = ask(game, state, seat)
    seed = f"{snapshot.info.id} {snapshot.number}"
    position = msgspec.to_builtins(redrawn(game, state, seat, Chance(seed)))
    return Problem(game.id, seat, level, seed, position), [print_move(move) for move in asked.moves]
