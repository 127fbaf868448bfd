"""Why a move is refused, in a player's words."""

from rules.errors import N_, IllegalMove
from rules.notation import Move
from rules.rattus.state import State


def explain(state: State, seat: int, move: Move) -> IllegalMove:
    """Why the move, which is not legal now, is not."""
    return IllegalMove(N_("That is not possible now."))
