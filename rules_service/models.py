"""The records that the rules service returns: frozen, and without secrets of a running game."""

import asyncio
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rules.game import Event
from rules.table import Table
from rules_service.computers import with_computer_sign
from storage import InvitedRow, LineKind, NoticeKind, TableRow, TableStatus, VoteKind


@dataclass(frozen=True)
class Place:
    """The location of a table: a channel or thread, the server (None: a DM), and a thread's parent channel."""

    channel_id: int
    guild_id: int | None = None
    parent_id: int | None = None


def place_of(row: TableRow) -> Place:
    """Return the place of a stored table."""
    return Place(row.channel_id, row.guild_id, row.parent_id)


@dataclass(frozen=True)
class Person:
    """A Discord user who makes a request, with their display name. Acts that look the person up store the name."""

    id: int
    name: str


@dataclass(frozen=True)
class Seat:
    """A seat. In a lobby seats are numbered in order of joining; the seats of the game are assigned at the start.

    Its row holds timer marks and preferences as text; the values here are derived from them at one moment.
    """

    seat: int
    user_id: int | None  # None: vacant, or the person asked to be forgotten
    name: str  # name of the present holder, or the last one
    vacant: bool
    freed: bool  # vacant because its player was away
    due_since: datetime | None  # since when the game has waited for this seat; None: it does not
    late_from: datetime | None  # when the others may go on without the seat; None: the game does not wait for it
    away: bool  # whether the others may go on without it now
    moved: bool = False  # whether its player has ever moved at this table
    extra_time: bool = False  # whether its player has asked for more time this turn
    due_number: int | None = None  # the log line with which the game began to wait for this seat
    away_until: datetime | None = None  # end of the absence that the player entered
    late: bool = False  # whether the others were notified that its player is late
    reminded: datetime | None = None  # time of the last reminder in this turn
    player: int = 0  # storage number of the present holder, or the last one
    left_server: bool = False  # whether its player was found to have left the server this turn
    only_end_left: bool = False  # whether only ending the turn is left; secret to this seat
    colour: int | None = None  # chosen or favourite colour; None: any colour that is left
    computer: str = ""  # level of the computer that plays it now; "": none does
    person: bool = True  # False: a computer's own seat
    ready: bool = True  # in a lobby: whether its player joined or confirmed recently, with these options

    @property
    def shown(self) -> str:
        """Return the display name of the current or last holder, with a sign if a computer plays."""
        return with_computer_sign(self.name) if self.computer else self.name


@dataclass(frozen=True)
class Vote:
    """An open vote: the data of its row with seats instead of players, and the seats that may vote now."""

    number: int  # the log line with which it was opened
    name: str  # a name such as "undo-2" for button IDs; the number of its log line would reveal secret steps
    kind: VoteKind
    what: str
    seat: int | None  # the seat it is about
    by: int | None  # the seat that asks
    closes: datetime | None  # the deadline; None: not known yet
    answers: Mapping[int, bool]  # by seat
    voters: tuple[int, ...]  # the seats whose answer counts


@dataclass(frozen=True)
class TableInfo:
    """A table without its game: players, place and state.

    Its row holds secrets of a running game, options as text, and times; the values here are derived from it at one
    moment.
    """

    id: int
    game: str
    status: TableStatus
    place: Place
    host_id: int | None
    seats: tuple[Seat, ...]
    options: Mapping[str, str]  # options of the game and of the table: see `table_options`
    language: str
    number: int  # number of the last log line; part of button ids
    fingerprint: str  # SHA-256 of the seed in hex, public from the start
    seed: str | None  # only once the game is over
    opened: datetime
    started: datetime | None
    ended: datetime | None
    closer: str = ""  # name of the moderator who ended it
    asleep_since: datetime | None = None  # since when it has been asleep
    paused_until: datetime | None = None  # end of the pause that all agreed on
    sleeps_at: datetime | None = None  # when it will go to sleep by itself, if that is soon
    closes_at: datetime | None = None  # when an inactive lobby will close, if that is soon
    invited: tuple[InvitedRow, ...] = ()  # invitations to the lobby that still hold a seat
    changed: tuple[str, ...] = ()  # options of the lobby that not all players have agreed to yet
    votes: tuple[Vote, ...] = ()  # open votes
    colours: tuple[int, ...] = ()  # each seat's colour, as an index into `membership.COLOUR_NAMES`
    daily: int | None = None  # the day of the challenge whose attempt it is; None: an ordinary table
    # The time until which nothing may be shown that would help others to play the challenge; None: everything may be
    # shown.
    sealed: datetime | None = None

    @property
    def open(self) -> bool:
        """Return whether the table is in its lobby or running."""
        return self.status in (TableStatus.LOBBY, TableStatus.RUNNING)

    @property
    def revealed(self) -> bool:
        """Return whether the game's secrets may be shown, because it and all games with the same seed are over."""
        return self.status == TableStatus.OVER and self.sealed is None

    @property
    def alone(self) -> bool:
        """Return whether one person plays alone, or against computers only."""
        return sum(seat.person for seat in self.seats) == 1

    @property
    def due(self) -> tuple[int, ...]:
        """Return the seats that the game waits for."""
        return tuple(seat.seat for seat in self.seats if seat.due_since is not None)

    @property
    def vacant(self) -> tuple[int, ...]:
        """Return the vacant seats."""
        return tuple(seat.seat for seat in self.seats if seat.vacant)

    def vote_named(self, name: str) -> Vote | None:
        """Return the open vote with this name, or None. Buttons of version 0.3 use the number of its line instead."""
        return next((vote for vote in self.votes if name in (vote.name, str(vote.number))), None)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat this user holds, or None."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id and not seat.vacant), None)


@dataclass(frozen=True)
class Snapshot:
    """A table whose game has started, and the game at one moment. ``table`` is shared: read it, never play on it."""

    info: TableInfo
    table: Table = field(repr=False)
    number: int  # of the log line that `table` has reached
    start: int  # log number of the set-up
    numbers: tuple[int, ...] = field(repr=False)  # log number of each of `table.entries`
    # Log numbers of the lines that are hidden from the snapshot's reader, in order; None: no reader was named.
    unseen: tuple[int, ...] | None = field(default=None, repr=False)
    # The views of seats (None: the public) that were requested so far; shared by all snapshots of one position.
    views: dict[int | None, Any] = field(default_factory=dict, repr=False, compare=False)

    def view(self, seat: int | None) -> Any:
        """Return the seat's view (None: the public's). It is cached: read it, never change it."""
        if seat not in self.views:
            self.views[seat] = self.table.view(seat)
        return self.views[seat]

    @property
    def seen(self) -> int:
        """Return how many lines of the log the reader has seen: the number in the ids of panels and posts."""
        return self.seen_until(self.number)

    def seen_until(self, number: int) -> int:
        """Return how many lines of the log up to this one the reader has seen.

        Counting other lines would reveal steps that were undone in secret or still can be.
        """
        assert self.unseen is not None, "nobody reads it yet"
        return number - bisect_right(self.unseen, number)

    @property
    def last_seen_move(self) -> int:
        """Return the log number of the last move or undo that the reader has seen, or of the set-up."""
        assert self.unseen is not None, "nobody reads it yet"
        return max({self.start, *self.numbers} - set(self.unseen))

    def shows_all_to(self, seen: int) -> bool:
        """Return whether a reader who had seen this many log lines had seen every move that they may see now.

        Lines about people do not change the board.
        """
        return self.seen_until(self.last_seen_move) <= seen <= self.seen

    def read_by(self, seat: int | None) -> "Snapshot":
        """Return the snapshot with the log lines that are hidden from the seat (None: the public) noted as unseen."""
        assert self.unseen is None, "its table may lack moves already"
        unseen = (self.numbers[line - 1] for line in self.table.unseen_lines(seat))
        return replace(self, unseen=tuple(number for number in unseen if number <= self.number))

    async def seen_by(self, seat: int | None) -> "Snapshot":
        """Return the snapshot as the seat (None: the public) may see it, without moves that others can still undo.

        If there are any, the game is replayed without them, in a thread.
        """
        read = self.read_by(seat)
        if not self.table.loose(seat):
            return read
        return replace(read, table=await asyncio.to_thread(self.table.settled, seat), views={})

    def events(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        """Return the events in log lines ``since`` < number <= ``until`` that were not undone and the seat may see.

        Seat None: the public events. The set-up belongs to the line of the start.
        """
        lines = self._lines(since, until)
        return [event for _, events in lines for event in events if event.reader() in (None, seat)]

    def _lines(self, since: int, until: int | None) -> list[tuple[int, list[Event]]]:
        """Return the turn and the events of each of these lines that is still in effect. The set-up has turn 0."""
        lines = [(self.start, 0, self.table.opening)]
        lines += [(self.numbers[step.number - 1], step.turn, step.events) for step in self.table.steps]
        return [(turn, some) for at, turn, some in lines if since < at and (until is None or at <= until)]

    def only_moves(self, since: int) -> bool:
        """Return whether all log lines after ``since`` are moves and players' own undos, not about people or votes."""
        later = [entry for number, entry in zip(self.numbers, self.table.entries, strict=True) if number > since]
        return len(later) == self.info.number - since and all(entry.back is None for entry in later)

    def turns(self, since: int, until: int) -> list[tuple[int, list[Event]]]:
        """Return the number and public events of each turn with moves in log lines ``since`` < number <= ``until``.

        Events before the first turn, such as the set-up, have turn 0.
        """
        found: dict[int, list[Event]] = {}
        for turn, events in self._lines(since, until):
            found.setdefault(turn, []).extend(event for event in events if event.reader() is None)
        return list(found.items())


@dataclass(frozen=True)
class LogLine:
    """A log line about people at the table or an undo by vote, or a reminder or nudge sent to a player."""

    number: int
    kind: LineKind | NoticeKind
    seat: int | None
    name: str  # name of the player who did it
    text: str
    at: datetime


@dataclass(frozen=True)
class Outcome:
    """The result of a move or undo. ``duplicate``: it had been carried out before, so nothing changed now."""

    snapshot: Snapshot  # as the mover may see it
    seat: int
    events: tuple[Event, ...] = field(default=(), repr=False)  # the events that the mover may see
    public: tuple[Event, ...] = ()  # the public events
    crossed_barrier: bool = False  # earlier moves can no longer be undone
    turn_over: bool = False  # the game no longer waits for the mover
    announced: bool = False  # it will be posted in the channel
    duplicate: bool = False

    @property
    def number(self) -> int:
        """Return the new log number."""
        return self.snapshot.number


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a stored game and its seed; ``why``: the problem if it is not ``ok``."""

    table_id: int
    ok: bool
    moves: int  # moves that everyone can see
    why: str = ""
