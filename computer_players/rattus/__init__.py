"""The computer players' knowledge of Rattus: the features of a position for a seat, and the value of results.

Features are pure functions of the position and a seat, blind to rats' faces.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from computer_players.advantage import Asset
from computer_players.evaluation import EvaluationSpec
from computer_players.player import GreedyHeuristics
from rules.game import Score
from rules.notation import End, Move
from rules.rattus.cards import plague_range
from rules.rattus.components import (
    CARDS,
    CLASSES,
    CUBES,
    MAX_RATS,
    REGIONS_IN_USE,
    REGIONS_WITHIN,
    REMOVED_TOKENS,
    TOKEN_FACES,
    TOKENS,
)
from rules.rattus.moves import Plague, Reveal, Skip, Take
from rules.rattus.plague import Devastation
from rules.rattus.state import State
from rules.rattus.turn import Turn

REGION_CACHE_SIZE = 512  # entries of about 2.7 kB; eight times as many would save less than 1 % of the calls
MAX_RAT_NUMBER = 12  # More cubes in a region change nothing.
CARD = 0.5  # the value of a card
RISK = 0.6  # the cost of a cube that is expected to die at the end


def _part(population: int, letter: str = "", class_: str = "") -> float:
    """Return the share of all rats that cause an outbreak at this population and have this letter or class.

    Without ``letter``, rats that have no letter count as well.
    """
    return sum(
        face.number <= population and (face.letter == letter or class_ in face.classes) for face in TOKEN_FACES.values()
    ) / len(TOKEN_FACES)


ANYBODY = [_part(population, letter="A") for population in range(MAX_RAT_NUMBER + 1)]
MAJORITY = [_part(population, letter="M") for population in range(MAX_RAT_NUMBER + 1)]
OF_CLASS = [{one: _part(population, class_=one) for one in CLASSES} for population in range(MAX_RAT_NUMBER + 1)]
SUPPLY = {seats: len(TOKENS) - len(REGIONS_IN_USE[seats]) - REMOVED_TOKENS[seats] for seats in REGIONS_IN_USE}


def remaining(state: State) -> float:
    """Estimate the fraction of the game left before the final round.

    It depends on the supply of rats or the smallest stock of cubes, whichever runs out first.
    """
    if state.phase == "final":
        return 0.0
    return round(min(len(state.supply) / SUPPLY[state.seats], *(stock / CUBES + 0.2 for stock in state.stock), 1.0), 2)


def _cards(state: State, seat: int) -> list[float]:
    """Return a number for each card: positive if the seat has it, negative if another seat has it, otherwise 0."""
    other = -1.0 / (state.seats - 1)
    owners = state.cards
    return [0.0 if (owner := owners.get(card)) is None else 1.0 if owner == seat else other for card in CARDS]


Classes = tuple[tuple[str, ...], ...]  # the classes of each seat's cards


def _struck(cubes: Sequence[float], classes: Classes, population: int) -> list[float]:
    """Return how many of its ``cubes`` in a region each seat would lose on average to one unknown rat."""
    at = min(population, MAX_RAT_NUMBER)
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
    """Return how many cubes each seat would lose on average to this many unknown rats that strike one by one."""
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


@lru_cache(REGION_CACHE_SIZE)
def _region(
    cubes: tuple[int, ...], rats: int, classes: Classes, nuns: int, potions: tuple[int, ...]
) -> tuple[float, ...]:
    """Return a region's part of each seat's `Stand`, up to ``gone``, and the effects of moving the plague piece there.

    The effects are how many cubes each seat would lose, and for each seat, how many more the others would lose on
    average. Results are cached, because the same regions recur in most positions of a search.
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
    """The standing of a seat, as numbers from which the features are made."""

    alive: float  # cubes on the board
    free: float  # of these, in regions without rats, with one, two and three
    beside_one: float
    beside_two: float
    beside_three: float
    clean: float  # regions with own cubes: without rats, and with rats
    infested: float
    doomed: float  # cubes that the rats in their regions kill at the end, each rat counted as the average of all rats
    gone: float  # the same, but with the rats one after another, and with protection
    palace: float
    stock: float
    baked: float
    close: float  # cubes lost to the worst plague move, one step away or two
    further: float
    strike: float  # how many more cubes the others lose, on average, to the seat's best plague move
    here: float  # cubes that die in the devastation in progress
    ahead: float  # how many more cubes of the others die in it
    cards: float
    cards_squared: float


PLACES = 9  # how many of a seat's numbers are sums over the regions: those up to ``gone``
DOOMED = Stand._fields.index("doomed")


def card_classes(state: State) -> Classes:
    """Return the classes of the cards that each seat has."""
    found: list[list[str]] = [[] for _ in range(state.seats)]
    for card, owner in state.cards.items():
        if owner is not None:
            found[owner].append(CARDS[card].class_)
    return tuple(map(tuple, found))


def regions(state: State, classes: Classes) -> tuple[dict[str, tuple[float, ...]], list[float]]:
    """Return the values of `_region` for each region with cubes, and the sum of each value over the regions."""
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
            places[region] = _region(tuple(cubes), len(state.rats[region]), classes, nuns.count(region), potions)
    return places, list(map(sum, zip(*places.values(), strict=True))) if places else [0.0] * (PLACES + 2) * seats


def stand(state: State) -> list[Stand]:
    """Return the `Stand` of each seat."""
    seats, classes = state.seats, card_classes(state)
    places, sums = regions(state, classes)
    near = [places[region] for region in state.reach(1) if region in places]
    far = [
        places[region]
        for region in REGIONS_WITHIN[seats][2][state.plague]
        if region in places and region not in REGIONS_WITHIN[seats][1][state.plague]
    ]
    both = [places[region] for region in state.reach(2) if region in places]
    here = places.get(state.plague)
    if here and not any(isinstance(decision, Devastation) for decision in state.pending[state.active]):
        here = None
    found = []
    for seat in range(seats):
        dead, ahead = PLACES * seats + seat, (PLACES + 1) * seats + seat
        reach = near if plague_range(state, seat) == 1 else both
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
    """Return the features of a position for a seat, always the same number in the same order.

    After a constant come the differences between the seat's `Stand` and that of the best other seat, and its leads over
    the others' average in points and in cards. Then come the owners of cards, how soon it is the seat's turn, what it
    can still do in the turn, the highest number of rats, the cards that it has used, and whether it is the final round.
    """
    every = stand(state)
    own = every[seat]
    others = [one for at, one in enumerate(every) if at != seat]
    best = max(others, key=_firm)
    stack = state.pending[seat]
    turn = stack[-1] if stack and isinstance(stack[-1], Turn) else None
    rats = [len(there) for there in state.rats.values()]
    most = max(rats)
    until = (seat - state.active) % state.seats
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
    """Return the points that a seat could expect if the game ended now."""
    return one.alive - one.gone + one.palace


def evaluate(state: State, seat: int) -> float:
    """Return the seat's lead over the others' average, counting cubes and cards, and deducting for cubes in danger."""
    cards = card_classes(state)
    _, sums = regions(state, cards)
    each = [
        (1 - RISK) * alive + RISK * (alive - doomed) + palace + CARD * len(own)
        for alive, doomed, palace, own in zip(sums[::PLACES], sums[DOOMED::PLACES], state.palace, cards, strict=False)
    ]
    others = [value for other, value in enumerate(each) if other != seat]
    return each[seat] - sum(others) / len(others)


def move_bonus(state: State, seat: int, move: Move, after: State) -> float:
    """Return a penalty for ending or skipping, and a larger one for moving the plague piece before actions A and B."""
    if isinstance(move, End | Skip):
        return -0.01
    return -2.0 * ((not state.taken) + (not state.placed)) if isinstance(move, Plague) else 0.0


def move_prior(state: State, seat: int, move: Move) -> float:
    """Return a first estimate: taking a card is best, as all else can follow; moving the plague piece is worst."""
    return 1.0 * isinstance(move, Take) - 1.0 * isinstance(move, Plague)


HEURISTICS = GreedyHeuristics(evaluate, move_bonus, move_prior, simulated_starts=8)


def result(score: Score, seat: int) -> float:
    """Return the seat's lead in points over the best of the others, plus 2 if it alone has won, otherwise minus 2."""
    lead = score.points[seat] - max(points for other, points in enumerate(score.points) if other != seat)
    return lead + (2.0 if score.winners == [seat] else -2.0)


def assets(state: State, seat: int) -> Iterator[Asset]:
    """Yield the assets of a seat and of the others: the kind, the amount, and the value in points."""
    every, own = [one.alive + one.palace for one in stand(state)], stand(state)[seat]
    others = sum(every) - every[seat]
    yield "cubes", every[seat], every[seat]
    yield "others", others, -others / (state.seats - 1)
    yield "danger", own.gone, -RISK * own.gone
    yield "cards", own.cards, CARD * own.cards


def alike(state: State, seat: int, move: Reveal) -> Reveal:
    """Return the first legal move that reveals a rat that the seat can't tell apart from the rat of this move."""

    def known(handle: str) -> tuple[object, ...]:
        rat = next(one for region, rats in state.rats.items() for one in rats if f"{region}-{one.letter}" == handle)
        seen = handle in state.turned or seat in state.seen_by(rat)
        return rat.token if seen else "", rat.token in state.laid, rat.token in state.drawn, state.seen_by(rat)

    options = state.pending[seat][-1].options(state, seat)
    return next(one for one in options if isinstance(one, Reveal) and known(one.rat) == known(move.rat))


BASE, RANDOM, ONE_EACH = {"cards": "base"}, {"cards": "random"}, {"cards": "one_per_class"}
EVALUATION = EvaluationSpec(
    features=features,
    greedy=HEURISTICS,
    remaining=remaining,
    result=result,
    rollout_turns=0,
    reply_widths={3: 4, 4: 3},
    reply_samples=4,
    assets=assets,
    blind=(Reveal,),
    alike=alike,
    answered_spread={2: 0.75},
    win_spread={2: (3.8, 16.1), 3: (2.8, 9.0), 4: (1.7, 4.6)},
    training_setups={
        2: ((2, BASE), (2, RANDOM), (2, BASE), (2, ONE_EACH)),
        3: ((4, BASE), (4, RANDOM), (3, BASE), (4, BASE), (4, ONE_EACH), (3, RANDOM), (4, BASE), (4, RANDOM)),
    },
)
