"""What a seat, or the public, may see of a game of Rattus (section 13)."""

import msgspec

from rules.game import Score
from rules.rattus.events import Face


class RatView(msgspec.Struct, frozen=True):
    """A rat on the board: its handle (``gallia-a``), and its face if the viewer has seen it with the Witch."""

    handle: str
    face: Face | None


class RegionView(msgspec.Struct, frozen=True):
    """A region in use: its rats in the order of their handles, and the cubes of each seat."""

    id: str
    rats: list[RatView]
    cubes: list[int]


class CardView(msgspec.Struct, frozen=True):
    """A class card in play: who has it (None: the table), and whether it was used this turn."""

    id: str
    class_: str
    owner: int | None
    used: bool


class View(msgspec.Struct, frozen=True):
    """Everything the viewer may see."""

    game: str  # "rattus"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "setup", "turns", "final" (the final round), "over"
    turn: int  # normal turns begun so far
    start: int  # the start player
    due: list[int]  # seats that have to decide
    question: str  # what they are asked; "" when the game is over
    trigger: int | None  # the seat whose turn ended the normal turns
    final_order: list[int]  # seats that still act in the final round, the present one first
    regions: list[RegionView]  # those in use, in the printed order
    unused: list[str]  # regions not used with this number of players
    plague: str  # the region of the plague piece
    neutral: bool  # it counts as two neutral cubes now
    palace: list[int]  # per seat
    stock: list[int]  # per seat
    supply: int  # face-down rats not yet placed
    removed: int  # tokens put back unseen at the set-up
    discards: list[Face]  # tokens turned over, in their order
    cards: list[CardView]
    placed: bool  # action B is done this turn
    taken: bool  # action A is done this turn
    score: Score | None  # when the game is over
