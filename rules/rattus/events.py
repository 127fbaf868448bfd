"""What can happen in Rattus. Every event is public unless it names a reader."""

from rules.game import Event


class Face(Event, frozen=True, tag="face"):
    """The face of a rat token: its number, "M", "A" or "", and its class symbols."""

    number: int
    letter: str
    classes: tuple[str, ...]


class Began(Event, frozen=True):
    """The table was set up; the start player was drawn or named."""

    start: int
    plague: str


class SetupEnded(Event, frozen=True):
    """Everybody has placed the first cubes; the start player takes the first turn."""

    start: int


class Placed(Event, frozen=True):
    """Cubes from the stock were put into a region, in the set-up, in B or by the Peasant in the final round."""

    seat: int
    region: str
    cubes: int
    card: str = ""  # the card that made it possible or bigger


class Took(Event, frozen=True):
    """A class card changed hands; ``owner`` is the seat that lost it, or None for the table."""

    seat: int
    card: str
    owner: int | None


class RatMoved(Event, frozen=True):
    """A rat was moved, unseen, by a card. Handles before and after."""

    seat: int
    card: str
    rat: str
    to: str


class CubesMoved(Event, frozen=True):
    """Cubes of the seat were moved to a neighbour by a card."""

    seat: int
    card: str
    region: str
    to: str
    cubes: int


class Looked(Event, frozen=True):
    """Somebody looked at a rat in secret. Public: which rat, not what it shows."""

    seat: int
    rat: str


class Saw(Event, frozen=True):
    """What the seat saw. Only for that seat."""

    seat: int
    rat: str
    face: Face

    def reader(self) -> int | None:
        """The seat that looked."""
        return self.seat


class Exchanged(Event, frozen=True):
    """The two rats looked at were exchanged."""

    seat: int
    rat: str
    other: str


class Saved(Event, frozen=True):
    """A cube was brought to the palace."""

    seat: int
    region: str


class PlagueMoved(Event, frozen=True):
    """The plague piece went from a region to another, perhaps passing through one."""

    seat: int
    region: str
    to: str
    via: str = ""


class RatPlaced(Event, frozen=True):
    """A new rat came from the supply into a region; ``rat`` is its handle."""

    seat: int
    rat: str


class SpreadBlocked(Event, frozen=True):
    """New rats that were due could not be placed: "supply" (none left) or "targets" (no region takes one)."""

    rats: int
    reason: str


class NeutralDeclared(Event, frozen=True):
    """The plague piece counts as two neutral cubes in this devastation."""

    seat: int
    region: str


class Revealed(Event, frozen=True):
    """A rat was turned over and discarded. ``lost`` is the number of cubes each seat lost.

    ``population`` is what the number on the token was compared with; an outbreak is number <= population.
    """

    rat: str
    face: Face
    population: int
    outbreak: bool
    lost: list[int]


class TurnEnded(Event, frozen=True):
    """A normal turn ended."""

    seat: int


class FinalRound(Event, frozen=True):
    """The end has come: why ("supply" or "cubes"), by whose turn, and who still acts, in order."""

    trigger: int
    reason: str
    order: list[int]


class FinalTurnEnded(Event, frozen=True):
    """A seat's part of the final round ended."""

    seat: int


class FinalDevastation(Event, frozen=True):
    """Every region is struck now, by itself."""


class GameEnded(Event, frozen=True):
    """The game is over: points per seat, seats from winner to last."""

    points: list[int]
    ranking: list[int]
