"""The players of a table: joining, leaving, absences, taking a seat back, and colours (slow-play.md, P97).

A colour is an index into `COLOUR_NAMES`; its shape and letter go with it. A player gets the colour they chose, their
favourite, or any free one. Players who sat down earlier have precedence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from rules.errors import N_
from rules_service import act
from rules_service.act import Case, announced_change, cancel_change, quiet_change, with_seat
from rules_service.errors import AlreadySeated, ColourTaken, NotWelcome, SeatHeld, SeatTaken, TableFull, damaged_game
from rules_service.guards import must_have_room
from rules_service.repository import LockedTable
from storage import Change, LineKind, LogRow, NewLine, PostKind, SeatRow, TableRow, TableStatus, VoteOutcome

COLOUR_NAMES = ("red", "blue", "green", "yellow")
FAVOURITE_COLOUR_KEY = "colour"  # key of a preference


async def newcomer(locked: LockedTable, case: Case, /, *args: object, **kwargs: object) -> Case:
    """Return the case with the table's log and the newcomer's storage number and former seats.

    Raise NotWelcome if a lobby's host, or any player of a running game, has blocked them.
    """
    row, people = locked.row, locked.storage.people
    there = [seat.player for seat in row.seats if not seat.vacant and (row.started or seat.player == row.host)]
    if await people.blocks(there, case.person.id):
        raise NotWelcome(N_("You cannot join this table."))
    before = await people.seats_before(case.person.id, row.id)
    return replace(await act.player(locked, await act.log(locked, case)), seats_before=before)


async def newcomer_with_room(locked: LockedTable, case: Case, /, *args: object, **kwargs: object) -> Case:
    """Return the case as `newcomer` does. Raise NotWelcome, or TooMany if the newcomer has too many seats."""
    case = await newcomer(locked, case)
    must_have_room(await locked.storage.tables.counts(case.player, locked.row.guild_id), hosts=False)
    return case


def take_vacant_seat(case: Case, wanted: int | None) -> Change:
    """Take a vacant seat in a running game: ``wanted``, or by default the first vacant one.

    A player who has had a seat in this game may return only to that one, because they may know its secrets. Raise
    AlreadySeated, TableFull, SeatTaken, SeatHeld, DamagedGame.
    """
    row, player, at = case.row, case.player, case.at
    if any(seat.player == player and not seat.vacant for seat in row.seats):
        raise AlreadySeated(N_("You already have a seat at this table."))
    vacant = [seat.seat for seat in row.seats if seat.vacant]
    mine = held_by(case.lines, player) | set(case.seats_before)
    if not vacant and not mine:
        raise TableFull(N_("All seats are taken ({seats})."), seats=len(row.seats))
    if mine:
        vacant = [seat for seat in vacant if seat in mine]
        if not vacant:
            raise SeatHeld(N_("You can only return to your old seat at this table, and someone else has it now."))
    if wanted is not None and wanted not in vacant:
        reason = (
            N_("You can only return to your old seat at this table.") if mine else N_("This seat is already taken.")
        )
        raise SeatTaken(reason)
    seat = vacant[0] if wanted is None else wanted
    return sit(row, seat, player, at)


def held_by(lines: Sequence[LogRow], player: int) -> set[int]:
    """Return the seats of a running game that a player has held. Raise DamagedGame if the log has no start."""
    start = next((line.number for line in lines if line.kind == LineKind.START), None)
    if start is None:
        raise damaged_game()
    mine = [line for line in lines if line.player == player and (line.kind == LineKind.SEAT or line.number > start)]
    return {line.seat for line in mine if line.seat is not None}


def sit(row: TableRow, number: int, player: int, at: datetime) -> Change:
    """Give a seat of a running game to this player. A new holder gets the full time, starting now."""
    seat = replace(row.seats[number], vacant=False, freed=False, acted_at=at, computer="")
    if seat.player != player:
        since = at if seat.due_since else None
        seat = replace(seat, player=player, moved=False, due_since=since, absence=None, hours={}, stops=())
    line = NewLine(LineKind.JOIN, number, player)
    return announced_change(row, at, [line], PostKind.SEAT, seats=with_seat(row.seats, seat))


def leave(case: Case, mine: SeatRow) -> Change:
    """Leave the table.

    In a lobby the others move up; in a running game the seat becomes vacant. When the last player leaves, the table
    ends.
    """
    return unseat(case.row, mine, [NewLine(LineKind.LEAVE, mine.seat, mine.player)], case.at)


def leave_if_forgotten(case: Case, who: None) -> Change | None:
    """Remove the first player whose data was deleted and who still has a seat.

    Return None if there is none, or the table has ended.
    """
    gone = next((seat for seat in case.row.seats if seat.person and seat.user_id is None and not seat.vacant), None)
    return None if gone is None or case.row.ended else leave(case, gone)


def unseat(row: TableRow, gone: SeatRow, lines: list[NewLine], at: datetime, *, freed: bool = False) -> Change:
    """Remove a player. In a running game their open votes become void. The table ends if only computers are left.

    ``lines``: the log lines that say why. ``freed``: the seat was freed by others, because its player was away.
    """
    if row.status == TableStatus.RUNNING:
        seats = with_seat(row.seats, replace(gone, vacant=True, freed=freed, computer=""))
        if all(seat.vacant or not seat.person for seat in seats):
            return cancel_change(row, at, lines, seats)
        asked = tuple(one for one in row.votes if one.ended is None and one.player == gone.player)
        withdrawn = tuple(replace(one, ended=at, outcome=VoteOutcome.VOID) for one in asked)
        return replace(announced_change(row, at, lines, PostKind.SEAT, seats=seats), votes=withdrawn)
    others = [seat for seat in row.seats if seat.seat != gone.seat]
    seats = tuple(replace(seat, seat=number) for number, seat in enumerate(others))
    people = [seat for seat in seats if seat.person]
    if not people:
        return cancel_change(row, at, lines)
    host = row.host
    if gone.player == host:
        new = replace(people[0], acted_at=at)  # a new host gets the full time, too
        host = new.player
        seats = tuple(new if seat.seat == new.seat else seat for seat in seats)
        lines = [*lines, NewLine(LineKind.HOST, new.seat, host)]
    # A new host is asked again whether to keep the lobby.
    return replace(
        announced_change(row, at, lines, PostKind.LOBBY, seats=seats, host=host), keeps_open=host != row.host
    )


def take_seat_back(case: Case, mine: SeatRow) -> Change:
    """Take the seat back from the computer at once (P62). Raise AlreadySeated if no computer plays for the player."""
    if not mine.computer:
        raise AlreadySeated(N_("No computer is playing for you."))
    back = replace(mine, computer="", acted_at=case.at, due_since=case.at if mine.due_since else None)
    line = NewLine(LineKind.RETURN, mine.seat, mine.player)
    return quiet_change(case.row, case.at, line, seats=with_seat(case.row.seats, back))


def set_language(case: Case, mine: SeatRow, language: str) -> Change:
    """Change the language of the table's posts. In the lobby only the host may do so, later any player."""
    if language == case.row.language:
        return announced_change(case.row, case.at)
    line = NewLine(LineKind.LANGUAGE, mine.seat, mine.player, language)
    return replace(quiet_change(case.row, case.at, line), language=language)


def note_absence(case: Case, mine: SeatRow, begins: datetime, ends: datetime) -> Change:
    """Log a player's absence at one of their tables and check its timers again (P41)."""
    line = NewLine(LineKind.AWAY, mine.seat, mine.player, f"{int(begins.timestamp())} {int(ends.timestamp())}")
    return replace(note_return(case, mine), lines=(line,))


def note_return(case: Case, mine: SeatRow) -> Change:
    """Recompute the timers of a player's table, if it waits for them, because their absence has begun or ended."""
    next_at = case.at if mine.due_since else mine.next_at
    return quiet_change(case.row, case.at, seats=with_seat(case.row.seats, replace(mine, next_at=next_at)))


def colours_held(row: TableRow) -> dict[int, int]:
    """Return the colour of each seat that has chosen one; in a lobby, also favourites that no one else has."""
    found = {seat.seat: seat.colour for seat in row.seats if seat.colour is not None}
    if row.status == TableStatus.LOBBY:
        for seat in row.seats:
            if seat.colour is None and seat.favourite in COLOUR_NAMES:
                favourite = COLOUR_NAMES.index(seat.favourite)
                if favourite not in found.values():
                    found[seat.seat] = favourite
    return found


def colours_of_all(row: TableRow, known: Mapping[int, int]) -> tuple[int, ...]:
    """Return the colour of each seat: the known one, or the colour with the seat's number, or the first free one."""
    found = dict(known)
    for seat in row.seats:
        if seat.seat not in found:
            taken = found.values()
            found[seat.seat] = next(one for one in (seat.seat, *range(len(COLOUR_NAMES))) if one not in taken)
    return tuple(found[seat.seat] for seat in row.seats)


def choose_colour(case: Case, mine: SeatRow, colour: int | None) -> Change:
    """Choose a colour, or with None go back to the player's favourite or any free colour.

    Raise ColourTaken if another player has it.
    """
    if colour is not None and colour in [one for seat, one in colours_held(case.row).items() if seat != mine.seat]:
        raise ColourTaken(N_("Another player at this table has that colour."))
    return quiet_change(case.row, case.at, seats=with_seat(case.row.seats, replace(mine, colour=colour)))
