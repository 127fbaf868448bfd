"""Events in a turn of Messina 1347. Every event is public; ``seat`` is the player it concerns.

``source`` names what gives or takes. It is the id of a hex, square, workshop, hut upgrade, wagon or ship, a register
space as ``city-4``, or a word ("restack", "movement", "recall", "plague", "even ships").
"""

from rules.game import SeatEvent


class Went(SeatEvent, frozen=True):
    """A lieutenant went from home or a place to a hex, for this many coins."""

    start: str
    hex: str
    coins: int


class Boarded(SeatEvent, frozen=True):
    """A lieutenant went to a dock for a ship, for this many coins."""

    start: str
    dock: str
    ship: str
    coins: int


class Recalled(SeatEvent, frozen=True):
    """A lieutenant was recalled home."""

    start: str


class Tribute(SeatEvent, frozen=True):
    """The owner of a repopulated hex scored because another player chose it; the opponent is `OPPONENT`."""

    hex: str
    visitor: int
    points: int


class Rescued(SeatEvent, frozen=True):
    """A citizen came from the hex to a square or a hut. ``spot`` is empty if there was no room."""

    citizen: str
    hex: str
    spot: str


class Fought(SeatEvent, frozen=True):
    """A player spent fire: removed cubes at ``source`` (hex or ship) and one on each hex of ``also``."""

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

    ``cause`` is "plague" (cubes left), "ship", "repopulation" or "infection" (a cube on the player's hex).
    """

    rats: int
    source: str
    cause: str


class Acted(SeatEvent, frozen=True):
    """The action of a hex is carried out, the first or second of its options. ``copied``: by the city register."""

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
    """A disc advanced to a register space, for coins (0: free). ``last``: it was already at the end."""

    register: str
    space: int
    coins: int
    last: bool
    deferred: bool  # the action of the space waits for the next action step


class Scrolled(SeatEvent, frozen=True):
    """A scroll cube advanced."""

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
    """An overseer reached a step of its path."""

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
    """An effect that had to be used at once was lost because it was impossible (A54, R115)."""

    effect: str


class SquareSpent(SeatEvent, frozen=True):
    """The square just activated works once per game, and is marked as used."""

    square: str


class Restacked(SeatEvent, frozen=True):
    """The hut upgrades or the workshops were restacked. These tiles are on top now ("" for an empty stack)."""

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
    """A repopulation tile was laid. The hex counts this many points at the end."""

    hex: str
    points: int


class TurnEnded(SeatEvent, frozen=True):
    """A turn ended. ``lapsed`` effects were not used."""

    lapsed: tuple[str, ...]
