"""What a player of Rattus can say. The first word of the notation is the class's name in lower case."""

from rules.notation import Move


class Place(Move, frozen=True):
    """Put so many cubes from the stock into a region: ``place gallia 2`` (section 5, B; section 4, step 7)."""

    region: str
    cubes: int


class Take(Move, frozen=True):
    """Take a class card from the table or from another player: ``take monk`` (section 5, A)."""

    card: str


class Monk(Move, frozen=True):
    """Move a rat, unseen, to a neighbour: ``monk gallia-b italia``."""

    rat: str
    to: str


class Merchant(Move, frozen=True):
    """Move one to three own cubes to a neighbour: ``merchant gallia italia 3``."""

    region: str
    to: str
    cubes: int


class Witch(Move, frozen=True):
    """Look at a rat in secret, the first or the second: ``witch gallia-a``."""

    rat: str


class Exchange(Move, frozen=True):
    """Exchange the two rats the Witch has looked at: ``exchange``."""


class Keep(Move, frozen=True):
    """End the Witch's work as it is: no second look, or no exchange: ``keep``."""


class King(Move, frozen=True):
    """Bring an own cube from a region without rats to the palace: ``king gallia``."""

    region: str


class Peasant(Move, frozen=True):
    """In the final round, put one cube into any region: ``peasant gallia``. (In action B he makes `Place` bigger.)"""

    region: str


class Plague(Move, frozen=True):
    """Move the plague piece, one step or up to two with Chivalry: ``plague italia`` (section 7.1)."""

    region: str


class Spread(Move, frozen=True):
    """Put a new rat into a neighbour of the plague region: ``spread italia`` (section 7.2)."""

    region: str


class Neutral(Move, frozen=True):
    """The Knight's plague piece counts as two neutral cubes: ``neutral``."""


class Reveal(Move, frozen=True):
    """Turn over a rat of the plague region: ``reveal gallia-a`` (section 7.3)."""

    rat: str


class End(Move, frozen=True):
    """End the turn, or the own part of the final round: ``end``."""
