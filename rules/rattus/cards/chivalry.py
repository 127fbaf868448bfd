"""Chivalry (section 8, final round 9.3): the Knight and the Crusader ride the plague piece, the Soldier adds a rat."""

from rules.errors import N_
from rules.rattus.cards.ability import Ability
from rules.rattus.components import NEUTRAL_CUBES, TOKEN_FACES
from rules.rattus.events import NeutralDeclared, RatPlaced, TurnedOver
from rules.rattus.moves import Crusader, Neutral, Soldier
from rules.rattus.reasons import no_room, not_neighbours
from rules.rattus.state import Rat, State

KNIGHT = Ability(
    Neutral,
    options=lambda state, seat: [Neutral()],
    apply=lambda state, seat, move: state.emit(NeutralDeclared(seat, state.plague)),
    steps=2,
    neutral=NEUTRAL_CUBES,
    rides=True,
)


def _turn_over(state: State, seat: int, move: Crusader) -> None:
    """Turn over all rats of the plague region for everyone to see. The seat then chooses the order they strike in."""
    rats = state.rats[state.plague]
    state.turned = [f"{state.plague}-{rat.letter}" for rat in rats]
    state.emit(TurnedOver(seat, list(state.turned), [TOKEN_FACES[rat.token] for rat in rats]))
    state.barrier()


CRUSADER = Ability(Crusader, options=lambda state, seat: [Crusader()], apply=_turn_over, steps=2, rides=True)


def _place(state: State, seat: int, move: Soldier) -> None:
    """Place a rat, drawn unseen from the supply, or from the box if the supply is empty.

    A token from the box stays in the lists of discarded and removed tokens: taking it out would reveal its face.
    """
    if state.supply:
        token, source = state.supply.pop(), "supply"
    else:
        box = state.box()
        token, source = box[state.chance.below(len(box))], "box"
        state.drawn.append(token)
        state.boxed = len(state.discards)
    state.emit(RatPlaced(seat, state.put_rat(move.region, Rat("", token)), "soldier", source))


SOLDIER = Ability(
    Soldier,
    options=lambda state, seat: (  # In the final round the box backs up the supply.
        [Soldier(region) for region in state.entrances(state.plague)] if state.supply or state.phase == "final" else []
    ),
    apply=_place,
    refuse=lambda state, seat, move: not_neighbours(state, state.plague, move.region) or no_room(state, move.region),
    moments=("spread", "final"),
    untimely=N_("The Soldier adds a rat only when new rats spread, or in the final round."),
    steps=2,
)
