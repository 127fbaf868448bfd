"""What people do beyond a single table: absences, nudges, and the deletion of their data."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import acts, computers, guards, turn_timers
from rules_service.act import Decision
from rules_service.commit import carry_out
from rules_service.errors import NoTable, NotWelcome, VacationConflict
from rules_service.models import Person, TableInfo
from rules_service.repository import NO_SUCH_TABLE, LockedTable, ServicePart
from rules_service.table_info import info_of, readable_tables, unreadable_of
from storage import NewNotice, NoticeKind, TableStatus
from storage.failures import apart

log = logging.getLogger(__name__)

LONGEST, YEAR, IN_A_YEAR = timedelta(days=30), timedelta(days=365), timedelta(days=60)  # limits of absences


Aways = Sequence[tuple[datetime, datetime]]


def days_left(aways: Aways, now: datetime) -> timedelta:
    """Return how much more absence may stop timers within a year (P42). ``aways``: begin and end of each absence."""
    return max(IN_A_YEAR - sum((ends - max(begins, now - YEAR) for begins, ends in aways), timedelta()), timedelta())


def must_be_possible(aways: Aways, begins: datetime, ends: datetime, now: datetime) -> None:
    """Raise VacationConflict if an absence is running or planned, or this one is empty, too long or too far ahead."""
    if any(until > now for _, until in aways):
        raise VacationConflict(N_("You’re already away, or have time off planned. `/away back` ends that."))
    if not timedelta() < ends - begins <= LONGEST or begins - now > LONGEST:
        raise VacationConflict(N_("You can be away for 1 to 30 days, starting within the next 30 days."))


class People(ServicePart):
    """The service's methods about people and all their tables."""

    async def go_away(self, person: Person, begins: datetime, ends: datetime, *, computer: bool = False) -> timedelta:
        """Record an absence at all tables. Return how much more absence may stop timers this year.

        ``computer``: a computer may play for the person meanwhile. Raise VacationConflict as `must_be_possible` does.
        """
        vacations, now = self._storage.vacations, self._clock.now()
        player = await self._storage.people.meet(person.id, person.name)
        aways = await vacations.of_player(player, now - YEAR)
        must_be_possible(aways, begins, ends, now)
        left = days_left(aways, now)
        await vacations.begin(player, begins, ends, min(ends, begins + left), computer=computer)
        await self._storage.notices.write([NewNotice(player, NoticeKind.BACK, ends, number=int(begins.timestamp()))])
        await self._at_running_tables(person, acts.note_absence(begins, ends))
        return max(left - (ends - begins), timedelta())

    async def come_back(self, person: Person) -> None:
        """End or cancel the person's absence. Raise VacationConflict if none is planned or running."""
        vacations, now = self._storage.vacations, self._clock.now()
        player = await self._storage.people.meet(person.id, person.name)
        if not await vacations.of_player(player, now):
            raise VacationConflict(N_("You’re not away."))
        await vacations.end(player, now)
        await self._storage.notices.drop(player, NoticeKind.BACK)
        await self._at_running_tables(person, acts.note_return())

    async def _at_running_tables(self, person: Person, decision: Decision) -> None:
        """Carry out an act at each of the person's running tables that are awake. Log failures and continue."""
        for table in readable_tables(self._repository, await self._storage.tables.of_user(person.id)):
            if table.status == TableStatus.RUNNING and table.asleep_since is None:
                with apart(log, f"table {table.id}: noting an absence"):
                    await carry_out(self._repository, decision, table.id, person)

    async def take_seat_back(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Take a player's seat back from the computer that plays for them. If it plays because of an absence, end that.

        Raise NoTable, Closed, Asleep, WrongPhase, NotSeated, or AlreadySeated if no computer plays for them.
        """
        row = await self._repository.row(table_id)
        guards.must_be_running(row)
        mine = guards.seat_of(row, person.id)
        if mine.computer or not computers.level_of(mine, self._clock.now()):
            return await carry_out(self._repository, acts.take_seat_back(), table_id, person, interaction)
        await self.come_back(person)
        return info_of(self._repository, await self._repository.row(table_id))

    async def put_away(self, table_id: int, person: Person) -> None:
        """Free the channel of one of the person's tables that this version can't read. Raise NoTable for any other.

        A running game sleeps until a version that can read it wakes it. A lobby is cancelled.
        """
        if table_id not in await unreadable_of(self._repository, person.id):
            raise NoTable(NO_SUCH_TABLE)
        await self._storage.tables.put_away(table_id, self._clock.now())

    async def nudge(self, table_id: int, person: Person, seat: int | None = None) -> None:
        """Ask a player whose turn it is whether they are still there. ``seat``: None for the one awaited longest.

        Raise NoTable, Closed, Asleep, WrongPhase, NotSeated, TooSoon if no wait is long enough or they were just
        notified, or NotWelcome if they have blocked the person.
        """
        async with self._repository.lock(table_id) as locked:
            await self._storage.notices.write([await self._nudge(locked, person, seat)])

    async def try_nudge(self, table_id: int, person: Person, seat: int | None = None) -> None:
        """Raise the refusal that `nudge` would raise now, without storing anything."""
        async with self._repository.lock(table_id) as locked:
            await self._nudge(locked, person, seat)

    async def _nudge(self, locked: LockedTable, person: Person, seat: int | None) -> NewNotice:
        """Return the notification for a nudge. Raise as `nudge` does."""
        row, now = locked.row, self._clock.now()
        guards.must_be_running(row)
        mine = guards.seat_of(row, person.id)
        awaited = turn_timers.must_be_nudgeable(row, mine, seat, now)
        if await self._storage.people.blocks([awaited.player], person.id):
            raise NotWelcome(N_("You can’t nudge this player. They still get the usual reminders."))
        sent = await self._storage.notices.of_table(row.id)
        return turn_timers.nudge(row, mine, awaited, sent, now)

    async def forget(self, user_id: int) -> bool:
        """Delete the user's identity and leave every table; logs keep a pseudonym.

        Return whether the user was known.
        """
        known = await self._storage.people.forget(user_id, self._clock.now())
        await self.free_forgotten()
        return known

    async def forget_due(self) -> None:
        """Delete the data of users for whom that is due, and free seats of such users that a crash left occupied."""
        for user_id in await self._storage.people.due_deletions(self._clock.now()):
            with apart(log, "deleting a user's personal data"):
                await self.forget(user_id)
        await self.free_forgotten()

    async def free_forgotten(self) -> None:
        """Free the seats of users whose data was deleted."""
        for table_id in await self._storage.tables.with_forgotten_players():
            with apart(log, f"table {table_id}: freeing the seat of a deleted user"):
                before, now = None, await carry_out(self._repository, acts.leave_if_forgotten(), table_id)
                while before != now.number:
                    before, now = now.number, await carry_out(self._repository, acts.leave_if_forgotten(), table_id)
