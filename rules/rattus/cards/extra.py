"""Extra cubes in action B, beyond the number of rats: which cards give how many, and when (section 8)."""

from collections.abc import Callable, Mapping

from rules.rattus.cards.royalty import leads
from rules.rattus.state import State

EXTRA: Mapping[str, int] = {"peasant": 1, "queen": 2}  # the smaller help first
ENTITLED: Mapping[str, Callable[[State, int], bool]] = {"queen": leads}  # the other cards have no condition


def extras(state: State, seat: int) -> list[str]:
    """Return the extra cubes that the seat may place, each named by the card that gives it."""
    found: list[str] = []
    for card, cubes in EXTRA.items():
        if state.cards.get(card) == seat and (card not in ENTITLED or ENTITLED[card](state, seat)):
            found += [card] * cubes
    return found


def helpers(state: State, seat: int, cubes: int) -> list[str]:
    """Return the fewest cards of the seat that give this many extra cubes, at least one."""
    given = extras(state, seat)
    cards = list(dict.fromkeys(given))
    return next(([card] for card in cards if given.count(card) >= cubes), cards)
