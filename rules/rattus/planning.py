"""What a plan needs to know of Rattus: the seat's next turn, and what a view shows of a thing."""

from typing import Any

from rules.game import Target
from rules.rattus.ending import advance
from rules.rattus.state import State
from rules.rattus.turn import Turn
from rules.rattus.view import View


def to_turn(state: State, seat: int) -> bool:
    """Make it the seat's turn, or its part of the set-up or final round. Return False if it has none left."""
    _skip(state)
    if state.phase == "setup" and seat not in state.order:
        state.order = []
        state.phase, state.turn = "turns", 1
    elif state.phase == "turns":
        advance(state)  # this may begin the final round
        _skip(state)
    if state.phase == "turns":
        state.active = seat
        state.pending[seat].append(Turn())
        return True
    if seat not in state.order:
        return False
    del state.order[: state.order.index(seat)]
    advance(state)
    return True


def _skip(state: State) -> None:
    """Drop all questions, and turn rats that a joint reveal has left face up down again."""
    for stack in state.pending:
        stack.clear()
    state.turned.clear()


def seen(view: View, target: Target) -> Any:
    """Return everything that the view shows of a region, a rat's region, a card or a wall."""
    match target.kind:
        case "card":
            return next((card.owner for card in view.cards if card.id == target.id), None)
        case "wall" | "connection":
            return target.id in view.walls
    region = target.id.partition("-")[0]
    return next((one for one in view.regions if one.id == region), None), region == view.plague
