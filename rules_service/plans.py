"""Plans: a player prepares their next turn while others are playing (docs/spec/slow-play.md, 12).

A plan is a list of moves that only its player can see. Its position is computed each time (`rules.plan`).
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import takewhile

from rules.errors import N_
from rules.plan import Course, PlannedMove, follow, start_of_turn
from rules.table import Table
from rules_service import guards
from rules_service.act import retry_conflicts
from rules_service.errors import Stale, WrongPhase
from rules_service.models import Outcome, Snapshot
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.play import Turn, snapshot_of, take_turn
from rules_service.repository import MOVED_ON, ConcurrentUpdate, LockedTable, ServicePart, TableRepository
from storage import PlanRow, SeatRow, Unavailable, Unwritable, VoteKind, VoteOutcome
from storage.failures import apart, log_failure

log = logging.getLogger(__name__)

NOTHING_TO_PLAN = N_("There is no turn of yours to plan now: something new is revealed before it begins.")
CHANGED = N_("Your plan has changed since this was shown.")
PLAN_ENDS = N_("Your plan ends here: nobody knows yet what comes next.")
NOTHING_TO_UNDO = N_("Your plan has no moves to undo.")
NOT_BY_ITSELF = N_(
    "I can only play a plan that ends your turn, loses nothing, and reveals nothing before. Add the moves that lack."
)
# Seconds from the beginning of the turn until a plan is played by itself. They are drawn at random, so that the others
# can't tell it from a quick player.
DELAY, LIVE_DELAY = range(60, 600), range(10, 60)


@dataclass(frozen=True)
class Plan:
    """A player's plan at a table in the position of now. An empty plan is like none."""

    snapshot: Snapshot  # as the player may see it
    seat: int
    row: PlanRow = field(repr=False)
    due: bool  # it is the player's turn
    course: Course | None = field(repr=False)  # None: there is no turn to plan

    @property
    def moves(self) -> tuple[PlannedMove, ...]:
        """Return the moves that are still legal."""
        return self.course.moves if self.course else ()

    @property
    def offered(self) -> bool:
        """Return whether it is the player's turn and they have planned it."""
        return self.due and bool(self.row.moves)


@dataclass(frozen=True)
class Comparison:
    """A plan whose turn has begun, in the position in which it was made and in the present one."""

    then: Course
    now: Course

    @property
    def pairs(self) -> list[tuple[PlannedMove, PlannedMove]]:
        """Return the moves that are legal in both, each in both positions."""
        return list(zip(self.then.moves, self.now.moves, strict=False))

    @property
    def playable(self) -> int:
        """Return how many moves do the same as when they were planned, up to the first one that doesn't."""
        return len(list(takewhile(lambda pair: pair[1].does_the_same(pair[0]), self.pairs)))

    @property
    def by_itself(self) -> bool:
        """Return whether the plan may be played by itself: all that it touches is unchanged, and it ends the turn."""
        same = all(now.is_untouched(then) for then, now in self.pairs)
        return same and len(self.then.moves) == len(self.now.moves) and self.now.ends_turn


class Plans(ServicePart):
    """The plans of all players, each for its player only."""

    async def exists(self, table_id: int, seat: int) -> bool:
        """Return whether the seat's player has planned moves, which may be out of date. Raise NoTable, DamagedGame."""
        return (await self._repository.row(table_id)).seats[seat].planned

    async def of(self, table_id: int, user_id: int) -> Plan:
        """Return the player's plan. Raise NoTable, Closed, WrongPhase, NotSeated, Asleep or DamagedGame."""
        async with self._repository.lock(table_id) as locked:
            guards.must_be_running(locked.row)
            mine = guards.seat_of(locked.row, user_id)
            snapshot = snapshot_of(locked, await locked.load())
            row = await locked.storage.plans.read(mine.player, table_id)
        if not is_current(snapshot.table, snapshot.numbers, mine.seat, row):
            row = replace(row, moves=(), wait=None)
        snapshot = await snapshot.seen_by(mine.seat)
        course = await asyncio.to_thread(course_of, snapshot.table, mine.seat, row.moves)
        return Plan(snapshot, mine.seat, row, mine.due_since is not None, course)

    async def compare(self, table_id: int, plan: Plan) -> Comparison | None:
        """Return the plan as it was made and as it is now, or None if it isn't about the present question."""
        async with self._repository.lock(table_id) as locked:
            return await compare(locked, plan.seat, plan.row)

    async def add(self, plan: Plan, move: str, *, interaction: int | None = None) -> Plan:
        """Add a move after those that are still legal. Raise WrongPhase, Stale, BadNotation or IllegalMove."""
        if plan.course is None:
            raise WrongPhase(NOTHING_TO_PLAN)
        if plan.course.ended:
            raise WrongPhase(PLAN_ENDS)
        plan.course.table.read(plan.seat, move)
        moves = (*(one.text for one in plan.moves), move)
        return await self._store(plan, replace(plan.row, moves=moves, wait=None), interaction)

    async def undo(self, plan: Plan, moves: int | None = 1, *, interaction: int | None = None) -> Plan:
        """Take the last moves out of the plan; None: all. Raise Stale, or WrongPhase if it has none."""
        kept = [one.text for one in plan.moves]
        if not kept:
            raise WrongPhase(NOTHING_TO_UNDO)
        left = () if moves is None else tuple(kept[:-moves])
        return await self._store(plan, replace(plan.row, moves=left, wait=None), interaction)

    async def by_itself(self, plan: Plan, *, wanted: bool, interaction: int | None = None) -> Plan:
        """Choose whether the plan is played by itself. Raise Stale, or WrongPhase if it doesn't end the turn."""
        if wanted == (plan.row.wait is not None):
            return plan
        if wanted and not (plan.course and plan.course.ends_turn):
            raise WrongPhase(NOT_BY_ITSELF)
        live = plan.snapshot.info.options[PACE_OPTION.id] == LIVE_PACE
        wait = 1000 * secrets.choice(LIVE_DELAY if live else DELAY) if wanted else None
        return await self._store(plan, replace(plan.row, wait=wait), interaction)

    async def _store(self, plan: Plan, row: PlanRow, interaction: int | None) -> Plan:
        """Store the plan on the position in which the player saw it. Raise Stale if plan or game have changed."""
        table_id = plan.snapshot.info.id
        async with self._repository.lock(table_id) as locked:
            now = snapshot_of(locked, await locked.load()).read_by(plan.seat)
            if not now.shows_all_to(plan.snapshot.seen) or plan.due:
                raise Stale(MOVED_ON, number=locked.row.number)
            row = replace(row, number=now.last_seen_move)
            if not await locked.storage.plans.write(table_id, row, self._clock.now(), interaction=interaction):
                raise Stale(CHANGED, number=locked.row.number)
        course = await asyncio.to_thread(course_of, plan.snapshot.table, plan.seat, row.moves)
        return replace(plan, row=replace(row, revision=row.revision + 1), course=course)

    async def play(
        self, table_id: int, user_id: int, revision: int, *, seen: int | None = None, interaction: int | None = None
    ) -> Outcome:
        """Play the plan with this revision up to the first move that would do something else than planned.

        All its moves are stored at once.
        Raise NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; NotYourTurn, BadNotation, IllegalMove.
        """

        async def work() -> Outcome:
            async with self._repository.lock(table_id) as locked:
                mine = guards.seat_of(locked.row, user_id)
                done = await locked.once(interaction, lambda: self._play(locked, mine, revision, seen, interaction))
                return done or Outcome(snapshot_of(locked, await locked.load()), mine.seat, duplicate=True)

        outcome = await retry_conflicts(work)
        return replace(outcome, snapshot=await outcome.snapshot.seen_by(outcome.seat))

    async def _play(
        self, locked: LockedTable, mine: SeatRow, revision: int, seen: int | None, interaction: int | None
    ) -> Outcome:
        row = await locked.storage.plans.read(mine.player, locked.row.id)
        guards.must_be_running(locked.row)
        found = await compare(locked, mine.seat, row) if row.revision == revision and mine.due_since else None
        if found is None or not found.playable:
            raise Stale(CHANGED, number=locked.row.number)
        turn = turn_of(row, found.playable, seen, interaction)
        return await take_turn(locked, mine, turn, self._clock.now())


async def play_due(repository: TableRepository, most: int) -> None:
    """Play the plans that are due to be played by themselves, at ``most`` tables at most."""
    now = repository.clock.now()
    for table_id in await repository.storage.plans.due_tables(now, most):
        with apart(log, f"table {table_id}: playing a plan") as attempt, suppress(ConcurrentUpdate):
            # If the table is in use, the next run tries again.
            async with repository.lock(table_id) as locked:
                for row in await repository.storage.plans.due(table_id, now):
                    await play_by_itself(locked, row, now)
        if attempt.error:
            await repository.storage.plans.leave_to_players(table_id)


async def play_by_itself(locked: LockedTable, row: PlanRow, now: datetime) -> None:
    """Play a plan if all that it touches is unchanged; otherwise leave the turn to its player, who was pinged.

    Raise ConcurrentUpdate: another process has changed the table or the plan.
    """
    try:
        mine = next(seat for seat in locked.row.seats if seat.player == row.player and not seat.vacant)
        # A move would decide an open vote on an undo, and a computer may play the seat.
        undo = any(vote.kind == VoteKind.UNDO and vote.outcome == VoteOutcome.OPEN for vote in locked.row.votes)
        found = None if undo or mine.seat in locked.computers else await compare(locked, mine.seat, row)
        if found is not None and found.by_itself:
            await take_turn(locked, mine, turn_of(row, len(row.moves)), now)
            return
    except ConcurrentUpdate:
        raise
    except (Unavailable, Unwritable):
        raise
    except Exception as error:
        log_failure(log, f"table {locked.row.id}: playing a plan", error)
    await locked.storage.plans.write(locked.row.id, replace(row, wait=None), now)


def turn_of(row: PlanRow, moves: int, seen: int | None = None, interaction: int | None = None) -> Turn:
    """Return the turn that plays the first moves of a plan."""
    acts = [partial(Table.play, text=text) for text in row.moves[:moves]]
    return Turn(acts, seen=seen, interaction=interaction, plan=row)


async def compare(locked: LockedTable, seat: int, row: PlanRow) -> Comparison | None:
    """Return a plan in the position in which it was last changed and in the present one.

    Return None if it is over, or the seat is asked something else, as by a card in another player's turn.
    """
    now = await locked.load()
    if not row.moves or not is_current(now.table, now.numbers, seat, row):
        return None
    then = now if row.number >= locked.row.played else await locked.load_at(row.number)
    courses = [await asyncio.to_thread(course_of, game.table, seat, row.moves) for game in (then, now)]
    found = [course for course in courses if course]
    same = len(found) == len(courses) and found[0].question == found[1].question
    return Comparison(*found) if same else None


def course_of(table: Table, seat: int, moves: Sequence[str]) -> Course | None:
    """Return the plan as the seat may follow it on this table, or None if it has no turn to plan."""
    start = start_of_turn(table.settled(seat), seat)
    return None if start is None else follow(start, seat, moves)


def is_current(table: Table, numbers: Sequence[int], seat: int, row: PlanRow) -> bool:
    """Return whether the seat has made no move since its plan was last changed, so that its turn is still to come."""
    mine = [numbers[step.number - 1] for step in table.steps if step.seat == seat]
    return not mine or mine[-1] <= row.number
