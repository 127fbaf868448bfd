"""What a seat, or the public, may see of a game of Messina 1347: everything but face-down stacks and chance (2)."""

import msgspec

from rules.game import Score, due
from rules.messina.components import (
    CLASSES,
    CORNERS,
    DISTRICTS,
    HEXES,
    HUT_IDS,
    LAYOUTS,
    REGISTER,
    SQUARE_IDS,
    SQUARES,
    TOKENS,
    WHEEL,
    WORKSHOPS,
)
from rules.messina.ending import score
from rules.messina.registers import step_price
from rules.messina.state import State

SIDES = ("", "normal", "gold")
Coordinates = tuple[int, int]  # axial, pointy-top hexes: q to the east, r to the south-east


class FigureView(msgspec.Struct, frozen=True):
    """A lieutenant in the city."""

    seat: int
    standing: bool


class HexView(msgspec.Struct, frozen=True):
    """A hex in the city. What is printed on it stands in `rules.messina.components.HEXES`."""

    id: str
    at: Coordinates
    colour: str  # "" for a harbour
    rat: str
    cubes: int
    citizens: list[str]
    owner: int | None  # whose repopulation tile lies there
    points: int  # for repopulating it; 0 for a harbour
    figures: list[FigureView]


class MooredView(msgspec.Struct, frozen=True):
    """A ship at a dock."""

    id: str
    cube: bool


class DockView(msgspec.Struct, frozen=True):
    """A dock and its ships."""

    id: str
    harbour: str
    at: Coordinates
    ships: list[MooredView]
    figures: list[FigureView]


class StackView(msgspec.Struct, frozen=True):
    """A stack of tiles: the one face up ("" if the stack is empty), and how many there are with it."""

    top: str
    tiles: int


class RegisterView(msgspec.Struct, frozen=True):
    """A register: for each space its points and the discs there from bottom to top; the seats in order."""

    id: str
    points: list[int]
    discs: list[list[int]]
    order: list[int]


class CitizenView(msgspec.Struct, frozen=True):
    """A citizen of an estate: class and side ("normal", "gold")."""

    citizen: str
    side: str


class HutView(msgspec.Struct, frozen=True):
    """A quarantine hut: its upgrade ("" for none), its citizen and the space it is on (0: empty)."""

    id: str
    upgrade: str
    space: int
    citizen: CitizenView | None


class WorkshopView(msgspec.Struct, frozen=True):
    """An own workshop; ``paid``: a late one that has given its reward and lies face down."""

    tile: str
    citizen: CitizenView | None
    paid: bool


class WagonView(msgspec.Struct, frozen=True):
    """An own wagon; ``used``: this round."""

    tile: str
    used: bool


class OverseerView(msgspec.Struct, frozen=True):
    """An overseer: steps gone, its branch ("" before the fork), whether it is upgraded."""

    step: int
    branch: str
    upgraded: bool


class PlayerView(msgspec.Struct, frozen=True):
    """A player's estate and figures; everything of it is public."""

    points: int
    tokens: dict[str, int]  # coin, timber, fire, big_fire
    rats: int
    home: int  # lieutenants ready at home
    recalled: int
    supply: int
    box: int
    lying: list[str]
    standing: list[str]
    squares: dict[str, CitizenView]  # those with a citizen
    huts: list[HutView]
    workshops: list[WorkshopView]
    wagons: list[WagonView]
    overseers: dict[str, OverseerView]
    scrolls: list[int]
    ships: list[str]
    tiles: int  # repopulation tiles left
    step_price: int  # coins for a step on a register
    deferred: list[str]  # register spaces whose actions wait for the next action step, as "city-4"
    waiting: list[str]  # effects still open in this action step


class View(msgspec.Struct, frozen=True):
    """Everything the viewer may see."""

    game: str  # "messina"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "turns", "round end", "priority", "over"
    round: int
    order: list[int]  # turn order of this round
    active: int  # whose turn it is or was last
    due: list[int]  # seats that have to decide
    question: str  # what the viewer is asked, or else the first of them; "" when the game is over
    score_order: list[int]  # the seats as on the score track
    wheel: int  # position, counted from 1
    rat: str  # what the wheel shows
    colours: dict[str, str]  # class: colour
    plague: int  # cubes in the supply
    hexes: list[HexView]
    free_places: list[Coordinates]  # for new hexes
    docks: list[DockView]
    hex_stack: int
    ship_stack: int
    dock_tiles: int
    huts: list[StackView]
    workshops: list[StackView]  # on offer: craftsmen, nuns, aristocrats
    wagons: list[StackView]
    registers: list[RegisterView]
    players: list[PlayerView]
    score: Score | None  # when the game is over


def view(state: State, seat: int | None) -> View:
    """What the seat, or with None the public, may see."""
    asked = due(state)
    speaker = seat if seat in asked else asked[0] if asked else None
    return View(
        game="messina",
        seats=state.seats,
        seat=seat,
        options=dict(state.options),
        phase=state.phase,
        round=state.round,
        order=list(state.order),
        active=state.active,
        due=asked,
        question="" if speaker is None else state.pending[speaker][-1].question,
        score_order=state.score_order(),
        wheel=state.wheel + 1,
        rat=WHEEL[state.wheel].rat,
        colours={one: getattr(WHEEL[state.wheel], one) for one in CLASSES},
        plague=state.plague,
        hexes=_hexes(state),
        free_places=_free_places(state),
        docks=_docks(state),
        hex_stack=len(state.hex_stack),
        ship_stack=len(state.ship_stack),
        dock_tiles=len(state.dock_tiles),
        huts=_stacks(state.hut_stacks),
        workshops=_stacks(list(state.offer.values())),
        wagons=_stacks(state.wagon_stacks),
        registers=_registers(state),
        players=[_player(state, one) for one in range(state.seats)],
        score=score(state) if state.over else None,
    )


def _figures(state: State, where: str) -> list[FigureView]:
    return [
        FigureView(seat, standing)
        for seat, player in enumerate(state.players)
        for standing, places in ((True, player.standing), (False, player.lying))
        for _ in range(places.count(where))
    ]


def _hexes(state: State) -> list[HexView]:
    layout = LAYOUTS[state.seats]
    return [
        HexView(
            id=hex_,
            at=layout.harbours[hex_] if hex_ in CORNERS else layout.places[place.place],
            colour=DISTRICTS[hex_].colour if hex_ in DISTRICTS else "",
            rat=HEXES[hex_].rat,
            cubes=place.cubes,
            citizens=list(place.citizens),
            owner=place.owner,
            points=DISTRICTS[hex_].points if hex_ in DISTRICTS else 0,
            figures=_figures(state, hex_),
        )
        for hex_, place in state.hexes.items()
    ]


def _free_places(state: State) -> list[Coordinates]:
    used = [place.place for place in state.hexes.values()]
    return [at for number, at in enumerate(LAYOUTS[state.seats].places) if number not in used]


def _docks(state: State) -> list[DockView]:
    return [
        DockView(
            id=dock,
            harbour=dock.removeprefix("dock-"),
            at=LAYOUTS[state.seats].docks[dock.removeprefix("dock-")],
            ships=[MooredView(one.ship, one.cube) for one in ships],
            figures=_figures(state, dock),
        )
        for dock, ships in state.docks.items()
    ]


def _stacks(stacks: list[list[str]]) -> list[StackView]:
    return [StackView(stack[-1] if stack else "", len(stack)) for stack in stacks]


def _registers(state: State) -> list[RegisterView]:
    return [
        RegisterView(
            id=name,
            points=[space.points for space in REGISTER[name]],
            discs=[
                [seat for seat in register.arrivals if register.spaces[seat] == space.space] for space in REGISTER[name]
            ],
            order=register.order(),
        )
        for name, register in state.registers.items()
    ]


def _citizen(citizen: str, side: int) -> CitizenView | None:
    return CitizenView(citizen, SIDES[side]) if side else None


def _player(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    squares = (
        (square, _citizen(SQUARES[square].sector, side))
        for square, side in zip(SQUARE_IDS, player.squares, strict=True)
    )
    return PlayerView(
        points=player.points,
        tokens={token: getattr(player, token) for token in TOKENS},
        rats=player.rats,
        home=player.ready,
        recalled=player.used,
        supply=player.supply,
        box=player.box,
        lying=list(player.lying),
        standing=list(player.standing),
        squares={square: citizen for square, citizen in squares if citizen},
        huts=[
            HutView(name, hut.upgrade, hut.space, _citizen(hut.citizen, hut.side))
            for name, hut in zip(HUT_IDS, player.huts, strict=True)
        ],
        workshops=[
            WorkshopView(work.tile, _citizen(WORKSHOPS[work.tile].citizen, work.side), work.paid)
            for work in player.workshops
        ],
        wagons=[WagonView(cart.tile, cart.used) for cart in player.wagons],
        overseers={
            name: OverseerView(overseer.step, overseer.branch, overseer.upgraded)
            for name, overseer in player.overseers.items()
        },
        scrolls=list(player.scrolls),
        ships=list(player.ships),
        tiles=player.tiles,
        step_price=step_price(player),
        deferred=list(player.deferred),
        waiting=list(player.queue),
    )
