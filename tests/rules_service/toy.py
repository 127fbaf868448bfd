"""A tiny game for tests: walk to the end of a track, perhaps with a secret look at the weather.

In a turn a seat walks any number of times, one to three fields each, may look at the weather once (a draw that only it
sees and that ends undo), and ends its turn. A seat on field 9 or beyond at the end of a turn wins. In `DICE` a turn
begins with a throw by its player, although nothing else is legal (P122).
"""

from dataclasses import replace
from typing import Any

import msgspec

from rules.chance import Chance
from rules.decision import CONFIRM, Decision
from rules.errors import IllegalMove
from rules.game import Event, Game, Option, Score, State, common_fields, due_seats
from rules.notation import End, Move, Notation

GOAL = 9


class Walk(Move, frozen=True):
    fields: int


class Look(Move, frozen=True):
    pass


class Shout(Move, frozen=True):
    pass


class Throw(Move, frozen=True):
    pass


class Set(Event, frozen=True):
    start: int


class Walked(Event, frozen=True):
    seat: int
    fields: int


class Looked(Event, frozen=True):
    seat: int


class Shouted(Event, frozen=True):
    seat: int


class Threw(Event, frozen=True):
    seat: int
    fields: int


class Weather(Event, frozen=True):
    seat: int
    degrees: int

    def reader(self) -> int | None:
        return self.seat


class Turn(Decision):
    begun: bool = False
    looked: bool = False

    def options(self, state: "Toy", seat: int) -> list[Move]:
        return [*map(Walk, (1, 2, 3)), *[Look()] * (not self.looked), Shout(), End()]

    def begins(self, state: "Toy") -> bool:
        return not self.begun

    def apply(self, state: "Toy", seat: int, move: Move) -> None:
        self.begun = True
        match move:
            case Walk(fields):
                state.fields[seat] += fields
                state.emit(Walked(seat, fields))
            case Look():
                self.looked = True
                state.weather.append(state.chance.below(40))
                state.emit(Looked(seat))
                state.emit(Weather(seat, state.weather[-1]))
                state.barrier()
            case Shout():
                state.shouts += 1
                state.emit(Shouted(seat))
                state.barrier()
            case End():
                state.pending[seat].pop()
                state.turn = (seat + 1) % state.seats
                state.over = state.fields[seat] >= GOAL
                state.barrier()

    def refuse(self, state: "Toy", seat: int, move: Move) -> IllegalMove:
        match move:
            case Look():
                return IllegalMove("You have looked already.")
            case Throw():
                return IllegalMove("The die is thrown at the start of a turn.")
        return IllegalMove("One to three fields at a time.")


class Die(Decision):
    def options(self, state: "Toy", seat: int) -> list[Move]:
        return [Throw()]

    def must_ask(self, state: "Toy", seat: int) -> bool:
        return True

    def begins(self, state: "Toy") -> bool:
        return True

    def apply(self, state: "Toy", seat: int, move: Move) -> None:
        thrown = 1 + state.chance.below(3)
        state.fields[seat] += thrown
        state.emit(Threw(seat, thrown))
        state.barrier()
        state.pending[seat][-1] = Turn(begun=True)

    def refuse(self, state: "Toy", seat: int, move: Move) -> IllegalMove:
        return IllegalMove("First throw the die.")


class Toy(State):
    pending: list[list[Turn | Die]]
    events: list[Set | Walked | Looked | Shouted | Threw | Weather]
    turn: int
    fields: list[int]
    weather: list[int]
    shouts: int


class View(msgspec.Struct, frozen=True):
    game: str
    seats: int
    seat: int | None
    due: list[int]
    fields: list[int]
    over: bool


def new(seats: int, seed: str, options: dict[str, str]) -> Toy:
    chance = Chance(seed)
    start = chance.below(seats) if options["start"] == "lot" else int(options["start"])
    state = Toy(**common_fields(seats, chance, options), turn=start, fields=[0] * seats, weather=[], shouts=0)
    state.emit(Set(start))
    return state


def advance(state: Toy) -> None:
    state.pending[state.turn].append(Turn())


def advance_dice(state: Toy) -> None:
    state.pending[state.turn].append(Die())


def to_turn(state: Toy, seat: int) -> bool:
    for stack in state.pending:
        stack.clear()
    state.turn = seat
    advance(state)
    return True


def to_throw(state: Toy, seat: int) -> bool:
    to_turn(state, seat)
    state.pending[seat] = [Die()]
    return True


def sample_hidden(state: Toy, seat: int | None, lot: Chance) -> None:
    state.weather = [lot.below(40) for _ in state.weather]


def score(state: Toy) -> Score:
    ranking = sorted(range(state.seats), key=lambda seat: -state.fields[seat])
    return Score(state.fields, {"fields": state.fields}, ranking, ranking[:1], "goal")


def options(seats: int) -> tuple[Option, ...]:
    return (Option("start", ("lot", *map(str, range(seats)))), CONFIRM)


TOY: Game[Any] = Game(
    id="toy", seats=(2, 3), options=options, notation=Notation(Walk, Look, Shout, End), state_type=Toy, new=new,
    advance=advance,
    view=lambda state, seat: View("toy", state.seats, seat, due_seats(state), list(state.fields), state.over),
    sample_hidden=sample_hidden, score=score, targets=lambda move: (), validate=lambda state: None, words=lambda: (),
    to_turn=to_turn, seen=lambda view, target: None,
)  # fmt: skip
DICE: Game[Any] = replace(TOY, notation=Notation(Walk, Look, Shout, Throw, End), advance=advance_dice, to_turn=to_throw)
