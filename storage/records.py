"""The frozen records that are passed to and returned by the storage, and the stored form of times."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec

from storage.engine import UnreadableRow
from storage.kinds import LineKind, NoticeKind, PostKind, ReviewEnd, StopReason, TableStatus, VoteKind, VoteOutcome

Record = TypeVar("Record")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)  # times are stored as whole milliseconds since the epoch, in UTC


def stamp(moment: datetime) -> int:
    """Return the stored form of an aware moment. Raise TypeError for a naive one."""
    return (moment - EPOCH) // MILLISECOND


def moment(stamp: int) -> datetime:
    """Return the moment of a stored time, in UTC. Raise UnreadableRow if there is no such moment."""
    try:
        return EPOCH + stamp * MILLISECOND
    except (TypeError, OverflowError):
        raise UnreadableRow from None


def maybe_moment(stamp: int | None) -> datetime | None:
    """Return the moment of a stored time, or None for None."""
    return None if stamp is None else moment(stamp)


@dataclass(frozen=True)
class Absence:
    """A period of absence, as the person announced it."""

    begins: datetime
    ends: datetime
    computer: bool  # whether a computer plays for them during the absence


@dataclass(frozen=True)
class Stop:
    """A period in which timers stop. ``away``: because of an absence.

    The pace limits how long absences stop a timer.
    """

    begins: datetime
    ends: datetime
    away: bool = False


@dataclass(frozen=True)
class StoredSeat:
    """The stored fields of a seat and its holder. ``player`` stays when the holder leaves, to show the name."""

    seat: int
    player: int  # the storage's ID
    vacant: bool = False
    freed: bool = False  # vacant by a vote of the others
    due_since: datetime | None = None
    acted_at: datetime | None = None  # the player's last action at the table
    moved: bool = False  # whether this player has ever moved at the table
    due_number: int | None = None  # the line with which the wait began; None: the game does not wait for the seat
    next_at: datetime | None = None  # when the wait is checked next
    second_reminder_at: datetime | None = None  # when the last reminder of the wait was sent
    extra_time: bool = False  # whether they have asked for more time in this wait
    only_end_left: bool = False  # whether only ending the turn is left
    late_since: datetime | None = None  # since when the player has been late
    final_warning_at: datetime | None = None  # when they were notified of a vote to go on without them
    presence_count: int = 0  # how often they said "I'm here" in this wait
    left_server_at: datetime | None = None  # when they were found in this wait to have left the server
    pace: str = ""  # the pace of the present wait, if it differs from the table's
    colour: int | None = None  # the colour they chose
    computer: str = ""  # level of the computer that plays the seat; "": its holder plays


@dataclass(frozen=True)
class SeatRow(StoredSeat):
    """A seat, joined with related data. Writing it changes only the fields of `StoredSeat`."""

    reminded: datetime | None = None  # time of the last reminder in this wait
    absence: Absence | None = None  # the holder's present or last absence
    stops: tuple[Stop, ...] = ()  # the periods in which the wait stops
    hours: Mapping[str, str] = field(default_factory=dict)  # the holder's preferences for quiet hours
    favourite: str = ""  # the holder's preferred colour, in a lobby
    user_id: int | None = None  # None: the person asked to be forgotten
    name: str = ""
    person: bool = True  # False: the holder is a computer player
    # Whether they have prepared moves of their next turn; others must not know.
    planned: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class VoteRow:
    """A vote among the players of a table."""

    number: int  # the log line with which it was opened
    kind: VoteKind
    what: str  # the content, in the caller's own format
    seat: int | None  # the seat it is about
    player: int  # the player who asks
    opened: datetime
    closes: datetime | None  # the deadline; None: not known yet
    ended: datetime | None = None
    outcome: VoteOutcome = VoteOutcome.OPEN
    answers: Mapping[int, bool] = field(default_factory=dict)  # by player


@dataclass(frozen=True)
class InvitedRow:
    """A person who was invited to a table before its start."""

    player: int
    until: datetime  # the seat is held until then
    user_id: int | None
    name: str


@dataclass(frozen=True)
class TableRow:
    """A stored table, with its seats, votes and invitations."""

    id: int
    game: str
    status: TableStatus
    channel_id: int
    guild_id: int | None
    parent_id: int | None
    host: int  # a player
    seed: str = field(repr=False)
    fingerprint: str
    options: str  # text in the caller's own format
    language: str
    number: int  # the number of the last log line
    played: int  # the number of the last line that changed the position; 0: none
    announced_until: int  # the line up to which whole turns were announced; 0: none
    opened: datetime
    started: datetime | None
    ended: datetime | None
    closer: str | None  # name of the person without a seat who ended it
    next_at: datetime | None  # when the table itself is checked next
    asleep_since: datetime | None  # since when it has been asleep
    paused_until: datetime | None  # end of the present or last pause
    kept_open_at: datetime | None  # when the time until it sleeps was last restarted
    sleep_warned_at: datetime | None  # when its players were last warned that it will sleep
    votes: tuple[VoteRow, ...]  # all votes so far, in order
    invited: tuple[InvitedRow, ...]  # invitations to the lobby
    changed: tuple[str, ...]  # options of a lobby that were changed after a player last agreed
    seats: tuple[SeatRow, ...]
    daily: int | None = None  # the day of the challenge whose attempt it is (from 1970); None: an ordinary table


@dataclass(frozen=True)
class NewLine:
    """A new line for a table's log."""

    kind: LineKind
    seat: int | None = None
    player: int | None = None
    text: str = ""
    digest: str = ""  # the digest of the position after the line, if the line changed it
    joined: bool = False  # a move that was made at once with the one of the line before


@dataclass(frozen=True)
class LogRow:
    """A line of a table's log."""

    number: int
    kind: LineKind
    seat: int | None
    player: int | None
    user_id: int | None
    name: str
    at: datetime
    text: str
    digest: str
    person: bool = True  # False: a computer player did it
    joined: bool = False


@dataclass(frozen=True)
class NewNotice:
    """A new notification, stored only once for each player, kind, table, seat, number and count."""

    player: int
    kind: NoticeKind
    not_before: datetime
    table_id: int | None = None  # None: the notification is about all of the person's tables
    seat: int | None = None
    number: int = 0  # the line with which a wait began, or what the kind counts by
    count: int = 0  # running number among those of its kind
    by: int | None = None  # the player who caused it


@dataclass(frozen=True)
class StoredTable:
    """The stored fields of a new table."""

    game: str
    channel_id: int
    guild_id: int | None
    parent_id: int | None
    host: int  # a player
    seed: str = field(repr=False)
    fingerprint: str
    options: str
    language: str
    next_at: datetime | None = None  # when it is checked next
    # The day of the challenge whose attempt it is (from 1970); None: an ordinary table.
    daily: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class NewTable(StoredTable):
    """A new table to be opened."""

    beside: tuple[SeatRow, ...] = ()  # players who have seats with the host from the start
    lines: tuple[NewLine, ...] = ()  # log lines after those of the seats
    invited: tuple[tuple[int, datetime], ...] = ()  # players, and until when a seat is held
    notices: tuple[NewNotice, ...] = ()  # notifications about it, without its id


@dataclass(frozen=True)
class PlanRow:
    """A player's plan for their next turn at a table."""

    player: int
    moves: tuple[str, ...] = ()  # the moves in notation
    number: int = 0  # the number of log lines when the plan was last changed
    revision: int = 0  # how often it was changed
    wait: int | None = None  # ms from the beginning of the turn until it is played by itself; None: it is not
    fallbacks: tuple[tuple[str, ...], ...] = ()  # the moves of each fallback, in the order in which they are tried

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """Return the moves of the plan and of each fallback, or () if the plan has no moves."""
        return (self.moves, *self.fallbacks) if self.moves else ()


@dataclass(frozen=True)
class Change:
    """All changes of one action at a table, stored atomically.

    Except in `next_at`, the values None, "" and () change nothing.
    """

    table_id: int
    after: int  # the last log line that the action was based on
    at: datetime
    lines: tuple[NewLine, ...]
    status: TableStatus | None = None
    options: str = ""
    language: str = ""
    host: int | None = None
    seats: tuple[SeatRow, ...] | None = None
    closer: int | None = None  # a player
    place: tuple[int, int | None, int | None] | None = None  # channel, guild and parent that the table moves to
    next_at: datetime | None = None  # when the table itself is checked next; always stored
    asleep: bool | None = None  # put to sleep, or woken
    paused_until: datetime | None = None  # end of a pause that starts now
    keeps_open: bool = False  # the time until it sleeps restarts now
    warns_of_sleep: bool = False  # its players are now warned that it will sleep
    votes: tuple[VoteRow, ...] = ()  # new or changed votes
    invited: tuple[tuple[int, datetime], ...] = ()  # players, and until when a seat is held
    notices: tuple[NewNotice, ...] = ()  # new notifications
    redraw: bool = False  # the live post has to be updated
    announce: PostKind | None = None  # the kind of announcement to post in the channel
    since: int = 0  # the announcement is about the lines after this one
    shows_whole_turns: bool = False  # the next announcement starts after this one
    successor: NewTable | None = None  # a table that is opened in place of this one, which ends
    plan: PlanRow | None = None  # the plan that was played, which must not have changed since it was read
    plans_over: tuple[int, ...] = ()  # players whose plan ends: their turn is over, or they lost the seat
    interaction: int | None = None
    rounds: tuple[int, ...] = ()  # the result of a finished challenge: the points after each round
    turn: tuple[str, ...] = ()  # the moves of a challenge that is a turn, once it has been played


@dataclass(frozen=True)
class Announcement:
    """A pending announcement of a table's log lines after ``since``, up to ``number``."""

    id: int
    table_id: int
    number: int
    since: int
    kind: PostKind
    nonce: str  # 16 hex digits, for Discord's check against duplicate posts
    created: datetime
    attempts: int  # how often it was tried
    tried: datetime | None  # since when a post may exist, because it was sent without an answer; None: none can exist
    channel_id: int  # the table's present channel


@dataclass(frozen=True)
class Claim:
    """A table's announcements that only this process may post until ``until``."""

    table_id: int
    until: datetime
    waiting: tuple[Announcement, ...]  # announcements for the next post
    held: tuple[Announcement, ...]  # announcements that follow, and wait if it fails

    @property
    def tried(self) -> datetime | None:
        """Return since when a post of its announcements may exist unconfirmed, or None if none can exist."""
        return self.waiting[0].tried


@dataclass(frozen=True)
class Post:
    """A message that the bot has posted for a table."""

    message_id: int
    table_id: int
    channel_id: int
    number: int  # the log number it was made for
    kind: PostKind
    live: bool  # its buttons are still there
    since: int = 0  # it is about the lines after this one
    body: str = ""  # its content without buttons, in the caller's own format


@dataclass(frozen=True)
class DeliveredState:
    """How much of a table's log its channel should have shown, the pings, the last post, and the outages since then.

    A line number is 0 if there is no such line. Lines after ``turns`` belong to the turn in progress.
    """

    turns: int  # the last line of the whole turns it should have shown
    until: int  # the last line of the game it should have shown
    pinged: frozenset[tuple[int, int]]  # the waits for which a post has pinged the seat: seat and line
    post: Post | None  # its last message with buttons
    outages: tuple[tuple[datetime, datetime], ...]  # outages since its last post, in order


@dataclass(frozen=True)
class Contents:
    """The amount of data in a database, for a host who has restored it."""

    tables: Mapping[str, int]  # by state
    people: int
    lines: int  # the number of lines of all logs
    last_line: datetime | None


@dataclass(frozen=True)
class Health:
    """The state of the stored tables, and of the work that waits."""

    tables: Mapping[str, int]  # by state; sleeping tables count as a separate state
    announcement: datetime | None  # time of the oldest unposted announcement
    notice: datetime | None  # due time of the oldest overdue notification
    notices: Mapping[str, int]  # notifications of the last day, by outcome


@dataclass(frozen=True)
class SearchEntry:
    """A person looking for players of a game on a server."""

    player: int
    user_id: int | None
    name: str
    game: str
    counts: tuple[int, ...]  # the numbers of players that suit them, including themselves
    pace: str
    until: datetime


@dataclass(frozen=True)
class ListRow:
    """A server's post that lists its open tables and the people looking for players."""

    guild_id: int
    channel_id: int
    message_id: int | None  # None: it is not posted yet
    language: str
    nonce: str  # 16 hex digits, for Discord's check against duplicate posts
    shown: str  # a digest of what it shows


@dataclass(frozen=True)
class Counts:
    """How many lobbies and seats a person has, and how many open tables a server has. Sleeping tables don't count."""

    lobbies: int  # lobbies hosted by the person on the server
    seats: int  # seats held by the person on all servers
    tables: int  # open tables of the server


@dataclass(frozen=True)
class ResultRow:
    """The result of a seat in a finished game."""

    seat: int
    points: int
    place: int  # counted from 1
    answers: tuple[int, ...]  # seconds that each answer took


@dataclass(frozen=True)
class ResultsRow:
    """The result of a player who held one seat from start to finish, with facts about the game."""

    table_id: int
    ended: datetime
    game: str
    guild_id: int | None
    people: int  # players, including computers
    computers: int  # computer players among them
    points: int
    place: int
    answers: tuple[int, ...]  # seconds that each answer took


@dataclass(frozen=True)
class ChainRow:
    """A chain of seeds of challenges. Each link is the hash of the next one, so the anchor fixes all of them."""

    first: int  # the chain's first and last day, counted from 1970
    last: int
    root: str = field(repr=False)  # the link of the last day
    anchor: str  # the hash of the first day's link


@dataclass(frozen=True)
class DailyRow:
    """The challenge of a day."""

    day: int  # counted from 1970, in UTC
    kind: str
    fingerprint: str  # the fingerprint of the game's seed
    opening: str  # the digest of the position in which everybody starts
    par: int | None = None  # points of the strong computer, or of the best turn known; None: not known
    rounds: tuple[int, ...] = ()  # its points after each round
    # The moves before a challenge that is a turn, and the best turn known, as JSON; "": a game alone.
    turn: str = field(default="", repr=False)


@dataclass(frozen=True)
class AttemptRow:
    """A person's attempt at a challenge. Each person has only one at each challenge."""

    day: int
    player: int
    table_id: int | None  # None: it was deleted
    started: datetime
    ended: datetime | None
    points: int | None  # None: not finished, or a turn that is not judged yet
    rounds: tuple[int, ...]  # points after each round
    moves: tuple[str, ...]  # of a turn that was played
    user_id: int | None
    name: str


@dataclass(frozen=True)
class ServerResultRow:
    """A person's result in a finished game on a server."""

    table_id: int
    game: str
    player: int  # the id of our own
    name: str
    points: int
    place: int


@dataclass(frozen=True)
class ReviewRow:
    """The review of a finished game."""

    table_id: int
    judged: str  # the judgements of its stretches so far, as JSON
    done: datetime | None  # when it ended; None: it is in progress
    nonce: str  # of its post
    message_id: int | None  # of its post
    tried: datetime | None  # when its post was sent without an answer from Discord
    untold: ReviewEnd  # the kind of end that the review's post doesn't show yet
    asked_by: int | None  # the user to name in the post; None: it has been posted, or the user is forgotten

    @property
    def finished(self) -> bool:
        """Return whether the whole game is judged."""
        return self.done is not None and self.untold in (ReviewEnd.TOLD, ReviewEnd.FINISHED)


@dataclass(frozen=True)
class SeatLoss:
    """The cost of a seat's decisions in a reviewed game: shares of the win or, in a solo game, points."""

    seat: int
    turns: int
    loss: float


@dataclass(frozen=True)
class Notice:
    """A stored notification."""

    id: int
    player: int
    kind: NoticeKind
    not_before: datetime
    table_id: int | None
    seat: int | None
    number: int
    count: int
    by: int | None
    nonce: str  # 16 hex digits, for Discord's check against duplicate posts
    begun: datetime | None  # when sending was first tried
    channel_id: int | None  # the channel of its message; None: no message
    message_id: int | None


@dataclass(frozen=True)
class TableNotice:
    """A sent or pending notification about a table."""

    kind: NoticeKind
    seat: int | None
    number: int
    at: datetime
    by: str  # name of the player who caused it, or ""
    name: str  # name of the recipient
    sent: bool  # False: it is still waiting


# Rows as records.


def read_absence(text: str) -> Absence | None:
    """Return the absence in a JSON array of its start, its end, and whether a computer may play, or None for null."""
    found = msgspec.json.decode(text, type=tuple[int, int, int] | None)
    return None if found is None else Absence(moment(found[0]), moment(found[1]), bool(found[2]))


def read_stops(text: str) -> tuple[Stop, ...]:
    """Return the stops in a JSON array, each an array of its start, its end and its reason."""
    found = msgspec.json.decode(text, type=list[tuple[int, int, str]])
    return tuple(Stop(moment(begins), moment(ends), why == StopReason.AWAY) for begins, ends, why in found)


# How to convert values that rows have in another form than the fields.
STORED_FORMS: Mapping[Any, Callable[[Any], Any]] = {
    bool: bool,
    datetime: moment,
    datetime | None: maybe_moment,
    tuple[int, ...]: msgspec.json.decode,
    tuple[str, ...]: msgspec.json.decode,
    tuple[tuple[str, ...], ...]: msgspec.json.decode,
    Mapping[str, str]: msgspec.json.decode,
    Absence | None: read_absence,
    tuple[Stop, ...]: read_stops,
}


@cache
def forms_of(record: type[Any], prefix: str) -> list[tuple[str, str, Callable[[Any], Any] | None]]:
    """Return each field with its column and the function that converts the stored value (None: none is needed)."""
    return [(name, prefix + name, STORED_FORMS.get(kind)) for name, kind in get_type_hints(record).items()]


def reader(record: type[Record], prefix: str = "") -> Callable[[Mapping[str, Any]], Record]:
    """Return a function that converts a row into this record, whose field names are those of the columns.

    ``prefix`` is put before the names. The function raises UnreadableRow if a value can't be converted.
    """
    forms = forms_of(record, prefix)  # type: ignore[arg-type] # mypy takes no type for hashable

    def read(row: Mapping[str, Any]) -> Record:
        try:
            values = {name: form(row[column]) if form else row[column] for name, column, form in forms}
            return msgspec.convert(values, record)
        except (msgspec.MsgspecError, UnicodeError, TypeError):
            raise UnreadableRow from None

    return read


def records(record: type[Record]) -> Callable[[Iterable[Mapping[str, Any]]], list[Record]]:
    """Return a function that converts rows into a list of these records."""
    read = reader(record)
    return lambda rows: [read(row) for row in rows]
