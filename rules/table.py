"""One table: a game in progress with its log, undo and views. Loading a table replays its log."""

from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

import msgspec

from rules.chance import Chance
from rules.errors import N_, BadOptions, BadPosition, CannotUndo, RulesError
from rules.game import (
    Event,
    Game,
    Score,
    State,
    apply_move,
    begins_turn,
    blocking_seats,
    copy_state,
    digest,
    due_seats,
    endless_copies,
    legal_moves,
    run_on,
    sample_position,
    start_game,
)
from rules.log import Entry, Log, Step, standing_after, take_back, undone_alone
from rules.notation import Move
from rules.parse_move import read_move
from rules.validate import check_options

SAMPLES = 3  # sampled positions in which a final move is tried, because it may reveal something different in each


class Due(msgspec.Struct, frozen=True):
    """A seat that is due, its question, and every legal answer in notation."""

    seat: int
    question: str
    moves: list[str]


class Table:
    """A game in progress. A method that raises a `RulesError` has changed nothing."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        seed: str,
        options: dict[str, str] | None = None,
        position: dict[str, Any] | None = None,
    ) -> None:
        """Set up a game, or continue from a position that `read_position` has accepted. Raises BadOptions."""
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = check_options(game, seats, seed, options or {})
        self.entries: list[Entry] = []
        self.position = position
        # The positions abandoned by going back, each with its line of the log.
        self._left: list[tuple[int, State]] = []
        self._undone: list[tuple[int, int]] = []  # the undone steps that `undone_alone` yields
        self._begin()

    def _begin(self) -> None:
        self._remembered = 0  # how many of the abandoned positions are remembered
        self._samples: dict[tuple[int, int], Iterator[State]] = {}  # by seat and number of steps; see `_after`
        self.steps: list[Step] = []
        self.state: State
        if self.position is None:
            self.state, self.opening = start_game(self.game, self.seats, self.seed, self.options)
        else:
            self.state = msgspec.convert(self.position, self.game.state_type)
            self.opening = run_on(self.game, self.state)
        self.turn = int(any(begins_turn(self.state, seat) for seat in blocking_seats(self.state)))

    def fork(self) -> "Table":
        """Return an independent copy of the game, which can be played while this one is read elsewhere."""
        table = copy(self)  # A move is played on a copy of the state, so both can share one until then.
        table.entries, table.steps, table._left = list(self.entries), list(self.steps), list(self._left)
        table._undone = list(self._undone)
        table._samples = {}
        return table

    @property
    def number(self) -> int:
        """Return how many lines the log has."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.over

    @property
    def digest(self) -> str:
        """Return the digest of the current state."""
        return digest(self.state)

    def due(self) -> list[Due]:
        """Return the seats that are due, each with its question and legal moves."""
        return [
            Due(seat, self.state.pending[seat][-1].question, [m.text for m in legal_moves(self.state, seat)])
            for seat in due_seats(self.state)
        ]

    def legal(self, seat: int) -> list[Move]:
        """Return every legal move of the seat in a fixed order."""
        return legal_moves(self.state, seat)

    def read(self, seat: int, text: str) -> Move:
        """Return the legal move that the text describes. Raises the same errors as `play`."""
        return read_move(self.game, self.state, seat, text)

    def play(self, seat: int, text: str, *, in_place: bool = False, joined: bool = False) -> list[Event]:
        """Carry out a move and return its events. Raises GameOver, NotYourTurn, BadNotation or IllegalMove.

        With ``in_place`` the state itself is changed instead of a copy, so no fork may share it, and an unexpected
        error may corrupt it. With ``joined`` the move joins the group of the seat's last move (see `undo_groups`).
        """
        move, state = self.read(seat, text), self.state if in_place else copy_state(self.state)
        written = move.text
        self._step(self.number + 1, seat, written, move, state)
        self.state = state
        self.entries.append(Entry(seat, written, joined=joined))
        return self.steps[-1].events

    def final(self, seat: int, *moves: Move) -> bool:
        """Return whether this move, or series of moves, can't be undone because it reveals something or ends a turn.

        The first move must be legal. Each further move is made only if it is legal after the moves before it.
        """
        return self._is_final(seat, self._after(seat, *moves))

    def ends(self, seat: int, *moves: Move) -> bool:
        """Return whether moves, as in `final`, end the seat's turn or the game, whatever they reveal."""
        for sample in range(SAMPLES):
            state = self._after(seat, *moves, sample=sample)
            if not (state.over or seat not in blocking_seats(state) or begins_turn(state, seat)):
                return False
        return True

    def _is_final(self, seat: int, after: State) -> bool:
        return bool(after.undoable[seat] <= self.state.undoable[seat])

    def _after(self, seat: int, move: Move, *further: Move, sample: int = 0) -> State:
        """Return the state after moves, as in `final`, in a sampled position.

        The seat can't distinguish this position from the real one. So the result depends only on what the seat knows,
        and no button can give away a hidden token.
        """
        if (seat, sample) not in self._samples:
            sampled = sample_position(self.game, self.state, seat, Chance(f"world {sample}"))
            self._samples[seat, sample] = endless_copies(sampled)
        state = next(self._samples[seat, sample])
        apply_move(self.game, state, seat, move)
        for one in further:
            if one in legal_moves(state, seat):
                apply_move(self.game, state, seat, one)
        return state

    def why_not(self, seat: int, text: str) -> RulesError | None:
        """Return why a move is refused, without the legal moves.

        Return None if it is legal or not a move of the game, if the seat has nothing to decide, or if there is
        no specific reason.
        """
        move = self.game.notation.parse(text)
        stack = self.state.pending[seat]
        if move is None or not stack or move in stack[-1].options(self.state, seat):
            return None
        refused: RulesError | None = stack[-1].refuse(self.state, seat, move)
        return refused

    def lost_on_end_turn(self, seat: int) -> tuple[str, ...]:
        """Return what the seat, which must be due, would lose by ending its turn now."""
        lost: tuple[str, ...] = self.state.pending[seat][-1].lost_on_end_turn(self.state, seat)
        return lost

    def _step(self, number: int, seat: int, text: str, move: Move, state: State) -> None:
        """Play a legal move on the state and record it, including whether it ended a turn."""
        self._samples = {}
        waited_for, undoable = blocking_seats(state), state.undoable[seat]
        events: list[Event] = apply_move(self.game, state, seat, move)
        now = blocking_seats(state)
        fresh = [seat] if state.undoable[seat] <= undoable and begins_turn(state, seat) else []
        called = fresh + [other for other in now if other not in waited_for]
        self.steps.append(Step(number, seat, text, events, self.turn, ends=bool(called) or state.over))
        self.turn += any(begins_turn(state, other) for other in called)

    def repeat(self, entry: Entry, *, in_place: bool = False) -> None:
        """Carry out a line of a log on this table, with every check. Raises what `play`, `undo` or `back` raises."""
        if entry.back is not None:
            self.back(entry.seat, entry.back)
        elif entry.undo:
            self.undo(entry.seat, entry.undo)
        else:
            self.play(entry.seat, entry.move, in_place=in_place, joined=entry.joined)

    def undoable(self, seat: int) -> int:
        """Return how many of its last moves the seat can undo: 0 if there is no such seat."""
        if not 0 <= seat < self.seats:
            return 0
        possible = self.state.undoable[seat]
        # A game that continues from a position doesn't know the earlier steps.
        return possible and len(list(islice((step for step in self.steps if step.seat == seat), possible)))

    def undoable_groups(self, seat: int) -> list[int]:
        """Return the sizes of the groups of moves that the seat made together and can undo, latest group first."""
        groups, moves = list[int](), 0
        for step in [step for step in self.steps if step.seat == seat][: -self.undoable(seat) - 1 : -1]:
            moves += 1
            if not self.entries[step.number - 1].joined:
                groups.append(moves)
                moves = 0
        # A move that can't be undone was made together with these moves.
        return [*groups, moves] if moves else groups

    def settled(self, seat: int | None = None) -> "Table":
        """Return the game without the moves that seats other than this one (None: any seats) can still undo.

        Use the result only for reading: its log has all lines, but its steps are only the included moves. It is this
        table itself if there is nothing to leave out.
        """
        loose = self.loose(seat)
        if not loose:
            return self
        standing = [(step.number, step.seat, step.move) for step in self.steps]
        for other, moves in loose.items():
            standing = take_back(standing, other, moves)
        table = self.fork()
        table._start_again(standing)
        return table

    def loose(self, seat: int | None) -> dict[int, int]:
        """Return how many moves each seat other than this one (None: each seat) can still undo, if it can undo any."""
        return {other: moves for other in range(self.seats) if other != seat and (moves := self.undoable(other))}

    def unseen_lines(self, seat: int | None) -> list[int]:
        """Return the numbers of the log lines that are hidden from the seat (None: the public), in ascending order.

        They are other seats' moves that can still be undone or that were undone without a vote, and those undos.
        """
        unseen = {number for number, other in self._undone if other != seat}
        for other, moves in self.loose(seat).items():
            unseen.update([step.number for step in self.steps if step.seat == other][-moves:])
        return sorted(unseen)

    def moments(self) -> Iterator["Table"]:
        """Yield the game at its beginning and after each move in effect.

        Each time it is the same table, with the next move made, so keep a view of it rather than the table. Don't
        change it.
        """
        played = self.fork()
        played._begin()
        starts = [*(step.number for step in self.steps), self.number + 1]
        played._remember(starts[0])
        yield played
        for step, following in zip(self.steps, starts[1:], strict=True):
            played._replay([(step.number, step.seat, step.move)])
            played._remember(following)
            yield played

    def undo(self, seat: int, moves: int = 1) -> None:
        """Undo this many of the seat's own last moves, from 1 to `undoable`. Raises CannotUndo for any other number."""
        self._check_undo(seat, moves, self.undoable(seat))
        standing = [(step.number, step.seat, step.move) for step in self.steps]
        left = take_back(standing, seat, moves)
        self.entries.append(Entry(seat, undo=moves))
        self._undone += [(line[0], seat) for line in standing if line not in left] + [(self.number, seat)]
        self._start_again(left)

    def undo_groups(self, seat: int, groups: int | None = 1) -> None:
        """Undo this many of the seat's last groups of moves made together, or with None as many as possible.

        Raises CannotUndo as `undo` does.
        """
        sizes = self.undoable_groups(seat)
        groups = max(len(sizes), 1) if groups is None else groups
        self._check_undo(seat, groups, len(sizes))
        self.undo(seat, sum(sizes[:groups]))

    def _check_undo(self, seat: int, wanted: int, possible: int) -> None:
        """Raise CannotUndo, with the reason, unless ``wanted`` is from 1 to ``possible``."""
        if 1 <= wanted <= possible:
            return
        if possible:
            raise CannotUndo(N_("You can’t undo that many steps now, only {possible}."), possible=possible)
        if self.steps and self.steps[-1].seat == seat:
            told = N_("There is nothing to undo: your last move revealed something new or ended your turn.")
            raise CannotUndo(told)
        raise CannotUndo(N_("There is nothing to undo: you have not moved since the last turn ended."))

    def back(self, seat: int, number: int) -> None:
        """Go back to the state after a line of the log, as the players have voted to do, whatever was revealed since.

        Line 0 is the beginning. The draws that follow are the same as before, in the same order.

        Raises CannotUndo if the game is over, or if there is no such line before the last one.
        """
        if self.over:
            raise CannotUndo(N_("The game is over, so nothing can be undone."))
        if not 0 <= number < self.number:
            raise CannotUndo(N_("The log has no such line; its last one is {last}."), last=self.number)
        self.entries.append(Entry(seat, back=number))
        self._left.append((self.number, self.state))
        self.replay()

    def replay(self) -> None:
        """Rebuild the game from its log by replaying the moves that are in effect after the last line."""
        self._start_again(standing_after(self.entries))

    def _start_again(self, standing: list[tuple[int, int, str]]) -> None:
        self._begin()
        self._replay(standing)
        self._remember(self.number + 1)

    def _replay(self, standing: list[tuple[int, int, str]]) -> None:
        """Play these moves on the state itself, without checking that they are legal."""
        for number, seat, text in standing:
            self._remember(number)
            move = self.game.notation.parse(text)
            assert move is not None
            self._step(number, seat, text, move, self.state)

    def _remember(self, line: int) -> None:
        """Restore what seats had learned in the positions that were abandoned before this log line.

        The digest doesn't cover this knowledge.
        """
        while self._remembered < len(self._left) and self._left[self._remembered][0] < line:
            if self.game.remember:
                self.game.remember(self.state, self._left[self._remembered][1])
            self._remembered += 1

    def view(self, seat: int | None) -> Any:
        """Return the seat's view, or the public view for None. Raises BadOptions if there is no such seat."""
        if seat is not None and not 0 <= seat < self.seats:
            told = N_("There is no seat {seat} at this table; seats are 0 to {last}.")
            raise BadOptions(told, seat=seat, last=self.seats - 1)
        return self.game.view(self.state, seat)

    def score(self) -> Score:
        """Return the score that the game would have if it were scored now."""
        return self.game.score(self.state)

    def log(self) -> Log:
        """Return the whole game as data."""
        return Log(self.game.id, self.seats, self.seed, self.options, list(self.entries), self.position)

    @classmethod
    def load(cls, game: Game[Any], log: Log, *, trusted: bool = False) -> "Table":
        """Replay a log and return the table. A trusted log (our own, guarded by digests) is not checked move by move.

        Raises BadOptions for a bad number of seats, seed or option, and BadPosition for an impossible position or line.
        """
        if log.position is None:
            table = cls(game, log.seats, log.seed, log.options)
        else:
            table = cls.from_position(game, log.position)
            if (log.seats, log.seed, log.options) != (table.seats, table.seed, table.options):
                raise BadPosition("The seats, seed or options of the log differ from those of its position.")
        if trusted:
            try:
                for at, entry in enumerate(log.entries):
                    if entry.back is not None and game.remember:
                        table.entries = log.entries[:at]
                        table.replay()
                        table._left.append((at + 1, table.state))
                table.entries = list(log.entries)
                table._undone = list(undone_alone(table.entries))
                table.replay()
            except Exception as error:  # An unchecked line can fail in any way.
                number = table.steps[-1].number if table.steps else 0
                raise BadPosition("The log cannot be replayed beyond line {number}.", number=number) from error
            return table
        for number, entry in enumerate(log.entries, 1):
            try:
                table.repeat(entry, in_place=True)
            except RulesError as error:
                told = "Line {number} of the log was rejected: {why}"
                raise BadPosition(told, number=number, why=str(error)) from None
        return table

    def get_position(self) -> dict[str, Any]:
        """Return the complete current state, including secrets and chance."""
        position: dict[str, Any] = msgspec.to_builtins(self.state)
        return position

    @classmethod
    def from_position(cls, game: Game[Any], position: dict[str, Any]) -> "Table":
        """Return a table whose log starts with a position. Raises BadPosition if it is malformed or impossible."""
        state = read_position(game, position)
        return cls(game, state.seats, state.chance.seed, state.options, msgspec.to_builtins(state))


def read_position(game: Game[Any], position: dict[str, Any]) -> State:
    """Return the state that the data describes. Raises BadPosition if it is malformed or impossible."""
    try:
        state: State = msgspec.convert(position, game.state_type)
    except msgspec.ValidationError as error:
        raise BadPosition("The position is malformed: {why}", why=str(error)) from None
    game.validate(state)
    return state
