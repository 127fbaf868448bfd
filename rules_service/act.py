"""Acts on a table as data: who may do them, which data they look up, and how they decide.

`commit.carry_out` carries them out. All are listed in `acts`. Calling an act with its arguments returns a `Decision`:
``acts.remove(2)``. Deciding is pure: it sees a `Case` and returns a `Change`, or raises a refusal. Helpers that build
changes are at the end.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from rules.game import Game
from rules_service import guards
from rules_service.models import Person
from rules_service.repository import ConcurrentUpdate, LockedTable
from storage import Change, LineKind, LogRow, NewLine, PostKind, SeatRow, TableRow, TableStatus

MAX_TRIES = 5  # attempts at an action while other processes keep changing the table
THE_BOT = Person(0, "")  # the bot itself

Result = TypeVar("Result")
Who = TypeVar("Who")
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Case:
    """The input of a decision: the table, the person, the time, and what `Act.look_up` has added."""

    row: TableRow
    game: Game[Any] = field(repr=False)
    person: Person
    at: datetime
    player: int = 0  # the person's storage number
    lines: Sequence[LogRow] = ()  # the lines of the table's log
    seats_before: Collection[int] = ()  # seats here that the person held under an identity since forgotten
    others: Mapping[int, bool] = field(default_factory=dict)  # people named: storage number, and if blocked
    waiting: Sequence[int] = ()  # the seats that have to decide in the game
    channel_free: bool = False  # whether no other open table is in the table's channel


class Decision(NamedTuple):
    """An act bound to its arguments: who may do it, what it looks up, and how it decides."""

    who: Callable[[Case], Any]
    look_up: Callable[[LockedTable, Case], Awaitable[Case]]
    decide: Callable[[Case, Any], Change | None]
    in_daily: bool


def must_be_possible(decision: Decision, row: TableRow) -> None:
    """Raise DailyAlone if the table is a challenge of the day and this act isn't possible there."""
    if not decision.in_daily:
        guards.must_be_ordinary(row.daily)


async def nothing(locked: LockedTable, case: Case, /, *args: object, **kwargs: object) -> Case:
    """Return the case unchanged, for acts that need only the table."""
    return case


async def log(locked: LockedTable, case: Case, /, *args: object, **kwargs: object) -> Case:
    """Return the case with the table's log."""
    return replace(case, lines=await locked.repository.lines(locked.row.id))


async def player(locked: LockedTable, case: Case, /, *args: object, **kwargs: object) -> Case:
    """Return the case with the person's storage number. Store the person if they are new, and their current name."""
    return replace(case, player=await locked.meet(case.person))


@dataclass(frozen=True)
class Act(Generic[Who, Given]):
    """Something that a person can do at a table. Calling it with its arguments returns a `Decision`."""

    who: Callable[[Case], Who]  # returns the acting seat, or raises if the person may not act
    decide: Callable[Concatenate[Case, Who, Given], Change | None]  # None: there is nothing to change
    look_up: Callable[Concatenate[LockedTable, Case, Given], Awaitable[Case]] = nothing
    in_daily: bool = False  # whether the act is possible at a challenge of the day

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Decision:
        """Return the decision of this act with its arguments."""
        return Decision(
            self.who,
            lambda locked, case: self.look_up(locked, case, *args, **kwargs),
            lambda case, who: self.decide(case, who, *args, **kwargs),
            self.in_daily,
        )


def seat(case: Case) -> SeatRow:
    """Return the person's seat. Raise NotSeated if they have none."""
    return guards.seat_of(case.row, case.person.id)


def seat_at(must_be: Callable[[TableRow], None]) -> Callable[[Case], SeatRow]:
    """Return a function that calls the guard ``must_be``, then returns the person's seat or raises NotSeated."""

    def who(case: Case) -> SeatRow:
        must_be(case.row)
        return seat(case)

    return who


open_seat = seat_at(guards.must_be_open)
running_seat = seat_at(guards.must_be_running)
lobby_seat = seat_at(guards.must_be_lobby)


def host(case: Case) -> SeatRow:
    """Return the host's seat in a lobby, if the person is the host. Raise Closed, Asleep, WrongPhase or NotHost."""
    return guards.must_host(case.row, case.person.id)


def host_or_running_seat(case: Case) -> SeatRow:
    """Return the person's seat. In a lobby, only the host may act. Raise Closed, Asleep, NotHost or NotSeated."""
    return host(case) if case.row.status == TableStatus.LOBBY else running_seat(case)


def anyone(case: Case) -> None:
    """Return None: anyone who can reach the table may act."""


async def retry_conflicts(work: Callable[[], Awaitable[Result]]) -> Result:
    """Return the result of ``work``, retried after a conflict. Raise ConcurrentUpdate after `MAX_TRIES` attempts."""
    for _ in range(MAX_TRIES - 1):
        with suppress(ConcurrentUpdate):
            return await work()
    return await work()


def announced_change(
    row: TableRow,
    at: datetime,
    lines: Sequence[NewLine] = (),
    announce: PostKind | None = None,
    *,
    seats: tuple[SeatRow, ...] | None = None,
    host: int | None = None,
) -> Change:
    """Return the change for an act. ``announce``: the kind of post to add to the channel (None: no post).

    ``lines``: the new lines of the log; ``seats`` and ``host``: given only if they change.
    """
    return Change(row.id, row.number, at, tuple(lines), host=host, seats=seats, announce=announce, since=row.number)


def quiet_change(row: TableRow, at: datetime, *lines: NewLine, seats: tuple[SeatRow, ...] | None = None) -> Change:
    """Return the change for an act that updates the live post without a new post in the channel."""
    return replace(announced_change(row, at, lines, seats=seats), redraw=True)


def cancel_change(
    row: TableRow,
    at: datetime,
    lines: Sequence[NewLine] = (),
    seats: tuple[SeatRow, ...] | None = None,
    closer: int | None = None,
) -> Change:
    """Return the change that ends the table without a result. ``closer``: the moderator who ends it, if any."""
    lines = [*lines, NewLine(LineKind.CANCEL, None, closer)]
    announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.CANCEL
    over = announced_change(row, at, lines, announce, seats=all_waits_ended(seats or row.seats))
    return replace(over, status=TableStatus.CANCELLED, closer=closer)


def move_change(row: TableRow, at: datetime, place: tuple[int, int | None, int | None], player: int) -> Change:
    """Return the change that moves the table to another channel, with a log line about the move.

    ``place``: the channel, its server (None: a DM), and the parent channel of a thread. ``player``: who moves it.
    """
    seat = next((seat.seat for seat in row.seats if seat.player == player), None)
    line = NewLine(LineKind.PLACE, seat, player, " ".join(str(part or 0) for part in place))
    announce = PostKind.LOBBY if row.status == TableStatus.LOBBY else PostKind.PLACE
    return replace(announced_change(row, at, [line], announce), place=place)


def all_waits_ended(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats with every wait for them ended."""
    return tuple(replace(seat, due_since=None) for seat in seats)


def with_seat(seats: Sequence[SeatRow], changed: SeatRow) -> tuple[SeatRow, ...]:
    """Return the seats with ``changed`` in place of the seat with the same number."""
    return tuple(changed if seat.seat == changed.seat else seat for seat in seats)


def no_longer_late(seat: SeatRow, **values: Any) -> SeatRow:
    """Return the seat with these values and no longer marked as late, because its player has responded."""
    return replace(seat, late_since=None, final_warning_at=None, left_server_at=None, next_at=None, **values)
