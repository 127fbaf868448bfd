"""What a position of Rattus is judged by, as numbers: pure functions of the position and a seat, blind to faces."""

from collections.abc import Sequence
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from rules.rattus.cards import steps
from rules.rattus.components import CARDS, CLASSES, CUBES, FACES, IN_USE, MAX_RATS, REMOVED, TOKENS, WITHIN
from rules.rattus.plague import Devastation
from rules.rattus.state import State
from rules.rattus.turn import Turn

REGIONS = 1 << 12  # that are remembered, up to 3 kB each; a thought meets forty new ones on the average
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
    """Of each card whether the seat has it, or somebody else: then it counts less than nothing."""
    other = -1.0 / (state.seats - 1)
    owners = state.cards
    return [0.0 if (owner := owners.get(card)) is None else 1.0 if owner == seat else other for card in CARDS]


Classes = tuple[tuple[str, ...], ...]  # of the cards of each seat


def _struck(cubes: Sequence[float], classes: Classes, population: int) -> list[float]:
    """How many cubes each seat loses to a rat there, on the average of all rats."""
    at = min(population, MOST)
    most, anybody, majority, of_class = max(cubes), ANYBODY[at], MAJORITY[at], OF_CLASS[at]
    found = []
    for seat, have in enumerate(cubes):
        owed = 0.0
        if have:
            owed = anybody + (majority if have == most else 0.0)
            for one in classes[seat]:
                owed += of_class[one]
            owed = min(owed, have)
        found.append(owed)
    return found


def _killed(cubes: Sequence[int], rats: int, classes: Classes, nuns: int, potions: Sequence[int]) -> list[float]:
    """How many cubes each seat loses to so many rats, one after another: the later ones find fewer people there."""
    stay, cured = [float(have) for have in cubes], list(map(float, potions))
    for _ in range(rats):
        population = max(0.0, sum(stay) - nuns)
        low = int(population)
        part = population - low
        fewer, more = _struck(stay, classes, low), _struck(stay, classes, low + 1)
        for seat, (one, other) in enumerate(zip(fewer, more, strict=True)):
            owed = (1 - part) * one + part * other
            healed = min(owed, cured[seat])
            cured[seat] -= healed
            stay[seat] -= min(owed - healed, stay[seat])
    return [have - alive for have, alive in zip(cubes, stay, strict=True)]


@lru_cache(REGIONS)
def _region(
    cubes: tuple[int, ...], rats: int, classes: Classes, nuns: int, potions: tuple[int, ...]
) -> tuple[float, ...]:
    """What a region with cubes adds to how the seats stand, up to ``gone``, and what comes to each of them from there
    if the plague goes there: cubes that it kills, and how many more of the others, on the average.

    The same regions come again in most of the positions that are looked at in a thought.
    """
    struck = _struck(cubes, classes, sum(cubes))
    killed = _killed(cubes, rats, classes, nuns, potions)
    sums: list[float] = []
    for have, lost, dead in zip(cubes, struck, killed, strict=True):
        beside = [0] * (MAX_RATS + 1)
        beside[rats] = have
        sums += [have, *beside, bool(have and not rats), bool(have and rats), min(lost * rats, have), dead]
    threat = [min(lost * max(rats, 1), have) for have, lost in zip(cubes, struck, strict=True)]
    others = len(cubes) - 1
    return (*sums, *threat, *((sum(killed) - dead) / others - dead for dead in killed))


class Stand(NamedTuple):
    """How a seat stands."""

    alive: float  # cubes on the board
    free: float  # of these in regions without rats, with one, two and three
    beside_one: float
    beside_two: float
    beside_three: float
    clean: float  # regions with own cubes and without rats, and with rats
    infested: float
    doomed: float  # cubes that the rats beside them kill at the end, each on the average of all rats
    gone: float  # the same where rats come one after another, with what helps against them
    palace: float
    stock: float
    baked: float
    close: float  # cubes that die if the plague goes where it hurts most, one step away or two
    further: float
    strike: float  # how many cubes more the others lose, on the average, if the seat moves the plague where it is best
    here: float  # cubes that die in the devastation that has begun
    ahead: float  # and how many more of the others
    cards: float
    cards_squared: float


PLACES = 9  # numbers of a seat that are sums over the regions: up to ``gone``
DOOMED = Stand._fields.index("doomed")


def held(state: State) -> Classes:
    """The classes of the cards that each seat has."""
    found: list[list[str]] = [[] for _ in range(state.seats)]
    for card, owner in state.cards.items():
        if owner is not None:
            found[owner].append(CARDS[card].class_)
    return tuple(map(tuple, found))


def regions(state: State, classes: Classes) -> tuple[dict[str, tuple[float, ...]], list[float]]:
    """What `_region` tells of each region with cubes, and all of them together."""
    seats = state.seats
    nuns, potions = state.nuns, (0,) * seats
    places: dict[str, tuple[float, ...]] = {}
    for region, cubes in state.cubes.items():
        if any(cubes):
            if state.protected:
                potions = tuple(
                    sum(one.potions for one in state.protected if one.region == region and one.seat == seat)
                    for seat in range(seats)
                )
            places[region] = _region(
                tuple(cubes), len(state.rats[region]), classes, nuns.count(region) if nuns else 0, potions
            )
    return places, list(map(sum, zip(*places.values(), strict=True))) if places else [0.0] * (PLACES + 2) * seats


def stand(state: State) -> list[Stand]:
    """How each seat stands, in numbers."""
    seats, classes = state.seats, held(state)
    places, sums = regions(state, classes)
    near = [places[region] for region in state.reach(1) if region in places]
    far = [
        places[region]
        for region in WITHIN[seats][2][state.plague]
        if region in places and region not in WITHIN[seats][1][state.plague]
    ]
    both = [places[region] for region in state.reach(2) if region in places]
    here = places.get(state.plague)
    if here and not any(isinstance(decision, Devastation) for decision in state.pending[state.active]):
        here = None
    found = []
    for seat in range(seats):
        dead, ahead = PLACES * seats + seat, (PLACES + 1) * seats + seat
        reach = near if steps(state, seat) == 1 else both
        found.append(
            Stand._make(
                [
                    *sums[PLACES * seat : PLACES * (seat + 1)],
                    state.palace[seat],
                    state.stock[seat],
                    state.baked.count(seat) if state.baked else 0,
                    max([place[dead] for place in near], default=0.0),
                    max([place[dead] for place in far], default=0.0),
                    max([place[ahead] for place in reach], default=0.0),
                    here[PLACES * (seat + 1) - 1] if here else 0.0,
                    here[ahead] if here else 0.0,
                    len(classes[seat]),
                    len(classes[seat]) ** 2,
                ]
            )
        )
    return found


def features(state: State, seat: int) -> list[float]:
    """The numbers, always as many and in the same order: how far the seat is ahead of the best of the others in each
    thing, and of all others in some; then whose turn it is and what is left of it.
    """
    every = stand(state)
    own = every[seat]
    others = [one for at, one in enumerate(every) if at != seat]
    best = max(others, key=_firm)
    stack = state.pending[seat]
    turn = stack[-1] if stack and isinstance(stack[-1], Turn) else None
    rats = [len(there) for there in state.rats.values()]
    most = max(rats)
    until = (seat - state.active) % state.seats if not (state.phase == "turns" and turn) else 0
    return [
        1.0,
        *map(sub, own, best),
        _firm(own) - sum(map(_firm, others)) / len(others),
        own.cards - sum([other.cards for other in others]) / len(others),
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


def _firm(one: Stand) -> float:
    """The points of a seat if the game ended now."""
    return one.alive - one.gone + one.palace
