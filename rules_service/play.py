"""Moves and undo: check them, play them on a copy of the game, store them, and return the outcome."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from rules.errors import GameOver, IllegalMove, NotYourTurn
from rules.game import Event, begins_turn, blocking_seats
from rules.log import Entry
from rules.notation import End
from rules.table import Table
from rules_service import computers, daily, daily_turn, guards, votes
from rules_service.act import no_longer_late, retry_conflicts, with_seat
from rules_service.errors import Stale
from rules_service.loaded import LoadedGame
from rules_service.models import Outcome, Snapshot
from rules_service.repository import MOVED_ON, LockedTable, ServicePart
from rules_service.table_info import info_of
from storage import Change, LineKind, NewLine, PlanRow, PostKind, SeatRow, TableStatus

TURNS = (PostKind.TURN, PostKind.OVER)  # kinds of announcements that show a whole turn


@dataclass(frozen=True)
class Turn:
    """The acts of one seat that are stored together: a move, an undo, or the moves of a plan."""

    acts: Sequence[Callable[[Table, int], list[Event]]]  # act on the table for the seat, and return the events
    replays: bool = False  # whether it replays the game; a move takes less time than switching threads
    seen: int | None = None  # how many lines of the log the player had seen (`Snapshot.seen`); None for a typed move
    line: int | None = None  # the number of log lines when a computer player decided
    interaction: int | None = None
    level: str = ""  # the level of the computer player that makes the move
    plan: PlanRow | None = None  # the plan that it plays


async def take_turn(locked: LockedTable, mine: SeatRow, turn: Turn, at: datetime) -> Outcome:
    """Carry out a player's action in the game. A player who moves takes their seat back from a computer.

    Raise Closed, Asleep, WrongPhase, DailyOver, Stale, ConcurrentUpdate, DamagedGame, and any refusal of
    ``turn.acts``.
    """
    done = await locked.once(turn.interaction, lambda: play(locked, mine, turn, at))
    return done or Outcome(snapshot_of(locked, await locked.load()), mine.seat, duplicate=True)


async def play(locked: LockedTable, mine: SeatRow, turn: Turn, at: datetime) -> Outcome:
    """Carry out the action on a copy of the game, store the result, and return it. Raise as `take_turn` does."""
    row, level = locked.row, turn.level
    guards.must_be_open(row)
    daily.must_have_time(row, at)
    loaded = await locked.load()
    if turn.seen is not None:
        current = snapshot_of(locked, loaded).read_by(mine.seat).shows_all_to(turn.seen)
        if not (current or await is_still_asked(locked, loaded, mine, turn.seen)):
            raise Stale(MOVED_ON, number=row.number)
    if turn.line is not None and not row.played <= turn.line <= row.number:
        raise Stale(MOVED_ON, number=row.number)
    table = loaded.table.fork()
    undoable = table.undoable(mine.seat)
    work = partial(carry_out, table, mine.seat, turn.acts)
    events, entries = await asyncio.to_thread(work) if turn.replays else work()
    entry = table.entries[-1]
    crossed = not entry.undo and table.undoable(mine.seat) < undoable + len(entries)
    fresh = crossed and begins_turn(table.state, mine.seat)
    waited = mine.seat in blocking_seats(loaded.table.state)
    over = waited and mine.seat not in blocking_seats(table.state)
    kind = None if entry.undo else announcement(table, crossed)
    seats = now_due(row.seats, blocking_seats(table.state), at, mine.seat if fresh else None)
    here, left = seats[mine.seat], only_end(table, mine.seat)
    if level:
        moved = replace(here, only_end_left=left)
    else:
        moved = no_longer_late(here, acted_at=at, moved=True, computer="", only_end_left=left)
    seats = with_seat(seats, moved)
    player = None if level and mine.person else mine.player  # a computer's move is not the player's own
    lines = [
        NewLine(
            LineKind.UNDO if one.undo else LineKind.MOVE,
            mine.seat,
            player,
            str(one.undo or one.move),
            digest,
            one.joined,
        )
        for one, digest in entries
    ]
    usual = computers.level_of(mine, at)
    if level and level != usual:
        lines.insert(0, NewLine(LineKind.SIMPLER, mine.seat, mine.player, level))
    elif mine.computer and not level:
        lines.insert(0, NewLine(LineKind.RETURN, mine.seat, player))
    finished = table.over and row.daily is not None and table.seats == 1
    # A challenge that is a turn ends with it, or with the first thing that it reveals.
    turn_over = row.daily is not None and (crossed or over)
    moves = await daily_turn.played(locked.storage, row.daily, table) if turn_over else ()
    change = Change(
        row.id,
        row.number,
        at,
        tuple(lines),
        status=TableStatus.OVER if table.over or moves else None,
        rounds=await asyncio.to_thread(daily.points_by_round, table, mine.seat) if finished else (),
        turn=moves,
        seats=seats,
        votes=() if level else votes.void_votes(row, mine.seat, at),
        announce=kind,
        since=row.announced_until,
        shows_whole_turns=kind in TURNS,
        # A reminded player now has more time, which the live post shows.
        redraw=not kind and mine.reminded is not None,
        interaction=turn.interaction,
        plan=turn.plan,
        plans_over=(mine.player,) if mine.person and waited and (over or fresh) else (),
    )
    if not level:
        change = votes.declined_by_moving(row, mine, change, at)
    last = row.number + len(lines)
    after = LoadedGame(table, loaded.start, (*loaded.numbers, *range(last - len(entries) + 1, last + 1)))
    await locked.append(change, after)
    return Outcome(
        snapshot_of(locked, after),
        mine.seat,
        events=tuple(event for event in events if event.reader() in (None, mine.seat)),
        public=tuple(event for event in events if event.reader() is None),
        crossed_barrier=crossed,
        turn_over=over,
        announced=bool(kind),
    )


async def is_still_asked(locked: LockedTable, loaded: LoadedGame, mine: SeatRow, seen: int) -> bool:
    """Return whether the seat's question is still the one that its player saw, because only others have decided.

    ``seen``: how many log lines the player had seen. Simultaneous decisions are independent, and the player who clicks
    second can't have seen the first answer.
    """
    lines = list(zip(loaded.numbers, loaded.table.entries, strict=True))
    own = [number for number, entry in lines if entry.seat == mine.seat]
    asked = max(mine.due_number or 0, *own, 0)
    if mine.due_number is None or any(entry.back is not None for number, entry in lines if number > asked):
        return False
    then, seat = await locked.load_at(asked), mine.seat
    if not snapshot_of(locked, then, asked).read_by(seat).seen <= seen <= locked.row.number:
        return False
    same = then.table.state.pending[seat] == loaded.table.state.pending[seat] != []
    return same and then.table.legal(seat) == loaded.table.legal(seat)


def carry_out(
    table: Table, seat: int, acts: Sequence[Callable[[Table, int], list[Event]]]
) -> tuple[list[Event], list[tuple[Entry, str]]]:
    """Carry out these actions on the table. Return all events, and each log entry with the digest after it."""
    events, entries = list[Event](), list[tuple[Entry, str]]()
    for act in acts:
        before = len(table.entries)
        events += act(table, seat)
        if len(table.entries) > before:
            entries.append((table.entries[-1], table.digest))
    return events, entries


def play_if_legal(text: str, table: Table, seat: int) -> list[Event]:
    """Play a further move of the same click. If an earlier move of it has made it illegal, do nothing."""
    try:
        return table.play(seat, text, joined=True)
    except (GameOver, NotYourTurn, IllegalMove):
        return []


def only_end(table: Table, seat: int) -> bool:
    """Return whether the seat's turn has begun and its only remaining choice is to end it."""
    state, stack = table.state, table.state.pending[seat]
    return bool(stack) and not begins_turn(state, seat) and stack[-1].options(state, seat) == [End()]


def announcement(after: Table, crossed: bool) -> PostKind | None:
    """Return the kind of post after a move: for the end, a new turn, or a move that can't be undone; otherwise None."""
    if after.over:
        return PostKind.OVER
    if after.steps[-1].ends:
        return PostKind.TURN
    return PostKind.REVEAL if crossed else None


def now_due(seats: Sequence[SeatRow], now: Sequence[int], at: datetime, anew: int | None) -> tuple[SeatRow, ...]:
    """Return the seats, with waits only for those that must decide (``now``). The wait for seat ``anew`` restarts."""

    def since(seat: SeatRow) -> datetime | None:
        if seat.seat not in now:
            return None
        return at if seat.seat == anew else seat.due_since or at

    found = zip(seats, map(since, seats), strict=True)
    return tuple(seat if seat.due_since == began else replace(seat, due_since=began) for seat, began in found)


def snapshot_of(locked: LockedTable, loaded: LoadedGame, number: int | None = None) -> Snapshot:
    """Return the table as it is now, with this game. ``number``: the log line that ``loaded`` is at (default: last)."""
    number = locked.row.number if number is None else number
    info = info_of(locked.repository, locked.row)
    return Snapshot(info, loaded.table, number, loaded.start, loaded.numbers, views=loaded.views)


class Play(ServicePart):
    """The service's methods about moves in the games of all tables."""

    async def move(
        self, table_id: int, user_id: int, *texts: str, seen: int | None = None, interaction: int | None = None
    ) -> Outcome:
        """Carry out one or more moves in notation. ``seen``: how many log lines the player had seen (None: typed).

        Of several moves, each one after the first is made only if it is still legal. Raise NotSeated,
        NotYourTurn, BadNotation, IllegalMove, NoTable, or as `take_turn` does.
        """
        first, *further = texts
        acts: list[Callable[[Table, int], list[Event]]] = [lambda table, seat: table.play(seat, first)]
        acts += [partial(play_if_legal, text) for text in further]
        return await self._turn(table_id, user_id, Turn(acts, seen=seen, interaction=interaction))

    async def undo(
        self,
        table_id: int,
        user_id: int,
        steps: int | None = 1,
        *,
        seen: int | None = None,
        interaction: int | None = None,
    ) -> Outcome:
        """Undo the moves of the player's last ``steps`` presses (None: all that can be undone).

        A typed move counts as a press. Raise CannotUndo, or as `move` does.
        """

        def act(table: Table, seat: int) -> list[Event]:
            table.undo_groups(seat, steps)
            return []

        return await self._turn(table_id, user_id, Turn([act], replays=True, seen=seen, interaction=interaction))

    async def _turn(self, table_id: int, user_id: int, turn: Turn) -> Outcome:
        async def work() -> Outcome:
            async with self._repository.lock(table_id) as locked:
                return await take_turn(locked, guards.seat_of(locked.row, user_id), turn, self._clock.now())

        # A button belongs to a known position, which may still be current, so it is safe to try again. A typed move
        # could have been meant for any position.
        outcome = await (work() if turn.seen is None else retry_conflicts(work))
        return replace(outcome, snapshot=await outcome.snapshot.seen_by(outcome.seat))

    async def computers_to_move(self) -> list[int]:
        """Return the ids of this process's tables that wait for a computer player, oldest first."""
        return await self._repository.storage.tables.computers_to_move(self._clock.now())

    async def computer_due(self, table_id: int) -> tuple[Snapshot, int, str] | None:
        """Return what the due computer player may see, its seat and its level, or None if no computer has to move.

        Raise as `Read.snapshot` does.
        """
        async with self._repository.lock(table_id) as locked:
            seats = locked.computers
            if not seats:
                return None
            level = computers.level_of(locked.row.seats[seats[0]], self._clock.now())
            snapshot = snapshot_of(locked, await locked.load())
        return await snapshot.seen_by(seats[0]), seats[0], level

    async def move_for(self, table_id: int, seat: int, text: str, level: str, number: int) -> Outcome:
        """Carry out the move that a computer player of this level decided on after this log line.

        Raise as `move` does, or Stale if the board has changed or no computer has to move.
        """
        async with self._repository.lock(table_id) as locked:
            if seat not in locked.computers:
                raise Stale(MOVED_ON, number=locked.row.number)
            click = -((table_id << 24) + number)  # the same for each try; Discord's own ids of presses are positive
            turn = Turn([lambda table, seat: table.play(seat, text)], line=number, interaction=click, level=level)
            return await take_turn(locked, locked.row.seats[seat], turn, self._clock.now())
