"""Before the game (slow-play.md, section 8): who is invited, who is ready, how it begins, and when it is given up.

Who sits there is ready who has joined or said so within a day, and since the options were changed: `SeatRow.acted` of
those who are not is older, or None. Each function decides one action; storing it is the service's.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import asks, membership, waits
from rules_service.errors import AlreadySeated, NotHost, NotWelcome, NoVote, TableFull, TooMany, WrongPlayers
from rules_service.limits import INVITATIONS
from rules_service.models import VOID
from rules_service.options import ENTRY, INVITED, LOOKS, read_options
from storage import AskRow, Change, LogRow, NewLine, NewNotice, NewTable, SeatRow, TableRow

INVITE, DECLINE, READY = "invite", "decline", "ready"  # kinds of lines; the first is a kind of notice, too
IDLE = "idle"  # a kind of notice: the host is asked whether the lobby is to stay
KEEP, KEEPS = "keep", 3  # a kind of line: the host keeps it; how often
HELD = timedelta(hours=72)  # for which an invitation holds a seat
HOST_SILENT = timedelta(days=3)  # from then on anybody who has joined may begin
HELD_FOR_OTHERS = N_("The seats that are left are kept for invited players until <t:{until}:f>.")
ONLY_INVITED = N_("Only players invited by the host can join this table.")
TOO_MANY = N_("You can invite {count} people to a table at most.")
NO_ROOM = N_("This table has fewer free seats than that: {count}.")
KEPT = N_("You have kept this lobby {count} times, which is the limit. Open a new one when you have found players.")


def held(row: TableRow, at: datetime, but: int | None = None) -> list[datetime]:
    """Until when each seat is held for somebody who was invited; ``but``: not for this player."""
    return [one.until for one in row.invited if one.until > at and one.player != but]


def must_be_let_in(row: TableRow, player: int, most: int, at: datetime) -> None:
    """Whether a seat of a lobby is not kept for others.

    Raises:
        NotWelcome: only those may join who are invited. TableFull: what is free is held for others.
    """
    if row.status != "lobby" or any(seat.player == player for seat in row.seats):
        return
    if read_options(row.options)[ENTRY.id] == INVITED and player not in {one.player for one in row.invited}:
        raise NotWelcome(ONLY_INVITED)
    others = held(row, at, player)
    if len(row.seats) < most <= len(row.seats) + len(others):
        raise TableFull(HELD_FOR_OTHERS, until=int(min(others).timestamp()))


def joined(row: TableRow, change: Change, player: int) -> Change:
    """The change of joining a lobby: no seat is held any more for who was invited, and who has just come is ready."""
    if row.status != "lobby":
        return change
    invited = tuple((one.player, change.at) for one in row.invited if one.player == player)
    asked = tuple(replace(one, answers={**one.answers, player: True}) for one in open_start(row))
    return replace(change, kept=True, invited=invited, asks=(*change.asks, *asked))


def with_computer(row: TableRow, user_id: int, player: int, level: str, most: int, at: datetime) -> Change:
    """The host lets a computer player of this level sit down, which is always ready.

    Raises:
        Closed, NotHost, WrongPhase; TableFull: all seats are taken, or held for somebody.
    """
    membership.must_host(row, user_id)
    if len(row.seats) + len(held(row, at)) >= most:
        raise TableFull(N_("All seats are taken, or kept for invited players."))
    mine = SeatRow(len(row.seats), player, acted=at, computer=level, person=False)
    change = membership.change(row, at, [NewLine("join", mine.seat, player, level)], "lobby", seats=(*row.seats, mine))
    asked = tuple(replace(one, answers={**one.answers, player: True}) for one in open_start(row))
    return replace(change, asks=asked)


def invite(
    row: TableRow, user_id: int, players: Sequence[int], most: int, silent: Collection[int], at: datetime
) -> Change:
    """The host invites people; each is told once, but for those (``silent``) who want nothing to do with the host.

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
    change = membership.change(row, at, lines, "lobby")
    return replace(change, invited=invited, notices=tuple(replace(one, table_id=row.id) for one in told))


def invitations(
    host: SeatRow, players: Sequence[int], silent: Collection[int], after: int, at: datetime
) -> tuple[list[NewLine], tuple[tuple[int, datetime], ...], tuple[NewNotice, ...]]:
    """The lines after this one that invite players, until when a seat is held for each, and what they are told."""
    lines = [NewLine(INVITE, host.seat, host.player, str(player)) for player in players]
    told = tuple(
        NewNotice(player, INVITE, at, number=number, by=host.player)
        for number, player in enumerate(players, after + 1)
        if player not in silent
    )
    return lines, tuple((player, at + HELD) for player in players), told


def again(table: NewTable, old: Sequence[SeatRow], most: int, silent: Collection[int], at: datetime) -> NewTable:
    """A table with the computers of an old one, to which the others are invited who sat there, as far as there is room.

    ``silent``: want nothing to do with the host, and are not told.
    """
    host = SeatRow(0, table.host)
    people = [one.player for one in old if one.person and not one.vacant and one.user_id and one.player != host.player]
    players = people[: min(most - 1, INVITATIONS)]
    programs = [one for one in old if not one.person][: most - 1 - len(players)]
    beside = tuple(
        SeatRow(seat, one.player, acted=at, computer=one.computer, person=False) for seat, one in enumerate(programs, 1)
    )
    lines, invited, told = invitations(host, players, silent, 1 + len(beside), at)
    times = [moment for moment in (table.next_at, *(until for _, until in invited)) if moment is not None]
    return replace(
        table, beside=beside, lines=tuple(lines), invited=invited, notices=told, next_at=min(times, default=None)
    )


def decline(row: TableRow, user_id: int, at: datetime) -> Change:
    """Somebody who was invited does not come: their seat is held no longer.

    Raises:
        Closed, WrongPhase; NoVote: no seat is held for them.
    """
    membership.must_be_lobby(row)
    mine = next((one for one in row.invited if one.user_id == user_id and one.until > at), None)
    if mine is None:
        raise NoVote(N_("No seat is kept for you at this table."))
    change = membership.change(row, at, [NewLine(DECLINE, None, mine.player)], "lobby")
    return replace(change, invited=((mine.player, at),))


def open_start(row: TableRow) -> list[AskRow]:
    """The question whether all are ready, if it is asked."""
    return [one for one in row.asks if one.kind == asks.START and one.ended is None]


def changed(row: TableRow, host: SeatRow, change: Change) -> Change:
    """The change of options: the others have not agreed to it, so they are not ready any more (P93)."""
    if all(line.text.partition(" ")[0] in LOOKS for line in change.lines):
        return change
    seats = tuple(replace(seat, acted=change.at if seat.seat == host.seat else None) for seat in row.seats)
    void = tuple(replace(one, ended=change.at, outcome=VOID) for one in open_start(row))
    return replace(change, seats=seats, asks=void)


def ready(row: TableRow, user_id: int, at: datetime) -> Change:
    """Somebody who has joined is ready; when all are of whom it is asked, the game begins (P94).

    Raises:
        Closed, WrongPhase, NotSeated.
    """
    membership.must_be_lobby(row)
    mine = membership.seat_of(row, user_id)
    seats = tuple(replace(seat, acted=at) if seat is mine else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(READY, mine.seat, mine.player)], "lobby", seats=seats)
    for asked in open_start(row):
        change = asks.decided(row, replace(asked, answers={**asked.answers, mine.player: True}), change, at)
    return change


def begin(row: TableRow, user_id: int, counts: Collection[int], at: datetime) -> Change | None:
    """Ask all who are not ready, for the host, or for anybody when the host says nothing; None: all are ready.

    Raises:
        Closed, NotHost, WrongPhase, WrongPlayers; NoVote: it is asked already.
    """
    mine = may_begin(row, user_id, at)
    if len(row.seats) not in counts:
        some = ", ".join(map(str, counts))
        raise WrongPlayers(N_("This game needs {some} players; here so far: {count}."), some=some, count=len(row.seats))
    there = {seat.player for seat in row.seats if seat is mine or waits.is_ready(seat, at)}
    if len(there) == len(row.seats):
        return None
    change = asks.ask(row, mine, asks.START, "", at)
    asked = tuple(replace(one, answers=dict.fromkeys(there, True)) for one in change.asks)
    told = tuple(notice for notice in change.notices if notice.player not in there)
    seats = tuple(replace(seat, acted=at) if seat is mine else seat for seat in row.seats)
    return replace(change, asks=asked, notices=told, seats=seats)


def may_begin(row: TableRow, user_id: int, at: datetime) -> SeatRow:
    """The seat of who may begin.

    Raises:
        Closed, NotHost, WrongPhase.
    """
    membership.must_be_lobby(row)
    host = membership.host_of(row)
    if membership.sits(row, user_id) and at - (host.acted or row.opened) >= HOST_SILENT:
        return membership.seat_of(row, user_id)
    if membership.sits(row, user_id) and host.user_id != user_id:
        until = int(((host.acted or row.opened) + HOST_SILENT).timestamp())
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
    """The host keeps the lobby for another week (P96).

    Raises:
        Closed, NotHost, WrongPhase; TooMany: it was kept often enough.
    """
    host = membership.must_host(row, user_id)
    if sum(line.kind == KEEP for line in lines) >= KEEPS:
        raise TooMany(KEPT, count=KEEPS)
    seats = tuple(replace(seat, acted=at) if seat is host else seat for seat in row.seats)
    change = membership.change(row, at, [NewLine(KEEP, host.seat, host.player)], "lobby", seats=seats)
    return replace(change, kept=True)


def moment(row: TableRow, at: datetime) -> Change:
    """What a lobby comes to at its moment: its host is asked whether it is to stay, it closes, or a seat is free."""
    idle, closes = waits.idle_at(row), waits.closes_at(row)
    if closes is not None and closes <= at:
        return membership.change(row, at, [], "lobby", cancelled=True)
    if idle is not None and idle <= at:
        told = NewNotice(row.host, IDLE, at, row.id, number=row.number)
        return replace(membership.change(row, at, [], ""), drowsy=True, notices=(told,), redraw=True)
    return asks.plain(row, at)
