"""Plans: a player prepares their next turn while others are playing (docs/spec/slow-play.md, 12).

A plan is a list of moves that only its player can see, with fallbacks in case it becomes impossible. Its position is
computed each time (`rules.plan`).
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import chain, starmap, takewhile

from rules.errors import N_
from rules.plan import END, Course, PlannedMove, follow, rest_of_course, start_of_turn
from rules.table import Table
from rules_service import guards
from rules_service.act import retry_conflicts
from rules_service.errors import Stale, WrongPhase
from rules_service.models import Outcome, Snapshot
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.play import Turn, snapshot_of, take_turn
from rules_service.repository import MOVED_ON, ConcurrentUpdate, LockedTable, ServicePart, TableRepository
from storage import NewNotice, NoticeKind, PlanRow, SeatRow, Unavailable, Unwritable, VoteKind, VoteOutcome
from storage.failures import apart, log_failure

log = logging.getLogger(__name__)

NOTHING_TO_PLAN = N_("You can’t plan a turn now: something new will be revealed before it begins.")
CHANGED = N_("Your plan has changed since this was shown.")
PLAN_ENDS = N_("Your plan ends here: nobody knows yet what comes next.")
NOTHING_TO_UNDO = N_("Your plan has no moves to undo.")
NOT_BY_ITSELF = N_(
    "I can only play your plan if it has moves, all of them are possible now, and nothing is lost when your turn ends."
)
NO_ROOM = N_("Your plan can’t have any more fallbacks.")
MOST = 3  # the number of plans: one and its fallbacks
# Seconds from the beginning of the turn until a plan is played by itself. They are drawn at random, so that the others
# can't tell it from a quick player.
DELAY, LIVE_DELAY = range(60, 600), range(10, 60)


@dataclass(frozen=True)
class Plan:
    """A player's plan at a table, in the current position. A plan without moves counts as no plan."""

    snapshot: Snapshot  # as the player may see it
    seat: int
    row: PlanRow = field(repr=False)
    due: bool  # whether it is the player's turn
    courses: tuple[Course, ...] = field(repr=False)  # the plan, its fallbacks, a new one; empty: no turn to plan
    way: int = 0  # the index of the course in question

    @property
    def course(self) -> Course | None:
        """Return the course of the selected plan or fallback, or None if there is no turn to plan."""
        return self.courses[self.way] if self.courses else None

    @property
    def moves(self) -> tuple[PlannedMove, ...]:
        """Return the moves of the selected plan or fallback up to the first illegal one."""
        return self.course.moves if self.course else ()

    @property
    def offered(self) -> bool:
        """Return whether it is the player's turn and they have planned it."""
        return self.due and bool(self.row.moves)


@dataclass(frozen=True)
class Comparison:
    """A plan, or a fallback, in the position in which it was made and in the current one."""

    then: Course
    now: Course

    @property
    def pairs(self) -> list[tuple[PlannedMove, PlannedMove]]:
        """Return each move that is legal in both positions, as it was when planned and as it is now."""
        return list(zip(self.then.moves, self.now.moves, strict=False))

    @property
    def playable(self) -> int:
        """Return the number of leading moves that do the same as when they were planned."""
        return len(list(takewhile(lambda pair: pair[1].does_the_same(pair[0]), self.pairs)))

    @property
    def whole(self) -> bool:
        """Return whether all the plan's moves do the same as when they were planned."""
        same = self.playable == len(self.now.moves) == len(self.then.moves)
        return same and not (self.then.left or self.now.left)

    @property
    def untouched(self) -> bool:
        """Return whether the plan is whole, and everything that it touches is unchanged."""
        return self.whole and all(now.is_untouched(then) for then, now in self.pairs)

    @property
    def by_itself(self) -> bool:
        """Return whether the plan may be played automatically: all it touches is unchanged, and nothing is lost."""
        return self.untouched and self.now.whole


@dataclass(frozen=True)
class Offer:
    """A plan and its fallbacks, offered in the turn for which they were made. Each is a way to play that turn."""

    ways: tuple[Comparison, ...]

    @property
    def chosen(self) -> int:
        """Return the index of the first way that is playable as a whole.

        If there is none, return that of the first way that is playable in part, or 0, the plan.
        """
        whole = (at for at, one in enumerate(self.ways) if one.whole)
        playable = (at for at, one in enumerate(self.ways) if one.playable)
        return next(chain(whole, playable), 0)

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves to play at the player's request."""
        best = self.ways[self.chosen]
        return tuple(move.text for move in best.now.moves[: best.playable])

    @property
    def by_itself(self) -> tuple[str, ...]:
        """Return the moves to play automatically, or () if there are none.

        A fallback's moves are returned only if all ways before it have become illegal.
        """
        for one in self.ways:
            if one.by_itself:
                return tuple(move.text for move in one.now.moves)
            if one.now.refused is None:
                break
        return ()


class Plans(ServicePart):
    """The plans of all players, each visible only to its player."""

    async def exists(self, table_id: int, seat: int) -> bool:
        """Return whether the seat's player has planned moves, which may be out of date.

        Raise NoTable or DamagedGame.
        """
        return (await self._repository.row(table_id)).seats[seat].planned

    async def of(self, table_id: int, user_id: int, way: int = 0) -> Plan:
        """Return the player's plan; ``way``: the number of the fallback, 0 for the plan itself.

        Raise NoTable, Closed, WrongPhase, DailyAlone, NotSeated, Asleep or DamagedGame.
        """
        async with self._repository.lock(table_id) as locked:
            guards.must_be_running(locked.row)
            guards.must_be_ordinary(locked.row.daily)
            mine = guards.seat_of(locked.row, user_id)
            snapshot = snapshot_of(locked, await locked.load())
            row = await locked.storage.plans.read(mine.player, table_id)
        if not is_current(snapshot.table, snapshot.numbers, mine.seat, row):
            row = with_ways(row, (), None)
        snapshot = await snapshot.seen_by(mine.seat)
        courses = await asyncio.to_thread(courses_of, snapshot.table, mine.seat, row.ways)
        return Plan(snapshot, mine.seat, row, mine.due_since is not None, courses, least_way(row, way))

    async def compare(self, table_id: int, plan: Plan) -> Offer | None:
        """Return the plan and its fallbacks as made and as they are now, or None if it is empty or out of date."""
        async with self._repository.lock(table_id) as locked:
            return await compare(locked, plan.seat, plan.row)

    async def rest(self, table_id: int, user_id: int) -> tuple[Plan, Offer] | None:
        """Return the plan, and the part of it that is still playable after its player made other moves.

        Return None if nothing is left. Raise NoTable, NotSeated, Closed, WrongPhase or DamagedGame.
        """
        async with self._repository.lock(table_id) as locked:
            mine = guards.seat_of(locked.row, user_id)
            row = await locked.storage.plans.read(mine.player, table_id)
            offer = await rest_of(locked, mine.seat, row) if mine.due_since else None
            snapshot = snapshot_of(locked, await locked.load())
        if offer is None:
            return None
        return Plan(await snapshot.seen_by(mine.seat), mine.seat, row, due=True, courses=()), offer

    async def add(self, plan: Plan, move: str, *, interaction: int | None = None) -> Plan:
        """Add a move after those that are still legal. Raise WrongPhase, Stale, BadNotation or IllegalMove."""
        if plan.course is None:
            raise WrongPhase(NOTHING_TO_PLAN)
        if plan.course.ended:
            raise WrongPhase(PLAN_ENDS)
        plan.course.table.read(plan.seat, move)
        moves = (*(one.text for one in plan.moves), move)
        return await self._store(plan, changed(plan, moves), interaction)

    async def add_fallback(self, plan: Plan, moves: Sequence[str], *, interaction: int | None = None) -> Plan:
        """Add these moves as a fallback. Raise Stale, or WrongPhase if there can't be another fallback."""
        way = len(plan.row.ways)
        if way >= MOST:
            raise WrongPhase(NO_ROOM)
        return await self._store(plan, changed(replace(plan, way=way), moves), interaction)

    async def undo(self, plan: Plan, moves: int | None = 1, *, interaction: int | None = None) -> Plan:
        """Remove this many of the plan's last moves (None: all). Raise Stale, or WrongPhase if it has none."""
        kept = [one.text for one in plan.moves]
        if not kept:
            raise WrongPhase(NOTHING_TO_UNDO)
        left = () if moves is None else tuple(kept[:-moves])
        return await self._store(plan, changed(plan, left), interaction)

    async def by_itself(self, plan: Plan, *, wanted: bool, interaction: int | None = None) -> Plan:
        """Choose whether to play the plan automatically. If only the end of the turn is missing, add it to the plan.

        Raise Stale, or WrongPhase unless the plan or a fallback can be played as a whole.
        """
        if wanted == (plan.row.wait is not None):
            return plan
        if wanted and not any(course.whole for course in plan.courses):
            raise WrongPhase(NOT_BY_ITSELF)
        live = plan.snapshot.info.options[PACE_OPTION.id] == LIVE_PACE
        wait = 1000 * secrets.choice(LIVE_DELAY if live else DELAY) if wanted else None
        ways = zip(plan.row.ways, plan.courses, strict=False)
        moves = [(*way, END) if wanted and not one.left and one.only_end_left else way for way, one in ways]
        return await self._store(plan, with_ways(plan.row, moves, wait), interaction)

    async def _store(self, plan: Plan, row: PlanRow, interaction: int | None) -> Plan:
        """Store the plan for the position in which the player saw it.

        Raise Stale if the plan or the game has changed.
        """
        table_id = plan.snapshot.info.id
        async with self._repository.lock(table_id) as locked:
            now = snapshot_of(locked, await locked.load()).read_by(plan.seat)
            if not now.shows_all_to(plan.snapshot.seen) or plan.due:
                raise Stale(MOVED_ON, number=locked.row.number)
            if row.wait and plan.row.wait and not await is_as_chosen(locked, plan):
                row = replace(row, wait=None)
            row = replace(row, number=now.last_seen_move)
            if not await locked.storage.plans.write(table_id, row, self._clock.now(), interaction=interaction):
                raise Stale(CHANGED, number=locked.row.number)
        courses = await asyncio.to_thread(courses_of, plan.snapshot.table, plan.seat, row.ways)
        row = replace(row, revision=row.revision + 1)
        return replace(plan, row=row, courses=courses, way=least_way(row, plan.way))

    async def play(
        self, table_id: int, user_id: int, revision: int, *, seen: int | None = None, interaction: int | None = None
    ) -> Outcome:
        """Play the plan with this revision, or one of its fallbacks, up to the first move whose effect has changed.

        All its moves are stored at once. Raise NoTable, Closed, Asleep, WrongPhase, NotSeated, Stale, DamagedGame,
        NotYourTurn, BadNotation or IllegalMove.
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
        found = None
        if row.revision == revision and mine.due_since:
            found = await compare(locked, mine.seat, row) or await rest_of(locked, mine.seat, row)
        if found is None or not found.moves:
            raise Stale(CHANGED, number=locked.row.number)
        turn = turn_of(row, found.moves, seen, interaction)
        return await take_turn(locked, mine, turn, self._clock.now())


async def play_due(repository: TableRepository, most: int) -> None:
    """Play the plans that are due to be played automatically, at no more than ``most`` tables."""
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
    """Play a plan if everything that it touches is unchanged. Otherwise turn off automatic play and notify its player.

    Raise ConcurrentUpdate if another process has changed the table or the plan, or Unavailable or Unwritable if the
    database fails. Other failures are logged.
    """
    try:
        mine = next(seat for seat in locked.row.seats if seat.player == row.player and not seat.vacant)
        # A move would decide an open vote on an undo, and a computer may play the seat.
        undo = any(vote.kind == VoteKind.UNDO and vote.outcome == VoteOutcome.OPEN for vote in locked.row.votes)
        found = None if undo or mine.seat in locked.computers else await compare(locked, mine.seat, row)
        if found is not None and found.by_itself:
            await take_turn(locked, mine, turn_of(row, found.by_itself), now)
            return
        if mine.seat not in locked.computers and mine.due_number is not None:
            told = NewNotice(mine.player, NoticeKind.PLAN, now, locked.row.id, mine.seat, mine.due_number)
            await locked.storage.notices.write([told])
    except ConcurrentUpdate:
        raise
    except (Unavailable, Unwritable):
        raise
    except Exception as error:
        log_failure(log, f"table {locked.row.id}: playing a plan", error)
    await locked.storage.plans.write(locked.row.id, replace(row, wait=None), now)


def turn_of(row: PlanRow, moves: Sequence[str], seen: int | None = None, interaction: int | None = None) -> Turn:
    """Return the action that plays these moves of a plan."""
    acts = [partial(Table.play, text=text, joined=at > 0) for at, text in enumerate(moves)]
    return Turn(acts, seen=seen, interaction=interaction, plan=row)


async def compare(locked: LockedTable, seat: int, row: PlanRow) -> Offer | None:
    """Return a plan and its fallbacks in the position in which they were last changed and in the current one.

    Return None if the plan is empty, its turn is over, or the seat has another question, for example about a card.
    """
    now = await locked.load()
    if not row.moves or not is_current(now.table, now.numbers, seat, row):
        return None
    then = now if row.number >= locked.row.played else await locked.load_at(row.number)
    made, found = [await asyncio.to_thread(courses_of, game.table, seat, row.ways) for game in (then, now)]
    if not (made and found and made[0].question == found[0].question):
        return None
    return Offer(tuple(starmap(Comparison, list(zip(made, found, strict=True))[: len(row.ways)])))


async def rest_of(locked: LockedTable, seat: int, row: PlanRow) -> Offer | None:
    """Return the part of a plan and its fallbacks that is playable after the seat made other moves, or None.

    It begins with the first move that does the same as when planned. Moves already made and the end of the turn are
    left out.
    """
    now = await locked.load()
    made = [step for step in now.table.steps if step.seat == seat and now.numbers[step.number - 1] > row.number]
    if not row.moves or not made or any(step.turn != now.table.turn for step in made):
        return None
    then = await locked.load_at(row.number)
    planned = await asyncio.to_thread(courses_of, then.table, seat, row.ways)
    start = start_of_turn(now.table.settled(seat), seat)
    if start is None:
        return None
    done = [step.move for step in made]
    rests = [await asyncio.to_thread(rest_of_course, course, start, done) for course in planned[: len(row.ways)]]
    offer = Offer(tuple(starmap(Comparison, rests)))
    return offer if offer.moves else None


def courses_of(table: Table, seat: int, ways: Sequence[Sequence[str]]) -> tuple[Course, ...]:
    """Return the course of each plan on this table, and then an empty course.

    Return () if the seat has no turn to plan.
    """
    start = start_of_turn(table.settled(seat), seat)
    return () if start is None else tuple(follow(start, seat, moves) for moves in (*ways, ()))


async def is_as_chosen(locked: LockedTable, plan: Plan) -> bool:
    """Return whether all ways except the selected fallback are unchanged since the player turned on automatic play.

    A plan that has become illegal is no reason to ask again, because fallbacks exist for this case.
    """
    found = await compare(locked, plan.seat, plan.row)
    others = [one for way, one in enumerate(found.ways) if way != plan.way] if found else []
    return bool(others) and all(one.untouched or one.now.refused for one in others)


def changed(plan: Plan, moves: Sequence[str]) -> PlanRow:
    """Return the plan with these moves in place of the selected plan's or fallback's. Without moves, remove it.

    A fallback may change without a new decision about automatic play.
    """
    ways = [*plan.row.ways[: plan.way], tuple(moves), *plan.row.ways[plan.way + 1 :]]
    return with_ways(plan.row, [way for way in ways if way], plan.row.wait if plan.way else None)


def with_ways(row: PlanRow, ways: Sequence[tuple[str, ...]], wait: int | None) -> PlanRow:
    """Return the plan with these ways, the first as its moves and the rest as fallbacks.

    ``wait``: the milliseconds from the start of the turn until it is played automatically, or None if it is not.
    """
    return replace(row, moves=ways[0] if ways else (), fallbacks=tuple(ways[1:]), wait=wait)


def least_way(row: PlanRow, way: int) -> int:
    """Return ``way``, but at most the number of the next new fallback, or of the last one if there can't be more."""
    return min(way, len(row.ways), MOST - 1)


def is_current(table: Table, numbers: Sequence[int], seat: int, row: PlanRow) -> bool:
    """Return whether the plan still applies, because its seat has not moved since the plan was last changed."""
    mine = [numbers[step.number - 1] for step in table.steps if step.seat == seat]
    return not mine or mine[-1] <= row.number
