"""What the rules service answers with: plain frozen records that hold no secret of a running game."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from rules.game import Event
from rules.table import Table
from rules_service.computers import signed

Status = Literal["lobby", "running", "over", "cancelled"]
PASSED, FAILED, VOID = "passed", "failed", "void"  # what became of a question


@dataclass(frozen=True)
class Place:
    """Where a table lives: a channel or thread, its parent channel if it is a thread, and its guild (None: private)."""

    channel_id: int
    guild_id: int | None = None
    parent_id: int | None = None


@dataclass(frozen=True)
class Person:
    """Who asks: a Discord user and the name shown for them. Joining renews the stored name."""

    id: int
    name: str


@dataclass(frozen=True)
class Seat:
    """A seat. In the lobby seats are numbered in the order of joining; the start draws the seats of the game."""

    seat: int
    user_id: int | None  # None: vacant, or the person asked to be forgotten
    name: str  # of who sits there, or sat there last
    vacant: bool
    freed: bool  # vacant because its player was away
    due_since: datetime | None  # since when the game has waited for this seat; None: it does not
    late_from: datetime | None  # from when the others may do without it; None: the table does not wait for it
    away: bool  # whether they may now
    moved: bool = False  # whether they have ever moved at this table
    more: bool = False  # whether they have asked for more time in this turn
    due_number: int | None = None  # the line of the log with which the game began to wait for this seat
    away_until: datetime | None = None  # until when they are away, as they have said
    late: bool = False  # whether the others were told that they may do without it
    reminded: datetime | None = None  # when they were last reminded in this turn
    player: int = 0  # the storage's own number of who sits there, or sat there last
    gone: bool = False  # whether they were seen to have left the server, in this turn
    ending: bool = False  # whether nothing is left of their turn but to end it; only they may know
    colour: int | None = None  # that they have, by choice or as their favourite; None: what is left
    computer: str = ""  # the level of the computer player that plays it now; "": none does
    person: bool = True  # False: it is a computer player's own
    ready: bool = True  # before the game: whether they have joined or said so not long ago, and to these options

    @property
    def shown(self) -> str:
        """What it is called: the name of who sits there, or sat there last, with a sign if a computer plays."""
        return signed(self.name) if self.computer else self.name


@dataclass(frozen=True)
class Ask:
    """A question that waits for answers."""

    number: int  # of the line with which it was asked
    kind: str
    what: str
    seat: int | None  # whom it is about
    by: int | None  # the seat of who asks
    closes: datetime | None  # when it is decided at the latest; None: that is not known yet
    said: Mapping[int, bool]  # the answers, by seat
    asked: tuple[int, ...]  # the seats whose answer counts


@dataclass(frozen=True)
class Invited:
    """Somebody for whom a seat of a lobby is held."""

    player: int  # the storage's own number
    user_id: int | None
    name: str
    until: datetime


@dataclass(frozen=True)
class TableInfo:
    """A table without its game: who, where, how far."""

    id: int
    game: str
    status: Status
    place: Place
    host_id: int | None
    seats: tuple[Seat, ...]
    options: Mapping[str, str]  # of the game, and the table's own: see `table_options`
    language: str
    number: int  # of the last line of the log; goes into buttons
    fingerprint: str  # SHA-256 of the seed in hex, public from the beginning
    seed: str | None  # only when the game is over
    opened: datetime
    started: datetime | None
    ended: datetime | None
    closer: str = ""  # the name of the moderator who ended it
    asleep: datetime | None = None  # since when it sleeps
    rests_until: datetime | None = None  # until when all have agreed that nobody is awaited
    sleeps_at: datetime | None = None  # when it will by itself, if that is near
    closes_at: datetime | None = None  # when a lobby does in which nothing happens, if that is near
    invited: tuple[Invited, ...] = ()  # to the lobby
    changed: tuple[str, ...] = ()  # options of the lobby to which not everybody there has agreed yet
    asks: tuple[Ask, ...] = ()  # that wait for answers
    colours: tuple[int, ...] = ()  # which one each seat has, in the order of `colours.COLOURS`

    @property
    def open(self) -> bool:
        """Whether the table is in its lobby or running."""
        return self.status in ("lobby", "running")

    @property
    def alone(self) -> bool:
        """Whether one person plays alone, or against computers only."""
        return sum(seat.person for seat in self.seats) == 1

    @property
    def due(self) -> tuple[int, ...]:
        """The seats for which the game waits."""
        return tuple(seat.seat for seat in self.seats if seat.due_since is not None)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that nobody holds."""
        return tuple(seat.seat for seat in self.seats if seat.vacant)

    def seat_of(self, user_id: int) -> int | None:
        """The seat this user holds, or None."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id and not seat.vacant), None)


@dataclass(frozen=True)
class Snapshot:
    """A table whose game has begun, and that game at one moment. ``table`` is shared: read it, never play on it."""

    info: TableInfo
    table: Table = field(repr=False)
    number: int  # of the log line up to which `table` has come
    start: int  # the log number of the set-up
    numbers: tuple[int, ...] = field(repr=False)  # the log number of each of `table.entries`
    _views: dict[int | None, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def view(self, seat: int | None) -> Any:
        """What the seat, or with None the public, may see. It is worked out once: read it, never change it."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    async def seen_by(self, seat: int | None) -> "Snapshot":
        """The same as the seat, or with None the public, may see it: what others may still take back is not done.

        Where there is any the game is replayed without it, in a thread.
        """
        if not self.table.is_loose(seat):
            return self
        return replace(self, table=await asyncio.to_thread(self.table.settled, seat))

    def events(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        """What has happened in log lines ``since`` < number <= ``until`` and stands, as far as the seat may read it.

        With seat None: what is public. The set-up belongs to the start's line.
        """
        lines = [(self.start, self.table.opening)]
        lines += [(self.numbers[step.number - 1], step.events) for step in self.table.steps]
        return [
            event
            for number, events in lines
            if since < number and (until is None or number <= until)
            for event in events
            if event.reader() in (None, seat)
        ]

    def turns(self, since: int, until: int) -> list[tuple[int, list[Event]]]:
        """Return the turns with something public in log lines ``since`` < number <= ``until``: number and events.

        What comes before the first turn is 0; the set-up belongs to it.
        """
        found: dict[int, list[Event]] = {0: list(self.table.opening)} if since < self.start <= until else {}
        for step in self.table.steps:
            if since < self.numbers[step.number - 1] <= until:
                found.setdefault(step.turn, []).extend(step.events)
        return [(turn, [event for event in events if event.reader() is None]) for turn, events in found.items()]


@dataclass(frozen=True)
class LogLine:
    """A line of a table's log about its people: see `loaded` for the kinds and their texts."""

    number: int
    kind: str
    seat: int | None
    name: str  # of who did it
    text: str
    at: datetime


@dataclass(frozen=True)
class Outcome:
    """What a move or undo has done. When ``duplicate``, it had been done before and nothing changed now."""

    snapshot: Snapshot  # as the mover may see it
    seat: int
    events: tuple[Event, ...] = field(default=(), repr=False)  # what the mover may read of it
    public: tuple[Event, ...] = ()  # what everybody may read of it
    crossed_barrier: bool = False  # nothing before this can be taken back
    turn_over: bool = False  # the game does not wait for the mover any more
    announced: bool = False  # the channel will hear of it
    duplicate: bool = False

    @property
    def number(self) -> int:
        """The new log number."""
        return self.snapshot.number


@dataclass(frozen=True)
class Verdict:
    """Whether a stored game replays to its digests and its seed to its fingerprint; ``why`` not, if not."""

    table_id: int
    ok: bool
    moves: int  # that everybody can see
    why: str = ""
