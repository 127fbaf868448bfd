"""What each class card lets its holder do (section 8): one entry per card in `ABILITIES`, nothing anywhere else."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.notation import Move
from rules.rattus import moves as m
from rules.rattus.components import CARDS, NEUTRAL_CUBES
from rules.rattus.events import CubesMoved, NeutralDeclared, Placed, RatMoved, Saved
from rules.rattus.state import State
from rules.rattus.witch import look, witch_options

# When the options of a card are offered, by its printed timing (section 6): in the main part of the turn, before
# each reveal, before the first reveal, in the final round.
MOMENTS = {
    "any": ("turn", "devastation", "final"),
    "beside_B": ("turn", "final"),
    "B": ("final",),
    "C": ("first reveal",),
}


@dataclass(frozen=True)
class Ability:
    """What a card does. ``carry_out`` gets a move that ``options`` has named."""

    says: type[Move]
    options: Callable[[State, int], Iterator[Move]]
    carry_out: Callable[[State, int, Any], None]
    extra_cubes: int = 0  # more than the rats, in action B
    steps: int = 1  # of the plague piece
    neutral: int = 0  # cubes added to the population once declared
    rides: bool = False  # moves the plague piece in the final round and strikes there (section 9.3)


def _monk_options(state: State, seat: int) -> Iterator[Move]:
    for region, rats in state.rats.items():
        targets = [to for to in state.neighbours(region) if state.room(to)]
        for rat in rats:
            for to in targets:
                yield m.Monk(f"{region}-{rat.letter}", to)


def _monk(state: State, seat: int, move: m.Monk) -> None:
    handle = state.put_rat(move.to, state.lift_rat(move.rat))
    state.happened(RatMoved(seat, "monk", move.rat, handle))


def _merchant_options(state: State, seat: int) -> Iterator[Move]:
    for region, cubes in state.cubes.items():
        if cubes[seat]:
            for to in state.neighbours(region):
                for number in range(1, min(3, cubes[seat]) + 1):
                    yield m.Merchant(region, to, number)


def _merchant(state: State, seat: int, move: m.Merchant) -> None:
    state.cubes[move.region][seat] -= move.cubes
    state.cubes[move.to][seat] += move.cubes
    state.happened(CubesMoved(seat, "merchant", move.region, move.to, move.cubes))


def _king_options(state: State, seat: int) -> Iterator[Move]:
    for region, cubes in state.cubes.items():
        if cubes[seat] and not state.rats[region]:
            yield m.King(region)


def _king(state: State, seat: int, move: m.King) -> None:
    state.cubes[move.region][seat] -= 1
    state.palace[seat] += 1
    state.happened(Saved(seat, move.region))


def _peasant_options(state: State, seat: int) -> Iterator[Move]:
    if state.stock[seat]:
        for region in state.cubes:
            yield m.Peasant(region)


def _peasant(state: State, seat: int, move: m.Peasant) -> None:
    state.stock[seat] -= 1
    state.cubes[move.region][seat] += 1
    state.happened(Placed(seat, move.region, 1, "peasant"))


def _neutral_options(state: State, seat: int) -> Iterator[Move]:
    yield m.Neutral()


def _neutral(state: State, seat: int, move: m.Neutral) -> None:
    state.happened(NeutralDeclared(seat, state.plague))


ABILITIES = {
    "peasant": Ability(m.Peasant, _peasant_options, _peasant, extra_cubes=1),
    "monk": Ability(m.Monk, _monk_options, _monk),
    "merchant": Ability(m.Merchant, _merchant_options, _merchant),
    "knight": Ability(m.Neutral, _neutral_options, _neutral, steps=2, neutral=NEUTRAL_CUBES, rides=True),
    "witch": Ability(m.Witch, witch_options, look),
    "king": Ability(m.King, _king_options, _king),
}
CARD_OF = {ability.says: card for card, ability in ABILITIES.items()}
OFFERED = {
    moment: frozenset(card for card in ABILITIES if moment in MOMENTS[CARDS[card].timing])
    for moment in ("turn", "devastation", "first reveal", "final")
}


def usable(state: State, seat: int, moment: str) -> Iterator[Move]:
    """What the cards of a seat that were not used this turn offer at this moment."""
    offered = OFFERED[moment]
    for card, owner in state.cards.items():
        if owner == seat and card in offered and card not in state.used:
            yield from ABILITIES[card].options(state, seat)


def use(state: State, seat: int, move: Move) -> str:
    """Carry out a move of a card and note its use. Returns the card."""
    card = CARD_OF[type(move)]
    if card not in state.used:
        state.used.append(card)
    ABILITIES[card].carry_out(state, seat, move)
    return card


def extra_cubes(state: State, seat: int) -> int:
    """How many cubes more than rats the seat may put into a region in action B."""
    return sum(ABILITIES[card].extra_cubes for card in state.held(seat))


def steps(state: State, seat: int) -> int:
    """How far the seat may move the plague piece; several cards do not add up."""
    return max([1, *(ABILITIES[card].steps for card in state.held(seat))])


def riders(state: State, seat: int) -> list[str]:
    """The cards of the seat that move the plague piece in the final round."""
    return [card for card in state.held(seat) if ABILITIES[card].rides]
