"""The graph of hexes and docks: distances, movement costs, and places for new ships and hexes (4.4, 7.5, 7.6)."""

from collections.abc import Mapping
from functools import lru_cache

from rules.messina.components import BERTHS, CITY_LAYOUTS, DOCKS, HARBOUR_CORNERS
from rules.messina.moves import Board, Go
from rules.messina.state import Player, State

UNREACHABLE = 99
HEX_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))  # the directions to the six neighbours of a hex

Distances = tuple[tuple[int, ...], ...]

# By seats, the numbers of places in a city: hexes of the layout, then harbours, then docks.
HARBOUR_PLACES: Mapping[int, Mapping[str, int]] = {
    seats: {corner: place for place, corner in enumerate(HARBOUR_CORNERS, len(layout.places))}
    for seats, layout in CITY_LAYOUTS.items()
}
DOCK_PLACES: Mapping[int, Mapping[str, int]] = {
    seats: {dock: harbours[corner] + len(HARBOUR_CORNERS) for dock, corner in DOCKS.items()}
    for seats, harbours in HARBOUR_PLACES.items()
}
# How many cities are possible: each place for a new hex is filled or empty.
CITIES: int = sum(2 ** (len(layout.places) - layout.first) for layout in CITY_LAYOUTS.values())


@lru_cache(CITIES)
def distances(seats: int, filled: int) -> Distances:
    """Return the table of distances between any two places. Bit n of ``filled`` is set if place n has a hex.

    Figures never block the way (A5). A dock counts as a hex adjacent only to its harbour.
    """
    layout, docks = CITY_LAYOUTS[seats], DOCK_PLACES[seats]
    where = [*layout.places, *(layout.harbours[corner] for corner in HARBOUR_CORNERS)]
    number = {at: place for place, at in enumerate(where) if filled >> place & 1}
    harbours = [HARBOUR_PLACES[seats][DOCKS[dock]] for dock in docks]
    table = []
    for start in where:
        far = [UNREACHABLE] * len(where)
        edge = [start] if start in number else []
        steps = 0
        while edge:
            for at in edge:
                far[number[at]] = steps
            steps += 1
            around = {(q + dq, r + dr) for q, r in edge for dq, dr in HEX_DIRECTIONS}
            edge = [at for at in around if at in number and far[number[at]] == UNREACHABLE]
        table.append((*far, *(far[harbour] + 1 for harbour in harbours)))
    for dock, harbour in zip(docks.values(), harbours, strict=True):
        table.append(tuple(0 if place == dock else far + 1 for place, far in enumerate(table[harbour])))
    return tuple(table)


def place_of(state: State, name: str) -> int:
    """Return the number of the place of a hex or a dock."""
    hex_ = state.hexes.get(name)
    return DOCK_PLACES[state.seats][name] if hex_ is None else hex_.place


def distances_from(state: State, start: str) -> tuple[int, ...]:
    """Return the distances from a hex or a dock to every place."""
    return distances(state.seats, state.filled)[place_of(state, start)]


def travel_price(state: State, start: str, to: str) -> int:
    """Return the coins for moving to a hex or dock: none from home, otherwise one per step after the first (4.4)."""
    return 0 if start in ("home", to) else distances_from(state, start)[place_of(state, to)] - 1


def starting_places(player: Player) -> list[str]:
    """Return where the next lieutenant may start: the hexes and docks where the player's lieutenants lie (4.3).

    If none lies in the city, return home, or an empty list if none is ready there, either.
    """
    if not player.lying:
        return ["home"] if player.ready else []
    return list(dict.fromkeys(player.lying))


def journeys(state: State, seat: int, start: str) -> list[Go | Board]:
    """Return the moves from this start to every unoccupied hex and every ship that a lieutenant can reach (4.4)."""
    hexes, docks = state.hexes, state.docks
    if start == "home":  # from home, every place is in reach for free
        found: list[Go | Board] = [Go(start, hex_) for hex_, place in hexes.items() if not place.taken]
        return found + [Board(start, one.ship) for ships in docks.values() for one in ships]
    far, places = distances_from(state, start), DOCK_PLACES[state.seats]
    reach = state.players[seat].coin + 1
    found = [Go(start, hex_) for hex_, place in hexes.items() if far[place.place] <= reach and not place.taken]
    for dock, ships in docks.items():
        if ships and far[places[dock]] <= reach:
            found += [Board(start, one.ship) for one in ships]
    return found


def dock_with_room(state: State, corner: str) -> str:
    """Return the harbour's dock for a new ship or, if it is full, the next dock clockwise with room (7.5)."""
    start = HARBOUR_CORNERS.index(corner)
    docks = [f"dock-{one}" for one in (*HARBOUR_CORNERS[start:], *HARBOUR_CORNERS[:start])]
    return next(dock for dock in docks if len(state.docks[dock]) < BERTHS)


def next_hex_place(state: State, corner: str) -> int:
    """Return the first free place for a new hex, clockwise from a harbour (7.6)."""
    layout = CITY_LAYOUTS[state.seats]
    start = layout.ring.index(corner)
    around = [*layout.ring[start:], *layout.ring[:start]]
    places = (layout.first + int(word) - 1 for word in around if word not in HARBOUR_CORNERS)
    return next(place for place in places if not state.filled >> place & 1)
