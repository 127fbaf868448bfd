"""The printed data of Rattus as frozen tables, read once from ``components.toml`` (section 3)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec

from rules.errors import P_
from rules.rattus.events import Face


class Card(msgspec.Struct, frozen=True):
    """A class card. ``timing`` says when its ability may be used (section 6)."""

    id: str
    class_: str = msgspec.field(name="class")
    timing: str


class Token(msgspec.Struct, frozen=True):
    """A rat token. ``start``: whether it is a start token. Each region gets one of those at the set-up."""

    id: str
    start: bool
    number: int
    letter: str
    classes: tuple[str, ...]


_folder = files(__package__)
_data: dict[str, Any] = tomllib.loads(_folder.joinpath("components.toml").read_text("utf-8"))
_counts: dict[str, int] = _data["counts"]
_players: dict[str, dict[str, Any]] = _data["players"]

PLAYER_COUNTS = tuple(sorted(map(int, _players)))
CUBES = _counts["cubes_per_player"]
MAX_RATS = _counts["max_rats_per_region"]
NEUTRAL_CUBES = _counts["knight_neutral_cubes"]
CARDS_IN_PLAY = _counts["class_cards_in_play"]
BISHOPS = _counts["bishops"]
NUNS = _counts["nuns"]
WALLS = _counts["walls"]
SETUP_CUBES = _counts["setup_cubes_per_placement"]
RAT_LETTERS = "abc"[:MAX_RATS]

REGIONS: Mapping[str, int] = {one["id"]: one["order"] for one in _data["regions"]}  # in the order of devastation
CARDS: Mapping[str, Card] = {card.id: card for card in msgspec.convert(_data["cards"], list[Card])}
CLASSES = tuple(dict.fromkeys(card.class_ for card in CARDS.values()))
CARD_SETS: Mapping[str, tuple[str, ...]] = {one["id"]: tuple(one["cards"]) for one in _data["card_sets"]}
TOKENS: Mapping[str, Token] = {token.id: token for token in msgspec.convert(_data["rat_tokens"], list[Token])}
TOKEN_FACES: Mapping[str, Face] = {t.id: Face(t.number, t.letter, t.classes) for t in TOKENS.values()}

# By number of players: the regions in use in their fixed order, and how many regular tokens are removed unseen.
REGIONS_IN_USE: Mapping[int, tuple[str, ...]] = {
    seats: tuple(region for region in REGIONS if region in _players[str(seats)]["regions"]) for seats in PLAYER_COUNTS
}
REMOVED_TOKENS: Mapping[int, int] = {seats: _players[str(seats)]["removed_unseen"] for seats in PLAYER_COUNTS}
_touching = [{one["a"], one["b"]} for one in _data["connections"]]
# By number of players and region: its neighbours in use, in the fixed order.
NEIGHBOURS: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    seats: {
        region: tuple(other for other in REGIONS_IN_USE[seats] if {region, other} in _touching)
        for region in REGIONS_IN_USE[seats]
    }
    for seats in PLAYER_COUNTS
}
# By number of players: the connections in use, each as its two regions in the fixed order, joined by "+".
CONNECTIONS: Mapping[int, tuple[str, ...]] = {
    seats: tuple(
        f"{region}+{to}"
        for at, region in enumerate(REGIONS_IN_USE[seats])
        for to in NEIGHBOURS[seats][region]
        if to in REGIONS_IN_USE[seats][at:]
    )
    for seats in PLAYER_COUNTS
}


def connection_name(region: str, to: str) -> str:
    """Return the name of the connection between two neighbours, in either order: ``gallia+hispania``."""
    return f"{region}+{to}" if REGIONS[region] < REGIONS[to] else f"{to}+{region}"


def _within(region: str, seats: int, steps: int) -> tuple[str, ...]:
    reached = [region]
    for _ in range(steps):
        reached += [to for start in reached for to in NEIGHBOURS[seats][start]]
    return tuple(other for other in REGIONS_IN_USE[seats] if other in reached and other != region)


def rat_region(handle: str) -> str:
    """Return the region that is part of a rat's handle: ``gallia`` of ``gallia-b``."""
    return handle.partition("-")[0]


# By number of players, steps and region: the possible destinations of a piece that must move, in the fixed order.
REGIONS_WITHIN: Mapping[int, Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    seats: {steps: {region: _within(region, seats, steps) for region in REGIONS_IN_USE[seats]} for steps in (1, 2)}
    for seats in PLAYER_COUNTS
}

# The printed names of regions, classes and cards.
PRINTED_NAMES = {
    "anglia": P_("region", "Anglia"),
    "gallia": P_("region", "Gallia"),
    "germania": P_("region", "Germania"),
    "hispania": P_("region", "Hispania"),
    "hungaria": P_("region", "Hungaria"),
    "italia": P_("region", "Italia"),
    "polonia": P_("region", "Polonia"),
    "scandia": P_("region", "Scandia"),
    "bulgaria": P_("region", "Bulgaria"),
    "turcia": P_("region", "Turcia"),
    "russia": P_("region", "Russia"),
    "tartaria": P_("region", "Tartaria"),
    "peasantry": P_("class", "Peasantry"),
    "bourgeoisie": P_("class", "Bourgeoisie"),
    "church": P_("class", "Church"),
    "chivalry": P_("class", "Chivalry"),
    "magic": P_("class", "Magic"),
    "royalty": P_("class", "Royalty"),
    "peasant": P_("card", "Peasant"),
    "monk": P_("card", "Monk"),
    "merchant": P_("card", "Merchant"),
    "knight": P_("card", "Knight"),
    "witch": P_("card", "Witch"),
    "king": P_("card", "King"),
    "crusader": P_("card", "Crusader"),
    "soldier": P_("card", "Soldier"),
    "messenger": P_("card", "Messenger"),
    "mayor": P_("card", "Mayor"),
    "queen": P_("card", "Queen"),
    "emperor": P_("card", "Emperor"),
    "serf": P_("card", "Serf"),
    "baker": P_("card", "Baker"),
    "nun": P_("card", "Nun"),
    "bishop": P_("card", "Bishop"),
    "piper": P_("card", "Pied Piper"),
    "wizard": P_("card", "Wizard"),
}
