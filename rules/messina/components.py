"""The printed data of Messina 1347: its types, and frozen tables read once from ``components.toml`` (section 2)."""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import chain
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

GAINS = ("coin", "timber", "fire", "big_fire", "points")
AUTOMATIC = ("city", "church")  # free steps without a choice
WITH_ARGUMENT = ("overseer", "activate")  # the part after the colon is not a count


class Option:
    """What an action gives: tokens and points, steps on registers, and effects with a choice."""

    def __init__(self, words: Iterable[str]) -> None:
        """Parse the printed effects: ``["coin:2", "city", "overseer:any"]``."""
        gains: dict[str, int] = {}
        steps: list[str] = []
        effects: list[str] = []
        for word in words:
            name, _, number = word.partition(":")
            if name in GAINS:
                gains[name] = gains.get(name, 0) + int(number)
            elif name in WITH_ARGUMENT:
                effects.append(word)
            else:
                (steps if name in AUTOMATIC else effects).extend([name] * int(number or 1))
        self.gains, self.steps, self.effects = gains, tuple(steps), tuple(effects)
        self.simple = bool(gains or steps)  # whether it gives something without asking the player


class Action(msgspec.Struct, frozen=True):
    """The price of an action, and its options. For the price, the player gets exactly one option (5.3)."""

    cost: dict[str, int]
    options: tuple[Option, ...]


class Hex(msgspec.Struct, frozen=True):
    """A hex of the city. A harbour is never infected, repopulated, or home to citizens."""

    id: str
    action: Action
    rat: str


class District(Hex, frozen=True):
    """A district hex and what repopulating it requires: cost, citizens of any side, upgraded ones, a lieutenant."""

    players: tuple[int, ...]
    colour: str
    cost: dict[str, int]
    citizens: dict[str, int]
    gold: dict[str, int]
    lieutenants: int
    points: int
    kind: str = msgspec.field(name="class")


class Ship(msgspec.Struct, frozen=True):
    """A ship tile."""

    id: str
    number: int
    goods: str
    coins: int
    points: int


class HutTile(msgspec.Struct, frozen=True):
    """A hut upgrade: its cost, and what the hut yields with a citizen in it."""

    id: str
    cost: dict[str, int]
    gain: Option


class WorkshopTile(msgspec.Struct, frozen=True):
    """A workshop. ``need`` is "any", "gold" (an upgraded citizen) or "tiered" (``gold_gain`` for an upgraded one)."""

    id: str
    late: bool
    citizen: str
    cost: dict[str, int]
    need: str
    gain: Option
    gold_gain: Option


class Wagon(msgspec.Struct, frozen=True):
    """A wagon: its pair (the number on the back), cost and immediate points."""

    id: str
    pair: int
    cost: dict[str, int]
    points: int


class Wheel(msgspec.Struct, frozen=True):
    """A position of the population wheel: its rat icon, and the colour of the hexes that get a citizen, by class."""

    rat: str
    craftsman: str
    nun: str
    aristocrat: str


class Round(msgspec.Struct, frozen=True):
    """A column of the round table.

    ``late_workshops``: whether the late workshops replace the early ones when this round is set up.
    """

    priority: str
    priority_tile: str  # with the register priority tile on top
    ships: dict[int, int]
    new_hex: bool
    plague_turns: int
    citizens: bool
    fire_cost: int
    points_per_cube: int
    late_workshops: bool


class RegisterSpace(msgspec.Struct, frozen=True):
    """A space of a register: its points at the end of the game, and the action of a disc that enters it."""

    space: int
    points: int
    action: Option


Level = int | float | tuple[int, ...]


class ScrollTrack(msgspec.Struct, frozen=True):
    """A track of the scroll board: what it counts, its maximum (0: unlimited), and its points after 1, 2 … steps."""

    scores: str
    max_items: int
    # Points are a whole number or a half. For a register they are for spaces beyond the single and beyond the double
    # bar. For overseers they are for one on step 4, 5 and 6.
    levels: tuple[Level, ...]


class Square(msgspec.Struct, frozen=True):
    """A square of the estate. If ``once``, it works only once per game (9.1)."""

    id: str
    sector: str
    area: str
    action: Action
    once: bool = False


class PlayerBoard(msgspec.Struct, frozen=True):
    """A player board: the edge that its huts are on, and its squares by id."""

    id: str
    huts: str
    squares: dict[str, Square]


class SoloTile(msgspec.Struct, frozen=True):
    """A solo tile: the hex to which the opponent goes, and ``takes``: "ship", "workshop:nun", "none" … (9.3)."""

    id: str
    hex: str
    takes: str


class Solo(msgspec.Struct, frozen=True):
    """The numbers that define the solo variant (9.3)."""

    lieutenants: tuple[int, ...]  # the opponent's, by round
    opponent_starts: tuple[int, ...]  # the rounds in which the opponent starts
    popularity_bonus: int
    repopulation_bonus: tuple[int, ...]  # by number of repopulated hexes
    good_score: dict[str, int]


class Step(msgspec.Struct, frozen=True):
    """A space of an overseer's path. ``groups``: squares to activate, with a limit per group, own area first (5.6)."""

    kind: str
    groups: tuple[tuple[str, ...], ...]


Coordinates = tuple[int, int]  # axial, pointy-top hexes: q to the east, r to the south-east


class Layout(msgspec.Struct, frozen=True):
    """A city layout: places of district hexes (those filled at set-up, then the new ones), harbours, docks, ring."""

    first: int  # number of places filled at set-up
    places: tuple[Coordinates, ...]
    harbours: dict[str, Coordinates]
    docks: dict[str, Coordinates]
    ring: tuple[str, ...]  # clockwise: corners, and the places for new hexes as numbers from 1


T = TypeVar("T")


def convert(data: Any, kind: type[T]) -> T:
    """Convert data from ``components.toml`` to this type.

    Keys that consist of digits become integers if the type requires it, and each option is parsed from its words.
    """
    return msgspec.convert(data, kind, strict=False, dec_hook=lambda option, words: option(words))


def read(kind: type[T], rows: list[dict[str, Any]]) -> dict[str, T]:
    """Return the components of this type by their id."""
    return {row["id"]: convert(row, kind) for row in rows}


_data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))
_counts: dict[str, int] = _data["counts"]
_setup: dict[str, Any] = _data["setup"]

CITIZEN_CLASSES = ("craftsman", "nun", "aristocrat")
TOKENS = ("coin", "timber", "fire", "big_fire")
REGISTERS = ("popularity", "city", "church")
PAID_REGISTERS = ("city", "church")  # registers with paid steps
HARBOUR_CORNERS = ("nw", "ne", "se", "sw")  # clockwise
OVERSEER_ANY, OVERSEER_SKIP = "overseer:any", "overseer:any_skip"

LIEUTENANTS = _counts["lieutenants"]
START_LIEUTENANTS: int = _setup["start_lieutenants"]
HUTS = _counts["huts"]
REPOPULATION_TILES = _counts["repopulation_tiles"]
BERTHS = _counts["berths"]
HUT_STACKS = _counts["hut_upgrade_stacks"]
START_POINTS: list[int] = _setup["start_points"]
START_COINS: list[int] = _setup["start_coins"]
PLAGUE: Mapping[int, int] = convert(_setup["plague_cubes"], dict[int, int])
SEATS = tuple(PLAGUE)
WAGON_STACKS: Mapping[int, int] = convert(_setup["wagon_stacks"], dict[int, int])
LEFT_OUT_GOODS: Mapping[int, str] = convert(_setup["left_out_goods"], dict[int, str])
CITY_B: int = _setup["district_b_in_city"]
RAT_PENALTY: list[int] = _data["rats"]["penalty"]
POPULARITY_RANK = convert(_data["register_bonus"]["popularity_rank"], dict[int, list[int]])
EVEN_SHIP_BONUS = Option(_data["ship_bonus"]["action"])

DISTRICTS: Mapping[str, District] = read(District, _data["district"])
HARBOURS: Mapping[str, Hex] = read(Hex, _data["harbour"])
HEXES: Mapping[str, Hex] = {**DISTRICTS, **HARBOURS}
DOCK_TILES: tuple[str, ...] = tuple(tile["harbour"] for tile in _data["dock_tile"])
DOCKS: Mapping[str, str] = {f"dock-{corner}": corner for corner in HARBOUR_CORNERS}
SHIPS: Mapping[str, Ship] = read(Ship, _data["ship"])
HUT_TILES: Mapping[str, HutTile] = read(HutTile, _data["hut_upgrade"])
WORKSHOPS: Mapping[str, WorkshopTile] = read(WorkshopTile, _data["workshop"])
WORKSHOPS_OF: Mapping[tuple[bool, str], tuple[str, ...]] = {  # by age and class: those of each stack
    (late, citizen): tuple(one.id for one in WORKSHOPS.values() if (one.late, one.citizen) == (late, citizen))
    for late in (False, True)
    for citizen in CITIZEN_CLASSES
}
WAGONS: Mapping[str, Wagon] = read(Wagon, _data["wagon"])
WHEEL: tuple[Wheel, ...] = convert(_data["wheel"], tuple[Wheel, ...])
ROUNDS: Mapping[int, Round] = dict(enumerate(convert(_data["round"], tuple[Round, ...]), 1))
LAST_ROUND = max(ROUNDS)
_layouts = convert(_data["layout"], dict[int, Layout])
CITY_LAYOUTS: Mapping[int, Layout] = {1: _layouts[2], **_layouts}  # A solo game is set up as for two (9.3).
_registers: dict[str, Any] = _data["register"]
REGISTER = {name: convert(_registers[name]["spaces"], tuple[RegisterSpace, ...]) for name in REGISTERS}
# The first space beyond the single and beyond the double bar of each register (D26).
REGISTER_BARS: Mapping[str, tuple[int, int]] = {
    name: (_registers[name]["single_bar_before"], _registers[name]["double_bar_before"]) for name in REGISTERS
}
SCROLLS = convert(_data["scroll"], tuple[ScrollTrack, ...])
SCROLL_BOARDS: Mapping[str, tuple[ScrollTrack, ...]] = {  # side b
    board["id"]: convert(board["tracks"], tuple[ScrollTrack, ...]) for board in _data["scroll_board"]
}
SQUARES: Mapping[str, Square] = read(Square, _data["square"])
SQUARE_IDS = tuple(SQUARES)
_printed = {square["id"]: square for square in _data["square"]}
BOARDS: Mapping[str, PlayerBoard] = read(  # side b: its squares differ from those of side a in their actions
    PlayerBoard,
    [one | {"squares": {own["id"]: _printed[own["id"]] | own for own in one["squares"]}} for one in _data["board"]],
)
# The keys of these tables are player boards and scroll boards. Side a is not dealt; it is "a" in views.
NOT_DEALT: Final = UNSET  # No board of side b: the field is left out of the game's data.
BOARD_SQUARES: Mapping[str | UnsetType, Mapping[str, Square]] = {
    **dict.fromkeys((NOT_DEALT, "a"), SQUARES),
    **{board.id: board.squares for board in BOARDS.values()},
}
SCROLL_TRACKS: Mapping[str | UnsetType, tuple[ScrollTrack, ...]] = dict(
    [(NOT_DEALT, SCROLLS), ("a", SCROLLS), *SCROLL_BOARDS.items()]
)
REPOPULATION_RANK = convert(_data["advanced"]["repopulation_rank"], dict[int, list[int]])
SOLO_TILES: Mapping[str, SoloTile] = read(SoloTile, _data["solo_tile"])
SOLO: Solo = convert(_data["solo"], Solo)
OPPONENT_SEAT = -1  # the virtual opponent in lists of seats; not a real seat
SQUARE_INDEX: Mapping[str, int] = {
    square: number for number, square in enumerate(SQUARE_IDS)
}  # the place in `Player.squares`
AREA_SQUARES: Mapping[str, tuple[str, ...]] = {
    square.area: tuple(other.id for other in SQUARES.values() if other.area == square.area)
    for square in SQUARES.values()
}
SECTOR_SQUARES: Mapping[str, tuple[int, ...]] = {
    one: tuple(SQUARE_INDEX[square.id] for square in SQUARES.values() if square.sector == one)
    for one in CITIZEN_CLASSES
}


def _step(data: dict[str, Any]) -> Step:
    groups = tuple(AREA_SQUARES[area] for area in data.get("areas", ()))
    if data["kind"] in ("pair", "centre"):
        groups = (
            tuple(data["squares"]) if data["kind"] == "pair" else tuple(chain.from_iterable(AREA_SQUARES.values())),
        )
    return Step(data["kind"], groups)


OVERSEER_PATHS: Mapping[tuple[str, str], tuple[Step, ...]] = {
    (path["overseer"], path["branch"]): tuple(map(_step, path["steps"])) for path in _data["overseer_path"]
}
PATH_LENGTH = len(next(iter(OVERSEER_PATHS.values())))
HUT_IDS = tuple(f"hut{number}" for number in range(1, HUTS + 1))
