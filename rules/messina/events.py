"""The events of Messina 1347: in a turn, between turns, and of the virtual opponent (9.3). Every event is public.

``seat`` is the player concerned. ``source`` names the thing that gives or takes. It is the id of a hex, square,
workshop, hut upgrade, wagon or ship, a register space as ``city-4``, or a word ("restack", "movement", "recall",
"plague", "even ships").
"""

from rules.game import Event, SeatEvent


class Went(SeatEvent, frozen=True):
    """A lieutenant went from home or a place to a hex and paid this many coins."""

    start: str
    hex: str
    coins: int


class Boarded(SeatEvent, frozen=True):
    """A lieutenant went to a dock for a ship and paid this many coins."""

    start: str
    dock: str
    ship: str
    coins: int


class Recalled(SeatEvent, frozen=True):
    """A lieutenant was recalled home."""

    start: str


class Tribute(SeatEvent, frozen=True):
    """The owner of a repopulated hex scored because ``visitor`` (possibly the owner, or `OPPONENT_SEAT`) chose it."""

    hex: str
    visitor: int
    points: int


class Rescued(SeatEvent, frozen=True):
    """A citizen came from the hex to a square or a hut. ``spot`` is empty if there was no room."""

    citizen: str
    hex: str
    spot: str


class Fought(SeatEvent, frozen=True):
    """A player spent fire to remove cubes at ``source`` (hex or ship) and one cube for each hex in ``also``."""

    source: str
    fire: int
    big: int
    cubes: int
    also: tuple[str, ...]


class CubeLeft(SeatEvent, frozen=True):
    """The cube of a ship went back to the supply without a fight."""

    ship: str


class Rats(SeatEvent, frozen=True):
    """A player took rats.

    ``cause`` is "plague" (cubes left on the hex), "ship", "repopulation" or "infection" (of a hex that they own).
    """

    rats: int
    source: str
    cause: str


class Acted(SeatEvent, frozen=True):
    """The action of a hex was carried out. ``option`` is 1 or 2; ``copied``: whether through the city register."""

    hex: str
    option: int
    copied: bool


class Gained(SeatEvent, frozen=True):
    """A player gained tokens or points."""

    source: str
    gains: dict[str, int]


class Paid(SeatEvent, frozen=True):
    """A player paid tokens (or points, for a restack)."""

    source: str
    cost: dict[str, int]


class Stepped(SeatEvent, frozen=True):
    """A disc advanced to a register space for this many coins (0: free). ``last``: it was already on the last space."""

    register: str
    space: int
    coins: int
    last: bool
    deferred: bool  # the action of the space waits for the next action step


class Scrolled(SeatEvent, frozen=True):
    """A scroll cube advanced to this level of its track."""

    column: int
    level: int


class Gilded(SeatEvent, frozen=True):
    """A citizen was upgraded."""

    citizen: str
    spot: str


class Recruited(SeatEvent, frozen=True):
    """A lieutenant came from the supply. A step on a register costs this many coins from now on."""

    price: int


class OverseerAdvanced(SeatEvent, frozen=True):
    """An overseer reached a step of its path. ``skipped``: whether it skipped the step before."""

    overseer: str
    step: int
    branch: str
    skipped: bool


class OverseerUpgraded(SeatEvent, frozen=True):
    """An overseer was upgraded."""

    overseer: str


class Activated(SeatEvent, frozen=True):
    """A citizen was activated on its square."""

    square: str
    citizen: str


class Unused(SeatEvent, frozen=True):
    """An effect that had to be used at once was lost because using it was impossible (A54, R115)."""

    effect: str


class SquareSpent(SeatEvent, frozen=True):
    """A once-per-game square was activated and marked as used."""

    square: str


class Restacked(SeatEvent, frozen=True):
    """The hut upgrades or the workshops were restacked. ``tiles`` are now face up ("" for an empty stack)."""

    stacks: str
    tiles: list[str]


class Built(SeatEvent, frozen=True):
    """A tile was taken. ``kind`` is "hut", "workshop" or "wagon"; ``next`` is the newly revealed tile ("" for none)."""

    kind: str
    tile: str
    hut: str
    next: str


class Employed(SeatEvent, frozen=True):
    """A citizen went from its square to a workshop."""

    citizen: str
    square: str
    workshop: str


class Repopulating(SeatEvent, frozen=True):
    """A hex is being repopulated, with this wagon."""

    hex: str
    wagon: str


class Given(SeatEvent, frozen=True):
    """A citizen was given up for a repopulation."""

    citizen: str
    spot: str


class Parted(SeatEvent, frozen=True):
    """A lieutenant was given up for a repopulation."""

    start: str


class Repopulated(SeatEvent, frozen=True):
    """A repopulation tile was placed. The hex scores this many points at the end."""

    hex: str
    points: int


class TurnEnded(SeatEvent, frozen=True):
    """A turn ended. ``lapsed`` effects were not used."""

    lapsed: tuple[str, ...]


class Began(Event, frozen=True):
    """The table was set up, with a random turn order for the first round."""

    order: list[int]


class BoardTaken(SeatEvent, frozen=True):
    """A side-B board was dealt to a seat, or ``chosen`` by it. ``kind``: "board" (player board) or "scroll_board"."""

    kind: str
    board: str
    chosen: bool


class RoundBegan(Event, frozen=True):
    """A round begins. ``priority`` is the register (or "score", "setup", "solo") that set its turn order."""

    round: int
    order: list[int]  # seats; in a solo game, the virtual opponent is `rules.messina.components.OPPONENT_SEAT`
    priority: str


class RoundEnded(Event, frozen=True):
    """All lieutenants are used; production begins."""

    round: int


class Produced(SeatEvent, frozen=True):
    """A hut (named by its upgrade) or an early workshop produced more than tokens or points: see the next events."""

    source: str


class InQuarantine(SeatEvent, frozen=True):
    """A citizen in quarantine moved from space I to space II of its hut."""

    citizen: str
    hut: str


class Housed(SeatEvent, frozen=True):
    """A citizen left quarantine for a square or workshop. ``spot`` is empty if there was no room."""

    citizen: str
    hut: str
    spot: str


class CitizensLost(Event, frozen=True):
    """Citizens on an infected hex went back to the supply."""

    hex: str
    citizens: tuple[str, ...]


class PriorityChosen(SeatEvent, frozen=True):
    """A seat chose the register that sets the turn order."""

    register: str


class DockDrawn(Event, frozen=True):
    """A dock tile was drawn. ``reshuffled``: it was the last tile, so all of them were shuffled into a new stack."""

    harbour: str
    reshuffled: bool


class ShipArrived(Event, frozen=True):
    """A ship came to a dock, with a cube unless the supply was empty."""

    ship: str
    dock: str
    cube: bool


class HexAdded(Event, frozen=True):
    """A new hex was added to a place of the layout."""

    hex: str
    place: int


class LateWorkshops(Event, frozen=True):
    """The late workshops replaced the early ones. ``tiles`` are now face up ("" for an empty stack)."""

    tiles: list[str]


class WheelTurned(Event, frozen=True):
    """The population wheel was turned to this position, counted from 1."""

    position: int
    rat: str


class PlaguePlaced(Event, frozen=True):
    """A cube was placed on each of the hexes."""

    hexes: tuple[str, ...]


class PlagueFailed(Event, frozen=True):
    """No cubes were placed: the supply was too small."""

    hexes: int
    supply: int


class CitizensCame(Event, frozen=True):
    """A citizen of the class was placed on each of the hexes."""

    citizen: str
    hexes: tuple[str, ...]


class RatPenalty(SeatEvent, frozen=True):
    """The game is over. A seat's rats cost it points and steps on the popularity register."""

    rats: int
    points: int
    steps: int


class GameEnded(Event, frozen=True):
    """The game is over: points per seat, seats from first to last, and the winners."""

    points: list[int]
    ranking: list[int]
    winners: list[int]


class TilesShuffled(Event, frozen=True):
    """Solo tiles were shuffled face down, with this many in the stack."""

    tiles: int


class TileRevealed(Event, frozen=True):
    """A solo tile was revealed.

    ``passed`` says why its hex was not chosen ("taken" or "absent"), or is "" if it was.
    """

    tile: str
    hex: str
    passed: str


class OpponentWent(Event, frozen=True):
    """The opponent placed a lieutenant on a hex and has this many left in the round."""

    hex: str
    left: int


class OpponentPassed(Event, frozen=True):
    """No solo tile named a hex that can be chosen, so the opponent's lieutenant does nothing.

    ``left``: the number of the opponent's lieutenants left in the round.
    """

    left: int


class OpponentRescued(Event, frozen=True):
    """The opponent moved all citizens of the hex to the supply."""

    hex: str
    citizens: tuple[str, ...]


class OpponentFought(Event, frozen=True):
    """The opponent removed a cube from this hex and reached this space on the popularity register."""

    hex: str
    space: int


class OpponentTook(Event, frozen=True):
    """The opponent took a "ship", "wagon", "workshop" or "huts" out of the game. ``next``: the tiles then revealed."""

    kind: str
    tiles: tuple[str, ...]
    next: tuple[str, ...]
    dock: str  # the dock that the ship leaves
    cube: bool  # whether the ship had a cube, which goes back to the supply
    steps: int = 0  # how far away the dock is
    near: tuple[str, ...] = ()  # the dock of each equally near ship: if there are several, the choice was random


class OpponentIdle(Event, frozen=True):
    """The action of the solo tile had no effect. ``takes`` is what it names ("none" if it has no action)."""

    takes: str


class OpponentLeft(Event, frozen=True):
    """The round is over: the opponent's lieutenants left these hexes."""

    hexes: tuple[str, ...]


class Judged(Event, frozen=True):
    """A solo game is over: the points, and the fewest points that count as a good result."""

    points: int
    good: int
