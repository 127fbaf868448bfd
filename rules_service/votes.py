"""Votes among the players of a table: one opens a vote, the others answer, and the answers decide it.

An entry in `VOTES` says what each kind of vote needs to pass, how long it stays open, and what follows. Late
players have no vote. Each function decides one action; the service stores it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from rules.errors import N_
from rules_service import computers, membership, turn_timers
from rules_service.computers import level_of
from rules_service.errors import NoVote
from rules_service.models import FAILED, PASSED, VOID
from rules_service.options import read_options, write_options
from rules_service.pace import LIVE, PACE
from storage import Change, LineKind, NewLine, NewNotice, NoticeKind, PostKind, SeatRow, TableRow, VoteRow

REST, RESTS = "rest", 2  # kind of vote; pauses allowed per game
BACK = "back"  # kind of vote: a turn is undone
FREE, SLEEP, CLOSE = "free", "sleep", "close"  # kinds of votes; the vote on the pace is `PACE.id`
STANDIN = "standin"  # kind of vote: a computer plays for a late player
START = "start"  # kind of vote: whether everyone in a lobby is ready
ANEW = "anew"  # kind of vote: close the table and start over without a player who never moved
PLACE, GONE = "place", "gone"  # kind of vote: move to another server; mark: the old one is out of reach
RETURN = "return"  # kind of vote: give a seat back to its former holder
MODERATOR = "moderator"  # `VoteRow.what` when a moderator asks
BY_ONE = "alone"  # text of a log line about something that one person did alone
SLOWER = (LIVE, "brisk", "daily", "relaxed", "none")  # each pace is slower than those before it
OPEN_ALREADY = N_("There is already a vote on this; the table is waiting for the answers.")
NOT_AGAIN = N_("The others voted no. You can ask again <t:{until}:R>.")
DECIDED = N_("That vote is already decided.")
ANSWERED = N_("You have already voted.")

Verdict = bool | None  # passed or failed; None: still open


@dataclass(frozen=True)
class VoteRule:
    """The rules for one kind of vote."""

    # The deadline; a vote that is still undecided then fails. None: the pace sets it once the late player has been
    # notified.
    lasts: timedelta | None
    live: timedelta | None  # the same at a live table
    verdict: Callable[[TableRow, VoteRow, datetime], Verdict]
    effect: Callable[[TableRow, VoteRow, Change], Change]  # adds the consequences of a passed vote to the change
    earliest: timedelta = timedelta()  # the vote stays open at least this long, even if all agree


WITHOUT = (FREE, STANDIN)  # votes to go on without a player


def present(row: TableRow, at: datetime) -> list[SeatRow]:
    """Return the seats that may vote: held, not late, and not played by a computer (P61)."""
    return [
        seat
        for seat in row.seats
        if not seat.vacant and not level_of(seat, at) and not membership.is_late(row, seat, at)
    ]


def voters(row: TableRow, vote: VoteRow, at: datetime) -> tuple[int, ...]:
    """Return the seats whose answer counts."""
    if vote.kind == RETURN:
        return tuple(seat.seat for seat in row.seats if seat.seat == vote.seat and not seat.vacant)
    return tuple(seat.seat for seat in present(row, at) if seat.seat != vote.seat)


def all_agree(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass when every present player agrees, and fail at the first no."""
    said = [vote.answers.get(seat.player) for seat in present(row, at)]
    return False if False in said else True if None not in said else None


def set_pace(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Change the pace of the table. A slower pace applies at once, a faster one to waits that start later (P17)."""
    options = read_options(row.options)
    old, new = options[PACE.id], vote.what
    keeps = old if SLOWER.index(new) < SLOWER.index(old) else ""
    seats = tuple(
        seat if seat.due_since is None else replace(seat, pace="" if seat.pace == new else seat.pace or keeps)
        for seat in row.seats
    )
    lines = (*change.lines, NewLine(LineKind.PACE, None, vote.player, new))
    return replace(change, lines=lines, seats=seats, options=write_options({**options, PACE.id: new}))


def more_for_it(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass when the late player's time is up if more present players are for it than against; undecided before (P52).

    A moderator's vote passes if no present player is against it (P116).
    """
    if vote.closes is None or at < vote.closes:
        return None
    said = [vote.answers.get(seat.player) for seat in present(row, at) if seat.seat != vote.seat]
    if vote.what == MODERATOR:
        return False not in said
    return said.count(True) > said.count(False)


def all_close(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass when every present player agrees; if a player is late, only once their time is up (P54, P55)."""
    verdict = all_agree(row, vote, at)
    late = any(not seat.vacant and membership.is_late(row, seat, at) for seat in row.seats)
    if verdict and late and (vote.closes is None or at < vote.closes):
        return None
    return verdict


def close(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """End the table without a result."""
    ended = membership.change(row, change.at, list(change.lines), seats=change.seats, cancelled=True)
    return replace(ended, votes=(*change.votes, *voided(row, None, change.at, vote.number)))


def two_agree(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass when two present players agree, or the only one (P53)."""
    said = [vote.answers.get(seat.player) for seat in present(row, at)]
    return True if said.count(True) >= min(2, len(said)) else None


def free_seat(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Free the seat, so that anyone may take it."""
    seat = next(seat for seat in row.seats if seat.seat == vote.seat)
    line = NewLine(LineKind.FREE, None, vote.player, str(seat.seat))
    freed = membership.unseat(row, seat, [*change.lines, line], change.at, freed=True)
    return replace(freed, votes=(*change.votes, *freed.votes, *voided(row, seat.seat, change.at, vote.number)))


def play_for(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Let a computer play for the late player until they take their seat back. They can do so at once."""
    seats = tuple(
        replace(seat, computer=computers.STANDIN, due_since=change.at if seat.due_since else None)
        if seat.seat == vote.seat
        else seat
        for seat in row.seats
    )
    owner = row.seats[vote.seat or 0]
    lines = (*change.lines, NewLine(LineKind.STANDIN, owner.seat, owner.player))
    others = voided(row, owner.seat, change.at, vote.number)
    return replace(change, lines=lines, seats=seats, votes=(*change.votes, *others), redraw=True)


def lay_down(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Put the table to sleep."""
    seats = tuple(replace(seat, due_since=None) for seat in row.seats)
    alone = [*vote.answers.values()].count(True) < 2
    lines = (*change.lines, NewLine(LineKind.SLEEP, None, vote.player, BY_ONE if alone else ""))
    others = voided(row, None, change.at, vote.number)
    return replace(change, lines=lines, seats=seats, asleep=True, votes=(*change.votes, *others), redraw=True)


def rest(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Pause the table: all its timers stop until the time in `ask.what` (P46)."""
    until = datetime.fromtimestamp(int(vote.what), UTC)
    return replace(change, lines=(*change.lines, NewLine(LineKind.REST, None, vote.player, vote.what)), rest=until)


def voided(row: TableRow, seat: int | None, at: datetime, but: int = 0) -> tuple[VoteRow, ...]:
    """Return the open votes about a seat (None: all open votes), ended without an outcome."""
    return tuple(
        replace(one, ended=at, outcome=VOID)
        for one in row.votes
        if one.ended is None and one.number != but and (seat is None or (one.seat == seat and one.kind != RETURN))
    )


def all_ready(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass as soon as all are ready, or when the time is up with the players who are (P94)."""
    if all(vote.answers.get(seat.player) for seat in row.seats):
        return True
    return True if vote.closes is not None and vote.closes <= at else None


def all_move(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Pass when all present players agree. If the old server is out of reach, silence counts as yes (P70)."""
    if vote.what.endswith(GONE) and vote.closes is not None and vote.closes <= at:
        return False not in [vote.answers.get(seat.player) for seat in present(row, at)]
    return all_agree(row, vote, at)


def move(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Move the table to another channel."""
    channel, guild, parent = map(int, vote.what.split()[:3])
    moved = membership.moved(row, change.at, (channel, guild or None, parent or None), vote.player)
    return replace(moved, lines=(*change.lines, *moved.lines), votes=change.votes)


def holder_agrees(row: TableRow, vote: VoteRow, at: datetime) -> Verdict:
    """Return the answer of the seat's present holder, who alone decides (P62)."""
    return next(
        (vote.answers.get(seat.player) for seat in row.seats if seat.seat == vote.seat and not seat.vacant), None
    )


def give_back(row: TableRow, vote: VoteRow, change: Change) -> Change:
    """Give the seat back to its former holder."""
    seats = tuple(
        membership.seated(seat, vote.player, change.at) if seat.seat == vote.seat else seat for seat in row.seats
    )
    line = NewLine(LineKind.JOIN, vote.seat, vote.player)
    return replace(
        change, lines=(*change.lines, line), seats=seats, announce=PostKind.SEAT, since=row.number, redraw=False
    )


VOTES: Mapping[str, VoteRule] = {
    PACE.id: VoteRule(timedelta(days=7), timedelta(days=7), all_agree, set_pace),
    FREE: VoteRule(None, None, more_for_it, free_seat),
    STANDIN: VoteRule(None, None, more_for_it, play_for),
    SLEEP: VoteRule(timedelta(days=7), timedelta(days=7), two_agree, lay_down),
    CLOSE: VoteRule(None, None, all_close, close),
    REST: VoteRule(timedelta(days=7), timedelta(minutes=10), all_agree, rest),
    ANEW: VoteRule(None, None, all_close, close),
    PLACE: VoteRule(timedelta(days=7), timedelta(days=7), all_move, move, timedelta(days=2)),
    RETURN: VoteRule(timedelta(days=14), timedelta(days=14), holder_agrees, give_back),
    # What follows these votes needs the game: see `consent_undo` and `start`.
    BACK: VoteRule(timedelta(days=1), timedelta(minutes=10), all_agree, lambda row, vote, change: change),
    START: VoteRule(timedelta(days=1), timedelta(minutes=10), all_ready, lambda row, vote, change: change),
}


def open_vote(
    row: TableRow,
    mine: SeatRow | None,
    kind: str,
    what: str,
    at: datetime,
    about: int | None = None,
    moderator: int = 0,
) -> Change:
    """Open a vote, or vote yes if it is open already. It is carried out at once if no other player is needed.

    ``about``: the seat that the vote is about; its player is notified. ``moderator``: the player who asks without a
    seat.

    Raises:
        NoVote: the same vote is open already, or failed not long ago.
    """
    player = moderator if mine is None else mine.player
    if kind == REST and sum((one.kind, one.outcome) == (REST, PASSED) for one in row.votes) >= RESTS:
        raise NoVote(N_("This table has been paused {count} times in this game, which is the limit."), count=RESTS)
    open_one = next((one for one in row.votes if (one.kind, one.seat, one.ended) == (kind, about, None)), None)
    if open_one is not None:
        if mine is None or open_one.what != what or open_one.answers.get(mine.player):
            raise NoVote(OPEN_ALREADY)
        return answer(row, mine, open_one.number, True, at)
    lasts = VOTES[kind].live if turn_timers.is_live(row) else VOTES[kind].lasts
    closes = None if lasts is None else at + lasts
    notices: tuple[NewNotice, ...] = ()
    if about is not None:
        seat = row.seats[about]
        pace = turn_timers.pace_of(row.options, seat)
        failed = [one.ended for one in row.votes if (one.kind, one.seat, one.outcome) == (kind, about, FAILED)]
        again = max((ended + pace.vote_cooldown for ended in failed if ended), default=at)
        if again > at:
            raise NoVote(N_("The others voted no. You can ask again <t:{until}:R>."), until=int(again.timestamp()))
        if kind in WITHOUT:
            notices = final(row, seat, at)
    if kind in (CLOSE, ANEW):
        late = [seat for seat in row.seats if not seat.vacant and membership.is_late(row, seat, at)]
        if late and all(seat.final for seat in late):
            closes = max(
                at, *(seat.final + turn_timers.pace_of(row.options, seat).reply_window for seat in late if seat.final)
            )
        notices = tuple(notice for seat in late if seat.final is None for notice in final(row, seat, at))
    said = {} if mine is None else {player: True}
    asked = VoteRow(row.number + 1, kind, what, about, player, at, closes, answers=said)
    line = NewLine(LineKind.ASK, None if mine is None else mine.seat, player, f"{kind} {what}".strip())
    told = tuple(
        NewNotice(seat.player, NoticeKind.VOTE, at, row.id, seat.seat, asked.number)
        for seat in present(row, at)
        if seat.player != player and seat.seat != about
    )
    return with_outcome(row, asked, replace(plain(row, at, line), notices=(*notices, *told)), at)


def final(row: TableRow, seat: SeatRow, at: datetime) -> tuple[NewNotice, ...]:
    """Return the notification that a late player gets for each new vote; none if one is already on its way (P52)."""
    told = [one for one in row.votes if one.kind in (*WITHOUT, CLOSE, ANEW)]
    coming = any(one.ended is None and one.closes is None and one.seat in (seat.seat, None) for one in told)
    if coming or seat.due_number is None:
        return ()
    return (NewNotice(seat.player, NoticeKind.FINAL_WARNING, at, row.id, seat.seat, seat.due_number, len(told)),)


def ask_for_seat(row: TableRow, player: int, seat: SeatRow, at: datetime) -> Change:
    """Ask the present holder of a seat to give it back to a former holder; each may ask once (P62).

    Raises:
        NoVote: they have asked before.
    """
    if any((one.kind, one.player) == (RETURN, player) for one in row.votes):
        raise NoVote(N_("You can ask for your seat only once. When it is free, you can take it."))
    closes = at + (VOTES[RETURN].lasts or timedelta())
    asked = VoteRow(row.number + 1, RETURN, "", seat.seat, player, at, closes)
    told = NewNotice(seat.player, NoticeKind.VOTE, at, row.id, seat.seat, asked.number, by=player)
    change = plain(row, at, NewLine(LineKind.ASK, None, player, RETURN))
    return replace(change, votes=(asked,), notices=(told,))


def answer(row: TableRow, mine: SeatRow, number: int, yes: bool, at: datetime) -> Change:
    """Answer a vote.

    Raises:
        NoVote: the vote is decided, or the player has given this answer already.
    """
    asked = next((one for one in row.votes if one.number == number and one.ended is None), None)
    if asked is None:
        raise NoVote(DECIDED)
    if asked.answers.get(mine.player) is yes:
        raise NoVote(ANSWERED)
    asked = replace(asked, answers={**asked.answers, mine.player: yes})
    ended = VOTES[asked.kind].verdict(row, asked, at) is False
    no = LineKind.UNASK if ended and mine.player == asked.player else LineKind.NO
    line = NewLine(LineKind.YES if yes else no, mine.seat, mine.player, str(number))
    return with_outcome(row, asked, plain(row, at, line), at)


def declined_by_moving(row: TableRow, mine: SeatRow, change: Change, at: datetime) -> Change:
    """Return the change of a move, which also votes no to undoing what came before it if the mover was asked (P75)."""
    refused = tuple(
        replace(one, answers={**one.answers, mine.player: False}, ended=at, outcome=FAILED)
        for one in row.votes
        if one.kind == BACK and one.ended is None and one.player != mine.player
    )
    return replace(change, votes=(*change.votes, *refused), redraw=change.redraw or bool(refused))


def expired(row: TableRow, at: datetime) -> Change | None:
    """Return the outcome of the first vote whose time is up, or None."""
    for one in row.votes:
        if one.ended is None and one.closes is not None and one.closes <= at:
            return with_outcome(row, one, plain(row, at), at, silence=True)
    return None


def with_outcome(row: TableRow, asked: VoteRow, change: Change, at: datetime, *, silence: bool = False) -> Change:
    """Return the change with what the vote brings about. ``silence``: a missing answer counts as no."""
    verdict, earliest = VOTES[asked.kind].verdict(row, asked, at), asked.opened + VOTES[asked.kind].earliest
    if verdict and at < earliest:
        asked, verdict = replace(asked, closes=earliest), None
    elif verdict is None and silence:
        verdict = False
    if verdict is not None:
        asked = replace(asked, ended=at, outcome=PASSED if verdict else FAILED)
    if verdict and asked.kind in WITHOUT and not membership.is_late(row, row.seats[asked.seat or 0], at):
        verdict, asked = None, replace(asked, outcome=VOID)  # the late player has time again
    change = replace(change, votes=(*change.votes, asked))
    return VOTES[asked.kind].effect(row, asked, change) if verdict else change


def failed(row: TableRow, change: Change) -> Change:
    """Return the change without what cannot be done: its votes have failed."""
    over = tuple(replace(one, outcome=FAILED) if one.outcome == PASSED else one for one in change.votes)
    return replace(plain(row, change.at), votes=over)


def plain(row: TableRow, at: datetime, *lines: NewLine) -> Change:
    """Return the change of an action that updates the live post without a new post in the channel."""
    return replace(membership.change(row, at, list(lines)), redraw=True)
