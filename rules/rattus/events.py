"""The events of Rattus. Every event is public unless it names a reader."""

import msgspec

from rules.game import Event, SeatEvent


class Face(Event, frozen=True, tag="face"):
    """The face of a rat token: its number, "M" (majority), "A" (all) or "", and its class symbols."""

    number: int
    letter: str
    classes: tuple[str, ...]


class Began(Event, frozen=True):
    """The table was set up. ``start`` is the start player, drawn or chosen; ``plague`` the plague piece's region."""

    start: int
    plague: str


class CardsDrawn(Event, frozen=True):
    """The class cards of this game were drawn at random."""

    cards: list[str]


class NoChivalry(Event, frozen=True):
    """A warning: with this few players and no Chivalry card, the plague may never reach parts of the map."""


class SetupEnded(Event, frozen=True):
    """All players have placed their first cubes; the start player takes the first turn."""

    start: int


class Placed(SeatEvent, frozen=True):
    """Cubes from the stock were put into a region, during the set-up, in action B or by a card."""

    region: str
    cubes: int
    card: str = ""  # the card that allowed or increased it
    other: str = ""  # the second card, if it took two


class Baked(SeatEvent, frozen=True):
    """A cube from the stock was put on the Baker."""


class Unloaded(SeatEvent, frozen=True):
    """The seat moved all cubes from the Baker into a region. ``owner`` is the seat to which the cubes belong."""

    region: str
    owner: int
    cubes: int


class Took(SeatEvent, frozen=True):
    """A class card changed hands. ``owner`` is the seat that lost it, or None for the table."""

    card: str
    owner: int | None


class RatMoved(SeatEvent, frozen=True):
    """A card moved a rat, unseen. ``rat`` is its handle before, ``to`` its handle afterwards."""

    card: str
    rat: str
    to: str


class CubesMoved(SeatEvent, frozen=True):
    """A card moved cubes of the seat to a neighbouring region."""

    card: str
    region: str
    to: str
    cubes: int
    potions: int = 0  # potions moved or lost with the cubes


class CubesExchanged(SeatEvent, frozen=True):
    """The Messenger exchanged a cube in one region for a cube in another; potions went with their cubes."""

    region: str
    owner: int
    potions: int
    to: str
    other_owner: int
    other_potions: int


class FigureMoved(SeatEvent, frozen=True):
    """A nun or bishop was placed in a region. ``region`` is its previous region, or "" for the reserve."""

    card: str
    region: str
    to: str


class WallMoved(SeatEvent, frozen=True):
    """A wall was placed on a connection. ``wall`` is its previous connection, or "" for the reserve."""

    wall: str
    connection: str


class PotionPlaced(SeatEvent, frozen=True):
    """A potion was put under one of the seat's cubes. ``potions`` is the number under that cube now."""

    region: str
    potions: int


class Looked(SeatEvent, frozen=True):
    """A player has secretly seen a rat's face. The event says which rat, not its face."""

    rat: str


class Saw(SeatEvent, frozen=True):
    """The face that the seat saw. Only that seat may see this event."""

    rat: str
    face: Face

    def reader(self) -> int | None:
        """Return the seat that looked."""
        return self.seat


class Exchanged(SeatEvent, frozen=True):
    """The two rats that the player looked at were exchanged."""

    rat: str
    other: str


class Saved(SeatEvent, frozen=True):
    """A cube was brought to the palace; the potions under it are lost."""

    region: str
    potions: int = 0


class PlagueMoved(SeatEvent, frozen=True):
    """The plague piece moved to another region, possibly through a third."""

    region: str
    to: str
    via: str = ""


class PlagueStuck(SeatEvent, frozen=True):
    """Walls close every way out, so the plague piece stays, without a spread or a devastation."""

    region: str


class Joined(SeatEvent, frozen=True):
    """In the final round, another card was also used for the move of the plague piece."""

    card: str


class RatPlaced(SeatEvent, frozen=True):
    """A new rat was placed in a region, unseen; ``rat`` is its handle."""

    rat: str
    card: str = ""  # the card that brought it
    source: str = "supply"  # "supply" or "box": if the supply is empty, a token from the box is drawn at random


class SpreadBlocked(Event, frozen=True):
    """New rats were due but not placed. ``reason``: "supply" (none were left) or "targets" (no region had room)."""

    rats: int
    reason: str


class NeutralDeclared(SeatEvent, frozen=True):
    """The plague piece counts as two neutral cubes in this devastation."""

    region: str


class TurnedOver(SeatEvent, frozen=True):
    """All rats of the plague region were turned over together, to be resolved one by one."""

    rats: list[str]
    faces: list[Face]


class Discarded(Event, frozen=True):
    """A rat that was turned over together with others was discarded without effect, because no cubes were left."""

    rat: str
    face: Face


class Revealed(Event, frozen=True):
    """A rat was turned over and discarded. ``lost`` is the number of cubes each seat lost."""

    rat: str
    face: Face
    population: int
    outbreak: bool  # the number on the token is at most the population
    lost: list[int]
    # Per seat, the potions lost instead of cubes; empty if no seat lost any.
    potions: list[int] = msgspec.field(default_factory=list)
    # Per seat that lost something, the causes: the letter of the rat, and the IDs of cards; empty without an outbreak.
    causes: list[list[str]] = msgspec.field(default_factory=list)


class TurnEnded(SeatEvent, frozen=True):
    """A normal turn ended."""


class FinalRound(Event, frozen=True):
    """The final round begins.

    ``reason`` is "supply" or "cubes", ``trigger`` is the seat whose turn was the last normal one, and ``order`` lists
    the seats of the final round, the next one first.
    """

    trigger: int
    reason: str
    order: list[int]


class FinalTurnEnded(SeatEvent, frozen=True):
    """A seat's part of the final round ended."""


class FinalDevastation(Event, frozen=True):
    """The final devastation begins: every region is struck, one by one."""


class GameEnded(Event, frozen=True):
    """The game is over: points per seat, seats from winner to last."""

    points: list[int]
    ranking: list[int]
