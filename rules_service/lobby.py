"""The lobby (slow-play.md, section 8): invitations, readiness, the start, and when a lobby closes.

A player is ready if they joined or confirmed within a day, and after the last change of the options. Otherwise their
`SeatRow.acted` is older, or None. Each function decides one action; the service stores it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import membership, turn_timers, votes
from rules_service.errors import AlreadySeated, NotHost, NotWelcome, NoVote, TableFull, TooMany, WrongPlayers
from rules_service.limits import INVITATIONS
from rules_service.options import ENTRY, INVITED, LOOKS, read_options
from storage import (
    Change,
    LineKind,
    LogRow,
    NewLine,
    NewNotice,
    NewTable,
    NoticeKind,
    PostKind,
    SeatRow,
    TableRow,
    TableStatus,
    VoteKind,
    VoteOutcome,
    VoteRow,
)

KEEPS = 3  # limit per lobby
HELD = timedelta(hours=72)  # how long an invitation holds a seat
HOST_SILENT = timedelta(days=3)  # after this silence of the host any player may start
HELD_FOR_OTHERS = N_("The seats that are left are kept for invited players until <t:{until}:f>.")
ONLY_INVITED = N_("Only players invited by the host can join this table.")
TOO_MANY = N_("You can invite {count} people to a table at most.")
NO_ROOM = N_("This table has fewer free seats than that: {count}.")
KEPT = N_("You have kept this lobby {count} times, which is the limit. Open a new one when you have found players.")


def held(row: TableRow, at: datetime, but: int | None = None) -> list[datetime]:
    """Return until when each seat is held for an invited player; ``but``: leave out this player's."""
    return [one.until for one in row.invited if one.until > at and one.player != but]


def must_be_let_in(row: TableRow, player: int, most: int, at: datetime) -> None:
    """Check that a seat of the lobby is open to this player.

    Raises:
        NotWelcome: only invited players may join. TableFull: the free seats are held for others.
    """
    if row.status != TableStatus.LOBBY or any(seat.player == player for seat in row.seats):
        return
    if read_options(row.options)[ENTRY.id] == INVITED and player not in {one.player for one in row.invited}:
        raise NotWelcome(ONLY_INVITED)
    others = held(row, at, player)
    if len(row.seats) < most <= len(row.seats) + len(others):
        raise TableFull(HELD_FOR_OTHERS, until=int(min(others).timestamp()))


def joined(row: TableRow, change: Change, player: int) -> Change:
    """Return the change of joining a lobby: an invited player's seat is no longer held, and the newcomer is ready."""
    if row.status != TableStatus.LOBBY:
        return change
    invited = tuple((one.player, change.at) for one in row.invited if one.player == player)
    asked = tuple(replace(one, answers={**one.answers, player: True}) for one in open_start(row))
    return replace(change, keeps_open=True, invited=invited, votes=(*change.votes, *asked))


def with_computer(row: TableRow, user_id: int, player: int, level: str, most: int, at: datetime) -> Change:
    """Let the host add a computer player of this level. It is always ready.

    Raises:
        Closed, NotHost, WrongPhase; TableFull: all seats are taken, or held for invited players.
    """
    membership.must_host(row, user_id)
    if len(row.seats) + len(held(row, at)) >= most:
        raise TableFull(N_("All seats are taken, or kept for invited players."))
    mine = SeatRow(len(row.seats), player, acted_at=at, computer=level, person=False)
    line = NewLine(LineKind.JOIN, mine.seat, player, level)
    change = membership.change(row, at, [line], PostKind.LOBBY, seats=(*row.seats, mine))
    asked = tuple(replace(one, answers={**one.answers, player: True}) for one in open_start(row))
    return replace(change, votes=asked)


def invite(
    row: TableRow, user_id: int, players: Sequence[int], most: int, silent: Collection[int], at: datetime
) -> Change:
    """Let the host invite people. Each is notified once, except those in ``silent``, who have blocked the host.

    Raises:
        Closed, NotHost, WrongPhase; AlreadySeated; NoVote: invited before; TooMany; TableFull.
    """
    host = membership.must_host(row, user_id)
    if any(seat.player in players for seat in row.seats):
        raise AlreadySeated(N_("One of them already has a seat at this table."))
    if {one.player for one in row.invited} & {*players}:
        raise NoVote(N_("One of them is already invited and can join."))
    if len(row.invited) + len(players) > INVITATIONS:
        raise TooMany(TOO_MANY, count=INVITATIONS)
    free = most - len(row.seats) - len(held(row, at))
    if len(players) > free:
        raise TableFull(NO_ROOM, count=max(free, 0))
    lines, invited, told = invitations(host, players, silent, row.number, at)
    change = membership.change(row, at, lines, PostKind.LOBBY)
    return replace(change, invited=invited, notices=tuple(replace(one, table_id=row.id) for one in told))


def invitations(
    host: SeatRow, players: Sequence[int], silent: Collection[int], after: int, at: datetime
) -> tuple[list[NewLine], tuple[tuple[int, datetime], ...], tuple[NewNotice, ...]]:
    """Return log lines from ``after`` + 1 on that invite players, until when seats are held, and the notifications."""
    lines = [NewLine(LineKind.INVITE, host.seat, host.player, str(player)) for player in players]
    told = tuple(
        NewNotice(player, NoticeKind.INVITE, at, number=number, by=host.player)
        for number, player in enumerate(players, after + 1)
        if player not in silent
    )
    return lines, tuple((player, at + HELD) for player in players), told


def again(table: NewTable, old: Sequence[SeatRow], most: int, silent: Collection[int], at: datetime) -> NewTable:
    """Return the new table with the computers of an old one, and its other players invited as far as there is room.

    ``silent``: players who have blocked the host, and are not notified.
    """
    host = SeatRow(0, table.host)
    people = [one.player for one in old if one.person and not one.vacant and one.user_id and one.player != host.player]
    players = people[: min(most - 1, INVITATIONS)]
    programs = [one for one in old if not one.person][: most - 1 - len(players)]
    beside = tuple(
        SeatRow(seat, one.player, acted_at=at, computer=one.computer, person=False)
        for seat, one in enumerate(programs, 1)
    )
    lines, invited, told = invitations(host, players, silent, 1 + len(beside), at)
    times = [due_change for due_change in (table.next_at, *(until for _, until in invited)) if due_change is not None]
    return replace(
        table, beside=beside, lines=tuple(lines), invited=invited, notices=told, next_at=min(times, default=None)
    )


def decline(row: TableRow, user_id: int, at: datetime) -> Change:
    """Decline an invitation: the seat is no longer held.

    Raises:
        Closed, WrongPhase; NoVote: no seat is held for them.
    """
    membership.must_be_lobby(row)
    mine = next((one for one in row.invited if one.user_id == user_id and one.until > at), None)
    if mine is None:
        raise NoVote(N_("No seat is kept for you at this table."))
    change = membership.change(row, at, [NewLine(LineKind.DECLINE, None, mine.player)], PostKind.LOBBY)
    return replace(change, invited=((mine.player, at),))


def open_start(row: TableRow) -> list[VoteRow]:
    """Return the open vote on whether all are ready, as a list of one or none."""
    return [one for one in row.votes if one.kind == VoteKind.START and one.ended is None]


def changed(row: TableRow, host: SeatRow, change: Change) -> Change:
    """Return the change of options. The other players are no longer ready, because they have not agreed to it (P93)."""
    if all(line.text.partition(" ")[0] in LOOKS for line in change.lines):
        return change
    seats = tuple(replace(seat, acted_at=change.at if seat.seat == host.seat else None) for seat in row.seats)
    void = tuple(replace(one, ended=change.at, outcome=VoteOutcome.VOID) for one in open_start(row))
    return replace(change, seats=seats, votes=void)


def ready(row: TableRow, user_id: int, at: datetime) -> Change:
    """Mark a player ready. When all who were asked are ready, the game begins (P94).

    Raises:
        Closed, WrongPhase, NotSeated.
    """
    membership.must_be_lobby(row)
    mine = membership.seat_of(row, user_id)
    seats = tuple(replace(seat, acted_at=at) if seat is mine else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(LineKind.READY, mine.seat, mine.player)], PostKind.LOBBY, seats=seats)
    for asked in open_start(row):
        change = votes.with_outcome(row, replace(asked, answers={**asked.answers, mine.player: True}), change, at)
    return change


def begin(row: TableRow, user_id: int, counts: Collection[int], at: datetime) -> Change | None:
    """Let the host, or any player if the host is silent, ask those who are not ready; None: all are ready.

    Raises:
        Closed, NotHost, WrongPhase, WrongPlayers; NoVote: the vote is open already.
    """
    mine = may_begin(row, user_id, at)
    if len(row.seats) not in counts:
        some = ", ".join(map(str, counts))
        raise WrongPlayers(N_("This game needs {some} players; here so far: {count}."), some=some, count=len(row.seats))
    there = {seat.player for seat in row.seats if seat is mine or turn_timers.is_ready(seat, at)}
    if len(there) == len(row.seats):
        return None
    change = votes.open_vote(row, mine, VoteKind.START, "", at)
    asked = tuple(replace(one, answers=dict.fromkeys(there, True)) for one in change.votes)
    told = tuple(notice for notice in change.notices if notice.player not in there)
    seats = tuple(replace(seat, acted_at=at) if seat is mine else seat for seat in row.seats)
    return replace(change, votes=asked, notices=told, seats=seats)


def may_begin(row: TableRow, user_id: int, at: datetime) -> SeatRow:
    """Return the seat of a player who may start the game.

    Raises:
        Closed, NotHost, WrongPhase.
    """
    membership.must_be_lobby(row)
    host = membership.host_of(row)
    if membership.sits(row, user_id) and at - (host.acted_at or row.opened) >= HOST_SILENT:
        return membership.seat_of(row, user_id)
    if membership.sits(row, user_id) and host.user_id != user_id:
        until = int(((host.acted_at or row.opened) + HOST_SILENT).timestamp())
        raise NotHost(
            N_(
                "Only {host}, the host of this table, can start the game. If {host} does nothing, you "
                "can <t:{until}:R>."
            ),
            host=host.name,
            until=until,
        )
    return membership.must_host(row, user_id)


def keep(row: TableRow, lines: Sequence[LogRow], user_id: int, at: datetime) -> Change:
    """Let the host keep the lobby for another week (P96).

    Raises:
        Closed, NotHost, WrongPhase; TooMany: it was kept often enough.
    """
    host = membership.must_host(row, user_id)
    if sum(line.kind == LineKind.KEEP for line in lines) >= KEEPS:
        raise TooMany(KEPT, count=KEEPS)
    seats = tuple(replace(seat, acted_at=at) if seat is host else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(LineKind.KEEP, host.seat, host.player)], PostKind.LOBBY, seats=seats)
    return replace(change, keeps_open=True)


def due_change(row: TableRow, at: datetime) -> Change:
    """Return what is due for a lobby: its host is asked whether to keep it, it closes, or a held seat becomes free."""
    idle, closes = turn_timers.idle_at(row), turn_timers.closes_at(row)
    if closes is not None and closes <= at:
        return membership.change(row, at, [], cancelled=True)
    if idle is not None and idle <= at:
        told = NewNotice(row.host, NoticeKind.IDLE, at, row.id, number=row.number)
        return replace(membership.change(row, at, []), warns_of_sleep=True, notices=(told,), redraw=True)
    return votes.plain(row, at)
