"""The position of a game of Rattus: every cube, token and card, and what has been done this turn."""

from typing import ClassVar, Literal

import msgspec

from rules import game
from rules.rattus.components import MAX_RATS, NEIGHBOURS, RAT_LETTERS, REGIONS_WITHIN, connection_name


class Rat(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A rat on the board. The list of seats that have seen its face moves together with the token (section 13)."""

    letter: str
    token: str
    seen: list[int] = []


class Protected(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A cube with potions under it."""

    region: str
    seat: int
    potions: int  # the number of potions under the cube, at least 1


class State(game.State, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game of Rattus. Unless noted, lists of numbers have an entry per seat, and dicts are keyed by region in use.

    Fields for single class cards have a default, and are left out of the digest while they have that value. The "fixed
    order" of regions is that of `rules.rattus.components.REGIONS`.
    """

    aside: ClassVar[tuple[str, ...]] = ("recalled", "laid", "boxed")
    phase: Literal["setup", "turns", "final"]
    start: int
    active: int
    turn: int  # normal turns begun
    order: list[int]  # seats still to act in the set-up or the final round, the current one first
    taken: bool  # this turn: action A is done
    placed: bool  # this turn: action B is done
    used: list[str]  # this turn: cards used
    trigger: int | None  # the seat whose turn ended the normal turns
    reason: Literal["", "supply", "cubes"]  # why the normal turns ended
    neutral_at_end: bool  # the plague piece counts as neutral cubes in the final devastation (section 9.3)
    plague: str
    rats: dict[str, list[Rat]]
    cubes: dict[str, list[int]]
    palace: list[int]
    stock: list[int]
    supply: list[str]  # face-down tokens, drawn from the end
    removed: list[str]
    discards: list[str]
    cards: dict[str, int | None]  # the owner of each card in play; None: the table
    walls: list[str] = msgspec.field(default_factory=list)  # connections that are closed
    bishops: list[str] = msgspec.field(default_factory=list)  # the region of each one on the board
    nuns: list[str] = msgspec.field(default_factory=list)  # the region of each one on the board
    protected: list[Protected] = msgspec.field(default_factory=list)
    baked: list[int] = msgspec.field(default_factory=list)  # the seat of each cube on the Baker
    # Rats of the plague region that are face up after a joint reveal.
    turned: list[str] = msgspec.field(default_factory=list)
    # Tokens on the board that came from the box; `discards` or `removed` still names them.
    drawn: list[str] = msgspec.field(default_factory=list)
    # By token on the board, the seats that saw its face in play that was undone.
    recalled: dict[str, list[int]] = msgspec.field(default_factory=dict)
    # Tokens on the board since the set-up. Everybody knows which rats they are, and that they are start tokens.
    laid: list[str] = msgspec.field(default_factory=list)
    boxed: int = 0  # how many tokens had been turned over when a token was drawn from the box

    def neighbours(self, region: str) -> tuple[str, ...]:
        """Return the regions one step away: neighbours in use, not behind a wall, in the fixed order."""
        near = NEIGHBOURS[self.seats][region]
        if self.walls:
            return tuple(to for to in near if connection_name(region, to) not in self.walls)
        return near

    def reach(self, steps: int) -> tuple[str, ...]:
        """Return the regions that the plague piece can reach in up to this many steps (1 or 2), in fixed order."""
        if not self.walls:
            return REGIONS_WITHIN[self.seats][steps][self.plague]
        reached = set(self.neighbours(self.plague))
        if steps > 1:
            reached.update(*map(self.neighbours, list(reached)))
        return tuple(region for region in self.rats if region in reached and region != self.plague)

    def cards_of(self, seat: int) -> list[str]:
        """Return the cards owned by a seat."""
        return [card for card, owner in self.cards.items() if owner == seat]

    def room(self, region: str) -> bool:
        """Return whether another rat may enter the region: it is not full and has no bishop."""
        return len(self.rats[region]) < MAX_RATS and region not in self.bishops

    def entrances(self, region: str) -> list[str]:
        """Return the neighbours of the region with room for another rat, in the fixed order."""
        rats, bishops = self.rats, self.bishops
        return [to for to in self.neighbours(region) if len(rats[to]) < MAX_RATS and to not in bishops]

    def handles(self) -> list[str]:
        """Return the handle of every rat on the board, region by region."""
        return [f"{region}-{rat.letter}" for region, rats in self.rats.items() for rat in rats]

    def rat(self, handle: str) -> Rat:
        """Return the rat with this handle."""
        region, letter = handle.split("-")
        return next(rat for rat in self.rats[region] if rat.letter == letter)

    def seen_by(self, rat: Rat) -> list[int]:
        """Return the seats that know the face of a rat on the board."""
        return rat.seen + self.recalled.get(rat.token, [])

    def put_rat(self, region: str, rat: Rat) -> str:
        """Put a rat into a region under its lowest free letter. Returns the new handle."""
        rats = self.rats[region]
        place = next((n for n, other in enumerate(rats) if other.letter != RAT_LETTERS[n]), len(rats))
        rat.letter = RAT_LETTERS[place]
        rats.insert(place, rat)
        return f"{region}-{rat.letter}"

    def lift_rat(self, handle: str) -> Rat:
        """Take a rat off the board and return it."""
        region, letter = handle.split("-")
        rats = self.rats[region]
        return rats.pop([rat.letter for rat in rats].index(letter))

    def box(self) -> list[str]:
        """Return the tokens in the box: those turned over and those removed at the set-up."""
        return [token for token in dict.fromkeys([*self.discards, *self.removed]) if token not in self.drawn]

    def discard(self, rat: Rat) -> None:
        """Put a turned-over rat into the box, and add it to the public list of discards if it isn't there yet."""
        self.recalled.pop(rat.token, None)
        if rat.token in self.laid:
            self.laid.remove(rat.token)
        if rat.token in self.drawn:
            self.drawn.remove(rat.token)
            if rat.token in self.discards:
                return
        self.discards.append(rat.token)

    def potions(self, region: str, seat: int) -> list[int]:
        """Return how many potions are under each cube of the seat in the region, in ascending order."""
        some = [cube.potions for cube in self.protected if cube.region == region and cube.seat == seat]
        return [0] * (self.cubes[region][seat] - len(some)) + sorted(some)

    def potion_counts(self, region: str, seat: int) -> list[int]:
        """Return the distinct numbers of potions under the seat's cubes in the region, in ascending order."""
        if not self.protected:
            return [0] if self.cubes[region][seat] else []
        return list(dict.fromkeys(self.potions(region, seat)))

    def lift_cube(self, region: str, seat: int, potions: int) -> None:
        """Take a cube with this many potions under it out of the region."""
        self.cubes[region][seat] -= 1
        if potions:
            self.protected.remove(Protected(region, seat, potions))

    def put_cube(self, region: str, seat: int, potions: int) -> None:
        """Put a cube with this many potions under it into the region."""
        self.cubes[region][seat] += 1
        if potions:
            self.protected.append(Protected(region, seat, potions))

    def spend_potions(self, region: str, seat: int, most: int) -> int:
        """Spend up to ``most`` of the seat's potions in the region, each from the cube with the most potions.

        Returns how many were spent.
        """
        for spent in range(most):
            mine = [cube for cube in self.protected if cube.region == region and cube.seat == seat]
            if not mine:
                return spent
            cube = max(mine, key=lambda cube: cube.potions)
            cube.potions -= 1
            if not cube.potions:
                self.protected.remove(cube)
        return most

    def begin_turn(self, seat: int) -> None:
        """Make the seat active and clear the record of the previous turn."""
        self.active = seat
        self.taken = self.placed = False
        self.used = []
