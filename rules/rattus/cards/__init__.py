"""The class cards: one entry per card in `ABILITIES`, and the questions the rest of the engine asks of them.

Nothing outside this folder knows a card by its name.
"""

from collections.abc import Iterator, Mapping

from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.cards.bourgeoisie import MERCHANT
from rules.rattus.cards.chivalry import KNIGHT
from rules.rattus.cards.church import MONK
from rules.rattus.cards.magic import WITCH
from rules.rattus.cards.peasantry import PEASANT
from rules.rattus.cards.royalty import KING
from rules.rattus.components import CARDS
from rules.rattus.state import State

ABILITIES: Mapping[str, Ability] = {
    "peasant": PEASANT,
    "monk": MONK,
    "merchant": MERCHANT,
    "knight": KNIGHT,
    "witch": WITCH,
    "king": KING,
}
CARD_OF: Mapping[type[Move], str] = {ability.says: card for card, ability in ABILITIES.items()}

# By printed timing, when a card's options are offered (section 6): in the main part of the turn, before the first
# reveal of a devastation, before each reveal, in the final round.
MOMENTS = {
    "any": ("turn", "devastation", "final"),
    "beside_B": ("turn", "final"),
    "B": ("final",),
    "C": ("first reveal",),
}
OFFERED: Mapping[str, frozenset[str]] = {
    moment: frozenset(card for card in ABILITIES if moment in MOMENTS[CARDS[card].timing])
    for moment in ("turn", "first reveal", "devastation", "final")
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


def neutral_cubes(cards: list[str]) -> int:
    """How many neutral cubes these cards add to a population."""
    return sum(ABILITIES[card].neutral for card in cards)
