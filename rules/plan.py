"""A plan: a seat's current or next turn on a private copy of the position, as if no one else moved before it.

Everything that the seat doesn't know is drawn at random on that copy, and a plan ends with the first move that can't be
undone. So it never depends on secrets or on later draws.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rules.chance import Chance
from rules.errors import RulesError
from rules.game import Game, State, blocking_seats, sample_position, settle_seat
from rules.notation import End
from rules.table import Table

SEED = "plan"
END = "end"  # the move that ends a turn


@dataclass(frozen=True)
class PlannedMove:
    """A legal move of a plan: the position before it, its effects, and what the seat sees of the things it names."""

    text: str
    before: Table
    last: bool  # whether the plan ends with this move, because it can't be undone or leaves nothing to decide
    events: tuple[Any, ...]  # the events of the move; none if it can't be undone, because they may reveal something
    things: tuple[Any, ...]

    def does_the_same(self, other: "PlannedMove") -> bool:
        """Return whether both are the same move, with the same events, and both or neither end the plan."""
        return (self.text, self.last, self.events) == (other.text, other.last, other.events)

    def is_untouched(self, other: "PlannedMove") -> bool:
        """Return whether both moves do the same, and the seat sees no change in the things that they name."""
        return self.does_the_same(other) and self.things == other.things


@dataclass(frozen=True)
class Course:
    """A plan tried in one position: its moves before the first illegal one, up to one that ends the plan.

    ``table`` is the position after these moves, or before the last of them if it ends the plan.
    """

    table: Table
    seat: int
    question: str  # the question that the plan's first move answers
    moves: tuple[PlannedMove, ...]
    left: tuple[str, ...] = ()  # the moves from the first one that isn't legal on
    refused: RulesError | None = None  # why the first of these isn't legal

    @property
    def ended(self) -> bool:
        """Return whether no more moves can be planned: the last one can't be undone, or leaves nothing to decide."""
        return bool(self.moves) and self.moves[-1].last

    @property
    def only_end_left(self) -> bool:
        """Return whether only the end of the turn can still be planned, and ending it loses nothing."""
        only = not self.ended and self.table.legal(self.seat) == [End()]
        return only and not self.table.lost_on_end_turn(self.seat)

    @property
    def asks_then(self) -> bool:
        """Return whether the player's turn goes on after the plan's moves."""
        move = self.moves[-1] if self.ended else None
        return move is None or not move.before.ends(self.seat, move.before.read(self.seat, move.text))

    @property
    def whole(self) -> bool:
        """Return whether the plan has moves, all of them are legal, and nothing is lost if it ends the turn."""
        if self.left or not self.moves:
            return False
        return self.moves[-1].text != END or not self.table.lost_on_end_turn(self.seat)


def start_of_turn(table: Table, seat: int) -> Table | None:
    """Return a table on which the seat can plan its next or current turn.

    Return None if it has no more turns, or something unknown would be revealed before its next one. ``table`` must not
    contain moves that others can still undo (see `Table.settled`). The returned table has no log, and what the seat
    doesn't know is random in it.
    """
    state = _at_turn(table, seat)
    return None if state is None else going_on(table.game, state)


def has_turn_left(table: Table, seat: int) -> bool:
    """Return whether the seat can plan a turn, so that `start_of_turn` would return a table."""
    return _at_turn(table, seat) is not None


def _at_turn(table: Table, seat: int) -> State | None:
    """Return a position in the seat's current turn or at the start of its next one, or None as in `start_of_turn`.

    What the seat doesn't know is random in it.
    """
    if table.over:
        return None
    state: State = sample_position(table.game, table.state, seat, Chance(SEED))
    if seat not in blocking_seats(state):
        if not table.game.to_turn(state, seat):
            return None
        state.barrier()
        settle_seat(state, seat)
        state.events = []
        if not state.pending[seat]:
            return None
    return state


def going_on(game: Game[Any], state: State) -> Table:
    """Return a table without a log that continues from this position.

    Its hidden information must already have been sampled.
    """
    return Table(game, state.seats, SEED, state.options, msgspec.to_builtins(state))


def follow(start: Table, seat: int, moves: Iterable[str]) -> Course:
    """Return the course of these moves: while they are legal, up to one that can't be undone or that ends the turn."""
    table, planned, left = start, list[PlannedMove](), list(moves)
    question = start.state.pending[seat][-1].question
    while left and not (planned and planned[-1].last):
        try:
            move = table.read(seat, left[0])
        except RulesError as error:
            return Course(table, seat, question, tuple(planned), tuple(left), error)
        before, text, view = table, left.pop(0), table.view(seat)
        last, events = table.final(seat, move), tuple[Any, ...]()
        if not last:
            after = table.fork()
            events = tuple(after.play(seat, text))
            last = not after.legal(seat)  # the move can be undone as long as others decide at the same time
            table = table if last else after
        things = tuple(table.game.seen(view, target) for target in table.game.targets(move))
        planned.append(PlannedMove(text, before, last, events, things))
    return Course(table, seat, question, tuple(planned), tuple(left))


def rest_of_course(planned: Course, start: Table, made: Iterable[str]) -> tuple[Course, Course]:
    """Return the rest of a plan after the moves ``made`` in its turn: as it was planned, and tried from ``start``.

    It begins with the first of the other moves that still does what was planned, and omits the end of the turn.
    """
    left = [move for move in planned.moves if move.text != END]
    for text in made:
        at = next((at for at, move in enumerate(left) if move.text == text), None)
        if at is not None:
            del left[at]
    while left:
        first = follow(start, planned.seat, [left[0].text])
        if first.moves and first.moves[0].does_the_same(left[0]):
            break
        del left[0]
    now = follow(start, planned.seat, [move.text for move in left])
    return replace(planned, moves=tuple(left), left=(), refused=None), now
