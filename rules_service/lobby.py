"""The lobby (slow-play.md, section 8): invitations, readiness, the start, and when a lobby closes.

A player is ready if they joined or confirmed in the last day and since the last change of the options. Otherwise their
`SeatRow.acted_at` is older, or None.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules.errors import N_, BadOptions
from rules_service import computers, guards, membership, turn_timers, votes
from rules_service.act import Case, announced_change, cancel_change, quiet_change, with_seat
from rules_service.errors import AlreadySeated, NotHost, NotSeated, NotWelcome, NoVote, TableFull, TooMany, WrongPlayers
from rules_service.guards import MAX_INVITATIONS
from rules_service.models import Person
from rules_service.options import (
    ENTRY_INVITED,
    ENTRY_OPTION,
    LOOK_OPTION_IDS,
    complete_options,
    lobby_options,
    read_options,
    write_options,
)
from rules_service.repository import LockedTable
from storage import Storage
from storage.kinds import LineKind, NoticeKind, PostKind, TableStatus, VoteKind, VoteOutcome
from storage.records import Change, InvitedRow, NewLine, NewNotice, NewTable, SeatRow, TableRow, VoteRow

MAX_KEEPS = 3
HELD = timedelta(hours=72)  # how long an invitation holds a seat
HOST_SILENT = timedelta(days=3)  # after this silence of the host any player may start
HELD_FOR_OTHERS = N_("The remaining seats are kept for invited players until <t:{until}:f>.")
ONLY_INVITED = N_("Only players invited by the host can join this table.")
TOO_MANY = N_("You can invite at most {count} people to a table.")
NO_ROOM = N_("There aren’t that many free seats at this table, only {count}.")
HOST_STARTS = N_(
    "Only {host}, the host of this table, can start the game. If {host} does nothing, you can start it <t:{until}:R>."
)
KEPT = N_(
    "You have kept this lobby open {count} times, which is the limit. Open a new one when you have found players."
)


def held(row: TableRow, at: datetime, but: int | None = None) -> list[datetime]:
    """Return when each seat reservation ends, except those that have expired and that of player ``but``."""
    return [one.until for one in row.invited if one.until > at and one.player != but]


def join(case: Case, who: None, seat: int | None = None) -> Change:
    """Take the next seat in a lobby, or a vacant seat in a running game (``seat``, or the first).

    Raise Closed, Asleep, AlreadySeated, TableFull, SeatTaken, SeatHeld, DamagedGame, or NotWelcome if only invited
    players may join.
    """
    row, player, at, most = case.row, case.player, case.at, max(case.game.seats)
    guards.must_be_open(row)
    if row.status != TableStatus.LOBBY:
        return membership.take_vacant_seat(case, seat)
    if any(one.player == player for one in row.seats):
        raise AlreadySeated(N_("You already have a seat at this table."))
    only_invited = read_options(row.options)[ENTRY_OPTION.id] == ENTRY_INVITED
    if only_invited and player not in {one.player for one in row.invited}:
        raise NotWelcome(ONLY_INVITED)
    if len(row.seats) >= most:
        raise TableFull(N_("All seats are taken ({seats})."), seats=most)
    others = held(row, at, player)
    if most <= len(row.seats) + len(others):
        raise TableFull(HELD_FOR_OTHERS, until=int(min(others).timestamp()))
    joined = sit_down(row, SeatRow(len(row.seats), player, acted_at=at), at)
    invited = tuple((one.player, at) for one in row.invited if one.player == player)
    full = NewNotice(row.host, NoticeKind.FULL, at, row.id, guards.host_of(row).seat)
    return replace(joined, keeps_open=True, invited=invited, notices=(full,) if len(row.seats) + 1 == most else ())


def sit_down(row: TableRow, seat: SeatRow, at: datetime) -> Change:
    """Add a seat to the lobby. Its player or computer is ready at once."""
    line = NewLine(LineKind.JOIN, seat.seat, seat.player, seat.computer)
    asked = tuple(replace(one, answers={**one.answers, seat.player: True}) for one in open_start(row))
    return replace(announced_change(row, at, [line], PostKind.LOBBY, seats=(*row.seats, seat)), votes=asked)


async def free_computer(locked: LockedTable, case: Case, level: str) -> Case:
    """Return the case with the storage number of a computer player whose name no one at the table has."""
    name = next(name for name in computers.NAMES if name not in [seat.name for seat in locked.row.seats])
    return replace(case, player=await locked.computer(name))


def add_computer(case: Case, host: SeatRow, level: str) -> Change:
    """Let the host add a computer player of this level. Raise TableFull, or BadOptions if there is no such level."""
    row, at = case.row, case.at
    if level not in computers.COMPUTER_LEVELS:
        raise BadOptions(N_("There is no such level: {level}"), level=level[:40])
    if len(row.seats) + len(held(row, at)) >= max(case.game.seats):
        raise TableFull(N_("All seats are taken, or kept for invited players."))
    return sit_down(row, SeatRow(len(row.seats), case.player, acted_at=at, computer=level), at)


def remove(case: Case, host: SeatRow, seat: int) -> Change:
    """Let the host remove a player from the lobby (P92). Raise NotSeated unless another player has that seat."""
    gone = next((one for one in case.row.seats if one.seat == seat and one is not host), None)
    if gone is None:
        raise NotSeated(N_("That seat is empty."))
    return membership.unseat(case.row, gone, [NewLine(LineKind.REMOVE, host.seat, host.player, str(seat))], case.at)


async def known(locked: LockedTable, case: Case, people: Sequence[Person]) -> Case:
    """Return the case with these people by storage number, and whether each has blocked the person or vice versa."""
    mine = await locked.meet(case.person)
    others = {}
    for one in people:
        number = await locked.meet(one)
        others[number] = await is_blocked(locked.storage, (mine, case.person.id), (number, one.id))
    return replace(case, others=others)


async def is_blocked(storage: Storage, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether either person has blocked the other. Each is given as storage number and Discord id."""
    return await storage.people.blocks([other[0]], one[1]) or await storage.people.blocks([one[0]], other[1])


def invite(case: Case, host: SeatRow, people: Sequence[Person]) -> Change:
    """Let the host invite people. Each is notified once, unless one of the two has blocked the other.

    Raise AlreadySeated, TooMany, TableFull, or NoVote if one of them was invited before.
    """
    row, at, players = case.row, case.at, [*case.others]
    if any(seat.player in players for seat in row.seats):
        raise AlreadySeated(N_("One of these people already has a seat at this table."))
    if {one.player for one in row.invited} & {*players}:
        raise NoVote(N_("One of these people is already invited and can join."))
    if len(row.invited) + len(players) > MAX_INVITATIONS:
        raise TooMany(TOO_MANY, count=MAX_INVITATIONS)
    free = max(case.game.seats) - len(row.seats) - len(held(row, at))
    if len(players) > free:
        raise TableFull(NO_ROOM, count=max(free, 0))
    silent = [player for player, blocked in case.others.items() if blocked]
    lines, invited, told = invitations(host, players, silent, row.number, at)
    notices = tuple(replace(one, table_id=row.id) for one in told)
    return replace(announced_change(row, at, lines, PostKind.LOBBY), invited=invited, notices=notices)


def invitations(
    host: SeatRow, players: Sequence[int], silent: Collection[int], after: int, at: datetime
) -> tuple[list[NewLine], tuple[tuple[int, datetime], ...], tuple[NewNotice, ...]]:
    """Return the log lines, held seats and notifications of invitations. Players in ``silent`` are not notified.

    ``after``: the number of the log line before them.
    """
    lines = [NewLine(LineKind.INVITE, host.seat, host.player, str(player)) for player in players]
    told = tuple(
        NewNotice(player, NoticeKind.INVITE, at, number=number, by=host.player)
        for number, player in enumerate(players, after + 1)
        if player not in silent
    )
    return lines, tuple((player, at + HELD) for player in players), told


def again(table: NewTable, old: Sequence[SeatRow], most: int, silent: Collection[int], at: datetime) -> NewTable:
    """Return a new table with invitations for the players of an old one, and its computers if there is room.

    ``most``: the number of seats. ``silent``: players who have blocked the host, or whom the host has blocked. They are
    not notified.
    """
    host = SeatRow(0, table.host)
    people = [one.player for one in old if one.person and not one.vacant and one.user_id and one.player != host.player]
    players = people[: min(most - 1, MAX_INVITATIONS)]
    programs = [one for one in old if not one.person][: most - 1 - len(players)]
    beside = tuple(SeatRow(seat, one.player, computer=one.computer) for seat, one in enumerate(programs, 1))
    lines, invited, told = invitations(host, players, silent, 1 + len(beside), at)
    checks = [table.next_at, *(until for _, until in invited)]
    next_at = min(moment for moment in checks if moment)
    return replace(table, beside=beside, lines=tuple(lines), invited=invited, notices=told, next_at=next_at)


def invitation(case: Case) -> InvitedRow:
    """Return the person's invitation to a lobby. Raise Closed, Asleep, WrongPhase, or NoVote if no seat is held."""
    guards.must_be_lobby(case.row)
    mine = next((one for one in case.row.invited if one.user_id == case.person.id and one.until > case.at), None)
    if mine is None:
        raise NoVote(N_("No seat is kept for you at this table."))
    return mine


def decline(case: Case, mine: InvitedRow) -> Change:
    """Decline an invitation: the seat is no longer held."""
    line = NewLine(LineKind.DECLINE, None, mine.player)
    return replace(announced_change(case.row, case.at, [line], PostKind.LOBBY), invited=((mine.player, case.at),))


def open_start(row: TableRow) -> list[VoteRow]:
    """Return the open vote on whether all are ready, as a list of at most one."""
    return [one for one in row.votes if one.kind == VoteKind.START and one.ended is None]


def set_options(case: Case, host: SeatRow, options: Mapping[str, str]) -> Change:
    """Change some options. The other players must then agree to them to be ready, unless only pictures change (P93).

    Raise BadOptions for an unknown option or value.
    """
    row, at = case.row, case.at
    old, present = read_options(row.options), lobby_options(case.game, row.options)
    new = complete_options(case.game, {**present, **options})
    changed = [name for name, value in new.items() if old.get(name) != value]
    lines = [NewLine(LineKind.OPTION, host.seat, host.player, f"{name} {new[name]}") for name in changed]
    result = replace(announced_change(row, at, lines, PostKind.LOBBY if lines else None), options=write_options(new))
    if all(name in LOOK_OPTION_IDS for name in changed):
        return result
    seats = tuple(replace(seat, acted_at=at if seat.seat == host.seat else None) for seat in row.seats)
    void = tuple(replace(one, ended=at, outcome=VoteOutcome.VOID) for one in open_start(row))
    return replace(result, seats=seats, votes=void)


def ready(case: Case, mine: SeatRow) -> Change:
    """Agree to start with the current options. Once all have agreed after being asked, the game starts (P94)."""
    row, at = case.row, case.at
    line = NewLine(LineKind.READY, mine.seat, mine.player)
    done = announced_change(row, at, [line], PostKind.LOBBY, seats=with_seat(row.seats, replace(mine, acted_at=at)))
    for asked in open_start(row):
        done = votes.with_outcome(row, replace(asked, answers={**asked.answers, mine.player: True}), done, at)
    return done


def starter(case: Case) -> SeatRow:
    """Return the person's seat, if they are the host or the host hasn't responded for days.

    Raise Closed, Asleep, NotHost or WrongPhase.
    """
    row, user_id = case.row, case.person.id
    guards.must_be_lobby(row)
    host = guards.host_of(row)
    until = (host.acted_at or row.opened) + HOST_SILENT
    if not guards.sits(row, user_id) or (host.user_id == user_id and case.at < until):
        return guards.must_host(row, user_id)
    if case.at < until:
        raise NotHost(HOST_STARTS, host=host.name, until=int(until.timestamp()))
    return guards.seat_of(row, user_id)


def start(case: Case, mine: SeatRow) -> Change:
    """Start the game, or ask the players who aren't ready. Raise WrongPlayers, or NoVote if they have been asked."""
    row, at, counts = case.row, case.at, case.game.seats
    if len(row.seats) not in counts:
        some = ", ".join(map(str, counts))
        raise WrongPlayers(
            N_("This game needs {some} players; joined so far: {count}."), some=some, count=len(row.seats)
        )
    there = {seat.player for seat in row.seats if seat is mine or turn_timers.is_ready(seat, at)}
    if len(there) == len(row.seats):
        return replace(announced_change(row, at), status=TableStatus.RUNNING)  # `commit` adds the set-up
    asked = votes.open_vote(case, mine, VoteKind.START)
    return replace(
        asked,
        votes=tuple(replace(one, answers=dict.fromkeys(there, True)) for one in asked.votes),
        notices=tuple(notice for notice in asked.notices if notice.player not in there),
        seats=with_seat(row.seats, replace(mine, acted_at=at)),
    )


def keep(case: Case, host: SeatRow) -> Change:
    """Let the host keep the lobby for another week (P96). Raise TooMany if it was kept too often."""
    if sum(line.kind == LineKind.KEEP for line in case.lines) >= MAX_KEEPS:
        raise TooMany(KEPT, count=MAX_KEEPS)
    line = NewLine(LineKind.KEEP, host.seat, host.player)
    seats = with_seat(case.row.seats, replace(host, acted_at=case.at))
    return replace(announced_change(case.row, case.at, [line], PostKind.LOBBY, seats=seats), keeps_open=True)


def due_change(row: TableRow, at: datetime) -> Change:
    """Return the change that is due for a lobby: to close it, to ask whether to keep it, or to free a reserved seat."""
    idle, closes = turn_timers.idle_at(row), turn_timers.closes_at(row)
    if closes is not None and closes <= at:
        return cancel_change(row, at)
    if idle is not None and idle <= at:
        told = NewNotice(row.host, NoticeKind.IDLE, at, row.id, number=row.number)
        return replace(quiet_change(row, at), warns_of_sleep=True, notices=(told,))
    return quiet_change(row, at)
