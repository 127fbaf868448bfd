"""The parts of what may be seen of a game of Messina 1347: plain data, everything a picture needs."""

import msgspec

from rules.game import Score

Coordinates = tuple[int, int]  # axial, pointy-top hexes: q to the east, r to the south-east


class FigureView(msgspec.Struct, frozen=True, gc=False):
    """A lieutenant in the city."""

    seat: int
    standing: bool


class HexView(msgspec.Struct, frozen=True, gc=False):
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
    """A stack of tiles: the one face up ("" if the stack is empty), and how many there are with it."""

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
    """An own workshop; ``paid``: a late one that has given its reward and lies face down."""

    tile: str
    citizen: CitizenView | None
    paid: bool


class WagonView(msgspec.Struct, frozen=True, gc=False):
    """An own wagon; ``used``: this round."""

    tile: str
    used: bool


class OverseerView(msgspec.Struct, frozen=True, gc=False):
    """An overseer: steps gone, its branch ("" before the fork), whether it is upgraded."""

    step: int
    branch: str
    upgraded: bool


class OpponentView(msgspec.Struct, frozen=True, gc=False):
    """The virtual opponent of a solo game. Among figures and discs it is `rules.messina.components.OPPONENT`."""

    popularity: int  # the space of its disc
    ready: int  # lieutenants not used this round
    next: bool  # whether its turn comes before the player's
    standing: list[str]  # hexes with its lieutenants, in the order of choosing
    stack: int  # solo tiles, face down
    shown: list[str]  # solo tiles revealed this round, the latest at the end; `SOLO_TILES` says what is on them
    past: list[str]  # solo tiles revealed in earlier rounds and not shuffled since
    taken: list[str]  # ships, wagons, workshops and hut upgrades that it took out of the game
    good_score: int  # from how many points on the player's result is good


class PlayerView(msgspec.Struct, frozen=True, gc=False):
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
    board: str = "a"  # or the board of side b; `rules.messina.components.ACTIONS` says what is on its squares
    scroll_board: str = "a"  # or the scroll board of side b; `rules.messina.components.TRACKS` has its tracks
    hut_edge: str = "left"  # or "right": where the huts are
    spent: list[str] = []  # squares that work once a game and have been used


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything the viewer may see."""

    game: str  # "messina"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "deal" (boards are chosen), "turns", "round end", "priority", "over"
    round: int
    order: list[int]  # turn order of this round, in a solo game with the opponent
    active: int  # whose turn it is or was last
    due: list[int]  # seats that have to decide; not those that may but need not
    question: str  # what the viewer is asked, or else the first of them; "" when the game is over
    about: str  # the hex or ship of the question, or whose action is still open in the action step; "" for none
    remaining: int  # how many more citizens the question is about (to rescue, activate, give up, house); else 0
    # Where a lieutenant is to go: from where, to which hexes and docks, for how many coins; else empty.
    reach: dict[str, dict[str, int]]
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
    opponent: OpponentView | None = None  # in a solo game
    priorities: list[str] = []  # by round: the register that sets the turn order, "score" or "none"; solo: empty
    untested: bool = False  # a variant that mixes sides a and b, which its authors have not tested
