"""The parts of a view of Messina 1347: plain data, everything a picture needs."""

import msgspec

from rules.game import Score
from rules.messina.components import Coordinates


class FigureView(msgspec.Struct, frozen=True, gc=False):
    """A lieutenant in the city."""

    seat: int
    standing: bool


class HexView(msgspec.Struct, frozen=True, gc=False):
    """A hex in the city. Its printed data is in `rules.messina.components.HEXES`."""

    id: str
    at: Coordinates
    colour: str  # "" for a harbour
    rat: str
    cubes: int
    citizens: list[str]
    owner: int | None  # the seat whose repopulation tile is there
    points: int  # for repopulating it; 0 for a harbour
    figures: list[FigureView]


class MooredView(msgspec.Struct, frozen=True, gc=False):
    """A ship at a dock."""

    id: str
    cube: bool


class DockView(msgspec.Struct, frozen=True, gc=False):
    """A dock and its ships."""

    id: str
    harbour: str
    at: Coordinates
    ships: list[MooredView]
    figures: list[FigureView]


class StackView(msgspec.Struct, frozen=True, gc=False):
    """A stack of tiles: the face-up one ("" if the stack is empty), and how many there are including it."""

    top: str
    tiles: int


class RegisterView(msgspec.Struct, frozen=True, gc=False):
    """A register: for each space its points and the discs there from bottom to top; the seats in order."""

    id: str
    points: list[int]
    discs: list[list[int]]
    order: list[int]


class CitizenView(msgspec.Struct, frozen=True, gc=False):
    """A citizen of an estate: class and side ("normal", "gold")."""

    citizen: str
    side: str


class HutView(msgspec.Struct, frozen=True, gc=False):
    """A quarantine hut: its upgrade ("" for none), its citizen and the space it is on (0: empty)."""

    id: str
    upgrade: str
    space: int
    citizen: CitizenView | None


class WorkshopView(msgspec.Struct, frozen=True, gc=False):
    """A player's workshop. ``paid``: a late one that has given its reward and is face down."""

    tile: str
    citizen: CitizenView | None
    paid: bool


class WagonView(msgspec.Struct, frozen=True, gc=False):
    """A player's wagon. ``used``: this round."""

    tile: str
    used: bool


class OverseerView(msgspec.Struct, frozen=True, gc=False):
    """An overseer: steps taken, its branch ("" before the fork), whether it is upgraded."""

    step: int
    branch: str
    upgraded: bool


class OpponentView(msgspec.Struct, frozen=True, gc=False):
    """The virtual opponent of a solo game. In lists of figures and discs it is `rules.messina.components.OPPONENT`."""

    popularity: int  # the space of its disc
    ready: int  # lieutenants not used this round
    next: bool  # whether its turn comes before the player's
    standing: list[str]  # hexes with its lieutenants, in the order of choosing
    stack: int  # solo tiles, face down
    shown: list[str]  # solo tiles revealed this round, the latest at the end; for their data see `SOLO_TILES`
    past: list[str]  # solo tiles revealed in earlier rounds and not reshuffled
    taken: list[str]  # ships, wagons, workshops and hut upgrades that it took out of the game
    good_score: int  # the player's result is good from this many points on


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """A player's estate and figures, all of it public."""

    points: int
    tokens: dict[str, int]  # coin, timber, fire, big_fire
    rats: int
    home: int  # lieutenants ready at home
    recalled: int
    supply: int
    box: int
    lying: list[str]
    standing: list[str]
    squares: dict[str, CitizenView]  # only those with a citizen
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
    board: str = "a"  # or the board of side b; for the actions on its squares see `rules.messina.components.ACTIONS`
    scroll_board: str = "a"  # or the scroll board of side b; for its tracks see `rules.messina.components.TRACKS`
    hut_edge: str = "left"  # or "right": the side with the huts
    spent: list[str] = []  # one-use squares that have been used


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything the viewer may see."""

    game: str  # "messina"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "deal" (boards are chosen), "turns", "round end", "priority", "over"
    round: int
    order: list[int]  # turn order of this round, in a solo game with the opponent
    active: int  # the seat whose turn it is or was last
    due: list[int]  # seats that have to decide, without those whose decision is optional
    question: str  # the viewer's question, or the first one asked of others; "" when the game is over
    about: str  # the hex or ship of the question, or the one with an open action in the action step; "" for none
    remaining: int  # how many citizens are left to rescue, activate, give up or house; 0 for other questions
    # When a lieutenant is to move: by start, the coins for each hex and dock. Otherwise empty.
    reach: dict[str, dict[str, int]]
    score_order: list[int]  # the seats in the order of the score track
    wheel: int  # position, counted from 1
    rat: str  # the rat icon of the wheel
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
    opponent: OpponentView | None = None  # in a solo game
    priorities: list[str] = []  # by round: the register that sets the turn order, "score" or "none"; solo: empty
    untested: bool = False  # a variant that mixes sides a and b, not tested by its authors
