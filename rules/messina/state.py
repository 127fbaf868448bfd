"""The position of a game of Messina 1347: city, registers, offers, and each player's estate (sections 2 and 3)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Literal

import msgspec
from msgspec import UnsetType

from rules import game
from rules.messina.components import NOT_DEALT, START_LIEUTENANTS

NORMAL_SIDE, GOLD_SIDE = 1, 2  # sides of a citizen; 0: no citizen


class CityHex(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A hex in the city. ``taken``: a figure is on it. ``place``: its number in the layout, harbours last."""

    place: int
    cubes: int = 0
    citizens: list[str] = []  # the classes of its citizens, in order of arrival
    owner: int | None = None  # the seat whose repopulation tile is there
    taken: bool = False


class Moored(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A ship at a dock, with its cube unless the supply was empty (A12)."""

    ship: str
    cube: bool


class HutSpace(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A quarantine hut: its upgrade, and the citizen on space 1 or 2 (0: empty)."""

    upgrade: str = ""
    space: int = 0
    citizen: str = ""
    side: int = 0


class Workplace(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A player's workshop, the side of its citizen, and whether a late one has paid (5.8)."""

    tile: str
    side: int = 0
    paid: bool = False


class Cart(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A player's wagon and whether it was used this round. Views contain it unchanged, because all of it is public."""

    tile: str
    used: bool = False


class Overseer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """An overseer: step on the path, branch once chosen, and whether it is upgraded. Views contain it unchanged."""

    step: int = 0
    branch: Literal["", "left", "right"] = ""
    upgraded: bool = False


class Player(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A player's estate and figures."""

    points: int
    coin: int
    timber: int = 0
    fire: int = 0
    big_fire: int = 0
    rats: int = 0
    ready: int = START_LIEUTENANTS  # lieutenants at home, not used this round
    used: int = 0  # recalled this round
    supply: int
    box: int = 0
    lying: list[str] = []  # sorted hexes and docks with the player's lieutenants
    standing: list[str] = []
    squares: list[int]  # the side of the citizen on each square
    huts: list[HutSpace]
    workshops: list[Workplace] = []
    wagons: list[Cart] = []
    overseers: dict[str, Overseer]
    scrolls: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    ships: list[str] = []
    tiles: int  # repopulation tiles left
    deferred: list[str] = []  # register spaces whose actions wait for the next action step, as "city-4"
    queue: list[str] = []  # effects waiting in this action step
    board: str | UnsetType = NOT_DEALT  # the player board of side b; of side a none is dealt
    scroll_board: str | UnsetType = NOT_DEALT  # the scroll board of side b
    spent: list[str] | UnsetType = NOT_DEALT  # squares of side b that work once a game and have, in that order

    def take_lieutenant(self, start: str) -> None:
        """Take an unused lieutenant away from home or from where it lies."""
        if start == "home":
            self.ready -= 1
        else:
            self.lying.remove(start)

    def affords(self, cost: Mapping[str, int]) -> bool:
        """Return whether the player has the tokens that this cost requires."""
        for token, number in cost.items():  # noqa: SIM110 - called very often, and a generator would double its time
            if getattr(self, token) < number:
                return False
        return True


class Register(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A register: the space of each seat's disc, and the seats by their last arrival, the latest last (6.3)."""

    spaces: list[int]
    arrivals: list[int]

    def order(self) -> list[int]:
        """Return the seats from first to last; on the same space, the top of the stack comes first."""
        spaces, arrivals = self.spaces, self.arrivals
        return sorted(arrivals, key=lambda seat: (-spaces[seat], -arrivals.index(seat)))

    def arrive(self, seat: int) -> None:
        """Put the seat's disc on top of the others on its space, after a move."""
        self.arrivals.remove(seat)
        self.arrivals.append(seat)


class Opponent(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The virtual opponent of a solo game (9.3)."""

    popularity: int = 1  # the space of its disc
    ready: int = 0  # lieutenants not used this round
    next: bool = False  # whether its turn comes before the player's
    standing: list[str] = []  # hexes with its lieutenants, in the order of choosing
    stack: list[str] = []  # solo tiles, face down, drawn from the end
    shown: list[str] = []  # solo tiles revealed this round, the latest at the end
    taken: list[str] = []  # ships, wagons, workshops and hut upgrades that it has taken out of the game


class State(game.State, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """A game of Messina 1347. Lists have one entry per seat unless noted; stacks are drawn from the end."""

    aside: ClassVar[tuple[str, ...]] = ("known",)

    round: int
    phase: Literal["deal", "turns", "round end", "priority", "over"]
    order: list[int]  # turn order of this round
    active: int  # the seat whose turn it is or was last
    acting: bool  # the active seat is in its action step
    wheel: int  # 0 is the first position of the table
    plague: int  # cubes in the supply
    hexes: dict[str, CityHex]  # districts and harbours in the city
    docks: dict[str, list[Moored]]
    hex_stack: list[str]
    ship_stack: list[str]
    dock_tiles: list[str]
    hut_stacks: list[list[str]]  # the last of each is face up
    late_offered: bool  # the late workshops have replaced the early ones on the score board
    early: dict[str, list[str]]  # workshops on offer or to come, by class
    late: dict[str, list[str]]
    wagon_stacks: list[list[str]]
    registers: dict[str, Register]
    scored: list[int]  # the seats by their last change of points, the latest at the end (A29)
    players: list[Player]
    produced: list[list[str]]  # round end: tracks that each seat has moved on in production, including "score"
    housed: list[list[str]]  # the same in the quarantine step
    settled: list[bool]  # round end: the seat's production is done
    opponent: Opponent | None = None  # only in a solo game; otherwise left out of the data
    # Tiles below the top of a stack whose places everybody knows since a restack, or knew before the game went back.
    known: list[str] = msgspec.field(default_factory=list)

    @cached_property  # Its value is not part of the position.
    def filled(self) -> int:
        """Return a number whose bit n is set if place n of the city has a hex."""
        return sum([1 << place.place for place in self.hexes.values()])

    def add_hex(self, hex_: str, place: int) -> None:
        """Add a new hex to the city."""
        self.hexes[hex_] = CityHex(place)
        vars(self).pop("filled", None)

    @property
    def offer(self) -> dict[str, list[str]]:
        """Return the stacks of workshops now on the score board: the early or the late ones (7.7)."""
        return self.late if self.late_offered else self.early

    def ask(self, seat: int, effects: Sequence[str]) -> None:
        """Ask for the effects in this order, before anything else. The complete game (`Messina`) implements this."""
        raise NotImplementedError

    def score(self, seat: int, points: int) -> None:
        """Change a seat's points, and put its disc on top of any others with the same points."""
        if points:
            self.players[seat].points += points
            self.scored.remove(seat)
            self.scored.append(seat)
            self.note(seat, "score")

    def note(self, seat: int, track: str) -> None:
        """Record that a seat's disc moved on this track at the end of a round, to restack discs in turn order later."""
        if self.phase == "round end":
            moved = self.housed if self.settled[seat] else self.produced
            if track not in moved[seat]:
                moved[seat].append(track)

    def score_order(self) -> list[int]:
        """Return the seats from most to fewest points. On a tie, the latest to arrive is first (7.4)."""
        return sorted(self.scored, key=lambda seat: (-self.players[seat].points, -self.scored.index(seat)))

    def ship(self, ship: str) -> tuple[str, Moored]:
        """Return the dock where the ship is, and the ship with its cube."""
        return next((dock, one) for dock, ships in self.docks.items() for one in ships if one.ship == ship)
