"""Events between the turns of Messina 1347: the end of a round, preparing the next, the end of the game."""

from rules.game import Event, SeatEvent


class Began(Event, frozen=True):
    """The table was set up, with a random turn order for the first round."""

    order: list[int]


class BoardTaken(SeatEvent, frozen=True):
    """A seat has a board of side b, dealt or chosen. ``kind`` is "board" (player board) or "scroll_board"."""

    kind: str
    board: str
    chosen: bool


class RoundBegan(Event, frozen=True):
    """A round begins. ``priority`` is the register (or "score", "setup", "solo") that set its turn order.

    In a solo game, the virtual opponent is `rules.messina.components.OPPONENT` in the order.
    """

    round: int
    order: list[int]
    priority: str


class RoundEnded(Event, frozen=True):
    """All lieutenants are used; production begins."""

    round: int


class Produced(SeatEvent, frozen=True):
    """A hut (named by its upgrade) or an early workshop produces more than tokens; the next events say what."""

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
    """A dock tile was drawn. ``reshuffled``: it was the last one, and all are in the stack again."""

    harbour: str
    reshuffled: bool


class ShipArrived(Event, frozen=True):
    """A ship came to a dock, with a cube unless the supply was empty."""

    ship: str
    dock: str
    cube: bool


class HexAdded(Event, frozen=True):
    """A new hex was laid on a place of the layout."""

    hex: str
    place: int


class LateWorkshops(Event, frozen=True):
    """The late workshops came; these are on top."""

    tiles: list[str]


class WheelTurned(Event, frozen=True):
    """The population wheel was turned to a position, counted from 1."""

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
    """The game is over; rats cost points and steps on the popularity register."""

    rats: int
    points: int
    steps: int


class GameEnded(Event, frozen=True):
    """The game is over: points per seat, seats from winner to last."""

    points: list[int]
    ranking: list[int]
    winners: list[int]
