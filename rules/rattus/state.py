"""The position of a game of Rattus: where every cube, token and card is, and what was done this turn."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from rules import game
from rules.rattus.components import LETTERS, MAX_RATS, NEIGHBOURS


class Rat(msgspec.Struct, forbid_unknown_fields=True):
    """A rat on the board. Who has seen its face belongs to the token and goes where it goes (section 13)."""

    letter: str
    token: str
    seen: list[int] = []


class State(game.State, kw_only=True, forbid_unknown_fields=True):
    """A game of Rattus. Lists of numbers have one entry per seat; dicts are keyed by the regions in use."""

    phase: Literal["setup", "turns", "final"]
    start: int
    active: int
    turn: int  # normal turns begun
    order: list[int]  # seats still to act in the set-up or the final round, the present one first
    taken: bool  # this turn: action A is done
    placed: bool  # this turn: action B is done
    used: list[str]  # this turn: cards used
    trigger: int | None  # the seat whose turn ended the normal turns
    reason: Literal["", "supply", "cubes"]  # why it did
    neutral_at_end: bool  # the plague piece counts as neutral cubes in the final devastation (section 9.3)
    plague: str
    rats: dict[str, list[Rat]]
    cubes: dict[str, list[int]]
    palace: list[int]
    stock: list[int]
    supply: list[str]  # drawn from the end
    removed: list[str]
    discards: list[str]
    cards: dict[str, int | None]  # who has each card in play; None: it is on the table

    def neighbours(self, region: str) -> tuple[str, ...]:
        """The neighbours of a region that are in use, in the fixed order."""
        return NEIGHBOURS[self.seats][region]

    def held(self, seat: int) -> list[str]:
        """The cards in front of a seat."""
        return [card for card, owner in self.cards.items() if owner == seat]

    def room(self, region: str) -> bool:
        """Whether another rat may enter the region."""
        return len(self.rats[region]) < MAX_RATS

    def handles(self) -> Iterator[str]:
        """The handle of every rat on the board, region by region."""
        for region, rats in self.rats.items():
            for rat in rats:
                yield f"{region}-{rat.letter}"

    def rat(self, handle: str) -> Rat:
        """The rat with this handle."""
        region, letter = handle.split("-")
        return next(rat for rat in self.rats[region] if rat.letter == letter)

    def put_rat(self, region: str, rat: Rat) -> str:
        """Lay a rat into a region under its lowest free letter. Returns the new handle."""
        rats = self.rats[region]
        place = next((n for n, other in enumerate(rats) if other.letter != LETTERS[n]), len(rats))
        rat.letter = LETTERS[place]
        rats.insert(place, rat)
        return f"{region}-{rat.letter}"

    def lift_rat(self, handle: str) -> Rat:
        """Take a rat off the board."""
        region, letter = handle.split("-")
        rats = self.rats[region]
        return rats.pop([rat.letter for rat in rats].index(letter))

    def begin_turn(self, seat: int) -> None:
        """Forget what was done in the turn before; the seat is active now."""
        self.active = seat
        self.taken = self.placed = False
        self.used = []
