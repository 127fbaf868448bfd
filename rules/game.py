"""The interface that every game implements.

The table and the bot depend on nothing else of a game's rules, and `tests.rules.conformance` tests every game against
it. A `Game` is data and functions without a state of their own: they work on the `State` that they are given. Each seat
has a stack of decisions (see `rules.decision`), and the one on top is due. When all stacks are empty, `Game.advance`
starts the next part of the game or ends it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.chance import Chance
from rules.notation import Move, Notation


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    """Something that happened, as data; the bot turns it into sentences."""

    def reader(self) -> int | None:
        """Return the only seat that may see this event, or None if it is public."""
        return None


class SeatEvent(Event, frozen=True):
    """An event that names a seat: the one that acted or was affected."""

    seat: int


class Target(msgspec.Struct, frozen=True, gc=False):
    """A thing on the board that a move refers to: its kind (region, rat, card, ...) and its id."""

    kind: str
    id: str


class PackedView(msgspec.Struct, frozen=True, gc=False):
    """What a seat or the public may see. Other processes get it as MessagePack, ten times faster than a pickle."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, bytes]]:
        """Pickle the view as MessagePack."""
        return unpack_view, (type(self), msgspec.msgpack.encode(self))


def unpack_view(kind: type, packed: bytes) -> Any:
    """Return the view of this kind that `PackedView` has packed as MessagePack."""
    return msgspec.msgpack.decode(packed, type=kind)


class State(msgspec.Struct):
    """The part of the state that all games share. Each game's subclass adds fields and narrows some of the types."""

    aside: ClassVar[tuple[str, ...]] = ()  # fields that are not part of the position: the digest leaves them out
    seats: int
    chance: Chance
    options: dict[str, str]  # all options, including those with default values
    pending: list[list[Any]]  # one stack of decisions per seat
    # Per seat, how many of its last moves can be undone without crossing a barrier; "free" in positions.
    undoable: list[int] = msgspec.field(name="free")
    over: bool
    events: list[Any]  # what the current move has caused; empty between moves

    def barrier(self) -> None:
        """Make everything so far final: it can no longer be undone."""
        self.undoable = [0] * self.seats

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)


def common_fields(seats: int, chance: Chance, options: dict[str, str]) -> dict[str, Any]:
    """Return the initial values of `State`'s fields, for the constructor of the game's own state."""
    return {
        "seats": seats,
        "chance": chance,
        "options": options,
        "pending": [[] for _ in range(seats)],
        "undoable": [0] * seats,
        "over": False,
        "events": [],
    }


class Option(msgspec.Struct, frozen=True):
    """A choice made when a table is opened. Values are words; the first is the default."""

    id: str
    values: tuple[str, ...]
    pick: tuple[str, ...] = ()
    picks: int = 0  # a value may also be this many different words of `pick`, joined by "+"
    unless: tuple[str, str] | None = None  # the option has no effect if another option has this value

    @property
    def default(self) -> str:
        """Return the default value."""
        return self.values[0]

    def matters(self, chosen: Mapping[str, str]) -> bool:
        """Return whether the option has an effect, given the other choices."""
        return self.unless is None or chosen.get(self.unless[0]) != self.unless[1]

    def read(self, value: str) -> str | None:
        """Return the value with picked words in the order of ``pick``, or None if this option has no such value."""
        if value in self.values:
            return value
        words = value.split("+")
        if len(words) == self.picks and len(set(words)) == self.picks and set(words) <= set(self.pick):
            return "+".join(word for word in self.pick if word in words)
        return None


class Score(msgspec.Struct, frozen=True):
    """A result: each seat's points, in total and by category, the ranking, the winners, and why the game ended."""

    points: list[int]
    breakdown: dict[str, list[int]]
    ranking: list[int]
    winners: list[int]
    reason: str

    def place(self, seat: int) -> int:
        """Return the seat's place in the ranking, counted from 1. All winners share first place."""
        return 1 if seat in self.winners else self.ranking.index(seat) + 1


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Game(Generic[S]):
    """The definition of a game: its data and the functions that implement its rules."""

    id: str
    seats: tuple[int, ...]
    options: Callable[[int], tuple[Option, ...]]  # by number of seats
    notation: Notation[Any]
    state_type: type[S]
    new: Callable[[int, str, dict[str, str]], S]  # seats, seed, options (complete and checked)
    advance: Callable[[S], None]  # called with all stacks empty: push the next decision or end the game
    # What a seat, or the public, may see; with `game`, `seats`, `seat`, `due`.
    view: Callable[[S, int | None], msgspec.Struct]
    sample_hidden: Callable[[S, int | None, Chance], None]  # draw again, in place, what a seat or the public can't know
    score: Callable[[S], Score]  # the points if the game were scored now
    targets: Callable[[Move], tuple[Target, ...]]
    validate: Callable[[S], None]  # raises BadPosition for an impossible position
    words: Callable[[], Sequence[str]]  # every ID that a move may contain; a move with any other ID is refused
    # Skip to the seat's next turn, in place, as if the others did nothing more. Returns False if something unknown
    # would be revealed before it, or if the seat has no turn left. Requires that the seat has no blocking decision.
    to_turn: Callable[[S, int], bool]
    seen: Callable[[Any, Target], Any]  # everything that a view shows of a thing, for comparing two positions
    # After going back: restore, in place, what was seen on the way to the abandoned position. None: in this game
    # nothing is ever hidden.
    remember: Callable[[S, S], None] | None = None


def due_seats(state: State) -> list[int]:
    """Return the seats that have something to decide; each has at most one decision at a time."""
    return [seat for seat, stack in enumerate(state.pending) if stack]


def blocking_seats(state: State) -> list[int]:
    """Return the seats that the game waits for: the due seats, except those with an optional decision."""
    return [seat for seat, stack in enumerate(state.pending) if stack and stack[-1].blocking]


def begins_turn(state: State, seat: int) -> bool:
    """Return whether the seat is about to start a turn, even directly after its previous one."""
    stack = state.pending[seat]
    return bool(stack) and bool(stack[-1].begins(state))


def legal_moves(state: State, seat: int) -> list[Move]:
    """Return every legal move of the seat in a fixed order; none if it has nothing to decide."""
    stack = state.pending[seat]
    return stack[-1].options(state, seat) if stack else []


def settle_seat(state: State, seat: int) -> None:
    """Play moves for the seat as long as it has exactly one legal move and the player doesn't have to confirm it."""
    stack = state.pending[seat]
    while stack:
        decision = stack[-1]
        if decision.must_ask(state, seat):
            return
        options = decision.options(state, seat)
        if len(options) > 1:
            return
        decision.apply(state, seat, options[0])


def run_on(game: Game[S], state: S) -> list[Any]:
    """Run the game to the next real choice or to its end. Return the events since the last call.

    When several seats decide at the same time, no seat's question may depend on another seat's answers.
    """
    while True:
        for seat in range(len(state.pending)):
            settle_seat(state, seat)
        if state.over or any(state.pending):
            events, state.events = state.events, []
            return events
        game.advance(state)


def apply_move(game: Game[S], state: S, seat: int, move: Move) -> list[Any]:
    """Carry out a legal move in place and run to the next real choice. Returns the events, public and private."""
    state.undoable[seat] += 1
    state.pending[seat][-1].apply(state, seat, move)
    return run_on(game, state)


def start_game(game: Game[S], seats: int, seed: str, options: dict[str, str]) -> tuple[S, list[Any]]:
    """Set up the game and run it to the first real choice. Returns the state and the events."""
    state = game.new(seats, seed, options)
    return state, run_on(game, state)


def digest(state: State) -> str:
    """Return 16 hex digits that identify the position, with secrets and chance, but without the fields in ``aside``."""
    if aside := {name: type(value)() for name in state.aside if (value := getattr(state, name))}:
        state = msgspec.structs.replace(state, **aside)
    return blake2b(msgspec.msgpack.encode(state), digest_size=8).hexdigest()


def copy_state(state: S) -> S:
    """Return an independent copy of the state."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))


def endless_copies(state: S) -> Iterator[S]:
    """Yield independent copies of the state forever, each as the state was when the first copy was requested."""
    packed, kind = msgspec.msgpack.encode(state), type(state)
    while True:
        yield msgspec.msgpack.decode(packed, type=kind)


def sample_position(game: Game[S], state: S, seat: int | None, lot: Chance) -> S:
    """Return a random position that the seat (None: the public) can't tell from this one, drawn with ``lot``."""
    twin = copy_state(state)
    game.sample_hidden(twin, seat, lot)
    twin.chance = Chance(f"{lot.below(2**63)}")
    return twin
