"""The printed data of Rattus as frozen tables, read once from ``components.toml`` (section 3)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

import msgspec

from rules.rattus.events import Face


class Region(msgspec.Struct, frozen=True):
    """A region of the map. ``order`` is its place in the final devastation."""

    id: str
    order: int


class Card(msgspec.Struct, frozen=True):
    """A class card. ``timing`` says when its ability may be used (section 6)."""

    id: str
    class_: str = msgspec.field(name="class")
    timing: str


class Token(msgspec.Struct, frozen=True):
    """A rat token."""

    id: str
    start: bool
    number: int
    letter: str
    classes: tuple[str, ...]


class _Connection(msgspec.Struct, frozen=True):
    a: str
    b: str


class _CardSet(msgspec.Struct, frozen=True):
    id: str
    cards: tuple[str, ...]


class _Players(msgspec.Struct, frozen=True):
    regions: list[str]
    removed_unseen: int


class _Counts(msgspec.Struct, frozen=True):
    cubes_per_player: int
    max_rats_per_region: int
    knight_neutral_cubes: int
    class_cards_in_play: int
    bishops: int
    nuns: int
    walls: int
    setup_cubes_per_placement: int


class _Data(msgspec.Struct, frozen=True):
    counts: _Counts
    players: dict[str, _Players]
    regions: list[Region]
    connections: list[_Connection]
    cards: list[Card]
    card_sets: list[_CardSet]
    rat_tokens: list[Token]


_data = msgspec.convert(tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8")), _Data)

SEATS = tuple(sorted(map(int, _data.players)))
CUBES = _data.counts.cubes_per_player
MAX_RATS = _data.counts.max_rats_per_region
NEUTRAL_CUBES = _data.counts.knight_neutral_cubes
CARDS_IN_PLAY = _data.counts.class_cards_in_play
BISHOPS = _data.counts.bishops
NUNS = _data.counts.nuns
WALLS = _data.counts.walls
SETUP_CUBES = _data.counts.setup_cubes_per_placement
LETTERS = "abc"[:MAX_RATS]

REGIONS: Mapping[str, Region] = {region.id: region for region in sorted(_data.regions, key=lambda r: r.order)}
CLASSES = tuple(dict.fromkeys(card.class_ for card in _data.cards))
CARDS: Mapping[str, Card] = {card.id: card for card in _data.cards}
CARD_SETS: Mapping[str, tuple[str, ...]] = {one.id: one.cards for one in _data.card_sets}
TOKENS: Mapping[str, Token] = {token.id: token for token in _data.rat_tokens}
FACES: Mapping[str, Face] = {t.id: Face(t.number, t.letter, t.classes) for t in TOKENS.values()}

# By number of players: the regions in use in their fixed order, and how many regular tokens are removed unseen.
IN_USE: Mapping[int, tuple[str, ...]] = {
    seats: tuple(region for region in REGIONS if region in _data.players[str(seats)].regions) for seats in SEATS
}
REMOVED: Mapping[int, int] = {seats: _data.players[str(seats)].removed_unseen for seats in SEATS}


def _neighbours(region: str, seats: int) -> tuple[str, ...]:
    pairs = {(c.a, c.b) for c in _data.connections} | {(c.b, c.a) for c in _data.connections}
    return tuple(other for other in IN_USE[seats] if (region, other) in pairs)


# By number of players and region: its neighbours in use, in the fixed order.
NEIGHBOURS: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    seats: {region: _neighbours(region, seats) for region in IN_USE[seats]} for seats in SEATS
}


# By number of players: the connections in use, each as its two regions in the fixed order, joined by "+".
CONNECTIONS: Mapping[int, tuple[str, ...]] = {
    seats: tuple(
        f"{region}+{to}"
        for at, region in enumerate(IN_USE[seats])
        for to in NEIGHBOURS[seats][region]
        if to in IN_USE[seats][at:]
    )
    for seats in SEATS
}


def connection(region: str, to: str) -> str:
    """Return the name of the connection between two neighbours, in either order: ``gallia+hispania``."""
    return f"{region}+{to}" if REGIONS[region].order < REGIONS[to].order else f"{to}+{region}"


def _within(region: str, seats: int, steps: int) -> tuple[str, ...]:
    reached = [region]
    for _ in range(steps):
        reached += [to for start in reached for to in NEIGHBOURS[seats][start]]
    return tuple(other for other in IN_USE[seats] if other in reached and other != region)


# By number of players, steps and region: the possible destinations of a piece that must move, in the fixed order.
WITHIN: Mapping[int, Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    seats: {steps: {region: _within(region, seats, steps) for region in IN_USE[seats]} for steps in (1, 2)}
    for seats in SEATS
}
