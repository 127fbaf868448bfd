"""The moves of Messina 1347. The first word of the notation is the class's name in lower case.

Names of places: a hex has its id (``h7``, ``nw``), a dock is ``dock-nw``, the player's estate ``home``, a square
``cl1`` (craftsman left 1) and a hut ``hut1``. A workshop, wagon, ship or hut upgrade has the id of its tile. ``-``
means none.
"""

import msgspec

from rules.notation import End, Move, Notation, moves_in


class Take(Move, frozen=True):
    """Choose a player board or a scroll board on side B: ``take yellow``, ``take scroll-b2`` (section 9.1)."""

    board: str


class Go(Move, frozen=True):
    """Send a lieutenant to a hex: ``go home h7``, ``go h3 nw`` (section 4.5)."""

    start: str
    hex: str


class Board(Move, frozen=True):
    """Send a lieutenant to a dock for one of its ships: ``board home silk1`` (section 4.7)."""

    start: str
    ship: str


class Recall(Move, frozen=True):
    """Recall a lieutenant home and gain 1 coin: ``recall h3`` (section 4.8)."""

    start: str


class Work(Move, frozen=True):
    """Move a citizen from its square to an empty workshop, at any time: ``work cl1 b3`` (section 4.9)."""

    square: str
    workshop: str


class Rescue(Move, frozen=True):
    """Bring a citizen from the hex to a square, or to a hut if there is plague: ``rescue nun nl2`` (section 5.1)."""

    citizen: str
    spot: str


class Fight(Move, frozen=True):
    """Spend fire and big fire to remove cubes here and on adjacent hexes: ``fight 2 1 1 h3`` (section 5.2).

    ``cubes``: how many are removed here.
    """

    cubes: int
    fire: int
    big: int
    also: str  # the adjacent hexes, joined by ``+``, one for each cube; ``-`` for none

    def __post_init__(self) -> None:
        """Sort the hexes: their order makes no difference to the move."""
        if "+" in self.also:
            hexes = sorted(self.also.split("+"), key=lambda hex_: (len(hex_), hex_))
            msgspec.structs.force_setattr(self, "also", "+".join(hexes))

    @property
    def adjacent_hexes(self) -> tuple[str, ...]:
        """Return the adjacent hexes, one for each cube removed there."""
        return () if self.also == "-" else tuple(self.also.split("+"))


class Leave(Move, frozen=True):
    """Don't fight the plague: ``leave`` (section 5.2)."""


class Act(Move, frozen=True):
    """Carry out the chosen hex's action with its first or second option: ``act 1``, ``act 2`` (section 4.6, a)."""

    option: int


class Copy(Move, frozen=True):
    """Carry out the action of any hex in the city through the city register: ``copy h7 1`` (section 6.7)."""

    hex: str
    option: int


class Pay(Move, frozen=True):
    """Pay for a step on the city or church register: ``pay city`` (section 6.5)."""

    register: str


class Step(Move, frozen=True):
    """Take a free step on the city or church register when an icon offers the choice: ``step church`` (section 5.4)."""

    register: str


class Scroll(Move, frozen=True):
    """Advance a scroll cube, 1 to 3 from left to right: ``scroll 2`` (section 5.4)."""

    column: int


class Gild(Move, frozen=True):
    """Upgrade a citizen, named by its square, hut or workshop: ``gild nl1`` (section 5.5)."""

    spot: str


class Advance(Move, frozen=True):
    """Advance an overseer: ``advance nun on``, ``advance nun left`` if the path forks (section 5.6)."""

    overseer: str
    way: str  # with the icon that may skip a step, also ``skip``, ``skip-left`` and ``skip-right``


class Promote(Move, frozen=True):
    """Upgrade an overseer: ``promote nun`` (section 5.6)."""

    overseer: str


class Elevate(Move, frozen=True):
    """Upgrade an overseer if it isn't upgraded yet, and advance it if it can: ``elevate nun left`` (section 5.6)."""

    overseer: str
    way: str


class Activate(Move, frozen=True):
    """Activate the citizen on a square: ``activate nl1`` (section 5.6)."""

    square: str


class Done(Move, frozen=True):
    """Decline the rest of an offer: ``done``."""


class Restack(Move, frozen=True):
    """Pay a token or a point to reveal the next hut upgrades or workshops: ``restack huts coin`` (section 5.7)."""

    stacks: str
    token: str


class Hut(Move, frozen=True):
    """Build a hut upgrade: ``hut q3 hut1`` (section 5.7)."""

    tile: str
    hut: str


class Workshop(Move, frozen=True):
    """Build a workshop: ``workshop b3`` (section 5.7)."""

    tile: str


class Wagon(Move, frozen=True):
    """Build a wagon: ``wagon c1-1`` (section 5.7)."""

    tile: str


class Repopulate(Move, frozen=True):
    """Repopulate the chosen hex instead of its action: ``repopulate`` (section 5.9)."""


class Give(Move, frozen=True):
    """Give up a citizen for the repopulation, named by its square or workshop: ``give nl1`` (section 5.9)."""

    spot: str


class Part(Move, frozen=True):
    """Give up a lieutenant for the repopulation, from home or from its hex or dock: ``part home`` (section 5.9)."""

    start: str


class Produce(Move, frozen=True):
    """Start production in huts and workshops. After that no more citizens can move in: ``produce`` (section 7.1)."""


class House(Move, frozen=True):
    """Move a citizen from quarantine to a square or workshop: ``house hut2 nl1`` (section 7.2)."""

    hut: str
    spot: str


class Priority(Move, frozen=True):
    """Choose the register that sets the turn order of round IV: ``priority city`` (section 11.4, `round4_order`)."""

    register: str


NOTATION = Notation(*moves_in(__name__), End)
