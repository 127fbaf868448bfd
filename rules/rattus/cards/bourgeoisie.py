"""Bourgeoisie (section 8): the Merchant moves cubes, the Messenger exchanges two, the Mayor places by majorities."""

from collections import Counter
from typing import ClassVar

import msgspec

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability, CardDecision, extra_cubes, is_using, place_cubes
from rules.rattus.components import CUBES
from rules.rattus.events import CubesExchanged, CubesMoved
from rules.rattus.moves import Carry, Mayor, Merchant, Messenger, Place, Skip
from rules.rattus.reasons import Refused, no_cubes, no_region, no_stock, no_such_cube, not_neighbours
from rules.rattus.state import State

MAX_MERCHANT_CUBES = 3
# By the number of cubes in a region: the numbers that the Merchant can move.
MERCHANT_CHOICES = [range(1, min(MAX_MERCHANT_CUBES, own) + 1) for own in range(CUBES + 1)]


def _move(state: State, seat: int, move: Merchant) -> None:
    """Move the cubes, or ask for them one by one if any of the seat's cubes in the region have potions."""
    if state.potion_counts(move.region, seat) == [0]:
        state.cubes[move.region][seat] -= move.cubes
        state.cubes[move.to][seat] += move.cubes
        state.emit(CubesMoved(seat, "merchant", move.region, move.to, move.cubes))
    else:
        state.pending[seat].append(CarryCubes(region=move.region, to=move.to, left=move.cubes))


def _refuse_merchant(state: State, seat: int, move: Merchant) -> Refused | None:
    if refused := no_cubes(state, seat, move.region) or not_neighbours(state, move.region, move.to):
        return refused
    have = state.cubes[move.region][seat]
    if not 1 <= move.cubes <= MAX_MERCHANT_CUBES:
        return Refused(N_("The Merchant moves 1 to {most} cubes at once."), most=MAX_MERCHANT_CUBES)
    return Refused(N_("You have only {have} of your cubes in {region}."), have=have, region=move.region)


class CarryCubes(CardDecision, tag="carry"):
    """Choosing the Merchant's next cube by the number of potions under it, which move with it."""

    region: str
    to: str
    left: int
    chosen: list[int] = msgspec.field(default_factory=list)  # the potions under each cube chosen

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a move for each distinct cube not yet chosen, or for just one if all the others must move anyway."""
        others = sorted((Counter(state.potions(self.region, seat)) - Counter(self.chosen)).elements())
        return [Carry(potions) for potions in dict.fromkeys(others if self.left < len(others) else others[:1])]

    def apply(self, state: State, seat: int, move: Carry) -> None:
        """Choose the cube. After the last choice, all chosen cubes move."""
        self.chosen.append(move.potions)
        self.left -= 1
        if not self.left:
            for potions in self.chosen:
                state.lift_cube(self.region, seat, potions)
                state.put_cube(self.to, seat, potions)
            state.emit(CubesMoved(seat, "merchant", self.region, self.to, len(self.chosen), sum(self.chosen)))
            self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Merchant is in use, and the chosen and remaining cubes can go to the other region."""
        if not is_using(state, seat, "merchant") or self.region not in state.rats:
            return False
        have, number = Counter(state.potions(self.region, seat)), self.left + len(self.chosen)
        enough = self.left >= 1 and number <= min(MAX_MERCHANT_CUBES, have.total()) and not Counter(self.chosen) - have
        return enough and self.to in state.neighbours(self.region)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Carry):
            told = N_("You have already chosen all your cubes with that many potions: {potions}.")
            return no_such_cube(state, seat, self.region, move.potions) or Refused(told, potions=move.potions)
        told = N_("First choose the cubes that go to {to_region}; still to choose: {left}.")
        return Refused(told, to_region=self.to, left=self.left)


MERCHANT = Ability(
    Merchant,
    lambda state, seat: [
        Merchant(region, to, number)
        for region, cubes in state.cubes.items()
        if cubes[seat]
        for to in state.neighbours(region)
        for number in MERCHANT_CHOICES[cubes[seat]]
    ],
    _move,
    _refuse_merchant,
)


def _cubes(state: State, without: str = "") -> list[Move]:
    """Return a move for every distinct cube outside the region ``without``, which may be empty."""
    return [
        Messenger(region, owner, potions)
        for region in state.cubes
        if region != without
        for owner in range(state.seats)
        for potions in state.potion_counts(region, owner)
    ]


def _refuse_cube(state: State, seat: int, move: Messenger) -> Refused | None:
    if refused := no_region(state, move.region):
        return refused
    if not 0 <= move.owner < state.seats:
        return Refused(N_("There is no seat {seat}; seats are 0 to {last}."), seat=move.owner, last=state.seats - 1)
    if not state.cubes[move.region][move.owner]:
        return Refused(N_("{owner} has no cubes in {region}."), owner=move.owner, region=move.region)
    return no_such_cube(state, move.owner, move.region, move.potions)


class OtherCube(CardDecision, tag="messenger"):
    """Choosing the cube, in another region, with which the first cube is exchanged."""

    region: str
    owner: int
    potions: int

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a move for every distinct cube in other regions, even of the same colour as the first cube."""
        return _cubes(state, without=self.region)

    def apply(self, state: State, seat: int, move: Messenger) -> None:
        """Swap the two cubes, along with their potions. Walls, bishops and distance don't matter."""
        for region, owner, potions, to in (
            (self.region, self.owner, self.potions, move.region),
            (move.region, move.owner, move.potions, self.region),
        ):
            state.lift_cube(region, owner, potions)
            state.put_cube(to, owner, potions)
        state.emit(CubesExchanged(seat, self.region, self.owner, self.potions, move.region, move.owner, move.potions))
        self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Messenger is in use, the first cube exists, and another region has a cube."""
        return (
            is_using(state, seat, "messenger")
            and self.region in state.cubes
            and 0 <= self.owner < state.seats
            and self.potions in state.potion_counts(self.region, self.owner)
            and any(any(cubes) for region, cubes in state.cubes.items() if region != self.region)
        )

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, Messenger):
            return Refused(N_("First choose the other cube that the Messenger exchanges."))
        if move.region == self.region:
            return Refused(N_("Both cubes are in {region}, so nothing would change."), region=self.region)
        return _refuse_cube(state, seat, move)


MESSENGER = Ability(
    Messenger,
    options=lambda state, seat: _cubes(state) if sum(map(any, state.cubes.values())) > 1 else [],
    apply=lambda state, seat, move: state.pending[seat].append(
        OtherCube(region=move.region, owner=move.owner, potions=move.potions)
    ),
    refuse=lambda state, seat, move: (
        _refuse_cube(state, seat, move)
        or Refused(N_("All cubes are in one region; the Messenger exchanges cubes in two different regions."))
    ),
)


def majorities(state: State, seat: int) -> list[str]:
    """Return the regions where the seat has more cubes than any other player; a tie is not a majority."""
    return [
        region
        for region, cubes in state.cubes.items()
        if all(cubes[seat] > have for other, have in enumerate(cubes) if other != seat)
    ]


def _by_majorities(state: State, seat: int, move: Mayor) -> None:
    """Ask where to place the cubes.

    In action B, there is one cube for each majority, plus the extra cubes of other cards, as far as the stock allows.
    In the final round, there is only one cube.
    """
    regions = majorities(state, seat)
    cards = _gifts(state, seat, regions)[: state.stock[seat]]
    state.placed |= state.phase == "turns"
    state.pending[seat].append(Majorities(cards=cards, regions=regions, without=list(regions)))


def _gifts(state: State, seat: int, regions: list[str]) -> list[str]:
    """Return, for each cube that these majorities bring, the card that gives it. The seat's stock may be smaller."""
    return ["mayor"] if state.phase == "final" else ["mayor"] * len(regions) + extra_cubes(state, seat)


class Majorities(CardDecision, tag="mayor"):
    """Choosing the next cube's region among those where the seat had a majority when the Mayor was used."""

    on: ClassVar[tuple[str, ...]] = ("turn", "final")
    cards: list[str]  # one for each remaining cube: the card that gives it, the Mayor's first
    regions: list[str]  # regions with a majority of the seat
    without: list[str]  # regions that haven't received the Mayor's cube yet

    @property
    def left(self) -> int:
        """Return how many cubes are still to be placed."""
        return len(self.cards)

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the placements of the next cube. If it is an extra one, it and all later cubes may be skipped."""
        if self.cards[0] == "mayor":
            choice = len(self.without) > self.cards.count("mayor")
            return [Place(region, 1) for region in (self.without if choice else self.without[:1])]
        return [*(Place(region, 1) for region in self.regions), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Place the cube, or skip it and all later ones."""
        if isinstance(move, Place):
            card = self.cards.pop(0)
            if card == "mayor":
                self.without.remove(move.region)
            place_cubes(state, seat, move.region, 1, card)
        else:
            self.cards.clear()
        if not self.cards:
            self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Mayor is in use, and the seat's majorities and stock fit the cubes still to be placed."""
        gifts, stock = _gifts(state, seat, self.regions), state.stock[seat]
        return (
            is_using(state, seat, "mayor")
            and state.placed == (state.phase == "turns")
            and self.regions == majorities(state, seat)  # the seat still has majorities in the regions with new cubes
            and self.without == [region for region in self.regions if region in self.without]
            and bool(self.cards)
            and any(
                self.cards == gifts[came : came + stock] and len(self.without) == max(0, len(self.regions) - came)
                for came in range(len(gifts))
            )
        )

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Place) and (refused := no_region(state, move.region)):
            return refused
        told = N_("Place one cube at a time where you had the majority. Possible now: {regions}.")
        return Refused(told, regions=tuple(self.without if self.cards[0] == "mayor" else self.regions))


MAYOR = Ability(
    Mayor,
    options=lambda state, seat: [Mayor()] if state.stock[seat] and majorities(state, seat) else [],
    apply=_by_majorities,
    refuse=lambda state, seat, move: (
        no_stock(state, seat) or Refused(N_("There is no region where you have more cubes than any other player."))
    ),
    moments=("place", "final"),
)
