"""What a plan needs to know of Messina 1347: the seat's next turn, and what a view shows of a thing."""

from typing import Any

from rules.game import Target
from rules.messina.ending import has_turn
from rules.messina.round.production import begin_round_end
from rules.messina.state import State
from rules.messina.turn import Turn
from rules.messina.view_types import View


def to_turn(state: State, seat: int) -> bool:
    """Make it the seat's turn with its next lieutenant, or its part of the end of the round if it has none left.

    Return False if the next round comes first, because its ships, hexes and plague aren't known.
    """
    if state.phase != "turns":
        return False
    for stack in state.pending:
        stack.clear()
    for player in state.players:
        player.queue = []
    state.acting = False
    if has_turn(state, seat):
        state.active = seat
        state.pending[seat].append(Turn())
        return True
    begin_round_end(state)
    for other in range(state.seats):
        if other != seat:
            state.pending[other].clear()
    return True


def seen(view: View, target: Target) -> Any:
    """Return everything that the view shows of a thing in the city or on offer; None of a thing on an estate."""
    match target.kind:
        case "hex":
            return next((one for one in view.hexes if one.id == target.id), None)
        case "dock":
            return next((one for one in view.docks if one.id == target.id), None)
        case "ship":
            return next((dock for dock in view.docks for one in dock.ships if one.id == target.id), None)
        case "workshop" | "wagon" | "hut_upgrade":
            return target.id in {stack.top for stack in (*view.workshops, *view.wagons, *view.huts)}
        case "register":
            return next((one.discs for one in view.registers if one.id == target.id), None)
    return None
