"""Events in a turn of Messina 1347. Every event is public; ``seat`` is the player it concerns.

``source`` names what gives or takes. It is the id of a hex, square, workshop, hut upgrade, wagon or ship, a register
space as ``city-4``, or a word ("restack", "movement", "recall", "plague", "even ships").
"""

from rules.game import Event


class Went(Event, frozen=True):
    """A lieutenant went from home or a place to a hex, for this many coins."""

    seat: int
    start: str
    hex: str
    coins: int


class Boarded(Event, frozen=True):
    """A lieutenant went to a dock for a ship, for this many coins."""

    seat: int
    start: str
    dock: str
    ship: str
    coins: int


class Recalled(Event, frozen=True):
    """A lieutenant was recalled home."""

    seat: int
    start: str


class Tribute(Event, frozen=True):
    """The owner of a repopulated hex scored because another player chose it; the opponent is `OPPONENT`."""

    seat: int
    hex: str
    visitor: int
    points: int


class Rescued(Event, frozen=True):
    """A citizen came from the hex to a square or a hut. ``spot`` is empty if there was no room."""

    seat: int
    citizen: str
    hex: str
    spot: str


class Fought(Event, frozen=True):
    """A player spent fire: removed cubes at ``source`` (hex or ship) and one on each hex of ``also``."""

    seat: int
    source: str
    fire: int
    big: int
    cubes: int
    also: tuple[str, ...]


class CubeLeft(Event, frozen=True):
    """The cube of a ship went back to the supply without a fight."""

    seat: int
    ship: str


class Rats(Event, frozen=True):
    """A player took rats.

    ``cause`` is "plague" (cubes left), "ship", "repopulation" or "infection" (a cube on the player's hex).
    """

    seat: int
    rats: int
    source: str
    cause: str


class Acted(Event, frozen=True):
    """The action of a hex is carried out, the first or second of its options. ``copied``: by the city register."""

    seat: int
    hex: str
    option: int
    copied: bool


class Gained(Event, frozen=True):
    """A player gained tokens or points."""

    seat: int
    source: str
    gains: dict[str, int]


class Paid(Event, frozen=True):
    """A player paid tokens (or points, for a restack)."""

    seat: int
    source: str
    cost: dict[str, int]


class Stepped(Event, frozen=True):
    """A disc advanced to a register space, for coins (0: free). ``last``: it was already at the end."""

    seat: int
    register: str
    space: int
    coins: int
    last: bool
    deferred: bool  # the action of the space waits for the next action step


class Scrolled(Event, frozen=True):
    """A scroll cube advanced."""

    seat: int
    column: int
    level: int


class Gilded(Event, frozen=True):
    """A citizen was upgraded."""

    seat: int
    citizen: str
    spot: str


class Recruited(Event, frozen=True):
    """A lieutenant came from the supply. A step on a register costs this many coins from now on."""

    seat: int
    price: int


class OverseerAdvanced(Event, frozen=True):
    """An overseer reached a step of its path."""

    seat: int
    overseer: str
    step: int
    branch: str
    skipped: bool


class OverseerUpgraded(Event, frozen=True):
    """An overseer was upgraded."""

    seat: int
    overseer: str


class Activated(Event, frozen=True):
    """A citizen was activated on its square."""

    seat: int
    square: str
    citizen: str


class Unused(Event, frozen=True):
    """An effect that had to be used at once was lost because it was impossible (A54, R115)."""

    seat: int
    effect: str


class SquareSpent(Event, frozen=True):
    """The square just activated works once per game, and is marked as used."""

    seat: int
    square: str


class Restacked(Event, frozen=True):
    """The hut upgrades or the workshops were restacked. These tiles are on top now ("" for an empty stack)."""

    seat: int
    stacks: str
    tiles: list[str]


class Built(Event, frozen=True):
    """A tile was taken. ``kind`` is "hut", "workshop" or "wagon"; ``next`` is the newly revealed tile ("" for none)."""

    seat: int
    kind: str
    tile: str
    hut: str
    next: str


class Employed(Event, frozen=True):
    """A citizen went from its square to a workshop."""

    seat: int
    citizen: str
    square: str
    workshop: str


class Repopulating(Event, frozen=True):
    """A hex is being repopulated, with this wagon."""

    seat: int
    hex: str
    wagon: str


class Given(Event, frozen=True):
    """A citizen was given up for a repopulation."""

    seat: int
    citizen: str
    spot: str


class Parted(Event, frozen=True):
    """A lieutenant was given up for a repopulation."""

    seat: int
    start: str


class Repopulated(Event, frozen=True):
    """A repopulation tile was laid. The hex counts this many points at the end."""

    seat: int
    hex: str
    points: int


class TurnEnded(Event, frozen=True):
    """A turn ended. ``lapsed`` effects were not used."""

    seat: int
    lapsed: tuple[str, ...]
