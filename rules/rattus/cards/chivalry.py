"""Chivalry (section 8; the final round: section 9.3)."""

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.components import FACES, NEUTRAL_CUBES
from rules.rattus.events import NeutralDeclared, RatPlaced, TurnedOver
from rules.rattus.moves import Crusader, Neutral, Soldier
from rules.rattus.reasons import Refused, full, not_neighbours
from rules.rattus.state import Rat, State


def _knight_options(state: State, seat: int) -> list[Move]:
    """Return the one declaration that is possible, before the first reveal."""
    return [Neutral()]


def _declare(state: State, seat: int, move: Neutral) -> None:
    state.emit(NeutralDeclared(seat, state.plague))


def _never(state: State, seat: int, move: Move) -> None:
    """Return None: before the first reveal, the move is always legal."""


KNIGHT = Ability(Neutral, _knight_options, _declare, _never, steps=2, neutral=NEUTRAL_CUBES, rides=True)


def _crusader_options(state: State, seat: int) -> list[Move]:
    """Return the move that turns over all rats together, before the first reveal."""
    return [Crusader()]


def _turn_over(state: State, seat: int, move: Crusader) -> None:
    """Turn over the rats for everyone to see; the order in which they strike is still open."""
    rats = state.rats[state.plague]
    state.turned = [f"{state.plague}-{rat.letter}" for rat in rats]
    state.emit(TurnedOver(seat, list(state.turned), [FACES[rat.token] for rat in rats]))
    state.barrier()


CRUSADER = Ability(Crusader, _crusader_options, _turn_over, _never, steps=2, rides=True)


def _soldier_options(state: State, seat: int) -> list[Move]:
    """Return neighbours of the plague region with room; in the final round the box backs up the supply."""
    rats = state.supply or state.phase == "final"
    return [Soldier(region) for region in state.entrances(state.plague)] if rats else []


def _place(state: State, seat: int, move: Soldier) -> None:
    """Draw a rat unseen. One from the box stays on the public lists, because removing it would reveal its face."""
    if state.supply:
        token, source = state.supply.pop(), "supply"
    else:
        box = state.box()
        token, source = box[state.chance.below(len(box))], "box"
        state.drawn.append(token)
    state.emit(RatPlaced(seat, state.put_rat(move.region, Rat("", token)), "soldier", source))


def refuse_soldier(state: State, seat: int, move: Soldier) -> Refused | None:
    """Return a refusal if it is not a neighbour or has no room."""
    return not_neighbours(state, state.plague, move.region) or full(state, move.region)


SOLDIER = Ability(
    Soldier,
    _soldier_options,
    _place,
    refuse_soldier,
    moments=("spread", "final"),
    untimely=N_("The Soldier adds a rat only where new rats have spread, or in the final round."),
    steps=2,
)
