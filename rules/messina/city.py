"""The graph of hexes and docks: distances, prices of moving, neighbours, where the next thing goes (4.4, 7.5, 7.6)."""

from functools import cache

from rules.messina.components import BERTHS, CORNERS, DOCKS, LAYOUTS
from rules.messina.moves import Board, Go
from rules.messina.state import Player, State, clockwise, docked

FAR = 99  # no way there
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))  # to the six neighbours of a hex

Distances = tuple[tuple[int, ...], ...]


def harbour_place(seats: int, corner: str) -> int:
    """The number of a harbour's place, after those of the district hexes."""
    return len(LAYOUTS[seats].places) + CORNERS.index(corner)


@cache
def distances(seats: int, filled: int) -> Distances:
    """The length of the shortest way between any two places; bit n of ``filled``: place n holds a hex.

    Figures never block the way (A5). The places are the layout's, then the harbours.
    """
    layout = LAYOUTS[seats]
    where = [*layout.places, *(layout.harbours[corner] for corner in CORNERS)]
    number = {at: place for place, at in enumerate(where) if filled >> place & 1}
    table = []
    for start in where:
        far = [FAR] * len(where)
        edge = [start] if start in number else []
        steps = 0
        while edge:
            for at in edge:
                far[number[at]] = steps
            steps += 1
            around = {(q + dq, r + dr) for q, r in edge for dq, dr in STEPS}
            edge = [at for at in around if at in number and far[number[at]] == FAR]
        table.append(tuple(far))
    return tuple(table)


def ways(state: State, start: str) -> tuple[tuple[int, ...], int]:
    """The distances from a hex or a dock's harbour to every place, and the steps from the dock to its harbour."""
    hex_ = DOCKS.get(start, start)
    return distances(state.seats, state.filled)[state.hexes[hex_].place], int(start in DOCKS)


def price(state: State, start: str, to: str) -> int:
    """The coins for moving from home, a hex or a dock to a hex or a dock (4.4)."""
    if start in ("home", to):
        return 0
    row, extra = ways(state, start)
    return max(0, row[state.hexes[DOCKS.get(to, to)].place] + extra + int(to in DOCKS) - 1)


def starts(player: Player) -> list[str]:
    """From where lieutenants may leave: those lying in the city; only without any of them, from home (4.3)."""
    if not player.lying:
        return ["home"] if player.ready else []
    return list(dict.fromkeys(player.lying))


def journeys(state: State, seat: int, start: str) -> list[Go | Board]:
    """Every hex and every ship that a lieutenant can go to from there (4.4)."""
    hexes, docks = state.hexes, state.docks
    if start == "home":  # all places are near
        found: list[Go | Board] = [Go(start, hex_) for hex_, place in hexes.items() if not place.taken]
        return found + [Board(start, one.ship) for ships in docks.values() for one in ships]
    row, extra = ways(state, start)
    reach = state.players[seat].coin + 1 - extra
    found = [Go(start, hex_) for hex_, place in hexes.items() if not place.taken and row[place.place] <= reach]
    for dock, ships in docks.items():
        if ships and (dock == start or row[hexes[DOCKS[dock]].place] < reach):
            found += [Board(start, one.ship) for one in ships]
    return found


def adjacent(state: State, hex_: str) -> list[str]:
    """The hexes that share a side with this one, in the city's order."""
    row, _ = ways(state, hex_)
    return [other for other, place in state.hexes.items() if row[place.place] == 1]


def berth(state: State, corner: str) -> str:
    """The dock where a ship drawn for this harbour lies: the next one clockwise that has room (7.5)."""
    return next(docked(one) for one in clockwise(corner) if len(state.docks[docked(one)]) < BERTHS)


def next_place(state: State, corner: str) -> int:
    """The first free place for a new hex, clockwise from a harbour (7.6)."""
    layout = LAYOUTS[state.seats]
    start = layout.ring.index(corner)
    bits = state.filled
    around = [*layout.ring[start:], *layout.ring[:start]]
    places = (layout.first + int(word) - 1 for word in around if word not in CORNERS)
    return next(place for place in places if not bits >> place & 1)
