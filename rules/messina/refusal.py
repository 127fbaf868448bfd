"""Why a move is refused, in a player's words: first what is asked just now, then the move itself."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import N_
from rules.game import Decision
from rules.messina import moves as m
from rules.messina.action import Actions
from rules.messina.building import Building
from rules.messina.deal import Dealing
from rules.messina.effects import Benefit
from rules.messina.finish import Finish
from rules.messina.idle import Idle
from rules.messina.overseers import Activation
from rules.messina.plague import PlagueFight, ShipFight
from rules.messina.preparation import Choosing
from rules.messina.reasons import Refused, first
from rules.messina.refusal_action import ACTION_REASONS
from rules.messina.refusal_turn import TURN_REASONS
from rules.messina.repopulate import Giving
from rules.messina.round_end import Production, Quarantine
from rules.messina.state import State
from rules.messina.turn import Rescuing, Turn
from rules.notation import Move

EFFECTS = (m.Step, m.Scroll, m.Gild, m.Advance, m.Promote, m.Elevate, m.Copy, m.Activate)
BUILDS = (m.Hut, m.Workshop, m.Wagon)

# What each decision can be answered with; everything else is out of place.
ANSWERS: Mapping[type[Decision], tuple[type[Move], ...]] = {
    Turn: (m.Go, m.Board, m.Recall, m.Work),
    Rescuing: (m.Rescue, m.Work),
    PlagueFight: (m.Fight, m.Leave, m.Work),
    ShipFight: (m.Fight, m.Leave, m.Work),
    Actions: (m.Act, m.Repopulate, m.Pay, m.Work, m.End, m.Restack, *BUILDS, *EFFECTS),
    Activation: (m.Activate, m.Done, m.Work, m.Pay),
    Benefit: (m.Done, m.Work, m.Pay, m.Restack, *BUILDS, *EFFECTS),
    Building: (m.Done, m.Work, m.Pay, m.Restack, *BUILDS),
    Giving: (m.Give, m.Part, m.Work),
    Production: (m.Produce, m.Gild, m.Work),
    Quarantine: (m.House, m.Work),
    Choosing: (m.Priority,),
    Dealing: (m.Take,),
    Idle: (m.Work,),
    Finish: (m.End, m.Work),
}


def explain(state: State, seat: int, move: Move) -> Refused:
    """Why the move, which is not legal now, is not."""
    now = state.pending[seat][-1]
    if isinstance(move, m.Pay) and (refused := _payment_out_of_place(state, now)):
        return refused
    if not isinstance(move, ANSWERS[type(now)]):
        return OUT_OF_PLACE[type(now)](state, now, move)
    reasons: Mapping[type[Move], Callable[[State, int, Any, Any], Refused | None]]
    reasons = {**TURN_REASONS, **ACTION_REASONS}
    return first(reasons[type(move)](state, seat, now, move))


def _payment_out_of_place(state: State, now: Decision) -> Refused | None:
    if isinstance(now, Actions):
        return None
    if state.acting:
        if state.options["payment_inside_benefit"] == "yes" and isinstance(now, Activation | Benefit | Building):
            return None
        return Refused(N_("First finish what you have begun; between two effects you can pay for steps again."))
    return Refused(
        N_("Steps on a register are paid for only in the action step of a turn that goes to a hex or a ship.")
    )


def _in_turn(state: State, now: Turn, move: Move) -> Refused:
    return Refused(N_("First send a lieutenant to a hex or a ship, or call one home."))


def _in_rescue(state: State, now: Rescuing, move: Move) -> Refused:
    left = tuple(state.hexes[now.hex].citizens)
    return Refused(
        N_("First bring everybody on {hex} to your estate; still there: {citizens}."), hex=now.hex, citizens=left
    )


def _in_fight(state: State, now: PlagueFight | ShipFight, move: Move) -> Refused:
    where = now.hex if isinstance(now, PlagueFight) else now.ship
    return Refused(N_("First decide whether to fight the plague: {where}."), where=where)


def _in_actions(state: State, now: Actions, move: Move) -> Refused:
    if isinstance(move, m.Go | m.Board | m.Recall):
        return Refused(N_("You have used a lieutenant this turn; a turn uses one. You can end it now."))
    if isinstance(move, m.Rescue | m.Fight | m.Leave):
        return Refused(N_("Rescuing and fighting are over in this turn."))
    return Refused(N_("That does not belong to the action step."))


def _in_activation(state: State, now: Activation, move: Move) -> Refused:
    return Refused(N_("First choose the citizens to activate, or be done with it."))


def _in_benefit(state: State, now: Benefit, move: Move) -> Refused:
    return Refused(N_("First answer what is just being resolved: {effect}."), effect=now.effect.replace(":", " "))


def _in_building(state: State, now: Building, move: Move) -> Refused:
    return Refused(N_("After a restack something must be built, if anything can be."))


def _in_giving(state: State, now: Giving, move: Move) -> Refused:
    return Refused(N_("First choose who is given up for repopulating {hex}."), hex=now.hex)


def _in_production(state: State, now: Production, move: Move) -> Refused:
    return Refused(N_("The round is over: bring citizens to workshops, or produce."))


def _in_quarantine(state: State, now: Quarantine, move: Move) -> Refused:
    return Refused(N_("First choose where the citizens go who leave quarantine: {huts}."), huts=tuple(now.left))


def _in_choosing(state: State, now: Choosing, move: Move) -> Refused:
    return Refused(N_("First choose the register that sets the turn order."))


def _in_dealing(state: State, now: Dealing, move: Move) -> Refused:
    return Refused(N_("First choose a board to play with."))


def _in_idle(state: State, now: Idle, move: Move) -> Refused:
    return Refused(N_("It is another player's turn; you can only move citizens to workshops."))


def _in_finish(state: State, now: Finish, move: Move) -> Refused:
    return Refused(N_("Nothing is left to do but to end, or to take moves back."))


OUT_OF_PLACE: Mapping[type[Decision], Callable[[State, Any, Move], Refused]] = {
    Turn: _in_turn,
    Rescuing: _in_rescue,
    PlagueFight: _in_fight,
    ShipFight: _in_fight,
    Actions: _in_actions,
    Activation: _in_activation,
    Benefit: _in_benefit,
    Building: _in_building,
    Giving: _in_giving,
    Production: _in_production,
    Quarantine: _in_quarantine,
    Choosing: _in_choosing,
    Dealing: _in_dealing,
    Idle: _in_idle,
    Finish: _in_finish,
}
