"""The scheduler: each due time is stored in a row, and a run does what is due (docs/spec/slow-play.md, P2)."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from rules.errors import BadOptions
from rules_service import act, computers, escalation, lobby, plans, turn_timers, votes
from rules_service.commit import commit_with_votes
from rules_service.errors import DamagedGame
from rules_service.hours import read_hours
from rules_service.repository import ConcurrentUpdate, LockedTable, TableRepository
from storage import Conflict, TableRow, TableStatus
from storage.failures import apart

log = logging.getLogger(__name__)

COMBINE_REMINDERS_WITHIN = timedelta(hours=6)  # a player's reminders that are due within this time become one
RETRY_AFTER_ERROR = timedelta(minutes=15)


async def see_to(repository: TableRepository, most: int) -> None:
    """Play due plans, decide due votes, write due reminders and make other due changes at up to ``most`` tables.

    Tables where plans are due count separately. A reminded player's reminders at other tables that are due soon are
    written at the same time.
    """
    with apart(log, "playing plans that are due"):
        await plans.play_due(repository, most)
    notices, now = repository.storage.notices, repository.clock.now()
    reminded: dict[int, datetime] = {}  # by player: the time of the notification
    for table_id in await notices.due_tables(now, most):
        with apart(log, f"table {table_id}: scheduler run") as attempt, suppress(ConcurrentUpdate):
            # If the table is in use, the next run checks it again.
            async with repository.lock(table_id) as locked:
                await decide(locked, now)
                reminded |= await remind(repository, locked.row, now, now)
        if attempt.error:  # a table that fails must not take the place of others in each run
            await notices.postpone_table(table_id, now, now + retry_after(attempt.error))
    for player, at in reminded.items():
        for table_id in await notices.due_tables_of(player, now, now + COMBINE_REMINDERS_WITHIN):
            with apart(log, f"table {table_id}: reminders of one player together"), suppress(ConcurrentUpdate):
                async with repository.lock(table_id) as locked:
                    if not turn_timers.is_live(locked.row):
                        await remind(repository, locked.row, now, now + COMBINE_REMINDERS_WITHIN, player, at)


def retry_after(error: Exception) -> timedelta:
    """Return how long to wait before retrying a table.

    Wait a day if the table is damaged or its game is unknown, otherwise only `RETRY_AFTER_ERROR`.
    """
    return turn_timers.DAY if isinstance(error, DamagedGame | BadOptions) else RETRY_AFTER_ERROR


async def decide(locked: LockedTable, now: datetime) -> None:
    """Decide due votes, and carry out anything else that is due for the table itself."""
    while (change := votes.expired(locked.row, now)) is not None:
        try:
            await commit_with_votes(locked, change)
        except Conflict:  # there is already a table in the destination channel
            await locked.append(votes.failed(locked.row, change))
    if (change := escalation.mark_late(locked.row, now)) is not None:
        await locked.append(change)
    row = locked.row
    if row.next_at is None or row.next_at > now:
        return
    if row.daily is not None:
        await locked.append(act.cancel_change(row, now))
    elif row.status == TableStatus.LOBBY:
        await locked.append(lobby.due_change(row, now))
    elif turn_timers.is_live(row) and not computers.is_alone(row.seats) and row.asleep_since is None:
        await locked.append(escalation.evening_over(row, now))
    else:
        await locked.append(escalation.due_change(row, now) or act.announced_change(row, now))


async def remind(
    repository: TableRepository,
    row: TableRow,
    now: datetime,
    until: datetime,
    player: int | None = None,
    at: datetime | None = None,
) -> dict[int, datetime]:
    """Write the reminders of the table's waits that are due by ``until``.

    ``player``: only reminders to this player, sent ``at`` this time. Return when each reminded player is notified,
    because these players may also be due at other tables. At a live table, return {}.
    """
    notices, live, told = repository.storage.notices, turn_timers.is_live(row), []
    for seat, kind in turn_timers.due_reminders(row, until, player):
        unknown = not live and read_hours(seat.hours) is None
        acts = await notices.last_acts(seat.player, turn_timers.KNOWN_ACTS) if unknown else ()
        told.append(turn_timers.new_notice(row, seat, kind, at or turn_timers.polite_time(now, acts)))
    seen_to = turn_timers.reschedule(row, now, until, player)
    new = await notices.write(told, gives_way=turn_timers.REMINDER_KINDS, table_id=row.id, seen_to=seen_to)
    if live:
        return {}
    return {notice.player: notice.not_before for notice in new if notice.kind in turn_timers.REMINDER_KINDS}
