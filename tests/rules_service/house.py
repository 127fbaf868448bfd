"""A rules service on a real file, with a clock set by the test and the people used in most tests."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rules_service import Outcome, Person, Place, RulesService, Snapshot, TableInfo, acts
from rules_service.clock import Clock
from storage import NoticeKind, Storage, VoteKind
from tests.rules_service.toy import TOY

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANNA, BEN, CARA, DAVE = Person(1, "Anna"), Person(2, "Ben"), Person(3, "Cara"), Person(4, "Dave")
HERE = Place(channel_id=10, guild_id=7)
DAY = 24 * 3600.0
IN_ORDER = {"seating": "joined", "start": "0"}


class StillClock(Clock):
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class House:
    """A storage with its clock and rules service, and the tables that the service asked to announce."""

    def __init__(self, storage: Storage, service: RulesService, clock: StillClock) -> None:
        self.storage, self.service, self.clock = storage, service, clock
        self.heard: list[int] = []
        service.repository.on_announce = self.heard.append

    async def lobby(self, people: Sequence[Person] = (ANNA, BEN), place: Place = HERE, **options: str) -> TableInfo:
        info = await self.service.opening.open(place, people[0], "toy", {**IN_ORDER, **options})
        for person in people[1:]:
            info = await self.service.act(acts.join(), info.id, person)
        return info

    async def running(self, people: Sequence[Person] = (ANNA, BEN), place: Place = HERE, **options: str) -> Snapshot:
        """Start a game with the people seated in this order. The first person has the first turn."""
        info = await self.lobby(people, place, **options)
        await self.service.act(acts.start(), info.id, people[0])
        return await self.service.read.snapshot(info.id)

    async def play(self, table_id: int, person: Person, *texts: str) -> Outcome:
        for text in texts:
            outcome = await self.service.play.move(table_id, person.id, text)
        return outcome

    async def pass_time(self, seconds: float) -> None:
        """Let this many seconds pass, then run the scheduler."""
        self.clock.wait(seconds)
        await self.service.see_to(50)

    async def silence(self, days: float) -> None:
        """Let this many days pass without a move. A day before the end, mark all pending notifications as sent."""
        self.clock.wait((days - 1) * DAY)
        await self.service.see_to(50)
        now = self.clock.now()
        for notice in await self.storage.notices.pending(now + timedelta(days=1), 50):
            await self.storage.notices.done(notice.id, now, "sent", last=notice.kind == NoticeKind.SECOND_REMINDER)
        self.clock.wait(DAY)

    async def undo_vote(self, table_id: int, person: Person, *others: Person) -> None:
        """Ask to undo the person's turn, and let the others agree."""
        _, asked = await self.service.read.undo_request(table_id, person)
        info = await self.service.act(acts.propose(VoteKind.UNDO, asked.text), table_id, person)
        for other in others:
            info = await self.service.act(acts.answer(info.votes[0].number, True), table_id, other)

    async def kinds(self, table_id: int) -> list[str]:
        """Return the kinds of the table's log lines."""
        return [line.kind for line in await self.storage.tables.log(table_id)]

    async def waiting(self, table_id: int) -> list[tuple[int, int, str]]:
        """Return, for each pending announcement, the line that it follows, its last line, and its kind."""
        return [(a.since, a.number, a.kind) for a in await self.storage.outbox.pending(self.clock.now(), table_id)]

    async def unchanged(self, table_id: int) -> object:
        """Return the table's log, row and announcements, without plans, to check later that they haven't changed."""
        log, row = await self.storage.tables.log(table_id), await self.storage.tables.get(table_id)
        row = replace(row, seats=tuple(replace(seat, planned=False) for seat in row.seats))
        return log, row, await self.waiting(table_id), (await self.service.read.snapshot(table_id)).number


def anew(house: House, cache: int = 64) -> RulesService:
    """Return a new service on the same storage, as after a restart."""
    return RulesService(house.storage, house.clock, {"toy": TOY}, cache)
