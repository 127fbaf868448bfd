"""A player: it gets what its seat may know and the legal moves, and answers with one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from rules.chance import Chance
from rules.game import Game, State, legal, redrawn
from rules.notation import Move


@dataclass(frozen=True)
class Asked:
    """What a player is asked, and all that it may know.

    ``redraw`` gives positions that the seat cannot tell from the real one: whatever it does not know is drawn anew.
    """

    game: Game[Any]
    seat: int
    moves: Sequence[Move]
    view: msgspec.Struct
    redraw: Callable[[Chance], Any]


class Player(Protocol):
    """Whoever plays a seat from its first question to the end of the game."""

    def choose(self, asked: Asked) -> Move:
        """One of the legal moves."""


def ask(game: Game[Any], state: State, seat: int) -> Asked:
    """The question to a seat that has something to decide. The position itself does not come through."""
    return Asked(
        game,
        seat,
        legal(state, seat),
        game.view(state, seat),
        lambda lot: redrawn(game, state, seat, lot),
    )
