"""The contract of a game: what both games answer, so that the table, the bot and the tests are written once.

A game is a record (`Game`) of pure functions over plain data. What is to be decided stands on one stack of
decisions per seat (see `rules.decision`): the last one of each stack is due, and when all stacks are empty
`Game.advance` goes on to the next part of the game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.chance import Chance
from rules.notation import Move, Notation


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    """A fact that came about, told in data; the bot makes sentences of it."""

    def reader(self) -> int | None:
        """The only seat that may know of this event, or None if it is public."""
        return None


class Target(msgspec.Struct, frozen=True, gc=False):
    """The thing on the board that a move points at: its kind (region, rat, card, ...) and its id."""

    kind: str
    id: str


class State(msgspec.Struct):
    """What every game's state has. Subclasses narrow the types of ``pending`` and ``events``.

    ``aside`` names fields that are no part of the position: the digest leaves them out.
    """

    aside: ClassVar[tuple[str, ...]] = ()
    seats: int
    chance: Chance
    options: dict[str, str]  # complete
    pending: list[list[Any]]  # one stack of decisions per seat
    # Per seat how many of its last moves may be taken back without crossing a barrier; "free" in positions.
    undoable: list[int] = msgspec.field(name="free")
    over: bool
    events: list[Any]  # what the move in hand has brought about; empty between moves

    def barrier(self) -> None:
        """From here on nothing before this moment can be taken back."""
        self.undoable = [0] * self.seats

    def emit(self, event: Event) -> None:
        """Tell of something."""
        self.events.append(event)


class Option(msgspec.Struct, frozen=True):
    """A choice made when a table is opened. Values are words; the first is the default.

    With ``picks`` a value may also be so many different words of ``pick``, joined by "+". With ``unless`` the option
    has no effect where another one has this value.
    """

    id: str
    values: tuple[str, ...]
    pick: tuple[str, ...] = ()
    picks: int = 0
    unless: tuple[str, str] | None = None

    @property
    def default(self) -> str:
        """The value taken when nothing else is said."""
        return self.values[0]

    def matters(self, chosen: Mapping[str, str]) -> bool:
        """Return whether the option has an effect beside those chosen."""
        return self.unless is None or chosen.get(self.unless[0]) != self.unless[1]

    def read(self, value: str) -> str | None:
        """The value in its one right form, picked words in their order; None if it is no value of this option."""
        if value in self.values:
            return value
        words = value.split("+")
        if len(words) == self.picks and len(set(words)) == self.picks and set(words) <= set(self.pick):
            return "+".join(word for word in self.pick if word in words)
        return None


class Score(msgspec.Struct, frozen=True):
    """The result: points per seat by category and in all, seats from winner to last, and why the game ended."""

    points: list[int]
    breakdown: dict[str, list[int]]
    ranking: list[int]
    winners: list[int]
    reason: str


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game: data about it and its functions."""

    id: str
    seats: tuple[int, ...]
    options: Callable[[int], tuple[Option, ...]]  # for a number of seats
    notation: Notation[Any]
    state_type: type[S]
    new: Callable[[int, str, dict[str, str]], S]  # seats, seed, options (complete and checked)
    advance: Callable[[S], None]  # all stacks are empty: push the next decision or end the game
    view: Callable[[S, int | None], msgspec.Struct]  # what a seat, or the public, may see
    redraw: Callable[
        [S, int | None, Chance], None
    ]  # draw anew, in place, whatever a seat, or the public, does not know
    score: Callable[[S], Score]  # points as they would count now
    targets: Callable[[Move], tuple[Target, ...]]
    validate: Callable[[S], None]  # raises BadPosition for an impossible position
    words: Callable[[], Sequence[str]]  # every id a move may name
    # After going back: let seats know, in place, what they saw on the way to the position that was left. None: in this
    # game no seat ever sees what others don't.
    remember: Callable[[S, S], None] | None = None


def due(state: State) -> list[int]:
    """The seats that have something to decide, at most one decision each."""
    return [seat for seat, stack in enumerate(state.pending) if stack]


def blocking(state: State) -> list[int]:
    """The seats for which the game waits: those due, without those that may but need not do something."""
    return [seat for seat, stack in enumerate(state.pending) if stack and stack[-1].blocking]


def begins(state: State, seat: int) -> bool:
    """Whether the seat has a turn before it: the next one, if it has just ended one."""
    stack = state.pending[seat]
    return bool(stack) and bool(stack[-1].begins(state))


def legal(state: State, seat: int) -> list[Move]:
    """Every legal move of the seat in a fixed order; none if it has nothing to decide."""
    stack = state.pending[seat]
    return stack[-1].options(state, seat) if stack else []


def settle(game: Game[S], state: S) -> None:
    """Run the game on until somebody has a real choice or it is over: single answers are given by the rules.

    Seats that decide at the same time do so independently: what one is asked does not hang on another's answers.
    """
    while True:
        for seat, stack in enumerate(state.pending):
            while stack:
                decision = stack[-1]
                if decision.must_ask(state, seat):
                    break
                options = decision.options(state, seat)
                if len(options) > 1:
                    break
                decision.carry_out(state, seat, options[0])
        if state.over or any(state.pending):
            return
        game.advance(state)


def run_on(game: Game[S], state: S) -> list[Any]:
    """Run on to the next real choice. Returns the events since the last call."""
    settle(game, state)
    events, state.events = state.events, []
    return events


def apply(game: Game[S], state: S, seat: int, move: Move) -> list[Any]:
    """Carry out a legal move in place and run on to the next real choice. Returns the events, public and private."""
    state.undoable[seat] += 1
    state.pending[seat][-1].carry_out(state, seat, move)
    return run_on(game, state)


def start(game: Game[S], seats: int, seed: str, options: dict[str, str]) -> tuple[S, list[Any]]:
    """Set the game up and run it to the first real choice. Returns the state and the events."""
    state = game.new(seats, seed, options)
    return state, run_on(game, state)


def digest(state: State) -> str:
    """Return 16 hex digits that tell one position from another, secrets and chance included."""
    if aside := {name: type(value)() for name in state.aside if (value := getattr(state, name))}:
        state = msgspec.structs.replace(state, **aside)
    return blake2b(msgspec.msgpack.encode(state), digest_size=8).hexdigest()


def copy(state: S) -> S:
    """An independent copy of the state."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))


def copies(state: S) -> Iterator[S]:
    """Independent copies of the state, as many as are taken; all of them as it is when the first one is."""
    packed, kind = msgspec.msgpack.encode(state), type(state)
    while True:
        yield msgspec.msgpack.decode(packed, type=kind)


def redrawn(game: Game[S], state: S, seat: int | None, lot: Chance) -> S:
    """A position that the seat, or the public, cannot tell from this one: all that it does not know is drawn anew.

    It hangs on the lot and on what the seat may see, and on nothing else.
    """
    twin = copy(state)
    game.redraw(twin, seat, lot)
    twin.chance = Chance(f"{lot.below(2**63)}")
    return twin
