"""Acts that open a vote or answer one. Some are done at once if nobody else has a say."""

from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import act, guards, membership, votes
from rules_service.act import Case
from rules_service.changes import cancelled, moved, quiet
from rules_service.computers import alone
from rules_service.errors import AlreadySeated, NobodyLate, NotSeated, NoVote
from rules_service.models import Place
from rules_service.repository import LockedTable
from storage import Change, LineKind, NewLine, SeatRow, TableRow, TableStatus, VoteKind

MODERATOR_PATIENCE = timedelta(days=14)  # how long a running game waits before a moderator may end it


def propose(case: Case, mine: SeatRow, kind: VoteKind, what: str = "") -> Change:
    """Open a vote of this kind (`votes.VOTES`). Raise NoVote if it is open already."""
    return votes.open_vote(case.row, mine, kind, what, case.at)


def propose_pause(case: Case, mine: SeatRow, days: int) -> Change:
    """Ask to pause the table for this many days. Raise NoVote if the vote is open, or has passed too often."""
    until = case.at + timedelta(days=days)
    return propose(case, mine, VoteKind.PAUSE, str(int(until.timestamp())))


def end_pause(case: Case, mine: SeatRow) -> Change:
    """End the pause of the table; any of its players may. Raise NoVote if it is not paused."""
    if case.row.paused_until is None or case.row.paused_until <= case.at:
        raise NoVote(N_("This table isn’t paused."))
    return replace(quiet(case.row, case.at, NewLine(LineKind.RESTED, mine.seat, mine.player)), paused_until=case.at)


def answer(case: Case, mine: SeatRow, number: int, yes: bool) -> Change:
    """Answer the vote with this number. Raise NoVote if it is decided, or the same answer was given before."""
    return votes.answer(case.row, mine, number, yes, case.at)


def close(case: Case, who: None) -> Change:
    """Close a lobby, as its host or if the host is away, or ask to end a running game without a result.

    Raises:
        Closed, Asleep, NotHost, NotSeated; NoVote: it is open already.
    """
    row = case.row
    guards.must_be_open(row)
    if row.status == TableStatus.RUNNING:
        return propose(case, act.seat(case), VoteKind.CLOSE)
    if not (guards.sits(row, case.person.id) and guards.is_late(row, guards.host_of(row), case.at)):
        guards.must_host(row, case.person.id)
    return cancelled(row, case.at)


def moderator(case: Case) -> SeatRow | None:
    """Return None for a moderator, or the seat of one who plays here and so has no other rights than a player."""
    guards.must_be_open(case.row)
    return act.seat(case) if guards.sits(case.row, case.person.id) else None


def close_as_moderator(case: Case, mine: SeatRow | None) -> Change:
    """Close a lobby, or a running game after a player has been away long enough.

    Raises:
        NobodyLate: it is too early.
    """
    row = case.row
    if row.status == TableStatus.RUNNING:
        if mine is not None:
            return propose(case, mine, VoteKind.CLOSE)
        must_be_patient(row, case.at)
    return cancelled(row, case.at, closer=case.player if mine is None else None)


def must_be_patient(row: TableRow, at: datetime) -> None:
    """Raise NobodyLate until a player is late, or a seat free, long enough for a moderator to end the game."""
    since = [
        row.asleep_since,
        *(seat.late_since for seat in row.seats),
        *(seat.due_since for seat in row.seats if seat.vacant),
    ]
    until = min((moment + MODERATOR_PATIENCE for moment in since if moment is not None), default=None)
    if until is None:
        raise NobodyLate(
            N_(
                "A moderator can end a game when a player has been late for 14 days, or when the table "
                "has been asleep that long."
            )
        )
    if until > at:
        raise NobodyLate(N_("A moderator can end this game from <t:{until}:f> on."), until=int(until.timestamp()))


def free(case: Case, mine: SeatRow | None, wanted: int | None = None, *, computer: bool = False) -> Change:
    """Ask to free the seat of an absent player (``wanted``: if several are); the game then waits for a substitute.

    In a lobby any player may free the host's seat. ``computer``: a computer plays for them instead. ``mine``: None if a
    moderator asks.

    Raises:
        NobodyLate: no one is, or not yet; NoVote: it is open already.
    """
    row, at = case.row, case.at
    waited = [seat for seat in row.seats if guards.late_from(row, seat, at) and not seat.vacant and seat != mine]
    waited = [seat for seat in waited if wanted in (None, seat.seat)]
    if not waited:
        raise NobodyLate(N_("The table isn’t waiting for a player whose seat could be freed."))
    gone = min(waited, key=lambda seat: guards.late_from(row, seat, at) or at)
    guards.must_be_late(row, gone, at)
    if sum(guards.is_late(row, one, at) for one in waited) > 1:
        raise NobodyLate(N_("Several of them are away; say whose seat you mean."))
    if row.status == TableStatus.LOBBY:
        seat, player = (None, case.player) if mine is None else (mine.seat, mine.player)
        return membership.unseat(row, gone, [NewLine(LineKind.FREE, seat, player, str(gone.seat))], at, freed=True)
    kind = VoteKind.STAND_IN if computer else VoteKind.FREE_SEAT
    return votes.open_vote(row, mine, kind, votes.MODERATOR if mine is None else "", at, gone.seat, case.player)


def start_over(case: Case, mine: SeatRow) -> Change:
    """Ask to close the table and start over without a late player who has never moved here (P102).

    Raises:
        NobodyLate: there is no such player; NoVote: it is open already.
    """
    if all(seat.moved for seat in votes.late_seats(case.row, case.at)):
        raise NobodyLate(N_("Everyone has moved in this game, so you can’t start over without them."))
    return propose(case, mine, VoteKind.START_OVER)


def ask_for_seat(case: Case, who: None) -> Change:
    """Ask the present holder of the person's former seat to give it back (P62).

    Raises:
        Closed, WrongPhase; AlreadySeated; NotSeated: they have held none, or it is free; NoVote: they asked before.
    """
    row = case.row
    guards.must_be_running(row)
    if guards.sits(row, case.person.id):
        raise AlreadySeated(N_("You already have a seat at this table."))
    held = membership.held_by(case.lines, case.player) | set(case.seats_before)
    seat = next((one for one in row.seats if one.seat in held and not one.vacant), None)
    if seat is None:
        raise NotSeated(N_("Nobody else has your old seat here."))
    return votes.ask_for_seat(row, case.player, seat, case.at)


async def free_channel(locked: LockedTable, case: Case, place: Place, *, gone: bool = False) -> Case:
    """Raise ChannelTaken if another open table is there."""
    there = await locked.storage.tables.in_channel(place.channel_id)
    if there is not None and there.id != locked.row.id and there.ended is None:
        raise await locked.repository.channel_taken(place.channel_id)
    return case


def move(case: Case, mine: SeatRow, place: Place, *, gone: bool = False) -> Change:
    """Move the table to another channel. Within its server any of its players may.

    Elsewhere all present players must agree, and two days must pass. If its server is out of reach (``gone``), a
    week without a no is enough. A player who is alone needs no consent.

    Raises:
        NoVote: it is open already.
    """
    row, to = case.row, (place.channel_id, place.guild_id, place.parent_id)
    if alone(row.seats) or (row.guild_id is not None and row.guild_id == place.guild_id):
        return moved(row, case.at, to, mine.player)
    what = " ".join([*(str(part or 0) for part in to), *([votes.CHANNEL_GONE] if gone else [])])
    return propose(case, mine, VoteKind.MOVE, what)
