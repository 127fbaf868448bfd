"""Late players (docs/spec/slow-play.md, section 5): when they are late, the others' options, and sleeping tables.

The state follows from stored rows: when a wait began, when the player became late and was notified, and the votes about
the seat.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules.game import blocking_seats
from rules_service import act, guards, lobby, turn_timers, votes
from rules_service.act import Case, announced_change, cancel_change, no_longer_late, quiet_change, with_seat
from rules_service.computers import is_alone
from rules_service.errors import Awake, NobodyLate, NoMoreTime, TooSoon
from rules_service.models import Place
from rules_service.options import read_options, write_options
from rules_service.pace import CLOSE_ASLEEP_AFTER, PACE_AFTER_LIVE, PACE_OPTION
from rules_service.repository import LockedTable
from storage import Change, LineKind, NewLine, NewNotice, NoticeKind, PostKind, SeatRow, TableRow, TableStatus, VoteKind

MAX_CONFIRMATIONS = 2  # how often a player can confirm their presence in a turn
MAX_EXTENSIONS = 3  # requests for more time, per player and game
NOBODY_WAITS = N_("You aren’t keeping anyone waiting, so take all the time you want.")
ENOUGH = N_("You’ve already said you’re here {count} times this turn. Now you need to end your turn.")
TOO_OFTEN = N_("You have asked for more time {count} times in this game, which is the limit.")
PUT_TO_SLEEP_BY_MODERATOR = N_(
    "A moderator put this table to sleep. You can wake it in this channel <t:{until}:R>, or in another one right away."
)
VACANT_FOR = timedelta(days=3)  # a table may be put to sleep once a seat has been free this long
# Each sleep and each wake is a post. A person with two solo games in one channel switches between them a few times.
MAX_WAKES = 6  # how often a table can be woken within `WAKES_WITHIN`
WAKES_WITHIN = timedelta(hours=1)
WOKEN_OFTEN = N_(
    "This table was woken {count} times within an hour, which is the limit. You can wake it again <t:{until}:R>."
)
MODERATED = timedelta(days=1)  # wait before a table that a moderator put to sleep can wake in the same channel


def mark_late(row: TableRow, at: datetime) -> Change | None:
    """Return the change that marks newly late players and notifies the others once, or None if no one is (P50)."""
    due = [seat for seat in row.seats if seat.late_since is None and not seat.vacant and not is_alone(row.seats)]
    found = [seat for seat in due if (since := turn_timers.late_from(row, seat, at)) is not None and since <= at]
    if not found:
        return None
    late = {seat.seat for seat in found}
    seats = tuple(replace(seat, late_since=at) if seat.seat in late else seat for seat in row.seats)
    lines = [NewLine(LineKind.LATE, seat.seat, seat.player) for seat in found]
    told = [
        NewNotice(other.player, NoticeKind.LATE, at, row.id, other.seat, seat.due_number or 0)
        for seat in found
        for other in votes.present_seats(row, at)
    ]
    return replace(quiet_change(row, at, *lines, seats=seats), notices=tuple(told))


def confirm_presence(case: Case, mine: SeatRow) -> Change:
    """Confirm that the player is here, without a move. Votes about the seat end, and they get more time (P56).

    Raise TooSoon if no one is waiting for them, or they have confirmed too often in this turn.
    """
    row, at = case.row, case.at
    if mine.due_since is None or is_alone(row.seats):
        raise TooSoon(NOBODY_WAITS)
    if mine.presence_count >= MAX_CONFIRMATIONS:
        raise TooSoon(ENOUGH, count=MAX_CONFIRMATIONS)
    here = no_longer_late(mine, acted_at=at, presence_count=mine.presence_count + 1)
    line = NewLine(LineKind.HERE, mine.seat, mine.player)
    change = quiet_change(row, at, line, seats=with_seat(row.seats, here))
    return replace(change, votes=votes.void_votes(row, mine.seat, at))


def more_time(case: Case, mine: SeatRow) -> Change:
    """Give the player more time in this turn.

    Raise NoMoreTime if no one is waiting for them, or they asked before in this turn or too often in the game.
    """
    row, at = case.row, case.at
    if guards.late_from(row, mine, at) is None or row.status != TableStatus.RUNNING or is_alone(row.seats):
        raise NoMoreTime(NOBODY_WAITS)
    if mine.extra_time:
        raise NoMoreTime(N_("You have already asked for more time this turn."))
    if sum(line.kind == LineKind.MORE and line.player == mine.player for line in case.lines) >= MAX_EXTENSIONS:
        raise NoMoreTime(TOO_OFTEN, count=MAX_EXTENSIONS)
    line = NewLine(LineKind.MORE, mine.seat, mine.player)
    return quiet_change(row, at, line, seats=with_seat(row.seats, replace(mine, extra_time=True)))


def mark_left_server(case: Case, who: None, seat: int, number: int) -> Change | None:
    """Return the change that records that the seat's player has left the server. They are late two days later (P67).

    Return None if that is known already, the seat is vacant, or the wait that began with log line ``number`` is over.
    """
    gone = case.row.seats[seat]
    if (gone.due_number, gone.left_server_at) != (number, None) or gone.vacant:
        return None
    line = NewLine(LineKind.GONE, seat, gone.player)
    gone = replace(gone, left_server_at=case.at, next_at=None)
    return quiet_change(case.row, case.at, line, seats=with_seat(case.row.seats, gone))


def start_reply_window(case: Case, who: None, seat: int) -> Change:
    """Start the response time of a late player, who has been notified of the vote or can't be reached (P52).

    Votes about the player, or about all late players, that have no deadline yet close at the end of that time.
    """
    row, at = case.row, case.at
    pace = turn_timers.pace_of(row, row.seats[seat])
    closing = tuple(
        replace(one, closes=at + pace.reply_window)
        for one in row.votes
        if one.ended is None and one.closes is None and one.seat in (seat, None)
    )
    warned = replace(row.seats[seat], final_warning_at=at)
    return replace(quiet_change(row, at, seats=with_seat(row.seats, warned)), votes=closing)


def sleep(case: Case, mine: SeatRow) -> Change:
    """Vote to put the table to sleep. Two present players must want it, or one if no other is present.

    Raise NobodyLate if no player is late and no seat has been free for long (P53), or NoVote as `votes.open_vote` does.
    """
    row, at = case.row, case.at
    free = [seat for seat in row.seats if seat.vacant and seat.due_since and at - seat.due_since >= VACANT_FOR]
    if not is_alone(row.seats) and not free and not any(guards.is_late(row, seat, at) for seat in row.seats):
        raise NobodyLate(
            N_("A table can be put to sleep when a player is late, or when a seat has been free for three days.")
        )
    return votes.open_vote(case, mine, VoteKind.SLEEP)


def running_moderator(case: Case) -> SeatRow | None:
    """Return the result of `votes.moderator`, for a running game only. Raise Closed, Asleep or WrongPhase."""
    guards.must_be_running(case.row)
    return votes.moderator(case)


def sleep_as_moderator(case: Case, mine: SeatRow | None) -> Change:
    """Put the table to sleep at any time, as a moderator. A moderator who plays here can only open a vote."""
    if mine is not None:
        return sleep(case, mine)
    return votes.asleep(case.row, case.at, NewLine(LineKind.SLEEP, None, case.player, votes.MODERATOR))


def keep_awake(case: Case, mine: SeatRow) -> Change:
    """Restart the time until the table sleeps (P65), or until the host is asked about the lobby.

    Raise TooMany if the lobby was kept too often.
    """
    if case.row.status == TableStatus.LOBBY:
        return lobby.keep(case, mine)
    return replace(quiet_change(case.row, case.at, NewLine(LineKind.KEEP, mine.seat, mine.player)), keeps_open=True)


async def where_and_when(locked: LockedTable, case: Case, here: Place) -> Case:
    """Return the case with the log, whether the table's channel is free, and the seats that the game waits for."""
    row = locked.row
    there = await locked.storage.tables.in_channel(row.channel_id)
    free = there is None or there.asleep_since is not None  # open tables come first; it may be this one
    case = replace(await act.log(locked, case), channel_free=free)
    if row.asleep_since is None:
        return case
    return replace(case, waiting=blocking_seats((await locked.load()).table.state))


def wake(case: Case, mine: SeatRow, here: Place) -> Change:
    """Wake a sleeping table, in its old channel if that is free, otherwise ``here`` (P66).

    If ``here`` is a DM, a solo table always moves there, and a table of several people never does (P70). All timers
    restart. Raise Closed, Awake or DamagedGame. Raise TooSoon if it was woken too often, or a moderator recently put it
    to sleep in this channel (P117).
    """
    row, at = case.row, case.at
    if row.status != TableStatus.RUNNING:
        guards.must_be_open(row)
    if row.asleep_since is None:
        raise Awake(N_("This table is awake."))
    woken = [line.at for line in case.lines if line.kind == LineKind.WAKE and at - WAKES_WITHIN < line.at <= at]
    if len(woken) >= MAX_WAKES:
        raise TooSoon(WOKEN_OFTEN, count=MAX_WAKES, until=int((woken[-MAX_WAKES] + WAKES_WITHIN).timestamp()))
    shared = sum(seat.person and not seat.vacant for seat in row.seats) > 1
    stays = here.channel_id == row.channel_id or (shared if here.guild_id is None else case.channel_free)
    last = next((line for line in reversed(case.lines) if line.kind == LineKind.SLEEP), None)
    if stays and last is not None and last.text == votes.MODERATOR and at < last.at + MODERATED:
        raise TooSoon(PUT_TO_SLEEP_BY_MODERATOR, until=int((last.at + MODERATED).timestamp()))
    seats = tuple(replace(seat, due_since=at if seat.seat in case.waiting else None) for seat in row.seats)
    awake = announced_change(row, at, [NewLine(LineKind.WAKE, mine.seat, mine.player)], PostKind.WAKE, seats=seats)
    place = None if stays else (here.channel_id, here.guild_id, here.parent_id)
    return replace(awake, asleep=False, keeps_open=True, place=place)


def evening_over(row: TableRow, at: datetime) -> Change:
    """Return the change that gives an inactive live table the pace `PACE_AFTER_LIVE`. All timers restart."""
    seats = tuple(replace(seat, due_since=at if seat.due_since else None, pace="") for seat in row.seats)
    line = NewLine(LineKind.PACE, None, None, PACE_AFTER_LIVE)
    options = write_options({**read_options(row.options), PACE_OPTION.id: PACE_AFTER_LIVE})
    return replace(announced_change(row, at, [line], PostKind.PACE, seats=seats), options=options)


def due_change(row: TableRow, at: datetime) -> Change | None:
    """Return the change that is due for a running table (a warning to its players, sleep, or its end), or None."""
    if row.asleep_since is not None:
        return cancel_change(row, at) if row.asleep_since + CLOSE_ASLEEP_AFTER <= at else None
    warning, sleep = turn_timers.sleep_warning_at(row), turn_timers.sleeps_at(row)
    if warning is not None and warning <= at:
        told = [
            NewNotice(seat.player, NoticeKind.SLEEP_WARNING, at, row.id, seat.seat, row.number)
            for seat in row.seats
            if seat.person and not seat.vacant
        ]
        return replace(quiet_change(row, at), warns_of_sleep=True, notices=tuple(told))
    if sleep is not None and sleep <= at:
        return votes.asleep(row, at, NewLine(LineKind.SLEEP, None, None))
    return None
