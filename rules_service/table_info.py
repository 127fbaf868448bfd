"""The public information about a table apart from its game, made from its row."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from rules_service import computers, daily, guards, membership, turn_timers, votes
from rules_service.models import Seat, TableInfo, Vote, place_of
from rules_service.options import LOOK_OPTION_IDS, lobby_options, read_options
from rules_service.repository import TableRepository
from storage import SeatRow, TableRow, TableStatus, VoteRow
from storage.failures import of_each

log = logging.getLogger(__name__)

# Times are shown in minutes, and a press and the post after it ask for the same table several times.
SAME_MOMENT = timedelta(seconds=1)


def info_of(repository: TableRepository, row: TableRow) -> TableInfo:
    """Return the public information about a stored table at this moment, and nothing else from its row.

    Raise DamagedGame if its options are unreadable.
    """
    now, known = repository.clock.now(), repository.infos.get(row.id)
    if known is not None and known[0] is row and known[1] <= now < known[1] + SAME_MOMENT:
        return known[2]
    info = info_at(repository, row, now)
    repository.infos[row.id] = row, now, info
    return info


def info_at(repository: TableRepository, row: TableRow, now: datetime) -> TableInfo:
    """Return the public information about a stored table at that moment, as `info_of` does, without its cache."""
    if row.status == TableStatus.LOBBY and row.game in repository.games:
        options = lobby_options(repository.games[row.game], row.options)
    else:
        options = read_options(row.options)
    sealed = None if row.daily is None or daily.unsealed(row.daily) <= now else daily.unsealed(row.daily)
    chosen = membership.colours_held(row)
    return TableInfo(
        id=row.id,
        game=row.game,
        status=row.status,
        language=row.language,
        number=row.number,
        fingerprint=row.fingerprint,
        opened=row.opened,
        started=row.started,
        ended=row.ended,
        asleep_since=row.asleep_since,
        place=place_of(row),
        host_id=next((seat.user_id for seat in row.seats if seat.player == row.host), None),
        seats=tuple(seat_info(row, seat, chosen.get(seat.seat), now) for seat in row.seats),
        options=options,
        seed=row.seed if row.status == TableStatus.OVER and sealed is None else None,
        daily=row.daily,
        sealed=sealed,
        closer=row.closer or "",
        paused_until=row.paused_until if row.paused_until and row.paused_until > now else None,
        sleeps_at=turn_timers.sleeps_at(row) if turn_timers.sleep_warning_sent(row) else None,
        closes_at=turn_timers.closes_at(row) if row.status == TableStatus.LOBBY else None,
        invited=tuple(one for one in row.invited if one.until > now),
        changed=tuple(name for name in row.changed if name not in LOOK_OPTION_IDS),
        colours=membership.colours_of_all(row, chosen),
        votes=tuple(vote_info(row, vote, now) for vote in row.votes if vote.ended is None),
    )


def seat_info(row: TableRow, seat: SeatRow, colour: int | None, now: datetime) -> Seat:
    """Return the public information about a seat. ``colour``: its chosen colour or favourite."""
    late_from = guards.late_from(row, seat, now)
    return Seat(
        seat=seat.seat,
        user_id=seat.user_id,
        name=seat.name,
        vacant=seat.vacant,
        freed=seat.freed,
        moved=seat.moved,
        due_since=seat.due_since,
        extra_time=seat.extra_time,
        due_number=seat.due_number,
        reminded=seat.reminded,
        player=seat.player,
        only_end_left=seat.only_end_left,
        person=seat.person,
        late_from=late_from,
        away=late_from is not None and late_from <= now,
        away_until=computers.away_until(seat, now),
        late=seat.late_since is not None,
        left_server=seat.left_server_at is not None,
        colour=colour,
        computer=computers.level_of(seat, now),
        ready=row.status != TableStatus.LOBBY or turn_timers.is_ready(seat, now),
    )


def vote_info(row: TableRow, vote: VoteRow, now: datetime) -> Vote:
    """Return the public information about a vote."""
    seats = {seat.player: seat.seat for seat in row.seats if not seat.vacant}
    same = [one.number for one in row.votes if one.kind == vote.kind]
    return Vote(
        number=vote.number,
        name=f"{vote.kind}-{same.index(vote.number) + 1}",
        kind=vote.kind,
        what=vote.what,
        seat=vote.seat,
        by=seats.get(vote.player),
        closes=vote.closes,
        answers={seats[player]: yes for player, yes in vote.answers.items() if player in seats},
        voters=tuple(seat.seat for seat in votes.voters(row, vote, now)),
    )


def readable_tables(repository: TableRepository, rows: Sequence[TableRow]) -> list[TableInfo]:
    """Return the public information about these tables. Unreadable ones are logged and left out."""
    return of_each(log, lambda row: f"table {row.id}: reading it", lambda row: info_of(repository, row), rows)


async def unreadable_of(repository: TableRepository, user_id: int) -> list[int]:
    """Return the ids of the user's open tables that this version can't read, except those asleep."""
    rows = [row for row in await repository.storage.tables.of_user(user_id) if row.game in repository.games]
    known = {info.id for info in readable_tables(repository, rows)}
    return [one for one in await repository.storage.tables.awake_ids_of(user_id) if one not in known]


async def in_channel(repository: TableRepository, channel_id: int) -> TableInfo | None:
    """Return the channel's open table, or the last one that ended, or None."""
    row = await repository.storage.tables.in_channel(channel_id)
    return None if row is None else info_of(repository, row)
