"""The interface of a player: it gets what its seat may know and the legal moves, and answers with one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from rules.chance import Chance
from rules.game import Game, State, legal, sample_position
from rules.notation import Move


@dataclass(frozen=True)
class Observation:
    """What a player may know when it has to choose a move.

    ``sample`` returns a random position that the seat can't distinguish from the real one.
    """

    game: Game[Any]
    seat: int
    moves: Sequence[Move]
    view: msgspec.Struct
    sample: Callable[[Chance], Any]


class Player(Protocol):
    """A player of one seat from its first question to the end of the game."""

    def choose(self, observed: Observation) -> Move:
        """Return one of the legal moves."""


def observe(game: Game[Any], state: State, seat: int) -> Observation:
    """Return what the seat, which has something to decide, may know. The real position is not exposed."""
    return Observation(
        game,
        seat,
        legal(state, seat),
        game.view(state, seat),
        lambda lot: sample_position(game, state, seat, lot),
    )
