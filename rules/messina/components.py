"""The printed data of Messina 1347 as frozen tables, read once from ``components.toml`` (section 2)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from msgspec import UNSET, UnsetType, convert

from rules.messina.component_types import (
    District,
    Harbour,
    Hex,
    HutTile,
    Layout,
    PlayerBoard,
    RegisterSpace,
    Round,
    ScrollBoard,
    ScrollTrack,
    Ship,
    Solo,
    SoloTile,
    Square,
    Step,
    Wagon,
    Wheel,
    WorkshopTile,
    by_seats,
    option,
    read,
)

_data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))
_counts: dict[str, int] = _data["counts"]
_setup: dict[str, Any] = _data["setup"]


CLASSES = ("craftsman", "nun", "aristocrat")
TOKENS = ("coin", "timber", "fire", "big_fire")
REGISTERS = ("popularity", "city", "church")
BOUGHT = ("city", "church")  # registers with paid steps
CORNERS = ("nw", "ne", "se", "sw")  # clockwise
OVERSEER_ANY, OVERSEER_SKIP = "overseer:any", "overseer:any_skip"

LIEUTENANTS = _counts["lieutenants"]
START_LIEUTENANTS: int = _setup["start_lieutenants"]
HUTS = _counts["huts"]
TILES = _counts["repopulation_tiles"]
BERTHS = _counts["berths"]
HUT_STACKS = _counts["hut_upgrade_stacks"]
START_POINTS: list[int] = _setup["start_points"]
START_COINS: list[int] = _setup["start_coins"]
PLAGUE: Mapping[int, int] = by_seats(_setup["plague_cubes"])
SEATS = tuple(PLAGUE)
WAGON_STACKS: Mapping[int, int] = by_seats(_setup["wagon_stacks"])
LEFT_OUT_GOODS: Mapping[int, str] = by_seats(_setup["left_out_goods"])
CITY_B: int = _setup["district_b_in_city"]
RAT_PENALTY: list[int] = _data["rats"]["penalty"]
POPULARITY_RANK: Mapping[int, list[int]] = {
    int(seats): points for seats, points in _data["register_bonus"]["popularity_rank"].items()
}
EVEN_SHIP = option(_data["ship_bonus"]["action"])

DISTRICTS: Mapping[str, District] = read(District, _data["district"])
HARBOURS: Mapping[str, Harbour] = read(Harbour, _data["harbour"])
HEXES: Mapping[str, Hex] = {**DISTRICTS, **HARBOURS}
DOCK_TILES: tuple[str, ...] = tuple(tile["harbour"] for tile in _data["dock_tile"])
DOCKS: Mapping[str, str] = {f"dock-{corner}": corner for corner in CORNERS}
SHIPS: Mapping[str, Ship] = read(Ship, _data["ship"])
HUT_TILES: Mapping[str, HutTile] = read(HutTile, _data["hut_upgrade"])
WORKSHOPS: Mapping[str, WorkshopTile] = read(WorkshopTile, _data["workshop"])
WAGONS: Mapping[str, Wagon] = read(Wagon, _data["wagon"])
WHEEL: tuple[Wheel, ...] = tuple(read(Wheel, _data["wheel"], key="pos").values())
ROUNDS: Mapping[int, Round] = {int(i): one for i, one in read(Round, _data["round"], key="round").items()}
LAST_ROUND = max(ROUNDS)
LAYOUTS: Mapping[int, Layout] = by_seats({seats: Layout.of(one) for seats, one in _data["layout"].items()})
REGISTER: Mapping[str, tuple[RegisterSpace, ...]] = {
    name: tuple(
        RegisterSpace(space["space"], space["points"], option(space["action"]))
        for space in _data["register"][name]["spaces"]
    )
    for name in REGISTERS
}
# The first space beyond the single and beyond the double bar of each register (D26).
BARS: Mapping[str, tuple[int, int]] = {
    name: (_data["register"][name]["single_bar_before"], _data["register"][name]["double_bar_before"])
    for name in REGISTERS
}
SCROLLS: tuple[ScrollTrack, ...] = tuple(
    ScrollTrack(one["scores"], one["max_items"], tuple(one["levels"])) for one in _data["scroll"]
)
SCROLL_BOARDS: Mapping[str, ScrollBoard] = read(ScrollBoard, _data["scroll_board"])  # side b
SQUARES: Mapping[str, Square] = read(Square, _data["square"])
SQUARE_IDS = tuple(SQUARES)
BOARDS: Mapping[str, PlayerBoard] = {one["id"]: PlayerBoard.of(one, SQUARES) for one in _data["board"]}  # side b
# By player board and by scroll board. Side a is not dealt; it is "a" in views.
NOT_DEALT: Final = UNSET  # No board of side b: the field is left out of the game's data.
ACTIONS: Mapping[str | UnsetType, Mapping[str, Square]] = {
    **dict.fromkeys((NOT_DEALT, "a"), SQUARES),
    **{board.id: board.squares for board in BOARDS.values()},
}
TRACKS: Mapping[str | UnsetType, tuple[ScrollTrack, ...]] = {
    **dict.fromkeys((NOT_DEALT, "a"), SCROLLS),
    **{board.id: board.tracks for board in SCROLL_BOARDS.values()},
}
REPOPULATION_RANK: Mapping[int, list[int]] = {
    int(seats): points for seats, points in _data["advanced"]["repopulation_rank"].items()
}
SOLO_TILES: Mapping[str, SoloTile] = read(SoloTile, _data["solo_tile"])
SOLO: Solo = convert(_data["solo"], Solo)
OPPONENT = -1  # the virtual opponent in lists of seats; not a real seat
INDEX: Mapping[str, int] = {square: number for number, square in enumerate(SQUARE_IDS)}  # the place in `Player.squares`
AREAS: Mapping[str, tuple[str, ...]] = {
    square.area: tuple(other.id for other in SQUARES.values() if other.area == square.area)
    for square in SQUARES.values()
}
SECTORS: Mapping[str, tuple[int, ...]] = {
    one: tuple(INDEX[square.id] for square in SQUARES.values() if square.sector == one) for one in CLASSES
}
PATHS: Mapping[tuple[str, str], tuple[Step, ...]] = {
    (path["overseer"], path["branch"]): tuple(Step.of(step, AREAS) for step in path["steps"])
    for path in _data["overseer_path"]
}
PATH_LENGTH = len(next(iter(PATHS.values())))
HUT_IDS = tuple(f"hut{number}" for number in range(1, HUTS + 1))
