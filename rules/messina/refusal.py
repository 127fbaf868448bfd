"""Why a move is refused, in a player's words."""

from rules.errors import N_, IllegalMove
from rules.messina.state import State
from rules.notation import Move


def explain(state: State, seat: int, move: Move) -> IllegalMove:
    """Why the move, which is not legal now, is not."""
    return IllegalMove(N_("That is not possible now."))
