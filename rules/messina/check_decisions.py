"""Whether the decisions of a position can stand where they do."""

from collections.abc import Iterator
from typing import Any

from rules.errors import N_, BadPosition
from rules.game import Decision
from rules.messina import estate
from rules.messina.action import Actions
from rules.messina.building import STACKS, Building
from rules.messina.components import CLASSES, DISTRICTS, HUT_IDS, SQUARES
from rules.messina.deal import Dealing, lacking
from rules.messina.effects import HANDLERS, Benefit
from rules.messina.finish import Finish
from rules.messina.idle import Idle
from rules.messina.overseers import Activation
from rules.messina.plague import PlagueFight, ShipFight
from rules.messina.preparation import Choosing
from rules.messina.repopulate import WANTED, Giving
from rules.messina.round_end import Production, Quarantine
from rules.messina.state import State
from rules.messina.turn import Rescuing, Turn

# What may stand at the bottom of the stack of a seat, and what may be resolved on top of it.
BOTTOM: dict[str, tuple[type[Decision], ...]] = {
    "turns": (Turn, Rescuing, PlagueFight, ShipFight, Actions, Finish),
    "round end": (Production, Finish),
    "priority": (Choosing,),
    "deal": (Dealing,),
    "over": (),
}
ON_TOP: dict[type[Decision], tuple[type[Decision], ...]] = {
    Turn: (Benefit,),
    Rescuing: (Benefit,),
    PlagueFight: (Benefit,),
    ShipFight: (Benefit,),
    Actions: (Activation, Benefit, Building, Giving),
    Activation: (Activation, Benefit, Building),
    Benefit: (Activation, Benefit, Building),
    Building: (Benefit,),
    Production: (Benefit,),
    Finish: (Quarantine, Benefit),
    Quarantine: (Benefit,),
    Giving: (Benefit,),
    Idle: (Benefit,),
}


def decisions(state: State) -> Iterator[BadPosition]:
    """What is impossible about who has to decide what."""
    if not any(state.pending) and not state.over:
        yield BadPosition(N_("Somebody must have something to decide."))
    for seat, stack in enumerate(state.pending):
        alone = state.phase == "turns" and state.active != seat
        allowed: tuple[type[Decision], ...] = BOTTOM[state.phase]
        if alone:
            allowed = (Idle, Benefit) if state.options.get("workshop_moves") == "always" else ()
        for decision in stack:
            if not isinstance(decision, allowed):
                yield BadPosition(N_("The decision “{kind}” cannot stand there in this phase."), kind=decision.question)
                return
            allowed = ON_TOP.get(type(decision), ())
        if any(not _fits(state, seat, decision) for decision in stack) or not _answerable(state, seat, stack):
            yield BadPosition(N_("The decision “{kind}” does not fit the board."), kind=stack[-1].question)
            return
        if stack and (isinstance(stack[0], Actions) != (state.acting and not alone)):
            yield BadPosition(N_("In the action step, and only there, its decision is the first."))


def _answerable(state: State, seat: int, stack: list[Any]) -> bool:
    return not stack or next(stack[-1].options(state, seat), None) is not None


def _fits(state: State, seat: int, decision: Any) -> bool:
    player = state.players[seat]
    match decision:
        case Turn():
            return bool(player.lying or player.ready)
        case Rescuing(hex_):
            return hex_ in DISTRICTS and hex_ in player.standing and bool(state.hexes[hex_].citizens)
        case PlagueFight(hex_):
            return hex_ in player.standing and hex_ in state.hexes and state.hexes[hex_].cubes > 0
        case ShipFight(ship, dock):
            moored = [one.ship for one in state.docks.get(dock, []) if one.cube]
            return ship in moored and dock in player.standing
        case Actions(hex_):
            return not hex_ or (hex_ in state.hexes and hex_ in player.standing)
        case Activation(groups, left, used):
            squares = [square for group in groups for square in group]
            return (
                len(groups) == len(left)
                and all(square in SQUARES for square in (*squares, *used))
                and len(set(squares)) == len(squares)
                and all(0 <= number <= len(SQUARES) for number in left)
                and any(left)
            )
        case Benefit(effect):
            return effect.partition(":")[0] in HANDLERS and effect not in ("work", "pay")
        case Building(only):
            return only in ("", *STACKS)
        case Giving(hex_, left, lieutenants):
            return hex_ in DISTRICTS and hex_ in player.standing and _can_give(state, seat, hex_, left, lieutenants)
        case Dealing(kind):
            return next(lacking(state), None) == (seat, kind)
        case Quarantine(left):
            return bool(left) and all(hut in HUT_IDS and player.huts[HUT_IDS.index(hut)].space == 2 for hut in left)
    return True


def _can_give(state: State, seat: int, hex_: str, left: list[tuple[str, int]], lieutenants: int) -> bool:
    """Whether the hex asks for these last citizens and lieutenants, and the seat has them."""
    player = state.players[seat]
    asked = WANTED[hex_]
    if left != asked[len(asked) - len(left) :] or lieutenants != DISTRICTS[hex_].lieutenants:
        return False
    if (
        state.hexes[hex_].owner is not None
        or not player.tiles
        or (lieutenants and not player.ready and not player.lying)
    ):
        return False
    for citizen in CLASSES:
        sides = sorted((estate.side(player, spot) for spot in estate.spots(player, citizen)), reverse=True)
        wanted = sorted((least for name, least in left if name == citizen), reverse=True)
        if len(sides) < len(wanted) or any(side < least for side, least in zip(sides, wanted, strict=False)):
            return False
    return True
