"""What a class card is to the engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.notation import Move
from rules.rattus.reasons import Refused
from rules.rattus.state import State


@dataclass(frozen=True)
class Ability:
    """What a card does; when it may be used follows from its printed timing (section 6).

    ``carry_out`` gets only moves that ``options`` has named. ``refuse`` says why it has not named one, given that
    the card may be used now.
    """

    says: type[Move]
    options: Callable[[State, int], Iterator[Move]]
    carry_out: Callable[[State, int, Any], None]
    refuse: Callable[[State, int, Any], Refused | None]
    extra_cubes: int = 0  # more than the rats, in action B
    steps: int = 1  # of the plague piece
    neutral: int = 0  # cubes added to the population, once declared
    rides: bool = False  # moves the plague piece in the final round and strikes there (section 9.3)
