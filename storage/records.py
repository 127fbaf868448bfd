"""What goes into the storage and comes out of it: plain frozen records, and times as the file holds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import UnionType
from typing import Any, TypeVar, get_type_hints

from storage.engine import Unstorable

Record = TypeVar("Record")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)  # the file holds whole ones since then, in UTC
KINDS: dict[type[Any], list[tuple[str, type[Any] | UnionType]]] = {}  # of the fields of each record


class UnreadableRow(Exception):
    """A stored row holds what it cannot hold: the file is damaged."""


def whole(record: Record) -> Record:
    """The record that was read, if each of its values is of the kind it should be. Raises UnreadableRow."""
    kinds = KINDS.get(type(record))
    if kinds is None:
        hints = get_type_hints(type(record)).items()
        # What is put together of other records was looked at before.
        kinds = KINDS[type(record)] = [(name, kind) for name, kind in hints if isinstance(kind, type | UnionType)]
    values = vars(record)
    for name, kind in kinds:  # of each row that is read: `all` takes half as long again
        if not isinstance(values[name], kind):
            raise UnreadableRow
    return record


def storable(*texts: str) -> None:
    """Raises Unstorable: one of these cannot be held by every database."""
    if "\0" in "".join(texts):
        raise Unstorable("a text contains a NUL")


def stamp(moment: datetime) -> int:
    """The stored form of an aware moment. Raises TypeError for a naive one."""
    return (moment - EPOCH) // MILLISECOND


def moment(stamp: int) -> datetime:
    """The moment of a stored time, in UTC. Raises UnreadableRow: there is no such moment."""
    try:
        return EPOCH + stamp * MILLISECOND
    except (TypeError, OverflowError):
        raise UnreadableRow from None


def maybe_stamp(moment: datetime | None) -> int | None:
    """As `stamp`; None stays None."""
    return None if moment is None else stamp(moment)


def maybe_moment(stamp: int | None) -> datetime | None:
    """As `moment`; None stays None."""
    return None if stamp is None else moment(stamp)


@dataclass(frozen=True)
class SeatRow:
    """A seat and who holds it; ``player`` stays after they left, so that their name can be shown."""

    seat: int
    player: int  # the storage's own id of a person
    vacant: bool = False
    freed: bool = False  # vacant because the others wanted it so
    due_since: datetime | None = None
    acted: datetime | None = None  # when this player last did something at the table
    moved: bool = False  # whether this player has ever moved at the table
    due_number: int | None = None  # with which line the wait began; None: nothing is awaited of the seat
    next_at: datetime | None = None  # when something is to be done about the wait
    warned: datetime | None = None  # when the last reminder of the wait was sent
    more: bool = False  # whether they have asked for more time in this wait
    ending: bool = False  # whether nothing is left of the turn but to end it
    late: datetime | None = None  # since when who is awaited is late
    final: datetime | None = None  # when they were told that the others ask to do without them
    heres: int = 0  # how often they have said in this wait that they are there
    gone: datetime | None = None  # when it was seen in this wait that they have left the server
    pace: str = ""  # of the present wait, where it is another one than the table has now
    colour: int | None = None  # that they have chosen
    computer: str = ""  # the level of the computer player that plays the seat; "": whoever holds it does
    reminded: datetime | None = None  # read only: when they were last reminded in this wait
    aways: str = ""  # read only: JSON of when they are away, or were last: from, until, whether a computer plays then
    stops: str = ""  # read only: JSON of the times for which the wait stands still: from, until, why
    hours: str = ""  # read only: JSON of their preferences about quiet hours
    favourite: str = ""  # read only, in a lobby: their preference of a colour
    user_id: int | None = None  # read only; None: the person asked to be forgotten
    name: str = ""  # read only
    person: bool = True  # read only; False: who holds it is a computer player


@dataclass(frozen=True)
class AskRow:
    """A question to those who sit at a table."""

    number: int  # of the line with which it was asked
    kind: str
    what: str  # is asked, in the caller's own words
    seat: int | None  # whom it is about
    player: int  # who asks
    opened: datetime
    closes: datetime | None  # when it is decided at the latest; None: that is not known yet
    ended: datetime | None = None
    outcome: str = ""
    answers: Mapping[int, bool] = field(default_factory=dict)  # by player


@dataclass(frozen=True)
class InvitedRow:
    """Somebody who was invited to a table before its start."""

    player: int
    until: datetime  # a seat is held for them
    user_id: int | None
    name: str


@dataclass(frozen=True)
class TableRow:
    """A table as stored, with its seats in order."""

    id: int
    game: str
    status: str  # "lobby", "running", "over", "cancelled"
    channel_id: int
    guild_id: int | None
    parent_id: int | None
    host: int  # a player
    seed: str = field(repr=False)
    fingerprint: str
    options: str  # text of the caller's own making
    language: str
    number: int  # of the last line of the log
    played: int  # of the last line that changed the position; 0: none
    told: int  # up to which line whole turns were announced; 0: the game was not
    opened: datetime
    started: datetime | None
    ended: datetime | None
    closer: str | None  # the name of who ended it without sitting at it
    next_at: datetime | None  # when something is to be done about the table itself
    asleep: datetime | None  # since when it sleeps
    rests: datetime | None  # until when its waits stand still, or stood the last time
    kept: datetime | None  # from when on the time until it sleeps counts anew
    drowsy: datetime | None  # when its people were last told that it will sleep
    asks: tuple[AskRow, ...]  # every question there was, in order
    invited: tuple[InvitedRow, ...]  # to the lobby
    changed: tuple[str, ...]  # options of a lobby that were changed since somebody there has agreed to them
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True)
class NewLine:
    """A line to be added to a table's log."""

    kind: str
    seat: int | None = None
    player: int | None = None
    text: str = ""
    digest: str = ""  # of the position after it, if it changed the position


@dataclass(frozen=True)
class LogRow:
    """A line of a table's log."""

    number: int
    kind: str
    seat: int | None
    player: int | None
    user_id: int | None
    name: str
    at: datetime
    text: str
    digest: str
    person: bool = True  # False: a computer player did it


@dataclass(frozen=True)
class NewNotice:
    """Something to be told to somebody, once for each kind, table, seat, number and count."""

    player: int
    kind: str
    not_before: datetime
    table_id: int | None = None  # None: it is about all their tables
    seat: int | None = None
    number: int = 0  # of the line with which a wait began; else what the kind counts by
    count: int = 0  # the how manieth of its kind
    by: int | None = None  # the player who wanted it to be sent


@dataclass(frozen=True)
class NewTable:
    """A table to be opened."""

    game: str
    channel_id: int
    guild_id: int | None
    parent_id: int | None
    host: int  # a player
    seed: str = field(repr=False)
    fingerprint: str
    options: str
    language: str
    next_at: datetime | None = None  # when it is seen to
    beside: tuple[SeatRow, ...] = ()  # who sits there with the host from the beginning
    lines: tuple[NewLine, ...] = ()  # of its log, after those of who sits there
    invited: tuple[tuple[int, datetime], ...] = ()  # players for whom a seat is held until then
    notices: tuple[NewNotice, ...] = ()  # what people are to be told of it; its number is put in


@dataclass(frozen=True)
class Change:
    """Everything that one action changes at a table; stored whole or not at all. None and "": stays as it is."""

    table_id: int
    after: int  # the number of the last line the action was decided on
    at: datetime
    lines: tuple[NewLine, ...]
    status: str = ""
    options: str = ""
    language: str = ""
    host: int | None = None
    seats: tuple[SeatRow, ...] | None = None
    closer: int | None = None  # a player
    place: tuple[int, int | None, int | None] | None = None  # channel, guild, parent: where the table goes
    next_at: datetime | None = None  # when something is next to be done about the table itself, always as it says
    asleep: bool | None = None  # from now on, or no more
    rest: datetime | None = None  # until when its waits stand still from now on
    kept: bool = False  # the time until it sleeps counts anew from now on
    drowsy: bool = False  # its people are told now that it will sleep
    asks: tuple[AskRow, ...] = ()  # those that are new or have changed
    invited: tuple[tuple[int, datetime], ...] = ()  # players for whom a seat is held until then
    notices: tuple[NewNotice, ...] = ()  # what people are to be told
    redraw: bool = False  # the live post is to show how things stand now
    announce: str = ""  # the kind of announcement the channel must hear, if any
    since: int = 0  # the announcement tells of the lines after this one
    told: bool = False  # the announcement tells of whole turns, and the next one of what comes after
    successor: NewTable | None = None  # a table that is opened in the place of this one, which ends
    interaction: int | None = None


@dataclass(frozen=True)
class Announcement:
    """Something a channel must still hear: lines ``since`` < number <= ``number`` of a table's log."""

    id: int
    table_id: int
    number: int
    since: int
    kind: str  # "lobby", "start", "turn", "reveal", "over", "seat", "vote", "cancel"
    nonce: str  # 16 letters, for Discord's check against posting twice
    created: datetime
    attempts: int  # how often it has failed
    tried: datetime | None  # when a post of it was last sent without an answer; None: none can be there
    channel_id: int  # where the table is now


@dataclass(frozen=True)
class Claim:
    """What one process, and no other until then, tells the channel of a table."""

    table_id: int
    until: datetime
    waiting: tuple[Announcement, ...]  # what is told with one post
    held: tuple[Announcement, ...]  # what waits behind that if it fails


@dataclass(frozen=True)
class Told:
    """What the channel of a table has to have heard of its game; what is between the lines is of the turn that goes on.

    0 if there is none.
    """

    turns: int  # the last line after which it had to hear of whole turns
    until: int  # and of the game at all
    pinged: frozenset[tuple[int, int]]  # the waits of which a post has called the seat: seat and line


@dataclass(frozen=True)
class Post:
    """A message the bot has posted for a table."""

    message_id: int
    table_id: int
    channel_id: int
    number: int  # the log number it was made for
    kind: str  # as announcements, or the caller's own
    live: bool  # its buttons are still there
    since: int = 0  # it tells of the lines after this one
    body: str = ""  # what stays of it without its buttons: text of the caller's own making


@dataclass(frozen=True)
class Health:
    """How much is stored, and what waits."""

    tables: Mapping[str, int]  # by state; those that sleep by themselves
    announcement: datetime | None  # since when the oldest waits that is not in its channel
    notice: datetime | None  # when the oldest was to be sent that is due and was not
    notices: Mapping[str, int]  # of the last day, by what became of them


@dataclass(frozen=True)
class LookingRow:
    """Somebody who looks for players of a game on a server."""

    player: int
    user_id: int | None
    name: str
    game: str
    counts: tuple[int, ...]  # of people with whom they would play, themselves among them
    pace: str
    until: datetime


@dataclass(frozen=True)
class ListRow:
    """The post of a server that lists its open tables and who looks for players."""

    guild_id: int
    channel_id: int
    message_id: int | None  # None: it is not there yet
    language: str
    nonce: str  # 16 letters, for Discord's check against posting twice
    shown: str  # a digest of what it shows


@dataclass(frozen=True)
class Counts:
    """How much a person and a server have that is open and awake."""

    lobbies: int  # that the person hosts on the server
    seats: int  # that the person holds, anywhere
    tables: int  # of the server


@dataclass(frozen=True)
class ResultRow:
    """What a seat has come to in a game that is over."""

    seat: int
    points: int
    place: int  # counted from 1
    answers: tuple[int, ...]  # seconds that each took


@dataclass(frozen=True)
class ResultsRow:
    """The same for somebody who held the seat from the start to the end, with what it was."""

    game: str
    guild_id: int | None
    people: int  # who played, computer players among them
    points: int
    place: int
    answers: tuple[int, ...]
    computers: int = 0  # among them


@dataclass(frozen=True)
class Notice:
    """The same as stored."""

    id: int
    player: int
    kind: str
    not_before: datetime
    table_id: int | None
    seat: int | None
    number: int
    count: int
    by: int | None
    nonce: str  # 16 letters, for Discord's check against posting twice
    begun: datetime | None  # when it was first sent
    channel_id: int | None  # where its message is; None: there is none
    message_id: int | None


@dataclass(frozen=True)
class Written:
    """That a notice about a table was sent, or is to be."""

    kind: str
    seat: int | None
    number: int
    at: datetime
    by: str  # the name of who wanted it to be sent; "": nobody did
    name: str  # of who was told
    sent: bool  # it is not waiting any more
