"""Simulated people who play for more than a year. Everything that they do is drawn from a seed."""

import heapq
import itertools
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from rules.errors import RulesError
from rules_service import Person, Place, TableInfo, acts
from rules_service.hours import QUIET_DAYS_KEY, QUIET_KEY, ZONE_KEY, Hours, read_hours
from rules_service.pace import PACES
from tests.bot.year.world import START, SWEEP, World

ZONES = (
    *("Pacific/Kiritimati", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Europe/Berlin"),
    *("America/New_York", "America/Santiago", "Pacific/Auckland", "Asia/Kolkata", "Africa/Cairo"),
    *("America/Los_Angeles", "Asia/Tokyo"),
)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
YEAR = 400 * DAY
USERS = 881_000_000_000_000_000  # the first of their ids
GUILD = 7
DOWN = 20 * MINUTE  # between two scheduler runs while Discord accepts nothing
MOVES = 40  # maximum moves in a turn before it is ended
Act = Callable[[], Awaitable[Any]]


def nights(zone: str) -> Hours:
    """Return the sleeping hours of people in a time zone."""
    found = read_hours({ZONE_KEY: zone, QUIET_KEY: "23-7"})
    assert found is not None
    return found


@dataclass
class Somebody:
    """A person and their habits."""

    id: int
    zone: str  # the time zone where they live, even if they haven't set it
    pace: timedelta  # roughly how long they take to come to their turn
    wishes: dict[str, str]  # preferences; half of the people have none
    closed: bool  # whether their DMs are closed
    weekends: bool  # Whether they come only at weekends.
    often_away: bool
    gone: datetime | None  # when they vanish; None: they don't
    back: datetime | None = None  # one later visit
    forgotten: datetime | None = None

    @property
    def person(self) -> Person:
        return Person(self.id, f"Player {self.id - USERS}")

    def here(self, now: datetime) -> bool:
        """Return whether the person still plays."""
        return (self.gone is None or now < self.gone) and self.forgotten is None

    @property
    def home(self) -> Hours:
        """Return the person's sleeping hours."""
        return nights(self.zone)


def crowd(luck: random.Random, count: int) -> list[Somebody]:
    """Return this number of people.

    Half have set no preferences, a fifth have closed their DMs, a tenth vanish, a tenth play only at weekends.
    """
    people = []
    for number in range(count):
        wishes: dict[str, str] = {}
        zone = ZONES[number % len(ZONES)]
        if luck.random() < 0.5:
            wishes = {ZONE_KEY: zone, "notices": luck.choice(["channel", "channel", "private", "both", "none"])}
            wishes |= luck.choice([{}, {}, {QUIET_KEY: "20-9"}, {QUIET_KEY: "none"}, {QUIET_DAYS_KEY: "sat sun"}])
            wishes |= luck.choice([{}, {}, {}, {"digest": "18"}, {"next": "on"}])
        people.append(
            Somebody(
                USERS + number, zone, timedelta(hours=luck.choice([2, 5, 12, 24, 36, 80])), wishes,
                closed=luck.random() < 0.2, weekends=luck.random() < 0.1, often_away=luck.random() < 0.06,
                gone=START + luck.uniform(5, 200) * DAY if luck.random() < 0.1 else None,
            )
        )  # fmt: skip
    for one in people:
        if one.gone and luck.random() < 0.5:
            one.back = one.gone + luck.uniform(3, 90) * DAY
    return people


class Year:
    """A simulated year: a queue of people's actions, ordered by time."""

    def __init__(self, world: World, seed: str, people: int) -> None:
        self.world = world
        self.luck = random.Random(seed)
        self.people = crowd(self.luck, people)
        self.by_id = {one.id: one for one in self.people}
        self.end = START + YEAR
        self.acts: list[tuple[datetime, int, Act]] = []
        self._count = itertools.count()
        self._visits: set[tuple[int, int, int | None]] = set()  # planned visits: the wait and the visitor
        self.was_down = START  # when Discord last accepted nothing
        self.witness: Callable[[int], None] = lambda table: None  # called for every changed table
        self.came_back: list[tuple[int, int, str]] = []  # user, table, what they were shown or could do
        self.outages = [(START + at * DAY, length) for at, length in self._outages()]
        opened = sorted(self.luck.uniform(0, 250) for _ in range(people // 2))
        for number, at in enumerate(opened):
            self.plan(START + at * DAY, partial(self._open, number))
        for one in self.people:
            if one.often_away:
                self.plan(START + self.luck.uniform(1, 20) * DAY, partial(self._go_away, one, 30))
            elif self.luck.random() < 0.2:
                days = self.luck.randrange(2, 20)
                self.plan(START + self.luck.uniform(1, 350) * DAY, partial(self._go_away, one, days))
            if one.back:
                self.plan(one.back, partial(self._comes_back, one))
        for _ in range(4):
            at = START + self.luck.uniform(1, 390) * DAY
            self.plan(at, lambda: self._down(True))
            self.plan(at + self.luck.uniform(0.1, 9) * HOUR, lambda: self._down(False))
        for one in self.luck.sample(self.people, 4):
            self.plan(START + self.luck.uniform(50, 300) * DAY, partial(self._forget, one))

    def _outages(self) -> list[tuple[float, timedelta]]:
        lengths = [MINUTE, 11 * MINUTE, 3 * HOUR, DAY, 4 * DAY, 9 * DAY, 50 * MINUTE, 12 * HOUR]
        return [(self.luck.uniform(10, 390), length) for length in lengths]

    def plan(self, at: datetime, act: Act) -> None:
        """Plan an action for this time."""
        heapq.heappush(self.acts, (at, next(self._count), act))

    # --- time

    async def live(self) -> None:
        """Let the people act and the bot work until the year is over."""
        world = self.world
        for one in self.people:
            if one.closed:
                world.wire.closed.add(one.id)
            for key, value in one.wishes.items():
                await world.storage.people.prefer(one.id, key, value)
        outages = sorted(self.outages)
        while True:
            coming, now = world.coming(), world.clock.now()
            if coming is not None and coming <= now:  # Retry actions that failed.
                coming = now + (SWEEP if not world.wire.down else DOWN)
            if world.wire.down:
                self.was_down = now
            at = min(moment for moment in (self.acts[0][0] if self.acts else None, coming) if moment)
            if outages and outages[0][0] <= at:
                begins, length = outages.pop(0)
                world.leap(begins)
                await world.again(length)
                continue
            if at > self.end:
                break
            world.leap(at)
            while self.acts and self.acts[0][0] <= world.clock.now():
                _, _, act = heapq.heappop(self.acts)
                with suppress(RulesError):
                    await act()
                await world.tell()
            if await world.busy():
                await world.sweep()
            await self._see()
        world.leap(self.end)

    async def _see(self) -> None:
        """Plan visits caused by changed tables: turns, votes, decisions about late players, takeovers and waking."""
        now = self.world.clock.now()
        for table in list(self.world.changed):
            self.world.changed.discard(table)
            self.witness(table)
            info = await self.world.service.read.info(table)
            for seat in info.seats:
                one = self.by_id.get(seat.user_id or 0)
                if one is None or seat.vacant:
                    continue
                if seat.due_since is not None and (one.id, table, seat.due_number) not in self._visits:
                    self._visits.add((one.id, table, seat.due_number))
                    self.plan(self._when(one, now), partial(self._turn, one, table, seat.due_number))
                for ask in info.votes:
                    wanted = seat.seat in ask.voters and seat.seat not in ask.answers
                    if wanted and (one.id, table, -ask.number) not in self._visits:
                        self._visits.add((one.id, table, -ask.number))
                        yes = self.luck.random() < 0.7
                        self.plan(self._when(one, now) - one.pace / 2, partial(self._say, one, table, ask.number, yes))
                if seat.late and (0, table, seat.due_number) not in self._visits:
                    self._visits.add((0, table, seat.due_number))
                    for other in info.seats:
                        their = self.by_id.get(other.user_id or 0)
                        if their is not None and other.seat != seat.seat:
                            self.plan(self._when(their, now), partial(self._decide, their, table))
            if info.vacant and self.luck.random() < 0.3:
                self.plan(now + self.luck.uniform(0.2, 9) * DAY, partial(self._take_over, table))
            if info.asleep_since and self.luck.random() < 0.5:
                self.plan(now + self.luck.uniform(2, 60) * DAY, partial(self._wake, table))

    def _when(self, one: Somebody, now: datetime) -> datetime:
        """Return when a person with something to do visits: when awake, and at a weekend if they play only then."""
        at = now + one.pace * self.luck.lognormvariate(0, 0.6)
        at = one.home.quiet_until(at) or at
        if one.weekends:
            while at.weekday() < 5:
                at += DAY
        return at + self.luck.uniform(0, 30) * MINUTE

    async def _down(self, down: bool) -> None:
        """Make Discord refuse everything, or work again."""
        self.world.wire.down = down

    # --- what they do

    async def _open(self, number: int) -> None:
        """Open a table: one in twenty solo, others for two or three. Most play a tiny game, some Rattus or Messina."""
        service, luck = self.world.service, self.luck
        paces = list(PACES)
        game, count = "toy", luck.choice([2, 2, 3])
        if number % 20 in (3, 11):
            game = "rattus"
        elif number % 20 in (7, 19):
            game, count = "messina", 1 if number % 20 == 19 else 2
        now = self.world.clock.now()
        people = [one for one in luck.sample(self.people, 30) if one.here(now)][:count]
        options = {"pace": paces[number % len(paces)]}
        info = await service.opening.open(Place(5000 + number, GUILD), people[0].person, game, options)
        for one in people[1:]:
            await service.act(acts.join(), info.id, one.person)
        await service.act(acts.start(), info.id, people[0].person)
        if luck.random() < 0.2 and count > 1:
            self.plan(now + luck.uniform(1, 9) * DAY, lambda: self._rest(people[0], info.id))
        if count > 1:
            for _ in range(2):
                self.plan(now + luck.uniform(1, 30) * DAY, lambda: self._nudge(luck.choice(people), info.id))

    async def _turn(self, one: Somebody, table: int, number: int | None) -> None:
        """Play the person's turn, usually all moves at once."""
        now, service, luck = self.world.clock.now(), self.world.service, self.luck
        if not one.here(now):
            return
        info = await service.read.info(table)
        seat = info.seat_of(one.id)
        if seat is None or info.seats[seat].due_number != number or info.asleep_since:
            return
        if luck.random() < 0.08:
            await service.act(acts.more_time(), table, one.person)
        if info.seats[seat].late and luck.random() < 0.5:
            await service.act(acts.confirm_presence(), table, one.person)
            self.plan(self._when(one, now), lambda: self._turn(one, table, number))
            return
        whole = luck.random() > 0.07
        for step in range(MOVES):
            found = await service.read.snapshot(table)
            mine = next((due for due in found.table.due() if due.seat == seat), None)
            if mine is None or not found.info.open or found.info.seats[seat].due_number != number:
                break
            if step and not whole:
                self.plan(self._when(one, now), lambda: self._turn(one, table, number))
                break
            ends = step and "end" in mine.moves
            move = "end" if ends else self._move(mine.moves)
            await service.play.move(table, one.id, move, seen=found.read_by(seat).seen)
        self._visits.discard((one.id, table, number))

    def _move(self, moves: list[str]) -> str:
        walks = [move for move in moves if move.startswith("walk")]
        return self.luck.choice(walks or moves)

    async def _say(self, one: Somebody, table: int, number: int, yes: bool) -> None:
        if one.here(self.world.clock.now()):
            await self.world.service.act(acts.answer(number, yes), table, one.person)

    async def _decide(self, one: Somebody, table: int) -> None:
        """Ask to free a late player's seat, to put the table to sleep or to end the game, or do nothing."""
        if not one.here(self.world.clock.now()):
            return
        service, what = self.world.service, self.luck.random()
        if what < 0.4:
            await service.act(acts.free(), table, one.person)
        elif what < 0.6:
            await service.act(acts.sleep(), table, one.person)
        elif what < 0.75:
            await service.act(acts.close(), table, one.person)

    async def _rest(self, one: Somebody, table: int) -> None:
        await self.world.service.act(acts.propose_pause(self.luck.randrange(2, 30)), table, one.person)

    async def _nudge(self, one: Somebody, table: int) -> None:
        if one.here(self.world.clock.now()):
            await self.world.service.people.nudge(table, one.person)

    async def _take_over(self, table: int) -> None:
        await self.world.service.act(acts.join(), table, self.luck.choice(self.people).person)

    async def _wake(self, table: int) -> None:
        info = await self.world.service.read.info(table)
        now = self.world.clock.now()
        for seat in info.seats:
            one = self.by_id.get(seat.user_id or 0)
            if one is not None and one.here(now):
                await self.world.service.act(acts.wake(info.place), table, one.person)
                return

    async def _go_away(self, one: Somebody, days: int) -> None:
        now = self.world.clock.now()
        if one.here(now):
            if one.often_away:
                self.plan(now + days * DAY + HOUR, lambda: self._go_away(one, days))
            await self.world.service.people.go_away(one.person, now, now + days * DAY)
            if self.luck.random() < 0.2 and not one.often_away:
                self.plan(
                    now + self.luck.uniform(0, days) * DAY, lambda: self.world.service.people.come_back(one.person)
                )

    async def _forget(self, one: Somebody) -> None:
        """Schedule the deletion of the person's data in a day, and let them stop playing now."""
        now = self.world.clock.now()
        await self.world.storage.people.schedule_deletion(one.id, now + DAY)
        one.gone = now
        one.forgotten = now + DAY

    async def _comes_back(self, one: Somebody) -> None:
        """Let a vanished person visit every table where they had a seat."""
        rows = self.world.truth(
            "SELECT DISTINCT m.table_id FROM moves m JOIN players p ON p.id = m.player WHERE p.user_id = ?", one.id
        )
        for [table] in [tuple(row) for row in rows]:
            self.came_back.append((one.id, table, await self._look(one, table)))

    async def _look(self, one: Somebody, table: int) -> str:
        """Do what a returning person can do at a table. Return a word for it, or the refusal shown to them."""
        service = self.world.service
        info: TableInfo = await service.read.info(table)
        try:
            if info.asleep_since:
                await service.act(acts.wake(info.place), table, one.person)
                return "woken"
            if info.seat_of(one.id) is None:
                await service.act(acts.join(), table, one.person)
                return "taken back"
            found = await service.read.snapshot(table)
            mine = next((due for due in found.table.due() if due.seat == info.seat_of(one.id)), None)
            if mine is not None and info.open:
                await service.play.move(table, one.id, mine.moves[0])
                return "played"
        except RulesError as error:
            return f"reads: {error.template}"
        return f"still sits there: {info.status}"
