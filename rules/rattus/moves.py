"""The moves of Rattus. The first word of the notation is the class's name in lower case."""

from rules.notation import End, Move, Notation, moves_in

RESERVE = "reserve"  # nuns, bishops and walls that are not on the board


class Place(Move, frozen=True):
    """Put this many cubes from the stock into a region: ``place gallia 2`` (section 5, B; section 4, step 7)."""

    region: str
    cubes: int


class Take(Move, frozen=True):
    """Take a class card from the table or from another player: ``take monk`` (section 5, A)."""

    card: str


class Monk(Move, frozen=True):
    """Move a rat, unseen, to a neighbouring region: ``monk gallia-b italia``."""

    rat: str
    to: str


class Merchant(Move, frozen=True):
    """Move one to three of the player's cubes to a neighbouring region: ``merchant gallia italia 3``."""

    region: str
    to: str
    cubes: int


class Witch(Move, frozen=True):
    """Look in secret at a rat, the first or the second of two: ``witch gallia-a``."""

    rat: str


class Exchange(Move, frozen=True):
    """Exchange the two rats that the Witch has seen: ``exchange``."""


class Keep(Move, frozen=True):
    """End the use of the Witch without a second look or an exchange: ``keep``."""


class King(Move, frozen=True):
    """Bring one of the player's cubes from a region without rats to the palace: ``king gallia``."""

    region: str


class Peasant(Move, frozen=True):
    """In the final round, put one cube into any region: ``peasant gallia``. (In action B: `Place` with more cubes.)"""

    region: str


class Serf(Move, frozen=True):
    """Place a cube in the plague region, because a rat killed another player's cube: ``serf``."""


class Baker(Move, frozen=True):
    """Put a cube from the stock on the Baker: ``baker``."""


class Unload(Move, frozen=True):
    """Move all cubes from the Baker into a region: ``unload gallia``."""

    region: str


class Carry(Move, frozen=True):
    """Choose the Merchant's next cube by the number of potions under it: ``carry 1``."""

    potions: int


class Messenger(Move, frozen=True):
    """Choose a cube to exchange, by its region, seat and potions: ``messenger italia 2 0``."""

    region: str
    owner: int
    potions: int


class Mayor(Move, frozen=True):
    """Use the Mayor to place a cube for each majority, or in the final round a single cube: ``mayor``.

    Unless there is only one way to place them, the player is then asked for the regions.
    """


class Nun(Move, frozen=True):
    """Place a nun in a region, from the reserve or from her region: ``nun reserve gallia``."""

    figure: str
    to: str


class Bishop(Move, frozen=True):
    """Place a bishop in a region, from the reserve, or from a region if both are placed: ``bishop italia gallia``."""

    figure: str
    to: str


class Crusader(Move, frozen=True):
    """Turn over all rats of the plague region together: ``crusader``."""


class Soldier(Move, frozen=True):
    """Place one more rat after the spread, or one in the final round: ``soldier italia``."""

    region: str


class Join(Move, frozen=True):
    """In the final round, also use this card for another card's move of the plague piece: ``join knight``."""

    card: str


class Piper(Move, frozen=True):
    """Move one of the player's cubes and its potions to a neighbour; rats follow it: ``piper gallia italia 0``."""

    region: str
    to: str
    potions: int


class Follow(Move, frozen=True):
    """Choose the next rat that follows the Pied Piper: ``follow gallia-a``."""

    rat: str


class Wizard(Move, frozen=True):
    """Put a potion under one of the player's cubes, named by the potions already under it: ``wizard gallia 0``."""

    region: str
    potions: int


class Queen(Move, frozen=True):
    """In the final round, put two cubes into a region: ``queen gallia``. (In action B: `Place` with more cubes.)"""

    region: str


class Emperor(Move, frozen=True):
    """Place a wall on a connection, from the reserve or from another: ``emperor reserve gallia+hispania``."""

    wall: str
    connection: str


class Skip(Move, frozen=True):
    """Decline what a card offers, such as a cube or another rat, nun or wall: ``skip``."""


class Plague(Move, frozen=True):
    """Move the plague piece one step, or up to two with a Chivalry card: ``plague italia`` (section 7.1)."""

    region: str


class Spread(Move, frozen=True):
    """Put a new rat into a neighbour of the plague region: ``spread italia`` (section 7.2)."""

    region: str


class Neutral(Move, frozen=True):
    """Use the Knight, so that the plague piece counts as two neutral cubes: ``neutral``."""


class Reveal(Move, frozen=True):
    """Turn over a rat of the plague region: ``reveal gallia-a`` (section 7.3)."""

    rat: str


NOTATION = Notation(*moves_in(__name__), End)
