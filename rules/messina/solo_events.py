"""Events of the virtual opponent in a solo game (section 9.3). Every event is public."""

from rules.game import Event


class TilesShuffled(Event, frozen=True):
    """Solo tiles were shuffled face down, with this many in the stack."""

    tiles: int


class TileRevealed(Event, frozen=True):
    """A solo tile was revealed. ``passed`` says why its hex is not chosen: "taken", "absent"; "" if it is."""

    tile: str
    hex: str
    passed: str


class OpponentWent(Event, frozen=True):
    """The opponent put a lieutenant on a hex, with this many left this round."""

    hex: str
    left: int


class OpponentPassed(Event, frozen=True):
    """No solo tile named a hex that can be chosen: the opponent's lieutenant does nothing, with this many left."""

    left: int


class OpponentRescued(Event, frozen=True):
    """The opponent moved all citizens of the hex to the supply."""

    hex: str
    citizens: tuple[str, ...]


class OpponentFought(Event, frozen=True):
    """The opponent removed a cube of the hex and reached this space of the popularity register."""

    hex: str
    space: int


class OpponentTook(Event, frozen=True):
    """Tiles left the game. ``kind`` is "ship", "wagon", "workshop" or "huts"; ``next`` are the newly revealed ones.

    A ship leaves its ``dock``, this many ``steps`` away, and its cube, if any, goes back to the supply. ``near`` names
    the dock of each equally near ship: if there are several, the choice was random.
    """

    kind: str
    tiles: tuple[str, ...]
    next: tuple[str, ...]
    dock: str
    cube: bool
    steps: int = 0
    near: tuple[str, ...] = ()


class OpponentIdle(Event, frozen=True):
    """The tile's action had no effect. ``takes`` is what it names, "none" for no action at all."""

    takes: str


class OpponentLeft(Event, frozen=True):
    """The round is over: the opponent's lieutenants left these hexes."""

    hexes: tuple[str, ...]


class Judged(Event, frozen=True):
    """A solo game is over: the points, and from how many on the result is good."""

    points: int
    good: int
