"""What a position of Rattus is judged by, as numbers: pure functions of the position and a seat, blind to faces."""

from typing import NamedTuple

from rules.rattus.components import CARDS, CLASSES, CUBES, FACES, IN_USE, REMOVED, TOKENS, WITHIN
from rules.rattus.plague import Devastation
from rules.rattus.state import State
from rules.rattus.turn import Turn

MOST = 12  # cubes in a region beyond which nothing changes: no number on a rat is higher


def _part(population: int, letter: str = "", class_: str = "") -> float:
    """How many of all rats break out there, and have this letter or class."""
    return sum(
        face.number <= population and (face.letter == letter or class_ in face.classes) for face in FACES.values()
    ) / len(FACES)


ANYBODY = [_part(population, letter="A") for population in range(MOST + 1)]
MAJORITY = [_part(population, letter="M") for population in range(MOST + 1)]
OF_CLASS = [{one: _part(population, class_=one) for one in CLASSES} for population in range(MOST + 1)]
SUPPLY = {seats: len(TOKENS) - len(IN_USE[seats]) - REMOVED[seats] for seats in IN_USE}


def left(state: State) -> float:
    """How much of the game is still to come, from 1 to 0: the supply tells, or else the cubes of whoever has fewest."""
    if state.phase == "final":
        return 0.0
    return round(min(len(state.supply) / SUPPLY[state.seats], *(stock / CUBES + 0.2 for stock in state.stock), 1.0), 2)


def _cards(state: State, seat: int) -> list[float]:
    return [float(state.cards.get(card, -1) == seat) for card in CARDS]


def _struck(cubes: list[int], classes: list[dict[str, int]], population: int) -> list[float]:
    """How many cubes each seat loses to a rat there, on the average of all rats."""
    at = min(population, MOST)
    most, anybody, majority, of_class = max(cubes), ANYBODY[at], MAJORITY[at], OF_CLASS[at]
    found = []
    for seat, have in enumerate(cubes):
        owed = 0.0
        if have:
            owed = anybody + (majority if have == most else 0.0)
            for one, number in classes[seat].items():
                owed += number * of_class[one]
            owed = min(owed, have)
        found.append(owed)
    return found


class Stand(NamedTuple):
    """How a seat stands."""

    alive: float  # cubes on the board
    free: float  # of these in regions without rats, with one, two and three
    beside_one: float
    beside_two: float
    beside_three: float
    clean: float  # regions with own cubes and without rats, and with rats
    infested: float
    palace: float
    stock: float
    baked: float
    doomed: float  # cubes that the rats beside them kill at the end, on the average
    close: float  # cubes that die if the plague goes where it hurts most, one step away or two
    further: float
    here: float  # cubes that die in the devastation that has begun
    cards: float
    cards_squared: float


def stand(state: State) -> list[Stand]:
    """How each seat stands, in numbers."""
    seats = range(state.seats)
    classes: list[dict[str, int]] = [{} for _ in seats]
    held = [0] * state.seats
    for card, owner in state.cards.items():
        if owner is not None:
            class_ = CARDS[card].class_
            classes[owner][class_] = classes[owner].get(class_, 0) + 1
            held[owner] += 1
    near, far = WITHIN[state.seats][1][state.plague], WITHIN[state.seats][2][state.plague]
    by_rats = [[0.0] * 4 for _ in seats]
    regions = [[0.0] * 2 for _ in seats]
    doomed, close, further, here = ([0.0] * state.seats for _ in range(4))
    striking = any(isinstance(decision, Devastation) for decision in state.pending[state.active])
    for region, cubes in state.cubes.items():
        population = sum(cubes)
        if not population:
            continue
        rats = len(state.rats[region])
        for seat in seats:
            if cubes[seat]:
                by_rats[seat][rats] += cubes[seat]
                regions[seat][rats > 0] += 1
        lost = _struck(cubes, classes, population)
        for seat in seats:
            if lost[seat]:
                doomed[seat] += min(lost[seat] * rats, cubes[seat])
                if region in near:
                    close[seat] = max(close[seat], min(lost[seat] * max(rats, 1), cubes[seat]))
                elif region in far:
                    further[seat] = max(further[seat], min(lost[seat] * max(rats, 1), cubes[seat]))
                if region == state.plague:
                    here[seat] = min(lost[seat] * rats, cubes[seat]) if striking else 0.0
    return [
        Stand._make(
            [
                sum(by_rats[seat]),
                *by_rats[seat],
                *regions[seat],
                state.palace[seat],
                state.stock[seat],
                state.baked.count(seat),
                doomed[seat],
                close[seat],
                further[seat],
                here[seat],
                held[seat],
                held[seat] ** 2,
            ]
        )
        for seat in seats
    ]


def features(state: State, seat: int) -> list[float]:
    """The numbers, always as many and in the same order: the own, those of the best of the others, of all others."""
    every = stand(state)
    own = every[seat]
    others = [one for at, one in enumerate(every) if at != seat]
    best = max(others, key=lambda one: one.alive + one.palace)
    stack = state.pending[seat]
    turn = stack[-1] if stack and isinstance(stack[-1], Turn) else None
    rats = [len(there) for there in state.rats.values()]
    most = max(rats)
    until = (seat - state.active) % state.seats if not (state.phase == "turns" and turn) else 0
    return [
        1.0,
        *own,
        *best,
        *(sum(column) / len(others) for column in zip(*others, strict=True)),
        *_cards(state, seat),
        float(until),
        float(until == 0),
        float(turn is not None),
        float(turn is not None and not state.taken),
        float(turn is not None and not state.placed),
        float(most if turn is not None and not state.placed else 0),
        float(most),
        float(rats.count(most)),
        float(len(state.used) if state.active == seat else 0),
        float(state.phase == "final"),
    ]
