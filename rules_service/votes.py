"""Votes among the players of a table: a player opens a vote, the others answer, and the answers decide it.

An entry in `VOTE_RULES` defines for each kind of vote who votes, when it passes, how long it stays open, and its
effects. Late players have no vote. Acts that open or answer a vote are at the end; some take effect at once if no one
else may vote.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from rules.errors import N_
from rules_service import act, computers, guards, membership, turn_timers
from rules_service.act import Case, all_waits_ended, cancel_change, move_change, quiet_change, with_seat
from rules_service.computers import is_alone, level_of
from rules_service.errors import AlreadySeated, NobodyLate, NotSeated, NoVote
from rules_service.models import Place
from rules_service.options import read_options, write_options
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.repository import LockedTable
from storage.kinds import LineKind, NoticeKind, TableStatus, VoteKind, VoteOutcome
from storage.records import Change, NewLine, NewNotice, SeatRow, TableRow, VoteRow

MODERATOR = "moderator"  # `VoteRow.what` when a moderator asks
CHANNEL_GONE = "gone"  # ends `VoteRow.what` of a vote to move a table whose old channel is out of reach
BY_ONE = "alone"  # text of a log line about something that one person did alone
SLOWER = (LIVE_PACE, "brisk", "daily", "relaxed", "none")  # the paces, from the quickest to the slowest
OPEN_ALREADY = N_("There is already a vote on this; the table is waiting for the answers.")
NOT_AGAIN = N_("The others voted no. You can ask again <t:{until}:R>.")
TOO_OFTEN = N_("This table has been paused {count} times in this game, which is the limit.")
VOTE_ENDED = N_("That vote is already decided.")
ANSWERED = N_("You have already voted.")
TIME_LEFT = N_(
    "{owner} has time until <t:{until}:f> (<t:{until}:R>). After that, the others can vote to free that seat or to end "
    "the game, and a moderator can free it, too."
)
NOT_WAITING = N_("The table isn’t waiting for a player whose seat could be freed.")
NOT_LATE_ENOUGH = N_(
    "A moderator can end a game after 14 days in which a player was late, a free seat was due to move, or the table "
    "was asleep."
)
MODERATOR_PATIENCE = timedelta(days=14)  # how long a running game waits before a moderator may end it

PASSED, FAILED, VOID = VoteOutcome.PASSED, VoteOutcome.FAILED, VoteOutcome.VOID
Opening = tuple[datetime | None, tuple[NewNotice, ...]]


@dataclass(frozen=True)
class VoteRule:
    """The rules for one kind of vote. Its effects on the game itself are in `commit.GAME_EFFECTS`."""

    # Return whether it has passed or failed with the answers so far, or None while it is open.
    outcome: Callable[[TableRow, VoteRow, datetime], VoteOutcome | None]
    # Return the deadline, at which an undecided vote fails, and the notices to late players. The deadline is None if it
    # is set only after these are sent.
    opening: Callable[[TableRow, int | None, datetime], Opening]
    # Return what follows at the table once it has passed.
    effect: Callable[[TableRow, VoteRow, datetime], Change] | None = None
    earliest: timedelta = timedelta()  # the vote stays open at least this long, even if all agree
    max_passed: int | None = None  # how many such votes may pass in one game
    without_late: bool = False  # whether the vote is about going on without late players
    holder_decides: bool = False  # only the holder of the seat votes, and no one else sees it
    by_readiness: bool = False  # players agree by being ready, and can't refuse
    declined_by_moving: bool = False  # a player who moves votes no


def present_seats(row: TableRow, at: datetime) -> list[SeatRow]:
    """Return the seats that may vote: held, not late, and not played by a computer (P61)."""
    return [
        seat for seat in row.seats if not seat.vacant and not level_of(seat, at) and not guards.is_late(row, seat, at)
    ]


def voters(row: TableRow, vote: VoteRow, at: datetime) -> list[SeatRow]:
    """Return the seats whose answer counts."""
    if VOTE_RULES[vote.kind].holder_decides:
        return [seat for seat in row.seats if seat.seat == vote.seat and not seat.vacant]
    return [seat for seat in present_seats(row, at) if seat.seat != vote.seat]


def within(usual: timedelta, live: timedelta | None = None) -> Callable[[TableRow, int | None, datetime], Opening]:
    """Return a function that gives a vote a fixed time limit: ``live`` at a live table, if set, otherwise ``usual``."""

    def opening(row: TableRow, about: int | None, at: datetime) -> Opening:
        return at + (live if live and turn_timers.is_live(row) else usual), ()

    return opening


def once_told(row: TableRow, about: int | None, at: datetime) -> Opening:
    """Return None as the closing time, and the final notice to the late player that must be sent first (P52)."""
    assert about is not None
    return None, final_notice(row, row.seats[about], at)


def once_all_told(row: TableRow, about: int | None, at: datetime) -> Opening:
    """Return when a vote to go on without the late players closes, and the final notices that must be sent first.

    The time is None until every late player has received a notice. Players who received theirs before get no extra
    time.
    """
    late = late_seats(row, at)
    untold = tuple(notice for seat in late if seat.final_warning_at is None for notice in final_notice(row, seat, at))
    ends = [
        seat.final_warning_at + turn_timers.pace_of(row, seat).reply_window for seat in late if seat.final_warning_at
    ]
    return (max(at, *ends) if late and len(ends) == len(late) else None), untold


def final_notice(row: TableRow, seat: SeatRow, at: datetime) -> tuple[NewNotice, ...]:
    """Return the final notice to a late player about a new vote (P52).

    Return () if one is already on its way, or the game is not waiting for the player.
    """
    before = [one for one in row.votes if VOTE_RULES[one.kind].without_late]
    coming = any(one.ended is None and one.closes is None and one.seat in (seat.seat, None) for one in before)
    if coming or seat.due_number is None:
        return ()
    return (NewNotice(seat.player, NoticeKind.FINAL_WARNING, at, row.id, seat.seat, seat.due_number, len(before)),)


def late_seats(row: TableRow, at: datetime) -> list[SeatRow]:
    """Return the seats whose players are late."""
    return [seat for seat in row.seats if not seat.vacant and guards.is_late(row, seat, at)]


def all_agree(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass once every present player agrees, and fail at the first no. Until then return None."""
    said = [vote.answers.get(seat.player) for seat in present_seats(row, at)]
    return FAILED if False in said else PASSED if None not in said else None


def set_pace(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Change the pace of the table. A slower pace applies at once, a faster one to waits that start later (P17)."""
    options = read_options(row.options)
    old, new = options[PACE_OPTION.id], vote.what
    keeps = old if SLOWER.index(new) < SLOWER.index(old) else ""
    seats = tuple(
        seat if seat.due_since is None else replace(seat, pace="" if seat.pace == new else seat.pace or keeps)
        for seat in row.seats
    )
    changed = quiet_change(row, at, NewLine(LineKind.PACE, None, vote.player, new), seats=seats)
    return replace(changed, options=write_options({**options, PACE_OPTION.id: new}))


def more_for_it(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass if more present players are for it than against when the late player's time is up, otherwise fail (P52).

    Until then return None. A moderator's vote passes if no present player is against it (P116). A vote that would
    pass is void if the player is no longer late.
    """
    if vote.closes is None or at < vote.closes:
        return None
    said = [vote.answers.get(seat.player) for seat in present_seats(row, at) if seat.seat != vote.seat]
    passed = False not in said if vote.what == MODERATOR else said.count(True) > said.count(False)
    if passed and not guards.is_late(row, row.seats[vote.seat or 0], at):
        return VOID  # the player is no longer late
    return PASSED if passed else FAILED


def all_close(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass once every present player agrees, and fail at the first no. Until then return None.

    If a player is late, the vote can't pass before their time is up (P54, P55).
    """
    outcome = all_agree(row, vote, at)
    time_left = vote.closes is None or at < vote.closes
    return None if outcome == PASSED and time_left and late_seats(row, at) else outcome


def end_game(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """End the table without a result."""
    return replace(cancel_change(row, at), votes=void_votes(row, None, at, vote.number))


def two_agree(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass once two present players agree, or one if no other is present (P53). Until then return None."""
    said = [vote.answers.get(seat.player) for seat in present_seats(row, at)]
    return PASSED if said.count(True) >= min(2, len(said)) else None


def free_seat(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Free the seat, so that anyone may take it."""
    seat = next(seat for seat in row.seats if seat.seat == vote.seat)
    line = NewLine(LineKind.FREE, None, vote.player, str(seat.seat))
    freed = membership.unseat(row, seat, [line], at, freed=True)
    return replace(freed, votes=(*freed.votes, *void_votes(row, seat.seat, at, vote.number)))


def play_for(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Let a computer play for the late player until they take their seat back. They can do so at once."""
    owner = row.seats[vote.seat or 0]
    since = at if owner.due_since else None
    seats = with_seat(row.seats, replace(owner, computer=computers.STANDIN, due_since=since))
    line = NewLine(LineKind.STANDIN, owner.seat, owner.player)
    return replace(quiet_change(row, at, line, seats=seats), votes=void_votes(row, owner.seat, at, vote.number))


def lay_down(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Put the table to sleep."""
    alone = [*vote.answers.values()].count(True) < 2
    return asleep(row, at, NewLine(LineKind.SLEEP, None, vote.player, BY_ONE if alone else ""), vote.number)


def asleep(row: TableRow, at: datetime, line: NewLine, decided: int = 0) -> Change:
    """Return the change that puts the table to sleep. All waits and other votes end, and its channel becomes free."""
    ended = quiet_change(row, at, line, seats=all_waits_ended(row.seats))
    return replace(ended, asleep=True, votes=void_votes(row, None, at, decided))


def pause(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Pause the table: all its timers stop until the time in ``vote.what`` (P46)."""
    line = NewLine(LineKind.REST, None, vote.player, vote.what)
    return replace(quiet_change(row, at, line), paused_until=datetime.fromtimestamp(int(vote.what), UTC))


def all_ready(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass once all are ready, or when the time is up, even if some aren't (P94). Until then return None."""
    ready = all(vote.answers.get(seat.player) for seat in row.seats)
    return PASSED if ready or (vote.closes is not None and vote.closes <= at) else None


def all_move(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass once all present players agree, and fail at the first no. Until then return None.

    If the old server can't be reached, players who haven't answered in time count as agreeing (P70).
    """
    outcome = all_agree(row, vote, at)
    silence = vote.what.endswith(CHANNEL_GONE) and vote.closes is not None and vote.closes <= at
    return PASSED if silence and outcome is None else outcome


def move_there(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Move the table to another channel."""
    channel, guild, parent = map(int, vote.what.split()[:3])
    return move_change(row, at, (channel, guild or None, parent or None), vote.player)


def holder_agrees(row: TableRow, vote: VoteRow, at: datetime) -> VoteOutcome | None:
    """Pass or fail by the answer of the seat's holder, who decides alone (P62). Until then return None."""
    said = [vote.answers.get(seat.player) for seat in voters(row, vote, at)]
    return None if not said or said[0] is None else PASSED if said[0] else FAILED


def give_back(row: TableRow, vote: VoteRow, at: datetime) -> Change:
    """Give the seat back to its former holder."""
    assert vote.seat is not None
    return membership.sit(row, vote.seat, vote.player, at)


WEEK, TEN_MINUTES = timedelta(days=7), timedelta(minutes=10)
VOTE_RULES: Mapping[VoteKind, VoteRule] = {
    VoteKind.PACE: VoteRule(all_agree, within(WEEK), set_pace),
    VoteKind.PAUSE: VoteRule(all_agree, within(WEEK, live=TEN_MINUTES), pause, max_passed=2),
    VoteKind.SLEEP: VoteRule(two_agree, within(WEEK), lay_down),
    VoteKind.MOVE: VoteRule(all_move, within(WEEK), move_there, earliest=timedelta(days=2)),
    VoteKind.FREE_SEAT: VoteRule(more_for_it, once_told, free_seat, without_late=True),
    VoteKind.STAND_IN: VoteRule(more_for_it, once_told, play_for, without_late=True),
    VoteKind.CLOSE: VoteRule(all_close, once_all_told, end_game, without_late=True),
    VoteKind.START_OVER: VoteRule(all_close, once_all_told, end_game, without_late=True),
    VoteKind.RETURN_SEAT: VoteRule(holder_agrees, within(timedelta(days=14)), give_back, holder_decides=True),
    VoteKind.UNDO: VoteRule(all_agree, within(timedelta(days=1), live=TEN_MINUTES), declined_by_moving=True),
    VoteKind.START: VoteRule(all_ready, within(timedelta(days=1), live=TEN_MINUTES), by_readiness=True),
}


def open_vote(case: Case, mine: SeatRow | None, kind: VoteKind, what: str = "", about: int | None = None) -> Change:
    """Open a vote, or vote yes if it is open already. It takes effect at once if no other player is needed.

    ``about``: the seat concerned, whose player is notified. ``mine``: None if a moderator asks. Raise NoVote if a vote
    of this kind is open and this person can't say yes to it (again), if one about the seat failed recently, or if too
    many have passed.
    """
    row, at, rule = case.row, case.at, VOTE_RULES[kind]
    player = case.player if mine is None else mine.player
    same = [one for one in row.votes if (one.kind, one.seat) == (kind, about)]
    if rule.max_passed and sum(one.outcome == PASSED for one in same) >= rule.max_passed:
        raise NoVote(TOO_OFTEN, count=rule.max_passed)
    again = at
    for one in same:
        if one.ended is None:
            if mine is None or one.what != what or one.answers.get(mine.player):
                raise NoVote(OPEN_ALREADY)
            return answer(case, mine, one.number, True)
        if about is not None and one.outcome == FAILED:
            again = max(again, one.ended + turn_timers.pace_of(row, row.seats[about]).vote_cooldown)
    if again > at:
        raise NoVote(NOT_AGAIN, until=int(again.timestamp()))
    closes, notices = rule.opening(row, about, at)
    said = {} if mine is None else {player: True}
    vote = VoteRow(row.number + 1, kind, what, about, player, at, closes, answers=said)
    line = NewLine(LineKind.ASK, None if mine is None else mine.seat, player, f"{kind} {what}".strip())
    asked = tuple(
        NewNotice(seat.player, NoticeKind.VOTE, at, row.id, seat.seat, vote.number)
        for seat in voters(row, vote, at)
        if seat.player != player
    )
    return with_outcome(row, vote, replace(quiet_change(row, at, line), notices=(*notices, *asked)), at)


def ask_for_seat(case: Case, who: None) -> Change:
    """Ask the holder of the person's former seat to give it back. Each may ask once (P62).

    Raise Closed, Asleep, WrongPhase, AlreadySeated, NotSeated if they have held none or it is free, or NoVote if they
    asked before.
    """
    row, player, at, kind = case.row, case.player, case.at, VoteKind.RETURN_SEAT
    guards.must_be_running(row)
    if guards.sits(row, case.person.id):
        raise AlreadySeated(N_("You already have a seat at this table."))
    held = membership.held_by(case.lines, player) | set(case.seats_before)
    seat = next((one for one in row.seats if one.seat in held and not one.vacant), None)
    if seat is None:
        raise NotSeated(N_("Nobody else has your old seat here."))
    if any((one.kind, one.player) == (kind, player) for one in row.votes):
        raise NoVote(N_("You can ask for your seat only once. When it is free, you can take it."))
    closes, _ = VOTE_RULES[kind].opening(row, seat.seat, at)
    vote = VoteRow(row.number + 1, kind, "", seat.seat, player, at, closes)
    asked = NewNotice(seat.player, NoticeKind.VOTE, at, row.id, seat.seat, vote.number, by=player)
    return replace(quiet_change(row, at, NewLine(LineKind.ASK, None, player, kind)), votes=(vote,), notices=(asked,))


def answer(case: Case, mine: SeatRow, number: int, yes: bool) -> Change:
    """Answer a vote. Raise NoVote if it is decided, or if the player has given this answer already."""
    row, at = case.row, case.at
    vote = next((one for one in row.votes if one.number == number and one.ended is None), None)
    if vote is None:
        raise NoVote(VOTE_ENDED)
    if vote.answers.get(mine.player) is yes:
        raise NoVote(ANSWERED)
    vote = replace(vote, answers={**vote.answers, mine.player: yes})
    withdrawn = mine.player == vote.player and VOTE_RULES[vote.kind].outcome(row, vote, at) == FAILED
    kind = LineKind.YES if yes else LineKind.UNASK if withdrawn else LineKind.NO
    return with_outcome(row, vote, quiet_change(row, at, NewLine(kind, mine.seat, mine.player, str(number))), at)


def declined_by_moving(row: TableRow, mine: SeatRow, change: Change, at: datetime) -> Change:
    """Return the change of a move, plus the mover's no to an open vote on undoing earlier moves (P75)."""
    refused = tuple(
        replace(one, answers={**one.answers, mine.player: False}, ended=at, outcome=FAILED)
        for one in row.votes
        if VOTE_RULES[one.kind].declined_by_moving and one.ended is None and one.player != mine.player
    )
    return replace(change, votes=(*change.votes, *refused), redraw=True) if refused else change


def void_votes(row: TableRow, seat: int | None, at: datetime, but: int = 0) -> tuple[VoteRow, ...]:
    """Return open votes to go on without a seat's player (None: all open votes), now void, except vote ``but``."""
    return tuple(
        replace(one, ended=at, outcome=VOID)
        for one in row.votes
        if one.ended is None and one.number != but
        if seat is None or (one.seat == seat and VOTE_RULES[one.kind].without_late)
    )


def expired(row: TableRow, at: datetime) -> Change | None:
    """Return the change that decides the first vote whose time is up, or None."""
    for one in row.votes:
        if one.ended is None and one.closes is not None and one.closes <= at:
            return with_outcome(row, one, quiet_change(row, at), at, silence=True)
    return None


def with_outcome(row: TableRow, vote: VoteRow, change: Change, at: datetime, *, silence: bool = False) -> Change:
    """Return the change with the outcome of the vote and its effects. ``silence``: a missing answer counts as no."""
    rule = VOTE_RULES[vote.kind]
    outcome, earliest = rule.outcome(row, vote, at), vote.opened + rule.earliest
    if outcome == PASSED and at < earliest:
        vote, outcome = replace(vote, closes=earliest), None
    elif outcome is None and silence:
        outcome = FAILED
    if outcome is not None:
        vote = replace(vote, ended=at, outcome=outcome)
    change = replace(change, votes=(*change.votes, vote))
    if outcome != PASSED or rule.effect is None:
        return change
    then = rule.effect(row, vote, at)
    return replace(then, lines=(*change.lines, *then.lines), votes=(*change.votes, *then.votes), notices=change.notices)


def failed(row: TableRow, change: Change) -> Change:
    """Return the change with its passed votes marked as failed, without their effects, which turned out impossible."""
    over = tuple(replace(one, outcome=FAILED) if one.outcome == PASSED else one for one in change.votes)
    return replace(quiet_change(row, change.at), votes=over)


def propose_pause(case: Case, mine: SeatRow, days: int) -> Change:
    """Ask to pause the table for this many days. Raise NoVote if the vote is open, or has passed too often."""
    until = case.at + timedelta(days=days)
    return open_vote(case, mine, VoteKind.PAUSE, str(int(until.timestamp())))


def end_pause(case: Case, mine: SeatRow) -> Change:
    """End the pause of the table, as any of its players may. Raise NoVote if it is not paused."""
    if case.row.paused_until is None or case.row.paused_until <= case.at:
        raise NoVote(N_("This table isn’t paused."))
    return replace(
        quiet_change(case.row, case.at, NewLine(LineKind.RESTED, mine.seat, mine.player)), paused_until=case.at
    )


def close(case: Case, who: None) -> Change:
    """Close a lobby as its host, or as any player if the host is late, or ask to end a running game without a result.

    Raise Closed, Asleep, NotHost, NotSeated, or NoVote as `open_vote` does.
    """
    row = case.row
    guards.must_be_open(row)
    if row.status == TableStatus.RUNNING:
        return open_vote(case, act.seat(case), VoteKind.CLOSE)
    if not (guards.sits(row, case.person.id) and guards.is_late(row, guards.host_of(row), case.at)):
        guards.must_host(row, case.person.id)
    return cancel_change(row, case.at)


def moderator(case: Case) -> SeatRow | None:
    """Return None for a moderator, or the seat of one who plays here and so has only a player's rights.

    The caller must have checked that the person is a moderator. Raise Closed or Asleep.
    """
    guards.must_be_open(case.row)
    return act.seat(case) if guards.sits(case.row, case.person.id) else None


def closing_moderator(case: Case) -> SeatRow | None:
    """Return the result of `moderator`, except that a moderator who doesn't play here may close a sleeping table.

    Raise Closed, or Asleep if the moderator has a seat at the sleeping table.
    """
    sleeping = case.row.asleep_since is not None and case.row.status == TableStatus.RUNNING
    return None if sleeping and not guards.sits(case.row, case.person.id) else moderator(case)


def close_as_moderator(case: Case, mine: SeatRow | None) -> Change:
    """Close a lobby, or a game that has waited 14 days for a late player or a free seat, or slept as long (P116).

    Raise NobodyLate when too early. A moderator who plays in a running game opens a vote instead, which raises NoVote
    as `open_vote` does.
    """
    row = case.row
    if row.status == TableStatus.RUNNING and mine is not None:
        return open_vote(case, mine, VoteKind.CLOSE)
    if row.status == TableStatus.RUNNING:
        since = [row.asleep_since, *(seat.due_since if seat.vacant else seat.late_since for seat in row.seats)]
        until = min((moment + MODERATOR_PATIENCE for moment in since if moment is not None), default=None)
        if until is None:
            raise NobodyLate(NOT_LATE_ENOUGH)
        if until > case.at:
            raise NobodyLate(N_("A moderator can end this game from <t:{until}:f> on."), until=int(until.timestamp()))
    return cancel_change(row, case.at, closer=case.player if mine is None else None)


def free(case: Case, mine: SeatRow | None, wanted: int | None = None, *, computer: bool = False) -> Change:
    """Ask to free the seat of a late player, so that somebody else can take it.

    ``wanted``: whose seat, if several are late. In a lobby any player may free the host's seat. ``computer``: ask to
    let a computer play for them instead. ``mine``: None if a moderator asks. Raise NobodyLate if no one is late enough,
    or several are and ``wanted`` is None, or NoVote as `open_vote` does.
    """
    row, at = case.row, case.at
    others = [seat for seat in row.seats if seat != mine and not seat.vacant and wanted in (None, seat.seat)]
    late = {seat.seat: since for seat in others if (since := guards.late_from(row, seat, at))}
    if not late:
        raise NobodyLate(turn_timers.NO_ONE_ELSE if mine is not None and wanted is None else NOT_WAITING)
    gone = row.seats[min(late, key=late.__getitem__)]
    since = late[gone.seat]
    if since > at:
        raise NobodyLate(TIME_LEFT, owner=gone.seat, until=int(since.timestamp()))
    if sum(since <= at for since in late.values()) > 1:
        raise NobodyLate(N_("Several players are late; say whose seat you mean."))
    if row.status == TableStatus.LOBBY:
        seat, player = (None, case.player) if mine is None else (mine.seat, mine.player)
        return membership.unseat(row, gone, [NewLine(LineKind.FREE, seat, player, str(gone.seat))], at)
    kind = VoteKind.STAND_IN if computer else VoteKind.FREE_SEAT
    return open_vote(case, mine, kind, MODERATOR if mine is None else "", gone.seat)


def start_over(case: Case, mine: SeatRow) -> Change:
    """Ask to start over without a late player who has never moved here (P102). Raise NobodyLate or NoVote."""
    if all(seat.moved for seat in late_seats(case.row, case.at)):
        raise NobodyLate(
            N_("Starting over is only possible to drop a player who has never moved. In this game, everyone has moved.")
        )
    return open_vote(case, mine, VoteKind.START_OVER)


async def free_channel(locked: LockedTable, case: Case, place: Place, *, gone: bool = False) -> Case:
    """Return the case. Raise ChannelTaken if another open table is in the channel of ``place``."""
    there = await locked.storage.tables.in_channel(place.channel_id)
    if there is not None and there.id != locked.row.id and there.ended is None:
        raise await locked.repository.channel_taken(place.channel_id)
    return case


def move(case: Case, mine: SeatRow, place: Place, *, gone: bool = False) -> Change:
    """Move the table to another channel, or open a vote on it.

    Any player may move it within its server. To move it elsewhere, all present players must agree, and the vote lasts
    at least two days. If the server can't be reached (``gone``), the vote passes after a week without a no. A solo
    player needs no vote. Raise NoVote as `open_vote` does.
    """
    row, to = case.row, (place.channel_id, place.guild_id, place.parent_id)
    if is_alone(row.seats) or (row.guild_id is not None and row.guild_id == place.guild_id):
        return move_change(row, case.at, to, mine.player)
    what = " ".join([*(str(part or 0) for part in to), *([CHANNEL_GONE] if gone else [])])
    return open_vote(case, mine, VoteKind.MOVE, what)
